/* SPDX-License-Identifier: BSD-3-Clause */
/* The header keys of a run. One table (keys.c) says which keys there are, what each may hold, and where its value is in
 * struct lbm_parameters; all readers and writers use it. Values are in lattice units, but for dt (s) and density
 * (kg/m3). */
#ifndef KEYS_H
#define KEYS_H

#include "parameters.h"

/* The keys are written in this order. */
enum lbm_key {
  LBM_KEY_STEP,
  LBM_KEY_LATTICE,
  LBM_KEY_COLLISION,

  LBM_KEY_EQUILIBRIUM,
  LBM_KEY_PRECISION,
  LBM_KEY_ARITHMETIC,
  LBM_KEY_WALLS,
  LBM_KEY_TAU,
  LBM_KEY_VISCOSITY,
  LBM_KEY_MAGIC,
  LBM_KEY_BLOOD,
  LBM_KEY_LES,
  LBM_KEY_DT,
  LBM_KEY_DENSITY,
  LBM_KEY_FORCE,
  LBM_KEY_DRIVE,
  LBM_KEY_AXIS,
  LBM_KEY_PRESSURE_DROP,
  LBM_KEY_SAMPLES,
  LBM_KEY_OPENING_SAMPLES,
  LBM_KEY_RELAXATION,
  LBM_KEY_CYCLES,
  LBM_KEY_CONDITIONS,
  LBM_KEY_COMMON_PRESSURE,
  LBM_KEY_RAMP,
  LBM_KEY_PERIOD,
  LBM_KEY_WAVES,
  LBM_KEY_OUTLETS,
  LBM_KEY_OUTLET_STATES,
  LBM_KEY_BEAT,
  LBM_KEY_BEAT_CURVES,
  LBM_KEY_BEAT_BEFORE,
  LBM_KEY_CONVERGED,
  LBM_KEYS
};

const char *lbm_key_name(enum lbm_key key);
/* Returns the text of the key in the header, which the header owns, or NULL if the key is absent. */
const char *lbm_key_text(const struct tile_domain *d, enum lbm_key key);
/* Reads a key. *to has the type of the member of struct lbm_parameters (viscosity: double), and stays the same if the
 * key is absent. Error TILE_REJECTED: the key holds an unacceptable value. */
int lbm_key_read(void *to, enum lbm_key key, const struct tile_domain *d, struct tile_error *e);

/* What lbm_pressure_taken is for the flow in the file. */
int lbm_key_pressure_taken(double *to, const struct tile_domain *d, struct tile_error *e);

/* Read and write all keys. They are written behind all others, in the order above, whatever the header held: a run that
 * continues writes the file of a run without a break. p->setup.condition has room for the patches of d. */
int lbm_keys_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
int lbm_keys_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e);
/* Could they be written? Error TILE_USAGE, of lbm_keys_write too: a number is not finite. */
int lbm_keys_check(const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
/* Sets *same: do time steps of *p go on as those of the flow in the header did? */
int lbm_keys_same_flow(bool *same, const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);

#endif
