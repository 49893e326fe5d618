/* SPDX-License-Identifier: BSD-3-Clause */
/* Data access B: one index, the sum of four that grow by the sizes of a plane, a row and a cell. Also unrolled by two
 * cells, and over two grids whose cells alternate (grid merging). */
#include "collide.h"

#define STRIDES(size)                                    \
  const ptrdiff_t strides[3] = {size, c->row, c->plane}; \
  const double *src = old.grid + old.at * c->move;       \
  double *dst = new.grid + new.at * c->move;             \
  const struct given given = given_of(c);                \
  const struct range *along = box->along
#define EACH_INDEX(n, axis)                                                                                     \
  for (ptrdiff_t n = strides[axis] * (turn ? along[axis].end - 1 : along[axis].begin),                          \
                 way##n = turn ? -strides[axis] : strides[axis], left##n = along[axis].end - along[axis].begin; \
       left##n > 0; left##n--, n += way##n)
#define INDEX(x, y, z, l) (i + (z)*strides[2]) + (j + (y)*strides[1]) + (k + (x)*strides[0]) + (l)

#define STEP(order) update_b_##order
#define BEGIN STRIDES(CELL)
#define EACH_CELL EACH_INDEX(i, 2) EACH_INDEX(j, 1) EACH_INDEX(k, 0)
#define SRC(x, y, z, l) src[INDEX(x, y, z, l)]
#define DST(x, y, z, l) dst[INDEX(x, y, z, l)]
#include "step.h"

#define STEP(order) update_unrolled_##order
#define BEGIN STRIDES(CELL)
#define EACH_CELL EACH_INDEX(i, 2) EACH_INDEX(j, 1) _Pragma("GCC unroll 2") EACH_INDEX(k, 0)
#define SRC(x, y, z, l) src[INDEX(x, y, z, l)]
#define DST(x, y, z, l) dst[INDEX(x, y, z, l)]
#include "step.h"

#define STEP(order) update_merged_##order
#define BEGIN STRIDES(2 * CELL)
#define EACH_CELL EACH_INDEX(i, 2) EACH_INDEX(j, 1) EACH_INDEX(k, 0)
#define SRC(x, y, z, l) src[INDEX(x, y, z, l)]
#define DST(x, y, z, l) dst[INDEX(x, y, z, l)]
#include "step.h"
