/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares what a GPU thread does, compiled for the CPU, with naive steps. With `cavity SIDE`: velocities of
 * schemes_cavity.h. */
#include "schemes_cavity.h"
#include "schemes_check.h"

#include <stdlib.h>
#include <string.h>

static int cavities(int side)
{
  const size_t values = (size_t)side * (size_t)side * (size_t)side * LBM_Q;
  float *f[2] = {malloc(values * sizeof(float)), malloc(values * sizeof(float))};
  for (int n = 0; n < SCHEMES_CAVITIES && f[0] && f[1]; n++) {
    const struct schemes_cavity *c = schemes_cavities + n;
    struct schemes_pass p = schemes_cavity_pass(c, side);
    memset(f[0], 0, values * sizeof(float)), memset(f[1], 0, values * sizeof(float));
    for (int s = 0; s < schemes_cavity_steps(side); s++) {
      p.from = f[s % 2], p.to = f[1 - s % 2];
      schemes_step_fp32(c->scheme, c->collision, &p);
    }
    schemes_print_cavity(c, f[0], side);
  }
  const int code = !f[0] || !f[1];
  free(f[0]), free(f[1]);
  return code;
}

int main(int count, char **word)
{
  static const char *const names[] = {"split", "reversed", "push", "exchange"};
  if (count == 3 && !strcmp(word[1], "cavity"))
    return cavities(atoi(word[2]));
  int wrong = 0;
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int collision = 0; collision <= LBM_MOMENTS; collision++) {
      const int here = schemes_check_fp64(scheme, collision) + schemes_check_fp32(scheme, collision);
      printf("%s, %s: %d values differ\n", names[scheme], collision == LBM_MOMENTS ? "MRT" : "BGK", here);
      wrong += here;
    }
  return wrong != 0;
}
