/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that the steps of the segmentation share. */
#ifndef SEGMENTATION_PARTS_H
#define SEGMENTATION_PARTS_H

#include "segmentation.h"

enum { PASS_SOME = 4096 }; /* values per piece */

size_t segmentation_slice_count(const struct segmentation *p); /* in voxels */
bool segmentation_is_inside(const struct segmentation *p, size_t i);
/* Sets voxels outside the mask to solid. */
void segmentation_shut_outside(const struct segmentation *p, unsigned char *classes, unsigned char solid);

/* Reads every slice and calls `use` with it, and with the slice of the mask in p->inside. The caller calls
 * slices_end(). */
typedef int segmentation_slice_use(struct segmentation *p, int64_t z, const struct slice *slice, void *with,
                                   struct tile_error *e);
int segmentation_every_slice(struct segmentation *p, const char *what, enum slice_look look,
                             segmentation_slice_use *use, void *with, struct tile_error *e);

/* Of the values inside the mask; the caller frees it in any case. */
int segmentation_histogram(struct segmentation *p, struct histogram **h, struct tile_error *e);
/* Sets mean to those of the values below Otsu's threshold and above it. */
int segmentation_means(struct segmentation *p, double mean[2], struct tile_error *e);
/* The number of the class of a value, from 1 on. */
int segmentation_class_of(const struct segmentation *p, double value);

/* segmentation_watershed.c: sets classes of slice z, of which they have the levels. */
void segmentation_flooded(const struct segmentation *p, int64_t z, unsigned char *classes);

/* segmentation_clean.c: makes of the levels or classes of slice z, as SLICE_LEVELS or _CLASSES gives them, the decided
 * classes, as far as sets are known. Slices come in order. */
int segmentation_decide(struct segmentation *p, int64_t z, unsigned char *classes, struct tile_error *e);
int segmentation_check_clean(const struct segmentation *p, struct tile_error *e); /* after all: is something left? */
enum slice_look segmentation_look(const struct segmentation *p);                  /* what it needs */

/* Writes a slice of the output to the stream (w NULL: none) and to the export, and counts it. */
int segmentation_put_bits(struct segmentation *p, const unsigned char *bits, int64_t fluid,
                          struct tile_voxels_writer *w, struct tile_error *e);
/* Writes slice z of the mirrored volume from its classes. */
int segmentation_put_slice(struct segmentation *p, int64_t z, const unsigned char *classes,
                           struct tile_voxels_writer *w, struct tile_error *e);
/* Writes the slices of a volume, from the last to the first, behind all others. */
int segmentation_put_mirrored(struct segmentation *p, const struct tile_bits *kept, struct tile_voxels_writer *w,
                              struct tile_error *e);
/* Writes the slices begin <= z < end of the output, which consist of added layers only. */
int segmentation_put_layers(struct segmentation *p, int64_t begin, int64_t end, struct tile_voxels_writer *w,
                            struct tile_error *e);
/* segmentation_labels.c: _list sets the labels, and classes to the names of classes; _apply changes fluid voxels to the
 * class of their value. */
int segmentation_labels_list(struct segmentation *p, char **classes, struct tile_error *e);
void segmentation_labels_apply(const struct segmentation *p, const double *values, unsigned char *classes);
/* segmentation_confidence.c: writes a slice of distances from the other class; NaN outside the mask. */
int segmentation_confidence(const struct segmentation *p, const double *values, const unsigned char *classes,
                            struct tile_error *e);
/* segmentation_walls.c: writes the links that walls cut, after all voxels. */
int segmentation_walls(struct segmentation *p, struct tile_voxels_writer *w, struct tile_error *e);

#endif
