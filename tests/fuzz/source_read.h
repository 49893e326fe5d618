/* Every slice of a source that is small enough to be read in no time. */
#ifndef FUZZ_SOURCE_READ_H
#define FUZZ_SOURCE_READ_H

#include "source.h"
#include "target.h"

#include <stdlib.h>

static inline bool fuzz_is_small(const struct source *s)
{
  int64_t voxels;
  return !__builtin_mul_overflow(s->grid[0], s->grid[1], &voxels) &&
         !__builtin_mul_overflow(voxels, s->grid[2], &voxels) && voxels <= 1 << 18;
}

static inline void fuzz_read_source(struct source *s)
{
  struct tile_error e;
  double *values = fuzz_is_small(s) ? malloc((size_t)(s->grid[0] * s->grid[1]) * sizeof *values) : NULL;
  int code = TILE_OK;
  for (int64_t z = 0; values && z < s->grid[2] && !code; z++)
    code = s->read(s, z, values, &e);
  if (code)
    fuzz_check_error(code, &e);
  free(values);
  s->close(s);
}

#endif
