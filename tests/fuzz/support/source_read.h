/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads every slice of a source that is small enough to be read fast. */
#ifndef FUZZ_SOURCE_READ_H
#define FUZZ_SOURCE_READ_H

#include "source_typed.h"
#include "target.h"

#include <stdlib.h>
#include <string.h>

static inline bool fuzz_is_small(const struct source *s)
{
  int64_t voxels;
  return !__builtin_mul_overflow(s->grid[0], s->grid[1], &voxels) &&
         !__builtin_mul_overflow(voxels, s->grid[2], &voxels) && voxels <= 1 << 18;
}

/* Reads slices as doubles, one after another; returns how many could be read. */
static inline int64_t fuzz_read_slices(struct source *s, double *values)
{
  struct tile_error e;
  const int64_t slice = s->grid[0] * s->grid[1];
  for (int64_t z = 0; z < s->grid[2]; z++) {
    int code = s->read(s, z, values + z * slice, &e);
    if (code) {
      fuzz_check_error(code, &e);
      return z;
    }
  }
  return s->grid[2];
}

/* In their stored type, the same slices can be read, and they have the same values. */
static inline void fuzz_get_slices(struct source *s, const double *values, int64_t count, void *held, double *widened)
{
  struct tile_error e;
  const int64_t slice = s->grid[0] * s->grid[1];
  for (int64_t z = 0; z < count + (count < s->grid[2]); z++) {
    int code = source_read_typed(s, (int)(z % source_lanes(s)), z, held, &e);
    if (code)
      fuzz_check_error(code, &e);
    if ((code == TILE_OK) != (z < count))
      abort();
    if (code)
      return;
    source_memory_type(s)->widen(widened, held, (size_t)slice, 0, 1);
    if (memcmp(widened, values + z * slice, (size_t)slice * sizeof *values))
      abort();
  }
}

static inline void fuzz_read_source(struct source *s)
{
  const size_t slice = fuzz_is_small(s) ? (size_t)(s->grid[0] * s->grid[1]) : 0;
  double *values = slice ? malloc(slice * (size_t)s->grid[2] * sizeof *values) : NULL,
         *widened = values ? malloc(slice * sizeof *widened) : NULL,
         *held = widened ? malloc(slice * sizeof *held) : NULL;
  if (held) {
    const int64_t count = fuzz_read_slices(s, values);
    if (s->rereadable)
      fuzz_get_slices(s, values, count, held, widened);
  }
  free(held);
  free(widened);
  free(values);
  s->close(s);
}

#endif
