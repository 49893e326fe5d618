/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws one slice of a field as a PNG: colours, a colour bar with numbers, a bar of length, and solid in grey with an
 * outline. Small slices are enlarged by an integer factor. */
#ifndef PICTURE_H
#define PICTURE_H

#include "memory.h"

struct picture {
  int64_t width, height; /* of the slice, in voxels */
  const double *value;   /* rows from top to bottom; NaN: solid */
  bool signed_values;    /* diverging colours with zero in the middle; otherwise low ... high */
  bool from_zero;        /* the bar begins at 0, even if the least value is larger */
  const char *label;     /* "speed" */
  const char *unit;      /* "m/s" */
  const char *place;     /* "z = 50" */
  double dx;             /* of a voxel, in m; 0: unknown */
  const char *title;     /* NULL: none */
  bool contours;         /* lines of the values at the ticks of the bar */
};

/* TILE_FAILED if a picture of that size is not possible; call it before the values are collected. */
int picture_check(int64_t width, int64_t height, struct tile_error *e);
int picture_write(const struct picture *p, FILE *out, struct tile_error *e);

/* Integer factor by which a slice is enlarged: the shorter side gets at least 400 pixels at 96 dpi, unless the longer one
 * would then have more than 1600. */
int64_t picture_scale(int64_t width, int64_t height);

#endif
