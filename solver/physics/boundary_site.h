/* SPDX-License-Identifier: BSD-3-Clause */
/* A node at a boundary, for C and CUDA. */
#ifndef BOUNDARY_SITE_H
#define BOUNDARY_SITE_H

#include <stdint.h>

/* Its boundary nodes are in the order of action, its cut links in order. */
struct lbm_site {
  uint32_t first, count; /* of its boundary nodes in an array of them */
  uint32_t counted;      /* bit n: the mass that its boundary node n brings counts */
  uint32_t cut, links;   /* the first of its cut links in an array of them; one bit for each link */
};

#endif
