/* SPDX-License-Identifier: BSD-3-Clause */
#include "inflow.h"

#include "boundary.h"
#include "surfaces.h"
#include "vectors.h"

#include <math.h>

#define LEAST_ANGLE 0.1 /* least sine of the angle between the velocity and the cap */

/* Sets *sum to the volume per time step that the links which belong to the patch carry into the domain. */
static int find_carried(double *sum, const struct lbm_condition *condition, const struct tile_domain *d, int patch,
                        struct tile_error *e)
{
  const double *u = condition[patch].velocity;
  struct lbm_cap cap;
  const int code = lbm_cap_make(&cap, d, condition, patch, e);
  *sum = 0;
  for (size_t n = 0; n < cap.count && !code; n++) {
    const int i = cap.place[n].link;
    *sum -= 6 * lbm_weight[i] * (lbm_c[i][0] * u[0] + lbm_c[i][1] * u[1] + lbm_c[i][2] * u[2]);
  }
  lbm_cap_free(&cap);
  return code;
}

/* The factor is the velocity times the area of the cap, divided by the volume that its links carry. */
static int find_factor(double *factor, const struct lbm_condition *condition, const struct tile_domain *d, int patch,
                       struct tile_error *e)
{
  const double *u = condition[patch].velocity, across = tile_dot(u, d->patch[patch].normal);
  struct tile_opening o;
  double sum;
  *factor = 1;
  if (lbm_opening_of(&o, d, patch, e))
    return e->code;
  if (!(o.area > 0 && fabs(across) > LEAST_ANGLE * tile_length(u)))
    return 0;
  if (find_carried(&sum, condition, d, patch, e))
    return e->code;
  *factor = o.area * across / sum;
  return 0;
}

int lbm_fit_inflow(struct lbm_condition *condition, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct lbm_condition *c = condition + patch;
  double factor;
  if (c->kind != LBM_AT_VELOCITY || !tile_patch_opens(d->patch + patch))
    return 0;
  if (find_factor(&factor, condition, d, patch, e))
    return e->code;
  for (int a = 0; a < 3 && isfinite(factor) && factor > 0; a++)
    c->velocity[a] *= factor;
  return 0;
}
