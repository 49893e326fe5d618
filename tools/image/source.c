#include "source.h"

int source_take(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  return s->take ? s->take(s, lane, z, values, e) : s->read(s, z, values, e);
}

const struct voxel_type *source_held(const struct source *s)
{
  return s->take ? s->held : voxel_type_of('f', 64);
}

int source_lanes(const struct source *s)
{
  return s->take ? s->lanes : 1;
}
