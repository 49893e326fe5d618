/* Sums over a flow that do not depend on threads. */
#include "flow.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

static void survey_tile(struct lbm *l, size_t tile, struct lbm_survey *s)
{
  double all[64 * LBM_Q], f[LBM_Q];
  struct tile_error ignored;
  *s = (struct lbm_survey){0};
  if (lbm_get_restored(l, tile, all, &ignored))
    return;
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    double field[4];
    lbm_load_node(l, f, all, n);
    lbm_node_fields(l, field, f);
    s->mass += field[0];
    for (int a = 0; a < 3; a++)
      s->velocity[a] += field[1 + a];
    double speed = lbm_speed(field);
    s->speed += speed;
    s->fastest = fmax(s->fastest, speed);
  }
}

static int survey_tiles(struct lbm *l, struct lbm_survey *part, struct tile_error *e)
{
  if (l->backend->survey)
    return l->backend->survey(l->state, &l->task, part, e);
#pragma omp parallel for schedule(static) num_threads(l->setup.threads ? l->setup.threads : omp_get_max_threads())
  for (size_t t = 0; t < l->domain->tiles; t++)
    survey_tile(l, t, part + t);
  return 0;
}

static void add_up(struct lbm_survey *s, const struct lbm_survey *part, size_t tiles)
{
  *s = (struct lbm_survey){0};
  for (size_t t = 0; t < tiles; t++) {
    s->mass += part[t].mass;
    s->speed += part[t].speed;
    s->fastest = fmax(s->fastest, part[t].fastest);
    for (int a = 0; a < 3; a++)
      s->velocity[a] += part[t].velocity[a];
  }
}

/* How many slices of the grid lie in a layer of tiles. */
static double slices_in(const struct tile_domain *d, int axis, int64_t layer)
{
  int64_t count = 0;
  for (int64_t padded = layer * d->edge; padded < (layer + 1) * d->edge; padded++) {
    int64_t at = padded - (d->periodic >> axis & 1 ? 0 : d->offset[axis]);
    count += at >= 0 && at < d->grid[axis];
  }
  return (double)count;
}

static int spread_of(const struct tile_domain *d, int axis, const struct lbm_survey *part, double total, double *spread,
                     struct tile_error *e)
{
  int64_t span[3];
  tile_domain_span(d, span);
  double *flux = tile_alloc((size_t)span[axis], sizeof *flux), mean = total / (double)d->grid[axis];
  if (!flux)
    return tile_fail_memory(e, (size_t)span[axis] * sizeof *flux, "the flux through each layer");
  for (size_t t = 0; t < d->tiles; t++)
    flux[d->coord[t][axis]] += part[t].velocity[axis];
  *spread = 0;
  for (int64_t k = 0; k < span[axis]; k++)
    *spread = fmax(*spread, fabs(flux[k] / slices_in(d, axis, k) - mean) / fabs(mean));
  free(flux);
  return 0;
}

/* axis -1: no spread. */
static int survey(struct lbm *l, int axis, struct lbm_survey *s, double *spread, struct tile_error *e)
{
  const size_t tiles = l->domain->tiles;
  struct lbm_survey *part = tile_alloc(tiles, sizeof *part);
  if (!part)
    return tile_fail_memory(e, tiles * sizeof *part, "sums per tile");
  int code = survey_tiles(l, part, e);
  if (!code) {
    add_up(s, part, tiles);
    code = axis < 0 ? 0 : spread_of(l->domain, axis, part, s->velocity[axis], spread, e);
  }
  free(part);
  return code;
}

int lbm_survey(struct lbm *l, struct lbm_survey *s, struct tile_error *e)
{
  return survey(l, -1, s, NULL, e);
}

int lbm_survey_spread(struct lbm *l, int axis, struct lbm_survey *s, double *spread, struct tile_error *e)
{
  return survey(l, axis, s, spread, e);
}

int lbm_density_range(struct lbm *l, double range[2], struct tile_error *e)
{
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  range[0] = (double)INFINITY;
  range[1] = -(double)INFINITY;
  for (size_t t = 0; t < l->domain->tiles; t++) {
    if (lbm_get_fields(l, t, values, e))
      return e->code;
    for (size_t n = 0; n < lbm_nodes_of(l, t); n++) {
      lbm_load(l->setup.precision, field, values, n * LBM_FIELDS, LBM_FIELDS);
      range[0] = fmin(range[0], field[LBM_FIELD_DENSITY]);
      range[1] = fmax(range[1], field[LBM_FIELD_DENSITY]);
    }
  }
  return 0;
}
