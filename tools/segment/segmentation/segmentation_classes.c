/* SPDX-License-Identifier: BSD-3-Clause */
/* Several classes of grey levels, by Otsu's method, some of which are fluid. */
#include "segmentation_parts.h"

#include <math.h>

int segmentation_class_of(const struct segmentation *p, double value)
{
  int class = 1;
  while (class < p->classes && value >= p->limit[class - 1])
    class ++;
  return class;
}

bool segmentation_is_fluid(const struct segmentation *p, int class)
{
  bool found = false;
  for (int i = 0; i < p->label_count; i++)
    found = found || (int)p->label[i] == class;
  return found;
}

/* Makes of numbers of classes ranges of values: a class ends before the limit. */
static int use_classes(struct segmentation *p, struct tile_error *e)
{
  struct rule *r = &p->rule;
  for (size_t i = 0; i < r->count; i++) {
    struct rule_range *range = &r->equal[i];
    for (long double class = range->low; class <= range->high; class ++) {
      if (class < 1 || class > p->classes || class != floorl(class))
        return tile_fail(e, TILE_USAGE, "--fluid class=%Lg: the classes are 1 ... %d", class, p->classes);
      p->label[p->label_count++] = (double)class;
    }
    const int first = (int)range->low, last = (int)range->high;
    range->low = first > 1 ? p->limit[first - 2] : -(long double)INFINITY;
    range->high = last < p->classes ? nextafterl(p->limit[last - 1], -(long double)INFINITY) : (long double)INFINITY;
  }
  r->kind = RULE_EQUAL;
  return TILE_OK;
}

/* Without numbers the darkest class is fluid, or the brightest. */
static int set_rule(struct segmentation *p, struct tile_error *e)
{
  if (p->rule.kind == RULE_CLASS)
    return use_classes(p, e);
  p->rule.threshold = p->limit[p->rule.kind == RULE_ABOVE ? p->classes - 2 : 0];
  return TILE_OK;
}

int segmentation_classes(struct segmentation *p, struct tile_error *e)
{
  struct histogram *h = NULL;
  int code = segmentation_histogram(p, &h, e);
  if (!code)
    code = histogram_classes(h, p->classes, p->limit, p->share, e);
  histogram_free(h);
  return code ? code : set_rule(p, e);
}
