/* SPDX-License-Identifier: BSD-3-Clause */
#include "diffusion_refine.h"

#include "diffusion_progress.h"
#include "internal_measure.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { COARSER = 2 };

/* The domain at half of its resolution. */
struct level {
  bool fluid;    /* what undecided voxels become */
  double walls;  /* distance of all walls from their nodes, in voxels of the level; 0: no distances */
  size_t result; /* offset in struct diffusion_refined */
};

/* Steps of voxels hinder diffusion as if walls lay nearer by so much, from 0.16 to 0.4 voxel: found by trial with 121
 * arrays of spheres, edges of the cell 16 to 64 voxels. */
#define STAIRS 0.27

#define OF(member) offsetof(struct diffusion_refined, member)
/* The walls of `moved` lie LBM_MOVED of a voxel of the domain deeper in the solid. Cut cells conduct more than voxels,
 * so what the walls change is the difference of two levels with distances. */
enum { HALF_SOLID, HALF_FLUID, AT_HALF, MOVED, LEVELS };
static const struct level levels[LEVELS] = {{false, 0, OF(levels.half[0])},
                                            {true, 0, OF(levels.half[1])},
                                            {true, 0.5, OF(at_half)},
                                            {true, 0.5 + LBM_MOVED / COARSER, OF(levels.moved)}};
#undef OF

/* ---- one level ------------------------------------------------------------------- */

struct solving {
  struct diffusion_refined *f;
  unsigned axes;
  double bound;
  const struct lbm_device *device;
};

static void no_interval(struct diffusion_refined *f, const char *why)
{
  if (!*f->why)
    snprintf(f->why, sizeof f->why, "at half resolution %s", why);
}

static void solve_axis(const struct solving *s, const struct level *l, struct lbm_diffusion *solver, int axis)
{
  struct lbm_diffused r;
  struct diffusion_refined *f = s->f + axis;
  diffusion_solve(solver, axis, s->bound, &r);
  memcpy((char *)f + l->result, &r.relative, sizeof r.relative);
  f->levels.bound = fmax(f->levels.bound, r.bound);
  if (!r.converged)
    no_interval(f, "the solution has not converged");
}

static void solve(const struct solving *s, const struct level *l, const struct tile_domain *d)
{
  struct tile_error e;
  struct tile_measure m;
  struct lbm_diffusion *solver = NULL;
  char why[80];
  check_or_exit(tile_measure_domain(&m, d, &e), &e);
  for (int a = 0; a < 3; a++) {
    snprintf(why, sizeof why, "no way leads through the pores along %c", 'x' + a);
    if (!(s->axes >> a & 1 && m.percolates[a])) {
      no_interval(s->f + a, why);
      continue;
    }
    if (!solver)
      check_or_exit(lbm_diffusion_new(&solver, d, NULL, s->device, &e), &e);
    solve_axis(s, l, solver, a);
  }
  lbm_diffusion_free(solver);
}

static void compute(const struct solving *s, const struct level *l, const struct tile_domain *d)
{
  struct tile_error e;
  struct tile_domain coarse;
  const int code = tile_coarsen(&coarse, d, COARSER, l->fluid, &e);
  if (code == TILE_REJECTED) {
    for (int a = 0; a < 3; a++)
      snprintf(s->f[a].why, sizeof s->f[a].why, "the domain %.100s", e.text);
    return;
  }
  check_or_exit(code, &e);
  if (l->walls > 0)
    check_or_exit(tile_move_walls(&coarse, l->walls, &e), &e);
  solve(s, l, &coarse);
  tile_domain_free(&coarse);
}

/* ---- all levels ------------------------------------------------------------------ */

static bool any_is_left(const struct solving *s)
{
  bool any = false;
  for (int a = 0; a < 3; a++)
    any = any || (s->axes >> a & 1 && !*s->f[a].why);
  return any;
}

static void measure_walls(struct diffusion_refined *f, const struct tile_flatness *flatness)
{
  struct lbm_levels *l = &f->levels;
  l->moved += l->half[1] - f->at_half;
  l->spread = (double)NAN;
  l->stairs = STAIRS;
  l->flat = flatness->flat;
  l->straight = flatness->straight;
}

