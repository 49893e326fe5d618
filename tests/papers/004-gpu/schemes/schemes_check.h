/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SCHEMES_CHECK_H
#define SCHEMES_CHECK_H

#include "schemes.h"

#include <stdio.h>

/* Makes `steps` steps in a cavity of side p.side, from the populations f[0] of the host, of `value` bytes each, into
 * f[steps % 2]; not 0: it could not. */
typedef int schemes_stepper(int scheme, int collision, size_t value, struct schemes_pass p, void *const f[2],
                            int steps);
/* Values that differ from those of naive steps, in a small cavity whose populations differ from node to node. */
int schemes_check_fp32(int scheme, int collision, schemes_stepper *make_steps);
int schemes_check_fp64(int scheme, int collision, schemes_stepper *make_steps);
/* A step on the CPU. */
int schemes_step_fp32(int scheme, int collision, const struct schemes_pass *p);
int schemes_step_fp64(int scheme, int collision, const struct schemes_pass *p);

/* All schemes, in both precisions. */
static inline int schemes_check_all(schemes_stepper *make_steps)
{
  static const char *const names[] = {"split", "reversed", "push", "exchange"};
  int wrong = 0;
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int collision = 0; collision <= LBM_MOMENTS; collision++) {
      const int here =
          schemes_check_fp64(scheme, collision, make_steps) + schemes_check_fp32(scheme, collision, make_steps);
      if (here)
        fprintf(stderr, "schemes: %s, %s: %d values differ\n", names[scheme], collision == LBM_MOMENTS ? "MRT" : "BGK",
                here);
      wrong += here;
    }
  return wrong;
}

#endif
