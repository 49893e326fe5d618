/* Bits made by hand for the Check tests. */
#ifndef BITS_MADE_H
#define BITS_MADE_H

#include <stdlib.h>

#include "own.h"

static inline struct tile_bits empty_bits(const int64_t grid[3])
{
  struct tile_bits b = {.grid = {grid[0], grid[1], grid[2]}, .row = (size_t)(grid[0] + 63) / 64};
  b.word = tile_alloc(b.row * (size_t)(grid[1] * grid[2]), sizeof *b.word);
  if (!b.word)
    abort();
  return b;
}

static inline void set_bit(struct tile_bits *b, int64_t x, int64_t y, int64_t z)
{
  b->word[(size_t)(z * b->grid[1] + y) * b->row + (size_t)x / 64] |= (uint64_t)1 << (x % 64);
}

/* Non-solid from `begin` up to, not including, `end`. */
static inline struct tile_bits box_bits(const int64_t grid[3], const int64_t begin[3], const int64_t end[3])
{
  struct tile_bits b = empty_bits(grid);
  for (int64_t z = begin[2]; z < end[2]; z++)
    for (int64_t y = begin[1]; y < end[1]; y++)
      for (int64_t x = begin[0]; x < end[0]; x++)
        set_bit(&b, x, y, z);
  return b;
}

/* Each node is non-solid with this probability; a seed gives the same bits on every machine. */
static inline struct tile_bits random_bits(const int64_t grid[3], double share, unsigned seed)
{
  struct tile_bits b = empty_bits(grid);
  uint64_t state = seed;
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        if ((double)(state >> 11) * 0x1p-53 < share)
          set_bit(&b, x, y, z);
      }
  return b;
}

#endif
