/* The slices of a source, one after the other, read and processed by several threads. */
#ifndef SLICES_H
#define SLICES_H

#include "prefetch.h"
#include "classify.h"
#include "source.h"

/* What is done with each slice while it is in the cache: nothing; count its values; give its voxels the levels of
 * hysteresis, or their classes, or these as bits. */
enum slice_look { SLICE_VALUES, SLICE_TALLY, SLICE_LEVELS, SLICE_CLASSES, SLICE_BITS };

struct slice {
  double low, high;       /* the least and greatest value; with levels, classes or bits */
  int64_t fluid;          /* voxels; with bits */
  void *values;           /* nx*ny, of source_memory_type */
  unsigned char *classes; /* nx*ny: levels or classes */
  unsigned char *bits;    /* as tile_pack makes them */
};

struct slices {
  struct source *source; /* the caller's, as is the rule */
  const struct rule *rule;
  enum slice_look look;
  const struct voxel_type *memory_type;
  const struct voxel_loops *loops;
  size_t count;    /* values of a slice */
  uint64_t *tally; /* VOXEL_TALLY a lane */
  struct prefetch prefetch;
};

/* SLICE_TALLY needs slices_can_tally. */
int slices_begin(struct slices *s, struct source *source, const struct rule *rule, enum slice_look look,
                 struct tile_error *e);
void slices_end(struct slices *s);
/* Slice z; z increases by 1 from call to call. The slice is the caller's until the next call. */
int slices_get(struct slices *s, int64_t z, struct slice *slice, struct tile_error *e);
/* Its values as doubles. */
void slices_widen(const struct slices *s, const struct slice *slice, double *values);
/* How often each of VOXEL_TALLY values from loops->least on has occurred; after the last slice. */
const uint64_t *slices_sum_tally(struct slices *s);

/* Whether there are few enough different values to count each. */
bool slices_can_tally(const struct source *s);

#endif
