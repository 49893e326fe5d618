/* SPDX-License-Identifier: BSD-3-Clause */
/* The tubes of the shape vessel. With their round ends they are the fluid. */
#ifndef VESSEL_H
#define VESSEL_H

#include "shape.h"

enum { VESSEL_TUBES = 127 };

struct tube {
  double begin[3], along[3]; /* voxels; the tube ends at begin + along */
  double radius;
};

struct vessel {
  int tubes;
  struct tube tube[VESSEL_TUBES];
};

#endif
