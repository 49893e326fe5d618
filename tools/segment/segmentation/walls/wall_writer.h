/* SPDX-License-Identifier: BSD-3-Clause */
/* Converts cut links from the voxels of a source to those of the output: mirrored, moved by added layers, and for a
 * single slice repeated along z. Call wall_writer_add for the walls of a slice, wall_writer_put after each slice, and
 * wall_writer_end after the last. */
#ifndef WALL_WRITER_H
#define WALL_WRITER_H

#include "segmentation.h"
#include "tile_domain.h"

struct wall_writer {
  struct segmentation *pass;
  struct tile_voxels_writer *to;
  bool flat;                             /* the output is a single slice */
  unsigned char mirrored[8][TILE_LINKS]; /* by axes, as bits: the mirror image of each link */
  struct tile_wall_at *moved;            /* walls of this slice in the output */
  size_t filled, room;
  struct kept_wall *kept; /* with --mirror z: walls of all slices, for their mirror images */
  size_t count, kept_room;
  size_t *end; /* end of each slice in `kept` */
};

int wall_writer_begin(struct wall_writer *w, struct segmentation *p, struct tile_voxels_writer *to,
                      struct tile_error *e);
/* Adds walls of slice z of the source, sorted by voxel and link. */
int wall_writer_add(struct wall_writer *w, int64_t z, const struct tile_wall_at *wall, size_t count,
                    struct tile_error *e);
/* Writes the walls of slice z, after the last wall_writer_add for it; z increases by 1 from call to call. */
int wall_writer_put(struct wall_writer *w, int64_t z, struct tile_error *e);
/* Call it after the last slice. */
int wall_writer_end(struct wall_writer *w, struct tile_error *e);
void wall_writer_free(struct wall_writer *w);

#endif
