/* SPDX-License-Identifier: BSD-3-Clause */
#include "residence_run.h"

#include "lbm.h"

#include <omp.h>
#include <math.h>
#include <stdlib.h>

/* ---- the option ------------------------------------------------------------------- */

int residence_parse(void *to, const char *value, struct tile_error *e)
{
  struct residence_option *o = to;
  o->given = true;
  return value ? cli_quantity(&o->diffusivity, value, e) : TILE_OK;
}

static bool is_opening(const struct lbm_condition *c)
{
  return c->kind != LBM_AT_REST && c->kind != LBM_AT_WALL;
}

double residence_check(const struct residence_option *o, const struct lbm_parameters *p, const struct tile_domain *d)
{
  const struct cli_quantity *q = &o->diffusivity;
  bool any = false;
  for (int i = 0; i < d->patches; i++)
    any = any || is_opening(p->setup.condition + i);
  if (!any)
    cli_usage("--residence: no patch lets fluid in or out, so that it is inside for ever");
  if (!q->given)
    return 0;
  if (q->physical && !cli_is(q, 2, -1, 0))
    cli_usage("--residence=%s: expected a diffusivity, such as 1e-9m2/s", q->text);
  const double unit = q->physical ? lbm_unit(&p->units, LBM_VISCOSITY) : 1;
  if (!(q->value >= 0))
    cli_usage("--residence=%s: a diffusivity is 0 or more", q->text);
  if (!isfinite(unit))
    cli_usage("--residence=%s needs the voxel size and the time step: give --viscosity or --time-step", q->text);
  return q->value / unit;
}

/* ---- solving ------------------------------------------------------------------------ */

static size_t nonsolid(const struct node_values *v)
{
  return v->begin[v->domain->tiles];
}

static int take_tile(float *velocity[3], struct lbm *flow, enum lbm_precision p, const struct node_values *v,
                     size_t tile, struct tile_error *e)
{
  double values[64 * 4], all[64 * 4];
  const size_t begin = v->begin[tile], count = v->begin[tile + 1] - begin;
  if (lbm_get_fields(flow, tile, values, e))
    return e->code;
  lbm_load(p, all, values, 0, 4 * count);
  for (size_t i = 0; i < count; i++)
    for (int axis = 0; axis < 3; axis++)
      velocity[axis][begin + i] = (float)all[4 * i + 1 + (size_t)axis];
  return TILE_OK;
}

int residence_velocity(float *velocity[3], struct lbm *flow, enum lbm_precision precision, const struct node_values *v,
                       struct tile_error *e)
{
  const size_t nodes = nonsolid(v);
  for (int axis = 0; axis < 3; axis++)
    velocity[axis] = tile_alloc(nodes, sizeof **velocity);
  if (!velocity[0] || !velocity[1] || !velocity[2])
    return tile_fail_memory(e, 3 * nodes * sizeof **velocity, "the velocity");
  for (size_t tile = 0; tile < v->domain->tiles; tile++)
    if (take_tile(velocity, flow, lbm_fields_precision(precision), v, tile, e))
      return e->code;
  return TILE_OK;
}

static int solve(struct residence_found *found, float *column, const struct lbm_residence_flow *f,
                 const struct lbm_parameters *p, struct tile_error *e)
{
  const double begin = omp_get_wtime(), unit = lbm_unit(&p->units, LBM_TIME);
  if (lbm_residence_solve(&found->of, column, f, e))
    return e->code;
  for (size_t i = 0; isfinite(unit) && i < found->of.nodes; i++)
    column[i] = (float)((double)column[i] * unit);
  found->is = true;
  found->step = unit;
  found->flux = lbm_unit(&p->units, LBM_FLUX);
  found->seconds = omp_get_wtime() - begin;
  return TILE_OK;
}

