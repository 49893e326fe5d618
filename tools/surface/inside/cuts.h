/* Where the surface cuts the links of the voxels inside it. */
#ifndef CUTS_H
#define CUTS_H

#include "inside.h"
#include "layers.h"

struct cuts {
  const struct surface *s;
  const struct inside *inside;
  struct layers layers;
};
int cuts_make(struct cuts *c, const struct surface *s, const struct inside *inside, struct tile_error *e);
void cuts_free(struct cuts *c);
/* The cut links of the voxels of slice z, sorted by voxel and link: those behind which the surface goes round nothing.
 * A link to a voxel outside always has a cut, at half its length where an open surface does not cross it; one that leaves the
 * surface and enters it again is cut too. Several threads may ask at once. *wall: free(). */
int cuts_slice(const struct cuts *c, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e);

#endif
