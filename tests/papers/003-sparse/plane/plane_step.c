/* SPDX-License-Identifier: BSD-3-Clause */
/* A step with one copy and ghost buffers. */
#include "plane_lanes.h"

static const double *slot_of(const double *ghost, int32_t tile, int slot)
{
  return ghost + ((size_t)tile * SLOTS + (size_t)slot) * EDGE;
}

/* Reads the row that direction i enters from the tile below or above; the end of a diagonal one comes from a column. */
INLINE void bring_row(const struct tile *t, const double *ghost, double *own, int i)
{
  const int y = c[i][1] > 0 ? 0 : EDGE - 1;
  const double *from = slot_of(ghost, t->near[1 - c[i][1]][1], row_slot[i]);
  double *to = own + i * NODES + y * EDGE;
  for (int half = 0; half < 2; half++)
    store(to + half * LANES, choose(t->blocked[i][y] >> half * LANES & 0xff, load(to + half * LANES),
                                    load(from + half * LANES - c[i][0])));
}

INLINE void bring_column(const struct tile *t, const double *ghost, double *own, int i)
{
  const int x = c[i][0] > 0 ? 0 : EDGE - 1;
  for (int y = 0; y < EDGE; y++) {
    const int from = y - c[i][1], row = from < 0 ? 0 : from < EDGE ? 1 : 2;
    if (!(t->blocked[i][y] >> x & 1))
      own[i * NODES + y * EDGE + x] = slot_of(ghost, t->near[row][1 - c[i][0]], column_slot[i])[from & (EDGE - 1)];
  }
}

/* `left`: the outgoing populations. */
INLINE void send(const double *left, double *ghost, size_t t, int i)
{
  double *column = ghost + (t * SLOTS + (size_t)(column_slot[i] < 0 ? 0 : column_slot[i])) * EDGE;
  double *row = ghost + (t * SLOTS + (size_t)(row_slot[i] < 0 ? 0 : row_slot[i])) * EDGE;
  for (int y = 0; y < EDGE && column_slot[i] >= 0; y++)
    column[y] = left[y * EDGE + (c[i][0] > 0 ? EDGE - 1 : 0)];
  if (row_slot[i] >= 0)
    memcpy(row, left + (c[i][1] > 0 ? EDGE - 1 : 0) * EDGE, EDGE * sizeof *row);
}

/* Scatters within the tile; the populations from other tiles are read in the next step. */
INLINE void scatter(const struct tile *t, double left[Q][NODES + 2 * MARGIN], double *own, int i)
{
  const double *back = left[opposite[i]] + MARGIN, *on = left[i] + MARGIN - c[i][1] * EDGE - c[i][0];
  for (int y = 0; y < EDGE; y++)
    for (int half = 0; half < 2; half++) {
      const int at = y * EDGE + half * LANES;
      store(own + i * NODES + at, choose(t->blocked[i][y] >> half * LANES & 0xff, load(back + at), load(on + at)));
    }
}

void bring(const struct plane *p, const double *ghost, size_t t)
{
  double *own = p->f + t * Q * NODES;
  EACH_DIRECTION(i)
  {
    if (c[i][1])
      bring_row(p->tile + t, ghost, own, i);
    if (c[i][0])
      bring_column(p->tile + t, ghost, own, i);
  }
}

void leave(const struct plane *p, double left[Q][NODES + 2 * MARGIN], double *ghost, size_t t)
{
  EACH_DIRECTION(i)
  {
    send(left[i] + MARGIN, ghost, t, i);
    scatter(p->tile + t, left, p->f + t * Q * NODES, i);
  }
}

static void scatter_tile(const struct plane *p, const double *read, double *write, size_t t)
{
  static _Thread_local double left[Q][NODES + 2 * MARGIN]; /* the margins stay 0 */
  const double *own = p->f + t * Q * NODES;
  lanes f[Q];
  bring(p, read, t);
  for (int at = 0; at < NODES; at += LANES) {
    EACH_DIRECTION(i) f[i] = load(own + i * NODES + at);
    collide(f);
    EACH_DIRECTION(i) store(left[i] + MARGIN + at, f[i]);
  }
  leave(p, left, write, t);
}

/* ---- steps ------------------------------------------------------------------------------------ */

void step(const struct plane *p, int from)
{
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < p->tiles; t++)
    scatter_tile(p, p->ghost[from], p->ghost[!from], t);
}
