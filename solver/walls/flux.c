/* SPDX-License-Identifier: BSD-3-Clause */
#include "flux.h"

#include "communicator.h"
#include "fluid.h"
#include "sites.h"

#include <math.h>

#include <omp.h>
#include <stdlib.h>

static bool gains(const struct lbm_geometry *g, size_t tile)
{
  const bool cut = g->wall_link_begin && g->wall_link_begin[tile] < g->wall_link_begin[tile + 1];
  return cut || g->boundary_begin[tile] < g->boundary_begin[tile + 1];
}

/* Exact, so that the order of nodes and the device do not matter, and neither does which function adds them up. */
struct flux {
  struct lbm_exact mass;
  int64_t links;
};

/* each: [patches + 1], zeros, a work array. */
static void add_tile(const struct lbm_incoming *a, size_t tile, struct lbm_gain *each, struct flux *to)
{
  const int count = a->part.domain.patches + 1;
  for (uint64_t mask = gains(&a->geometry, tile) ? a->part.domain.mask[tile] : 0; mask; mask &= mask - 1) {
    lbm_incoming_gain(a, tile, __builtin_ctzll(mask), each);
    for (int p = 0; p < count; p++) {
      lbm_exact_add(&to[p].mass, each[p].mass);
      to[p].links += each[p].links;
      each[p] = (struct lbm_gain){0};
    }
  }
}

/* Sums of the tiles of this process: `count` sums for each of `tiles` tiles. */
struct added {
  const struct flux *part;
  size_t tiles, count;
};

static void add_up(void *of_added, void *of_fluxes)
{
  const struct added *added = of_added;
  struct flux *to = of_fluxes;
  for (size_t n = 0; n < added->tiles * added->count; n++) {
    lbm_exact_merge(&to[n % added->count].mass, &added->part[n].mass);
    to[n % added->count].links += added->part[n].links;
  }
}

/* Adds up `tiles` tiles of a list, or all tiles of this process if tile is NULL. */
static int fluxes_of(struct lbm_gain *flux, const struct lbm_incoming *a, const size_t *tile, size_t tiles,
                     struct tile_error *e)
{
  const size_t first = a->part.begin, count = (size_t)a->part.domain.patches + 1;
  const int threads = a->flow->setup.threads ? a->flow->setup.threads : omp_get_max_threads();
  struct flux *part = tile_alloc((tiles + 1) * count, sizeof *part), *all = part + tiles * count;
  struct lbm_gain *each = tile_alloc((size_t)threads * count, sizeof *each);
  if (part && each) {
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
    for (size_t t = 0; t < tiles; t++)
      add_tile(a, tile ? tile[t] : first + t, each + (size_t)omp_get_thread_num() * count, part + t * count);
    struct added added = {part, tiles, count};
    lbm_comm_ordered_reduce(all, count * sizeof *all, add_up, &added);
    for (size_t p = 0; p < count; p++)
      flux[p] = (struct lbm_gain){lbm_exact_value(&all[p].mass), all[p].links};
  }
  const int code = part && each ? 0 : tile_fail_memory(e, tiles * count * sizeof *part, "sums per tile");
  free(part);
  free(each);
  return code;
}

int lbm_fluxes(struct lbm_gain *flux, const struct lbm_incoming *a, struct tile_error *e)
{
  return fluxes_of(flux, a, NULL, a->part.tiles, e);
}

/* ---- repeated sums ------------------------------------------------------- */

static bool sees(void *self, const struct lbm_incoming *a, size_t tile, bool *from)
{
  (void)self;
  if (!gains(&a->geometry, tile))
    return false;
  for (uint64_t mask = a->part.domain.mask[tile]; mask; mask &= mask - 1)
    lbm_incoming_sources(a, tile, __builtin_ctzll(mask), from);
  return true;
}

int lbm_flux_surface_make(struct lbm_surface *w, struct lbm *flow, struct tile_error *e)
{
  return lbm_surface_make(w, flow, sees, NULL, e);
}

/* ---- flows of openings ----------------------------------------------------- */

struct lbm_opening_flows {
  struct lbm *flow;
  bool walls;                      /* those through interpolated walls are wanted too */
  struct lbm_surface surface;      /* where sites do not serve */
  struct lbm_gain *flux;           /* [patches + 1], likewise */
  struct lbm_condition *condition; /* of the next time step */
  struct lbm_site_sum *sum;        /* [patches + 1] */
};

static int open_sites(struct lbm *l, bool walls, struct tile_error *e)
{
  const int patches = l->domain->patches;
  int code = 0, *patch = tile_alloc((size_t)patches, sizeof *patch);
  if (!patch)
    return tile_fail_memory(e, (size_t)patches * sizeof *patch, "nodes of patches");
  for (int p = 0; p < patches; p++)
    patch[p] = p;
  if (!l->pulse.patches.list)
    code = lbm_sites_open(&l->pulse.patches, l, patch, patches, e);
  if (!code && walls && !l->pulse.walls.list)
    code = lbm_sites_open(&l->pulse.walls, l, &patches, 1, e);
  free(patch);
  return code;
}

