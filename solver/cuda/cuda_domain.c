/* SPDX-License-Identifier: BSD-3-Clause */
/* The domain as kernels read it: masks, neighbours, and the tiles that are not plain. */
#include "cuda_domain.h"

#include <stdlib.h>
#include <string.h>

static bool is_boundary_tile(const struct lbm_geometry *g, size_t tile)
{
  return g->list[tile] < g->list[tile + 1] || g->boundary_begin[tile] < g->boundary_begin[tile + 1] ||
         (g->wall_link_begin &&
          g->wall_link_begin[tile + 1] - g->wall_link_begin[tile] > (size_t)lbm_layouts[g->storage.layout].cuts);
}

/* Among its own tiles. */
static size_t count_boundary_tiles(const struct lbm_geometry *g)
{
  size_t boundary_tiles = 0;
#pragma omp parallel for schedule(static) reduction(+ : boundary_tiles)
  for (size_t t = g->begin; t < g->end; t++)
    boundary_tiles += is_boundary_tile(g, t);
  return boundary_tiles;
}

size_t cuda_domain_bytes(const struct lbm_geometry *g)
{
  const size_t tiles = g->domain->tiles;
  return lbm_cuda_bytes(tiles, count_boundary_tiles(g), g->boundary_begin[tiles], g->list[tiles]) +
         lbm_wall_links_bytes(g);
}

static size_t bytes_of(const struct cuda *c, size_t tile)
{
  return (c->geometry->base[tile + 1] - c->geometry->base[tile]) * c->value;
}

size_t cuda_boundary_bytes(const struct cuda *c)
{
  const struct lbm_geometry *g = c->geometry;
  size_t bytes = 0;
#pragma omp parallel for schedule(static) reduction(+ : bytes)
  for (size_t t = g->begin; t < g->end; t++)
    bytes += is_boundary_tile(g, t) ? bytes_of(c, t) : 0;
  return bytes;
}

/* Does it touch a tile of another subdomain? Boundary tiles do not count, as they are updated last anyway. */
static bool is_edge_tile(const struct lbm_geometry *g, size_t tile)
{
  const bool alone = g->end - g->begin == g->domain->tiles;
  for (int k = 0; k < TILE_WAYS && !alone && !is_boundary_tile(g, tile); k++)
    if (g->near[tile][k] >= 0 && ((size_t)g->near[tile][k] < g->begin || (size_t)g->near[tile][k] >= g->end))
      return true;
  return false;
}

/* ---- host arrays in the kernels' form -------------------------------------------- */

static void fill_tiles(const struct cuda *c, struct lbm_cuda_tile *tile)
{
  const struct lbm_geometry *g = c->geometry;
#pragma omp parallel for schedule(static)
  for (size_t row = 0; row < g->domain->tiles; row++) {
    const size_t t = cuda_row_tile(c, row), base = c->copies == 1 ? c->one.order.base[row] : g->base[t];
    const uint64_t mask = g->domain->mask[t];
    tile[t] = (struct lbm_cuda_tile){(uint32_t)mask, (uint32_t)(mask >> 32),
                                     (uint32_t)(base * c->value / LBM_CUDA_ALIGN), (uint32_t)lbm_stride(g, t)};
  }
}

static void fill_near(const struct cuda *c, int32_t (*near)[LBM_CUDA_NEAR])
{
  const struct lbm_geometry *g = c->geometry;
#pragma omp parallel for schedule(static)
  for (size_t row = g->begin; row < g->end; row++) {
    const size_t t = cuda_row_tile(c, row);
    int32_t *of_tile = near[row - g->begin];
    memcpy(of_tile, g->near[t], sizeof g->near[t]);
    of_tile[LBM_CUDA_NEAR - 1] = (int32_t)t;
    if (is_boundary_tile(g, t) || is_edge_tile(g, t))
      of_tile[LBM_SELF] = -1;
  }
}

static int node_of_column(const struct lbm_geometry *g, size_t tile, int column)
{
  int node = 0;
  while (!(g->domain->mask[tile] >> node & 1) || lbm_column(g, tile, node) != column)
    node++;
  return node;
}

/* Sorts the boundary nodes of a tile by node; entries of one node keep their order. */
static void sort_boundary_nodes(const struct lbm_geometry *g, size_t tile, struct lbm_cuda_boundary_tile *at,
                                struct lbm_boundary_node *to)
{
  const size_t begin = g->boundary_begin[tile], end = g->boundary_begin[tile + 1];
  uint16_t count = 0;
  for (int node = 0; node < 64; node++) {
    at->first[node] = count;
    for (size_t s = begin; s < end; s++)
      if (node_of_column(g, tile, g->boundary[s].column) == node)
        to[begin + count++] = g->boundary[s];
  }
  at->first[64] = count;
}

static void fill_boundary_tiles(const struct cuda *c, struct lbm_cuda_boundary_tile *at,
                                struct lbm_boundary_node *boundary)
{
  const struct lbm_geometry *g = c->geometry;
  size_t aside = 0;
  for (size_t row = g->begin; row < g->end; row++) {
    const size_t t = cuda_row_tile(c, row);
    if (!is_boundary_tile(g, t))
      continue;
    *at = (struct lbm_cuda_boundary_tile){.tile = (uint32_t)t,
                                          .row = (uint32_t)(row - g->begin),
                                          .columns = (uint32_t)((g->list[t + 1] - g->list[t]) / (LBM_Q - 1)),
                                          .list = g->list[t],
                                          .boundary = g->boundary_begin[t],
                                          .aside = (uint32_t)(aside / LBM_CUDA_ALIGN)};
    aside += bytes_of(c, t);
    sort_boundary_nodes(g, t, at++, boundary);
  }
}

