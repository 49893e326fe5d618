/* SPDX-License-Identifier: BSD-3-Clause */
/* Non-local means on the CPU and on a GPU: the sums and products are the same and in the same order, so the bits are. */
#ifndef NLM_H
#define NLM_H

#include "decay.h"

struct nlm_rule {
  int64_t search, patch; /* radii */
  float voxels;          /* of a patch */
  float per_square;      /* makes of a sum over a patch its mean, by h^2 */
  float expected;        /* what noise alone gives: 2 sigma^2 / h^2 */
};

/* Of a sum over the pairs of voxels of two patches that are both numbers: what it is of all voxels, in the mean. */
DECAY_FUNC float nlm_of_all(float apart, float pairs, float voxels)
{
  return apart * (voxels / (pairs > 1 ? pairs : 1));
}

/* The weight of a neighbour whose patch differs by `apart`, a sum of squares: from this exponent on 0, as in
 * scikit-image. */
#define NLM_LEAST_ALIKE 5.0f
DECAY_FUNC float nlm_weight(float apart, float per_square, float expected)
{
  return decay_within(per_square * apart - expected, NLM_LEAST_ALIKE);
}

#endif
