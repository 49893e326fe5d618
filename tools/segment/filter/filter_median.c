/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_median(): the median of a cube around each voxel. Integers (8 and 16 bits) are counted in a histogram that
 * moves along the row (Huang, Yang and Tang 1979); for other values each voxel needs a selection. */
#include "filter.h"

#include <math.h>

enum { WIDEST = 2 * FILTER_MEDIAN_MOST + 1, FINE = 65536, COARSE = 256 };

/* Range and kind of the values of some slices. */
struct span {
  double low, high;
  bool whole; /* all numbers are integers */
};

struct median {
  struct filter filter;
  int64_t radius, width;    /* width = 2*radius + 1 slices are in memory, slice z at z % width */
  int64_t have[WIDEST];     /* number of each slice in memory; -1: none */
  struct span span[WIDEST]; /* of these slices */
  struct span now;          /* of all slices around the current one */
  int shift;                /* each bin of tally.coarse covers 1 << shift bins of tally.fine */
};

/* How often each value occurs in the cube, from now.low on. */
struct tally {
  int all;
  uint16_t coarse[COARSE], fine[FINE];
};

static double *slice_of(const struct median *m, int64_t z)
{
  const int64_t *grid = m->filter.from.grid;
  return m->filter.values + z % m->width * grid[0] * grid[1];
}

static struct span span_of(const double *values, int64_t count)
{
  struct span s = {INFINITY, -INFINITY, true};
  for (int64_t i = 0; i < count; i++) {
    s.low = values[i] < s.low ? values[i] : s.low;
    s.high = values[i] > s.high ? values[i] : s.high;
    s.whole = s.whole && (isnan(values[i]) || rint(values[i]) == values[i]);
  }
  return s;
}

static struct span both(struct span a, struct span b)
{
  return (struct span){fmin(a.low, b.low), fmax(a.high, b.high), a.whole && b.whole};
}

static int fetch_slice(struct median *m, int64_t z, struct tile_error *e)
{
  struct source *from = &m->filter.from;
  int64_t at = z % m->width;
  if (m->have[at] == z)
    return TILE_OK;
  m->have[at] = -1;
  int code = from->read(from, z, slice_of(m, z), e);
  if (code)
    return code;
  m->have[at] = z;
  m->span[at] = span_of(slice_of(m, z), from->grid[0] * from->grid[1]);
  return TILE_OK;
}

/* Reads those of the slices z - radius to z + radius that are not in memory. */
static int fetch(struct median *m, int64_t z, struct tile_error *e)
{
  int64_t begin = z < m->radius ? 0 : z - m->radius, end = z + m->radius + 1;
  int code = TILE_OK;
  m->now = (struct span){INFINITY, -INFINITY, true};
  for (int64_t k = begin; k < end && k < m->filter.from.grid[2] && !code; k++) {
    code = fetch_slice(m, k, e);
    m->now = both(m->now, m->span[k % m->width]);
  }
  return code;
}

/* ---- by counting ---- */

static bool can_count(const struct median *m)
{
  return m->now.whole && m->now.low <= m->now.high && m->now.high - m->now.low < FINE;
}

/* Uses half of the bits of the values for each level, so that both are short. */
static void set_shift(struct median *m)
{
  int bits = 0;
  while ((int)(m->now.high - m->now.low) >> bits)
    bits++;
  m->shift = (bits + 1) / 2;
}

/* Adds (more = 1) or removes (-1) the values at x of the rows. */
static void count_column(const struct median *m, const double *const *rows, int64_t x, int more, struct tally *t)
{
  const int64_t at = filter_mirrored(x, m->filter.from.grid[0]);
  for (int64_t r = 0; r < m->width * m->width; r++) {
    if (isnan(rows[r][at]))
      continue;
    t->all += more;
    int value = (int)(rows[r][at] - m->now.low), group = value >> m->shift;
    t->fine[value] = (uint16_t)(t->fine[value] + more);
    t->coarse[group] = (uint16_t)(t->coarse[group] + more);
  }
}

/* The value with `before` others before it in sorted order. */
static double value_behind(const struct median *m, const struct tally *t, int before)
{
  int group = 0;
  for (; before >= t->coarse[group]; group++)
    before -= t->coarse[group];
  int value = group << m->shift;
  for (; before >= t->fine[value]; value++)
    before -= t->fine[value];
  return m->now.low + value;
}

