/* The shape of developed flow in the cross-section of a patch of any form: phi of -lap phi = 1, and for a harmonic of
 * angular frequency omega, psi of i omega psi - nu lap psi = 1, both 0 at the rim.
 *
 * The equations are solved on the columns of the cap along the largest component n_a of its normal n: along the other
 * two axes the Laplacian in the plane of the cap is (delta_bc - n_b n_c) d_b d_c. The rim cuts the link between two
 * columns at a wall distance where the domain has one and the cap lies across an axis, else half-way; the symmetric
 * second-order stencil of Gibou, Fedkiw, Cheng & Kang, J. Comput. Phys. 176 (2002) 205 takes it into account. Nodes of
 * an oblique cap have the value at their projection. */
#ifndef SECTION_H
#define SECTION_H

#include "cap.h"

struct lbm_section;
/* d: the whole domain, with the walls beside the cap. Release with lbm_section_free, after an error too. */
int lbm_section_make(struct lbm_section **s, const struct tile_domain *d, int patch, const struct lbm_cap *cap,
                     struct tile_error *e);
void lbm_section_free(struct lbm_section *s);
/* re, im: [cap->count], of each node. omega 0, nu 1: phi. The error is about 1e-12, relative. */
int lbm_section_solve(struct lbm_section *s, double omega, double nu, double *re, double *im, struct tile_error *e);

#endif
