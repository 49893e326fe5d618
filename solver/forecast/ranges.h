/* What a division into parts would be like, before it is made. */
#ifndef SHARES_H
#define SHARES_H

#include "internal.h"

struct lbm_ranges {
  int parts;
  size_t nodes, most_nodes; /* non-solid: of all, of the largest part */
  size_t halo, most_halo; /* values that cross between parts in a step: of all, that the most talkative part is sent */
};
/* As lbm_partition divides; what crosses periodic seams that cut tiles is left out. Memory: 112 bytes a tile, until it
 * returns. */
int lbm_ranges_make(struct lbm_ranges *s, const struct tile_domain *d, int parts, struct tile_error *e);

/* Seconds of a step when each device moves `traffic` bytes a node at `bandwidth` bytes/s, and then what it is sent, values of
 * `value` bytes, at `link` bytes/s; and `beside`, where there are several. */
double lbm_ranges_step(const struct lbm_ranges *s, double traffic, double bandwidth, double value, double link,
                       double beside);
/* That of GPUs of one host, beside large boxes, packs of spheres and a small box on two (tests/bench/RESULTS.md). */
#define LBM_BESIDE_ON_GPUS 8e-6

#endif
