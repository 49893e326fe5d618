/* SPDX-License-Identifier: BSD-3-Clause */
/* The edges of a surface, each with the triangles that share it; for closing, turning and measuring surfaces. */
#ifndef EDGES_H
#define EDGES_H

#include "surface.h"

/* One side of a triangle: the edge from corner half % 3 of triangle half / 3 to its next corner. */
struct edge_use {
  uint32_t far; /* the greater index of its two vertices; the list belongs to the lesser */
  uint32_t half;
};

struct edges {
  uint32_t *begin;      /* vertices + 1 numbers: the uses of the edges at vertex i begin at begin[i] */
  struct edge_use *use; /* the uses of one edge follow each other */
};
int edges_make(struct edges *t, const struct surface *s, struct tile_error *e);
void edges_free(struct edges *t);
/* Returns the end of the uses of one edge, which begin at `from` in the list of vertex `near`. */
uint32_t edges_end(const struct edges *t, uint32_t near, uint32_t from);
/* For each side, the side of the only other triangle at its edge; EDGES_NONE if there is none, or several. */
enum { EDGES_NONE = UINT32_MAX };
void edges_partners(const struct edges *t, const struct surface *s, uint32_t *partner);
/* Whether this side runs from the lesser to the greater vertex. */
bool edges_rises(const struct surface *s, uint32_t half);

#endif
