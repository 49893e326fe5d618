/* SPDX-License-Identifier: BSD-3-Clause */
/* The interval of a permeability: which values on coarser grids give which interval. */
#include "interval.h"
#include "suite.h"

#include <math.h>

static void near(double a, double b, double within)
{
  ck_assert_msg(fabs(a - b) <= within, "%.17g is not %.17g within %g", a, b, within);
}

/* Levels without a value for moved walls get that of walls half-way: k does not depend on their position. */
static struct lbm_interval made(struct lbm_levels l)
{
  struct lbm_interval i;
  l.moved = l.moved > 0 ? l.moved : l.half[1];
  ck_assert(lbm_interval_make(&i, &l));
  return i;
}

/* A slit of width w on nodes h apart has k = (w^2 + h^2/2) / 12: the error is of second order. h = 1 is the finest
 * grid. */
static double slit(double w, double h)
{
  return (w * w + h * h / 2) / 12;
}

TEST(second_order_is_measured)
{
  const double half = slit(8, 2), quarter = slit(8, 4);
  struct lbm_interval i = made((struct lbm_levels){
      .fine = slit(8, 1), .half = {half, half}, .quarter = {quarter, quarter}, .spread = (double)NAN});
  ck_assert(i.measured);
  near(i.order, 2, 1e-9);
  near(i.k, slit(8, 0), 1e-12);
  near(i.error, slit(8, 1) - slit(8, 0), 1e-12);
}

/* k + C h^p for orders p that are accepted, and for some that are not. */
TEST(orders)
{
  static const double order[] = {0.6, 1, 1.7, 2.9, 0.3, 3.5, -1};
  for (int n = 0; n < 7; n++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double p = order[n], C = 0.02 * sign, half = 5 + C * exp2(p), quarter = 5 + C * exp2(2 * p);
      const struct lbm_interval i =
          made((struct lbm_levels){.fine = 5 + C, .half = {half, half}, .quarter = {quarter, quarter}});
      ck_assert_int_eq(i.measured, n < 4);
      near(i.order, n < 4 ? p : 2, 1e-9);
      near(i.k, n < 4 ? 5 : 5 + C, 1e-9);
      near(i.error, n < 4 ? 0.02 : fabs(half - 5 - C) / 3, 1e-9);
    }
}

TEST(two_levels_are_second_order)
{
  const struct lbm_interval i = made((struct lbm_levels){
      .fine = 4.1, .half = {4, 4.2 * 4 / 3.8}, .quarter = {(double)NAN, (double)NAN}, .bound = 1e-3, .spread = 2e-3});
  ck_assert(!i.measured);
  near(i.order, 2, 0);
  near(i.k, 4.1, 0);
  near(i.discretisation, (4.2 - 4.1) / 3, 1e-12); /* 4.2: its reciprocal is the mean of 1/k */
  near(i.walls, 0, 0);
  near(i.convergence, 4.1e-3, 1e-12);
  near(i.flux, 8.2e-3, 1e-12);
  near(i.error, 0.1 / 3 + 12.3e-3, 1e-12);
}

/* The share of walls: the shift that they leave open, times the change of k by a voxel. What the levels leave counts
 * only if it is larger. */
TEST(walls_that_may_lie_elsewhere)
{
  static const struct {
    double flat, straight, shift;
  } wall[] = {{0, 0, 0.16}, {1, 0, 0.56}, {0, 1, 0.3}, {0.25, 0.5, 0.33}};
  for (size_t n = 0; n < sizeof wall / sizeof *wall; n++)
    for (int sign = -1; sign < 2; sign += 2) {
      const struct lbm_interval i = made((struct lbm_levels){.fine = 8,
                                                             .half = {8.3, 8.3},
                                                             .quarter = {(double)NAN, (double)NAN},
                                                             .moved = 8.3 + sign * 0.5 * LBM_MOVED,
                                                             .flat = wall[n].flat,
                                                             .straight = wall[n].straight});
      near(i.shift, wall[n].shift, 1e-12);
      near(i.walls, 0.5 * wall[n].shift, 1e-12);
      near(i.error, fmax(0.1, 0.5 * wall[n].shift), 1e-12);
      near(i.discretisation, i.error - i.walls, 1e-12);
    }
}

/* The uncertainty of a coarse value is larger than the change between levels: no order can be derived. */
TEST(noise_is_not_an_order)
{
  struct lbm_levels l = {.fine = 5.02, .half = {5.04 / 1.001, 5.04 / 0.999}, .quarter = {5.08, 5.08}};
  ck_assert(made(l).measured);
  l.half[0] = 5.04 / 1.03;
  l.half[1] = 5.04 / 0.97;
  ck_assert(!made(l).measured);
}

/* Known stairs correct the middle by the sensitivity, less where walls are flat or straight, and nothing is extrapolated;
 * undecided nodes are a sensitivity, too. */
TEST(stairs)
{
  struct lbm_levels l = {.fine = 5, .half = {4.9, 5.1}, .moved = 5.2, .stairs = 0.3};
  struct lbm_interval i = made(l);
  near(i.correction, 0.3, 1e-12);
  near(i.k, 5 + 0.3 * 0.4, 1e-12); /* 0.1 in a quarter of a voxel */
  near(i.walls, i.shift * 0.4, 1e-12);
  ck_assert(!i.measured);
  l.straight = 1;
  near(made(l).correction, 0.15, 1e-12);
  l.flat = 1;
  near(made(l).k, 5, 1e-12);
  l = (struct lbm_levels){.fine = 5, .half = {4, 5.2}, .moved = 5.21, .stairs = 0.3};
  near(made(l).k, 5 + 0.3 * 1.2 / 1.2, 1e-12);
}

TEST(what_is_not_comparable)
{
  static const struct lbm_levels levels[] = {{.fine = 1, .half = {0.49, 1}, .moved = 1},
                                             {.fine = 1, .half = {1, 2.01}, .moved = 1},
                                             {.fine = 1, .half = {-1, -1}, .moved = 1},
                                             {.fine = -1, .half = {-1, -1}, .moved = 1},
                                             {.fine = 1, .half = {(double)NAN, 1}, .moved = 1},
                                             {.fine = (double)NAN, .half = {1, 1}, .moved = 1},
                                             {.fine = 1, .half = {1, 1}, .moved = (double)NAN},
                                             {.fine = 1, .half = {1, 1}, .moved = 1, .bound = (double)INFINITY}};
  struct lbm_interval i;
  for (size_t n = 0; n < sizeof levels / sizeof *levels; n++)
    ck_assert(!lbm_interval_make(&i, &levels[n]));
}

int main(void)
{
  return run_tests("interval", 0, CK_FORK_GETENV);
}
