/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_type(): values of another type, to which they are rounded. */
#include "filter.h"

#include <string.h>

struct typed {
  struct filter filter;
};

static int get_typed(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct typed *t = s->state;
  (void)lane;
  int code = t->filter.from.read(&t->filter.from, z, t->filter.values, e);
  if (!code)
    s->memory_type->narrow(values, t->filter.values, (size_t)(s->grid[0] * s->grid[1]));
  return code;
}

static int read_typed(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct typed *t = s->state;
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  int code = t->filter.from.read(&t->filter.from, z, t->filter.values, e);
  if (code)
    return code;
  s->memory_type->narrow(values, t->filter.values, count);
  memcpy(t->filter.values, values, count * (size_t)s->memory_type->bits / 8);
  s->memory_type->widen(values, t->filter.values, count, 0, 1);
  return TILE_OK;
}

int filter_type(struct source *s, const struct voxel_type *type, struct tile_error *e)
{
  void *state;
  if (filter_wrap(s, read_typed, &state, sizeof(struct typed), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  s->means = false;
  s->memory_type = type;
  s->read_typed = get_typed;
  s->lanes = 1;
  return TILE_OK;
}
