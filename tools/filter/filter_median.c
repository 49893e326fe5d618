/* filter_median(): the median of a cube around each voxel. */
#include "filter.h"

enum { WIDEST = 2 * FILTER_MEDIAN_MOST + 1 };

struct median {
  struct filter filter;
  int64_t radius, width; /* width = 2*radius + 1: as many slices are kept, slice z at z % width */
  int64_t have[WIDEST];  /* which slice lies there; -1: none */
};

/* Index i of an axis of n that goes on as its mirror image, the face between two voxels. */
static int64_t mirrored(int64_t i, int64_t n)
{
  i %= 2 * n;
  i = i < 0 ? i + 2 * n : i;
  return i < n ? i : 2 * n - 1 - i;
}

static double *slice_of(const struct median *m, int64_t z)
{
  const int64_t *grid = m->filter.from.grid;
  return m->filter.values + z % m->width * grid[0] * grid[1];
}

/* The slices from z - radius to z + radius, those that are not there yet. */
static int fetch(struct median *m, int64_t z, struct tile_error *e)
{
  struct source *from = &m->filter.from;
  int64_t begin = z < m->radius ? 0 : z - m->radius, end = z + m->radius + 1;
  int code = TILE_OK;
  for (int64_t k = begin; k < end && k < from->grid[2] && !code; k++)
    if (m->have[k % m->width] != k) {
      m->have[k % m->width] = -1;
      code = from->read(from, k, slice_of(m, k), e);
      m->have[k % m->width] = code ? -1 : k;
    }
  return code;
}

/* Hoare's quickselect: the value that stands at `middle` when sorted. */
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

/* rows: the width^2 rows around row y; sorts out one voxel of it after the other. */
static void median_row(const struct median *m, const double *const *rows, double *to)
{
  double cube[WIDEST * WIDEST * WIDEST];
  int64_t nx = m->filter.from.grid[0], count = m->width * m->width * m->width;
  for (int64_t x = 0; x < nx; x++) {
    double *at = cube;
    bool inside = x >= m->radius && x + m->radius < nx;
    for (int64_t r = 0; r < m->width * m->width; r++)
      for (int64_t i = x - m->radius; i <= x + m->radius; i++)
        *at++ = rows[r][inside ? i : mirrored(i, nx)];
    to[x] = select_middle(cube, count, count / 2);
  }
}

static int read_median(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct median *m = s->state;
  int code = fetch(m, z, e);
  if (code)
    return code;
#pragma omp parallel for schedule(dynamic, 8)
  for (int64_t y = 0; y < s->grid[1]; y++) {
    const double *rows[WIDEST * WIDEST], **row = rows;
    for (int64_t k = z - m->radius; k <= z + m->radius; k++)
      for (int64_t j = y - m->radius; j <= y + m->radius; j++)
        *row++ = slice_of(m, mirrored(k, s->grid[2])) + mirrored(j, s->grid[1]) * s->grid[0];
    median_row(m, rows, values + y * s->grid[0]);
  }
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
  struct median *m = state;
  m->radius = radius;
  m->width = 2 * radius + 1;
  for (int64_t i = 0; i < m->width; i++)
    m->have[i] = -1;
  return TILE_OK;
}
