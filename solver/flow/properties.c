/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of a flow that all files of this folder may read. */
#include "flow.h"
#include "layout.h"
#include "plane_block.h"

size_t lbm_value_bytes(const struct lbm *l)
{
  return lbm_value_bytes_of(l->setup.precision);
}

double lbm_update_bytes(const struct lbm *l)
{
  return 2.0 * (l->setup.lattice == LBM_LATTICE_D2Q9 ? LBM_PLANE_Q : LBM_Q) * (double)lbm_value_bytes(l);
}

int64_t lbm_steps_done(const struct lbm *l)
{
  return l->step;
}

void lbm_set_steps_done(struct lbm *l, int64_t step)
{
  l->step = step;
}

size_t lbm_nonsolid(const struct lbm *l)
{
  return l->nonsolid;
}

const char *lbm_backend_name(const struct lbm *l)
{
  return l->name;
}

int lbm_copies(const struct lbm *l)
{
  return l->backend->copies ? l->backend->copies(l->local->state)
                            : lbm_layouts[l->setup.layout].copies[l->backend->kind];
}

enum lbm_addressing lbm_addressing_of(const struct lbm *l)
{
  return l->backend->addressing ? l->backend->addressing(l->local->state) : LBM_ADDRESSING_BEST;
}

size_t lbm_memory(const struct lbm *l)
{
  return l->memory;
}

bool lbm_vessel_opens(const struct lbm_setup *s, const struct tile_domain *d)
{
  for (int p = 0; p < d->patches; p++)
    if (tile_patch_opens(d->patch + p) && lbm_patch_opens(s, p))
      return true;
  return false;
}
