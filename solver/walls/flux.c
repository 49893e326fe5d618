#include "flux.h"

#include "communicator.h"
#include "flow.h"

#include <omp.h>
#include <stdlib.h>

static bool gains(const struct lbm_geometry *g, size_t tile)
{
  const bool cut = g->wall_link_begin && g->wall_link_begin[tile] < g->wall_link_begin[tile + 1];
  return cut || g->boundary_begin[tile] < g->boundary_begin[tile + 1];
}

static void add_tile(const struct lbm_incoming *a, size_t tile, struct lbm_gain *to)
{
  for (uint64_t mask = gains(&a->geometry, tile) ? a->part.domain.mask[tile] : 0; mask; mask &= mask - 1)
    lbm_incoming_gain(a, tile, __builtin_ctzll(mask), to);
}

/* Sums of the tiles of this process: `count` sums for each of `tiles` tiles. */
struct added {
  const struct lbm_gain *part;
  size_t tiles, count;
};

static void add_up(void *of_added, void *of_fluxes)
{
  const struct added *added = of_added;
  struct lbm_gain *to = of_fluxes;
  for (size_t n = 0; n < added->tiles * added->count; n++) {
    to[n % added->count].mass += added->part[n].mass;
    to[n % added->count].links += added->part[n].links;
  }
}

/* Adds up `tiles` tiles of a list, or all tiles of this process if tile is NULL. */
static int fluxes_of(struct lbm_gain *flux, const struct lbm_incoming *a, const size_t *tile, size_t tiles,
                     struct tile_error *e)
{
  const size_t first = a->part.begin, count = (size_t)a->part.domain.patches + 1;
  const int threads = a->flow->setup.threads;
  struct lbm_gain *part = tile_alloc(tiles * count, sizeof *part);
  if (!part)
    return tile_fail_memory(e, tiles * count * sizeof *part, "sums per tile");
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads ? threads : omp_get_max_threads())
  for (size_t t = 0; t < tiles; t++)
    add_tile(a, tile ? tile[t] : first + t, part + t * count);
  struct added added = {part, tiles, count};
  for (size_t p = 0; p < count; p++)
    flux[p] = (struct lbm_gain){0};
  lbm_comm_ordered_reduce(flux, count * sizeof *flux, add_up, &added);
  free(part);
  return 0;
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

int lbm_flux_surface_now(struct lbm_surface *w, struct lbm_gain *flux, struct tile_error *e)
{
  return lbm_incoming_copy(&w->incoming, e) || fluxes_of(flux, &w->incoming, w->tile, w->tiles, e) ? e->code : 0;
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
