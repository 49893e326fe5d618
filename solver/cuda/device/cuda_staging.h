/* SPDX-License-Identifier: BSD-3-Clause */
/* Data that move between device and host, or are computed on the device, between time steps: populations and fields
 * (cuda_staging.c), a copy of them (cuda_snapshot.c), sums (cuda_numbers.c), arrays beside them (cuda_arrays.c). */
#ifndef CUDA_STAGING_H
#define CUDA_STAGING_H

#include "cuda_state.h"

/* ---- cuda_staging.c ------------------------------------------------------------------ */

int cuda_staging_open(struct cuda *c, struct cuda_staging *w, cudaStream_t stream, struct tile_error *e);
void cuda_staging_close(struct cuda_staging *w);
/* Values of one tile of these populations, which lie on the device. One thread uses w. */
int cuda_staging_get(const struct cuda *c, struct cuda_staging *w, void *populations, const struct lbm_task *task,
                     size_t tile, void *values, struct tile_error *e);
int cuda_staging_flush(const struct cuda *c, struct cuda_staging *w, struct tile_error *e);
/* Writes all values that were put into the populations and forgets those that were read ahead. Call it before anything
 * else uses the populations. */
int cuda_flush(struct cuda *c, struct tile_error *e);
/* For kernels that read or write populations (task NULL) or fields, of the present copy. */
struct lbm_cuda_exchange cuda_exchange_of(const struct cuda *c, const struct lbm_task *task);
/* As in backend.h, and so below. */
int cuda_get(void *state, size_t tile, void *values, struct tile_error *e);
int cuda_put(void *state, size_t tile, const void *values, struct tile_error *e);
int cuda_get_fields(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
int cuda_put_fields(void *state, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e);
int cuda_fill_fields(void *state, const struct lbm_task *task, const void *node, struct tile_error *e);

/* ---- cuda_snapshot.c ----------------------------------------------------------------- */

int cuda_snapshot(void *state, bool *done, struct tile_error *e);
int cuda_get_snapshot(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
void cuda_snapshot_free(struct cuda *c);

/* ---- cuda_numbers.c ------------------------------------------------------------------ */

int cuda_totals(void *state, const struct lbm_task *task, struct lbm_totals *tile, struct tile_error *e);
int cuda_scale(void *state, double factor, struct tile_error *e);
int cuda_copy(void *state, double *bandwidth, struct tile_error *e);

/* ---- cuda_arrays.c ------------------------------------------------------------------- */

struct lbm_device cuda_arrays(void *state);
int cuda_moments(void *state, const uint32_t *first, double (*last)[LBM_FIELDS], float (*change)[LBM_FIELDS],
                 struct tile_error *e);
int cuda_add(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e);

#endif
