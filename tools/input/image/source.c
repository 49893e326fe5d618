/* SPDX-License-Identifier: BSD-3-Clause */
#include "source_typed.h"

int source_read_typed(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  return s->read_typed ? s->read_typed(s, lane, z, values, e) : s->read(s, z, values, e);
}

const struct voxel_type *source_memory_type(const struct source *s)
{
  return s->read_typed ? s->memory_type : voxel_type_of('f', 64);
}

int source_lanes(const struct source *s)
{
  return s->read_typed ? s->lanes : 1;
}
