/* SPDX-License-Identifier: BSD-3-Clause */
#include "tensor.h"

#include <math.h>
#include <string.h>

void lbm_permeability_column(const struct lbm_drive *drive, const double superficial[3], double column[3])
{
  const double along = superficial[drive->axis];
  double each = drive->viscosity * drive->length / drive->drop;
  if (!drive->force && each * along < 0) /* see lbm_permeability_of */
    each = -each;
  for (int i = 0; i < 3; i++)
    column[i] = each * superficial[i];
}

/* ---- eigenvalues of a symmetric matrix, by Jacobi rotations ----------- */

/* Makes a[p][q] zero; the columns of v turn with it. */
static void rotate(double a[3][3], double v[3][3], int n, int p, int q)
{
  if (!(fabs(a[p][q]) > 0))
    return;
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1)), c = 1 / hypot(t, 1), s = t * c;
  for (int i = 0; i < n; i++) {
    const double ip = a[i][p], iq = a[i][q];
    a[i][p] = c * ip - s * iq;
    a[i][q] = s * ip + c * iq;
  }
  for (int i = 0; i < n; i++) {
    const double pi = a[p][i], qi = a[q][i], vp = v[i][p], vq = v[i][q];
    a[p][i] = c * pi - s * qi;
    a[q][i] = s * pi + c * qi;
    v[i][p] = c * vp - s * vq;
    v[i][q] = s * vp + c * vq;
  }
  a[p][q] = a[q][p] = 0;
}

/* The sweeps converge quadratically, so that a few of them are more than enough for doubles. */
static void diagonalise(double a[3][3], double v[3][3], int n)
{
  enum { SWEEPS = 12 };
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++)
        rotate(a, v, n, p, q);
}

/* ---- the tensor ---------------------------------------------------------- */

static void split(struct lbm_tensor *t)
{
  double largest = 0, apart = 0;
  for (int i = 0; i < t->axes; i++)
    for (int j = 0; j < t->axes; j++) {
      t->symmetric[i][j] = (t->k[i][j] + t->k[j][i]) / 2;
      largest = fmax(largest, fabs(t->k[i][j]));
      apart = fmax(apart, fabs(t->k[i][j] - t->k[j][i]));
    }
  t->asymmetry = largest > 0 ? apart / largest : 0;
}

/* Finds the direction in x, y, z of column n of v, with the sign that is described in tensor.h. */
static void direct(double direction[3], const struct lbm_tensor *t, double v[3][3], int n)
{
  double largest = 0;
  for (int i = 0; i < t->axes; i++)
    if (fabs(v[i][n]) > fabs(largest) * (1 + 1e-9)) /* of equal components the first counts */
      largest = v[i][n];
  for (int i = 0; i < t->axes; i++)
    direction[t->axis[i]] = largest < 0 ? -v[i][n] : v[i][n];
}

static void find_principal(struct lbm_tensor *t)
{
  double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  bool taken[3] = {false};
  memcpy(a, t->symmetric, sizeof a);
  diagonalise(a, v, t->axes);
  for (int rank = 0; rank < t->axes; rank++) {
    int next = -1;
    for (int i = 0; i < t->axes; i++)
      if (!taken[i] && (next < 0 || a[i][i] > a[next][next]))
        next = i;
    taken[next] = true;
    t->principal[rank] = a[next][next];
    direct(t->direction[rank], t, v, next);
  }
}

void lbm_tensor_make(struct lbm_tensor *t, int axes, const int axis[3], const double (*column)[3])
{
  *t = (struct lbm_tensor){.axes = axes};
  for (int i = 0; i < axes; i++)
    t->axis[i] = axis[i];
  for (int i = 0; i < axes; i++)
    for (int j = 0; j < axes; j++)
      t->k[i][j] = column[j][axis[i]];
  split(t);
  find_principal(t);
}
