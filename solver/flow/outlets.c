#include "arrive.h"
#include "communicator.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* A node with links of an opening whose flow is summed. */
struct site {
  size_t tile; /* of the geometry of its subdomain */
  int node, opening;
};

/* The nodes of a local subdomain, in the order of tiles and of nodes within them. */
struct part {
  size_t count;
  struct site *site;
  struct lbm_places here[2]; /* where the populations that come to them lie: at their sources, or away (backend.h) */
  void *values;              /* [LBM_Q count], the populations */
  double *gain;              /* [2 count], the mass that comes in at each of two pressures */
};

/* An opening whose flow is summed: an outlet, or, if any outlet takes a fraction of it, an inflow. */
struct opening {
  int patch;
  bool coupled;
  double area;
  double target; /* of an outlet of fixed pressure, in this step */
};

struct lbm_outlets {
  struct lbm *flow;
  int count, reference; /* reference: the opening whose pressure is taken off; -1: there is none */
  struct opening *opening;
  double *sum; /* [2 count], the volume that comes in through each opening at each of two pressures */
  struct part *part;
  bool due; /* a time step is to be made */
};

static bool is_coupled(const struct lbm *l, int patch)
{
  return l->setup.course && l->setup.condition[patch].kind == LBM_AT_PRESSURE &&
         lbm_is_coupled(l->setup.course + patch);
}

/* ---- what can be ----------------------------------------------------------- */

