/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes VTK image data (.vti) without VTK: point data, one point per node, appended raw or compressed by zlib, with
 * UInt64 block headers, little-endian. Arrays are requested slice by slice, so only one slice is in memory. */
#ifndef VTI_H
#define VTI_H

#include "memory.h"

enum vti_type { VTI_FLOAT32, VTI_FLOAT64, VTI_UINT8 };

struct vti_array {
  const char *name;
  enum vti_type type;
  int components;
  /* Fills slice z: nx*ny*components values of the type, x fastest, with the components of a node together. */
  int (*slice)(void *self, int64_t z, void *values, struct tile_error *e);
  void *self;
};

struct vti {
  int64_t grid[3];
  double spacing, origin[3]; /* of node 0,0,0 */
  const char *units;         /* text of the field array `units` */
  const struct vti_array *arrays;
  size_t count;
  double axis[3][3]; /* directions of x, y and z; all 0: those of the world */
  bool packed;       /* by zlib; the file must be seekable */
};

/* Writes the whole file; for each array requests its slices in order of z. */
int vti_write(const struct vti *v, FILE *out, struct tile_error *e);

/* Writes the field data `units`, for any VTK file. */
void vti_write_units(const char *units, FILE *out);

#endif
