/* SPDX-License-Identifier: BSD-3-Clause */
/* The slices around the current one, for filters of neighbourhoods: a ring in memory, filled from the source. */
#ifndef STACK_H
#define STACK_H

#include "filter.h"

struct stack {
  struct source *from;
  int64_t width, *have; /* slices in memory, z at z % width; the number of each, -1: none */
  size_t bytes;         /* of a slice in memory */
  char *slice;
  double *values; /* of the slice that is being read */
  /* Converts a slice that was read to what is kept; NULL: doubles. */
  void (*put)(void *with, const double *values, void *to);
  void *with;
};

/* Allocates within the filter, of which `values` has a slice of the source. */
int stack_begin(struct stack *s, struct filter *f, int64_t width, size_t bytes, struct tile_error *e);
/* Reads those of the slices begin <= z < end that exist and are not in memory; at most `width`. */
int stack_fetch(struct stack *s, int64_t begin, int64_t end, struct tile_error *e);
/* Slice z, or its mirror image outside the faces. */
const void *stack_slice(const struct stack *s, int64_t z);

#endif
