/* SPDX-License-Identifier: BSD-3-Clause */
/* Forecast of a division into subdomains. */
#ifndef RANGES_H
#define RANGES_H

#include "memory.h"
#include "tile_domain.h"

struct lbm_ranges {
  int parts;                /* number of subdomains */
  size_t nodes, most_nodes; /* non-solid nodes: of all subdomains, and of the largest */
  size_t halo, most_halo;   /* values received in a time step: by all subdomains, and the most by one */
};
/* Divides a domain as lbm_partition does. Values that cross seams which cut tiles are not counted. parts: at least 1.
 * Memory: 112 bytes for each tile during the call. TILE_REJECTED: two tiles have the same coordinates. */
int lbm_ranges_make(struct lbm_ranges *s, const struct tile_domain *d, int parts, struct tile_error *e);

/* Seconds of a time step. traffic: bytes moved for each node, at `bandwidth` bytes per second on each device. value:
 * bytes of each value of the halo, which is received afterwards at `link` bytes per second. beside: further seconds if
 * there are several subdomains. */
double lbm_ranges_step(const struct lbm_ranges *s, double traffic, double bandwidth, double value, double link,
                       double beside);
/* `beside` for GPUs of one host, measured on two of them with large boxes, packs of spheres and a small box
 * (tests/bench/RESULTS.md). */
#define LBM_BESIDE_ON_GPUS 8e-6

#endif
