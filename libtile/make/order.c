/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts tiles by rows, or along a space-filling curve, on which neighbours are close. */
#include "memory.h"
#include "tile_make.h"

#include <stdlib.h>
#include <string.h>

/* Number of bits that every coordinate needs at most. */
static int axis_bits(const struct tile_domain *d)
{
  int32_t most = 0;
  for (size_t t = 0; t < d->tiles; t++)
    for (int a = 0; a < 3; a++)
      most = d->coord[t][a] > most ? d->coord[t][a] : most;
  int bits = 1;
  while (most >> bits)
    bits++;
  return bits;
}

static uint64_t rows_key(const uint32_t at[3], int bits)
{
  return ((uint64_t)at[2] << bits | at[1]) << bits | at[0];
}

/* Moves bit b of 21 to 3 * b, in steps of halves, quarters and so on. */
static uint64_t spread(uint64_t x)
{
  x = (x | x << 32) & 0x001f00000000ffffu;
  x = (x | x << 16) & 0x001f0000ff0000ffu;
  x = (x | x << 8) & 0x100f00f00f00f00fu;
  x = (x | x << 4) & 0x10c30c30c30c30c3u;
  return (x | x << 2) & 0x1249249249249249u;
}

/* Alternates the bits of the three, beginning with the highest of `first`. */
static uint64_t interleave(uint32_t first, uint32_t second, uint32_t third)
{
  return spread(first) << 2 | spread(second) << 1 | spread(third);
}

static uint64_t morton_key(const uint32_t at[3], int bits)
{
  (void)bits;
  return interleave(at[2], at[1], at[0]);
}

/* Skilling, "Programming the Hilbert curve", AIP Conf. Proc. 707, 381 (2004): converts coordinates into the index of
 * the curve. From the highest bit down the rotation and the reflection of each cell are undone; at the end the Gray
 * code is decoded. */
static uint64_t hilbert_key(const uint32_t at[3], int bits)
{
  uint32_t x[3] = {at[0], at[1], at[2]}, top = (uint32_t)1 << (bits - 1);
  for (uint32_t q = top; q > 1; q >>= 1)
    for (int a = 0; a < 3; a++) {
      uint32_t low = q - 1;
      if (x[a] & q) {
        x[0] ^= low; /* reflect */
      } else {
        uint32_t swap = (x[0] ^ x[a]) & low;
        x[0] ^= swap;
        x[a] ^= swap;
      }
    }
  x[1] ^= x[0];
  x[2] ^= x[1];
  uint32_t gray = 0;
  for (uint32_t q = top; q > 1; q >>= 1)
    if (x[2] & q)
      gray ^= q - 1;
  for (int a = 0; a < 3; a++)
    x[a] ^= gray;
  return interleave(x[0], x[1], x[2]);
}

typedef uint64_t order_key(const uint32_t at[3], int bits);
static order_key *const order_keys[] = {
    [TILE_ROWS] = rows_key, [TILE_MORTON] = morton_key, [TILE_HILBERT] = hilbert_key};

/* Keys are computed again for each digit, since storing them takes 8 bytes a tile. */
struct sorting {
  const struct tile_domain *domain;
  order_key *key;
  int bits;
};

enum { DIGIT = 12 };
static size_t digit_of(const struct sorting *s, uint32_t tile, int shift)
{
  const int32_t *coord = s->domain->coord[tile];
  const uint32_t at[3] = {(uint32_t)coord[0], (uint32_t)coord[1], (uint32_t)coord[2]};
  return s->key(at, s->bits) >> shift & ((1 << DIGIT) - 1);
}

/* One step of a radix sort: sorts by twelve bits of the key, and is stable. */
static void sort_digit(const struct sorting *s, const uint32_t *from, uint32_t *to, int shift)
{
  size_t begin[(1 << DIGIT) + 1] = {0}, count = s->domain->tiles;
  for (size_t i = 0; i < count; i++)
    begin[digit_of(s, (uint32_t)i, shift) + 1]++;
  for (size_t i = 0; i < (1 << DIGIT) - 1; i++)
    begin[i + 1] += begin[i];
  for (size_t i = 0; i < count; i++)
    to[begin[digit_of(s, from[i], shift)]++] = from[i];
}

/* Sorts `from` with the help of `to`; returns the one of them with the result. */
static uint32_t *sort_tiles(const struct sorting *s, uint32_t *from, uint32_t *to)
{
  for (int shift = 0; shift < 3 * s->bits; shift += DIGIT) {
    sort_digit(s, from, to, shift);
    uint32_t *swap = from;
    from = to;
    to = swap;
  }
  return from;
}

static void copy_tile(struct tile_domain *d, size_t to, size_t from)
{
  memcpy(d->coord[to], d->coord[from], sizeof *d->coord);
  memcpy(d->mask + to * d->words, d->mask + from * d->words, d->words * sizeof *d->mask);
}

/* Moves tile order[i] to i, in place, cycle by cycle; order[] becomes 0, 1, 2 ... */
static void move_tiles(struct tile_domain *d, uint32_t *order)
{
  uint64_t mask[16 * 16 * 16 / 64];
  for (size_t begin = 0; begin < d->tiles; begin++) {
    int32_t coord[3];
    size_t at = begin;
    if (order[begin] == begin)
      continue;
    memcpy(coord, d->coord[begin], sizeof coord);
    memcpy(mask, d->mask + begin * d->words, d->words * sizeof *mask);
    for (size_t next; (next = order[at]) != begin; at = next) {
      copy_tile(d, at, next);
      order[at] = (uint32_t)at;
    }
    order[at] = (uint32_t)at;
    memcpy(d->coord[at], coord, sizeof coord);
    memcpy(d->mask + at * d->words, mask, d->words * sizeof *mask);
  }
}

int tile_sort(struct tile_domain *d, enum tile_order order, struct tile_error *e)
{
  struct sorting s = {d, order_keys[order], axis_bits(d)};
  if (s.bits > 21)
    return tile_fail(e, TILE_REJECTED, "more than %d tiles along an axis: tiles cannot be put in order", 1 << 21);
  uint32_t *one = tile_alloc(d->tiles, 2 * sizeof *one);
  if (!one)
    return tile_fail_memory(e, d->tiles * 2 * sizeof *one, "sorting the tiles");
  for (size_t t = 0; t < d->tiles; t++)
    one[t] = (uint32_t)t;
  move_tiles(d, sort_tiles(&s, one, one + d->tiles));
  free(one);
  return TILE_OK;
}
