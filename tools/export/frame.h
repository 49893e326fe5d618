/* Where the voxels of a file lie, as its header says: tessera-tile(5), K3 to K5. */
#ifndef FRAME_H
#define FRAME_H

#include "own.h"

struct frame {
  double dx;             /* m; 0: unknown */
  bool oriented, placed; /* the header says so; else axes and places are those of the image */
  double axis[3][3];     /* directions of x, y and z */
  double centre[3];      /* of voxel 0,0,0 in m; all 0: not placed */
};
/* The keys are known to be good. */
void frame_read(struct frame *f, const struct tile_header *h);

#endif
