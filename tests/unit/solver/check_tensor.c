/* SPDX-License-Identifier: BSD-3-Clause */
/* The permeability tensor: its columns, its symmetric part, its principal values and directions. */
#include "suite.h"
#include "tensor.h"

#include <math.h>
#include <string.h>

static const int xyz[3] = {0, 1, 2};

static void near(double a, double b, double within)
{
  ck_assert_msg(fabs(a - b) <= within, "%.17g is not %.17g within %g", a, b, within);
}

/* k_ij = nu <u_i> L / dp; pressures may push in either direction, a force counts with its sign. */
TEST(columns)
{
  const struct lbm_drive force = {.axis = 1, .force = true, .length = 20, .drop = 20e-6, .viscosity = 0.1};
  const struct lbm_drive pressure = {.axis = 1, .length = 19, .drop = 19e-6, .viscosity = 0.1};
  const double up[3] = {-2e-6, 5e-6, 1e-6}, down[3] = {2e-6, -5e-6, -1e-6};
  double k[3];
  lbm_permeability_column(&force, up, k);
  near(k[0], -0.2, 1e-15);
  near(k[1], 0.5, 1e-15);
  near(k[2], 0.1, 1e-15);
  lbm_permeability_column(&force, down, k);
  near(k[1], -0.5, 1e-15);
  for (int turned = 0; turned < 2; turned++) {
    lbm_permeability_column(&pressure, turned ? down : up, k);
    near(k[0], -0.2, 1e-15);
    near(k[1], 0.5, 1e-15);
    near(k[2], 0.1, 1e-15);
  }
}

/* R diag(value) R', where R has the three angles. */
static void turned(double k[3][3], double R[3][3], const double value[3], const double angle[3])
{
  double turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int n = 0; n < 3; n++) {
    const int p = n, q = (n + 1) % 3;
    for (int i = 0; i < 3; i++) {
      const double a = turn[i][p], b = turn[i][q];
      turn[i][p] = cos(angle[n]) * a - sin(angle[n]) * b;
      turn[i][q] = sin(angle[n]) * a + cos(angle[n]) * b;
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      k[i][j] = 0;
      for (int n = 0; n < 3; n++)
        k[i][j] += turn[i][n] * value[n] * turn[j][n];
    }
  memcpy(R, turn, sizeof turn);
}

static void parallel(const double a[3], const double R[3][3], int n)
{
  double dot = 0, most = 0;
  for (int i = 0; i < 3; i++) {
    dot += a[i] * R[i][n];
    most = fabs(a[i]) > fabs(most) ? a[i] : most;
  }
  near(fabs(dot), 1, 1e-12);
  ck_assert_double_gt(most, 0);
}

/* Any rotation, with values that differ much, little, and by sign. */
LOOP_TEST(principal, 5)
{
  static const double values[][3] = {{3, 2, 1}, {1, 1e-6, 1e-9}, {2, 1.999999, 1}, {5, 0, 0}, {4, 1, -1e-7}};
  const double *value = values[_i];
  for (double a = 0; a < 3; a += 0.37)
    for (double b = -1; b < 2; b += 0.51) {
      const double angle[3] = {a, b, a - b};
      double column[3][3], R[3][3];
      struct lbm_tensor t;
      turned(column, R, value, angle);
      lbm_tensor_make(&t, 3, xyz, (const double(*)[3])column);
      near(t.asymmetry, 0, 1e-14);
      for (int n = 0; n < 3; n++)
        near(t.principal[n], value[n], 1e-14 * value[0]);
      parallel(t.direction[0], (const double(*)[3])R, 0);
      if (value[1] - value[2] > 1e-3)
        parallel(t.direction[2], (const double(*)[3])R, 2);
    }
}

/* Columns are drives, rows are flows; the antisymmetric part is reported, and left out of the principal values. */
TEST(asymmetric)
{
  static const double column[2][3] = {{2, 9, 0.5}, {0.7, 9, 1}};
  const int axis[3] = {0, 2, -1};
  struct lbm_tensor t;
  lbm_tensor_make(&t, 2, axis, column);
  near(t.k[0][0], 2, 0);
  near(t.k[1][0], 0.5, 0);
  near(t.k[0][1], 0.7, 0);
  near(t.k[1][1], 1, 0);
  near(t.symmetric[0][1], 0.6, 1e-15);
  near(t.asymmetry, 0.1, 1e-15);
  near(t.principal[0], 1.5 + sqrt(0.25 + 0.36), 1e-14);
  near(t.principal[1], 1.5 - sqrt(0.25 + 0.36), 1e-14);
  near(t.direction[0][1], 0, 0);
  near(hypot(t.direction[0][0], t.direction[0][2]), 1, 1e-14);
}

TEST(nothing_flows)
{
  const double column[3][3] = {{0}};
  struct lbm_tensor t;
  lbm_tensor_make(&t, 3, xyz, column);
  near(t.asymmetry, 0, 0);
  for (int n = 0; n < 3; n++) {
    near(t.principal[n], 0, 0);
    near(t.direction[n][n], 1, 0);
  }
}

int main(void)
{
  return run_tests("tensor", 0, CK_FORK_GETENV);
}
