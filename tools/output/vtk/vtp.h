/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes points with values, lines through them, or triangles with values between them, as VTK polygonal data (.vtp)
 * without VTK. Without lines and triangles each point is a vertex, so that VTK shows it; arrays are appended raw, with
 * UInt64 block headers, little-endian. */
#ifndef VTP_H
#define VTP_H

#include "memory.h"

struct vtp_array {
  const char *name;
  int components; /* at most 3 */
  /* Gets the value of point n. */
  void (*point)(void *self, size_t n, double value[3]);
  void *self;
};

struct vtp {
  size_t points;
  size_t lines;                /* lines through consecutive points; unused if `end` is NULL */
  const int64_t *end;          /* [lines], the number of points of this line and those before it; NULL: vertices */
  size_t triangles;            /* between points */
  const uint32_t (*corner)[3]; /* [triangles], of which there are no lines or vertices then; NULL: none */
  bool single;                 /* float, else double */
  const char *units;           /* text of the field array `units` */
  const char *shown; /* attributes of PointData, or of CellData of triangles: the arrays that VTK shows at first */
  const struct vtp_array *arrays; /* the first one has three components and is the position of the points; with
                                   * triangles the others belong to these, and `point` gets their number */
  size_t count;
};

static inline size_t vtp_value_bytes(const struct vtp *v)
{
  return v->single ? sizeof(float) : sizeof(double);
}

/* How many vertices, lines or triangles there are. */
static inline size_t vtp_cells(const struct vtp *v)
{
  return v->corner ? v->triangles : v->end ? v->lines : v->points;
}

int vtp_write(const struct vtp *v, FILE *out, struct tile_error *e);

#endif
