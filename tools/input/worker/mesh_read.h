/* SPDX-License-Identifier: BSD-3-Clause */
/* The triangles of a VTK file (.vtp, .vtu, .vtk), as tessera-read-mesh sends them. */
#ifndef MESH_READ_H
#define MESH_READ_H

#include <stdint.h>

struct mesh_counts {
  uint64_t points, triangles;
};

/* Requests, see worker.h: the counts; points (three doubles each) and triangles (three uint32_t each, indices of points
 * from 0). Both are requested in parts of MESH_PART by the number of the part; the last may be shorter. */
enum { MESH_COUNTS = 'c', MESH_POINTS = 'p', MESH_TRIANGLES = 't', MESH_PART = 1 << 16 };

#endif
