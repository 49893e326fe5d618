/* SPDX-License-Identifier: BSD-3-Clause */
/* --preview: a picture of three mid-planes of grey levels with the outline of the fluid, of one before and after each
 * filter, and of the histogram with classes and thresholds, so that a person can check the segmentation. */
#ifndef PREVIEW_H
#define PREVIEW_H

#include "classify.h"
#include "filter.h"
#include "multi_otsu.h"

/* grey: the source has grey levels, and a histogram is drawn. */
struct preview;
int preview_new(struct preview **p, const int64_t grid[3], bool grey, bool integers, struct tile_error *e);
/* Takes the slices in z order, nx*ny values and classes each. inside: of a mask, at least 1/2 where its values count in the
 * histogram; NULL: everywhere. */
void preview_get(struct preview *p, int64_t z, const double *values, const unsigned char *classes,
                 const double *inside);
/* The values at which the class may change, in rising order, to be marked in the histogram; what is below the first,
 * between them, and above the last. */
enum preview_side { PREVIEW_SOLID, PREVIEW_FLUID, PREVIEW_EITHER };
struct preview_marks {
  int count;
  double at[MULTI_OTSU_MOST];
  enum preview_side side[MULTI_OTSU_MOST + 1];
  double band[2]; /* drawn below the histogram unless both are equal */
};
/* The image before and after each filter, each with the middle slice as large as that of the preview; it keeps `seen`. */
void preview_filters(struct preview *p, const struct filter_seen *seen, int count);
/* Writes the PNG. inside: the porosity is that of a core. */
int preview_write(const struct preview *p, const struct preview_marks *marks, double porosity, bool inside, FILE *out,
                  struct tile_error *e);
void preview_free(struct preview *p);

#endif