int residence_find(struct residence_found *found, struct node_values *v, const float *const velocity[3],
                   double diffusivity, const struct lbm_parameters *p, struct tile_error *e)
{
  const struct tile_domain *d = v->domain;
  const bool physical = isfinite(lbm_unit(&p->units, LBM_TIME));
  bool *open = tile_alloc((size_t)d->patches, sizeof *open);
  float *column;
  if (!open)
    return tile_fail_memory(e, (size_t)d->patches, "the patches");
  for (int i = 0; i < d->patches; i++)
    open[i] = is_opening(p->setup.condition + i);
  const struct lbm_residence_flow f = {d, {velocity[0], velocity[1], velocity[2]}, open, diffusivity, p->setup.threads};
  const int code = node_values_add(v, "residence", physical ? "s" : "1", &column, e) || solve(found, column, &f, p, e)
                       ? e->code
                       : TILE_OK;
  free(open);
  return code;
}

/* ---- reports ------------------------------------------------------------------------- */

static double unit_of(const struct residence_found *found)
{
  return isfinite(found->step) ? found->step : 1;
}

static double missing(const struct lbm_residence *r)
{
  return (double)r->missing / (double)r->nodes;
}

static void print_shares(FILE *out, const struct residence_found *found)
{
  const double unit = unit_of(found), *within = found->of.within;
  report_line(out, "", "half of the nodes below %.4g %s, 90 %% below %.4g, 99 %% below %.4g", within[0] * unit,
              isfinite(found->step) ? "s" : "steps", within[1] * unit, within[2] * unit);
}

void residence_print(FILE *out, const struct residence_found *found)
{
  const struct lbm_residence *r = &found->of;
  const double unit = unit_of(found);
  const char *name = isfinite(found->step) ? "s" : "steps";
  if (!found->is)
    return;
  if (!(r->flow > 0)) {
    report_line(out, "residence time", "none: no fluid comes in");
    return;
  }
  report_line(out, "residence time", "volume / flow %.6g %s, %.6g where fluid leaves, at most %.4g", r->mean * unit,
              name, r->leaving * unit, r->largest * unit);
  print_shares(out, found);
  if (r->missing)
    report_line(out, "", "missing in %.2g %% of the nodes: above %g times volume / flow", 100 * missing(r),
                LBM_RESIDENCE_MOST);
  report_line(out, "", "within %.1e of the solution on this grid, %d sweep%s, %.2f s on the host", r->bound, r->sweeps,
              r->sweeps == 1 ? "" : "s", found->seconds);
}

static void json_shares(struct json *j, const struct residence_found *found)
{
  json_open(j, "within", '[');
  for (int i = 0; i < LBM_RESIDENCE_SHARES; i++) {
    json_open(j, NULL, '{');
    json_real(j, "share", lbm_residence_shares[i]);
    json_real(j, "time", found->of.within[i] * unit_of(found));
    json_close(j, '}');
  }
  json_close(j, ']');
}

void residence_json(struct json *j, const struct residence_found *found)
{
  if (!found || !found->is) {
    json_text(j, "residence", NULL);
    return;
  }
  const struct lbm_residence *r = &found->of;
  const double unit = unit_of(found);
  json_open(j, "residence", '{');
  json_text(j, "unit", isfinite(found->step) ? "s" : "steps");
  json_real(j, "mean", r->mean * unit);
  json_real(j, "leaving", r->leaving * unit);
  json_real(j, "largest", r->largest * unit);
  json_shares(j, found);
  json_real(j, "missing", missing(r));
  json_real(j, "flow", r->flow);
  json_real(j, "flow_m3_s", r->flow * found->flux);
  json_real(j, "flow_changed", r->changed);
  json_int(j, "sweeps", r->sweeps);
  json_real(j, "bound", r->bound);
  json_bool(j, "converged", r->bound <= LBM_RESIDENCE_BOUND);
  json_real(j, "seconds", found->seconds);
  json_close(j, '}');
}

void residence_warn(const struct residence_found *found)
{
  if (found->is && found->of.flow > 0 && !(found->of.bound <= LBM_RESIDENCE_BOUND))
    cli_warn("--residence has not converged: the times are within %.1e of the solution on this grid", found->of.bound);
}
