/* SPDX-License-Identifier: BSD-3-Clause */
/* One copy of the populations instead of two: the data that its time steps need on the device (layout/in_place.h). */
#include "cuda_domain.h"

#include <stdlib.h>

size_t cuda_gap(const struct cuda *c)
{
  return c->one.order.gap * c->value;
}

size_t cuda_row_tile(const struct cuda *c, size_t row)
{
  return c->copies == 1 ? c->one.order.tile[row] : row;
}

/* ---- on the device --------------------------------------------------------------------- */

/* Threads of solid nodes read as well: those of the last tile read up to one value beyond it. */
enum { BEYOND = LBM_CUDA_ALIGN };

/* The step of parity 0 ascends: it reads above the gap. */
static int allocate_one(struct cuda *c, struct tile_error *e)
{
  const size_t bytes = c->bytes + cuda_gap(c) + BEYOND;
  if (cuda_allocate(c, &c->populations[0], bytes, "the populations", e) ||
      cuda_ok(cudaMemsetAsync(c->populations[0], 0, bytes, c->stream), "the populations", e))
    return e->code;
  c->copy[0] = (char *)c->populations[0] + cuda_gap(c);
  c->copy[1] = c->populations[0];
  return 0;
}

static int send_order(struct cuda *c, struct tile_error *e)
{
  const struct lbm_in_place *order = &c->one.order;
  const size_t waits = order->groups * sizeof *order->wait[0];
  struct lbm_cuda_in_place *t = &c->one.in_place;
  t->shift = order->shift;
  c->one.progress = (LBM_CUDA_READ + order->groups) * sizeof *t->progress;
  for (int k = 0; k < LBM_TURNINGS; k++) {
    void **to = (void **)&t->wait[k]; /* the kernels' pointers are to const */
    if (cuda_allocate(c, to, waits, "the order of tiles", e) ||
        cuda_ok(cudaMemcpyAsync(*to, order->wait[k], waits, cudaMemcpyHostToDevice, c->stream), "the order of tiles",
                e))
      return e->code;
  }
  return cuda_allocate(c, (void **)&t->progress, c->one.progress, "the order of tiles", e) ||
                 cuda_allocate(c, &t->aside, c->one.aside, "boundary tiles", e)
             ? e->code
             : 0;
}

int cuda_allocate_copies(struct cuda *c, struct tile_error *e)
{
  const size_t bytes = c->bytes + BEYOND;
  if (c->copies == 1)
    return allocate_one(c, e) || send_order(c, e) ? e->code : 0;
  for (int i = 0; i < 2; i++) {
    if (cuda_allocate(c, &c->populations[i], bytes, "a copy of the populations", e) ||
        cuda_ok(cudaMemsetAsync(c->populations[i], 0, bytes, c->stream), "a copy of the populations", e))
      return e->code;
    c->copy[i] = c->populations[i];
  }
  return 0;
}

void cuda_in_place_free(struct cuda *c)
{
  for (int k = 0; k < LBM_TURNINGS; k++)
    cudaFree((void *)c->one.in_place.wait[k]);
  cudaFree(c->one.in_place.progress);
  cudaFree(c->one.in_place.aside);
  lbm_in_place_free(&c->one.order);
}

/* ---- boundary tiles at the ends ------------------------------------------------------- */

/* begin, end: bytes from the first place of the copy. */
static bool lies_within(const struct cuda *c, const struct lbm_cuda_tile *tile, const struct lbm_cuda_boundary_tile *at,
                        size_t begin, size_t end)
{
  const struct lbm_geometry *g = c->geometry;
  if (at->columns) /* it has sources across a seam that cuts tiles */
    return false;
  for (int k = 0; k < TILE_WAYS; k++) {
    const int32_t beside = g->near[at->tile][k];
    const size_t base = beside < 0 ? begin : (size_t)tile[beside].base * LBM_CUDA_ALIGN,
                 bytes = beside < 0 ? 0 : (g->base[beside + 1] - g->base[beside]) * c->value;
    if (base < begin || base + bytes > end)
      return false;
  }
  return true;
}

void cuda_find_ends(struct cuda *c, const struct lbm_cuda_tile *tile, const struct lbm_cuda_boundary_tile *at)
{
  const uint32_t all = c->domain.boundary_tiles;
  const size_t gap = cuda_gap(c);
  while (c->one.low < all && lies_within(c, tile, at + c->one.low, 0, gap))
    c->one.low++;
  while (c->one.high < all - c->one.low && c->bytes > gap &&
         lies_within(c, tile, at + all - 1 - c->one.high, c->bytes - gap, c->bytes))
    c->one.high++;
}

/* ---- source lists ----------------------------------------------------------------------- */

/* By how many values each tile is moved; the caller frees it with free(). */
static int64_t *moves_of(const struct cuda *c)
{
  const struct lbm_in_place *order = &c->one.order;
  int64_t *move = tile_alloc(order->tiles, sizeof *move);
#pragma omp parallel for schedule(static) if (move)
  for (size_t row = 0; row < (move ? order->tiles : 0); row++)
    move[order->tile[row]] = (int64_t)order->base[row] - (int64_t)c->geometry->base[order->tile[row]];
  return move;
}

static bool move_list(const struct lbm_geometry *g, const int64_t *move, size_t tile, int32_t *source)
{
  bool fits = true;
  for (size_t at = g->list[tile]; at < g->list[tile + 1]; at++) {
    const int64_t from = (int64_t)g->base[tile] + g->source[at],
                  far = g->source[at] + move[lbm_tile_at(g, (size_t)from)] - move[tile];
    source[at] = (int32_t)far;
    fits &= source[at] == far;
  }
  return fits;
}

int cuda_move_lists(const struct cuda *c, int32_t **source, struct tile_error *e)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->domain->tiles;
  int64_t *move = moves_of(c);
  bool fits = true;
  *source = tile_alloc(g->list[tiles], sizeof **source);
  if (!move || !*source) {
    free(move);
    return tile_fail_memory(e, tiles * sizeof *move + g->list[tiles] * sizeof **source, "source lists");
  }
#pragma omp parallel for schedule(dynamic, 256) reduction(&& : fits)
  for (size_t t = 0; t < tiles; t++)
    fits = move_list(g, move, t, *source) && fits;
  free(move);
  return fits ? 0
              : tile_fail(
                    e, TILE_FAILED,
                    "in one copy of the populations sources across a periodic seam are too far away: crop the domain "
                    "to a multiple of 4 nodes there");
}
