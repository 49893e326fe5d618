#include "rim.h"

#include "boundary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int lbm_opening_of(struct tile_opening *o, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct tile_surfaces s;
  *o = (struct tile_opening){0};
  if (tile_surfaces_read(&s, &d->header, e))
    return e->code;
  for (int i = 0; i < s.openings; i++)
    if (!strcmp(s.name[s.opening[i].surface], d->patch[patch].name))
      *o = s.opening[i];
  tile_surfaces_free(&s);
  return 0;
}

static void flatten(const struct lbm_rim *r, double at[3])
{
  const double *n = r->normal, height = at[0] * n[0] + at[1] * n[1] + at[2] * n[2];
  for (int a = 0; a < 3; a++)
    at[a] -= height * n[a];
}

/* Adds the places at which walls, but not the opening itself, cut the links of a node of the patch. */
static void add_points(struct lbm_rim *r, const struct tile_domain *d, const struct tile_mark *m)
{
  int64_t node[3];
  tile_domain_node(d, m->tile, m->node, node);
  for (size_t w = lbm_first_wall(d, m->tile, m->node); w < d->wall_begin[m->tile + 1] && d->wall[w].node == m->node;
       w++) {
    if (m->links >> d->wall[w].link & 1)
      continue;
    double *at = r->at[r->count++];
    for (int a = 0; a < 3; a++)
      at[a] = (double)node[a] + TILE_WALL_Q(d->wall[w].q) * lbm_c[d->wall[w].link][a];
    flatten(r, at);
  }
}

static double distance(const struct lbm_rim *r, const double place[3])
{
  double at[3] = {place[0], place[1], place[2]}, least = INFINITY;
  flatten(r, at);
  for (size_t i = 0; i < r->count; i++) {
    const double x = at[0] - r->at[i][0], y = at[1] - r->at[i][1], z = at[2] - r->at[i][2];
    least = fmin(least, x * x + y * y + z * z);
  }
  return sqrt(least);
}

static double distance_of_node(const struct lbm_rim *r, const int64_t at[3])
{
  return distance(r, (double[]){(double)at[0], (double)at[1], (double)at[2]});
}

/* The largest distance of a node or of the centre of the opening, since nodes seldom lie exactly in the middle. */
static int find_widest(struct lbm_rim *r, const struct tile_domain *d, int patch, struct tile_error *e)
{
  struct tile_opening o;
  int64_t at[3];
  if (lbm_opening_of(&o, d, patch, e))
    return e->code;
  if (o.area > 0 && d->dx > 0)
    r->widest =
        distance(r, (double[]){o.centre[0] / d->dx - 0.5, o.centre[1] / d->dx - 0.5, o.centre[2] / d->dx - 0.5});
  for (size_t m = 0; m < d->marks; m++)
    if (d->mark[m].patch == patch + 1 && tile_domain_node(d, d->mark[m].tile, d->mark[m].node, at))
      r->widest = fmax(r->widest, distance_of_node(r, at));
  return 0;
}

static size_t count_marks(const struct tile_domain *d, int patch)
{
  size_t count = 0;
  for (size_t m = 0; m < d->marks; m++)
    count += d->mark[m].patch == patch + 1;
  return count;
}

int lbm_rim_make(struct lbm_rim *r, const struct tile_domain *d, int patch, struct tile_error *e)
{
  const size_t most = d->wall_begin ? count_marks(d, patch) * (LBM_Q - 1) : 0;
  *r = (struct lbm_rim){0};
  memcpy(r->normal, d->patch[patch].normal, sizeof r->normal);
  r->at = tile_alloc(most, sizeof *r->at);
  if (!r->at)
    return tile_fail_memory(e, most * sizeof *r->at, "the rim of an opening");
  for (size_t m = 0; most && m < d->marks; m++)
    if (d->mark[m].patch == patch + 1)
      add_points(r, d, d->mark + m);
  if (!r->count)
    return tile_fail(e, TILE_USAGE,
                     "patch '%s': a parabola at an opening needs walls between voxels beside it: give it a velocity",
                     d->patch[patch].name);
  return find_widest(r, d, patch, e);
}

void lbm_rim_free(struct lbm_rim *r)
{
  free(r->at);
  *r = (struct lbm_rim){0};
}

int lbm_rim_level(const struct lbm_rim *r, const int64_t at[3])
{
  const double t = r->widest > 0 ? fmin(distance_of_node(r, at) / r->widest, 1) : 1;
  return (int)lround(t * (2 - t) * (LBM_RIM_LEVELS - 1));
}
