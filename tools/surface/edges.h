/* The edges of a surface, each with the triangles that share it. */
#ifndef EDGES_H
#define EDGES_H

#include "surface.h"

/* One side of a triangle: the edge from corner half % 3 of triangle half / 3 to its next corner. */
struct edge_use {
  uint32_t far; /* the greater of its two vertices; the lesser is that of the list */
  uint32_t half;
};

struct edges {
  uint32_t *begin;      /* of the uses of the edges at vertex i: vertices + 1 */
  struct edge_use *use; /* those of one edge beside each other */
};
int edges_make(struct edges *t, const struct surface *s, struct tile_error *e);
void edges_free(struct edges *t);
/* The end of the uses of the edge that begins at `from`, at vertex `near`. */
uint32_t edges_end(const struct edges *t, uint32_t near, uint32_t from);
/* This side runs from the lesser to the greater vertex. */
bool edges_rises(const struct surface *s, uint32_t half);

#endif
