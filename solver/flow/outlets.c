/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrive.h"
#include "communicator.h"
#include "course.h"
#include "fluid.h"

#include <stdlib.h>

struct lbm_outlets {
  struct lbm *flow;
  int count, reference; /* reference: the opening whose pressure is taken off; -1: there is none */
  struct lbm_opening *opening;
  struct lbm_outlet_state *state; /* [count] */
  double *target, (*came)[2];     /* [count], see lbm_outlets_solve */
  double *developed;              /* of all openings; NULL: the viscosity is constant */
  struct lbm_sites sites;         /* a group for each opening */
  struct lbm_site_sum *sum;       /* [count], at each of two pressures */
  struct lbm_condition *lifted;   /* the conditions with the second pressure */
  struct lbm_coupling coupling;
  bool due; /* a time step is to be made */
};

/* Is it an opening of a surface, whose flow tilts its pressure (lbm_outlet_tilt)? A GPU that is to have one copy of the
 * populations, from which sites cannot be fetched, goes without. */
static bool tilts(const struct lbm *l, int patch)
{
  return tile_patch_opens(l->domain->patch + patch) && l->backend->pack &&
         (l->backend->kind != LBM_ON_CUDA || l->setup.copies != 1);
}

static bool is_coupled(const struct lbm *l, int patch)
{
  return l->setup.course && l->setup.condition[patch].kind == LBM_AT_PRESSURE &&
         (lbm_is_coupled(l->setup.course + patch) || tilts(l, patch));
}

/* ---- what can be ----------------------------------------------------------- */

static int check_openings(const struct lbm *l, struct tile_error *e)
{
  double fractions = 0;
  int splits = 0, holders = 0, inflows = 0;
  for (int p = 0; p < l->domain->patches; p++) {
    const enum lbm_condition_kind kind = l->setup.condition[p].kind;
    const struct lbm_outlet *o = &l->setup.course[p].outlet;
    inflows += lbm_sets_velocity(kind) || o->kind == LBM_OUTLET_FLOW;
    if (kind != LBM_AT_PRESSURE)
      continue;
    splits += o->kind == LBM_OUTLET_SPLIT;
    holders += !lbm_gives_flow(l->setup.course + p);
    fractions += o->kind == LBM_OUTLET_SPLIT ? o->number[0] : 0;
  }
  if (fractions > 1)
    return tile_fail(e, TILE_USAGE, "the fractions of the outlets are %g in all: more than 1", fractions);
  if (splits && !holders)
    return tile_fail(e, TILE_USAGE,
                     "every outlet has a fraction of the flow, and none holds the pressure: give one a pressure, a "
                     "resistance or an rcr");
  if (splits && !inflows)
    return tile_fail(e, TILE_USAGE, "an outlet has a fraction of the inflow, but no patch has a flow or a velocity");
  if (!l->backend->pack)
    return tile_fail(e, TILE_USAGE, "lattice d2q9 has no outlets with a resistance, a fraction or absorption");
  return 0;
}

/* ---- opening and closing ----------------------------------------------------- */

static bool has_splits(const struct lbm *l)
{
  for (int p = 0; p < l->domain->patches; p++)
    if (is_coupled(l, p) && l->setup.course[p].outlet.kind == LBM_OUTLET_SPLIT)
      return true;
  return false;
}

/* In voxels^2; that of a face is the number of its nodes. */
static double area_of(const struct lbm *l, int patch)
{
  const struct tile_domain *d = l->domain;
  double area = l->pulse.lead[patch].area;
  for (size_t m = 0; !(l->pulse.lead[patch].area > 0) && m < d->marks; m++)
    area += d->mark[m].patch == patch + 1;
  return area;
}

/* The first outlet whose pressure depends on its flow, unless an opening holds the pressure. */
static int find_reference(const struct lbm_outlets *o)
{
  const struct lbm *l = o->flow;
  for (int p = 0; p < l->domain->patches; p++)
    if (l->setup.condition[p].kind == LBM_AT_PRESSURE && l->setup.course[p].outlet.kind == LBM_OUTLET_FIXED)
      return -1;
  for (int k = 0; k < o->count; k++)
    if (o->opening[k].coupled && !lbm_outlet_gives_flow(o->opening + k))
      return k;
  return -1;
}

