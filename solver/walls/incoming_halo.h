/* SPDX-License-Identifier: BSD-3-Clause */
/* Populations of tiles of other processes that this process reads. All processes agree once on who gives which tiles,
 * and then exchange them whenever all of them ask for it. */
#ifndef INCOMING_HALO_H
#define INCOMING_HALO_H

#include "lbm.h"
#include "subdomain.h"

/* Tiles of the whole domain, in order: tile[begin[p]] ... tile[begin[p + 1] - 1] are exchanged with process p. */
struct lbm_tile_list {
  size_t *begin, *tile;
  char *values; /* populations of these tiles in the same order: node, direction order within a tile */
};
struct lbm_tile_halo {
  struct lbm_tile_list taken, given;
  struct lbm_message *message; /* messages with all values, two per process */
};

/* Takes the tiles of `part` that belong to other processes and that are wanted (one bool per tile of part->domain;
 * NULL: all). All processes call it together. Release with lbm_tile_halo_free, also after an error. */
int lbm_tile_halo_make(struct lbm_tile_halo *h, struct lbm *flow, const struct lbm_subdomain *part, const bool *wanted,
                       struct tile_error *e);
/* The same in two steps for data that are not tiles. The caller fills taken.begin and taken.tile with the numbers that
 * it wants from each process, which must mean the same in all processes; agree fills `given` with the numbers that
 * others want from this process. room then allocates `each` bytes for each number, which lbm_comm_exchange exchanges
 * with `message`. */
int lbm_tile_halo_agree(struct lbm_tile_halo *h, struct tile_error *e);
int lbm_tile_halo_room(struct lbm_tile_halo *h, size_t each, struct tile_error *e);
/* Fills taken.values with the populations of the flow as it is now. All processes call it together. */
int lbm_tile_halo_send(struct lbm_tile_halo *h, struct lbm *flow, struct tile_error *e);
void lbm_tile_halo_free(struct lbm_tile_halo *h);

#endif
