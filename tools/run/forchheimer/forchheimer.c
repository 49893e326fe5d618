/* SPDX-License-Identifier: BSD-3-Clause */
#include "forchheimer.h"

#include "physics.h"

#include <math.h>

double forchheimer_apparent(const struct forchheimer *f, int i)
{
  return f->viscosity * f->point[i].velocity / f->point[i].gradient;
}

double forchheimer_reynolds(const struct forchheimer *f, int i)
{
  return f->point[i].velocity * sqrt(fabs(f->k)) / f->viscosity;
}

double forchheimer_number(const struct forchheimer *f, int i)
{
  return f->beta * f->k * f->point[i].velocity / f->viscosity;
}

/* ---- drives -------------------------------------------------------------------------- */

/* The velocity grows no faster than the drive, so that the Mach number of the next flow is at most the factor times that of
 * the last one. A drive that is hardly larger tells nothing new. */
#define LEAST_FACTOR 1.25

double forchheimer_next(const struct forchheimer *f)
{
  const double most = f->count ? FORCHHEIMER_MACH / f->point[f->count - 1].mach : 0;
  if (!f->count || f->count == FORCHHEIMER_DRIVES || !(most >= LEAST_FACTOR))
    return 0;
  double factor = f->count == 1 ? most / (1 << (FORCHHEIMER_DRIVES - 2)) : 2;
  factor = factor < 2 ? 2 : factor;
  return factor < most ? factor : most;
}

/* ---- the fit ------------------------------------------------------------------------- */

/* G / (nu u) = 1/k + beta u/nu is a line over u/nu. */
static double over(const struct forchheimer *f, int i)
{
  return f->point[i].velocity / f->viscosity;
}

static double height(const struct forchheimer *f, int i)
{
  return 1 / forchheimer_apparent(f, i);
}

/* What is left to converge, and the error of the lattice. */
static double error_of(const struct forchheimer *f, int i)
{
  const struct forchheimer_point *p = f->point + i;
  const double fastest = p->mach / LBM_MACH / f->viscosity; /* over nu */
  return height(f, i) * (p->remaining + FORCHHEIMER_LATTICE * fastest * fastest * fabs(height(f, i)));
}

struct line {
  double level, slope, error; /* error of the slope, if each height is off by its error in the worst way */
};

static struct line fit_line(const struct forchheimer *f, int first)
{
  const double n = f->count - first;
  double x = 0, y = 0, squares = 0;
  struct line l = {0};
  for (int i = first; i < f->count; i++) {
    x += over(f, i) / n;
    y += height(f, i) / n;
  }
  for (int i = first; i < f->count; i++)
    squares += (over(f, i) - x) * (over(f, i) - x);
  for (int i = first; i < f->count; i++) {
    l.slope += (over(f, i) - x) / squares * (height(f, i) - y);
    l.error += fabs((over(f, i) - x) / squares) * error_of(f, i);
  }
  l.level = y - l.slope * x;
  return l;
}

static double deviation(const struct forchheimer *f, const struct line *l, int i)
{
  return fabs(height(f, i) - l->level - l->slope * over(f, i));
}

static bool holds(const struct forchheimer *f, const struct line *l, int first)
{
  const double changed = fabs(height(f, f->count - 1) - height(f, first));
  for (int i = first; i < f->count; i++)
    if (!(deviation(f, l, i) <= FORCHHEIMER_DEVIATION * changed + error_of(f, i)))
      return false;
  return l->level > 0;
}

static void take(struct forchheimer *f, const struct line *l, int first)
{
  f->holds = true;
  f->first = first;
  f->k = 1 / l->level;
  f->beta = l->slope;
  f->beta_error = l->error;
  f->residual = 0;
  for (int i = first; i < f->count; i++)
    f->residual = fmax(f->residual, deviation(f, l, i) / height(f, i));
}

void forchheimer_fit(struct forchheimer *f)
{
  f->holds = false;
  f->first = 0;
  f->k = f->count ? forchheimer_apparent(f, 0) : (double)NAN;
  f->beta = f->beta_error = f->residual = (double)NAN;
  for (int first = 0; first + FORCHHEIMER_LEAST <= f->count && !f->holds; first++) {
    const struct line l = fit_line(f, first);
    if (holds(f, &l, first))
      take(f, &l, first);
  }
}
