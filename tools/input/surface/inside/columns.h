/* SPDX-License-Identifier: BSD-3-Clause */
/* The winding number of a surface at the centres of all voxels, from its crossings with parallel lines along an axis.
 * Only the crossings are kept, so that memory grows with the surface and not with the volume. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "lines.h"

struct columns {
  int axis;
  int64_t across[2]; /* number of lines along the two other axes */
  size_t *begin;     /* first crossing of line u + across[0] * v */
  struct column_crossing {
    int32_t at;   /* after the centre of this voxel, before that of the next; -1: before all */
    int32_t step; /* change of the winding number: 1 at the front of a triangle, -1 at its back */
  } * crossing;   /* those of each line are in order */
};

/* `triangle`: those of the surface, or others between its vertices. */
int columns_make(struct columns *c, const struct surface *s, int axis, uint32_t (*triangle)[3], size_t triangles,
                 struct tile_error *e);
void columns_free(struct columns *c);
/* The winding number at voxel `at` of line u, v. */
int columns_winding(const struct columns *c, int64_t u, int64_t v, int64_t at);
/* The winding numbers of a whole line. */
void columns_line(const struct columns *c, int64_t u, int64_t v, int64_t length, int32_t *winding);

#endif
