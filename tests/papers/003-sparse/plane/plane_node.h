/* SPDX-License-Identifier: BSD-3-Clause */
/* The same step for a thread a node, on a GPU, or on the CPU to check it: all nodes of a tile gather, all wait, all
 * scatter. */
#ifndef PLANE_NODE_H
#define PLANE_NODE_H

#include "plane.h"

#define REAL double
#define COLLIDE collide_node
#include "plane_collide.h"

/* One step. The arrays are in the memory of the device. */
struct plane_pass {
  const struct tile *tile;
  double *f;
  const double *read;
  double *write;
};

INLINE const double *read_slot(const struct plane_pass *p, int32_t tile, int slot)
{
  return p->read + ((size_t)tile * SLOTS + (size_t)slot) * EDGE;
}

/* The incoming populations of a node: its own, which the last step scattered, and those of other tiles; without
 * `ghosts` only the former. */
INLINE void gather_node(const struct plane_pass *p, size_t t, int n, double f[Q], bool ghosts)
{
  const int x = n % EDGE, y = n / EDGE;
  const struct tile *tile = p->tile + t;
  const double *own = p->f + t * Q * NODES;
  EACH_DIRECTION(i)
  {
    const int column = c[i][0] && x == (c[i][0] > 0 ? 0 : EDGE - 1), row = c[i][1] && y == (c[i][1] > 0 ? 0 : EDGE - 1);
    if (!ghosts || !(column || row) || tile->blocked[i][y] >> x & 1)
      f[i] = own[i * NODES + n];
    else if (column) {
      const int from = y - c[i][1], beside = from < 0 ? 0 : from < EDGE ? 1 : 2;
      f[i] = read_slot(p, tile->near[beside][1 - c[i][0]], column_slot[i])[from & (EDGE - 1)];
    } else
      f[i] = read_slot(p, tile->near[1 - c[i][1]][1], row_slot[i])[x - c[i][0]];
  }
}

/* Scatters the outgoing populations: back to the node itself at a wall, to other nodes of the tile, and at its edges
 * into the ghost buffers. */
INLINE void scatter_node(const struct plane_pass *p, size_t t, int n, const double f[Q], bool ghosts)
{
  const int x = n % EDGE, y = n / EDGE;
  const struct tile *tile = p->tile + t;
  double *own = p->f + t * Q * NODES, *write = p->write + t * SLOTS * EDGE;
  EACH_DIRECTION(i)
  {
    const int to_x = x + c[i][0], to_y = y + c[i][1];
    if (tile->blocked[opposite[i]][y] >> x & 1)
      own[opposite[i] * NODES + n] = f[i];
    else if (to_x >= 0 && to_x < EDGE && to_y >= 0 && to_y < EDGE)
      own[i * NODES + to_y * EDGE + to_x] = f[i];
    if (ghosts && (to_x < 0 || to_x >= EDGE))
      write[column_slot[i] * EDGE + y] = f[i];
    if (ghosts && (to_y < 0 || to_y >= EDGE))
      write[row_slot[i] * EDGE + x] = f[i];
  }
}

/* Non-solid: its population at rest is not blocked. */
INLINE bool is_node(const struct plane_pass *p, size_t t, int n)
{
  return !(p->tile[t].blocked[0][n / EDGE] >> n % EDGE & 1);
}

#endif
