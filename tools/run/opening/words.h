/* SPDX-License-Identifier: BSD-3-Clause */
/* The words behind "NAME:KIND=" of --set, for the files of this folder. Errors end the program with one line. */
#ifndef OPENING_WORDS_H
#define OPENING_WORDS_H

#include "curve.h"
#include "opening.h"

enum profile { NO_PROFILE, PLUG, PARABOLA, WOMERSLEY, PROFILES };

/* How the value of a kind is read: its unit, and whether a profile may follow. */
struct kind {
  const char *name;
  enum lbm_quantity quantity;
  int exponents[3];
  bool profile;
};

enum { FLOW, VELOCITY, PRESSURE, KINDS };
extern const struct kind opening_kinds[KINDS];

enum { WORDS = 8 };
struct opening {
  const char *set;                   /* all of it, for messages */
  const struct kind *kind;           /* NULL: none of opening_kinds */
  struct lbm_parameters *parameters; /* what it is set in; NULL: nowhere */
  const struct lbm_units *units;
  const struct tile_domain *domain;
  int patch;
  char text[512], *word[WORDS];
  int words;
  bool stretches;
  enum profile profile;
  const char *mean, *reynolds; /* text behind ",mean=" and ",re="; NULL: not there */
  double area, viscosity;      /* of the opening, and of the fluid, in these units */
};

/* The kind of the text "KIND=VALUE", or NULL. */
const struct kind *opening_kind(const char *text);
/* Divides a value at its commas; the words lie in o->text. */
void opening_split(struct opening *o, const char *value);
/* Takes out the words that say how a value is used: a profile, mean=, re=. */
void opening_take_uses(struct opening *o);
/* Takes out a word behind the first one. */
bool opening_take(struct opening *o, const char *word);
/* Are there three components in place of one velocity? */
bool opening_has_components(const struct opening *o);
/* Is the value a curve in a file? Its name may begin as a number does: ./flow.txt, 2024-flow.txt. */
bool opening_is_file(const struct opening *o);
/* Reads it; the words behind its name must be units. */
void opening_read_curve(const struct opening *o, struct curve *c);
/* Do its values have a unit, or a mean with one? */
bool opening_is_physical(const struct opening *o, const struct curve *c);
/* By what its values are to be multiplied, so that they are in the units of the parameters and have the mean that is
 * asked for. */
double opening_factor(const struct opening *o, const struct curve *c);
/* A physical number, of which q is, or a bare one in lattice units. */
double opening_value(const struct opening *o, const struct cli_quantity *q, const struct kind *k);

/* ---- circuit.c ------------------------------------------------------------------------- */

/* Gives capacitors without P0 their start. Call it when all conditions are set. */
void opening_start_capacitors(const struct lbm_parameters *p, const struct tile_domain *d);

#endif
