#include "cap.h"

#include "boundary.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
  const int64_t *x = a, *y = b;
  for (int k = 2; k >= 0; k--)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return 0;
}

static size_t unique(int64_t (*at)[3], size_t count)
{
  size_t kept = 0;
  for (size_t n = 0; n < count; n++)
    if (!n || compare(at[n], at[kept - 1])) {
      for (int a = 0; a < 3; a++)
        at[kept][a] = at[n][a];
      kept++;
    }
  return kept;
}

int lbm_cap_make(struct lbm_cap *c, const struct tile_domain *d, int patch, struct tile_error *e)
{
  size_t marks = 0;
  *c = (struct lbm_cap){0};
  for (size_t m = 0; m < d->marks; m++)
    marks += d->mark[m].patch == patch + 1;
  c->at = tile_alloc(marks, sizeof *c->at);
  if (!c->at)
    return tile_fail_memory(e, marks * sizeof *c->at, "the nodes of a patch");
  for (size_t m = 0; m < d->marks; m++)
    if (d->mark[m].patch == patch + 1)
      tile_domain_node(d, d->mark[m].tile, d->mark[m].node, c->at[c->count++]);
  if (c->count)
    qsort(c->at, c->count, sizeof *c->at, compare);
  c->count = unique(c->at, c->count);
  return 0;
}

void lbm_cap_free(struct lbm_cap *c)
{
  free(c->at);
  *c = (struct lbm_cap){0};
}

size_t lbm_cap_node(const struct lbm_cap *c, const int64_t at[3])
{
  const int64_t(*found)[3] = bsearch(at, c->at, c->count, sizeof *c->at, compare);
  return (size_t)(found - (const int64_t(*)[3])c->at);
}

static double through(const struct tile_patch *p, uint32_t links)
{
  double sum = 0;
  if (!tile_patch_opens(p))
    return links != 0;
  for (; links; links &= links - 1) {
    const int i = __builtin_ctz(links);
    sum -= 6 * lbm_weight[i] * (lbm_c[i][0] * p->normal[0] + lbm_c[i][1] * p->normal[1] + lbm_c[i][2] * p->normal[2]);
  }
  return sum;
}

void lbm_cap_rates(double *rate, const struct lbm_cap *c, const struct tile_domain *d,
                   const struct lbm_condition *condition, int patch)
{
  int64_t at[3];
  for (size_t n = 0; n < c->count; n++)
    rate[n] = 0;
  for (size_t m = 0, end; m < d->marks; m = end) {
    uint32_t links = 0;
    bool here = false;
    for (end = m; end < d->marks && d->mark[end].tile == d->mark[m].tile && d->mark[end].node == d->mark[m].node; end++)
      ;
    for (size_t i = m; i < end; i++)
      if (d->mark[i].patch == patch + 1) {
        links |= lbm_own_links(d->mark + m, end - m, i - m, condition);
        here = true;
      }
    if (!here)
      continue;
    tile_domain_node(d, d->mark[m].tile, d->mark[m].node, at);
    rate[lbm_cap_node(c, at)] = through(d->patch + patch, links);
  }
}
