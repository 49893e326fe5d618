/* SPDX-License-Identifier: BSD-3-Clause */
/* Conditions that change in time, outlets, and flows through openings on the device (cuda_openings.c). */
#ifndef CUDA_OPENINGS_H
#define CUDA_OPENINGS_H

#include "cuda_state.h"

/* Sends what the next time steps need, before they are launched, if the task has conditions that vary. */
int cuda_openings_begin(struct cuda *c, const struct lbm_task *task, struct tile_error *e);
/* Launches what sets the conditions of a step, from the populations p->from, beside the stream of c; _end_step makes
 * that stream wait for it. Only if the task has conditions that vary. */
int cuda_openings_begin_step(struct cuda *c, const struct lbm_task *task, const struct lbm_cuda_step *p,
                             struct tile_error *e);
int cuda_openings_end_step(struct cuda *c, struct tile_error *e);
/* Fetches the states of outlets after the time steps; they are there when the stream of c has finished. */
int cuda_openings_end(struct cuda *c, const struct lbm_task *task, struct tile_error *e);
void cuda_openings_free(struct cuda *c);
/* As in backend.h. */
int cuda_sum_sites(void *state, const struct lbm_task *task, const struct lbm_site_list *sites,
                   const struct lbm_condition *condition, const struct lbm_condition *lifted, struct lbm_site_sum *sum,
                   struct tile_error *e);

#endif
