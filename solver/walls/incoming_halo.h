/* Tiles of other processes whose populations this one reads beside its own: who gives which is agreed upon once, by all of
 * them; then they are sent whenever all ask for it. */
#ifndef INCOMING_HALO_H
#define INCOMING_HALO_H

#include "lbm.h"
#include "subdomain.h"

/* Tiles of the whole domain, in order: tile[begin[p]] ... tile[begin[p + 1] - 1] are those between this process and
 * process p. */
struct lbm_tile_list {
  size_t *begin, *tile;
  char *values; /* their populations, one tile after another: node, direction order */
};
struct lbm_tile_halo {
  struct lbm_tile_list taken, given;
  struct lbm_message *message; /* of all values: two a process */
};

/* Of the tiles of `part` that are not its own those of `wanted` (one bool a tile of part->domain; NULL: all). Release with
 * lbm_tile_halo_free, also after an error. */
int lbm_tile_halo_make(struct lbm_tile_halo *h, struct lbm *flow, const struct lbm_subdomain *part, const bool *wanted,
                       struct tile_error *e);
/* The same in two steps for what is not tiles: `taken` lists what is wanted of each process, by numbers that all know it by;
 * what is wanted of this one comes into `given`. Then room for `each` bytes of each, which `message` exchanges. */
int lbm_tile_halo_agree(struct lbm_tile_halo *h, struct tile_error *e);
int lbm_tile_halo_room(struct lbm_tile_halo *h, size_t each, struct tile_error *e);
/* taken.values as the flow stands. */
int lbm_tile_halo_send(struct lbm_tile_halo *h, struct lbm *flow, struct tile_error *e);
void lbm_tile_halo_free(struct lbm_tile_halo *h);

#endif
