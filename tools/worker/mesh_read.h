/* The triangles of a VTK file (.vtp, .vtu, .vtk), as tessera-read-mesh hands them over. */
#ifndef MESH_READ_H
#define MESH_READ_H

#include <stdint.h>

struct mesh_counts {
  uint64_t points, triangles;
};

/* Requests, see worker.h: the counts; points (three doubles each) and triangles (three uint32_t each, of points from 0) in
 * parts of so many, the last of fewer, by their number. */
enum { MESH_COUNTS = 'c', MESH_POINTS = 'p', MESH_TRIANGLES = 't', MESH_PART = 1 << 16 };

#endif
