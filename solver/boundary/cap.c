/* SPDX-License-Identifier: BSD-3-Clause */
#include "cap.h"

#include "boundary.h"
#include "surfaces.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_nodes(const struct lbm_cap_place *x, const struct lbm_cap_place *y)
{
  for (int k = 2; k >= 0; k--)
    if (x->at[k] != y->at[k])
      return x->at[k] < y->at[k] ? -1 : 1;
  return 0;
}

static int compare(const void *a, const void *b)
{
  const struct lbm_cap_place *x = a, *y = b;
  const int nodes = compare_nodes(x, y);
  return nodes ? nodes : x->link - y->link;
}

static void add_places(struct lbm_cap *c, const int64_t at[3], uint32_t links, bool opens)
{
  for (; links; links &= opens ? links - 1 : 0) {
    struct lbm_cap_place *p = &c->place[c->count++];
    memcpy(p->at, at, sizeof p->at);
    p->link = opens ? __builtin_ctz(links) : 0;
  }
}

int lbm_cap_make(struct lbm_cap *c, const struct tile_domain *d, const struct lbm_condition *condition, int patch,
                 struct tile_error *e)
{
  const bool opens = tile_patch_opens(d->patch + patch);
  size_t most = 0;
  int64_t at[3];
  *c = (struct lbm_cap){0};
  for (size_t m = 0; m < d->marks; m++)
    if (d->mark[m].patch == patch + 1)
      most += opens ? (size_t)__builtin_popcount(d->mark[m].links) : 1;
  c->place = tile_alloc(most, sizeof *c->place);
  if (!c->place)
    return tile_fail_memory(e, most * sizeof *c->place, "the places of a patch");
  for (size_t m = 0, end; m < d->marks; m = end) {
    for (end = m; end < d->marks && d->mark[end].tile == d->mark[m].tile && d->mark[end].node == d->mark[m].node; end++)
      ;
    for (size_t i = m; i < end; i++)
      if (d->mark[i].patch == patch + 1 && tile_domain_node(d, d->mark[i].tile, d->mark[i].node, at))
        add_places(c, at, lbm_own_links(d->mark + m, end - m, i - m, condition), opens);
  }
  if (c->count)
    qsort(c->place, c->count, sizeof *c->place, compare);
  return 0;
}

void lbm_cap_free(struct lbm_cap *c)
{
  free(c->place);
  *c = (struct lbm_cap){0};
}

size_t lbm_cap_first(const struct lbm_cap *c, const int64_t at[3])
{
  const struct lbm_cap_place wanted = {.at = {at[0], at[1], at[2]}};
  size_t begin = 0, end = c->count;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (compare(c->place + middle, &wanted) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

double lbm_cap_rate(const struct tile_patch *p, const struct lbm_cap_place *place)
{
  const signed char *c = lbm_c[place->link];
  return place->link ? -6 * lbm_weight[place->link] * (c[0] * p->normal[0] + c[1] * p->normal[1] + c[2] * p->normal[2])
                     : 1;
}

void lbm_cap_point(double to[3], const struct lbm_cap_place *place)
{
  for (int a = 0; a < 3; a++)
    to[a] = (double)place->at[a] + 0.5 * lbm_c[place->link][a];
}

int lbm_opening_of(struct tile_opening *o, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct tile_surfaces s;
  *o = (struct tile_opening){0};
  if (tile_surfaces_read(&s, &d->header, e))
    return e->code;
  for (int i = 0; i < s.openings && d->dx > 0; i++)
    if (!strcmp(s.name[s.opening[i].surface], d->patch[patch].name)) {
      *o = s.opening[i];
      o->area /= d->dx * d->dx;
      o->behind /= d->dx;
      for (int a = 0; a < 3; a++)
        o->centre[a] = o->centre[a] / d->dx - 0.5;
    }
  tile_surfaces_free(&s);
  return 0;
}

/* A plane of the grid is at most 55 degrees from across the axis: on one side the vessel ends 1.5 radii farther behind. */
bool lbm_opening_is_beside(const struct tile_opening *o, const double at[3])
{
  const double radius = sqrt(o->area / acos(-1)), wide = 1.5 * radius;
  double height = 0, square = 0;
  for (int a = 0; a < 3; a++) {
    height += o->normal[a] * (at[a] - o->centre[a]);
    square += (at[a] - o->centre[a]) * (at[a] - o->centre[a]);
  }
  return o->area > 0 && height < radius && height > -o->behind - wide - 1 && square - height * height < wide * wide;
}
