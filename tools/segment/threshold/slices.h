/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the slices of a source in several threads, and classifies their values. Call slices_begin, slices_get for each
 * slice in order, then slices_end. */
#ifndef SLICES_H
#define SLICES_H

#include "prefetch.h"
#include "classify.h"
#include "source_typed.h"

/* What is done with each slice while it is in the cache: nothing; count its values; find the levels of hysteresis, the
 * classes, or the classes as bits. */
enum slice_look { SLICE_VALUES, SLICE_TALLY, SLICE_LEVELS, SLICE_CLASSES, SLICE_BITS };

struct slice {
  double low, high;       /* range of the values; only with levels, classes or bits */
  int64_t fluid;          /* number of fluid voxels; only with bits */
  void *values;           /* nx*ny, of source_memory_type */
  unsigned char *classes; /* nx*ny: levels or classes */
  unsigned char *bits;    /* as tile_pack makes them */
};

struct slices {
  struct source *source; /* owned by the caller, like the rule */
  const struct rule *rule;
  enum slice_look look;
  const struct voxel_type *memory_type;
  const struct voxel_loops *loops;
  size_t count;    /* values in a slice */
  uint64_t *tally; /* VOXEL_TALLY counts per lane */
  struct prefetch prefetch;
};

/* SLICE_TALLY needs slices_can_tally. */
int slices_begin(struct slices *s, struct source *source, const struct rule *rule, enum slice_look look,
                 struct tile_error *e);
void slices_end(struct slices *s);
/* Gets slice z; z increases by 1 from call to call. The slice is valid until the next call, and the caller may change
 * it. */
int slices_get(struct slices *s, int64_t z, struct slice *slice, struct tile_error *e);
/* Converts its values to doubles. */
void slices_widen(const struct slices *s, const struct slice *slice, double *values);
/* Counts of the VOXEL_TALLY values from loops->least on; call it after the last slice. */
const uint64_t *slices_sum_tally(struct slices *s);

/* Whether the type has few enough values to count each. */
bool slices_can_tally(const struct source *s);

#endif
