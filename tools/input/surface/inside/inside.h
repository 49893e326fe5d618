/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides which voxels are inside a surface. */
#ifndef INSIDE_H
#define INSIDE_H

#include "columns.h"
#include "tile_voxels.h"

struct inside {
  struct tile_bits bits;
  struct columns x; /* for a closed surface these suffice: columns along y and z agree, because all is exact */
  bool closed;
};

/* A voxel is inside a closed surface if its winding number is not 0: overlapping shells are united, and a shell that
 * faces the other way inside another is a hole (outer shells face outwards by now: surface_outer.h). For an open
 * surface, voxels are clear where the columns along x, y and z agree. Elsewhere the generalised winding number decides,
 * which is above 1/2 inside (Jacobson, Kavan & Sorkine-Hornung 2013); s->report.unclear counts those voxels, and
 * s->report.voxels those inside. */
int inside_make(struct inside *in, struct surface *s, struct tile_error *e);
void inside_free(struct inside *in);
static inline bool inside_has(const struct inside *in, const int64_t at[3])
{
  for (int a = 0; a < 3; a++)
    if (at[a] < 0 || at[a] >= in->bits.grid[a])
      return false;
  return tile_bit(&in->bits, at[0], at[1], at[2]);
}

/* ---- the generalised winding number: winding.c ---- */

/* The winding number of an open surface from that of a closed one: cones from its open edges to a point close it. The
 * contribution of the cones is the sum of their solid angles, which needs a few edges instead of all triangles. */
struct winding {
  const struct surface *s;
  size_t cones;
  uint32_t (*cone)[3];
  struct columns x; /* of the cones */
};
int winding_make(struct winding *w, const struct surface *s, struct tile_error *e);
void winding_free(struct winding *w);
/* At a voxel; `columns` is the winding number from the surface's column along x. */
double winding_at(const struct winding *w, const int64_t at[3], int columns);
/* The solid angle of a triangle (van Oosterom & Strackee, IEEE Trans. Biomed. Eng. 30, 1983) whose corners are relative
 * to the eye, positive from its back. */
double winding_angle(double corner[3][3]);

#endif