static int fill_developed(struct lbm_outlets *o, struct tile_error *e)
{
  const struct lbm_setup *s = &o->flow->setup;
  if (s->fluid.kind == LBM_NEWTONIAN)
    return 0;
  o->developed = tile_alloc(LBM_DEVELOPED_ROWS, sizeof *o->developed);
  if (!o->developed)
    return tile_fail_memory(e, LBM_DEVELOPED_ROWS * sizeof *o->developed, "outlets");
  for (int i = 0; i < LBM_DEVELOPED_ROWS; i++)
    o->developed[i] = lbm_fluid_developed(&s->fluid, s->tau,
                                          ldexp(1 + (double)(i % LBM_DEVELOPED_CELLS) / LBM_DEVELOPED_CELLS,
                                                LBM_DEVELOPED_FIRST + i / LBM_DEVELOPED_CELLS));
  return 0;
}

static void add_opening(struct lbm_outlets *o, int patch)
{
  const struct lbm *l = o->flow;
  struct lbm_opening *at = o->opening + o->count++;
  *at = (struct lbm_opening){.patch = patch, .coupled = is_coupled(l, patch)};
  if (at->coupled) {
    at->outlet = l->setup.course[patch].outlet;
    at->decay =
        l->setup.steady && !l->pulse.waves ? (struct lbm_outlet_decay){.now = 1} : lbm_outlet_decay_of(&at->outlet);
    at->impedance = at->outlet.absorbing ? LBM_SOUND / area_of(l, patch) : 0;
    at->rate = LBM_LOW_PASS;
    at->viscosity = tilts(l, patch) ? (l->setup.tau - 0.5) / 3 : 0;
    at->developed = o->developed;
    at->cube = lbm_lead_cube(l->pulse.lead + patch);
  }
}

/* Of an inflow that varies, and that outlets of a fraction leave, each outlet takes a share as its area. */
static void share(struct lbm_outlets *o)
{
  double area = 0, rest = 1;
  for (int k = 0; k < o->count; k++) {
    const struct lbm_opening *at = o->opening + k;
    area += at->coupled && !lbm_outlet_gives_flow(at) ? area_of(o->flow, at->patch) : 0;
    rest -= at->outlet.kind == LBM_OUTLET_SPLIT ? at->outlet.number[0] : 0;
  }
  for (int k = 0; k < o->count; k++)
    o->opening[k].share = o->opening[k].coupled ? rest * area_of(o->flow, o->opening[k].patch) / area : 0;
}

/* In a steady flow, outlets of constant pressure absorb together. */
static void join(struct lbm_outlets *o)
{
  const int64_t *grid = o->flow->domain->grid;
  double length = 0, area = 0;
  for (int a = 0; a < 3; a++)
    length = fmax(length, (double)grid[a]);
  for (int k = 0; k < o->count; k++) {
    struct lbm_opening *at = o->opening + k;
    at->together = at->outlet.absorbing && at->outlet.kind == LBM_OUTLET_FIXED && !o->flow->pulse.waves;
    area += at->together ? LBM_SOUND / at->impedance : 0;
  }
  for (int k = 0; k < o->count; k++)
    if (o->opening[k].together) {
      o->opening[k].impedance = LBM_SOUND / area;
      o->opening[k].rate = LBM_TOGETHER / length;
    }
}

static int find_openings(struct lbm_outlets *o, struct tile_error *e)
{
  const struct lbm *l = o->flow;
  const size_t patches = (size_t)l->domain->patches, conditions = l->local->geometry.conditions;
  const bool inflows = has_splits(l) || l->pulse.waves;
  o->opening = tile_alloc(patches, sizeof *o->opening);
  o->state = tile_alloc(patches, sizeof *o->state);
  o->target = tile_alloc(patches, sizeof *o->target);
  o->came = tile_alloc(patches, sizeof *o->came);
  o->sum = tile_alloc(patches, sizeof *o->sum);
  o->lifted = tile_alloc(conditions, sizeof *o->lifted);
  if (!o->opening || !o->state || !o->target || !o->came || !o->sum || !o->lifted)
    return tile_fail_memory(e, patches * sizeof *o->opening, "outlets");
  if (fill_developed(o, e))
    return e->code;
  for (int p = 0; p < l->domain->patches; p++)
    if (is_coupled(l, p) || (inflows && lbm_sets_velocity(l->setup.condition[p].kind)))
      add_opening(o, p);
  share(o);
  join(o);
  o->reference = find_reference(o);
  return 0;
}

static int open_sites(struct lbm_outlets *o, struct tile_error *e)
{
  int *patch = tile_alloc((size_t)o->count, sizeof *patch);
  for (int k = 0; patch && k < o->count; k++)
    patch[k] = o->opening[k].patch;
  const int code = patch ? lbm_sites_open(&o->sites, o->flow, patch, o->count, e)
                         : tile_fail_memory(e, (size_t)o->count * sizeof *patch, "outlets");
  free(patch);
  return code;
}

bool lbm_has_outlets(const struct lbm *l)
{
  bool any = false;
  for (int p = 0; p < l->domain->patches; p++)
    any = any || is_coupled(l, p);
  return any;
}

