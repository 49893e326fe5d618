/* SPDX-License-Identifier: BSD-3-Clause */
/* The volumes of residence.h and the flow through their faces. */
#ifndef CELLS_H
#define CELLS_H

#include "graph.h"
#include "residence.h"

#define LBM_OPENING (LBM_NOBODY - 1)

/* A node. Face k is normal to lattice link k + 1: x+, x-, y+ ... */
struct lbm_cell {
  double out[LBM_AXIAL];  /* volume that leaves through each face in a step; 0 at walls */
  uint32_t to[LBM_AXIAL]; /* the node beyond the face; LBM_NOBODY: a wall; LBM_OPENING: outside */
};

struct lbm_cells {
  size_t nodes;
  int threads;
  struct lbm_cell *cell; /* [nodes] */
};

static inline bool lbm_is_cell(uint32_t to)
{
  return to < LBM_OPENING;
}

/* cells.c: Fills *c, without cells, from the links of a graph on the host, which is axial. first: [tiles + 1], the first node
 * of each tile. Release c->cell with free(3), also after an error. */
int lbm_cells_make(struct lbm_cells *c, const struct lbm_graph *g, const struct lbm_residence_flow *f,
                   const uint32_t *first, struct tile_error *e);
/* The volume that all openings together let in. */
double lbm_cells_inflow(const struct lbm_cells *c);

/* projection.c: Makes the flow free of divergence: adds the gradient of a potential, which is 0 outside openings. changed:
 * as in struct lbm_residence. The weights of the graph are set. It takes the links of
 * *g over, and leaves *g empty. */
int lbm_cells_project(struct lbm_cells *c, struct lbm_graph *g, const struct lbm_device *d, double *changed,
                      struct tile_error *e);

/* sweep.c: Solves for time[nodes], which is 0: by Gauss-Seidel sweeps along the flow, with diffusion by conjugate
 * gradients with such sweeps. leak: of the equation of each node. */
struct lbm_swept {
  int sweeps;   /* or iterations */
  double bound; /* the largest residual */
};
int lbm_cells_sweep(const struct lbm_cells *c, double diffusivity, double leak, double *time, struct lbm_swept *s,
                    struct tile_error *e);

/* equation.c: The equations of all nodes, A x = right; right NULL: 1 everywhere. */
struct lbm_equation {
  const struct lbm_cells *cells;
  double diffusivity, leak;
  uint32_t *order; /* [nodes], of sweeps */
};
/* Improves x by a sweep in the order, with diffusion also by one against it. */
void lbm_equation_sweep(const struct lbm_equation *q, double *x, const double *right);
/* y = A x */
void lbm_equation_image(const struct lbm_equation *q, const double *x, double *y);
/* The largest |1 - A x|. */
double lbm_equation_residual(const struct lbm_equation *q, const double *x);

/* conjugate.c: Solves for x, which is 0. Memory: 6 values for each node. */
int lbm_equation_conjugate(const struct lbm_equation *q, double *x, struct lbm_swept *s, struct tile_error *e);

#endif
