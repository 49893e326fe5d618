/* SPDX-License-Identifier: BSD-3-Clause */
#include "volume.h"

#include "bit_rows.h"

#include <stdlib.h>

int volume_make(struct tile_bits *b, const int64_t grid[3], struct tile_error *e)
{
  size_t rows, words;
  *b = (struct tile_bits){.grid = {grid[0], grid[1], grid[2]}, .row = ((size_t)grid[0] + 63) / 64};
  if (__builtin_mul_overflow((size_t)grid[1], (size_t)grid[2], &rows) || __builtin_mul_overflow(rows, b->row, &words))
    return tile_fail(e, TILE_FAILED, "a volume of %lld x %lld x %lld voxels does not fit in memory", (long long)grid[0],
                     (long long)grid[1], (long long)grid[2]);
  b->word = tile_alloc(words, sizeof *b->word);
  return b->word ? TILE_OK : tile_fail_memory(e, words * sizeof *b->word, "the volume at one bit a voxel");
}

int64_t volume_fill(struct tile_bits *b, int64_t begin, int64_t end, int64_t y, int64_t z)
{
  uint64_t *row = tile_row(b, y, z);
  int64_t fresh = 0;
  for (int64_t x = begin - begin % 64; x < end; x += 64) {
    uint64_t mask = ~UINT64_C(0);
    if (begin > x)
      mask &= ~UINT64_C(0) << (begin - x);
    if (end < x + 64)
      mask &= ~UINT64_C(0) >> (x + 64 - end);
    fresh += __builtin_popcountll(mask & ~row[x / 64]);
    row[x / 64] |= mask;
  }
  return fresh;
}

void volume_put(struct tile_bits *b, int64_t z, const unsigned char *slice)
{
  for (int64_t y = 0; y < b->grid[1]; y++, slice += b->grid[0]) {
    uint64_t *row = tile_row(b, y, z);
    for (int64_t x = 0; x < b->grid[0]; x++)
      row[x / 64] |= (uint64_t)(slice[x] & 1) << (x % 64);
  }
}

void volume_get(const struct tile_bits *b, int64_t z, unsigned char *slice)
{
  for (int64_t y = 0; y < b->grid[1]; y++)
    for (int64_t x = 0; x < b->grid[0]; x++)
      *slice++ = tile_bit(b, x, y, z);
}
