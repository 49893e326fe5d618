/* SPDX-License-Identifier: BSD-3-Clause */
/* The permeability tensor of a sample that was driven along several axes, one after another. Column j is the flow along
 * every axis that a drive along axis j causes: k_ij = nu <u_i> L_j / dp_j. Stokes flow between half-way walls at rest
 * that is periodic elsewhere makes the tensor symmetric; interpolated walls do not (differences of 1e-3 of the largest
 * element remain at any convergence), nor do pressure planes. */
#ifndef TENSOR_H
#define TENSOR_H

#include "permeability.h"

/* Fills a column in voxel^2. superficial: <u> along all axes under that drive, in lattice units. */
void lbm_permeability_column(const struct lbm_drive *drive, const double superficial[3], double column[3]);

struct lbm_tensor {
  int axes;               /* number of driven axes, 2 or 3 */
  int axis[3];            /* the driven axes, ascending; the indices below refer to this list */
  double k[3][3];         /* in voxel^2 */
  double symmetric[3][3]; /* (k + its transpose) / 2 */
  double asymmetry;       /* largest |k_ij - k_ji| divided by the largest |k_ij| */
  double principal[3];    /* principal permeabilities of the symmetric part, largest first */
  double direction[3][3]; /* unit vector of each in x, y, z; its largest component is positive */
};
/* Makes a tensor. column[j]: of the drive along axis[j], in x, y, z. */
void lbm_tensor_make(struct lbm_tensor *t, int axes, const int axis[3], const double (*column)[3]);

#endif
