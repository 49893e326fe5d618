/* SPDX-License-Identifier: BSD-3-Clause */
/* Cuts a flat polygon into triangles by removing ears (Meisters 1975); it need not be convex. */
#include "surface.h"

#include <math.h>
#include <stdlib.h>

struct ring {
  const struct surface *s;
  const uint32_t *corner;
  size_t *next, *last; /* the remaining corners form a ring */
  int u, v;            /* axes of the projection with the largest area, in which the polygon is counter-clockwise */
};

/* Twice the signed area of three corners, exact; positive if they are counter-clockwise. */
static int64_t turn(const struct ring *r, size_t i, size_t j, size_t k)
{
  const int32_t *a = r->s->vertex[r->corner[i]], *b = r->s->vertex[r->corner[j]], *c = r->s->vertex[r->corner[k]];
  return ((int64_t)b[r->u] - a[r->u]) * ((int64_t)c[r->v] - a[r->v]) -
         ((int64_t)b[r->v] - a[r->v]) * ((int64_t)c[r->u] - a[r->u]);
}

static bool is_ear(const struct ring *r, size_t i)
{
  const size_t before = r->last[i], after = r->next[i];
  if (turn(r, before, i, after) <= 0)
    return false;
  for (size_t k = r->next[after]; k != before; k = r->next[k])
    if (turn(r, before, i, k) >= 0 && turn(r, i, after, k) >= 0 && turn(r, after, before, k) >= 0)
      return false;
  return true;
}

/* The next ear from i on; if there is none (corners on a line, or a polygon that crosses itself), i. */
static size_t find_ear(const struct ring *r, size_t i, size_t left)
{
  size_t at = i;
  for (size_t tried = 0; tried < left; tried++, at = r->next[at])
    if (is_ear(r, at))
      return at;
  return i;
}

static int cut(struct ring *r, struct surface *s, size_t count, int name, struct tile_error *e)
{
  size_t at = 0;
  for (size_t left = count; left >= 3; left--) {
    const size_t i = find_ear(r, at, left), before = r->last[i], after = r->next[i];
    const uint32_t corner[3] = {r->corner[before], r->corner[i], r->corner[after]};
    if (surface_add_triangle(s, corner, name, e))
      return e->code;
    r->next[before] = after;
    r->last[after] = before;
    at = r->next[after]; /* not always at the same corner, because that makes a fan of thin triangles */
  }
  return TILE_OK;
}

int surface_fill_polygon(struct surface *s, const uint32_t *corner, size_t count, const double normal[3], int name,
                         struct tile_error *e)
{
  struct ring r = {s, corner, tile_alloc(count, sizeof *r.next), tile_alloc(count, sizeof *r.last), 0, 0};
  int axis = 0;
  for (int a = 1; a < 3; a++)
    axis = fabs(normal[a]) > fabs(normal[axis]) ? a : axis;
  r.u = (axis + (normal[axis] > 0 ? 1 : 2)) % 3;
  r.v = (axis + (normal[axis] > 0 ? 2 : 1)) % 3;
  int code = r.next && r.last ? TILE_OK : tile_fail_memory(e, 2 * count * sizeof *r.next, "an opening");
  for (size_t i = 0; i < count && !code; i++) {
    r.next[i] = (i + 1) % count;
    r.last[i] = (i + count - 1) % count;
  }
  if (!code)
    code = cut(&r, s, count, name, e);
  free(r.next);
  free(r.last);
  return code;
}
