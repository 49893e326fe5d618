/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: rows of a struct tile_bits, in words of 64 voxels. */
#ifndef TILE_BIT_ROWS_H
#define TILE_BIT_ROWS_H

#include "tile_voxels.h"

static inline uint64_t *tile_row(const struct tile_bits *b, int64_t y, int64_t z)
{
  return b->word + ((size_t)z * (size_t)b->grid[1] + (size_t)y) * b->row;
}

static inline bool tile_row_bit(const uint64_t *row, int64_t x)
{
  return row[x / 64] >> (x % 64) & 1;
}

/* Of the voxel x + nx (y + ny z). */
static inline bool tile_voxel_bit(const struct tile_bits *b, uint64_t voxel)
{
  const uint64_t nx = (uint64_t)b->grid[0];
  return b->word[voxel / nx * b->row + voxel % nx / 64] >> (voxel % nx % 64) & 1;
}

static inline int64_t tile_ones(uint64_t word)
{
  return __builtin_popcountll(word);
}

/* Word i of a row shifted by one: bit x is that of x + 1. */
static inline uint64_t tile_next_bits(const uint64_t *row, size_t words, size_t i)
{
  return row[i] >> 1 | (i + 1 < words ? row[i + 1] << 63 : 0);
}

#endif
