/* SPDX-License-Identifier: BSD-3-Clause */
/* The arithmetic of an update alone, as in the test program of the thesis (figure 3.1): two cells, each of which is
 * computed from the other in turn. Algorithm 3.6 (every sum and division where it is needed), algorithm 3.7 (shared
 * sums, one division), and the collision of the solver. Prints million updates per second. */
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

/* Directions of lattice.h: x+ x- y+ y- z+ z-, then (+,+) (-,+) (+,-) (-,-) of xy, (+,+) (+,-) (-,+) (-,-) of xz, yz. */
static void optimised(const double f[LBM_Q], double dst[LBM_Q])
{
  double ux = ((f[1] + f[7]) + (f[9] + f[11])) + f[12];
  double uy = (f[3] + f[8]) + (f[15] + f[16]);
  double uz = (f[5] + f[17]) + f[13];
  const double rho = f[0] + f[4] + f[2] + f[6] + f[10] + f[18] + f[14] + ux + uy + uz, inverse = 1 / rho;
  ux = (ux - f[2] - f[8] - f[10] - f[13] - f[14]) * inverse;
  uy = (uy - f[4] + f[7] - f[10] - f[9] - f[17] - f[18]) * inverse;
  uz = (uz - f[6] + f[15] + f[11] - f[16] - f[18] - f[14] - f[12]) * inverse;
  const double square = 1.5 * (ux * ux + uy * uy + uz * uz);
  const double w0 = RATE / 3 * rho, w1 = RATE / 18 * rho, w2 = RATE / 36 * rho;
  EACH_DIRECTION(q)
  {
    const double cu = lbm_c[q][0] * ux + lbm_c[q][1] * uy + lbm_c[q][2] * uz;
    dst[q] = (1 - RATE) * f[q] + (q == 0 ? w0 : q < 7 ? w1 : w2) * ((1 - square) + 3 * cu + 4.5 * (cu * cu));
  }
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

/* All three are one function: the greatest difference of the first two, and of the solver's, after an update. */
static double difference(void)
{
  double a[2][LBM_Q], b[2][LBM_Q], h[2][LBM_Q], most = 0;
  start(a, false), start(b, false), start(h, true);
  unoptimised(a[0], a[1]), optimised(b[0], b[1]), solver(h[0], h[1]);
  for (int q = 0; q < LBM_Q; q++) {
    const double other[2] = {b[1][q], h[1][q] + lbm_weight[q]};
    for (int k = 0; k < 2; k++)
      most = other[k] - a[1][q] > most ? other[k] - a[1][q] : a[1][q] - other[k] > most ? a[1][q] - other[k] : most;
  }
  return most;
}

int main(void)
{
  static const struct {
    const char *name;
    step *make;
  } steps[] = {{"unoptimised", unoptimised}, {"optimised", optimised}, {"solver", solver}};
  if (difference() > 1e-15)
    return printf("the updates differ by %g\n", difference()) > 0;
  for (int round = 0; round < 3; round++)
    for (int k = 0; k < 3; k++) {
      double cell[2][LBM_Q];
      start(cell, k == 2);
      printf("%s,%.2f\n", steps[k].name, speed_of(steps[k].make, cell));
    }
  return 0;
}
