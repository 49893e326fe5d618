/* The permeability of a sample that was driven along several axes, one after another. Column j is what a drive along axis
 * j moves along every axis: k_ij = nu <u_i> L_j / dp_j. Stokes flow between walls at rest that is periodic elsewhere makes
 * it symmetric; planes of pressure do not. */
#ifndef TENSOR_H
#define TENSOR_H

#include "permeability.h"

/* superficial: of all axes, under that drive. */
void lbm_permeability_column(const struct lbm_drive *drive, const double superficial[3], double column[3]);

struct lbm_tensor {
  int axes;               /* driven: 2 or 3 */
  int axis[3];            /* which, ascending; indices below are into this */
  double k[3][3];         /* voxel2 */
  double symmetric[3][3]; /* (k + its transpose) / 2 */
  double asymmetry;       /* largest |k_ij - k_ji| over the largest |k_ij| */
  double principal[3];    /* of the symmetric part, largest first */
  double direction[3][3]; /* of each, a unit vector in x, y, z whose largest component is positive */
};
/* column[j]: of the drive along axis[j], in x, y, z. */
void lbm_tensor_make(struct lbm_tensor *t, int axes, const int axis[3], const double (*column)[3]);

#endif
