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
/* Or with all slices b->begin <= z < b->end, whose neighbours are in the stack: it sets b->made. */
typedef int blocks_work(struct blocks *b, struct tile_error *e);

/* Computes BLOCK_SLICES slices at a time. */
struct blocks {
  struct stack stack; /* of floats */
  int64_t reach, above;
  int64_t begin, end; /* slices in `made` */
  float *made;
  block_work *work;
  size_t scratch; /* bytes that each call of work needs for itself */
  blocks_work *slab;
};

/* In a filter whose state is f, with a slice of values; `above` is 0 in a single slice. By blocks, on several threads,
 * unless b->slab is then replaced. */
int blocks_begin(struct blocks *b, struct filter *f, int64_t reach, block_work *work, size_t scratch,
                 struct tile_error *e);
/* Computes slice z. */
int blocks_read(struct blocks *b, int64_t z, double *values, struct tile_error *e);
/* Row y of slice z, from its first voxel inside; both may be outside by reach and above. */
static inline const float *block_row(const struct block *b, const float *of, int64_t y, int64_t z)
{
  return of + ((z + b->above) * b->high + y + b->reach) * b->wide + b->reach;
}

#endif
