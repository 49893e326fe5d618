/* SPDX-License-Identifier: BSD-3-Clause */
/* The pieces of a surface: sets of triangles that are joined by edges with exactly two triangles. */
#ifndef PIECES_H
#define PIECES_H

#include "edges.h"
#include "loops.h"

struct piece {
  size_t begin, count; /* its triangles in `member` */
  double area, volume; /* twice, six times, in units of the vertices; the volume is that of the closed piece */
  int32_t low[3], high[3];
  uint32_t largest; /* triangle */
  bool open;        /* it has an edge with a single triangle, or with more than two */
};

struct pieces {
  const struct surface *s;
  struct edges edges;
  struct loops loops; /* that bound the pieces; cones from the centre of each close it */
  uint32_t *of, *member;
  struct piece *piece;
  size_t triangles, count, room;
  uint32_t *first, *next; /* the loops of each piece, from 1; 0: none, or no further one */
  uint32_t *owner;        /* the piece of each loop */
  double work;            /* triangles that surface_pieces_winding looked at */
};
/* Of the first `triangles` of a surface, whose open edges must be known; sorts them. */
int surface_pieces_make(struct pieces *p, struct surface *s, size_t triangles, struct tile_error *e);
void surface_pieces_free(struct pieces *p);
/* Two points before and behind the middle of the largest triangle, at a hundredth of the width of the piece. */
void surface_pieces_sides(const struct pieces *p, const struct piece *piece, double at[2][3]);
/* Two points before and behind the centre of a loop, in the same way. */
void surface_pieces_rim(const struct pieces *p, const struct loop *l, double at[2][3]);
/* How often the piece, closed by cones, goes round a point: a whole number beside the piece; 0 if the
 * point is not in its box. Points are in units of the vertices. */
double surface_pieces_winding(struct pieces *p, const struct piece *piece, const double at[3]);

#endif
