#include "inflow.h"

#include "geometry.h"
#include "own.h"

#include <math.h>
#include <string.h>

#define LEAST_ANGLE 0.1 /* sine between the velocity and the cap */

/* Of the links that are the patch's own, towards the domain. */
static double carried(const struct lbm_condition *condition, const struct tile_domain *d, int patch)
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
    for (; links; links &= links - 1) {
      const int i = __builtin_ctz(links);
      sum -= 6 * lbm_weight[i] * (lbm_c[i][0] * u[0] + lbm_c[i][1] * u[1] + lbm_c[i][2] * u[2]);
    }
  }
  return sum;
}

/* In voxels; 0: not known. */
static double area_of(const struct tile_surfaces *s, const struct tile_domain *d, int patch)
{
  for (int i = 0; i < s->openings; i++)
    if (!strcmp(s->name[s->opening[i].surface], d->patch[patch].name))
      return d->dx > 0 ? s->opening[i].area / (d->dx * d->dx) : 0;
  return 0;
}

int lbm_fit_inflow(struct lbm_condition *condition, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct lbm_condition *c = condition + patch;
  const double *u = c->velocity, *n = d->patch[patch].normal;
  struct tile_surfaces s;
  if (c->kind != LBM_AT_VELOCITY || !tile_patch_opens(d->patch + patch))
    return 0;
  if (tile_surfaces_read(&s, &d->header, e))
    return e->code;
  const double area = area_of(&s, d, patch), across = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
  tile_surfaces_free(&s);
  if (!(area > 0 && fabs(across) > LEAST_ANGLE * sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])))
    return 0;
  const double factor = area * across / carried(condition, d, patch);
  for (int a = 0; a < 3 && isfinite(factor) && factor > 0; a++)
    c->velocity[a] *= factor;
  return 0;
}
