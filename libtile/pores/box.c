/* SPDX-License-Identifier: BSD-3-Clause */
/* A box of a volume as a volume of its own. */
#include "pores.h"

#include <stdlib.h>

/* Word i of a row that begins at voxel `begin`. */
static uint64_t word_from(const uint64_t *row, size_t words, int64_t begin, size_t i)
{
  const size_t at = (size_t)begin / 64 + i;
  const int bits = (int)(begin % 64);
  const uint64_t low = at < words ? row[at] : 0, high = at + 1 < words ? row[at + 1] : 0;
  return bits ? low >> bits | high << (64 - bits) : low;
}

int tile_bits_box(struct tile_bits *box, const struct tile_bits *b, const int64_t begin[3], const int64_t end[3],
                  struct tile_error *e)
{
  const int64_t n[3] = {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]};
  *box = (struct tile_bits){.grid = {n[0], n[1], n[2]}, .row = (size_t)(n[0] + 63) / 64};
  const size_t words = box->row * (size_t)n[1] * (size_t)n[2];
  box->word = tile_alloc(words, sizeof *box->word);
  if (!box->word)
    return tile_fail_memory(e, words * sizeof *box->word, "a part of the voxels");
  uint64_t *to = box->word;
  const uint64_t last = n[0] % 64 ? ~(~UINT64_C(0) << n[0] % 64) : ~UINT64_C(0);
  for (int64_t z = begin[2]; z < end[2]; z++)
    for (int64_t y = begin[1]; y < end[1]; y++, to += box->row) {
      const uint64_t *row = b->word + (size_t)(z * b->grid[1] + y) * b->row;
      for (size_t i = 0; i < box->row; i++)
        to[i] = word_from(row, b->row, begin[0], i);
      to[box->row - 1] &= last;
    }
  return TILE_OK;
}
