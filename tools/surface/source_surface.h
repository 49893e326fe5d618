/* source_surface(): the voxels inside a surface are fluid. */
#ifndef SOURCE_SURFACE_H
#define SOURCE_SURFACE_H

#include "source.h"
#include "surface.h"

struct surface_choice {
  double voxel;     /* m; 0: by `longest` */
  int64_t longest;  /* voxels along the longest side */
  int64_t layers;   /* of solid around the surface */
  const char *unit; /* of the file; NULL: mm, which no file states */
  bool cap, repair;
  size_t names;
  const char *const *name; /* OLD=NEW, of surfaces */
};

/* A file that mesh_read knows. TILE_REJECTED where it is not closed, unless it is to be capped or repaired. */
int source_surface(struct source *s, const char *path, const struct surface_choice *choice, struct tile_error *e);
/* Of such a source, before it is read: the voxels with begin <= x, y, z < end, which lie in its grid. Openings that no link of
 * these reaches are none of them; TILE_USAGE: one goes on outside. */
int source_surface_crop(struct source *s, const int64_t begin[3], const int64_t end[3], struct tile_error *e);
/* For the report. */
const struct surface *source_surface_of(const struct source *s);

#endif
