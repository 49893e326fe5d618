#include "course.h"

#include <math.h>

const char *const lbm_outlet_names[LBM_OUTLETS] = {"fixed", "resistance", "rcr", "split"};
const int lbm_outlet_numbers[LBM_OUTLETS] = {0, 2, 5, 1};

const char *lbm_outlet_fault(const struct lbm_outlet *o)
{
  const double *v = o->number;
  if (o->kind == LBM_OUTLET_RESISTANCE && !(v[0] > 0))
    return "the resistance must be positive";
  if (o->kind == LBM_OUTLET_RCR && !(v[0] > 0 && v[1] > 0 && v[2] > 0))
    return "the resistances and the capacity must be positive";
  if (o->kind == LBM_OUTLET_SPLIT && !(v[0] >= 0 && v[0] <= 1))
    return "the fraction must be between 0 and 1";
  return NULL;
}

/* The numbers of an outlet in their order. */
enum { PROXIMAL, CAPACITY, DISTAL, BEHIND, START };
enum { RESISTANCE, RESISTANCE_BEHIND };

/* Of dV/dt = (q - V / Rd) / C over a time step: V' = keep V + Rd (now q' + last q). For short time steps the differences
 * are taken from their series. */
struct decay {
  double keep, now, last;
};

static struct decay decay_of(const struct lbm_outlet *o)
{
  const double x = 1 / (o->number[DISTAL] * o->number[CAPACITY]), keep = exp(-x), mean = -expm1(-x) / x;
  const double small = 1e-3;
  return x < small ? (struct decay){keep, x / 2 - x * x / 6 + x * x * x / 24, x / 2 - x * x / 3 + x * x * x / 8}
                   : (struct decay){keep, 1 - mean, mean - keep};
}

/* The pressure of the capacitor after a time step: base + slope q. */
static struct lbm_relation capacitor_of(const struct lbm_outlet *o, const struct lbm_outlet_state *s)
{
  const struct decay d = decay_of(o);
  const double behind = o->number[BEHIND], distal = o->number[DISTAL];
  return (struct lbm_relation){behind + d.keep * (s->capacitor - behind) + distal * d.last * s->flow, distal * d.now};
}

struct lbm_relation lbm_outlet_relation(const struct lbm_outlet *o, const struct lbm_outlet_state *s)
{
  if (o->kind == LBM_OUTLET_RESISTANCE)
    return (struct lbm_relation){o->number[RESISTANCE_BEHIND], o->number[RESISTANCE]};
  if (o->kind != LBM_OUTLET_RCR)
    return (struct lbm_relation){0};
  struct lbm_relation r = capacitor_of(o, s);
  r.slope += o->number[PROXIMAL];
  return r;
}

void lbm_outlet_advance(const struct lbm_outlet *o, struct lbm_outlet_state *s, double q)
{
  const double low_pass = 1e-3; /* of a time step */
  if (o->kind == LBM_OUTLET_RCR) {
    const struct lbm_relation c = capacitor_of(o, s);
    s->capacitor = c.base + c.slope * q;
  }
  s->mean += low_pass * (q - s->mean);
  s->flow = q;
}
