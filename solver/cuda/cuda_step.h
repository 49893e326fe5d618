/* SPDX-License-Identifier: BSD-3-Clause */
/* Time steps on the device: those of one subdomain (cuda_step.c), and those that the backend runs (cuda_steps.c). */
#ifndef CUDA_STEP_H
#define CUDA_STEP_H

#include "cuda_state.h"

/* ---- cuda_step.c --------------------------------------------------------------------- */

/* The next step, as kernels take it. */
struct lbm_cuda_step cuda_step_of(const struct cuda *c, const struct lbm_task *task);
/* The parts of a step with two copies: plain tiles inside; then tiles beside other subdomains, and boundary tiles. */
int cuda_step_inside(struct cuda *c, const struct lbm_cuda_step *p, cudaStream_t stream, struct tile_error *e);
int cuda_step_edge(struct cuda *c, const struct lbm_cuda_step *p, cudaStream_t stream, struct tile_error *e);
/* All steps of a subdomain that has no group. */
int cuda_step_alone(struct cuda *c, const struct lbm_task *task, int64_t count, struct tile_error *e);
void cuda_graphs_free(struct cuda *c);

/* ---- cuda_steps.c: as in backend.h --------------------------------------------------- */

int cuda_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e);
int cuda_steps_connected(void *const state[], const struct lbm_task task[], int parts, int64_t count,
                         struct lbm_outcome o[], struct tile_error *e);

#endif
