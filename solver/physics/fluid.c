/* SPDX-License-Identifier: BSD-3-Clause */
#include "fluid.h"

#include <math.h>

typedef double law(const double at[LBM_FLUID_NUMBERS], double shear);

static double carreau_yasuda(const double at[LBM_FLUID_NUMBERS], double shear)
{
  return at[1] + (at[0] - at[1]) * pow(1 + pow(at[2] * shear, at[4]), (at[3] - 1) / at[4]);
}

static double casson(const double at[LBM_FLUID_NUMBERS], double shear)
{
  const double root = sqrt(at[0]) + sqrt(at[1] * shear);
  return root * root / shear;
}

static double power_law(const double at[LBM_FLUID_NUMBERS], double shear)
{
  return at[0] * pow(shear, at[1] - 1);
}

static law *const laws[LBM_FLUIDS] = {
    [LBM_CARREAU_YASUDA] = carreau_yasuda, [LBM_CASSON] = casson, [LBM_POWER_LAW] = power_law};

const char *const lbm_fluid_names[LBM_FLUIDS] = {"newtonian", "carreau-yasuda", "casson", "power-law"};

bool lbm_fluid_varies(const struct lbm_fluid *f)
{
  return f->kind != LBM_NEWTONIAN || f->smagorinsky > 0;
}

double lbm_fluid_law(const struct lbm_fluid *f, double tau, double shear)
{
  return laws[f->kind] ? laws[f->kind](f->at, shear) : (tau - 0.5) / 3;
}

double lbm_fluid_viscosity(const struct lbm_fluid *f, double tau, double shear, bool *clamped)
{
  const double least = (LBM_LEAST_TAU - 0.5) / 3, most = (LBM_MOST_TAU - 0.5) / 3;
  const double free = lbm_fluid_law(f, tau, shear);
  const bool outside = laws[f->kind] && !(free >= least && free <= most);
  if (clamped)
    *clamped = outside;
  return !outside ? free : free < least ? least : most; /* at rest some laws are infinite, or not a number */
}

/* pi/4 of 4 Q / (pi R^3) is the rate. */
double lbm_fluid_developed(const struct lbm_fluid *f, double tau, double rate)
{
  return lbm_fluid_viscosity(f, tau, rate, NULL);
}

/* The solution is bracketed: at a larger tau the shear rate is smaller. */
double lbm_fluid_tau(const struct lbm_fluid *f, double tau, double product)
{
  const double eddies = f->smagorinsky * f->smagorinsky;
  double low = 0.5, high = fmax(tau, LBM_MOST_TAU) + 6 * eddies * product + 1;
  if (!lbm_fluid_varies(f))
    return tau;
  for (int n = 0; n < 100 && high - low > 0x1p-52 * high; n++) {
    const double middle = 0.5 * (low + high), shear = product / middle;
    const double viscosity = lbm_fluid_viscosity(f, tau, shear, 0) + eddies * shear;
    if (0.5 + 3 * viscosity > middle)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

static double change_at(const struct lbm_fluid *f, double tau, int cell)
{
  const double x = ldexp(1 + (double)(cell % LBM_RATE_CELLS) / LBM_RATE_CELLS, LBM_RATE_FIRST + cell / LBM_RATE_CELLS);
  return 1 / lbm_fluid_tau(f, tau, sqrt(x)) - 1 / tau;
}

void lbm_rate_table_fill(struct lbm_rate_table *t, const struct lbm_fluid *f, double tau)
{
  const int cells = LBM_RATE_ROWS - 2;
  double here = change_at(f, tau, 0);
  t->row[0][0] = (float)here;
  t->row[0][1] = 0;
  for (int c = 0; c < cells; c++) {
    const double width = ldexp(1. / LBM_RATE_CELLS, LBM_RATE_FIRST + c / LBM_RATE_CELLS),
                 next = change_at(f, tau, c + 1);
    const double slope = (next - here) / width, from = (LBM_RATE_CELLS + c % LBM_RATE_CELLS) * width;
    t->row[1 + c][0] = (float)(here - slope * from);
    t->row[1 + c][1] = (float)slope;
    here = next;
  }
  t->row[1 + cells][0] = (float)here;
  t->row[1 + cells][1] = 0;
}
