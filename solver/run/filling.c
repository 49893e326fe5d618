/* SPDX-License-Identifier: BSD-3-Clause */
#include "filling.h"

#include "internal_measure.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>

static double even_rise(int64_t layers, const double *before, const double *after, const int64_t *nodes)
{
  double gained = 0, all = 0;
  for (int64_t k = 0; k < layers; k++) {
    gained += after[k] - before[k];
    all += (double)nodes[k];
  }
  return all > 0 ? gained / all : 0;
}

double lbm_filling_of(int64_t layers, const double *before, const double *after, const int64_t *nodes)
{
  const double rise = nodes ? even_rise(layers, before, after, nodes) : 0;
  double flux = 0, least = 0, most = 0, sum = 0;
  for (int64_t k = 0; k < layers; k++) {
    flux -= after[k] - before[k] - (nodes ? rise * (double)nodes[k] : 0);
    least = fmin(least, flux);
    most = fmax(most, flux);
    sum += flux;
  }
  const double mean = sum / (double)(layers + (nodes ? 0 : 1)); /* a periodic axis has one boundary less */
  return fmax(most - mean, mean - least);
}

static int find_winding(struct lbm_filling *f, const struct tile_domain *d, int axis, struct tile_error *e)
{
  f->winding = tile_alloc((size_t)f->layers, sizeof *f->winding);
  if (!f->winding)
    return tile_fail_memory(e, (size_t)f->layers * sizeof *f->winding, "the nodes of each layer");
  return tile_paths_wind(d, axis, f->winding, &f->sets, e);
}

int lbm_filling_begin(struct lbm_filling *f, struct lbm *flow, const struct tile_domain *d, int axis, bool floats,
                      struct tile_error *e)
{
  int64_t span[3];
  struct lbm_totals ignored;
  tile_domain_span(d, span);
  f->layers = span[axis];
  f->floats = floats;
  if (floats && !f->winding && find_winding(f, d, axis, e))
    return e->code;
  free(f->before);
  f->before = NULL;
  return lbm_totals_layers(flow, axis, &ignored, &f->before, e);
}

int lbm_filling_end(struct lbm_filling *f, struct lbm *flow, const struct tile_domain *d, int axis,
                    struct lbm_totals *s, double *spread, struct tile_error *e)
{
  double *after = NULL;
  *spread = 0;
  if (lbm_totals_layers(flow, axis, s, &after, e))
    return e->code;
  if (f->before && (!f->floats || f->sets == 1))
    *spread = lbm_filling_of(f->layers, f->before, after, f->floats ? f->winding : NULL) /
              fabs(s->velocity[axis] / (double)d->grid[axis]);
  free(after);
  return 0;
}

void lbm_filling_free(struct lbm_filling *f)
{
  free(f->before);
  free(f->winding);
  *f = (struct lbm_filling){0};
}
