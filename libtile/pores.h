/* How wide the pores of a volume are, what a fluid that does not wet can enter, and how the pores hang together. For
 * this project only; the conventions of tile.h hold here too. All results are the same with any number of threads.
 *
 * Distances are squared, in voxels^2, and exact. The distance of a node is that of its centre to the centre of the
 * nearest node of the other phase. The faces of the grid are no walls; periodic axes wrap. */
#ifndef PORES_H
#define PORES_H

#include "internal.h"

/* A value for each node of the grid. Memory: 4 bytes for each node. */
struct tile_squares {
  int64_t grid[3];
  unsigned periodic; /* set of axes */
  int64_t nodes;     /* of the phase */
  uint32_t most;     /* the largest value */
  uint32_t *at;      /* [nz][ny][nx]; 0: nodes of the other phase */
};

/* The squared distances in the phase of the non-solid nodes, or of the solid ones. Memory: *s. Uses OpenMP.
 * TILE_REJECTED: one of the phases is empty, or the diagonal of the grid is 65535 voxels long or longer.
 *
 * Separable: A. Meijster, J. B. T. M. Roerdink and W. H. Hesselink, "A general algorithm for computing distance
 * transforms in linear time" (2000). distance.c */
int tile_squares_make(struct tile_squares *s, const struct tile_bits *b, bool solid, unsigned periodic,
                      struct tile_error *e);
void tile_squares_free(struct tile_squares *s);

/* Replaces each value by the largest one of all nodes whose ball covers the node: those less than the root of their
 * value away. Of distances that is the local thickness: half of it, a radius (T. Hildebrand and P. Ruegsegger, J.
 * Microscopy 185 (1997) 67). Memory: one bit a node, and 8 bytes for each ball that lies in none of its neighbours,
 * which are a sixth of the phase in rocks (E. Remy and E. Thiel, Image and Vision Computing 23 (2005) 167). Uses OpenMP.
 * TILE_REJECTED: a radius above 8191. balls.c */
int tile_squares_cover(struct tile_squares *s, struct tile_error *e);

/* Replaces each value by the smallest one of the way from the faces on which that is largest, with steps to the six
 * neighbours: the square of the radius of the largest ball that comes to the node. 0: no way. It does not wrap around
 * the axes of the faces. Followed by tile_squares_cover it gives, for each node, the largest radius at which a fluid
 * that does not wet reaches it. faces: set of faces, bit as in tile_keep. Memory: one bit a node, 8 bytes for each node
 * at the front. flood.c */
int tile_squares_invade(struct tile_squares *s, unsigned faces, struct tile_error *e);

/* Sets the result of those two to 0 where the displaced fluid is trapped: at each radius it leaves only through nodes
 * that are connected with these faces by nodes which the other fluid enters at this radius or later. flood.c */
int tile_squares_trap(struct tile_squares *s, unsigned faces, struct tile_error *e);

/* The largest square whose ball passes from face to face along the axis; 0: none. Values stay. flood.c */
int tile_squares_pass(const struct tile_squares *s, int axis, uint32_t *square, struct tile_error *e);

/* count[v]: nodes with that value, v = 0 ... s->most; of 0 only the nodes of the phase. The caller frees it. */
int tile_squares_count(int64_t **count, const struct tile_squares *s, struct tile_error *e);

/* Probabilities along an axis by distance 0 ... lags: that both of two nodes at this distance belong to the phase
 * (two-point correlation), and that all nodes from one to the other do (lineal path). Over all pairs in the grid, which
 * does not wrap. NaN: no pair. correlation.c */
struct tile_correlation {
  int lags;
  double *two_point[3], *lineal[3]; /* [lags + 1] by axis */
};
int tile_correlation_make(struct tile_correlation *c, const struct tile_bits *b, bool solid, int lags,
                          struct tile_error *e);
void tile_correlation_free(struct tile_correlation *c);

#endif
