/* SPDX-License-Identifier: BSD-3-Clause */
/* The arithmetic of an update alone, as in the test program of the thesis (figure 3.1): two cells, each of which is
 * computed from the other in turn. Algorithm 3.6 (every sum and division where it is needed), algorithm 3.7 (shared
 * sums, one division), 3.8 and 3.9, which the thesis gave up, and the collision of the solver. Prints million updates per
 * second. */
#include "collide.h"

#include <stdio.h>
#include <time.h>

typedef void step(const double src[LBM_Q], double dst[LBM_Q]);

static double sum_of(const double f[LBM_Q], int axis)
{
  double sum = 0;
  EACH_DIRECTION(q)
  sum += axis < 0 ? f[q] : lbm_c[q][axis] ? lbm_c[q][axis] * f[q] : 0;
  return sum;
}

static void unoptimised(const double f[LBM_Q], double dst[LBM_Q])
{
  const double rho = sum_of(f, -1), ux = sum_of(f, 0) / rho, uy = sum_of(f, 1) / rho, uz = sum_of(f, 2) / rho;
  const double square = 1.5 * (ux * ux + uy * uy + uz * uz);
  EACH_DIRECTION(q)
  {
    const double cu = lbm_c[q][0] * ux + lbm_c[q][1] * uy + lbm_c[q][2] * uz;
    dst[q] = (1 - RATE) * f[q] + RATE * (lbm_weight[q] * rho * (1 + 3 * cu + 4.5 * (cu * cu) - square));
  }
}

/* Directions of lattice.h: x+ x- y+ y- z+ z-, then (+,+) (-,+) (+,-) (-,-) of xy, (+,+) (+,-) (-,+) (-,-) of xz, yz.
 * `values`: 1 - square and 1 - RATE are variables, as in algorithm 3.9. */
static inline __attribute__((always_inline)) void optimised_of(const double f[LBM_Q], double dst[LBM_Q], bool values)
{
  double ux = ((f[1] + f[7]) + (f[9] + f[11])) + f[12];
  double uy = (f[3] + f[8]) + (f[15] + f[16]);
  double uz = (f[5] + f[17]) + f[13];
  const double rho = f[0] + f[4] + f[2] + f[6] + f[10] + f[18] + f[14] + ux + uy + uz, inverse = 1 / rho;
  ux = (ux - f[2] - f[8] - f[10] - f[13] - f[14]) * inverse;
  uy = (uy - f[4] + f[7] - f[10] - f[9] - f[17] - f[18]) * inverse;
  uz = (uz - f[6] + f[15] + f[11] - f[16] - f[18] - f[14] - f[12]) * inverse;
  const double square = 1.5 * (ux * ux + uy * uy + uz * uz), temp = 1 - square, temp2 = 1 - RATE;
  const double w0 = RATE / 3 * rho, w1 = RATE / 18 * rho, w2 = RATE / 36 * rho;
  EACH_DIRECTION(q)
  {
    const double cu = lbm_c[q][0] * ux + lbm_c[q][1] * uy + lbm_c[q][2] * uz, w = q == 0 ? w0 : q < 7 ? w1 : w2;
    dst[q] = values ? temp2 * f[q] + w * (temp + 3 * cu + 4.5 * (cu * cu))
                    : (1 - RATE) * f[q] + w * ((1 - square) + 3 * cu + 4.5 * (cu * cu));
  }
}

static void optimised(const double f[LBM_Q], double dst[LBM_Q])
{
  optimised_of(f, dst, false);
}

/* Algorithm 3.8: all populations first into variables. The thesis's variables could not stay in registers; nor can 19 of
 * 16 here. */
static void fetched(const double f[LBM_Q], double dst[LBM_Q])
{
  double g[LBM_Q];
  EACH_DIRECTION(q)
  {
    g[q] = f[q];
    __asm__("" : "+x"(g[q])); /* the value is read now, as written */
  }
  optimised_of(g, dst, false);
}

static void precalculated(const double f[LBM_Q], double dst[LBM_Q])
{
  optimised_of(f, dst, true);
}

/* of deviations from the weights */
static void solver(const double f[LBM_Q], double dst[LBM_Q])
{
  static const struct lbm_rates rates = {.even = RATE, .odd = RATE};
  const struct cell_rates k = cell_rates_of(&rates);
  double h[LBM_Q];
  EACH_DIRECTION(q)
  h[q] = f[q];
  cell_collide(h, &k, LBM_TWO_RATES, LBM_QUASI);
  EACH_DIRECTION(q)
  dst[q] = h[q];
}

/* seconds of the processor */
static double now(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

static double speed_of(step *make, double cell[2][LBM_Q])
{
  double updates = 0;
  const double begin = now();
  while (now() - begin < 0.1) {
    for (int n = 0; n < 10000; n++)
      make(cell[n % 2], cell[(n + 1) % 2]);
    updates += 10000;
  }
  return updates / (now() - begin) * 1e-6;
}

/* a flow, so that all terms count */
static void start(double cell[2][LBM_Q], bool deviations)
{
  for (int q = 0; q < LBM_Q; q++)
    cell[0][q] = (deviations ? 0 : lbm_weight[q]) + 0.01 * lbm_weight[q] * (lbm_c[q][0] + 2 * lbm_c[q][1] - q);
}

/* All are one function: the greatest difference from the first one after an update. */
static double difference(void)
{
  double a[2][LBM_Q], b[2][LBM_Q], h[2][LBM_Q], other[4][LBM_Q], most = 0;
  start(a, false), start(b, false), start(h, true);
  unoptimised(a[0], a[1]), optimised(b[0], other[0]), fetched(b[0], other[1]), precalculated(b[0], other[2]);
  solver(h[0], other[3]);
  for (int q = 0; q < LBM_Q; q++)
    for (int k = 0; k < 4; k++) {
      const double off = other[k][q] + (k == 3 ? lbm_weight[q] : 0) - a[1][q];
      most = off > most ? off : -off > most ? -off : most;
    }
  return most;
}

int main(void)
{
  static const struct {
    const char *name;
    step *make;
  } steps[] = {{"unoptimised", unoptimised},
               {"optimised", optimised},
               {"fetched", fetched},
               {"precalculated", precalculated},
               {"solver", solver}};
  enum { STEPS = sizeof steps / sizeof *steps };
  if (difference() > 1e-15)
    return printf("the updates differ by %g\n", difference()) > 0;
  for (int round = 0; round < 3; round++)
    for (int k = 0; k < STEPS; k++) {
      double cell[2][LBM_Q];
      start(cell, k == STEPS - 1);
      printf("%s,%.2f\n", steps[k].name, speed_of(steps[k].make, cell));
    }
  return 0;
}
