/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_tap(): the image as it is, of which the middle slice is kept when it passes, for a picture. */
#include "filter.h"

#include <string.h>

struct tap {
  struct filter filter;
  struct filter_seen *seen;
};

static int read_tap(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct tap *t = s->state;
  const int code = t->filter.from.read(&t->filter.from, z, values, e);
  if (!code && z == s->grid[2] / 2)
    memcpy(t->seen->value, values, (size_t)(s->grid[0] * s->grid[1]) * sizeof *values);
  return code;
}

static int get_tap(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct tap *t = s->state;
  const int code = t->filter.from.read_typed(&t->filter.from, lane, z, values, e);
  if (!code && z == s->grid[2] / 2)
    s->memory_type->widen(t->seen->value, values, (size_t)(s->grid[0] * s->grid[1]), 0, 1);
  return code;
}

int filter_tap(struct source *s, struct filter_seen *seen, struct tile_error *e)
{
  void *state;
  const bool typed = s->read_typed;
  seen->value = tile_alloc((size_t)(s->grid[0] * s->grid[1]), sizeof *seen->value);
  if (!seen->value)
    return tile_fail_memory(e, (size_t)(s->grid[0] * s->grid[1]) * sizeof *seen->value, "the preview");
  if (filter_wrap(s, read_tap, &state, sizeof(struct tap), 1, e))
    return e->code;
  ((struct tap *)state)->seen = seen;
  if (typed)
    s->read_typed = get_tap;
  return TILE_OK;
}
