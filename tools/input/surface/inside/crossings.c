/* SPDX-License-Identifier: BSD-3-Clause */
#include "crossings.h"

#include "tile_domain.h"

#include <stdlib.h>

static int find_link(const signed char c[3], int sign)
{
  for (int i = 1; i < TILE_LINKS; i++)
    if (tile_link[i][0] == sign * c[0] && tile_link[i][1] == sign * c[1] && tile_link[i][2] == sign * c[2])
      return i;
  return 0;
}

void crossings_push(struct crossings *s, const int64_t at[3], int link, double q, int sign, int surface)
{
  const int64_t *n = s->c->s->grid;
  if (at[2] != s->z || !inside_has(s->c->inside, at))
    return;
  struct tile_error e;
  s->failed = s->failed || tile_reserve(&s->crossing, &s->room, s->count + 1, sizeof *s->crossing, "", &e);
  if (s->failed)
    return;
  s->crossing[s->count++] = (struct crossing){.voxel = (uint32_t)(at[0] + n[0] * at[1]),
                                              .link = (uint8_t)link,
                                              .surface = (uint8_t)surface,
                                              .sign = (int8_t)sign,
                                              .q = (float)q};
}

/* The voxel at u, v, t: inverts the map of line_family. */
static void voxel_of(const struct line_family *f, const struct line_crossing *c, int64_t at[3])
{
  int axis = f->t[0] ? 0 : f->t[1] ? 1 : 2;
  at[axis] = c->t;
  for (int k = 0; k < 2; k++) {
    const signed char *row = k ? f->v : f->u;
    const int64_t value = k ? c->v : c->u;
    for (int a = 0; a < 3; a++)
      if (a != axis && row[a])
        at[a] = row[a] * (value - row[axis] * c->t);
  }
}

static void take(void *with, const struct line_crossing *crossing)
{
  struct crossings *s = with;
  const struct line_family *f = &line_family[s->family];
  const int surface = s->c->s->name_of[s->triangle];
  int64_t at[3];
  voxel_of(f, crossing, at);
  crossings_push(s, at, s->link[s->family], crossing->fraction, crossing->sign, surface);
  for (int a = 0; a < 3; a++)
    at[a] += f->c[a];
  crossings_push(s, at, s->back[s->family], 1 - crossing->fraction, -crossing->sign, surface);
}

/* Whether a triangle meets the plane through the centres of the slice. */
static bool meets_plane(const struct crossings *s, const int32_t *const corner[3])
{
  const int64_t plane = s->z * (1 << s->c->s->shift);
  bool below = false, above = false;
  for (int k = 0; k < 3; k++) {
    below = below || corner[k][2] <= plane;
    above = above || corner[k][2] >= plane;
  }
  return below && above;
}

static int cross(void *with, uint32_t triangle, struct tile_error *e)
{
  struct crossings *s = with;
  const struct surface *surface = s->c->s;
  const int32_t *const corner[3] = {surface->vertex[surface->triangle[triangle][0]],
                                    surface->vertex[surface->triangle[triangle][1]],
                                    surface->vertex[surface->triangle[triangle][2]]};
  const bool meets = meets_plane(s, corner);
  s->triangle = triangle;
  for (s->family = 0; s->family < LINES; s->family++) {
    const struct line_family *f = &line_family[s->family];
    struct line_range range = {{INT32_MIN, INT32_MAX}, {INT32_MIN, INT32_MAX}};
    int64_t *z = f->t[2] ? range.t : range.v;
    z[0] = f->t[2] ? s->z - 1 : s->z;
    z[1] = s->z;
    if (f->t[2] || meets)
      lines_cross(f, surface->shift, corner, &range, take, s);
  }
  return s->failed ? tile_fail_memory(e, 2 * s->room * sizeof *s->crossing, "cut links of a slice") : TILE_OK;
}

int crossings_find(struct crossings *s, struct tile_error *e)
{
  for (int i = 0; i < LINES; i++) {
    s->link[i] = (signed char)find_link(line_family[i].c, 1);
    s->back[i] = (signed char)find_link(line_family[i].c, -1);
  }
  return layers_visit(&s->c->layers, s->z, cross, s, e);
}

/* Sorts by voxel, link and position; at the same position crossings that leave come first, so that a wall without
 * thickness is a wall. */
static int compare(const void *a, const void *b)
{
  const struct crossing *one = a, *other = b;
  if (one->voxel != other->voxel)
    return one->voxel < other->voxel ? -1 : 1;
  if (one->link != other->link)
    return one->link < other->link ? -1 : 1;
  if (one->q != other->q)
    return one->q < other->q ? -1 : 1;
  if (one->sign != other->sign)
    return one->sign > other->sign ? -1 : 1;
  return (one->surface > other->surface) - (one->surface < other->surface);
}

void crossings_sort(struct crossings *s)
{
  if (s->count)
    qsort(s->crossing, s->count, sizeof *s->crossing, compare);
}
