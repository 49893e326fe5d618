/* SPDX-License-Identifier: BSD-3-Clause */
/* source_surface(): a source whose fluid is the inside of a surface, read from a file. */
#ifndef SOURCE_SURFACE_H
#define SOURCE_SURFACE_H

#include "source.h"
#include "surface.h"

struct surface_choice {
  double voxel;     /* width in m; 0: from `longest` */
  int64_t longest;  /* voxels along the longest side */
  int64_t layers;   /* layers of solid around the surface */
  const char *unit; /* of the file's coordinates; NULL: mm, because no file states it */
  bool repair;
  bool bevel;                            /* openings end on a plane of the grid (surface_bevel) */
  const struct surface_ends *cap, *open; /* NULL: no rims are capped, no ends are opened */
  const struct surface_extensions *extend;
  size_t names;
  const char *const *name; /* OLD=NEW, names of surfaces */
};

/* Opens a file of a kind that mesh_is knows. TILE_REJECTED if the surface is not closed, unless the choice is to cap or
 * repair it. */
int source_surface(struct source *s, const char *path, const struct surface_choice *choice, struct tile_error *e);
/* Before the source is read: keeps the voxels with begin <= x, y, z < end, which must be in its grid. Openings that
 * none of their links reaches are dropped; TILE_USAGE: an opening is only partly inside. */
int source_surface_crop(struct source *s, const int64_t begin[3], const int64_t end[3], struct tile_error *e);
/* The surface, for the report. */
const struct surface *source_surface_of(const struct source *s);

#endif
