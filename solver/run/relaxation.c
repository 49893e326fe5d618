#include "relaxation.h"

#include "units.h"

#include <math.h>

#define FACTOR 17.
#define LEAST 0.004 /* tau - 1/2: odd parts relax slowly below */
#define MOST 2.5    /* beyond, nothing settles sooner */
#define WORTH 1.15  /* a change of tau - 1/2 by less is left */
#define LATER 1.6   /* from one change to the next possible one, in steps made */

struct lbm_relaxation lbm_relaxation_begin(double length)
{
  return (struct lbm_relaxation){.automatic = true, .next = (int64_t)ceil(length / 2)};
}

/* The k of which the flow shows so much after that viscous time. */
static double settled(double shown, double porosity, double viscous)
{
  double k = shown;
  for (int i = 0; i < 20; i++)
    k = shown / fmax(1 - exp(-porosity * viscous / k), 0.05);
  return k;
}

void lbm_relaxation_judge(struct lbm_relaxation *r, double tau, double k, double porosity, double length, int64_t now,
                          int64_t steps)
{
  r->viscous += (double)steps * lbm_viscosity_of_tau(tau);
  if (!r->automatic || now < r->next || !isfinite(k) || !(fabs(k) > 0))
    return;
  r->next = (int64_t)ceil((double)now * LATER);
  double shift = FACTOR * settled(fabs(k), porosity, r->viscous) / (porosity * length);
  double wanted = fmin(fmax(shift, LEAST), MOST), ratio = wanted / (tau - 0.5);
  if (ratio > WORTH || ratio < 1 / WORTH)
    r->tau = 0.5 + wanted;
}
