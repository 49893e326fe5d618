/* Orders of tiles: rows, and two space-filling curves that keep neighbours close. */
#include "tile.h"

#include <stdlib.h>
#include <string.h>

/* Bits of one axis: enough for every coordinate. */
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

/* Interleaves from the highest bit down, `first` the most significant of each three. */
static uint64_t interleave(const uint32_t at[3], int bits, const int axis[3])
{
  uint64_t key = 0;
  for (int b = bits - 1; b >= 0; b--)
    for (int a = 0; a < 3; a++)
      key = key << 1 | (at[axis[a]] >> b & 1);
  return key;
}

static uint64_t morton_key(const uint32_t at[3], int bits)
{
  return interleave(at, bits, (const int[]){2, 1, 0});
}

/* Skilling, "Programming the Hilbert curve", AIP Conf. Proc. 707 (2004): the
 * coordinates become the curve's index, one bit of each axis at a time. From
 * the top bit down every cell undoes the rotation and reflection that its
 * parents ask for; the Gray code is taken off at the end. */
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
  return interleave(x, bits, (const int[]){0, 1, 2});
}

typedef uint64_t order_key(const uint32_t at[3], int bits);
static order_key *const order_keys[] = {
    [TILE_ROWS] = rows_key, [TILE_MORTON] = morton_key, [TILE_HILBERT] = hilbert_key};

struct place {
  uint64_t key;
  uint32_t tile;
};

/* One pass of a radix sort: stable by eleven bits of the key. */
enum { DIGIT = 11 };
static void sort_digit(const struct place *from, struct place *to, size_t count, int shift)
{
  size_t begin[(1 << DIGIT) + 1] = {0}, mask = (1 << DIGIT) - 1;
  for (size_t i = 0; i < count; i++)
    begin[(from[i].key >> shift & mask) + 1]++;
  for (size_t i = 0; i < mask; i++)
    begin[i + 1] += begin[i];
  for (size_t i = 0; i < count; i++)
    to[begin[from[i].key >> shift & mask]++] = from[i];
}

/* Sorts `from` using `to`; returns which of the two holds the result. */
static struct place *sort_places(struct place *from, struct place *to, size_t count, int bits)
{
  for (int shift = 0; shift < bits; shift += DIGIT) {
    sort_digit(from, to, count, shift);
    struct place *swap = from;
    from = to;
    to = swap;
  }
  return from;
}

/* data[i] = data[order[i].tile], in new memory. */
static void *reorder(void *data, size_t count, size_t size, const struct place *order)
{
  unsigned char *from = data, *to = tile_alloc(count, size);
  if (!to)
    return NULL;
  for (size_t i = 0; i < count; i++)
    memcpy(to + i * size, from + order[i].tile * size, size);
  free(data);
  return to;
}

static int move_tiles(struct tile_domain *d, const struct place *order, struct tile_error *e)
{
  size_t bytes = d->words * sizeof *d->mask;
  void *coord = reorder(d->coord, d->tiles, sizeof *d->coord, order);
  if (!coord)
    return tile_fail_memory(e, d->tiles * sizeof *d->coord, "sorting the tiles");
  d->coord = coord;
  void *mask = reorder(d->mask, d->tiles, bytes, order);
  if (!mask)
    return tile_fail_memory(e, d->tiles * bytes, "sorting the tiles");
  d->mask = mask;
  return TILE_OK;
}

int tile_sort(struct tile_domain *d, enum tile_order order, struct tile_error *e)
{
  int bits = axis_bits(d);
  if (bits > 21)
    return tile_fail(e, TILE_REJECTED, "more than %d tiles along an axis: tiles cannot be put in order", 1 << 21);
  struct place *one = tile_alloc(d->tiles, 2 * sizeof *one), *two = one ? one + d->tiles : NULL;
  if (!one)
    return tile_fail_memory(e, d->tiles * 2 * sizeof *one, "sorting the tiles");
#pragma omp parallel for
  for (size_t t = 0; t < d->tiles; t++) {
    uint32_t at[3] = {(uint32_t)d->coord[t][0], (uint32_t)d->coord[t][1], (uint32_t)d->coord[t][2]};
    one[t] = (struct place){order_keys[order](at, bits), (uint32_t)t};
  }
  int code = move_tiles(d, sort_places(one, two, d->tiles, 3 * bits), e);
  free(one);
  return code;
}
