/* Parts of a domain, one for each device or process: pieces of the order of its tiles. A part also knows the tiles around
 * its own, whose populations it holds copies of (its halo, see halo.h) and never updates. */
#ifndef PART_H
#define PART_H

#include "internal.h"

struct lbm_subdomain {
  const struct tile_domain *whole;
  size_t first, tiles; /* its own, in the order of the whole domain */
  struct tile_domain
      domain;        /* these and the tiles around them, in that order; header and patches are the whole domain's */
  size_t begin, end; /* its own among those of `domain` */
  size_t *number;    /* of each tile of `domain` in the whole one; NULL: the part is the whole */
};

/* Part i has tiles first[i] ... first[i + 1] - 1: pieces that cost about the same. */
void lbm_partition(size_t *first, const struct tile_domain *whole, int parts);

/* Tiles [first, end) of `whole`, which must outlive the part. Memory: 5 to 33 bytes a tile of the whole, until it
 * returns, unless the part is the whole. */
int lbm_subdomain_make(struct lbm_subdomain *p, const struct tile_domain *whole, size_t first, size_t end,
                       struct tile_error *e);
void lbm_subdomain_free(struct lbm_subdomain *p);

/* The first mark of the tile, or of those after it; d->marks: none. */
size_t lbm_first_mark(const struct tile_domain *d, size_t tile);

/* Of a tile of the part's domain in the whole one. */
static inline size_t lbm_subdomain_number(const struct lbm_subdomain *p, size_t tile)
{
  return p->number ? p->number[tile] : tile;
}

#endif
