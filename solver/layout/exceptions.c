/* SPDX-License-Identifier: BSD-3-Clause */
/* Sources of full tiles that differ from those in a full neighbourhood. */
#include "exceptions.h"
#include "memory.h"

#include <stdlib.h>

bool lbm_full_source(const struct lbm_geometry *g, size_t tile, int node, int i, size_t *offset)
{
  int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1], z = (node >> 4) - lbm_c[i][2];
  int32_t there = g->near[tile][lbm_way(x, y, z)];
  if (there < 0 || g->domain->mask[there] != UINT64_MAX)
    return false;
  *offset = lbm_offset(g, (size_t)there, lbm_node(x, y, z), i);
  return true;
}

/* Counts the exceptions of a tile, and copies them to `at` unless it is NULL. It returns 0 too if a population does not
 * come from the full tile that lies there, because a thin wall or a seam is in between: then the whole source list is
 * used. */
static size_t find(const struct lbm_geometry *g, size_t tile, struct lbm_exception *at)
{
  size_t count = 0, offset;
  if (g->list[tile] == g->list[tile + 1] || g->domain->mask[tile] != UINT64_MAX)
    return 0;
  for (int i = 1; i < LBM_Q; i++)
    for (int node = 0; node < 64; node++) {
      size_t source = lbm_listed_source(g, tile, node, i);
      if (lbm_full_source(g, tile, node, i, &offset)) {
        if (offset != source)
          return 0;
        continue;
      }
      if (at)
        at[count] =
            (struct lbm_exception){(int32_t)((int64_t)source - (int64_t)g->base[tile]), 64 * lbm_opposite[i] + node};
      count++;
    }
  return count;
}

int lbm_exceptions_make(struct lbm_exceptions *x, const struct lbm_geometry *g, struct tile_error *e)
{
  size_t tiles = g->domain->tiles;
  *x = (struct lbm_exceptions){.begin = tile_alloc(tiles + 1, sizeof *x->begin)};
  if (!x->begin)
    return tile_fail_memory(e, tiles * sizeof *x->begin, "source lists");
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t t = 0; t < tiles; t++)
    x->begin[t + 1] = find(g, t, NULL);
  for (size_t t = 0; t < tiles; t++)
    x->begin[t + 1] += x->begin[t];
  x->at = tile_alloc(x->begin[tiles], sizeof *x->at);
  if (!x->at)
    return tile_fail_memory(e, x->begin[tiles] * sizeof *x->at, "source lists");
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t t = 0; t < tiles; t++)
    if (x->begin[t] < x->begin[t + 1])
      find(g, t, x->at + x->begin[t]);
  return 0;
}

void lbm_exceptions_free(struct lbm_exceptions *x)
{
  free(x->begin);
  free(x->at);
  *x = (struct lbm_exceptions){0};
}
