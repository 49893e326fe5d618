#include "inflow.h"

#include "boundary.h"
#include "internal.h"

#include <math.h>

#define LEAST_ANGLE 0.1 /* least sine of the angle between the velocity and the cap */

static double share_at(const struct lbm_rim *rim, const struct tile_domain *d, const struct tile_mark *m)
{
  int64_t at[3];
  tile_domain_node(d, m->tile, m->node, at);
  return rim->count ? lbm_rim_share(lbm_rim_level(rim, at)) : 1;
}

/* Returns the volume per time step that the links which belong to the patch carry into the domain. */
static double carried(const struct lbm_condition *condition, const struct tile_domain *d, int patch,
                      const struct lbm_rim *rim)
{
  const double *u = condition[patch].velocity;
  double sum = 0;
  for (size_t m = 0, end; m < d->marks; m = end) {
    uint32_t links = 0;
    for (end = m; end < d->marks && d->mark[end].tile == d->mark[m].tile && d->mark[end].node == d->mark[m].node; end++)
      ;
    for (size_t i = m; i < end; i++)
      if (d->mark[i].patch == patch + 1)
        links |= lbm_own_links(d->mark + m, end - m, i - m, condition);
    const double share = links ? share_at(rim, d, d->mark + m) : 0;
    for (; links; links &= links - 1) {
      const int i = __builtin_ctz(links);
      sum -= share * 6 * lbm_weight[i] * (lbm_c[i][0] * u[0] + lbm_c[i][1] * u[1] + lbm_c[i][2] * u[2]);
    }
  }
  return sum;
}

/* *area is in voxels^2; 0: not known. */
static int find_area(double *area, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct tile_opening o;
  *area = 0;
  if (lbm_opening_of(&o, d, patch, e))
    return e->code;
  *area = d->dx > 0 ? o.area / (d->dx * d->dx) : 0;
  return 0;
}

/* The factor is the velocity times the area of the cap, divided by the volume that its links carry. */
static int find_factor(double *factor, const struct lbm_condition *condition, const struct tile_domain *d, int patch,
                       struct tile_error *e)
{
  const double *u = condition[patch].velocity, *n = d->patch[patch].normal;
  const double across = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
  const bool falls = condition[patch].kind == LBM_AT_PARABOLA;
  struct lbm_rim rim = {0};
  double area;
  *factor = 1;
  if (find_area(&area, d, patch, e))
    return e->code;
  if (!(area > 0 && fabs(across) > LEAST_ANGLE * sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])))
    return 0;
  const int code = falls ? lbm_rim_make(&rim, d, patch, e) : 0;
  if (!code)
    *factor = (falls ? 0.5 : 1) * area * across / carried(condition, d, patch, &rim);
  lbm_rim_free(&rim);
  return code;
}

int lbm_fit_inflow(struct lbm_condition *condition, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct lbm_condition *c = condition + patch;
  double factor;
  if ((c->kind != LBM_AT_VELOCITY && c->kind != LBM_AT_PARABOLA) || !tile_patch_opens(d->patch + patch))
    return 0;
  if (find_factor(&factor, condition, d, patch, e))
    return e->code;
  for (int a = 0; a < 3 && isfinite(factor) && factor > 0; a++)
    c->velocity[a] *= factor;
  return 0;
}