int lbm_outlets_open(struct lbm *l, struct tile_error *e)
{
  if (!lbm_has_outlets(l))
    return 0;
  struct lbm_outlets *o = l->pulse.outlets = tile_alloc(1, sizeof *o);
  if (!o)
    return tile_fail_memory(e, sizeof *o, "outlets");
  o->flow = l;
  return check_openings(l, e) || find_openings(o, e) || open_sites(o, e) ? e->code : 0;
}

void lbm_outlets_close(struct lbm *l)
{
  struct lbm_outlets *o = l->pulse.outlets;
  if (!o)
    return;
  lbm_sites_close(&o->sites);
  free(o->opening);
  free(o->state);
  free(o->target);
  free(o->came);
  free(o->sum);
  free(o->lifted);
  free(o->developed);
  free(o);
}

/* ---- a time step --------------------------------------------------------------- */

static void set_density(const struct lbm *l, int patch, double density)
{
  for (int p = 0; p < lbm_locals(l); p++)
    l->local[p].varied[patch].density = density;
}

static void set_tilt(const struct lbm_outlets *o, int k)
{
  for (int p = 0; p < lbm_locals(o->flow); p++)
    lbm_outlet_tilt(o->opening + k, o->state + k, o->flow->local[p].varied + o->opening[k].patch);
}

static void get_states(const struct lbm_outlets *o)
{
  for (int k = 0; k < o->count; k++)
    o->state[k] = o->flow->setup.course[o->opening[k].patch].state;
}

static void put_states(const struct lbm_outlets *o)
{
  for (int k = 0; k < o->count; k++)
    o->flow->setup.course[o->opening[k].patch].state = o->state[k];
}

/* Finds what comes in through each opening at two pressures. */
static int find_flows(struct lbm_outlets *o, struct tile_error *e)
{
  struct lbm *l = o->flow;
  const struct lbm_condition *now = l->local->varied;
  for (int k = 0; k < o->count; k++)
    if (o->opening[k].coupled) {
      set_density(l, o->opening[k].patch, 3 * o->state[k].pressure);
      set_tilt(o, k);
    }
  memcpy(o->lifted, now, l->local->geometry.conditions * sizeof *now);
  for (int k = 0; k < o->count; k++)
    if (o->opening[k].coupled)
      o->lifted[o->opening[k].patch].density += LBM_OUTLET_LIFT;
  if (lbm_sites_sum(&o->sites, now, o->lifted, o->sum, e))
    return e->code;
  lbm_sites_add(o->sum, (size_t)o->count);
  for (int k = 0; k < o->count; k++) {
    o->came[k][0] = lbm_exact_value(&o->sum[k].mass);
    o->came[k][1] = lbm_exact_value(&o->sum[k].other);
  }
  return 0;
}

int lbm_outlets_step(struct lbm *l, struct tile_error *e)
{
  struct lbm_outlets *o = l->pulse.outlets;
  if (!o || !o->due)
    return 0;
  o->due = false;
  get_states(o);
  for (int k = 0; k < o->count; k++)
    o->target[k] = l->local->varied[o->opening[k].patch].density / 3;
  if (find_flows(o, e))
    return e->code;
  lbm_outlets_solve(o->opening, o->count, o->reference, (const double(*)[2])o->came, o->target, o->state);
  for (int k = 0; k < o->count; k++)
    if (o->opening[k].coupled)
      set_density(l, o->opening[k].patch, 3 * o->state[k].pressure);
  put_states(o);
  return 0;
}

const struct lbm_coupling *lbm_outlets_coupling(struct lbm *l)
{
  struct lbm_outlets *o = l->pulse.outlets;
  if (!o)
    return NULL;
  get_states(o);
  o->coupling = (struct lbm_coupling){o->count, o->reference, o->opening, o->sites.list, o->state};
  return &o->coupling;
}

void lbm_outlets_end(struct lbm *l)
{
  put_states(l->pulse.outlets);
}

void lbm_outlets_due(struct lbm *l)
{
  if (l->pulse.outlets)
    l->pulse.outlets->due = true;
}

void lbm_outlets_last(const struct lbm *l, struct lbm_condition *to)
{
  const struct lbm_outlets *o = l->pulse.outlets;
  for (int k = 0; o && k < o->count; k++) {
    const int patch = o->opening[k].patch;
    const struct lbm_outlet_state *s = o->opening[k].coupled ? &l->setup.course[patch].state : NULL;
    if (!s)
      continue;
    to[patch].density = 3 * s->pressure;
    lbm_outlet_tilt(o->opening + k, s, to + patch);
  }
}
