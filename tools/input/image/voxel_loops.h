/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over the values of a slice, in the type that they have in memory: thresholds, range, checks and counts. */
#ifndef VOXEL_LOOPS_H
#define VOXEL_LOOPS_H

#include "voxel_type.h"

#include <stdbool.h>
#include <stdint.h>

struct voxel_loops {
  /* below adds 1 to each `to` whose value is less than `limit`; within sets its lowest bit if the value is one of low
   * ... high. Both are exact: a long double holds every integer of 64 bits. */
  void (*below)(unsigned char *to, const void *values, size_t count, long double limit);
  void (*within)(unsigned char *to, const void *values, size_t count, long double low, long double high);
  /* Least and greatest value; count > 0. NaN is skipped: if all values are NaN, the result is INFINITY and
   * -INFINITY. */
  void (*range)(const void *values, size_t count, double *low, double *high);
  /* finite returns the index of the first value that is not finite (with `nans`: that is infinite), or count; nans sets
   * each `to` whose value is NaN to `class`. NULL for integers. */
  size_t (*finite)(const void *values, size_t count, bool nans);
  void (*nans)(unsigned char *to, const void *values, size_t count, unsigned char class);
  /* Adds to tally[value - least] how often each value occurs; NULL if the type has more than VOXEL_TALLY values. */
  void (*tally)(uint64_t *tally, const void *values, size_t count);
  int least;
};
#define VOXEL_TALLY 65536

/* memory_type: as voxel_type_in_memory returns it. */
const struct voxel_loops *voxel_loops_of(const struct voxel_type *memory_type);

#endif