int lbm_opening_flows_open(struct lbm_opening_flows **made, struct lbm *l, bool walls, struct tile_error *e)
{
  const size_t count = (size_t)l->domain->patches + 1;
  struct lbm_opening_flows *o = *made = tile_alloc(1, sizeof *o);
  if (!o)
    return tile_fail_memory(e, sizeof *o, "flows of openings");
  o->flow = l;
  o->walls = walls;
  o->flux = tile_alloc(count, sizeof *o->flux);
  o->sum = tile_alloc(count, sizeof *o->sum);
  o->condition = tile_alloc(l->local->geometry.conditions, sizeof *o->condition);
  if (!o->flux || !o->sum || !o->condition)
    return tile_fail_memory(e, count * sizeof *o->sum, "flows of openings");
  return lbm_sites_serve(l) ? open_sites(l, walls, e) : lbm_flux_surface_make(&o->surface, l, e);
}

void lbm_opening_flows_close(struct lbm_opening_flows *o)
{
  if (!o)
    return;
  lbm_surface_free(&o->surface);
  free(o->flux);
  free(o->sum);
  free(o->condition);
  free(o);
}

/* What the pressure falls by from the plane of an opening to its nodes, see lbm_outlet_tilt. */
static double fall(const struct lbm *l, int patch, double inflow)
{
  const struct lbm_lead *lead = l->pulse.lead + patch;
  const double nu = lbm_fluid_developed(&l->setup.fluid, l->setup.tau, fabs(inflow) / lbm_lead_cube(lead)),
               grows = lead->mass > 0 ? lbm_flow_growth(l, patch) : 0;
  return lead->height * (nu * inflow * lead->drag + grows * lead->mass);
}

static double pressure_of(const struct lbm_opening_flows *o, int patch)
{
  const struct lbm_site_sum *s = o->sum + patch;
  const struct lbm *l = o->flow;
  const double mean = s->sites ? lbm_exact_value(&s->other) / (double)s->sites : NAN;
  const bool known = l->setup.condition[patch].kind == LBM_AT_PRESSURE;
  return lbm_pressure_taken(&l->setup, l->domain->patches) +
         (known ? o->condition[patch].density / 3 : mean / 3 + fall(l, patch, lbm_exact_value(&s->mass)));
}

static int by_surface(struct lbm_opening_flows *o, struct tile_error *e)
{
  struct lbm_surface *w = &o->surface;
  if (lbm_incoming_copy(&w->incoming, e) || fluxes_of(o->flux, &w->incoming, w->tile, w->tiles, e))
    return e->code;
  for (int p = 0; p <= o->flow->domain->patches; p++)
    o->sum[p] = (struct lbm_site_sum){.sites = 0};
  return 0;
}

static int by_sites(struct lbm_opening_flows *o, struct tile_error *e)
{
  struct lbm *l = o->flow;
  const int patches = l->domain->patches;
  if (patches + o->walls == 0)
    return 0;
  if (lbm_sites_meet(l, e) || (patches && lbm_sites_sum(&l->pulse.patches, o->condition, NULL, o->sum, e)) ||
      (o->walls && lbm_sites_sum(&l->pulse.walls, o->condition, NULL, o->sum + patches, e)))
    return e->code;
  lbm_sites_add(o->sum, (size_t)(patches + o->walls));
  for (int p = 0; p < patches + o->walls; p++)
    o->flux[p].mass = lbm_exact_value(&o->sum[p].mass);
  return 0;
}

int lbm_opening_flows_now(struct lbm_opening_flows *o, double *inflow, double *pressure, struct tile_error *e)
{
  const int patches = o->flow->domain->patches;
  lbm_conditions_next(o->flow, o->condition);
  lbm_outlets_last(o->flow, o->condition);
  if (lbm_sites_serve(o->flow) ? by_sites(o, e) : by_surface(o, e))
    return e->code;
  for (int p = 0; p < patches + o->walls; p++)
    inflow[p] = o->flux[p].mass;
  for (int p = 0; pressure && p < patches; p++)
    pressure[p] = pressure_of(o, p);
  return 0;
}

/* ---- balance -------------------------------------------------------------- */

struct lbm_balance lbm_balance_of(const struct lbm_gain *flux, int patches)
{
  struct lbm_balance b = {0, flux[patches].mass};
  for (int p = 0; p < patches; p++) {
    b.gain += flux[p].mass;
    b.inflow += flux[p].mass > 0 ? flux[p].mass : 0;
  }
  return b;
}
