/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of 8^3 cells by data access B, stream-collide, as the thesis compares them (figure 4.12): a condition in the heads
 * of the loops ends a block at the edge of the grid (algorithm 4.6), or each case at the edges has loops of its own, eight
 * in all, and whole blocks have as many cells as the compiler knows (algorithm 4.7). */
#include "collide.h"

enum { EDGE = 8 };
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

#define STRIDES                                          \
  const ptrdiff_t strides[3] = {CELL, c->row, c->plane}; \
  const double *src = old.grid;                          \
  double *dst = new.grid;                                \
  const struct given given = given_of(c);                \
  const struct range *along = box->along;                \
  (void)turn
#define INDEX(x, y, z, l) \
  (i * strides[2] + (z)*strides[2]) + (j * strides[1] + (y)*strides[1]) + (k * strides[0] + (x)*strides[0]) + (l)
#define BLOCKS(n, axis) for (ptrdiff_t n = along[axis].begin; n < along[axis].end; n += EDGE)
#define CELLS(n, block, axis) for (ptrdiff_t n = block; n < LEAST((block) + EDGE, along[axis].end); n++)

#define STEP_KIND static inline __attribute__((unused))
#define STEP(order) heads_##order
#define BEGIN STRIDES
#define EACH_CELL BLOCKS(ii, 2) BLOCKS(jj, 1) BLOCKS(kk, 0) CELLS(i, ii, 2) CELLS(j, jj, 1) CELLS(k, kk, 0)
#define SRC(x, y, z, l) src[INDEX(x, y, z, l)]
#define DST(x, y, z, l) dst[INDEX(x, y, z, l)]
#include "step.h"

void update_heads_sc(const struct cavity *c, struct state old, struct state new, const struct box *box, bool turn)
{
  heads_sc(c, old, new, box, turn);
}

#define ALL(n, axis) for (ptrdiff_t n = along[axis].begin; n < along[axis].end; n++)
#define STEP_KIND static inline __attribute__((always_inline, unused))
#define STEP(order) block_##order
#define BEGIN STRIDES
#define EACH_CELL ALL(i, 2) ALL(j, 1) ALL(k, 0)
#define SRC(x, y, z, l) src[INDEX(x, y, z, l)]
#define DST(x, y, z, l) dst[INDEX(x, y, z, l)]
#include "step.h"

/* One of the eight: a block at x, y, z. */
#define BLOCK(nx, ny, nz) block_sc(c, old, new, &(struct box){{{x, x + (nx)}, {y, y + (ny)}, {z, z + (nz)}}}, turn)
#define ROW(ny, nz)                \
  do {                             \
    int x = begin[0];              \
    for (; x < full[0]; x += EDGE) \
      BLOCK(EDGE, ny, nz);         \
    if (x < end[0])                \
      BLOCK(end[0] - x, ny, nz);   \
  } while (0)
#define PLANE(nz)                  \
  do {                             \
    int y = begin[1];              \
    for (; y < full[1]; y += EDGE) \
      ROW(EDGE, nz);               \
    if (y < end[1])                \
      ROW(end[1] - y, nz);         \
  } while (0)

void update_eight_sc(const struct cavity *c, struct state old, struct state new, const struct box *box, bool turn)
{
  int begin[3], end[3], full[3];
  for (int a = 0; a < 3; a++) {
    begin[a] = box->along[a].begin, end[a] = box->along[a].end;
    full[a] = begin[a] + (end[a] - begin[a]) / EDGE * EDGE;
  }
  int z = begin[2];
  for (; z < full[2]; z += EDGE)
    PLANE(EDGE);
  if (z < end[2])
    PLANE(end[2] - z);
}