void diffusion_refine(struct diffusion_refined f[3], const struct tile_domain *d, unsigned axes, double bound,
                      const struct lbm_device *device)
{
  struct tile_error e;
  struct tile_flatness flatness;
  const struct solving s = {f, axes, bound, device};
  for (int a = 0; a < 3; a++)
    f[a] = (struct diffusion_refined){.levels.quarter = {(double)NAN, (double)NAN}};
  for (int i = 0; i < LEVELS && any_is_left(&s); i++)
    compute(&s, levels + i, d);
  if (!any_is_left(&s))
    return;
  check_or_exit(tile_flatness_of(&flatness, d, &e), &e);
  for (int a = 0; a < 3; a++)
    measure_walls(f + a, &flatness);
}

void diffusion_refine_end(struct diffusion_refined *f, const struct lbm_diffused *r)
{
  struct lbm_levels *l = &f->levels;
  l->fine = r->relative;
  l->bound = fmax(l->bound, r->bound);
  if (*f->why)
    return;
  if (!r->converged)
    snprintf(f->why, sizeof f->why, "the solution has not converged");
  else if (!lbm_interval_make(&f->interval, l))
    snprintf(f->why, sizeof f->why, "at half resolution D_eff / D is %.4g to %.4g, not comparable", l->half[0],
             l->half[1]);
}

/* ---- reports --------------------------------------------------------------------- */

struct cli_result diffusion_result_of(const struct diffusion_refined *f, double relative)
{
  if (!f || *f->why)
    return cli_result_about(relative, (double)NAN, "1");
  const struct lbm_interval *i = &f->interval;
  struct cli_result r = cli_result_about(i->k, i->error, "1");
  memcpy(r.part, (const double[]){i->discretisation / i->k, i->walls / i->k, i->convergence / i->k, (double)NAN},
         sizeof r.part);
  return r;
}

void diffusion_print_interval(FILE *out, const struct diffusion_refined *f)
{
  const struct lbm_interval *i = &f->interval;
  const double percent = 100 / i->k;
  if (*f->why) {
    report_line(out, "  interval", "none: %s", f->why);
    return;
  }
  const struct cli_result r = diffusion_result_of(f, i->k);
  char text[CLI_RESULT_TEXT];
  report_line(out, "  interval", "D_eff / D = %s", cli_result_text(text, &r));
  report_line(out, "", "%.2g %%: %.2g levels, %.2g walls, %.2g convergence", i->error * percent,
              i->discretisation * percent, i->walls * percent, i->convergence * percent);
  report_line(out, "", "walls taken %.2f voxel farther away, as steps of voxels hinder, and uncertain by %.2f",
              i->correction, i->shift);
  report_line(out, "", "at half resolution %.6g and %.6g (undecided voxels solid, fluid)", f->levels.half[0],
              f->levels.half[1]);
}

static void json_terms(struct json *j, const struct diffusion_refined *f)
{
  const struct lbm_interval *i = &f->interval;
  const struct cli_result r = diffusion_result_of(f, i->k);
  json_real(j, "relative", i->k);
  json_real(j, "error", i->error);
  json_real(j, "discretisation", r.part[0]);
  json_real(j, "walls", r.part[1]);
  json_real(j, "convergence", r.part[2]);
  json_real(j, "wall_shift", i->shift);
  json_real(j, "wall_correction", i->correction);
  json_real(j, "order", i->order);
  json_bool(j, "order_measured", i->measured);
  json_both(j, "half", f->levels.half);
  json_both(j, "quarter", f->levels.quarter);
  json_result(j, &r);
}

/* The keys of json_terms. */
static const char *const terms[] = {"relative",
                                    "error",
                                    "discretisation",
                                    "walls",
                                    "convergence",
                                    "wall_shift",
                                    "wall_correction",
                                    "order",
                                    "order_measured",
                                    "half",
                                    "quarter",
                                    "value",
                                    "low",
                                    "high",
                                    "unit",
                                    NULL};

void diffusion_json_interval(struct json *j, const struct diffusion_refined *f)
{
  if (!f) {
    json_text(j, "interval", NULL);
    return;
  }
  json_open(j, "interval", '{');
  json_text(j, "none", *f->why ? f->why : NULL);
  if (*f->why)
    json_nulls(j, terms);
  else
    json_terms(j, f);
  json_close(j, '}');
}
