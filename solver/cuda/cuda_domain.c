/* What the kernels know of the domain: masks, neighbours, and the tiles that are not plain. */
#include "cuda_state.h"

#include <stdlib.h>
#include <string.h>

static bool is_closed(const struct lbm_geometry *g, size_t tile)
{
  return g->list[tile] < g->list[tile + 1] || g->special_begin[tile] < g->special_begin[tile + 1];
}

static size_t count_closed(const struct lbm_geometry *g)
{
  size_t closed = 0;
  for (size_t t = 0; t < g->domain->tiles; t++)
    closed += is_closed(g, t);
  return closed;
}

size_t cuda_domain_bytes(const struct lbm_geometry *g)
{
  const size_t tiles = g->domain->tiles;
  return lbm_cuda_bytes(tiles, count_closed(g), g->special_begin[tiles], g->list[tiles]);
}

/* ---- host arrays in the kernels' form -------------------------------------------- */

static void fill_tiles(const struct cuda *c, struct lbm_cuda_tile *tile)
{
  const struct lbm_geometry *g = c->geometry;
  for (size_t t = 0; t < g->domain->tiles; t++) {
    const uint64_t mask = g->domain->mask[t];
    tile[t] = (struct lbm_cuda_tile){(uint32_t)mask, (uint32_t)(mask >> 32),
                                     (uint32_t)(g->base[t] * c->value / LBM_CUDA_ALIGN), (uint32_t)lbm_stride(g, t)};
  }
}

static void fill_near(const struct cuda *c, int32_t (*near)[LBM_CUDA_NEAR])
{
  const struct lbm_geometry *g = c->geometry;
  for (size_t t = 0; t < g->domain->tiles; t++) {
    memcpy(near[t], g->near[t], sizeof g->near[t]);
    if (is_closed(g, t))
      near[t][LBM_SELF] = -1;
  }
}

static int node_of_column(const struct lbm_geometry *g, size_t tile, int column)
{
  int node = 0;
  while (!(g->domain->mask[tile] >> node & 1) || lbm_column(g, tile, node) != column)
    node++;
  return node;
}

/* The specials of a tile sorted by node; those of one node stay in order. */
static void sort_specials(const struct lbm_geometry *g, size_t tile, struct lbm_cuda_closed *closed,
                          struct lbm_special *to)
{
  const size_t begin = g->special_begin[tile], end = g->special_begin[tile + 1];
  uint16_t count = 0;
  for (int node = 0; node < 64; node++) {
    closed->first[node] = count;
    for (size_t s = begin; s < end; s++)
      if (node_of_column(g, tile, g->special[s].column) == node)
        to[begin + count++] = g->special[s];
  }
  closed->first[64] = count;
}

static void fill_closed(const struct lbm_geometry *g, struct lbm_cuda_closed *closed, struct lbm_special *special)
{
  for (size_t t = 0; t < g->domain->tiles; t++) {
    if (!is_closed(g, t))
      continue;
    *closed = (struct lbm_cuda_closed){.tile = (uint32_t)t,
                                       .columns = (uint32_t)((g->list[t + 1] - g->list[t]) / (LBM_Q - 1)),
                                       .list = g->list[t],
                                       .special = g->special_begin[t]};
    sort_specials(g, t, closed++, special);
  }
}

static void fill_first(const struct cuda *c)
{
  for (size_t t = 0; t < c->geometry->domain->tiles; t++)
    c->first[t + 1] = c->first[t] + (size_t)__builtin_popcountll(c->geometry->domain->mask[t]);
}

/* ---- to the device ---------------------------------------------------------------- */

static int send(struct cuda *c, const void *to, const void *host, size_t bytes, struct tile_error *e)
{
  void **place = (void **)to; /* the kernels' pointers are to const */
  if (!host)
    return tile_fail_memory(e, bytes, "the domain on its way to the device");
  return cuda_take(c, place, bytes, "the domain", e) ||
                 cuda_ok(cudaMemcpy(*place, host, bytes, cudaMemcpyHostToDevice), "the domain", e)
             ? e->code
             : 0;
}

int cuda_domain_send(struct cuda *c, struct tile_error *e)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->domain->tiles, closed = count_closed(g), specials = g->special_begin[tiles];
  struct lbm_cuda_domain *d = &c->domain;
  struct lbm_cuda_tile *tile = tile_alloc(tiles, sizeof *tile);
  int32_t(*near)[LBM_CUDA_NEAR] = tile_alloc(tiles, sizeof *near);
  struct lbm_cuda_closed *close = tile_alloc(closed, sizeof *close);
  struct lbm_special *special = tile_alloc(specials, sizeof *special);
  c->first = tile_alloc(tiles + 1, sizeof *c->first);
  d->tiles = (uint32_t)tiles;
  d->closed_tiles = (uint32_t)closed;
  if (tile && near && close && special && c->first) {
    fill_tiles(c, tile);
    fill_near(c, near);
    fill_closed(g, close, special);
    fill_first(c);
  }
  int code = send(c, &d->tile, tile, tiles * sizeof *tile, e) || send(c, &d->near, near, tiles * sizeof *near, e) ||
             send(c, &d->first, c->first, (tiles + 1) * sizeof *c->first, e) ||
             send(c, &d->closed, close, closed * sizeof *close, e) ||
             send(c, &d->special, special, specials * sizeof *special, e) ||
             send(c, &d->source, g->source, g->list[tiles] * sizeof *g->source, e);
  free(tile);
  free(near);
  free(close);
  free(special);
  return code ? e->code : 0;
}

void cuda_domain_free(struct cuda *c)
{
  struct lbm_cuda_domain *d = &c->domain;
  const void *all[] = {d->tile, d->near, d->first, d->closed, d->special, d->source};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    cudaFree((void *)all[i]);
  free(c->first);
}
