/* SPDX-License-Identifier: BSD-3-Clause */
/* How wide the pores of a volume are, what a fluid that does not wet can enter, and how the pores hang together. For
 * this project only; the conventions of tile.h hold here too. All results are the same with any number of threads.
 *
 * Distances are squared, in voxels^2, and exact. The distance of a node is that of its centre to the centre of the
 * nearest node of the other phase. The faces of the grid are no walls; periodic axes wrap.
 *
 * A mask, of the grid of the volume, leaves the nodes out that it has solid, and where it ends there is no wall; NULL:
 * there is none. */
#ifndef PORES_H
#define PORES_H

#include "memory.h"
#include "tile_voxels.h"

/* A value for each node of the grid. Memory: 4 bytes for each node. */
struct tile_squares {
  int64_t grid[3];
  unsigned periodic;            /* set of axes */
  int64_t nodes;                /* of the phase */
  uint32_t most;                /* the largest value */
  uint32_t *at;                 /* [nz][ny][nx]; 0: nodes of the other phase, or outside the mask */
  const struct tile_bits *mask; /* belongs to the caller */
};

/* The squared distances in the phase of the non-solid nodes, or of the solid ones. Memory: *s. Uses OpenMP.
 * TILE_REJECTED: one of the phases is empty in the mask, or the diagonal of the grid is 65535 voxels long or longer.
 *
 * Separable: A. Meijster, J. B. T. M. Roerdink and W. H. Hesselink, "A general algorithm for computing distance
 * transforms in linear time" (2000). distance.c */
int tile_squares_make(struct tile_squares *s, const struct tile_bits *b, const struct tile_bits *mask, bool solid,
                      unsigned periodic, struct tile_error *e);
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

/* The nodes of the phase in regions, one around each maximum of the distances. Nodes join from the largest value to the
 * smallest, all of one value at once: a node joins the region of the neighbour, one of six, with the largest value;
 * nodes of one value that only have smaller neighbours begin a region. Two regions that meet at a node of value v become
 * one if the root of v is more than `persistence` times that of the smaller of their maxima, or less than `noise` below
 * it: a merge tree, cut by persistence. 1 and 0: regions never become one. Mirrored and turned grids have the same
 * regions: where neighbours are equal, the larger maximum counts, then the number of neighbours, the volume, the values
 * around the maximum, and only then their order.
 * Memory: 4 bytes for each node of the grid; while it works 8 bytes more for each node of the phase. regions.c */
struct tile_regions {
  int64_t count;
  uint32_t *of; /* [nz][ny][nx]: 1 ... count, by their first nodes; 0: nodes of the other phase */
};
int tile_regions_make(struct tile_regions *r, const struct tile_squares *s, double persistence, double noise,
                      struct tile_error *e);
void tile_regions_free(struct tile_regions *r);

/* Regions as pores, and where two of them meet as throats. Places are in voxels from the corner of the grid: the centre
 * of the first node is at 1/2. On periodic axes they may lie outside the grid. */
struct tile_pore {
  double centre[3], centroid[3]; /* mean of the nodes with the largest distance; of all nodes */
  uint32_t square;               /* of the largest distance */
  int64_t volume, surface;       /* nodes; their faces to nodes of the other phase */
  int64_t throats;
  unsigned faces; /* of the grid, that the pore touches; those of periodic axes are none */
};
struct tile_throat {
  int64_t pore[2]; /* from 0; pore[1] = -1 - face: an opening of the grid */
  uint32_t square; /* of the largest ball that passes: the largest of the smaller values at both sides of a face */
  int64_t area;    /* faces between nodes of both */
  double centre[3], length, part[2]; /* of the faces with that value; between the centres of both pores; from the centre
                                      * of the throat to that of each, at least 1/2. Openings: part[1] = 0, and length =
                                      * part[0] */
};
/* Two pores have one throat, wherever they meet. */
struct tile_network {
  int64_t pores, throats, openings;
  struct tile_pore *pore;
  struct tile_throat *throat; /* [throats + openings], openings behind, each sorted by its pores */
};
/* Memory: about 200 bytes for each pore, 150 for each throat. network.c */
int tile_network_make(struct tile_network *n, const struct tile_squares *s, const struct tile_regions *r,
                      struct tile_error *e);
void tile_network_free(struct tile_network *n);

/* Copies a box of a volume, without walls. begin[a] <= coordinate < end[a], in the grid. box.c */
int tile_bits_box(struct tile_bits *box, const struct tile_bits *b, const int64_t begin[3], const int64_t end[3],
                  struct tile_error *e);

/* Probabilities along an axis by distance 0 ... lags: that both of two nodes at this distance belong to the phase
 * (two-point correlation), and that all nodes from one to the other do (lineal path). Over all pairs in the grid, which
 * does not wrap; of pairs, or paths, that leave the mask none counts. NaN: no pair. correlation.c */
