/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_bilateral(): the mean of the neighbours within a ball, weighted by a Gaussian of their distance and one of the
 * difference of their grey levels (Tomasi and Manduchi 1998). */
#include "block.h"
#include "decay.h"

#include <math.h>
#include <string.h>

struct bilateral {
  struct filter filter;
  struct blocks blocks;
  float per_square; /* 1 / (2 sigma^2) of the grey levels */
  float per_length; /* of the distance */
};

/* The differences of a row and the row of neighbours. known NULL: all are numbers. */
FILTER_WIDE static void add_row(const float *restrict at, const float *restrict beside, const float *restrict known,
                                float apart, float per_square, float *restrict sum, float *restrict weight,
                                int64_t count)
{
  if (known) {
#pragma omp simd
    for (int64_t x = 0; x < count; x++) {
      const float d = beside[x] - at[x], t = apart + per_square * d * d, w = known[x] * decay_of(t, 80);
      sum[x] += w * beside[x];
      weight[x] += w;
    }
    return;
  }
#pragma omp simd
  for (int64_t x = 0; x < count; x++) {
    const float d = beside[x] - at[x], t = apart + per_square * d * d, w = decay_of(t, 80);
    sum[x] += w * beside[x];
    weight[x] += w;
  }
}

static void add_offset(const struct bilateral *f, struct block *b, const int64_t o[3])
{
  const float apart = f->per_length * (float)(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
  size_t at = 0;
  for (int64_t z = 0; z < b->nz; z++)
    for (int64_t y = 0; y < b->ny; y++, at += (size_t)b->nx)
      add_row(block_row(b, b->value, y, z), block_row(b, b->value, y + o[1], z + o[2]) + o[0],
              b->known ? block_row(b, b->known, y + o[1], z + o[2]) + o[0] : NULL, apart, f->per_square, b->sum + at,
              b->weight + at, b->nx);
}

static void work(const struct blocks *of, struct block *b, void *scratch)
{
  const struct bilateral *f = (const void *)((const char *)of - offsetof(struct bilateral, blocks));
  const int64_t r = b->reach, above = b->above;
  const size_t count = (size_t)(b->nx * b->ny * b->nz);
  (void)scratch;
  memset(b->sum, 0, count * sizeof *b->sum);
  memset(b->weight, 0, count * sizeof *b->weight);
  for (int64_t k = -above; k <= above; k++)
    for (int64_t j = -r; j <= r; j++)
      for (int64_t i = -r; i <= r; i++)
        if (i * i + j * j + k * k <= r * r)
          add_offset(f, b, (int64_t[]){i, j, k});
  for (size_t i = 0; i < count; i++)
    b->sum[i] /= b->weight[i];
}

static int read_bilateral(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct bilateral *f = s->state;
  return blocks_read(&f->blocks, z, values, e);
}

int filter_bilateral(struct source *s, int64_t radius, double sigma, struct tile_error *e)
{
  void *state;
  if (filter_wrap(s, read_bilateral, &state, sizeof(struct bilateral), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct bilateral *f = state;
  s->slow = true;
  f->per_square = (float)fmin(0.5 / (sigma * sigma), 1e30);
  f->per_length = (float)(2 / (double)(radius * radius));
  const int code = blocks_begin(&f->blocks, &f->filter, radius, work, 1, e);
  if (code)
    filter_unwrap(s);
  return code;
}
