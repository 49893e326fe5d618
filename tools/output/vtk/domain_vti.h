/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes values of the nodes of a domain in memory as VTK image data (.vti): one point per node of the grid, solid ones
 * too, where the values are 0 and the array `solid` is 1. Zlib makes solid nodes cost nearly nothing, so that a file has
 * about the size of the values of the other nodes. Only one slice is in memory beside the domain. */
#ifndef DOMAIN_VTI_H
#define DOMAIN_VTI_H

#include "vti.h"
#include "tile_domain.h"

struct domain_vti_field {
  const char *name; /* of the array; velocity is shown as vectors */
  int components;   /* 1 or 3 */
  /* Gets the value of a non-solid node, in the unit of the file. It is called for every tile in order of z. */
  void (*value)(const void *self, size_t tile, int node, double to[3]);
  const void *self;
};

struct domain_vti {
  const struct tile_domain *domain; /* its header has position and orientation */
  double spacing;                   /* m; 0: lattice units, 1 */
  const char *units;                /* "length m, velocity m/s, pressure Pa (gauge)" */
  bool single;                      /* float, else double */
  bool packed;                      /* by zlib; the file must be seekable */
  const struct domain_vti_field *field;
  size_t fields;
};

int domain_vti_write(const struct domain_vti *v, FILE *out, struct tile_error *e);

#endif
