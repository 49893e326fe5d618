/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_crop(): a part of the image, or what of it is inside a mask. Every image is read through it. */
#include "filter.h"
#include "voxel_loops.h"

#include <math.h>
#include <stdlib.h>

struct crop {
  struct filter filter;
  struct window window;
  char *whole;  /* one whole slice per lane, in the type in memory; NULL: whole slices are kept */
  size_t bytes; /* of one slice */
  struct source mask;
  double *inside;                  /* a slice of the mask; NULL: none */
  void (*close)(struct source *s); /* close of the filter */
};

static int check_finite(const struct crop *c, const struct voxel_type *memory_type, const void *values, int64_t z,
                        struct tile_error *e)
{
  const struct window *w = &c->window;
  const bool nans = c->filter.from.nans;
  const struct voxel_loops *loops = voxel_loops_of(memory_type);
  size_t nx = (size_t)(w->end[0] - w->begin[0]), count = nx * (size_t)(w->end[1] - w->begin[1]);
  size_t i = loops->finite ? loops->finite(values, count, nans) : count;
  double bad;
  if (i == count)
    return TILE_OK;
  memory_type->widen(&bad, values, 1, i, 1);
  return tile_fail(e, TILE_REJECTED, "slice z=%lld: the value at x=%lld, y=%lld is not a finite number (%g)%s",
                   (long long)z, (long long)(i % nx) + w->begin[0], (long long)(i / nx) + w->begin[1], bad,
                   isnan(bad) ? ": say what such voxels are with --nan solid or --nan fluid" : "");
}

/* Only a pipe whose end was read is known to have its stated length. */
static int read_end(struct crop *c, int64_t z, struct tile_error *e)
{
  struct source *from = &c->filter.from;
  bool seen = from->rereadable || z + 1 < c->window.end[2] || z + 1 == from->grid[2];
  return seen ? TILE_OK : from->read(from, from->grid[2] - 1, c->filter.values, e);
}

static void set_outside(const struct source *s, const double *inside, double value, double *values)
{
  for (int64_t i = 0; i < s->grid[0] * s->grid[1]; i++)
    values[i] = filter_inside(inside[i]) ? values[i] : value;
}

/* Values outside the mask are not checked. */
static int check_inside(const struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct crop *c = s->state;
  if (c->inside && c->mask.read(&c->mask, z, c->inside, e))
    return e->code;
  if (c->inside)
    set_outside(s, c->inside, 0, values);
  const int code = check_finite(c, voxel_type_of('f', 64), values, z + c->window.begin[2], e);
  if (c->inside)
    set_outside(s, c->inside, (double)NAN, values);
  return code;
}

static int read_crop(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct crop *c = s->state;
  struct source *from = &c->filter.from;
  int64_t at = z + c->window.begin[2];
  int code = from->read(from, at, c->filter.values, e);
  if (code)
    return code;
  window_cut(&c->window, from->grid, sizeof *values, c->filter.values, values);
  code = check_inside(s, z, values, e);
  return code ? code : read_end(c, at, e);
}

static int get_crop(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct crop *c = s->state;
  struct source *from = &c->filter.from;
  int64_t at = z + c->window.begin[2];
  void *whole = c->whole ? c->whole + (size_t)lane * c->bytes : values;
  int code = from->read_typed(from, lane, at, whole, e);
  if (code)
    return code;
  if (c->whole)
    window_cut(&c->window, from->grid, (size_t)s->memory_type->bits / 8, whole, values);
  code = check_finite(c, s->memory_type, values, at, e);
  return code ? code : read_end(c, at, e);
}

static void close_crop(struct source *s)
{
  struct crop *c = s->state;
  if (!c)
    return;
  if (c->inside)
    c->mask.close(&c->mask);
  free(c->whole);
  c->close(s);
}

static bool is_part(const struct crop *c, const int64_t grid[3])
{
  const struct window *w = &c->window;
  return w->end[0] - w->begin[0] < grid[0] || w->end[1] - w->begin[1] < grid[1];
}

/* Provides read_typed if the source does, integers have no NaN to set, and there is enough memory. */
static void pass_get(struct source *s, struct crop *c)
{
  const struct source *from = &c->filter.from;
  if (!from->read_typed || c->inside)
    return;
  c->bytes = (size_t)(from->grid[0] * from->grid[1]) * (size_t)from->memory_type->bits / 8;
  c->whole = is_part(c, from->grid) ? tile_alloc((size_t)from->lanes, c->bytes) : NULL;
  if (c->whole || !is_part(c, from->grid))
    s->read_typed = get_crop;
}

/* What is outside need not be a number, whatever the image is. */
static int take_mask(struct source *s, const struct source *mask, struct tile_error *e)
{
  struct crop *c = s->state;
  if (!mask)
    return TILE_OK;
  c->inside = filter_alloc(&c->filter, (size_t)(s->grid[0] * s->grid[1]), sizeof *c->inside, e);
  if (!c->inside)
    return e->code;
  c->mask = *mask;
  s->nans = true;
  return TILE_OK;
}

int filter_crop(struct source *s, const struct window *w, const struct source *mask, struct tile_error *e)
{
  struct window fitted = *w;
  size_t count;
  void *state;
  int code = window_measure(&fitted, s->spacing, NULL, e) || window_fit(&fitted, s->grid, e) ? e->code : TILE_OK;
  if (code)
    return code;
  if (__builtin_mul_overflow((size_t)s->grid[0], (size_t)s->grid[1], &count) || count > SIZE_MAX / 64)
    return tile_fail(e, TILE_FAILED, "a slice of %lld x %lld voxels does not fit in memory", (long long)s->grid[0],
                     (long long)s->grid[1]);
  if (s->restrict_to && s->restrict_to(s, fitted.begin, fitted.end, e))
    return e->code;
  if (filter_wrap(s, read_crop, &state, sizeof(struct crop), count, e))
    return e->code;
  struct crop *c = state;
  if (take_mask(s, mask, e)) {
    filter_unwrap(s);
    return e->code;
  }
  c->window = fitted;
  c->close = s->close;
  s->close = close_crop;
  pass_get(s, c);
  s->walls.cut = c->filter.from.walls.cut;
  for (int a = 0; a < 3; a++) {
    s->walls.begin[a] += (double)fitted.begin[a];
    if (fitted.end[a] - fitted.begin[a] != s->grid[a])
      s->walls.beyond &= ~(1u << a);
    s->grid[a] = fitted.end[a] - fitted.begin[a];
    filter_move(s, a, (double)fitted.begin[a], 1);
    pose_shift(&s->pose, a, (double)fitted.begin[a] * s->spacing[a]);
  }
  return TILE_OK;
}
