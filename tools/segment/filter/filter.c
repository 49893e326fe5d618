#include "filter.h"

#include <stdlib.h>

static void close_filter(struct source *s)
{
  struct filter *f = s->state;
  if (!f)
    return;
  f->from.close(&f->from);
  free(f->values);
  free(f);
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
  s->close = close_filter;
  s->state = f;
  return TILE_OK;
}
