/* SPDX-License-Identifier: BSD-3-Clause */
#include "polynomial.h"

#include <stdbool.h>

static double value(const double *c, int degree, double at)
{
  double sum = c[degree];
  for (int i = degree - 1; i >= 0; i--)
    sum = sum * at + c[i];
  return sum;
}

/* The root between low and high; c is monotonic there and changes its sign. */
static double bisect(const double *c, int degree, double low, double high)
{
  const bool above = value(c, degree, low) >= 0;
  for (int i = 0; i < 54; i++) {
    const double middle = (low + high) / 2;
    *((value(c, degree, middle) >= 0) == above ? &low : &high) = middle;
  }
  return high;
}

/* Gets the places between 0 and 1 at which c changes its sign, in order. Between the places at which its derivative
 * does, c is monotonic, so bisection finds each root. */
static int changes(const double *c, int degree, double *at)
{
  double slope[POLYNOMIAL_DEGREE], turn[POLYNOMIAL_DEGREE + 1] = {0};
  int found = 0;
  if (degree == 0)
    return 0;
  for (int i = 0; i < degree; i++)
    slope[i] = (i + 1) * c[i + 1];
  const int turns = changes(slope, degree - 1, turn + 1);
  turn[turns + 1] = 1;
  for (int i = 0; i <= turns; i++)
    if ((value(c, degree, turn[i]) >= 0) != (value(c, degree, turn[i + 1]) >= 0))
      at[found++] = bisect(c, degree, turn[i], turn[i + 1]);
  return found;
}

double polynomial_rise(const double *c, int degree)
{
  double at[POLYNOMIAL_DEGREE];
  if (value(c, degree, 0) >= 0)
    return 0;
  return changes(c, degree, at) ? at[0] : 1;
}
