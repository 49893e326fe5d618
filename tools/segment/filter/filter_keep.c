/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_keep(): an image that is decoded once, and then read from memory. */
#include "filter.h"
#include "source_typed.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE = 4 }; /* the copy takes at most this part of the memory that is left */

struct keep {
  struct filter filter;
  void **slice;         /* of the grid, in the type in memory; NULL: not yet read */
  size_t bytes;         /* of a slice */
  _Atomic int64_t kept; /* number of slices; they are used when all are there, because a source is read in order */
  void (*close)(struct source *s); /* close of the filter */
};

static bool is_whole(const struct keep *k)
{
  return k->kept == k->filter.from.grid[2];
}

/* Without memory for the copy, the image is read again. Each slice is read by one thread at a time. */
static void keep_slice(struct keep *k, int64_t z, const void *values)
{
  struct tile_error ignored;
  if (k->slice[z] || tile_afford(k->bytes, 1, "a copy of the image", &ignored) ||
      !(k->slice[z] = tile_alloc(k->bytes, 1)))
    return;
  memcpy(k->slice[z], values, k->bytes);
  k->kept++;
}

static int get_keep(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct keep *k = s->state;
  if (is_whole(k)) {
    memcpy(values, k->slice[z], k->bytes);
    return TILE_OK;
  }
  int code = source_read_typed(&k->filter.from, lane, z, values, e);
  if (!code)
    keep_slice(k, z, values);
  return code;
}

static int read_keep(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct keep *k = s->state;
  const int code = get_keep(s, 0, z, k->filter.values, e);
  if (!code)
    s->memory_type->widen(values, k->filter.values, (size_t)(s->grid[0] * s->grid[1]), 0, 1);
  return code;
}

static void close_keep(struct source *s)
{
  struct keep *k = s->state;
  if (!k)
    return;
  for (int64_t z = 0; z < s->grid[2]; z++)
    free(k->slice[z]);
  free(k->slice);
  k->close(s);
}

/* The size of a slice; 0: the copy would be too large. */
static size_t affordable(const struct source *s)
{
  const size_t wide = (size_t)source_memory_type(s)->bits / 8 * SHARE;
  size_t all;
  struct tile_error ignored;
  if (__builtin_mul_overflow((size_t)(s->grid[0] * s->grid[1]), wide, &all) ||
      __builtin_mul_overflow(all, (size_t)s->grid[2], &all) || tile_afford(all, 1, "a copy of the image", &ignored))
    return 0;
  return (size_t)(s->grid[0] * s->grid[1]) * wide / SHARE;
}

void filter_keep(struct source *s)
{
  struct tile_error ignored;
  void *state;
  const size_t bytes = affordable(s);
  void **slice = s->slow && s->rereadable && bytes ? tile_alloc((size_t)s->grid[2], sizeof *slice) : NULL;
  if (!slice || filter_wrap(s, read_keep, &state, sizeof(struct keep), (size_t)(s->grid[0] * s->grid[1]), &ignored)) {
    free(slice);
    return;
  }
  struct keep *k = state;
  k->slice = slice;
  k->bytes = bytes;
  k->close = s->close;
  s->close = close_keep;
  s->memory_type = source_memory_type(&k->filter.from);
  s->lanes = source_lanes(&k->filter.from);
  s->read_typed = get_keep;
}
