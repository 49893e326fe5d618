/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares what a GPU thread does, compiled for the CPU, with naive steps. */
#include "schemes_check.h"

#include <stdio.h>

int main(void)
{
  int wrong = 0;
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int collision = 0; collision < LBM_RELAXATIONS; collision++) {
      const int here = schemes_check_fp64(scheme, collision) + schemes_check_fp32(scheme, collision);
      printf("%s, %s: %d values differ\n", scheme == SCHEMES_SPLIT ? "split" : "reversed",
             collision == LBM_MOMENTS ? "MRT" : "BGK", here);
      wrong += here;
    }
  return wrong != 0;
}
