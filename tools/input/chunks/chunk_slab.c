/* SPDX-License-Identifier: BSD-3-Clause */
/* Slices, from slabs that are as thick as the chunks. */
#include "chunks.h"

#include <stdlib.h>
#include <string.h>

enum { SLAB = 16 << 20, SLAB_MOST = 160 << 20 }; /* bytes: if one layer of chunks is less, or more */

size_t chunk_bytes(const struct chunk_slab *s)
{
  size_t bytes = s->value;
  for (int a = 0; a < 3; a++)
    if (__builtin_mul_overflow(bytes, s->chunk[a], &bytes) || bytes > INT64_MAX / 4)
      return 0;
  return bytes;
}

static uint64_t slice_bytes(const struct chunk_slab *s)
{
  return (s->window[1][1] - s->window[1][0]) * (s->window[2][1] - s->window[2][0]) * s->value;
}

static uint64_t least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* Whole layers of chunks. A layer of more than SLAB_MOST is read in parts, and its chunks are decoded for each, unless a
 * single chunk is as large; so is one of more than a quarter of the memory that is left. */
static void plan(struct chunk_slab *s)
{
  chunk_slab_free(s);
  const uint64_t bytes = slice_bytes(s), layer = s->chunk[0], two = 2 * chunk_bytes(s), share = tile_memory_left() / 4;
  const uint64_t most = least(two > SLAB_MOST ? two : SLAB_MOST, share) / bytes, usual = least(SLAB, share) / bytes;
  s->depth = layer > most ? most : usual > layer ? usual / layer * layer : layer;
  if (s->depth < 1)
    s->depth = 1;
  if (s->depth > s->size[0])
    s->depth = s->size[0];
}

void chunk_slab_begin(struct chunk_slab *s)
{
  for (int a = 0; a < 3; a++) {
    s->window[a][0] = 0;
    s->window[a][1] = s->size[a];
  }
  plan(s);
}

void chunk_slab_window(struct chunk_slab *s, int axis, uint64_t begin, uint64_t end)
{
  if (begin >= end || end > s->size[axis])
    return;
  s->window[axis][0] = begin;
  s->window[axis][1] = end;
  plan(s);
}

static int load(struct chunk_slab *s, uint64_t z, chunk_fill *fill, void *of, struct tile_error *e)
{
  const uint64_t from = s->window[0][0], to = s->window[0][1];
  if (z >= s->begin && z < s->end)
    return TILE_OK;
  if (!s->values && !(s->values = tile_alloc(s->depth, slice_bytes(s))))
    return tile_fail_memory(e, s->depth * slice_bytes(s), "the slices of a chunk");
  s->begin = z / s->depth * s->depth;
  s->end = s->begin + s->depth < s->size[0] ? s->begin + s->depth : s->size[0];
  if (z >= from && s->begin < from)
    s->begin = from;
  if (z < to && s->end > to)
    s->end = to;
  const int code = fill(s, of, e);
  if (code)
    s->begin = s->end = 0;
  return code;
}

int chunk_slab_slice(struct chunk_slab *s, uint64_t z, unsigned char *to, chunk_fill *fill, void *of,
                     struct tile_error *e)
{
  const size_t row = s->size[2] * s->value, part = (s->window[2][1] - s->window[2][0]) * s->value;
  if (load(s, z, fill, of, e))
    return e->code;
  const unsigned char *from = s->values + (z - s->begin) * slice_bytes(s);
  if (part < row || s->window[1][1] - s->window[1][0] < s->size[1])
    memset(to, 0, s->size[1] * row);
  for (uint64_t y = s->window[1][0]; y < s->window[1][1]; y++, from += part)
    memcpy(to + y * row + s->window[2][0] * s->value, from, part);
  return TILE_OK;
}

void chunk_slab_free(struct chunk_slab *s)
{
  free(s->values);
  s->values = NULL;
  s->begin = s->end = 0;
}
