/* SPDX-License-Identifier: BSD-3-Clause */
#include "inside.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int winding_make(struct winding *w, const struct surface *s, struct tile_error *e)
{
  *w = (struct winding){.s = s, .cone = tile_alloc(s->open + 1, sizeof *w->cone)};
  if (!w->cone)
    return tile_fail_memory(e, s->open * sizeof *w->cone, "the open edges of a surface");
  const uint32_t apex = s->open ? s->open_edge[0].a : 0;
  for (size_t i = 0; i < s->open; i++) {
    const struct surface_edge *edge = &s->open_edge[i];
    const uint32_t corner[3] = {edge->b, edge->a, apex};
    if (edge->a != apex && edge->b != apex)
      memcpy(w->cone[w->cones++], corner, sizeof corner);
  }
  int code = columns_make(&w->x, s, 0, w->cone, w->cones, e);
  if (code)
    winding_free(w);
  return code;
}

void winding_free(struct winding *w)
{
  columns_free(&w->x);
  free(w->cone);
  *w = (struct winding){0};
}

double winding_angle(double r[3][3])
{
  double length[3];
  for (int k = 0; k < 3; k++)
    length[k] = tile_length(r[k]);
  const double volume = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) +
                        r[0][1] * (r[1][2] * r[2][0] - r[1][0] * r[2][2]) +
                        r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  const double beside = length[0] * length[1] * length[2] + tile_dot(r[0], r[1]) * length[2] +
                        tile_dot(r[1], r[2]) * length[0] + tile_dot(r[2], r[0]) * length[1];
  return volume == 0 && beside == 0 ? 0 : 2 * atan2(volume, beside);
}

static double angle_of(const struct surface *s, const uint32_t corner[3], const double from[3])
{
  double r[3][3];
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++)
      r[k][a] = (double)s->vertex[corner[k]][a] - from[a];
  return winding_angle(r);
}

double winding_at(const struct winding *w, const int64_t at[3], int columns)
{
  double angle = 0, from[3];
  for (int a = 0; a < 3; a++)
    from[a] = ldexp((double)at[a], w->s->shift);
  for (size_t i = 0; i < w->cones; i++)
    angle += angle_of(w->s, w->cone[i], from);
  return columns + columns_winding(&w->x, at[1], at[2], at[0]) - angle / (4 * acos(-1));
}
