/* SPDX-License-Identifier: BSD-3-Clause */
/* The cavity of figure 10 at Re 1000 in fp32: split propagation with BGK and walls on the nodes, and reversed with MRT and
 * walls half-way, as in the paper; BGK with the latter too. */
#ifndef SCHEMES_CAVITY_H
#define SCHEMES_CAVITY_H

#include "schemes_check.h"

#include <stdlib.h>
#include <string.h>

static const struct schemes_cavity {
  int scheme, collision;
  const char *name;
} schemes_cavities[] = {{SCHEMES_SPLIT, LBM_TWO_RATES, "split,BGK"},
                        {SCHEMES_REVERSED, LBM_TWO_RATES, "reversed,BGK"},
                        {SCHEMES_REVERSED, LBM_MOMENTS, "reversed,MRT"}};
enum { SCHEMES_CAVITIES = sizeof schemes_cavities / sizeof *schemes_cavities };

/* Nodes, or their distances, between the walls. */
static inline double schemes_length(const struct schemes_cavity *c, int side)
{
  return side - (c->scheme == SCHEMES_SPLIT);
}

static inline int schemes_cavity_steps(int side)
{
  return (int)(40 * side / SCHEMES_LID) / 2 * 2;
}

static inline struct schemes_pass schemes_cavity_pass(const struct schemes_cavity *c, int side)
{
  struct schemes_pass p = {.side = side, .width = SCHEMES_WIDTH, .rates = schemes_rates};
  p.rates.even = p.rates.odd = 1 / (0.5 + 3 * SCHEMES_LID * schemes_length(c, side) / 1000);
  return p;
}

/* Velocity along x or z of a node by that of the lid. Split holds populations before they move along x. */
static inline double schemes_velocity(const struct schemes_cavity *c, const float *f, int side, const int at[3],
                                      int axis)
{
  double rho = 1, j = 0;
  for (int i = 0; i < LBM_Q; i++) {
    const int x = at[0] - (c->scheme == SCHEMES_SPLIT ? lbm_c[i][0] : 0);
    const double value =
        x < 0 || x >= side ? 0
                           : f[((size_t)(i * side + at[2]) * (size_t)side + (size_t)at[1]) * (size_t)side + (size_t)x];
    rho += value, j += lbm_c[i][axis] * value;
  }
  return j / rho / SCHEMES_LID;
}

/* Lines "SCHEME,COLLISION,u or w,position,velocity" of u on x = y = L/2 and of w on y = z = L/2, each the mean of the nodes
 * around the line; of walls on nodes the inner nodes alone. */
static inline void schemes_print_cavity(const struct schemes_cavity *c, const float *f, int side)
{
  const int border = c->scheme == SCHEMES_SPLIT, low = (side - 1) / 2, high = side / 2;
  for (int line = 0; line < 2; line++)
    for (int n = border; n < side - border; n++) {
      double sum = 0;
      for (int k = 0; k < 4; k++) {
        const int a = k % 2 ? low : high, b = k / 2 ? low : high;
        const int at[3] = {line ? n : a, b, line ? a : n};
        sum += schemes_velocity(c, f, side, at, line ? 2 : 0) / 4;
      }
      printf("%s,%s,%.6f,%.6f\n", c->name, line ? "w" : "u", (n + (border ? 0 : 0.5)) / schemes_length(c, side), sum);
    }
}

/* All of them, from rest. */
static inline int schemes_cavities_by(schemes_stepper *make_steps, int side)
{
  const size_t bytes = (size_t)side * (size_t)side * (size_t)side * LBM_Q * sizeof(float);
  void *const f[2] = {malloc(bytes), malloc(bytes)};
  int code = !f[0] || !f[1];
  for (int n = 0; n < SCHEMES_CAVITIES && !code; n++) {
    const struct schemes_cavity *c = schemes_cavities + n;
    memset(f[0], 0, bytes), memset(f[1], 0, bytes);
    code =
        make_steps(c->scheme, c->collision, sizeof(float), schemes_cavity_pass(c, side), f, schemes_cavity_steps(side));
    if (!code)
      schemes_print_cavity(c, f[0], side);
  }
  free(f[0]), free(f[1]);
  return code;
}

#endif
