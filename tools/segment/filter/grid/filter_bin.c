/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_bin(): a coarser image, of means. A single slice remains a single slice. */
#include "filter.h"

#include <math.h>
#include <string.h>

struct bin {
  struct filter filter;
  int64_t n, deep; /* voxels along x and y; along z */
  double *numbers; /* how many of these are numbers */
};

/* Adds the numbers of a slice of the finer image to the sums. */
static void add_slice(const struct bin *b, const int64_t grid[3], const double *fine, double *sums)
{
  for (int64_t y = 0; y < grid[1] * b->n; y++) {
    const double *row = fine + y * b->filter.from.grid[0];
    double *sum = sums + y / b->n * grid[0], *numbers = b->numbers + y / b->n * grid[0];
    for (int64_t x = 0; x < grid[0]; x++)
      for (int64_t i = 0; i < b->n; i++, row++) {
        sum[x] += *row == *row ? *row : 0;
        numbers[x] += *row == *row;
      }
  }
}

static int read_bin(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct bin *b = s->state;
  struct source *from = &b->filter.from;
  int64_t count = s->grid[0] * s->grid[1];
  int code = TILE_OK;
  memset(values, 0, (size_t)count * sizeof *values);
  memset(b->numbers, 0, (size_t)count * sizeof *b->numbers);
  for (int64_t i = 0; i < b->deep && !code; i++) {
    code = from->read(from, z * b->deep + i, b->filter.values, e);
    if (!code)
      add_slice(b, s->grid, b->filter.values, values);
  }
  for (int64_t i = 0; i < count; i++)
    values[i] = 2 * b->numbers[i] >= (double)(b->n * b->n * b->deep) ? values[i] / b->numbers[i] : (double)NAN;
  /* only a pipe whose end was read is known to have its stated length */
  if (!code && z + 1 == s->grid[2] && from->grid[2] > s->grid[2] * b->deep && !from->rereadable)
    code = from->read(from, from->grid[2] - 1, b->filter.values, e);
  return code;
}

int filter_bin(struct source *s, int64_t n, struct tile_error *e)
{
  const int64_t by[3] = {n, n, s->grid[2] == 1 ? 1 : n};
  void *state;
  for (int a = 0; a < 3; a++)
    if (s->grid[a] < by[a])
      return tile_fail(e, TILE_USAGE, "--bin %lld: the image has only %lld voxels along %c", (long long)n,
                       (long long)s->grid[a], "xyz"[a]);
  if (filter_wrap(s, read_bin, &state, sizeof(struct bin), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct bin *b = state;
  b->numbers = filter_alloc(&b->filter, (size_t)(s->grid[0] * s->grid[1]), sizeof *b->numbers, e);
  if (!b->numbers) {
    filter_unwrap(s);
    return e->code;
  }
  s->slow = true;
  b->n = n;
  b->deep = by[2];
  for (int a = 0; a < 3; a++) {
    filter_move(s, a, (double)(by[a] - 1) / 2, (double)by[a]);
    s->grid[a] /= by[a];
    s->spacing[a] *= (double)n;
  }
  s->dx *= (double)n;
  s->means = n > 1;
  return TILE_OK;
}
