/* SPDX-License-Identifier: BSD-3-Clause */
/* The domain on the device: masks, neighbours and boundary tiles (cuda_domain.c), the order of tiles where there is one
 * copy of the populations (cuda_in_place.c), and the source lists (cuda_lists.c). */
#ifndef CUDA_DOMAIN_H
#define CUDA_DOMAIN_H

#include "cuda_state.h"

/* ---- cuda_in_place.c: what follows from the choice of one copy ----------------------- */

/* Bytes between both places of a tile in one copy; 0: there are two copies. */
size_t cuda_gap(const struct cuda *c);
/* The tile at this position of the order in which tiles lie on the device. */
size_t cuda_row_tile(const struct cuda *c, size_t row);
/* Counts boundary tiles that lie, with all tiles that they read, within a gap of the ends. A step that begins at that
 * end can write them at once, as their places are free from the start; a step that ends there can write them last, as
 * the places that they read are never written over. */
void cuda_find_ends(struct cuda *c, const struct lbm_cuda_tile *tile, const struct lbm_cuda_boundary_tile *at);
/* The source lists for the places in one copy; the caller frees them with free(). */
int cuda_move_lists(const struct cuda *c, int32_t **source, struct tile_error *e);
/* The populations: one copy or two. */
int cuda_allocate_copies(struct cuda *c, struct tile_error *e);
void cuda_in_place_free(struct cuda *c);

/* ---- cuda_domain.c ------------------------------------------------------------------- */

/* Bytes of the domain on the device, without populations. */
size_t cuda_domain_bytes(const struct lbm_geometry *g);
/* Bytes of the populations of boundary tiles. */
size_t cuda_boundary_bytes(const struct cuda *c);
int cuda_domain_send(struct cuda *c, struct tile_error *e);
void cuda_domain_free(struct cuda *c);

/* ---- cuda_lists.c -------------------------------------------------------------------- */

/* Bytes of the source lists, if the flow steps by them. */
size_t cuda_lists_bytes(const struct cuda *c);
/* Makes the lists on the device if c->lists says so. */
int cuda_lists_make(struct cuda *c, struct tile_error *e);
void cuda_lists_free(struct cuda *c);

#endif
