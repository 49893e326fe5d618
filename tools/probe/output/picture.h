/* One slice of a field as a PNG: colour map, colour bar with numbers, solid in
 * grey with an outline. Small slices are enlarged by a whole factor. */
#ifndef PICTURE_H
#define PICTURE_H

#include "own.h"

struct picture {
  int64_t width, height; /* of the slice, in voxels */
  const double *value;   /* rows from the top; NaN: solid */
  bool signed_values;    /* diverging colours, zero in the middle; else low ... high */
  bool from_zero;        /* the bar begins at 0, whatever the least value */
  const char *label;     /* "speed" */
  const char *unit;      /* "m/s" */
  const char *place;     /* "z = 50" */
};

/* Whether there can be one of that size, before its values are gathered: TILE_FAILED. */
int picture_check(int64_t width, int64_t height, struct tile_error *e);
/* Writes the PNG to out. */
int picture_write(const struct picture *p, FILE *out, struct tile_error *e);

/* Whole factor by which a slice is enlarged: so that the shorter side has at
 * least 400 pixels, unless the longer one would then exceed 1600. */
int64_t picture_scale(int64_t width, int64_t height);

#endif
