/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of a source as they are in memory, for what reads whole images by several threads. Filters do not need it: they read
 * doubles, whatever the type (filter.h). */
#ifndef SOURCE_TYPED_H
#define SOURCE_TYPED_H

#include "source.h"

/* For every source: if it has no read_typed, read is used, with doubles and one lane. */
int source_read_typed(struct source *s, int lane, int64_t z, void *values, struct tile_error *e);
/* The type of these values: of this source, not of one that it reads or that reads it. */
const struct voxel_type *source_memory_type(const struct source *s);
int source_lanes(const struct source *s);

#endif
