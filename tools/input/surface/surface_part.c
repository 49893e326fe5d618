/* SPDX-License-Identifier: BSD-3-Clause */
#include "surface_part.h"

#include "surface_openings.h"

#include <stdlib.h>

static bool holds(const struct surface_part *p, const int64_t at[3])
{
  for (int a = 0; a < 3; a++)
    if (at[a] < p->begin[a] || at[a] >= p->end[a])
      return false;
  return true;
}

/* Moves the walls of the part to the beginning; returns how many there are. */
static size_t keep(const struct surface_part *p, const int64_t grid[3], int64_t z, struct tile_wall_at *wall,
                   size_t count)
{
  const int64_t nx = p->end[0] - p->begin[0], ny = p->end[1] - p->begin[1];
  const uint64_t first = (uint64_t)(grid[0] * grid[1]) * (uint64_t)z;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const int64_t in_slice = (int64_t)(wall[i].voxel - first);
    const int64_t at[3] = {in_slice % grid[0], in_slice / grid[0], z};
    if (!holds(p, at))
      continue;
    wall[kept] = wall[i];
    wall[kept++].voxel = (uint64_t)(at[0] - p->begin[0] + nx * (at[1] - p->begin[1] + ny * (z - p->begin[2])));
  }
  return kept;
}

int surface_part_cuts(const struct surface_part *p, const struct cuts *c, int64_t z, struct tile_wall_at **wall,
                      size_t *count, struct tile_error *e)
{
  if (cuts_slice(c, z + p->begin[2], wall, count, e))
    return e->code;
  *count = keep(p, c->s->grid, z + p->begin[2], *wall, *count);
  return TILE_OK;
}

/* ---- openings ---- */

static bool reaches_in(const struct surface_part *p, const struct cuts *c, int64_t z, unsigned char surface,
                       bool *found, struct tile_error *e)
{
  struct tile_wall_at *wall;
  size_t count;
  if (surface_part_cuts(p, c, z, &wall, &count, e))
    return false;
  for (size_t i = 0; i < count; i++)
    *found = *found || wall[i].surface == surface;
  free(wall);
  return true;
}

/* Whether the opening extends outside the part. Half a voxel of its rim does not matter, because links are one voxel
 * long. */
static bool goes_on(const struct surface_part *p, const struct surface *s, unsigned char surface)
{
  for (size_t i = 0; i < s->triangles; i++)
    for (int k = 0; k < 3 && s->name_of[i] == surface; k++)
      for (int a = 0; a < 3; a++) {
        const int64_t at = s->vertex[s->triangle[i][k]][a];
        if (at < (p->begin[a] - 1) * ((int64_t)1 << s->shift) || at > p->end[a] * ((int64_t)1 << s->shift))
          return true;
      }
  return false;
}

int surface_part_opening(const struct surface_part *p, const struct cuts *c, const struct surface_cap *cap, bool *found,
                         struct tile_error *e)
{
  int64_t range[2];
  *found = false;
  openings_slices(c->s, cap->surface, range);
  range[0] = range[0] < p->begin[2] ? p->begin[2] : range[0];
  range[1] = range[1] > p->end[2] ? p->end[2] : range[1];
  for (int64_t z = range[0]; z < range[1] && !*found; z++)
    if (!reaches_in(p, c, z - p->begin[2], cap->surface, found, e))
      return e->code;
  if (!*found || !goes_on(p, c->s, cap->surface))
    return TILE_OK;
  return tile_fail(e, TILE_USAGE, "--crop goes through the opening %s: keep it whole, or crop it off", cap->name);
}
