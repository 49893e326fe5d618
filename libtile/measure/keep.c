/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps some components, and counts those that no flow can reach. */
#include "memory.h"
#include "tile_measure.h"

#include <stdlib.h>

static bool stays(const struct tile_components *c, const struct tile_keep *keep, int64_t k)
{
  if (keep->what == TILE_KEEP_LARGEST)
    return k == c->largest;
  if (keep->what == TILE_KEEP_PERCOLATING)
    return (c->spans[k] & keep->all_of) == keep->all_of && (c->spans[k] & keep->any_of);
  return true;
}

static void clear_run(uint64_t *row, const struct tile_run *run)
{
  for (int64_t x = run->begin; x < run->end;) {
    int64_t end = (x / 64 + 1) * 64 < run->end ? (x / 64 + 1) * 64 : run->end;
    uint64_t ones = ~(uint64_t)0 >> (64 - (end - x));
    row[x / 64] &= ~(ones << (x % 64));
    x = end;
  }
}

static void clear_others(struct tile_bits *b, const struct tile_components *c, const bool *stay)
{
  int64_t rows = b->grid[1] * b->grid[2];
#pragma omp parallel for
  for (int64_t row = 0; row < rows; row++)
    for (size_t i = c->row_begin[row]; i < c->row_begin[row + 1]; i++)
      if (!stay[c->run[i].component])
        clear_run(b->word + (size_t)row * b->row, &c->run[i]);
}

int tile_keep(struct tile_bits *b, const struct tile_components *c, const struct tile_keep *keep,
              struct tile_share *removed, struct tile_error *e)
{
  bool *stay = tile_alloc((size_t)c->count, sizeof *stay);
  if (!stay)
    return tile_fail_memory(e, (size_t)c->count * sizeof *stay, "the components");
  *removed = (struct tile_share){0, 0};
  for (int64_t k = 0; k < c->count; k++) {
    stay[k] = stays(c, keep, k);
    removed->components += !stay[k];
    removed->nodes += stay[k] ? 0 : c->size[k];
  }
  if (removed->components)
    clear_others(b, c, stay);
  free(stay);
  return TILE_OK;
}

bool tile_joins(const struct tile_components *c, const struct tile_keep *keep, unsigned from, unsigned to)
{
  for (int64_t k = 0; k < c->count; k++)
    if (stays(c, keep, k) && c->touches[k] & from && c->touches[k] & to)
      return true;
  return false;
}

struct tile_share tile_unreachable(const struct tile_components *c, unsigned open, unsigned periodic)
{
  struct tile_share share = {0, 0};
  unsigned axes = open || periodic ? periodic : 7;
  for (int64_t k = 0; k < c->count; k++)
    if (!(c->touches[k] & open) && !(c->spans[k] & axes)) {
      share.components++;
      share.nodes += c->size[k];
    }
  return share;
}
