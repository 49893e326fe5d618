#include "course.h"

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
  return 0;
}
