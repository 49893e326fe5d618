/* SPDX-License-Identifier: BSD-3-Clause */
#include "open_planes.h"

#include "vectors.h"

static const double PARALLEL = 0.996;

int open_planes_make(struct open_planes *p, const struct tile_domain *d, struct tile_error *e)
{
  frame_read(&p->frame, &d->header);
  for (int a = 0; a < 3; a++)
    p->end[a] = (double)d->grid[a] - 0.5;
  return tile_surfaces_read(&p->surfaces, &d->header, e);
}

static bool in_face(const struct open_planes *p, double r[3][3], int axis)
{
  int low = 0, high = 0;
  for (int k = 0; k < 3; k++) {
    double at[3];
    frame_voxel(&p->frame, at, r[k]);
    low += fabs(at[axis] + 0.5) <= 1;
    high += fabs(at[axis] - p->end[axis]) <= 1;
  }
  return low == 3 || high == 3;
}

bool open_planes_hold(const struct open_planes *p, double r[3][3], const double normal[3])
{
  for (int i = 0; i < p->surfaces.openings; i++) {
    double turned[3];
    frame_turn(&p->frame, turned, p->surfaces.opening[i].normal, 1);
    if (fabs(tile_dot(turned, normal)) >= PARALLEL)
      return true;
  }
  for (int a = 0; a < 3; a++)
    if (fabs(tile_dot(p->frame.axis[a], normal)) >= PARALLEL && in_face(p, r, a))
      return true;
  return false;
}
