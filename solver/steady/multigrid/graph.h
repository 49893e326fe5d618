/* A graph of nodes in space, in the memory of a device (device.h), for what flows along its links:
 *
 *   (A x)_i = leak_i x_i + sum_j weight_ij (x_i - x_j),   weight_ij = weight_ji >= 0, leak >= 0
 *
 * Rows of LBM_SLICE nodes lie side by side, as wide as the widest of them: link k of node i is at
 * (slice[i / LBM_SLICE] + k) * LBM_SLICE + i % LBM_SLICE; what is left of a row are links of a node to itself, of weight 0.
 * So are, in the finest graph, links 0 to 5, those along lattice links 1 to 6, where no node is. (Sliced ELL: Monakov,
 * Lokhmotov & Avetisyan, HiPEAC 2010.) */
#ifndef GRAPH_H
#define GRAPH_H

#include "device.h"

enum { LBM_SLICE = 32, LBM_AXIAL = 6 };
#define LBM_NOBODY UINT32_MAX

struct lbm_graph {
  uint32_t nodes;
  uint32_t *slice, *to;
  float *weight, *leak;
  float *inverse; /* of the diagonal; 0: x of this node stays 0 */
  uint64_t *at;   /* its place, 21 bits a coordinate, x lowest; while graphs are made */
  uint32_t *part, *first,
      *child;          /* node of the coarser graph, or LBM_NOBODY; of each of those: where its children begin */
  float *x, *b, *rest; /* unknown, right-hand side, and room */
};

/* The tiles of a domain (internal.h), of edge 4. Padded coordinates. */
struct lbm_tiles {
  size_t tiles;
  uint64_t *mask;
  int32_t (*near)[27], (*coord)[3];
  uint32_t *first;          /* tiles + 1: first node of each */
  int32_t begin[3], end[3]; /* the grid */
  int32_t period[3];        /* 0: none */
};

/* On the way from a graph to a coarser one. */
struct lbm_parts {
  uint32_t *label, *number;            /* of each node: the first of its part; which part */
  uint32_t *outer, *outer_to, *degree; /* of each part: its links to others, before they lie in slices */
  uint32_t *changed, *filled;
};

/* Of each node of the finest graph. */
struct lbm_nodes {
  uint32_t *list; /* of nodes whose x is given */
  uint8_t *given; /* is it? */
  float *mobile;  /* w of pressure.h */
  double *gain;
  float (*field)[4];
};

/* What loops work on. */
struct lbm_operation {
  struct lbm_graph g, c; /* and the coarser one */
  struct lbm_tiles tiles;
  struct lbm_parts parts;
  struct lbm_nodes node;
  float *from, *to, *answer;
  double factor;
};

/* All of a graph's arrays. */
void lbm_graph_free(const struct lbm_device *d, struct lbm_graph *g);
/* Room for `rows` * LBM_SLICE links, and for what belongs to nodes beside them. */
int lbm_graph_rows(const struct lbm_device *d, struct lbm_graph *g, size_t rows, struct tile_error *e);
/* g->slice from the degree of each node; *rows: of all slices. */
int lbm_graph_slices(const struct lbm_device *d, struct lbm_graph *g, uint32_t *degree, size_t *rows,
                     struct tile_error *e);

/* fine_graph.c: the nodes of a domain by number, tile by tile: links along the axes, and diagonal ones where nothing else
 * joins two nodes. first: of each tile, on the host, tiles + 1. given: numbers of nodes, whose flags a.node.given gets. */
struct lbm_given {
  const uint32_t *list;
  size_t count;
};
int lbm_graph_make(const struct lbm_device *d, struct lbm_operation *a, const struct tile_domain *domain,
                   const uint32_t *first, const struct lbm_given *given, struct tile_error *e);

/* coarse_graph.c: the connected parts of cubes of 2^3 nodes. Links without weights. *smaller false: hardly any were joined,
 * and there is no coarser graph. */
int lbm_graph_coarsen(const struct lbm_device *d, struct lbm_graph *g, struct lbm_graph *coarse, bool *smaller,
                      struct tile_error *e);

int lbm_device_allocate(const struct lbm_device *d, void *array, size_t count, size_t size, struct tile_error *e);

#endif
