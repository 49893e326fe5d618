/* SPDX-License-Identifier: BSD-3-Clause */
#include "columns.h"

#include <stdlib.h>

static bool is_inside(const struct columns *c, const struct line_crossing *at)
{
  return at->u >= 0 && at->u < c->across[0] && at->v >= 0 && at->v < c->across[1];
}

static void count_one(void *with, const struct line_crossing *at)
{
  struct columns *c = with;
  if (is_inside(c, at))
    c->begin[at->u + c->across[0] * at->v + 2]++;
}

static void put_one(void *with, const struct line_crossing *at)
{
  struct columns *c = with;
  const int64_t place = at->t < -1 ? -1 : at->t < INT32_MAX ? at->t : INT32_MAX;
  if (is_inside(c, at))
    c->crossing[c->begin[at->u + c->across[0] * at->v + 1]++] = (struct column_crossing){(int32_t)place, -at->sign};
}

static void cross_all(struct columns *c, const struct surface *s, uint32_t (*triangle)[3], size_t triangles,
                      line_take *take)
{
  static const struct line_range whole = {{INT32_MIN, INT32_MAX}, {INT32_MIN, INT32_MAX}};
  for (size_t i = 0; i < triangles; i++) {
    const int32_t *const corner[3] = {s->vertex[triangle[i][0]], s->vertex[triangle[i][1]], s->vertex[triangle[i][2]]};
    lines_cross(&line_family[c->axis], s->shift, corner, &whole, take, c);
  }
}

static int compare(const void *a, const void *b)
{
  const struct column_crossing *one = a, *other = b;
  return (one->at > other->at) - (one->at < other->at);
}

static int make_room(struct columns *c, const struct surface *s, uint32_t (*triangle)[3], size_t triangles,
                     struct tile_error *e)
{
  const size_t lines = (size_t)(c->across[0] * c->across[1]);
  c->begin = tile_alloc(lines + 2, sizeof *c->begin);
  if (!c->begin)
    return tile_fail_memory(e, lines * sizeof *c->begin, "the columns of a surface");
  cross_all(c, s, triangle, triangles, count_one);
  for (size_t i = 2; i < lines + 2; i++)
    c->begin[i] += c->begin[i - 1];
  c->crossing = tile_alloc(c->begin[lines + 1] + 1, sizeof *c->crossing);
  return c->crossing ? TILE_OK
                     : tile_fail_memory(e, c->begin[lines + 1] * sizeof *c->crossing, "the columns of a surface");
}

int columns_make(struct columns *c, const struct surface *s, int axis, uint32_t (*triangle)[3], size_t triangles,
                 struct tile_error *e)
{
  *c = (struct columns){.axis = axis, .across = {s->grid[axis == 0], s->grid[axis == 2 ? 1 : 2]}};
  if (make_room(c, s, triangle, triangles, e)) {
    columns_free(c);
    return e->code;
  }
  cross_all(c, s, triangle, triangles, put_one);
  for (int64_t i = 0; i < c->across[0] * c->across[1]; i++)
    qsort(c->crossing + c->begin[i], c->begin[i + 1] - c->begin[i], sizeof *c->crossing, compare);
  return TILE_OK;
}

void columns_free(struct columns *c)
{
  free(c->begin);
  free(c->crossing);
  *c = (struct columns){0};
}

int columns_winding(const struct columns *c, int64_t u, int64_t v, int64_t at)
{
  const size_t line = (size_t)(u + c->across[0] * v);
  int winding = 0;
  for (size_t i = c->begin[line]; i < c->begin[line + 1] && c->crossing[i].at < at; i++)
    winding += c->crossing[i].step;
  return winding;
}

void columns_line(const struct columns *c, int64_t u, int64_t v, int64_t length, int32_t *winding)
{
  const size_t line = (size_t)(u + c->across[0] * v);
  size_t i = c->begin[line];
  int32_t now = 0;
  for (int64_t at = 0; at < length; at++) {
    for (; i < c->begin[line + 1] && c->crossing[i].at < at; i++)
      now += c->crossing[i].step;
    winding[at] = now;
  }
}
