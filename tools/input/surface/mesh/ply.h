/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the header of a PLY file. */
#ifndef PLY_H
#define PLY_H

#include "mesh.h"

enum { PLY_ELEMENTS = 16, PLY_PROPERTIES = 64 };

struct ply_type {
  const char *name, *other;
  char kind; /* u, i, f */
  int bytes;
};

struct ply_property {
  const struct ply_type *type, *count; /* count: type of a list's length; NULL: no list */
  int role;                            /* 0, 1, 2: x, y, z; 3: corners of a face; 4: of strips; -1: skipped */
};

struct ply_element {
  uint64_t items;
  bool vertex, face, strips;
  int properties;
  struct ply_property property[PLY_PROPERTIES];
};

struct ply {
  char format; /* a, l, b: ASCII, little-endian, big-endian */
  int elements;
  struct ply_element element[PLY_ELEMENTS];
};

/* Reads up to the line "end_header", after which the values follow. Fails unless there are vertices with x, y and z,
 * and faces or strips. */
int ply_header(struct ply *p, struct mesh_file *f, struct tile_error *e);

#endif
