/* Points with values as VTK polygonal data (.vtp) without VTK: each point a vertex, so that it is seen; arrays appended raw,
 * UInt64 block headers, little-endian. */
#ifndef VTP_H
#define VTP_H

#include "own.h"

struct vtp_array {
  const char *name;
  int components; /* at most 3 */
  /* Of point n. */
  void (*point)(void *self, size_t n, double value[3]);
  void *self;
};

struct vtp {
  size_t points;
  bool single;                    /* float, else double */
  const char *units;              /* text of the field array `units` */
  const struct vtp_array *arrays; /* the first: where the points are, of three components */
  size_t count;
};

int vtp_write(const struct vtp *v, FILE *out, struct tile_error *e);

#endif
