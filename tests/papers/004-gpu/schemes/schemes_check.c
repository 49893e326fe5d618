/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares what a GPU thread does, compiled for the CPU, with naive steps. With `cavity SIDE`: velocities of
 * schemes_cavity.h. */
#include "schemes_cavity.h"
#include "schemes_check.h"

#include <stdlib.h>
#include <string.h>

static int on_cpu(int scheme, int collision, size_t value, struct schemes_pass p, void *const f[2], int steps)
{
  for (int s = 0; s < steps; s++) {
    p.from = f[s % 2], p.to = f[1 - s % 2];
    (value == sizeof(float) ? schemes_step_fp32 : schemes_step_fp64)(scheme, collision, &p);
  }
  return 0;
}

int main(int count, char **word)
{
  if (count == 3 && !strcmp(word[1], "cavity"))
    return schemes_cavities_by(on_cpu, atoi(word[2]));
  return schemes_check_all(on_cpu) != 0;
}
