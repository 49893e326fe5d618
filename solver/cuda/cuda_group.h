/* SPDX-License-Identifier: BSD-3-Clause */
/* Several subdomains: values that one takes from another (cuda_connect.c), and the steps of those of one process, a GPU
 * group (cuda_group.c). */
#ifndef CUDA_GROUP_H
#define CUDA_GROUP_H

#include "cuda_state.h"

/* ---- cuda_connect.c ------------------------------------------------------------------ */

/* As in backend.h. */
int cuda_connect(void *const state[], const struct lbm_halo *const halo[], int parts, bool *connected,
                 struct tile_error *e);
/* Closes the connections and the place in the group, also those that were opened in part. */
void cuda_disconnect(struct cuda *c);
/* Writes values into the halos of all subdomains connected to this one. */
int cuda_give(struct cuda *c, cudaStream_t stream, struct tile_error *e);
/* As in backend.h. */
int cuda_pack(void *state, const struct lbm_places *from, void *values, struct tile_error *e);
int cuda_unpack(void *state, const struct lbm_places *to, const void *values, struct tile_error *e);

/* ---- cuda_group.c -------------------------------------------------------------------- */

int cuda_step_group(struct cuda *const c[], const struct lbm_task task[], int parts, int64_t count,
                    struct tile_error *e);
/* As in backend.h. */
int cuda_give_connected(void *const state[], int parts, struct tile_error *e);

#endif