/* t is all zero before and after the call. */
static void count_row(const struct median *m, const double *const *rows, struct tally *t, double *to)
{
  const int64_t nx = m->filter.from.grid[0], r = m->radius;
  const double *middle = rows[m->width * m->width / 2];
  for (int64_t x = -r; x < r; x++)
    count_column(m, rows, x, 1, t);
  for (int64_t x = 0; x < nx; x++) {
    count_column(m, rows, x + r, 1, t);
    to[x] = isnan(middle[x]) ? (double)NAN : value_behind(m, t, t->all / 2);
    count_column(m, rows, x - r, -1, t);
  }
  for (int64_t x = nx - r; x < nx + r; x++)
    count_column(m, rows, x, -1, t);
}

/* ---- by sorting ---- */

/* Hoare's quickselect: the value at index `middle` in sorted order. */
static double select_middle(double *v, int64_t count, int64_t middle)
{
  for (int64_t low = 0, high = count - 1; low < high;) {
    double pivot = v[(low + high) / 2];
    int64_t i = low, j = high;
    while (i <= j) {
      while (v[i] < pivot)
        i++;
      while (v[j] > pivot)
        j--;
      if (i <= j) {
        double kept = v[i];
        v[i++] = v[j];
        v[j--] = kept;
      }
    }
    if (middle <= j)
      high = j;
    else if (middle >= i)
      low = i;
    else
      break;
  }
  return v[middle];
}

/* Of the values around that are numbers; what is not one stays so. */
static void sort_row(const struct median *m, const double *const *rows, double *to)
{
  double cube[WIDEST * WIDEST * WIDEST];
  const double *middle = rows[m->width * m->width / 2];
  int64_t nx = m->filter.from.grid[0];
  for (int64_t x = 0; x < nx; x++) {
    double *at = cube;
    bool inside = x >= m->radius && x + m->radius < nx;
    for (int64_t r = 0; r < m->width * m->width; r++)
      for (int64_t i = x - m->radius; i <= x + m->radius; i++)
        if (!isnan(rows[r][inside ? i : filter_mirrored(i, nx)]))
          *at++ = rows[r][inside ? i : filter_mirrored(i, nx)];
    to[x] = isnan(middle[x]) ? NAN : select_middle(cube, at - cube, (at - cube) / 2);
  }
}

/* ---- slices ---- */

/* Finds the width^2 rows around row y of slice z. */
static void find_rows(const struct median *m, int64_t y, int64_t z, const double **rows)
{
  const int64_t *grid = m->filter.from.grid;
  for (int64_t k = z - m->radius; k <= z + m->radius; k++)
    for (int64_t j = y - m->radius; j <= y + m->radius; j++)
      *rows++ = slice_of(m, filter_mirrored(k, grid[2])) + filter_mirrored(j, grid[1]) * grid[0];
}

static void count_slice(const struct median *m, int64_t z, double *values)
{
  const int64_t *grid = m->filter.from.grid;
#pragma omp parallel
  {
    struct tally t = {0};
#pragma omp for schedule(dynamic, 8)
    for (int64_t y = 0; y < grid[1]; y++) {
      const double *rows[WIDEST * WIDEST];
      find_rows(m, y, z, rows);
      count_row(m, rows, &t, values + y * grid[0]);
    }
  }
}

static void sort_slice(const struct median *m, int64_t z, double *values)
{
  const int64_t *grid = m->filter.from.grid;
#pragma omp parallel for schedule(dynamic, 8)
  for (int64_t y = 0; y < grid[1]; y++) {
    const double *rows[WIDEST * WIDEST];
    find_rows(m, y, z, rows);
    sort_row(m, rows, values + y * grid[0]);
  }
}

static int read_median(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct median *m = s->state;
  if (fetch(m, z, e))
    return e->code;
  if (can_count(m)) {
    set_shift(m);
    count_slice(m, z, values);
  } else
    sort_slice(m, z, values);
  return TILE_OK;
}

int filter_median(struct source *s, int64_t radius, struct tile_error *e)
{
  size_t count;
  void *state;
  if (radius < 1 || radius > FILTER_MEDIAN_MOST)
    return tile_fail(e, TILE_USAGE, "--median %lld: the radius is 1 ... %d voxels", (long long)radius,
                     FILTER_MEDIAN_MOST);
  if (__builtin_mul_overflow((size_t)(s->grid[0] * s->grid[1]), (size_t)(2 * radius + 1), &count))
    return tile_fail_memory(e, SIZE_MAX, "the slices of a filter");
  if (filter_wrap(s, read_median, &state, sizeof(struct median), count, e))
    return e->code;
  s->slow = true;
  struct median *m = state;
  m->radius = radius;
  m->width = 2 * radius + 1;
  for (int64_t i = 0; i < m->width; i++)
    m->have[i] = -1;
  return TILE_OK;
}
