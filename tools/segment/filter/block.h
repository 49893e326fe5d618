/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of some slices with its neighbours, in single precision, for filters that visit many neighbours of each voxel:
 * rows continue beyond the faces as mirror images, so that loops need not look. */
#ifndef BLOCK_H
#define BLOCK_H

#include "stack.h"

enum { BLOCK_ROWS = 16, BLOCK_SLICES = 8 };

struct block {
  int64_t nx, ny, nz;       /* voxels inside */
  int64_t reach, above;     /* neighbours around along x and y; along z */
  int64_t wide, high, deep; /* with these */
  float *value, *known;     /* known: 1, or 0 and the value 0 where it is not a number; NULL: all are numbers */
  float *sum, *weight;      /* inside: for means of the neighbours */
};

/* What a filter does with the voxels inside a block: it sets b->sum. */
struct blocks;
typedef void block_work(const struct blocks *of, struct block *b, void *scratch);

/* Computes BLOCK_SLICES slices at a time. */
struct blocks {
  struct stack stack; /* of floats */
  int64_t reach, above;
  int64_t begin, end; /* slices in `made` */
  float *made;
  block_work *work;
  size_t scratch; /* bytes that each call of work needs for itself */
};

/* In a filter whose state is f, with a slice of values; `above` is 0 in a single slice. */
int blocks_begin(struct blocks *b, struct filter *f, int64_t reach, block_work *work, size_t scratch,
                 struct tile_error *e);
/* Computes slice z. */
int blocks_read(struct blocks *b, int64_t z, double *values, struct tile_error *e);
/* Row y of slice z, from its first voxel inside; both may be outside by reach and above. */
static inline const float *block_row(const struct block *b, const float *of, int64_t y, int64_t z)
{
  return of + ((z + b->above) * b->high + y + b->reach) * b->wide + b->reach;
}

/* Floats as bits: numbers from 0 on have the order of these as integers. With comparisons of floats gcc does not make
 * vectors of these loops. */
union block_bits {
  float value;
  int32_t bits;
};

/* e^-t, to 3e-7 of it, by the same operations for any width of vectors; t below 0 counts as 0, above `most`, which is at
 * most 80, as `most`. */
__attribute__((always_inline)) static inline float block_decay(float t, float most)
{
  const union block_bits end = {.value = most};
  union block_bits at = {.value = t}, scale;
  at.bits &= ~(at.bits >> 31);
  at.bits = at.bits < end.bits ? at.bits : end.bits;
  const float power = at.value * -1.44269504f;
  const int whole = (int)(power - 0.5f);
  const float f = power - (float)whole;
  scale.bits = (whole + 127) << 23;
  return scale.value *
         (1 + f * (0.69314718f + f * (0.24022651f + f * (0.05550341f + f * (0.00961813f + f * 0.00133337f)))));
}

#endif
