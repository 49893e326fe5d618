/* Loops over the values of a slice, in the type in which it is held. */
#ifndef VOXEL_LOOPS_H
#define VOXEL_LOOPS_H

#include "voxel_type.h"

#include <stdint.h>

struct voxel_loops {
  /* Adds 1 to each `to` whose value is less than `limit`; sets its lowest bit if the value equals `value`. Both exactly:
   * a long double holds every integer of 64 bits. */
  void (*below)(unsigned char *to, const void *values, size_t count, long double limit);
  void (*equal)(unsigned char *to, const void *values, size_t count, long double value);
  /* Their least and greatest; count > 0, values finite. */
  void (*range)(const void *values, size_t count, double *low, double *high);
  /* Index of the first that is not finite, or count; NULL for integers. */
  size_t (*finite)(const void *values, size_t count);
  /* Adds to tally[value - least] how often each occurs; NULL where there are more than VOXEL_TALLY. */
  void (*tally)(uint64_t *tally, const void *values, size_t count);
  int least;
};
#define VOXEL_TALLY 65536

/* held: a type that is held (voxel_type_held). */
const struct voxel_loops *voxel_loops_of(const struct voxel_type *held);

#endif