/* ---- to the device ---------------------------------------------------------------- */

static int send(struct cuda *c, const void *to, const void *host, size_t bytes, struct tile_error *e)
{
  void **pointer = (void **)to; /* the kernels' pointers are to const */
  if (!host)
    return tile_fail_memory(e, bytes, "the domain on its way to the device");
  return cuda_allocate(c, pointer, bytes, "the domain", e) ||
                 cuda_ok(cudaMemcpyAsync(*pointer, host, bytes, cudaMemcpyHostToDevice, c->stream), "the domain", e)
             ? e->code
             : 0;
}

static int send_cuts(struct cuda *c, struct tile_error *e)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->domain->tiles, cuts = g->wall_link_begin ? g->wall_link_begin[tiles] : 0;
  struct lbm_cuda_domain *d = &c->domain;
  if (!g->wall_link_begin)
    return 0;
  d->walls = (int)g->walls;
  return send(c, &d->wall_link_begin, g->wall_link_begin, (tiles + 1) * sizeof *g->wall_link_begin, e) ||
                 send(c, &d->wall_link, g->wall_link, (cuts + LBM_WALL_LINK_STEP) * sizeof *g->wall_link, e)
             ? e->code
             : 0;
}

static size_t count_edge_tiles(const struct lbm_geometry *g)
{
  size_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
  for (size_t t = g->begin; t < g->end; t++)
    count += is_edge_tile(g, t);
  return count;
}

static void fill_edge(const struct cuda *c, int32_t (*near)[LBM_CUDA_NEAR])
{
  const struct lbm_geometry *g = c->geometry;
  uint32_t *tile = c->edge.tile;
  for (size_t t = g->begin; t < g->end; t++)
    if (is_edge_tile(g, t)) {
      memcpy(*near++, g->near[t], sizeof g->near[t]);
      *tile++ = (uint32_t)t;
    }
}

static int send_edge(struct cuda *c, struct tile_error *e)
{
  const size_t count = count_edge_tiles(c->geometry);
  int32_t(*near)[LBM_CUDA_NEAR] = tile_alloc(count, sizeof *near);
  c->edge.tiles = (uint32_t)count;
  c->edge.tile = tile_alloc(count, sizeof *c->edge.tile);
  if (near && c->edge.tile)
    fill_edge(c, near);
  const int code = send(c, &c->edge.near, c->edge.tile ? near : NULL, count * sizeof *near, e);
  free(near);
  return code;
}

int cuda_domain_send(struct cuda *c, struct tile_error *e)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->domain->tiles, own = g->end - g->begin, boundary_tiles = count_boundary_tiles(g),
               nodes = g->boundary_begin[tiles];
  struct lbm_cuda_domain *d = &c->domain;
  struct lbm_cuda_tile *tile = tile_alloc(tiles, sizeof *tile);
  int32_t(*near)[LBM_CUDA_NEAR] = tile_alloc(own, sizeof *near);
  struct lbm_cuda_boundary_tile *boundary_tile = tile_alloc(boundary_tiles, sizeof *boundary_tile);
  struct lbm_boundary_node *boundary = tile_alloc(nodes, sizeof *boundary);
  int32_t *moved = NULL;
  d->begin = (uint32_t)g->begin;
  d->tiles = (uint32_t)own;
  d->boundary_tiles = (uint32_t)boundary_tiles;
  if (tile && near && boundary_tile && boundary) {
    fill_tiles(c, tile);
    fill_near(c, near);
    fill_boundary_tiles(c, boundary_tile, boundary);
    if (c->copies == 1)
      cuda_find_ends(c, tile, boundary_tile);
  }
  int code = tile_domain_begin(&c->first, g->domain, e) || (c->copies == 1 && cuda_move_lists(c, &moved, e)) ||
             send(c, &d->tile, tile, tiles * sizeof *tile, e) || send(c, &d->near, near, own * sizeof *near, e) ||
             send(c, &d->first, c->first, (tiles + 1) * sizeof *c->first, e) ||
             send(c, &d->boundary_tile, boundary_tile, boundary_tiles * sizeof *boundary_tile, e) ||
             send(c, &d->boundary, boundary, nodes * sizeof *boundary, e) ||
             send(c, &d->source, moved ? moved : g->source, g->list[tiles] * sizeof *g->source, e) || send_cuts(c, e);
  free(moved);
  free(tile);
  free(near);
  free(boundary_tile);
  free(boundary);
  return code || send_edge(c, e) ? e->code : 0;
}

void cuda_domain_free(struct cuda *c)
{
  struct lbm_cuda_domain *d = &c->domain;
  const void *all[] = {d->tile,     d->near,   d->first,           d->boundary_tile,
                       d->boundary, d->source, d->wall_link_begin, d->wall_link};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    cudaFree((void *)all[i]);
  cudaFree((void *)c->edge.near);
  free(c->edge.tile);
  free(c->first);
}