struct tile_correlation {
  int lags;
  double *two_point[3], *lineal[3]; /* [lags + 1] by axis */
};
int tile_correlation_make(struct tile_correlation *c, const struct tile_bits *b, const struct tile_bits *mask,
                          bool solid, int lags, struct tile_error *e);
void tile_correlation_free(struct tile_correlation *c);

/* Mean over windows, and the standard deviation of the sample, divided by the number of windows less one. NaN: of one
 * window. */
struct tile_spread {
  double mean, deviation;
};

/* Windows of one size: cubes, in an image of one slice squares, side by side from node 0,0,0 on, as many as fit, and
 * lie in the mask. None: the means are NaN. */
struct tile_windows {
  int64_t edge, count;
  struct tile_spread porosity;
  struct tile_spread surface; /* per volume, 1/voxel: see tile_area_of_face; a face between two windows is halved */
};

/* At most `most` > 0 edges of windows, from 4 nodes to the shortest side (in one slice that of x and y), each the same
 * multiple of the one before, rounded, and each once. size: [most]. Returns their number. windows.c */
int tile_windows_sizes(int64_t *size, int most, const int64_t grid[3]);

/* Measures the windows of an edge that fits. Memory: 16 bytes for each window of a layer, for each thread. Uses OpenMP.
 * windows.c */
int tile_windows_measure(struct tile_windows *w, const struct tile_bits *b, const struct tile_bits *mask, int64_t edge,
                         struct tile_error *e);

/* The porosity of the cube around each node, solid or not, whose edge is an odd number of nodes. Periodic axes wrap, but no
 * node counts twice; along others the cube ends at the faces of the grid. */
struct tile_map {
  int64_t grid[3], edge;
  float *at; /* [nz][ny][nx] */
};
/* A tenth of the shortest side, in one slice of x and y, rounded down, then up to an odd number; at least 5. */
int64_t tile_map_edge(const int64_t grid[3]);
/* Memory: 4 bytes for each node of the grid; for each thread 4 bytes for each node of a slice. Time: the same for each node,
 * whatever the edge. Uses OpenMP. map.c */
int tile_map_make(struct tile_map *m, const struct tile_bits *b, int64_t edge, unsigned periodic, struct tile_error *e);
void tile_map_free(struct tile_map *m);

/* Cells of 2 x 2 x 2 nodes by those that belong to the phase: bit dx + 2 dy + 4 dz. Nothing wraps. */
struct tile_cells {
  bool solid;          /* the phase is that of the solid nodes */
  int64_t inside[256]; /* cells in the grid, with all their nodes in the mask */
  int64_t
      border[256]; /* others with nodes of the grid; nodes outside it, and outside the mask, are of the other phase */
};

/* Counts the cells. Uses OpenMP. cells.c */
void tile_cells_count(struct tile_cells *c, const struct tile_bits *b, const struct tile_bits *mask, bool solid);

/* The faces of the grid are no surface and have no curvature; for the Euler number the phase ends there. Non-solid nodes
 * connect through faces, solid nodes through faces, edges and corners. Mirrored and rotated images give the same bits.
 *
 * By Crofton's formulas for 13 directions: surface from the changes along lines, mean curvature from the Euler numbers of
 * plane sections; the directions have the weights of their Voronoi cells on the sphere (J. Ohser and F. Muecklich,
 * Statistical Analysis of Microstructures in Materials Science, 2000). minkowski.c */
struct tile_minkowski {
  int64_t volume;
  double surface, mean_curvature; /* integral of the mean of the two principal curvatures: 4 pi R of a ball */
  int64_t euler;                  /* the integral of the total curvature is 4 pi times that: 1 of a ball */
};
void tile_cells_minkowski(struct tile_minkowski *m, const struct tile_cells *c);

/* Mean intercept lengths along lines of nodes: the length of the lines by the number of changes of the phase along them,
 * in the grid. Infinite: there are none. */
enum { TILE_DIRECTIONS = 13 };
extern const signed char tile_lines[TILE_DIRECTIONS][3];
struct tile_anisotropy {
  double intercept[TILE_DIRECTIONS];
  /* Half axes of the ellipsoid that fits them, from the longest, and their directions. By least squares of n.M.n =
   * 1/length^2 (T. P. Harrigan and R. W. Mann, J. Materials Science 19 (1984) 761) */
  double length[3], axis[3][3];
  double fabric[3][3]; /* M^(-1/2); NaN: one of them is infinite */
  double degree;       /* 1 - shortest / longest; NaN: there are no changes */
};

/* Mirrored and rotated images give the same bits. TILE_REJECTED: there are no cells in the grid. directions.c */
int tile_cells_anisotropy(struct tile_anisotropy *t, const struct tile_cells *c, struct tile_error *e);

#endif
