/* filter_crop(): a part of the image. Every image passes through it. */
#include "filter.h"

#include <math.h>

struct crop {
  struct filter filter;
  struct window window;
};

static int check_finite(const struct crop *c, const double *values, int64_t z, struct tile_error *e)
{
  const struct window *w = &c->window;
  int64_t nx = w->end[0] - w->begin[0], count = nx * (w->end[1] - w->begin[1]);
  for (int64_t i = 0; i < count; i++)
    if (!isfinite(values[i]))
      return tile_fail(e, TILE_REJECTED, "slice z=%lld: the value at x=%lld, y=%lld is not a finite number (%g)",
                       (long long)z, (long long)(i % nx + w->begin[0]), (long long)(i / nx + w->begin[1]), values[i]);
  return TILE_OK;
}

/* A pipe has the promised length only if its end has been seen. */
static int read_end(struct crop *c, int64_t z, struct tile_error *e)
{
  struct source *from = &c->filter.from;
  bool seen = from->rereadable || z + 1 < c->window.end[2] || z + 1 == from->grid[2];
  return seen ? TILE_OK : from->read(from, from->grid[2] - 1, c->filter.values, e);
}

static int read_crop(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct crop *c = s->state;
  struct source *from = &c->filter.from;
  int64_t at = z + c->window.begin[2];
  int code = from->read(from, at, c->filter.values, e);
  if (code)
    return code;
  window_cut(&c->window, from->grid, c->filter.values, values);
  code = check_finite(c, values, at, e);
  return code ? code : read_end(c, at, e);
}

int filter_crop(struct source *s, const struct window *w, struct tile_error *e)
{
  struct window fitted = *w;
  size_t count;
  void *state;
  int code = window_fit(&fitted, s->grid, e);
  if (code)
    return code;
  if (__builtin_mul_overflow((size_t)s->grid[0], (size_t)s->grid[1], &count) || count > SIZE_MAX / 64)
    return tile_fail(e, TILE_FAILED, "a slice of %lld x %lld voxels does not fit in memory", (long long)s->grid[0],
                     (long long)s->grid[1]);
  if (filter_wrap(s, read_crop, &state, sizeof(struct crop), count, e))
    return e->code;
  ((struct crop *)state)->window = fitted;
  for (int a = 0; a < 3; a++) {
    s->grid[a] = fitted.end[a] - fitted.begin[a];
    place_shift(&s->place, a, (double)fitted.begin[a] * s->spacing[a]);
  }
  return TILE_OK;
}
