/* SPDX-License-Identifier: BSD-3-Clause */
/* Ghost buffers: which exist, and which tiles read them. */
#include "internal.h"
#include "sparse.h"

#include <stdlib.h>

typedef int32_t near_tiles[TILE_WAYS];

/* The tile in direction c, or in the component of c along one axis (-1: along all axes). */
static int32_t beyond(const near_tiles near, const signed char c[3], int sign, int axis)
{
  int step[3];
  for (int a = 0; a < 3; a++)
    step[a] = axis < 0 || a == axis ? sign * c[a] : 0;
  return near[TILE_WAY(step[0], step[1], step[2])];
}

/* A buffer exists for each face through which a population leaves to a tile: beside it, or beyond the edge. */
static void count_writes(const near_tiles near, int32_t *index, size_t *count)
{
  for (int i = 1; i < LBM_Q; i++)
    for (int second = 0; second < (i > 6 ? 2 : 1); second++) {
      const int axis = second ? SPARSE_SECOND(lbm_c[i]) : SPARSE_FIRST(lbm_c[i]);
      const bool reached = beyond(near, lbm_c[i], 1, -1) >= 0 || beyond(near, lbm_c[i], 1, axis) >= 0;
      index[SPARSE_WRITE(i, second)] = reached ? (int32_t)(*count)++ : -1;
    }
}

static void find_read(const near_tiles near, int32_t *all, int32_t *index, int i, int from)
{
  const int axis = from == 0 ? SPARSE_FIRST(lbm_c[i]) : from == 1 ? SPARSE_SECOND(lbm_c[i]) : -1;
  const int64_t tile = beyond(near, lbm_c[i], -1, axis);
  index[SPARSE_READ(i, from)] = tile < 0 ? -1 : all[tile * SPARSE_INDICES + SPARSE_WRITE(i, from == 1)];
}

static void find_buffers(const struct tile_domain *d, int32_t *index, near_tiles *near, size_t *count)
{
  *count = 0;
  for (size_t t = 0; t < d->tiles; t++)
    count_writes(near[t], index + t * SPARSE_INDICES, count);
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < d->tiles; t++)
    for (int i = 1; i < LBM_Q; i++)
      for (int from = 0; from < (i > 6 ? 3 : 1); from++)
        find_read(near[t], index, index + t * SPARSE_INDICES, i, from);
}

int32_t *sparse_index_ghosts(const struct sparse_domain *d, size_t *count)
{
  struct tile_error e;
  near_tiles *near = NULL;
  int32_t *index = tile_alloc(d->tiles.tiles, SPARSE_INDICES * sizeof *index);
  if (index && tile_neighbours(&d->tiles, &near, &e)) {
    free(index);
    index = NULL;
  }
  if (index)
    find_buffers(&d->tiles, index, near, count);
  free(near);
  return index;
}
