/* Cut links from the voxels of a source to those of the output: mirrored, moved by layers that are added, and
 * of one slice repeated along z. */
#ifndef WALL_WRITER_H
#define WALL_WRITER_H

#include "pass.h"

struct wall_writer {
  struct pass *pass;
  struct tile_voxels_writer *to;
  bool flat;                          /* one slice is written */
  unsigned char mirrored[TILE_LINKS]; /* each link as it is in the mirror image */
  struct tile_wall_at *moved;         /* of the slice */
  size_t filled, room;
  struct kept_wall *kept; /* with --mirror z: of all slices, for their mirror images */
  size_t count, kept_room;
  size_t *end; /* in kept, of each slice */
};

int wall_writer_begin(struct wall_writer *w, struct pass *p, struct tile_voxels_writer *to, struct tile_error *e);
/* Of slice z of the source; sorted by voxel and link. */
int wall_writer_add(struct wall_writer *w, int64_t z, const struct tile_wall_at *wall, size_t count,
                    struct tile_error *e);
/* After the last of slice z, which follows z - 1. */
int wall_writer_put(struct wall_writer *w, int64_t z, struct tile_error *e);
/* After the last slice. */
int wall_writer_end(struct wall_writer *w, struct tile_error *e);
void wall_writer_free(struct wall_writer *w);

#endif
