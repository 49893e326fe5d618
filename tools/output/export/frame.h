/* SPDX-License-Identifier: BSD-3-Clause */
/* Position and orientation of the voxels of a file, from the keys of its header (tessera-tile(5), K3 to K5). The
 * exported formats contain them. */
#ifndef FRAME_H
#define FRAME_H

#include "cli.h"
#include "memory.h"
#include "tile_stream.h"

struct frame {
  double dx;             /* m; 0: unknown */
  bool oriented, placed; /* the header states them; otherwise axes and positions are those of the image */
  double axis[3][3];     /* unit vectors of x, y and z */
  double centre[3];      /* of voxel 0,0,0 in m; all 0: unknown */
};
/* The keys must have been checked before. */
void frame_read(struct frame *f, const struct tile_header *h);
/* Converts a vector along the axes of the image to world coordinates, times `scale`. */
void frame_turn(const struct frame *f, double to[3], const double from[3], double scale);
/* Converts a position in m to voxels: that of voxel 0,0,0 is 0,0,0. dx must be known. */
void frame_voxel(const struct frame *f, double to[3], const double from[3]);
/* A point of an option in voxels. TILE_USAGE: it is in lengths, and the file has no voxel size. */
int frame_find(double voxel[3], const struct tile_header *h, const struct cli_place *p, struct tile_error *e);

#endif
