/* SPDX-License-Identifier: BSD-3-Clause */
/* The shear on the walls, and the fields, at the moments that `tessera run --snapshots` wrote. */
#ifndef SNAPSHOT_WALLS_H
#define SNAPSHOT_WALLS_H

#include "on_surface.h"
#include "pvd.h"
#include "vtkhdf.h"

struct snapshot_walls {
  const char *folder;         /* of the snapshots, with series.pvd */
  const char *path;           /* STEM.vtp: files are STEM-0001.vtp ..., and STEM.pvd lists them */
  const char *made;           /* NULL; or path is that of one file for all moments, made here: see vtkhdf.h */
  struct on_surface *surface; /* whose triangles carry the values; NULL: the points of the wall do, in many files */
  struct probe_file how;
};
/* The list that is written, that is read, and a file beside this. The caller frees them; NULL: no memory. */
char *snapshot_walls_list(const char *path);
char *snapshot_walls_series(const char *folder);
char *snapshot_file(const char *folder, const char *file);
/* The snapshots of a folder. TILE_REJECTED: there are none. Their times, which the caller frees; NULL: *e tells why. */
int snapshot_list_read(struct pvd *list, const char *folder, struct tile_error *e);
double *snapshot_times(const struct pvd *list, struct tile_error *e);
/* Shear follows from the velocities and pressures of the files, with the flow of *w.
 * TILE_REJECTED: there are no snapshots, or not of this domain. */
int snapshot_walls_write(const struct snapshot_walls *s, const struct probe_walls *w, const struct fields *f,
                         struct tile_error *e);
/* Writes pressure and velocity of all nodes at these moments into one file; path and made: as vtkhdf_image. */
int snapshot_fields_write(const char *folder, const struct fields *f, const char *path, const char *made,
                          struct tile_error *e);

#endif
