/* SPDX-License-Identifier: BSD-3-Clause */
#include "sphere_grid.h"

#include "vectors.h"

#include <math.h>
#include <stdlib.h>

enum {
  BLOCK = 16, /* voxels along each axis */
  REACH = 2   /* voxels that a link and the rounding of its end may span */
};

bool sphere_entry(const double from[3], const double along[3], double radius, double *part)
{
  const double a = tile_dot(along, along), b = tile_dot(from, along), c = tile_dot(from, from) - radius * radius,
               rest = b * b - a * c;
  if (b >= 0 || rest < 0)
    return false;
  *part = c > 0 ? c / (sqrt(rest) - b) : 0;
  return *part <= 1;
}

void sphere_grid_free(struct sphere_grid *g)
{
  free(g->sphere);
  free(g->begin);
  free(g->member);
  *g = (struct sphere_grid){0};
}

int sphere_grid_add(struct sphere_grid *g, const struct sphere *one, struct tile_error *e)
{
  if (g->count == UINT32_MAX)
    return tile_fail(e, TILE_FAILED, "too many spheres to find the walls of");
  if (tile_reserve(&g->sphere, &g->room, g->count + 1, sizeof *g->sphere, "the walls of spheres", e))
    return e->code;
  g->sphere[g->count++] = *one;
  return TILE_OK;
}

/* ---- blocks ---- */

/* The blocks along an axis that a sphere is near: `first`, and how many from there; on a periodic axis they continue at
 * the beginning. */
struct span {
  int64_t first, count;
};

static struct span span_of(const struct sphere_grid *g, const struct sphere *s, int axis)
{
  const int64_t n = g->grid[axis], blocks = g->blocks[axis];
  const double half = s->diameter / 2 + REACH;
  int64_t low = (int64_t)floor(s->centre[axis] - half), high = (int64_t)ceil(s->centre[axis] + half);
  if (!g->periodic) {
    low = low < 0 ? 0 : low;
    high = high >= n ? n - 1 : high;
    return low > high ? (struct span){0, 0} : (struct span){low / BLOCK, high / BLOCK - low / BLOCK + 1};
  }
  if (high - low + 1 >= n)
    return (struct span){0, blocks};
  const int64_t begin = (low % n + n) % n, end = (high % n + n) % n, first = begin / BLOCK, last = end / BLOCK;
  if (begin <= end)
    return (struct span){first, last - first + 1};
  return (struct span){first, first > last ? blocks - first + last + 1 : blocks};
}

/* Counts the sphere in every block that it is near, or, with `note`, stores its number there. */
static void visit(struct sphere_grid *g, size_t number, bool note)
{
  struct span s[3];
  for (int a = 0; a < 3; a++)
    s[a] = span_of(g, &g->sphere[number], a);
  for (int64_t k = 0; k < s[2].count; k++)
    for (int64_t j = 0; j < s[1].count; j++)
      for (int64_t i = 0; i < s[0].count; i++) {
        const int64_t at[3] = {(s[0].first + i) % g->blocks[0], (s[1].first + j) % g->blocks[1],
                               (s[2].first + k) % g->blocks[2]};
        const size_t block = (size_t)((at[2] * g->blocks[1] + at[1]) * g->blocks[0] + at[0]);
        if (note)
          g->member[g->begin[block]++] = (uint32_t)number;
        else
          g->begin[block + 1]++;
      }
}

int sphere_grid_sort(struct sphere_grid *g, const int64_t grid[3], bool periodic, struct tile_error *e)
{
  size_t all = 1;
  g->periodic = periodic;
  for (int a = 0; a < 3; a++) {
    g->grid[a] = grid[a];
    g->blocks[a] = (grid[a] + BLOCK - 1) / BLOCK;
    all *= (size_t)g->blocks[a]; /* no overflow: the volume is in memory, at one bit per voxel */
  }
  g->begin = tile_alloc(all + 1, sizeof *g->begin);
  if (!g->begin)
    return tile_fail_memory(e, (all + 1) * sizeof *g->begin, "the walls of spheres");
  for (size_t i = 0; i < g->count; i++)
    visit(g, i, false);
  for (size_t b = 0; b < all; b++)
    g->begin[b + 1] += g->begin[b];
  g->member = tile_alloc(g->begin[all] + 1, sizeof *g->member);
  if (!g->member)
    return tile_fail_memory(e, g->begin[all] * sizeof *g->member, "the walls of spheres");
  for (size_t i = 0; i < g->count; i++)
    visit(g, i, true);
  for (size_t b = all; b > 0; b--) /* filling has moved every beginning to its end */
    g->begin[b] = g->begin[b - 1];
  g->begin[0] = 0;
  return TILE_OK;
}

/* ---- a link ---- */

/* The vector from the centre, or its nearest periodic image, to `at`. */
static double away(const struct sphere_grid *g, const struct sphere *s, int axis, double at)
{
  const double d = at - s->centre[axis], n = (double)g->grid[axis];
  return g->periodic ? d - n * rint(d / n) : d;
}

static bool cut_one(const struct sphere_grid *g, const struct sphere *s, const double along[3], const double to[3],
                    double *q)
{
  double begin[3], square = 0, part;
  const double radius = s->diameter / 2;
  for (int a = 0; a < 3; a++) {
    const double end = away(g, s, a, to[a]);
    square += end * end;
    begin[a] = end - along[a];
  }
  if (square < (radius + REACH) * (radius + REACH) && sphere_entry(begin, along, radius, &part))
    *q = fmin(*q, part);
  return square < radius * radius;
}

bool sphere_grid_cut(const struct sphere_grid *g, const double from[3], const double to[3], double *q)
{
  const int64_t at[3] = {(int64_t)from[0] / BLOCK, (int64_t)from[1] / BLOCK, (int64_t)from[2] / BLOCK};
  const size_t block = (size_t)((at[2] * g->blocks[1] + at[1]) * g->blocks[0] + at[0]);
  const double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  bool inside = false;
  *q = 1;
  for (size_t i = g->begin[block]; i < g->begin[block + 1]; i++)
    inside |= cut_one(g, &g->sphere[g->member[i]], along, to, q);
  return inside;
}
