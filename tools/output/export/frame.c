/* SPDX-License-Identifier: BSD-3-Clause */
#include "frame.h"

#include "numbers.h"
#include "vectors.h"

#include <string.h>

/* The header states the corner of the first voxel, the frame its centre. */
void frame_read(struct frame *f, const struct tile_header *h)
{
  *f = (struct frame){.axis = {{1}, {0, 1}, {0, 0, 1}}};
  tile_reals_read(tile_header_get(h, "dx"), &f->dx, 1);
  f->oriented = tile_reals_read(tile_header_get(h, "orientation"), f->axis[0], 9);
  f->placed = tile_reals_read(tile_header_get(h, "origin"), f->centre, 3);
  for (int i = 0; i < 3 && f->placed; i++)
    f->centre[i] += 0.5 * (f->dx > 0 ? f->dx : 1) * (f->axis[0][i] + f->axis[1][i] + f->axis[2][i]);
}

void frame_turn(const struct frame *f, double to[3], const double from[3], double scale)
{
  for (int a = 0; a < 3; a++) {
    to[a] = 0;
    for (int k = 0; k < 3; k++)
      to[a] += from[k] * f->axis[k][a] * scale;
  }
}

void frame_voxel(const struct frame *f, double to[3], const double from[3])
{
  double way[3];
  for (int a = 0; a < 3; a++)
    way[a] = from[a] - f->centre[a];
  for (int k = 0; k < 3; k++)
    to[k] = tile_dot(f->axis[k], way) / f->dx;
}

int frame_find(double voxel[3], const struct tile_header *h, const struct cli_place *p, struct tile_error *e)
{
  struct frame frame;
  frame_read(&frame, h);
  if (!p->physical)
    memcpy(voxel, p->at, sizeof p->at);
  else if (frame.dx > 0)
    frame_voxel(&frame, voxel, p->at);
  else
    return tile_fail(e, TILE_USAGE, "lengths need the voxel size, which this domain does not have: give voxels");
  return 0;
}
