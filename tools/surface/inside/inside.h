/* Which voxels are inside a surface. */
#ifndef INSIDE_H
#define INSIDE_H

#include "columns.h"

struct inside {
  struct tile_bits bits;
  struct columns x; /* of a closed surface these say it all: those along y and z agree, for all is exact */
  bool closed;
};

/* What a closed surface goes round is inside: shells that overlap are united, a shell that faces the other way in another
 * is a hole (those that are in no other face outwards by now: surface_outer.h). Of an open one the columns along x, y and z decide where they agree, and elsewhere the generalised winding
 * number, which is above a half inside (Jacobson, Kavan & Sorkine-Hornung 2013); s->report.unclear counts those voxels. */
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

/* That of an open surface, from that of a closed one: cones from its open edges to a point close it; the cones' own share
 * is the sum of the angles that they span, which takes a few edges in place of all triangles. */
struct winding {
  const struct surface *s;
  size_t cones;
  uint32_t (*cone)[3];
  struct columns x; /* of the cones */
};
int winding_make(struct winding *w, const struct surface *s, struct tile_error *e);
void winding_free(struct winding *w);
/* Of a voxel, where `columns` is the winding number by the column of the surface along x. */
double winding_at(const struct winding *w, const int64_t at[3], int columns);

#endif
