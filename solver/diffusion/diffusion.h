/* SPDX-License-Identifier: BSD-3-Clause */
/* Diffusion in the pores of a domain, or conduction of electricity or heat: Laplace's equation on its non-solid nodes,
 * by finite volumes with the six neighbours of a node.
 *
 *   sum_j (c_i - c_j) = 0,   and at the ends 2 (c_i - c_end): they lie half a voxel outside the first and the last node
 *
 * so that a block without solid conducts exactly as the fluid does. In a domain with wall distances each term has a
 * weight, the open area (operations_cut.h). Walls carry no flux. Along a periodic axis the mean
 * gradient is 1 per voxel, c = p - x, and p is periodic. The result is relative to the free fluid: D_eff / D, which is
 * 1 / (formation factor) of conduction (G. E. Archie, Trans. AIME 146 (1942) 54).
 *
 * Nodes may have conductivities s_i of their own: then each term has the weight 2 s_i s_j / (s_i + s_j), that of two
 * halves of a voxel in series (S. V. Patankar, Numerical Heat Transfer and Fluid Flow (1980), section 4.2-3), an end s_i,
 * and the result is in the unit of s.
 *
 * It is solved by conjugate gradients with multigrid (multigrid.h) in single precision, and improved with residuals in
 * double precision. The conductance is the dissipation sum (c_i - c_j)^2, which errs with the square of the error of c
 * and is never too small. Its decrease in the last iterations is the bound (struct lbm_solved), with conductivities that of
 * gap.h. The fluxes tell nothing: conjugate gradients make them agree with the dissipation long before both are right.
 * Results do not depend on the number of threads. */
#ifndef DIFFUSION_H
#define DIFFUSION_H

#include "device.h"
#include "tile_domain.h"

struct lbm_diffusion;

struct lbm_diffused {
  double relative;  /* D_eff / D along the axis */
  double column[3]; /* flux along x, y, z; between ends only that along the axis, else NaN */
  double bound;     /* relative, of the solution on this grid; no less than single precision leaves */
  int iterations;
  bool converged;
};

/* Prepares a domain of edge 4, which must outlive *made, in the memory of the device. conductivity: of each non-solid
 * node in the order of tiles, then nodes, 0 or more; NULL: 1 everywhere. Release with lbm_diffusion_free, also after an
 * error. Memory: about 75 bytes for each non-solid node, with conductivities 105, with wall distances 120;
 * with conductivities also 136 on the host. Errors: too
 * little memory, too many nodes (TILE_FAILED). */
int lbm_diffusion_new(struct lbm_diffusion **made, const struct tile_domain *d, const float *conductivity,
                      const struct lbm_device *device, struct tile_error *e);
void lbm_diffusion_free(struct lbm_diffusion *s);

/* Has `tick` called after each iteration of lbm_diffusion_solve with the iterations that there will be in all, by how the
 * residual falls. */
void lbm_diffusion_watch(struct lbm_diffusion *s, void (*tick)(void *self, int iterations, double total), void *self);

/* Solves along an axis until the bound is at most `bound`. If that is not reached, r->converged is false. */
int lbm_diffusion_solve(struct lbm_diffusion *s, int axis, double bound, struct lbm_diffused *r, struct tile_error *e);

/* Copies the flux of each node along the axis to the next one, which is 0 beside walls and ends. */
int lbm_diffusion_fluxes(const struct lbm_diffusion *s, int axis, float *flux, struct tile_error *e);

/* Copies c of all nodes, tile by tile: 1 at the lower end and 0 at the upper one; along a periodic axis p. */
int lbm_diffusion_values(const struct lbm_diffusion *s, double *value, struct tile_error *e);

#endif
