/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts the tiles for every offset of the cover. */
#include "cover.h"
#include "measure.h"
#include "tile_make.h"

#include <stdlib.h>
#include <string.h>

/* Adds the tiles of the layer k to count[x + edge*y] for all offsets along x and y. */
static void count_layer(struct cover c, const struct tile_bits *b, int64_t k, uint64_t *plane, int64_t *count)
{
  uint64_t *scratch = plane + (size_t)b->grid[1] * b->row;
  cover_join_slices(&c, b, k, plane);
  for (c.offset[1] = 0; c.offset[1] < c.edge; c.offset[1]++)
    for (c.offset[0] = 0; c.offset[0] < c.edge; c.offset[0]++) {
      int64_t *n = &count[c.offset[0] + c.edge * c.offset[1]], found = cover_count(&c, b, plane, scratch);
#pragma omp atomic
      *n += found;
    }
}

int tile_count_offsets(const struct tile_bits *b, int edge, unsigned periodic, int64_t *count, struct tile_error *e)
{
  struct cover c = {{b->grid[0], b->grid[1], b->grid[2]}, edge, {0, 0, 0}, periodic};
  if (cover_check(&c, e))
    return e->code;
  memset(count, 0, (size_t)(edge * edge * edge) * sizeof *count);
  size_t words = (size_t)b->grid[1] * b->row + cover_scratch(&c, b);
  bool failed = false;
#pragma omp parallel
  {
    uint64_t *plane = tile_alloc(words, sizeof *plane);
    if (!plane) {
#pragma omp atomic write
      failed = true;
    }
    for (int oz = 0; oz < edge; oz++) {
      struct cover at = c;
      at.offset[2] = oz;
#pragma omp for schedule(dynamic, 4)
      for (int64_t k = 0; k < cover_span(&at, 2); k++)
        if (plane)
          count_layer(at, b, k, plane, count + edge * edge * oz);
    }
    free(plane);
  }
  return failed ? tile_fail_memory(e, words * sizeof(uint64_t), "one layer of tiles") : TILE_OK;
}

int tile_find_placement(struct tile_placement *best, const struct tile_bits *b, int edge, unsigned periodic,
                        struct tile_error *e)
{
  int64_t count[16 * 16 * 16];
  if (tile_count_offsets(b, edge, periodic, count, e))
    return e->code;
  int at = 0;
  for (int i = 1; i < edge * edge * edge; i++)
    if (count[i] < count[at])
      at = i;
  *best = (struct tile_placement){{at % edge, at / edge % edge, at / edge / edge}, count[at], count[0]};
  return TILE_OK;
}

/* Empty layers of tiles add no tile with any offset. One of them remains between others, so that no tile of any offset
 * reaches across it. */
int tile_domain_offsets(const struct tile_domain *d, int64_t *count, struct tile_error *e)
{
  struct tile_bits b;
  const int code = tile_squeezed_bits(&b, d, e) ? e->code : tile_count_offsets(&b, d->edge, d->periodic, count, e);
  tile_bits_free(&b);
  return code;
}
