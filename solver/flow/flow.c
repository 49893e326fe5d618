/* SPDX-License-Identifier: BSD-3-Clause */
/* One flow: a domain, its populations in a backend, its parameters. */
#include "communicator.h"
#include "course.h"
#include "flow.h"
#include "tile_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lbm_setup_defaults(struct lbm_setup *s)
{
  *s = (struct lbm_setup){.collision = LBM_TRT, .walls = LBM_WALLS_INTERPOLATED, .tau = 1, .magic = 3. / 16};
}

double lbm_pressure_taken(const struct lbm_setup *s, int patches)
{
  double taken = 0;
  for (int p = 0; s->course && p < patches; p++)
    if (lbm_is_coupled(s->course + p))
      taken = s->course[p].state.taken;
  return taken + s->common_pressure;
}

/* BGK is TRT with equal rates. The rates of MRT that do not determine the viscosity are those of d'Humieres et al.,
 * Phil. Trans. R. Soc. A 360 (2002) 437. */
static struct lbm_rates rates_of(const struct lbm_setup *s)
{
  const bool bgk = s->collision == LBM_BGK, project = s->collision == LBM_REGULARISED;
  const double even = 1 / s->tau, odd = s->collision == LBM_BGK           ? even
                                        : s->collision == LBM_REGULARISED ? 1
                                                                          : 1 / (0.5 + s->magic / (s->tau - 0.5));
  return (struct lbm_rates){.even = even,
                            .odd = odd,
                            .e = 1.19,
                            .eps = 1.4,
                            .q = 1.2,
                            .pi = 1.4,
                            .m = 1.98,
                            .force = {s->force[0], s->force[1], s->force[2]},
                            .project = project,
                            .odd_of = {bgk, bgk || project ? 0 : 4 * s->magic, project ? 2 : 1},
                            .relax_third = s->collision == LBM_MRT && s->lattice != LBM_LATTICE_D2Q9};
}

static enum lbm_relaxation_kind relaxation_of(const struct lbm_setup *s)
{
  return s->collision == LBM_MRT                                          ? LBM_MOMENTS
         : s->collision == LBM_REGULARISED || lbm_fluid_varies(&s->fluid) ? LBM_LOCAL
                                                                          : LBM_TWO_RATES;
}

bool lbm_depends_on_tau(const struct lbm_setup *s)
{
  return s->collision != LBM_TRT || lbm_fluid_varies(&s->fluid) || s->walls == LBM_WALLS_LINEAR;
}

static int check_setup(const struct lbm_setup *s, struct tile_error *e)
{
  if (!(s->tau > 0.5) || !isfinite(s->tau))
    return tile_fail(e, TILE_USAGE, "tau must be greater than 0.5 (viscosity (tau - 1/2)/3 > 0), not %g", s->tau);
  if (!(s->magic > 0) || !isfinite(s->magic))
    return tile_fail(e, TILE_USAGE, "the magic parameter of TRT must be positive, not %g", s->magic);
  if (s->collision == LBM_MRT && lbm_fluid_varies(&s->fluid))
    return tile_fail(e, TILE_USAGE, "collision mrt has one viscosity everywhere: use trt or regularised");
  return 0;
}

/* ---- lattice d2q9 --------------------------------------------------------- */

static bool is_driven_along_z(const struct tile_domain *d, const struct lbm_setup *s)
{
  bool along = s->force[2] != 0;
  for (int p = 0; p < d->patches; p++)
    along |= s->condition[p].velocity[2] != 0;
  return along;
}

const char *lbm_not_flat(const struct tile_domain *d, const struct lbm_setup *s)
{
  return d->grid[2] != 1 || !(d->periodic & TILE_Z)                   ? "is for one slice that is periodic along z"
         : s->precision != LBM_FP64 && s->precision != LBM_FP32       ? "has the precisions fp64 and fp32"
         : s->layout != LBM_PACKED || s->copies == 1 || s->addressing ? "has but one layout and way of addressing"
         : relaxation_of(s) == LBM_LOCAL       ? "has the collisions bgk, trt and mrt, and one viscosity"
         : is_driven_along_z(d, s)             ? "has no flow along z"
         : s->parts > 1 || lbm_comm_size() > 1 ? "runs on one device, in one process"
                                               : NULL;
}

static int check_lattice(const struct lbm *l, struct tile_error *e)
{
  const bool flat = l->setup.lattice == LBM_LATTICE_D2Q9;
  const char *why = flat ? lbm_not_flat(l->domain, &l->setup) : NULL;
  return why ? tile_fail(e, TILE_USAGE, "lattice d2q9 %s", why) : 0;
}