static int check_openings(const struct lbm *l, struct tile_error *e)
{
  double fractions = 0;
  int splits = 0, holders = 0, inflows = 0;
  for (int p = 0; p < l->domain->patches; p++) {
    const enum lbm_condition_kind kind = l->setup.condition[p].kind;
    const struct lbm_outlet *o = &l->setup.course[p].outlet;
    inflows += lbm_sets_velocity(kind);
    if (kind != LBM_AT_PRESSURE)
      continue;
    splits += o->kind == LBM_OUTLET_SPLIT;
    holders += o->kind != LBM_OUTLET_SPLIT;
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

static int find_area(double *area, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct tile_opening o;
  if (lbm_opening_of(&o, d, patch, e))
    return e->code;
  *area = d->dx > 0 ? o.area / (d->dx * d->dx) : 0;
  for (size_t m = 0; !(o.area > 0 && d->dx > 0) && m < d->marks; m++)
    *area += d->mark[m].patch == patch + 1;
  return 0;
}

/* The first outlet whose pressure depends on its flow, unless an opening holds the pressure. */
static int find_reference(const struct lbm_outlets *o)
{
  const struct lbm *l = o->flow;
  for (int p = 0; p < l->domain->patches; p++)
    if (l->setup.condition[p].kind == LBM_AT_PRESSURE && l->setup.course[p].outlet.kind == LBM_OUTLET_FIXED)
      return -1;
  for (int k = 0; k < o->count; k++)
    if (o->opening[k].coupled && l->setup.course[o->opening[k].patch].outlet.kind != LBM_OUTLET_SPLIT)
      return k;
  return -1;
}

static int find_openings(struct lbm_outlets *o, struct tile_error *e)
{
  const struct lbm *l = o->flow;
  const size_t patches = (size_t)l->domain->patches;
  const bool splits = has_splits(l);
  o->opening = tile_alloc(patches, sizeof *o->opening);
  o->sum = tile_alloc(2 * patches, sizeof *o->sum);
  o->part = tile_alloc((size_t)lbm_locals(l), sizeof *o->part);
  if (!o->opening || !o->sum || !o->part)
    return tile_fail_memory(e, patches * sizeof *o->opening, "outlets");
  for (int p = 0; p < l->domain->patches; p++) {
    if (!is_coupled(l, p) && !(splits && lbm_sets_velocity(l->setup.condition[p].kind)))
      continue;
    struct opening *at = o->opening + o->count++;
    *at = (struct opening){.patch = p, .coupled = is_coupled(l, p)};
    if (find_area(&at->area, l->domain, p, e))
      return e->code;
  }
  o->reference = find_reference(o);
  return 0;
}

/* Does the node have links of the patch? */
static bool has_links(const struct lbm_geometry *g, size_t tile, int node, int patch)
{
  for (size_t n = g->boundary_begin[tile]; n < g->boundary_begin[tile + 1]; n++)
    if (g->boundary[n].column == lbm_column(g, tile, node) && lbm_patch_of(g, g->boundary[n].patch) == patch)
      return true;
  return false;
}

/* Counts the sites, or writes them to part->site. */
static size_t find_sites(const struct lbm_outlets *o, const struct lbm_geometry *g, struct site *to)
{
  size_t count = 0;
  for (size_t t = g->begin; t < g->end; t++)
    for (uint64_t mask = g->boundary_begin[t] < g->boundary_begin[t + 1] ? g->domain->mask[t] : 0; mask;
         mask &= mask - 1)
      for (int k = 0; k < o->count; k++)
        if (has_links(g, t, __builtin_ctzll(mask), o->opening[k].patch)) {
          if (to)
            to[count] = (struct site){t, __builtin_ctzll(mask), k};
          count++;
        }
  return count;
}

static int find_part(const struct lbm_outlets *o, struct part *p, const struct lbm_geometry *g, struct tile_error *e)
{
  p->count = find_sites(o, g, NULL);
  const size_t values = p->count * LBM_Q;
  p->site = tile_alloc(p->count, sizeof *p->site);
  p->values = tile_alloc(values, sizeof(double));
  p->gain = tile_alloc(2 * p->count, sizeof *p->gain);
  for (int k = 0; k < 2; k++)
    p->here[k] = (struct lbm_places){values, tile_alloc(values, sizeof *p->here[k].at)};
  if (!p->site || !p->values || !p->gain || !p->here[0].at || !p->here[1].at)
    return tile_fail_memory(e, 3 * values * sizeof(double), "the links of outlets");
  find_sites(o, g, p->site);
  for (size_t n = 0; n < p->count; n++)
    for (int i = 0; i < LBM_Q; i++) {
      const struct site *s = p->site + n;
      p->here[0].at[n * LBM_Q + (size_t)i] = lbm_source(g, s->tile, s->node, i);
      p->here[1].at[n * LBM_Q + (size_t)i] = lbm_offset(g, s->tile, s->node, lbm_opposite[i]);
    }
  return 0;
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
  if (check_openings(l, e) || find_openings(o, e))
    return e->code;
  for (int p = 0; p < lbm_locals(l); p++)
    if (find_part(o, o->part + p, &l->local[p].geometry, e))
      return e->code;
  return 0;
}

void lbm_outlets_close(struct lbm *l)
{
  struct lbm_outlets *o = l->pulse.outlets;
  if (!o)
    return;
  for (int p = 0; o->part && p < lbm_locals(l); p++) {
    free(o->part[p].site);
    free(o->part[p].values);
    free(o->part[p].gain);
    free(o->part[p].here[0].at);
    free(o->part[p].here[1].at);
  }
  free(o->opening);
  free(o->sum);
  free(o->part);
  free(o);
}

/* ---- the flow at two pressures ----------------------------------------------- */

/* The density of the second pressure is higher by this. */
#define LIFT 1e-3

enum { MOST_PATCHES = 1024 }; /* of a domain */

static void set_density(const struct lbm *l, int patch, double density)
{
  for (int p = 0; p < lbm_locals(l); p++)
    l->local[p].varied[patch].density = density;
}

static struct lbm_outlet_state *state_of(const struct lbm_outlets *o, int opening)
{
  return &o->flow->setup.course[o->opening[opening].patch].state;
}

static void close_sites(const struct lbm_outlets *o, int local, int trial)
{
  const struct lbm *l = o->flow;
  const struct lbm_local *at = l->local + local;
  const struct part *p = o->part + local;
  const int threads = l->setup.threads ? l->setup.threads : omp_get_max_threads();
#pragma omp parallel for schedule(static) num_threads(threads) if (p->count > 256)
  for (size_t n = 0; n < p->count; n++) {
    struct lbm_gain gain[MOST_PATCHES + 1];
    double f[LBM_Q];
    memset(gain, 0, ((size_t)l->domain->patches + 1) * sizeof *gain);
    lbm_load(l->setup.precision, f, p->values, n * LBM_Q, LBM_Q);
    lbm_arrive(l, &at->geometry, at->varied, p->site[n].tile, p->site[n].node, NULL, f, gain);
    p->gain[2 * n + (size_t)trial] = gain[o->opening[p->site[n].opening].patch].mass;
  }
}

static void add_up(void *self, void *of_sums)
{
  const struct lbm_outlets *o = self;
  double *sum = of_sums;
  for (int p = 0; p < lbm_locals(o->flow); p++)
    for (size_t n = 0; n < o->part[p].count; n++)
      for (size_t trial = 0; trial < 2; trial++)
        sum[2 * (size_t)o->part[p].site[n].opening + trial] += o->part[p].gain[2 * n + trial];
}

static int find_flows(struct lbm_outlets *o, struct tile_error *e)
{
  struct lbm *l = o->flow;
  for (int p = 0; p < lbm_locals(l); p++) {
    const bool away = l->backend->away && l->backend->away(l->local[p].state);
    if (o->part[p].count && l->backend->pack(l->local[p].state, &o->part[p].here[away], o->part[p].values, e))
      return e->code;
  }
  for (int trial = 0; trial < 2; trial++) {
    for (int k = 0; k < o->count; k++)
      if (o->opening[k].coupled)
        set_density(l, o->opening[k].patch, 3 * state_of(o, k)->pressure + trial * LIFT);
    for (int p = 0; p < lbm_locals(l); p++)
      close_sites(o, p, trial);
  }
  for (int k = 0; k < 2 * o->count; k++)
    o->sum[k] = 0;
  lbm_comm_ordered_reduce(o->sum, 2 * (size_t)o->count * sizeof *o->sum, add_up, o);
  return 0;
}

/* ---- the equation of an opening ---------------------------------------------- */

/* The flow out of the domain at a pressure: base + slope p; the slope is negative. */
static struct lbm_relation flow_of(const struct lbm_outlets *o, int opening)
{
  const double *sum = o->sum + 2 * opening, slope = -(sum[1] - sum[0]) / (LIFT / 3);
  return (struct lbm_relation){-sum[0] - slope * state_of(o, opening)->pressure, slope};
}

/* The pressure at which both relations hold. */
static double solve(struct lbm_relation pressure, struct lbm_relation flow)
{
  return (pressure.base + pressure.slope * flow.base) / (1 - pressure.slope * flow.slope);
}

static double inflow_of(const struct lbm_outlets *o)
{
  double sum = 0;
  for (int k = 0; k < o->count; k++)
    sum += o->opening[k].coupled ? 0 : o->sum[2 * k];
  return sum;
}

/* c_s / A of an outlet that absorbs, else 0. */
static double impedance_of(const struct lbm_outlets *o, int opening)
{
  const struct opening *at = o->opening + opening;
  return o->flow->setup.course[at->patch].outlet.absorbing ? sqrt(1. / 3) / at->area : 0;
}

/* A fraction of the inflow leaves exactly; of an outlet that absorbs, the pressure follows slowly and sound leaves. */
static double split_pressure(const struct lbm_outlets *o, int opening, struct lbm_relation flow)
{
  const double turn = 1e-2, z = impedance_of(o, opening),
               wanted = o->flow->setup.course[o->opening[opening].patch].outlet.number[0] * inflow_of(o);
  struct lbm_outlet_state *s = state_of(o, opening);
  if (!(z > 0))
    return (wanted - flow.base) / flow.slope;
  const double p = solve((struct lbm_relation){s->capacitor - z * wanted, z}, flow);
  s->capacitor += turn * z * (flow.base + flow.slope * p - wanted);
  return p;
}

/* Sets the pressure of an opening, with `taken` off it, and returns what its own relation says. */
static double set_pressure(struct lbm_outlets *o, int opening, double taken, bool held)
{
  const struct opening *at = o->opening + opening;
  const struct lbm_outlet *outlet = &o->flow->setup.course[at->patch].outlet;
  struct lbm_outlet_state *s = state_of(o, opening);
  const struct lbm_relation flow = flow_of(o, opening);
  const double z = impedance_of(o, opening);
  struct lbm_relation own = lbm_outlet_relation(outlet, s), sound = {-z * s->mean, z};
  if (outlet->kind == LBM_OUTLET_FIXED)
    own.base = at->target;
  if (!held) {
    sound.base += own.base - taken;
    sound.slope += own.slope;
  }
  s->pressure = outlet->kind == LBM_OUTLET_SPLIT ? split_pressure(o, opening, flow) : solve(sound, flow);
  const double q = flow.base + flow.slope * s->pressure;
  lbm_outlet_advance(outlet, s, q);
  set_density(o->flow, at->patch, 3 * s->pressure);
  return own.base + own.slope * q;
}

int lbm_outlets_step(struct lbm *l, struct tile_error *e)
{
  struct lbm_outlets *o = l->pulse.outlets;
  double taken = 0;
  if (!o || !o->due)
    return 0;
  o->due = false;
  for (int k = 0; k < o->count; k++)
    o->opening[k].target = l->local->varied[o->opening[k].patch].density / 3;
  if (find_flows(o, e))
    return e->code;
  if (o->reference >= 0)
    taken = set_pressure(o, o->reference, 0, true);
  for (int k = 0; k < o->count; k++) {
    if (o->opening[k].coupled && k != o->reference)
      set_pressure(o, k, taken, false);
    state_of(o, k)->taken = taken;
  }
  return 0;
}

void lbm_outlets_due(struct lbm *l)
{
  if (l->pulse.outlets)
    l->pulse.outlets->due = true;
}

void lbm_outlets_last(const struct lbm *l, struct lbm_condition *to)
{
  for (int p = 0; p < l->domain->patches; p++)
    if (is_coupled(l, p))
      to[p].density = 3 * l->setup.course[p].state.pressure;
}
