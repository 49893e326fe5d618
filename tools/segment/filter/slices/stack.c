/* SPDX-License-Identifier: BSD-3-Clause */
#include "stack.h"

#include <string.h>

int stack_begin(struct stack *s, struct filter *f, int64_t width, size_t bytes, struct tile_error *e)
{
  *s = (struct stack){.from = &f->from, .width = width, .bytes = bytes, .values = f->values};
  s->have = filter_alloc(f, (size_t)width, sizeof *s->have, e);
  s->slice = s->have ? filter_alloc(f, (size_t)width, bytes, e) : NULL;
  if (!s->slice)
    return e->code;
  for (int64_t i = 0; i < width; i++)
    s->have[i] = -1;
  return TILE_OK;
}

static int fetch_slice(struct stack *s, int64_t z, struct tile_error *e)
{
  const int64_t at = z % s->width;
  void *to = s->slice + (size_t)at * s->bytes;
  if (s->have[at] == z)
    return TILE_OK;
  s->have[at] = -1;
  int code = s->from->read(s->from, z, s->put ? s->values : to, e);
  if (code)
    return code;
  if (s->put)
    s->put(s->with, s->values, to);
  s->have[at] = z;
  return TILE_OK;
}

int stack_fetch(struct stack *s, int64_t begin, int64_t end, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = begin < 0 ? 0 : begin; z < end && z < s->from->grid[2] && !code; z++)
    code = fetch_slice(s, z, e);
  return code;
}

const void *stack_slice(const struct stack *s, int64_t z)
{
  return s->slice + (size_t)(filter_mirrored(z, s->from->grid[2]) % s->width) * s->bytes;
}
