/* SPDX-License-Identifier: BSD-3-Clause */
/* A graph of nodes in space, in the memory of a device (device.h), and equations for quantities that flow along its
 * links:
 *
 *   (A x)_i = leak_i x_i + sum_j weight_ij (x_i - x_j),   weight_ij = weight_ji >= 0, leak >= 0
 *
 * The rows of LBM_SLICE nodes form a slice, and are as wide as the widest of them: link k of node i is at
 *
 *   (slice[i / LBM_SLICE] + k) * LBM_SLICE + i % LBM_SLICE
 *
 * (sliced ELL: Monakov, Lokhmotov & Avetisyan, HiPEAC 2010). The rest of a row are links from the node to itself, of
 * weight 0. In the finest graph links 0 to 5 are those along lattice links 1 to 6, and lead to the node itself where
 * there is no other node. Its weights, leaks and inverses follow from w on the faces (operations_stokes.h). An axial
 * graph has no other links, and stores no weights, leaks and inverses where all weights
 * between different nodes are 1; then the leak of a node is 2 for each end beside it. */
#ifndef GRAPH_H
#define GRAPH_H

#include "device.h"
#include "tile_domain.h"

enum { LBM_SLICE = 32, LBM_AXIAL = 6, LBM_CUTS = 18, LBM_CUT_STEPS = 65536 };
#define LBM_NOBODY UINT32_MAX

struct lbm_graph {
  uint32_t nodes;
  bool axial, faces; /* faces: it has, or will have, width and face */
  uint32_t *slice, *to;
  uint32_t *strong;     /* for each node of a coarser graph the number of its links that are strong, which come first */
  float *weight, *leak; /* NULL in an axial graph: all weights are 1; in others: it has no links */
  float *inverse;       /* inverse of the diagonal; 0: x of this node stays 0; NULL as weight */
  const float *width;   /* of stokes.h, with the faces; NULL in other graphs. Another owns both arrays */
  const uint32_t *face;
  const uint8_t *ends; /* of each node if weight is NULL: bits 0 and 1, the ends beside it; another owns the array */
  uint64_t *at;        /* position of a node, 21 bits a coordinate, x lowest; NULL once the coarser graph is made */
  /* part: the node of the coarser graph that a node belongs to, or LBM_NOBODY. The children of node n of the coarser
   * graph are child[first[n]] ... child[first[n + 1] - 1]. */
  uint32_t *part, *first, *child;
  float *x, *b, *rest; /* unknown, right-hand side, and room for results */
  float *count;        /* of nodes of the finest graph in each node; NULL: in that one, and where nobody asks */
};

/* The tiles of a domain (tile_domain.h), of edge 4. Coordinates are padded. */
struct lbm_tiles {
  size_t tiles;
  uint64_t *mask;
  int32_t (*near)[27], (*coord)[3];
  uint32_t *first;          /* tiles + 1: first node of each tile */
  int32_t begin[3], end[3]; /* bounds of the grid */
  int32_t period[3];        /* period along an axis; 0: none */
};

/* Arrays that exist while a coarser graph is made. */
struct lbm_parts {
  uint32_t *label, *number;            /* for each node: the first node of its part; the number of that part */
  uint32_t *outer, *outer_to, *degree; /* for each part: its links to other parts, before they lie in slices */
  uint32_t *changed, *filled;
};

/* Arrays of the nodes of the finest graph. */
struct lbm_nodes {
  uint32_t *list; /* nodes whose x is given */
  uint8_t *given; /* is x of the node given? */
  float *mobile;  /* conductivity of diffusion.h */
  double *gain;
  float (*field)[4];
  uint32_t *face;            /* of operations_stokes.h */
  uint16_t (*cut)[LBM_CUTS]; /* where a wall cuts lattice link k + 1, in 1/LBM_CUT_STEPS of it; 0: nowhere */
  float (*area)[3];          /* open area of the node normal to each axis (operations_cut.h) */
};

