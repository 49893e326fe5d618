/* SPDX-License-Identifier: BSD-3-Clause */
/* The fit of Forchheimer's equation to points that follow it, to those of weak inertia, and to none; and the drives. */
#include "forchheimer.h"
#include "suite.h"

#include <math.h>

#define NU 0.02
#define K 4.0
#define BETA 0.3

/* Adds a flow of that velocity whose 1/k is 1/K + linear u/nu + square (u/nu)^2. */
static void add(struct forchheimer *f, double u, double linear, double square)
{
  const double x = u / NU;
  f->viscosity = NU;
  f->point[f->count++] =
      (struct forchheimer_point){.gradient = NU * u * (1 / K + linear * x + square * x * x), .velocity = u};
}

TEST(exact)
{
  struct forchheimer f = {0};
  for (double u = 1e-4; f.count < FORCHHEIMER_DRIVES; u *= 3)
    add(&f, u, BETA, 0);
  forchheimer_fit(&f);
  ck_assert(f.holds);
  ck_assert_int_eq(f.first, 0);
  ck_assert_double_le(fabs(f.k - K), 1e-12);
  ck_assert_double_le(fabs(f.beta - BETA), 1e-12);
  ck_assert_double_le(f.residual, 1e-14);
  ck_assert(f.beta_error == 0);
  ck_assert_double_le(fabs(forchheimer_apparent(&f, 0) - 1 / (1 / K + BETA * 1e-4 / NU)), 1e-12);
  ck_assert_double_le(fabs(forchheimer_reynolds(&f, 5) - 0.0243 * 2 / NU), 1e-12);
  ck_assert_double_le(fabs(forchheimer_number(&f, 5) - BETA * K * 0.0243 / NU), 1e-12);
}

/* Three slow flows above the line of three fast ones do not belong to it. */
TEST(upper_range)
{
  struct forchheimer f = {0};
  for (int i = 0; i < 3; i++)
    add(&f, 1e-4 * (1 << i), 50 * BETA, 0);
  for (int i = 0; i < 3; i++)
    add(&f, 1e-2 * (1 << i), BETA, 0);
  forchheimer_fit(&f);
  ck_assert(f.holds);
  ck_assert_int_eq(f.first, 3);
  ck_assert_double_le(fabs(f.k - K), 1e-12);
  ck_assert_double_le(fabs(f.beta - BETA), 1e-12);
}

/* Weak inertia grows with the square of the velocity: no line, and k is that of the slowest flow. */
TEST(weak)
{
  struct forchheimer f = {0};
  for (double u = 1e-3; f.count < FORCHHEIMER_DRIVES; u *= 2)
    add(&f, u, 0, BETA);
  forchheimer_fit(&f);
  ck_assert(!f.holds);
  ck_assert(isnan(f.beta) && isnan(f.residual) && isnan(forchheimer_number(&f, 0)));
  ck_assert_double_le(fabs(f.k - forchheimer_apparent(&f, 0)), 1e-15);
  f.count = 2;
  forchheimer_fit(&f);
  ck_assert(!f.holds);
  f.count = 0;
  forchheimer_fit(&f);
  ck_assert(!f.holds && isnan(f.k));
}

/* Without inertia beta is 0 within its error, which is that of the points in the worst way: of two points it would be
 * (e1 + e2) / (x2 - x1). Here the middle one has no weight. */
TEST(no_inertia)
{
  struct forchheimer f = {0};
  for (int i = 0; i < 3; i++)
    add(&f, 1e-3 * (i + 1), 0, 0);
  for (int i = 0; i < 3; i++)
    f.point[i].remaining = 1e-5;
  f.point[1].velocity *= 1 + 0.9e-5;
  f.point[2].mach = 0.1;
  forchheimer_fit(&f);
  ck_assert(f.holds);
  ck_assert_int_eq(f.first, 0);
  const double worst = (1e-5 + 1e-5 + FORCHHEIMER_LATTICE * 0.01 / 3 / (NU * NU) / K) / K / (2e-3 / NU);
  ck_assert_double_le(fabs(f.beta_error - worst), 1e-5 * worst);
  ck_assert_double_le(fabs(f.beta), f.beta_error);
}

/* From a creeping flow of Mach number 1e-4: the largest drive is 1000 times its own, and the steps before it halve. */
TEST(drives)
{
  struct forchheimer f = {0};
  double mach = 1e-4;
  ck_assert(forchheimer_next(&f) == 0);
  for (int i = 0; i < FORCHHEIMER_DRIVES; i++) {
    add(&f, mach, 0, 0);
    f.point[i].mach = mach;
    const double factor = forchheimer_next(&f);
    if (i == FORCHHEIMER_DRIVES - 1)
      ck_assert(factor == 0);
    else
      ck_assert_double_le(fabs(factor - (i ? 2 : 1000.0 / 16)), 1e-10);
    mach *= factor;
  }
  f.count = 2; /* not beyond the largest Mach number, and not by hardly anything */
  f.point[1].mach = 0.07;
  ck_assert_double_le(fabs(forchheimer_next(&f) - 1 / 0.7), 1e-12);
  f.point[1].mach = 0.09;
  ck_assert(forchheimer_next(&f) == 0);
}

int main(void)
{
  return run_tests("forchheimer", 0, CK_FORK_GETENV);
}
