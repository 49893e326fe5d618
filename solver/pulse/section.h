/* SPDX-License-Identifier: BSD-3-Clause */
/* The shape of developed flow in the cross-section of a patch of any form: phi of -lap phi = 1, and for a harmonic of
 * angular frequency omega, psi of i omega psi - nu lap psi = 1, both 0 at the rim.
 *
 * The unknowns are columns along the axis `a` that is nearest to the normal n. Where the opening is a plane of the grid,
 * they are the nodes of the layer beside it: a flow that is constant along n has the Laplacian
 * (delta_bc + m_b m_c) d_b d_c, m = n / n_a, along the other two axes. Where an opening ends in steps they are the
 * columns of its nodes, taken where they cross its mean plane, in which it is (delta_bc - n_b n_c) d_b d_c. Both are sums
 * of second derivatives along b, c and one diagonal with positive coefficients. Each of these has the stencil of Shortley
 * & Weller, J. Appl. Phys. 9 (1938) 334, with the distances of the rim: those of the walls of the layer, so that a
 * parabola is exact at any angle; half a link where they are not known. */
#ifndef SECTION_H
#define SECTION_H

#include "cap.h"

struct lbm_section;
/* At a place: the derivative along its link, and the value at its node. */
struct lbm_section_shape {
  double slope, node;
};
/* d: the whole domain, with the walls beside the cap. Release with lbm_section_free, after an error too. */
int lbm_section_make(struct lbm_section **s, const struct tile_domain *d, int patch, const struct lbm_cap *cap,
                     struct tile_error *e);
void lbm_section_free(struct lbm_section *s);
/* re, im: [cap->count], at the point of each place (lbm_cap_point). shape: NULL, or [cap->count], of the
 * real part. omega 0, nu 1: phi. The error of the equations' solution is about 1e-12, relative. */
int lbm_section_solve(struct lbm_section *s, double omega, double nu, double *re, double *im,
                      struct lbm_section_shape *shape, struct tile_error *e);

#endif
