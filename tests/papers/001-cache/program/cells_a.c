/* SPDX-License-Identifier: BSD-3-Clause */
/* Data access A: four indices. */
#include "collide.h"

typedef double cell[CELL];

#define STEP(order) update_a_##order
#define BEGIN                                                                  \
  const ptrdiff_t edge = c->row / CELL;                                        \
  cell(*src)[edge][edge] = (cell(*)[edge][edge])(old.grid + old.at * c->move); \
  cell(*dst)[edge][edge] = (cell(*)[edge][edge])(new.grid + new.at * c->move); \
  const struct given given = given_of(c);                                      \
  const struct range *along = box->along
#define EACH_INDEX(n, axis)                                                                                         \
  for (int n = turn ? along[axis].end - 1 : along[axis].begin; turn ? n >= along[axis].begin : n < along[axis].end; \
       n += turn ? -1 : 1)
#define EACH_CELL EACH_INDEX(i, 2) EACH_INDEX(j, 1) EACH_INDEX(k, 0)
#define SRC(x, y, z, l) src[i + (z)][j + (y)][k + (x)][l]
#define DST(x, y, z, l) dst[i + (z)][j + (y)][k + (x)][l]
#include "step.h"
