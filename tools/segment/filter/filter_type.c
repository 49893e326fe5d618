/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_type(): values of another type, to which they are rounded. NaN stay, as doubles. */
#include "filter.h"

#include <math.h>

struct typed {
  struct filter filter;
  void *rounded;
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
  int code = t->filter.from.read(&t->filter.from, z, values, e);
  if (code)
    return code;
  s->memory_type->narrow(t->rounded, values, count);
  s->memory_type->widen(t->filter.values, t->rounded, count, 0, 1);
  for (size_t i = 0; i < count; i++)
    values[i] = isnan(values[i]) ? values[i] : t->filter.values[i];
  return TILE_OK;
}

int filter_type(struct source *s, const struct voxel_type *type, struct tile_error *e)
{
  void *state;
  if (filter_wrap(s, read_typed, &state, sizeof(struct typed), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct typed *t = state;
  t->rounded = filter_alloc(&t->filter, filter_slice(&t->filter), (size_t)type->bits / 8, e);
  if (!t->rounded) {
    filter_unwrap(s);
    return e->code;
  }
  s->means = false;
  s->memory_type = type;
  s->read_typed = s->nans && type->kind != 'f' ? NULL : get_typed;
  s->lanes = 1;
  return TILE_OK;
}
