/* SPDX-License-Identifier: BSD-3-Clause */
/* The wall as the surface that it was made of: its triangles carry the values of the nearest points of the wall. */
#ifndef ON_SURFACE_H
#define ON_SURFACE_H

#include "mesh.h"
#include "probe_walls.h"

struct on_surface {
  struct mesh mesh;
  double unit;  /* of its coordinates, m */
  double share; /* of its area, on which there are values; set by on_surface_write */
};
/* Reads a file of a kind that mesh_is knows. Release with on_surface_free only after success. */
int on_surface_read(struct on_surface *s, const char *path, double unit, struct tile_error *e);
void on_surface_free(struct on_surface *s);
/* Writes the triangles as a .vtp file in metres. The value of a triangle is the mean, over its area, of those at the
 * nearest point of the wall on its side that is at most two voxels away; a time is that at its middle. NaN: there is
 * none. TILE_REJECTED: that holds for all, or it is not known where the voxels lie. */
int on_surface_write(struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                     const struct probe_file *how, FILE *out, struct tile_error *e);
/* The same step by step: finds the values; finds them again where those of the walls have changed; shows them as what
 * vtp_write takes. End it also after an error. */
struct on_surface_values;
int on_surface_begin(struct on_surface_values **made, struct on_surface *s, const struct probe_walls *w,
                     const struct fields *f, struct tile_error *e);
void on_surface_again(struct on_surface_values *c);
struct vtp on_surface_vtp(struct on_surface_values *c, const struct probe_file *how);
void on_surface_end(struct on_surface_values *c);
/* Sets *value, which the caller frees, also after an error, to those of the triangles: the array of that name, of a vector
 * the size. */
int on_surface_values(double **value, struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                      const char *name, struct tile_error *e);

/* ---- near.c: the points of the wall by their place ------------------------------ */

struct near_point {
  int64_t cell;
  double at[3], normal[3]; /* in cells */
  size_t number;
};
struct near_points {
  struct near_point *point; /* by cell */
  size_t count;
  int64_t grid[3];
  double low[3], width; /* of a cell, which is also the greatest distance */
};
/* Takes a position and a normal of each point. */
int near_points_make(struct near_points *p, size_t count, double width, const struct vtp_array *place,
                     const struct vtp_array *normal, struct tile_error *e);
void near_points_free(struct near_points *p);
/* The nearest point to one in the same unit whose normal has at least this cosine with a direction; 0,0,0 and 0: any. NULL:
 * there is none. */
const struct near_point *near_points_find(const struct near_points *p, const double at[3], const double side[3],
                                          double alike);

#endif
