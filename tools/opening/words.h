/* The words behind "NAME:KIND=" of --set, for the files of this folder. Errors end the program with one line. */
#ifndef OPENING_WORDS_H
#define OPENING_WORDS_H

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
  const char *set;         /* all of it, for messages */
  const struct kind *kind; /* NULL: none of opening_kinds */
  struct lbm_parameters *parameters;
  const struct tile_domain *domain;
  int patch;
  char text[512], *word[WORDS];
  int words;
  enum profile profile;
};

/* The kind of the text "KIND=VALUE", or NULL. */
const struct kind *opening_kind(const char *text);
/* Divides a value at its commas; the words lie in o->text. */
void opening_split(struct opening *o, const char *value);
/* Removes the last word if it is a profile, and sets o->profile. */
void opening_take_profile(struct opening *o);
/* Are there three components in place of one velocity? */
bool opening_has_components(const struct opening *o);
/* A physical number, of which q is, or a bare one in lattice units. */
double opening_value(const struct opening *o, const struct cli_quantity *q, const struct kind *k);
/* The same of a number and its unit, which may be "". */
double opening_number(const struct opening *o, const char *number, const char *unit, const struct kind *k);

#endif
