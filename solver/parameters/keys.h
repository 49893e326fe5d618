/* The header keys of a run: one table (keys.c) of which there are, what each may hold, and where its value stands in
 * struct lbm_parameters. Whoever reads or writes one takes it from here. In lattice units but dt (s), density (kg/m3). */
#ifndef KEYS_H
#define KEYS_H

#include "parameters.h"

/* In the order in which they are written. */
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
  LBM_KEY_DT,
  LBM_KEY_DENSITY,
  LBM_KEY_FORCE,
  LBM_KEY_DRIVE,
  LBM_KEY_AXIS,
  LBM_KEY_PRESSURE_DROP,
  LBM_KEY_SAMPLES,
  LBM_KEY_RELAXATION,
  LBM_KEY_CONDITIONS,
  LBM_KEY_CONVERGED,
  LBM_KEYS
};

const char *lbm_key_name(enum lbm_key key);
/* As it stands in the header; NULL: absent. */
const char *lbm_key_text(const struct tile_domain *d, enum lbm_key key);
/* *to has the type of the member of struct lbm_parameters (viscosity: double) and is left alone where the key is
 * absent. TILE_REJECTED when it holds what it must not. */
int lbm_key_read(void *to, enum lbm_key key, const struct tile_domain *d, struct tile_error *e);

/* All of them; p->setup.condition has room for the patches of d. */
int lbm_keys_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
int lbm_keys_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e);

#endif
