/* The shear on the walls at the moments that `tessera run --snapshots` wrote. */
#ifndef SNAPSHOT_WALLS_H
#define SNAPSHOT_WALLS_H

#include "on_surface.h"

struct snapshot_walls {
  const char *folder;         /* of the snapshots, with series.pvd */
  const char *path;           /* STEM.vtp: files are STEM-0001.vtp ..., and STEM.pvd lists them */
  struct on_surface *surface; /* whose triangles carry the values; NULL: the points of the wall do */
  struct probe_file how;
};
/* The list that is written, and that is read. The caller frees them; NULL: no memory. */
char *snapshot_walls_list(const char *path);
char *snapshot_walls_series(const char *folder);
/* Shear follows from the velocities and pressures of the files, with the flow of *w.
 * TILE_REJECTED: there are no snapshots, or not of this domain. */
int snapshot_walls_write(const struct snapshot_walls *s, const struct probe_walls *w, const struct fields *f,
                         struct tile_error *e);

#endif
