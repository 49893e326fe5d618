#include "relaxation.h"

#include "units.h"

#include <math.h>

#define FACTOR 17.
#define LEAST 0.004 /* tau - 1/2: odd parts relax slowly below */
#define MOST 2.5    /* beyond, nothing settles sooner */
#define WORTH 1.15  /* a change of tau - 1/2 by less is left */
#define LATER 1.6   /* from one change to the next possible one, in steps made, before samples tell */
#define BALANCED 2.5
#define GAIN 0.2
#define CLEAR 1.25 /* a correction by less is left */
#define LOWER 0.6  /* the largest at once */
#define HIGHER 1.3
#define DAMPING 2.

struct lbm_relaxation lbm_relaxation_begin(double length)
{
  return (struct lbm_relaxation){.automatic = true, .next = (int64_t)ceil(length / 2), .bias = 1};
}

/* The k of which the flow shows so much after that viscous time. */
static double settled(double shown, double porosity, double viscous)
{
  double k = shown;
  for (int i = 0; i < 20; i++)
    k = shown / fmax(1 - exp(-porosity * viscous / k), 0.05);
  return k;
}

/* What the samples say of C, as a factor. */
static double correction(const struct lbm_trend *t)
{
  if (t->turns >= 2 && t->lasting)
    return DAMPING;
  const double factor = fmin(fmax(pow(t->balance / BALANCED, GAIN), t->turns < 2 ? LOWER : 1), HIGHER);
  return factor > CLEAR || factor < 1 / CLEAR ? factor : 1;
}

void lbm_relaxation_judge(struct lbm_relaxation *r, const struct lbm_relaxation_view *v)
{
  r->viscous += (double)v->steps * lbm_viscosity_of_tau(v->tau);
  if (!r->automatic || v->now < r->next || !isfinite(v->k) || !(fabs(v->k) > 0))
    return;
  r->next = v->trend.known ? v->now + LBM_SAMPLES * v->steps : (int64_t)ceil((double)v->now * LATER);
  if (v->trend.known)
    r->bias *= correction(&v->trend);
  double shift = FACTOR * r->bias * settled(fabs(v->k), v->porosity, r->viscous) / (v->porosity * v->length);
  double wanted = fmin(fmax(shift, LEAST), MOST), ratio = wanted / (v->tau - 0.5);
  if (ratio > WORTH || ratio < 1 / WORTH)
    r->tau = 0.5 + wanted;
}
