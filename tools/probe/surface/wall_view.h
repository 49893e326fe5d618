/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures of a value of the wall: the surface from three sides. */
#ifndef WALL_VIEW_H
#define WALL_VIEW_H

#include "on_surface.h"

/* Has a field of the wall such a picture, or only slices? (wall shear, named values of averages; not of one slice) */
bool wall_view_shows(const struct probe_walls *w, const struct fields *f, const char *field);
/* Writes a PNG. title: NULL: none; s: the triangles that carry the value; NULL: squares at the points of the wall do. */
int wall_view_write(struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                    const struct probe_field *field, const char *title, FILE *out, struct tile_error *e);

#endif
