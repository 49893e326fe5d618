/* SPDX-License-Identifier: BSD-3-Clause */
#include "filter.h"

#include <stdlib.h>

static void free_filter(struct filter *f)
{
  for (int i = 0; i < FILTER_BUFFERS; i++)
    free(f->buffer[i]);
  free(f->values);
  free(f);
}

static void close_filter(struct source *s)
{
  struct filter *f = s->state;
  if (!f)
    return;
  f->from.close(&f->from);
  free_filter(f);
  s->state = NULL;
}

int filter_wrap(struct source *s, filter_read *read, void **state, size_t size, size_t count, struct tile_error *e)
{
  struct filter *f = *state = tile_alloc(1, size);
  if (!f)
    return tile_fail_memory(e, size, "a filter");
  f->values = tile_alloc(count, sizeof *f->values);
  if (!f->values) {
    free(f);
    return tile_fail_memory(e, count * sizeof *f->values, "the slices of a filter");
  }
  f->from = *s;
  s->read = read;
  s->read_typed = NULL;
  s->walls.cut = NULL;
  s->restrict_to = NULL;
  s->close = close_filter;
  s->state = f;
  return TILE_OK;
}

void filter_unwrap(struct source *s)
{
  struct filter *f = s->state;
  *s = f->from;
  free_filter(f);
}

void filter_move(struct source *s, int axis, double first, double step)
{
  const double was = s->step[axis] != 0 ? s->step[axis] : 1;
  s->first[axis] += first * was;
  s->step[axis] = step * was;
}

void *filter_alloc(struct filter *f, size_t count, size_t size, struct tile_error *e)
{
  int i = 0;
  while (f->buffer[i])
    i++;
  f->buffer[i] = tile_alloc(count, size);
  if (!f->buffer[i])
    tile_fail_memory(e, size && count > SIZE_MAX / size ? SIZE_MAX : count * size, "the slices of a filter");
  return f->buffer[i];
}