/* Where the viscosity varies: solves its equation. */
static int make_table(struct lbm *l, struct tile_error *e)
{
  const struct lbm_setup *s = &l->setup;
  if (!lbm_fluid_varies(&s->fluid))
    return 0;
  l->table = tile_alloc(1, sizeof *l->table);
  if (!l->table)
    return tile_fail_memory(e, sizeof *l->table, "the viscosity");
  lbm_rate_table_fill(l->table, &s->fluid, s->tau);
  l->task.rates.table = l->table;
  return 0;
}

int lbm_new(struct lbm **flow, const struct tile_domain *domain, const struct lbm_setup *setup, struct tile_error *e)
{
  struct lbm *l = *flow = tile_alloc(1, sizeof *l);
  if (!l)
    return tile_fail_memory(e, sizeof *l, "the flow");
  l->domain = domain;
  l->setup = *setup;
  l->task = (struct lbm_task){.condition = setup->condition,
                              .rates = rates_of(setup),
                              .relaxation = relaxation_of(setup),
                              .equilibrium = setup->equilibrium};
  lbm_set_force(l, setup->force);
  if (check_setup(setup, e) || check_lattice(l, e) || make_table(l, e) ||
      lbm_backend_find(&l->backend, setup->device, setup->lattice, e))
    return e->code;
  if (!lbm_layouts[setup->layout].copies[l->backend->kind])
    return tile_fail(e, TILE_USAGE, "layout %s does not run on device %s", lbm_layout_names[setup->layout],
                     l->backend->name);
  if (!lbm_layout_stores(setup->layout, setup->precision))
    return tile_fail(e, TILE_USAGE, "layout %s stores fp64 or fp32, not %s", lbm_layout_names[setup->layout],
                     lbm_precision_names[setup->precision]);
  if (l->backend->holds && l->backend->holds(setup->layout, setup->precision, e))
    return e->code;
  if (l->task.relaxation == LBM_LOCAL && l->backend->kind == LBM_ON_CUDA && setup->precision > LBM_FP32)
    return tile_fail(e, TILE_USAGE,
                     "collision regularised, or a viscosity that varies, on device %s: precision fp64 or fp32, not %s",
                     l->backend->name, lbm_precision_names[setup->precision]);
  if (l->backend->kind == LBM_ON_CUDA && lbm_has_outlets(l)) {
    if (setup->copies == 1)
      return tile_fail(e, TILE_USAGE, "outlets need two copies of the populations on device cuda");
    l->setup.copies = 2;
  }
  if (setup->copies > lbm_layouts[setup->layout].copies[l->backend->kind])
    return tile_fail(e, TILE_USAGE, "device %s keeps one copy of the populations", l->backend->name);
  if (setup->addressing && !l->backend->addressing)
    return tile_fail(e, TILE_USAGE, "device %s has no choice of addressing", l->backend->name);
  if (domain->edge != TILE_EDGE)
    return tile_fail(e, TILE_USAGE, "tiles of edge %d cannot be run: make them of edge %d", domain->edge, TILE_EDGE);
  l->nonsolid = (size_t)tile_domain_nonsolid(domain);
  return lbm_subdomains_open(l, e) || lbm_pulse_open(l, e) || lbm_start_at_rest(l, e) ? e->code : 0;
}

void lbm_free(struct lbm *l)
{
  if (!l)
    return;
  lbm_pulse_close(l);
  lbm_subdomains_close(l);
  free(l->sums);
  free(l->table);
  free(l);
}

void lbm_set_force(struct lbm *l, const double force[3])
{
  memcpy(l->task.rates.force, force, sizeof l->task.rates.force);
}

/* ---- stepping ---------------------------------------------------------- */

/* The rank of the first bad node among the non-solid nodes of a tile; -1: there is none any more. */
static int find_bad(const struct lbm *l, size_t tile, const void *all)
{
  double f[LBM_Q];
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    lbm_load_node(l, f, all, n);
    if (!(f[0] > -1 && f[0] < 1))
      return (int)n;
  }
  return -1;
}

static int node_of_rank(uint64_t mask, int rank)
{
  while (rank-- > 0)
    mask &= mask - 1;
  return __builtin_ctzll(mask);
}

