/* SPDX-License-Identifier: BSD-3-Clause */
#include "surface_openings.h"

#include <math.h>
#include <stdlib.h>

static bool reached_in(const struct cuts *c, int64_t z, unsigned char surface, bool *found, struct tile_error *e)
{
  struct tile_wall_at *wall;
  size_t count;
  if (cuts_slice(c, z, &wall, &count, e))
    return false;
  for (size_t i = 0; i < count; i++)
    *found = *found || wall[i].surface == surface;
  free(wall);
  return true;
}

void openings_slices(const struct surface *s, unsigned char surface, int64_t range[2])
{
  range[0] = s->grid[2];
  range[1] = 0;
  for (size_t i = 0; i < s->triangles; i++)
    for (int k = 0; k < 3 && s->name_of[i] == surface; k++) {
      const int64_t z = s->vertex[s->triangle[i][k]][2] >> s->shift;
      range[0] = z - 1 < range[0] ? z - 1 : range[0];
      range[1] = z + 3 > range[1] ? z + 3 : range[1];
    }
  range[0] = range[0] < 0 ? 0 : range[0];
  range[1] = range[1] > s->grid[2] ? s->grid[2] : range[1];
}

/* If the opening is three voxels wide and no voxel reaches it, there is no fluid behind it. */
static int reject_unreached(const struct surface_cap *cap, double width, const char *unit, struct tile_error *e)
{
  const double side = sqrt(cap->area);
  if (side > 3)
    return tile_fail(
        e, TILE_REJECTED,
        "no voxel lies behind the opening %s, which is %.2g voxels wide: the surface is thinner than a voxel "
        "there, or goes round nothing",
        cap->name, side);
  return tile_fail(e, TILE_REJECTED,
                   "no voxel reaches the opening %s, which is %.2g voxels wide: make voxels smaller, as with --voxel "
                   "%.2g%s",
                   cap->name, side, width * side / 3, unit);
}

int openings_reached(const struct cuts *c, double width, const char *unit, struct tile_error *e)
{
  for (int i = 0; i < c->s->caps; i++) {
    const struct surface_cap *cap = &c->s->cap[i];
    int64_t range[2];
    bool found = false;
    openings_slices(c->s, cap->surface, range);
    for (int64_t z = range[0]; z < range[1] && !found; z++)
      if (!reached_in(c, z, cap->surface, &found, e))
        return e->code;
    if (!found)
      return reject_unreached(cap, width, unit, e);
  }
  return TILE_OK;
}
