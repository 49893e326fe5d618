/* SPDX-License-Identifier: BSD-3-Clause */
#include "course.h"

#include <math.h>

const char *const lbm_outlet_names[LBM_OUTLETS] = {"fixed", "resistance", "rcr", "split", "flow"};
const int lbm_outlet_numbers[LBM_OUTLETS] = {0, 2, 5, 1, 1};

const char *lbm_outlet_fault(const struct lbm_outlet *o)
{
  const double *v = o->number;
  if (o->kind == LBM_OUTLET_RESISTANCE && !(v[0] > 0))
    return "the resistance must be positive";
  if (o->kind == LBM_OUTLET_RCR && !(v[0] > 0 && v[1] > 0 && v[2] > 0))
    return "the resistances and the capacity must be positive";
  if (o->kind == LBM_OUTLET_SPLIT && !(v[0] > 0 && v[0] <= 1))
    return "the fraction must be above 0, and at most 1; a closed outlet is wall=0,0,0";
  return NULL;
}

/* For short time steps the differences are taken from their series. */
struct lbm_outlet_decay lbm_outlet_decay_of(const struct lbm_outlet *o)
{
  if (o->kind != LBM_OUTLET_RCR)
    return (struct lbm_outlet_decay){0};
  const double x = 1 / (o->number[LBM_RCR_DISTAL] * o->number[LBM_RCR_CAPACITY]), keep = exp(-x), mean = -expm1(-x) / x;
  const double small = 1e-3;
  return x < small
             ? (struct lbm_outlet_decay){keep, x / 2 - x * x / 6 + x * x * x / 24, x / 2 - x * x / 3 + x * x * x / 8}
             : (struct lbm_outlet_decay){keep, 1 - mean, mean - keep};
}

bool lbm_courses_vary(const struct lbm_course *c, int count)
{
  for (int i = 0; i < count; i++)
    if (c[i].wave.points)
      return true;
  return false;
}

bool lbm_damps_backflow(const struct lbm_course *c, bool varies)
{
  return c->outlet.kind == LBM_OUTLET_FIXED ? c->outlet.absorbing && varies : c->outlet.kind != LBM_OUTLET_FLOW;
}
