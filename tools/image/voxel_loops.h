/* Loops over the values of a slice, in the type in which it is held. */
#ifndef VOXEL_LOOPS_H
#define VOXEL_LOOPS_H

#include "voxel_type.h"

#include <stdbool.h>
#include <stdint.h>

struct voxel_loops {
  /* Adds 1 to each `to` whose value is less than `limit`; sets its lowest bit if the value is one of low ... high. Both
   * exactly: a long double holds every integer of 64 bits. */
  void (*below)(unsigned char *to, const void *values, size_t count, long double limit);
  void (*within)(unsigned char *to, const void *values, size_t count, long double low, long double high);
  /* Their least and greatest; count > 0. What is no number is passed over: of such alone INFINITY and -INFINITY. */
  void (*range)(const void *values, size_t count, double *low, double *high);
  /* Index of the first that is not finite (with `nans`: that is infinite), or count; and each `to` whose value is no
   * number becomes `class`. NULL for integers. */
  size_t (*finite)(const void *values, size_t count, bool nans);
  void (*nans)(unsigned char *to, const void *values, size_t count, unsigned char class);
  /* Adds to tally[value - least] how often each occurs; NULL where there are more than VOXEL_TALLY. */
  void (*tally)(uint64_t *tally, const void *values, size_t count);
  int least;
};
#define VOXEL_TALLY 65536

/* held: a type that is held (voxel_type_in_memory). */
const struct voxel_loops *voxel_loops_of(const struct voxel_type *memory_type);

#endif
