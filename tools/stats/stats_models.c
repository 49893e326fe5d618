/* SPDX-License-Identifier: BSD-3-Clause */
/* What the reports show of the layouts and devices of tessera-run, and of the walls. */
#include "stats.h"
#include "internal_measure.h"

#include "bandwidth.h"
#include "plane_block.h"

#include <math.h>

const struct stats_kind stats_kinds[STATS_KINDS] = {
    {LBM_ON_CPU, LBM_PACKED}, {LBM_ON_CPU, LBM_T2C}, {LBM_ON_CUDA, LBM_PACKED}, {LBM_ON_CUDA, LBM_T2C}};

const enum lbm_precision stats_precisions[STATS_PRECISIONS] = {LBM_FP64, LBM_FP32, LBM_FP32_FP16};

int stats_model_edge(const struct stats *s)
{
  return s->lattice == LBM_LATTICE_D2Q9 ? LBM_PLANE_EDGE : s->domain.edge;
}

/* A bandwidth that nobody gave was measured here, and says nothing of a GPU. */
static double mflups_of(const struct stats *s, enum lbm_device_kind device, const struct lbm_forecast *f)
{
  return device == LBM_ON_CPU || s->bandwidth_given ? 1e-6 / lbm_forecast_seconds(f, s->bandwidth) : (double)NAN;
}

double stats_mflups(const struct stats *s, int kind, int p)
{
  return mflups_of(s, stats_kinds[kind].device, &s->run[p][kind]);
}

struct lbm_answer stats_answer(const struct stats *s, enum lbm_device_kind device, int bound, const char **why)
{
  const double none = (double)NAN, eps = stats_bounds[bound];
  int kind = 0;
  while (stats_kinds[kind].device != device || stats_kinds[kind].layout != LBM_PACKED)
    kind++;
  *why = lbm_answer_obstacle(&s->domain, eps);
  if (*why)
    return (struct lbm_answer){none, none, none, none, none, none};
  const bool known = device == LBM_ON_CPU || s->bandwidth_given;
  const struct lbm_answer_ask ask = {.device = device,
                                     .nonsolid = (size_t)s->measure.nonsolid,
                                     .traffic = s->run[s->precision][kind].traffic,
                                     .bandwidth = known ? s->bandwidth : none,
                                     .threads = lbm_threads(),
                                     .bound = eps};
  return lbm_answer_of(&ask);
}

double stats_plane_mflups(const struct stats *s, enum lbm_device_kind device, int p)
{
  return mflups_of(s, device, &s->plane[p][device]);
}

int stats_axes(const struct stats *s)
{
  return s->domain.grid[2] == 1 ? 2 : 3;
}

double stats_specific_surface(const struct stats *s)
{
  return tile_area_of_face(s->domain.grid) * (double)s->texture.surface / (double)s->measure.nodes;
}

int64_t stats_nodes_inside(const struct stats *s)
{
  return s->domain.inside || !s->inside.mask ? s->domain.inside : s->inside.nodes;
}

double stats_porosity_inside(const struct stats *s)
{
  const int64_t inside = stats_nodes_inside(s);
  return inside ? (double)(s->domain.inside ? s->measure.nonsolid : s->inside.pores) / (double)inside : (double)NAN;
}

double stats_surface_inside(const struct stats *s)
{
  return s->inside.mask ? tile_area_of_face(s->inside.grid) * (double)s->inside.surface / (double)s->inside.nodes
                        : (double)NAN;
}

/* The default, and the one from which on single precision serves. */
const double stats_bounds[STATS_BOUNDS] = {1e-5, 1e-3};
