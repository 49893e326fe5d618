/* --preview: a picture of three mid-planes of grey levels with the outline of the fluid, and of the histogram with the
 * threshold, so that a person can check the segmentation. */
#ifndef PREVIEW_H
#define PREVIEW_H

#include "classify.h"

/* grey: the source has grey levels, and a histogram is drawn. */
struct preview;
int preview_new(struct preview **p, const int64_t grid[3], bool grey, bool integers, struct tile_error *e);
/* Takes the slices in z order, nx*ny values and classes each. */
void preview_get(struct preview *p, int64_t z, const double *values, const unsigned char *classes);
/* Writes the PNG. marks: values to mark in the histogram: the threshold, or both ends of hysteresis. */
int preview_write(const struct preview *p, const double *marks, int count, double porosity, FILE *out,
                  struct tile_error *e);
void preview_free(struct preview *p);

#endif
