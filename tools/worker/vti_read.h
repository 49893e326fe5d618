/* What a VTK image (.vti) is, as tessera-read-vti hands it over. */
#ifndef VTI_READ_H
#define VTI_READ_H

#include <stdint.h>

struct vti_image {
  int64_t grid[3];
  int32_t components;
  char kind; /* of the values: 'u', 'i' or 'f', and their bits */
  int bits;
  double spacing[3];
  double step[3][3]; /* directions of x, y and z */
  double centre[3];  /* of the first voxel */
  char units[64];    /* as tessera-probe writes them; "": nobody says */
  int32_t arrays;    /* how many there are */
  char array[64];    /* the name of that which is read */
};

/* Requests, see worker.h: the header; slice `number`, all components of a voxel beside each other. With them goes the
 * name of the array; "": there must be no choice. */
enum { VTI_HEADER = 'h', VTI_SLICE = 's' };

#endif