/* Which ends lie beside a node: bits of `given` in diffusion. */
enum { LBM_LOW_END = 1, LBM_HIGH_END = 2, LBM_BOTH_ENDS = LBM_LOW_END | LBM_HIGH_END };

/* Products of the two steps of a coarser level, each step z with image A z: z A z, z b; of the second one also with the image of
 * the first. */
enum lbm_step_product {
  LBM_FIRST_IMAGE,
  LBM_FIRST_RIGHT,
  LBM_SECOND_IMAGE,
  LBM_SECOND_RIGHT,
  LBM_CROSS_IMAGE,
  LBM_STEP_PRODUCTS
};

/* The arguments of operations; each operation uses some of them. */
struct lbm_operation {
  struct lbm_graph g, c; /* a graph, and the coarser one */
  struct lbm_tiles tiles;
  struct lbm_parts parts;
  struct lbm_nodes node;
  float *from, *to, *answer;
  double factor, mean;
  int axis;
  int along; /* axis of a mean gradient of -1; negative: none, but ends (operations_diffusion.h) */
};

/* Exchanges x and rest. */
static inline void lbm_graph_swap(struct lbm_graph *g)
{
  float *x = g->x;
  g->x = g->rest;
  g->rest = x;
}
/* Releases all arrays of a graph. */
void lbm_graph_free(const struct lbm_device *d, struct lbm_graph *g);
/* Allocates `rows` * LBM_SLICE links, and the arrays of nodes; of an axial graph without those of weights. */
int lbm_graph_rows(const struct lbm_device *d, struct lbm_graph *g, size_t rows, struct tile_error *e);
/* Allocates the weights of an axial graph. */
int lbm_graph_weights(const struct lbm_device *d, struct lbm_graph *g, struct tile_error *e);
/* Makes a graph with the links, parts and children of another, which it borrows, and with weights and values of its own;
 * lbm_graph_return forgets what is borrowed, before lbm_graph_free. */
int lbm_graph_like(const struct lbm_device *d, struct lbm_graph *g, const struct lbm_graph *other,
                   struct tile_error *e);
void lbm_graph_return(struct lbm_graph *g);
/* Allocates g->slice, and fills it from the degree of each node. *rows becomes the width of all slices together. */
int lbm_graph_slices(const struct lbm_device *d, struct lbm_graph *g, uint32_t *degree, size_t *rows,
                     struct tile_error *e);

/* fine_graph.c: makes the graph of the nodes of a domain, which are numbered tile by tile. Its links lead along the
 * axes, and along a diagonal where nothing else joins two nodes. first: tiles + 1 values on the host, the first node of
 * each tile. given: nodes whose x is given, which a->node.given then flags; NULL: an axial graph. The caller owns a->g
 * and a->node.given, also after an error. Errors: too little memory, a domain that is too long. */
struct lbm_given {
  const uint32_t *list;
  size_t count;
};
int lbm_graph_make(const struct lbm_device *d, struct lbm_operation *a, const struct tile_domain *domain,
                   const uint32_t *first, const struct lbm_given *given, struct tile_error *e);

/* coarse_graph.c: makes a coarser graph, the nodes of which are the connected parts of cubes of 2^3 nodes; its links
 * have no weights yet. *smaller becomes false if hardly any nodes were joined; then there is no coarser graph. The
 * caller owns *coarse, also after an error. */
int lbm_graph_coarsen(const struct lbm_device *d, struct lbm_graph *g, struct lbm_graph *coarse, bool *smaller,
                      struct tile_error *e);

/* Allocates count * size bytes, filled with zeros; array points to the pointer. Fails if the product overflows. The other
 * function allocates two such arrays, one behind the other. */
int lbm_device_allocate_pair(const struct lbm_device *d, void *array, size_t count, size_t size, struct tile_error *e);
int lbm_device_allocate(const struct lbm_device *d, void *array, size_t count, size_t size, struct tile_error *e);

#endif
