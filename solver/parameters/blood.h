/* SPDX-License-Identifier: BSD-3-Clause */
/* The viscosity of blood in SI units, as options and header keys have it: NAME:NUMBER,NUMBER... with the numbers of the
 * law in the order of fluid.h. The viscosities are dynamic ones, in Pa s; the yield stress is in Pa, the time in s. */
#ifndef BLOOD_H
#define BLOOD_H

#include "fluid.h"
#include "tile_error.h"
#include "units.h"

#include <stdio.h>

struct lbm_blood {
  bool given;
  enum lbm_fluid_kind kind;
  double at[LBM_FLUID_NUMBERS];
};

/* Parses NAME, NAME:SET with the name of a published set of numbers, or NAME:NUMBERS. TILE_USAGE: it is something else. */
int lbm_blood_parse(struct lbm_blood *b, const char *text, struct tile_error *e);
/* Writes NAME:NUMBERS, without loss. */
void lbm_blood_print(FILE *out, const struct lbm_blood *b);
/* The viscosity (Pa s) that belongs to tau: the limit at high shear rates, that of the power law at 100/s. */
double lbm_blood_reference(const struct lbm_blood *b);
/* Sets kind and numbers of a fluid in lattice units; those of a Newtonian one if a unit is not known. */
void lbm_blood_fluid(struct lbm_fluid *f, const struct lbm_blood *b, const struct lbm_units *u);

/* Parses smagorinsky:C. TILE_USAGE: it is something else. */
int lbm_eddies_parse(double *constant, const char *text, struct tile_error *e);

#endif
