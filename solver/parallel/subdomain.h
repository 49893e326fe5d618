/* SPDX-License-Identifier: BSD-3-Clause */
/* Subdomains, one for each device or process: each is a range of the tiles of a domain, in their order. A subdomain
 * also knows the tiles around its own ones. It holds copies of those of their populations that its nodes gather (the
 * halo, see halo.h), and never updates these tiles. */
#ifndef SUBDOMAIN_H
#define SUBDOMAIN_H

#include "tile_error.h"
#include "tile_domain.h"

struct lbm_subdomain {
  const struct tile_domain *whole; /* not owned */
  size_t first, tiles;             /* its own tiles are first ... first + tiles - 1 of the whole domain */
  /* The own tiles and those around them, in the order of the whole domain, with the marks and walls of the own tiles.
   * Header and patches belong to the whole domain; so do all members if `number` is NULL. */
  struct tile_domain domain;
  size_t begin, end; /* the own tiles are begin ... end - 1 of `domain` */
  size_t *number; /* [domain.tiles], index of each tile in the whole domain; NULL: the subdomain is the whole domain */
};

/* Divides the tiles of a domain into ranges of about the same cost. first: [parts + 1] is filled; range i has the tiles
 * first[i] ... first[i + 1] - 1, and may be empty. */
void lbm_partition(size_t *first, const struct tile_domain *whole, int parts);

/* Makes the subdomain of the tiles first ... end - 1 of `whole`, which must outlive it unchanged. Release it with
 * lbm_subdomain_free, after an error too. Memory: 5 to 33 bytes for each tile of the whole domain during the call,
 * unless the subdomain is the whole domain. TILE_REJECTED: two tiles have the same coordinates. */
int lbm_subdomain_make(struct lbm_subdomain *p, const struct tile_domain *whole, size_t first, size_t end,
                       struct tile_error *e);
void lbm_subdomain_free(struct lbm_subdomain *p);

/* The index of the first mark of a tile or of a later one; d->marks: there is none. */
size_t lbm_first_mark(const struct tile_domain *d, size_t tile);

/* The index in the whole domain of a tile of p->domain. */
static inline size_t lbm_subdomain_number(const struct lbm_subdomain *p, size_t tile)
{
  return p->number ? p->number[tile] : tile;
}

#endif
