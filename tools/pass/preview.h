/* --preview: three mid-planes of grey levels with the outline of what is fluid, and the
 * histogram with the threshold, so that a person can see whether the segmentation is right. */
#ifndef PREVIEW_H
#define PREVIEW_H

#include "classify.h"

/* grey: there are grey levels, and a histogram of them. */
struct preview;
int preview_new(struct preview **p, const int64_t grid[3], bool grey, bool integers, struct tile_error *e);
/* Slices in z order, nx*ny values and classes each. */
void preview_get(struct preview *p, int64_t z, const double *values, const unsigned char *classes);
/* As PNG. marks: what to mark in the histogram, the threshold or both ends of hysteresis. */
int preview_write(const struct preview *p, const double *marks, int count, double porosity, FILE *out,
                  struct tile_error *e);
void preview_free(struct preview *p);

#endif