/* Reports the first bad node, with the Mach number there if it is finite. */
static int diverged(struct lbm *l, const struct lbm_outcome *o, struct tile_error *e)
{
  double all[64 * LBM_Q], f[LBM_Q], field[4];
  int64_t at[3];
  char mach[32] = "";
  if (lbm_get_restored(l, o->tile, all, e))
    return e->code;
  const uint64_t mask = l->domain->mask[o->tile];
  int rank = o->node < 0 ? find_bad(l, o->tile, all) : (int)tile_rank(mask, o->node);
  lbm_load_node(l, f, all, (size_t)(rank > 0 ? rank : 0));
  lbm_node_fields(l, field, f);
  if (isfinite(lbm_speed(field)))
    snprintf(mach, sizeof mach, ", Mach %.3g there", lbm_speed(field) * LBM_MACH);
  tile_domain_node(l->domain, o->tile, o->node < 0 ? node_of_rank(mask, rank) : o->node, at);
  return tile_fail(e, LBM_DIVERGED, "diverged at step %lld: first bad node %lld,%lld,%lld (tau %g%s)",
                   (long long)l->step, (long long)at[0], (long long)at[1], (long long)at[2], l->setup.tau, mach);
}

/* The rates of the time step that turns the state of the old tau into that of the new one. For given pressure, stress
 * and (tau - 1/2) u, steady Stokes flow by TRT depends on tau through the magic parameter only (Ginzburg & d'Humieres,
 * Phys. Rev. E 68 (2003) 066614; Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3 (2008) 427). Let n = f -
 * f_eq before the collision, s the old rates, L = tau - 1/2 and L' = magic / L for the new tau, and r the old L divided
 * by the new L. Then the collision yields even parts f_eq + s r (L - 1/2) n and odd parts r f_eq + s (L' - 1/2) n, and
 * steady states remain steady. */
static struct lbm_rates changing(const struct lbm_setup *old, double tau, const struct lbm_rates *now)
{
  struct lbm_rates r = *now;
  double shift = tau - 0.5, ratio = (old->tau - 0.5) / shift;
  r.even = 1 - now->even * ratio * (shift - 0.5);
  r.odd = 1 - now->odd * (old->magic / shift - 0.5);
  r.jump = ratio - 1;
  return r;
}

int lbm_change_tau(struct lbm *l, double tau, struct tile_error *e)
{
  const struct lbm_rates now = l->task.rates;
  l->task.rates = changing(&l->setup, tau, &now);
  const int code = lbm_step(l, 1, e);
  l->setup.tau = tau;
  l->task.rates = rates_of(&l->setup);
  memcpy(l->task.rates.force, now.force, sizeof now.force);
  return code;
}

/* The first bad node: the one of the first time step, and in it of the first tile. step INT64_MAX: there is none. */
struct verdict {
  int64_t step;
  size_t tile;
  struct tile_error error;
};

static void add_verdict(void *of_process, void *of_all)
{
  const struct verdict *here = of_process;
  struct verdict *all = of_all;
  if (here->step < all->step || (here->step == all->step && here->tile < all->tile))
    *all = *here;
}

/* A process in which the flow diverged goes on, since the others wait for its messages in each time step. */
static int step_parts(struct lbm *l, int64_t steps, struct tile_error *e)
{
  struct verdict here = {.step = INT64_MAX}, all = here;
  for (int64_t n = 0; n < steps; n++) {
    struct lbm_outcome o;
    lbm_conditions_begin(l, 1);
    if (lbm_steps(l, &l->task, 1, &o, e))
      return e->code;
    lbm_conditions_end(l);
    l->step++;
    if (o.tile != SIZE_MAX && here.step == INT64_MAX) {
      here.step = l->step;
      here.tile = o.tile;
      diverged(l, &o, &here.error);
    }
  }
  lbm_comm_ordered_reduce(&all, sizeof all, add_verdict, &here);
  *e = all.error;
  l->step = all.step < l->step ? all.step : l->step;
  return all.error.code;
}

int lbm_step(struct lbm *l, int64_t steps, struct tile_error *e)
{
  struct lbm_outcome o = {.tile = SIZE_MAX};
  if (!lbm_is_alone(l))
    return step_parts(l, steps, e);
  for (int64_t done = 0; done < steps && o.tile == SIZE_MAX; done += o.steps) {
    if (lbm_steps(l, &l->task, lbm_conditions_begin(l, steps - done), &o, e))
      return e->code;
    lbm_conditions_end(l);
    l->step += o.steps;
  }
  return o.tile == SIZE_MAX ? 0 : diverged(l, &o, e);
}
