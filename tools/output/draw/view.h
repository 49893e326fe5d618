/* SPDX-License-Identifier: BSD-3-Clause */
/* A view of surfaces: triangles in three dimensions, in parallel projection, those in front hiding those behind, lit from the
 * eye. They are drawn one after the other, so that the picture does not depend on threads. */
#ifndef VIEW_H
#define VIEW_H

#include "canvas.h"

struct view {
  double axis[3][3]; /* unit vectors to the right, upwards, and away from the eye */
  double centre[3];  /* the point in the middle */
  double scale;      /* pixels of the picture for a unit of length */
  /* These belong to the view. */
  struct canvas fine; /* several pixels for one of the picture */
  float *depth;
};

/* Makes an empty one of so many pixels; the caller sets the members above. TILE_FAILED: memory, or the size. Release with
 * view_free, also after an error. */
int view_make(struct view *v, int64_t width, int64_t height, struct colour ground, struct tile_error *e);
void view_free(struct view *v);
void view_triangle(struct view *v, double corner[3][3], struct colour full);
/* A square across a normal, which need not be of length 1; across the line of sight if it has none. */
void view_square(struct view *v, const double at[3], const double normal[3], double side, struct colour full);
/* A round rod between two points, width: in pixels of the picture. */
void view_rod(struct view *v, double end[2][3], double width, struct colour full);
/* The point in the plane of the middle that a pixel of `fine`, which may be between others, shows. */
void view_point(const struct view *v, double to[3], double column, double row);
/* Where the picture has a point: in its pixels, from the left and the top. */
void view_place(const struct view *v, double to[2], const double at[3]);
/* Copies it, smoothed, to a canvas. */
void view_put(const struct view *v, struct canvas *to, int64_t x, int64_t y);

#endif
