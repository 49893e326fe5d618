/* SPDX-License-Identifier: BSD-3-Clause */
#include "surface.h"

#include "vectors.h"

#include <math.h>

static void turn_all(struct surface *s)
{
  for (size_t i = 0; i < s->triangles; i++) {
    const uint32_t swap = s->triangle[i][1];
    s->triangle[i][1] = s->triangle[i][2];
    s->triangle[i][2] = swap;
  }
  for (size_t i = 0; i < s->open; i++)
    s->open_edge[i] = (struct surface_edge){s->open_edge[i].b, s->open_edge[i].a};
  for (int i = 0; i < s->caps; i++)
    for (int a = 0; a < 3; a++)
      s->cap[i].normal[a] = -s->cap[i].normal[a];
}

/* Twice the area vector, in units squared. */
static void normal_of(double n[3], const int32_t *a, const int32_t *b, const int32_t *c)
{
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = (double)(((int64_t)b[j] - a[j]) * ((int64_t)c[k] - a[k]) - ((int64_t)b[k] - a[k]) * ((int64_t)c[j] - a[j]));
  }
}

/* The volume of an open surface is that of the cones from the middle of the grid. */
void surface_measure(struct surface *s)
{
  const double unit = ldexp(1, -s->shift);
  double area = 0, volume = 0, n[3];
  for (size_t i = 0; i < s->triangles; i++) {
    const int32_t *a = s->vertex[s->triangle[i][0]];
    normal_of(n, a, s->vertex[s->triangle[i][1]], s->vertex[s->triangle[i][2]]);
    area += tile_length(n) / 2;
    for (int k = 0; k < 3; k++)
      volume += n[k] * ((double)a[k] - ldexp((double)(s->grid[k] - 1) / 2, s->shift)) / 6;
  }
  s->report.area = area * unit * unit;
  s->report.volume = fabs(volume) * unit * unit * unit;
  if (volume < 0)
    turn_all(s);
}
