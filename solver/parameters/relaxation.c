/* SPDX-License-Identifier: BSD-3-Clause */
#include "relaxation.h"

#include "units.h"

#include <math.h>

#define FACTOR 17.
#define LEAST 0.004 /* least tau - 1/2; below it odd parts of the populations relax slowly */
#define MOST 2.5    /* greatest tau - 1/2; beyond it nothing settles sooner */
#define WORTH 1.15  /* a change of tau - 1/2 by a smaller factor is not made */
#define LATER 1.6   /* factor between the steps of possible changes, before there are enough samples */
/* The correction of C by the samples, of which each changes it by a factor. */
#define BALANCED 2.5 /* value of trend.balance that needs no correction */
#define GAIN 0.2
#define LOWER_FROM 0.8 /* smaller corrections are not made */
#define HIGHER_FROM 1.6
#define LOWER 0.75
#define HIGHER 1.35
#define DAMPING 1.6
#define SETTLED 2e-5
#define LEAST_BIAS 0.15
#define MOST_BIAS 40.

struct lbm_relaxation lbm_relaxation_begin(double length)
{
  return (struct lbm_relaxation){.automatic = true, .next = (int64_t)ceil(length / 2), .bias = 1};
}

/* Returns the k that the flow tends to, if it shows k = `shown` after that viscous time. */
static double settled(double shown, double porosity, double viscous)
{
  double k = shown;
  for (int i = 0; i < 20; i++)
    k = shown / fmax(1 - exp(-porosity * viscous / k), 0.05);
  return k;
}

/* Returns the correction of C that the samples suggest, as a factor. */
static double correction(const struct lbm_trend *t)
{
  if (t->turns >= 2 && t->lasting)
    return DAMPING;
  const double factor = pow(t->balance / BALANCED, GAIN);
  return factor < LOWER_FROM && t->turns < 2 ? fmax(factor, LOWER) : factor > HIGHER_FROM ? HIGHER : 1;
}

/* In a flow that hardly changes or differs between layers only pockets that fill slowly, and rounding, are left; they
 * say nothing about C. */
static void correct(struct lbm_relaxation *r, const struct lbm_trend *t)
{
  if (t->known && fmax(t->change, t->change / t->balance) > SETTLED)
    r->bias = fmin(fmax(r->bias * correction(t), LEAST_BIAS), MOST_BIAS);
}

void lbm_relaxation_judge(struct lbm_relaxation *r, const struct lbm_relaxation_view *v)
{
  r->viscous += (double)v->steps * lbm_viscosity_of_tau(v->tau);
  if (!r->automatic || v->now < r->next || !isfinite(v->k) || !(fabs(v->k) > 0))
    return;
  r->next = v->trend.known ? v->now + LBM_SAMPLES * v->steps : (int64_t)ceil((double)v->now * LATER);
  correct(r, &v->trend);
  double shift = FACTOR * r->bias * settled(fabs(v->k), v->porosity, r->viscous) / (v->porosity * v->length);
  double wanted = fmin(fmax(shift, LEAST), MOST), ratio = wanted / (v->tau - 0.5);
  if (ratio > WORTH || ratio < 1 / WORTH)
    r->tau = 0.5 + wanted;
}
