/* SPDX-License-Identifier: BSD-3-Clause */
/* The header of a VTK image (.vti), as tessera-read-vti sends it. */
#ifndef VTI_READ_H
#define VTI_READ_H

#include <stdint.h>

struct vti_image {
  int64_t grid[3];
  int32_t components;
  char kind; /* type of the values: 'u', 'i' or 'f', and their bits */
  int bits;
  double spacing[3];
  double step[3][3]; /* unit vectors of x, y and z */
  double centre[3];  /* of the first voxel */
  char units[64];    /* as tessera-probe writes them; "": not stated */
  int32_t arrays;    /* how many the file has */
  char array[64];    /* name of the array that is read */
};

/* Requests, see worker.h: the header; slice `number`, the components of each voxel together. The text of the request is
 * the name of the array; "": the file must leave no choice. */
enum { VTI_HEADER = 'h', VTI_SLICE = 's' };

#endif
