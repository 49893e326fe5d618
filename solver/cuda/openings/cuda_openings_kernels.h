/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between cuda_openings.c and its kernels (kernels/cuda_openings.cu). Pointers are to device memory. */
#ifndef CUDA_OPENINGS_KERNELS_H
#define CUDA_OPENINGS_KERNELS_H

#include "boundary_site.h"
#include "exact_sum.h"
#include "outlet.h"
#include "schedule.h"

#include <cuda_runtime_api.h>
#include <stddef.h>

/* Nodes at boundaries, as in struct lbm_site_list. A block of threads has the sites first[block] ... first[block + 1] - 1
 * of one group; group g has the blocks block[g] ... block[g + 1] - 1. */
enum { LBM_CUDA_SITES = 64 };
struct lbm_cuda_sites {
  uint32_t count, blocks, groups, each; /* each: places of a site */
  const uint64_t *at;                   /* [each * count], number i of all sites before i + 1 */
  const struct lbm_site *site;
  const struct lbm_boundary_node *node;
  const struct lbm_wall_link *cut;
  const uint32_t *first, *block;
  struct lbm_exact (*part)[2]; /* [blocks] */
  struct lbm_exact (*sum)[2];  /* [groups] */
  uint32_t *done;              /* blocks that have finished; 0 between kernels */
};

/* What a sum over sites needs beside. lifted: conditions for a second sum, of the same mass; NULL: the second sum is of
 * density - 1. */
struct lbm_cuda_inflow {
  struct lbm_cuda_sites sites;
  const void *populations;
  int bytes; /* of a value of them */
  struct lbm_condition *condition;
  const struct lbm_condition *lifted;
  struct lbm_rates rates;
  int equilibrium, walls;
};

/* Outlets, as in struct lbm_coupling. of_patch: [patches], the opening of a coupled patch, else -1. */
struct lbm_cuda_outlets {
  int count, reference;
  const struct lbm_opening *opening;
  const int *of_patch;
  struct lbm_outlet_state *state;
  double *target, (*came)[2]; /* [count] */
};

/* The conditions of a time step. step: the number of the row. */
struct lbm_cuda_conditions {
  struct lbm_schedule schedule;
  const double *row;
  const uint32_t *step;
  struct lbm_condition *to, *lifted;
  struct lbm_cuda_outlets outlets; /* count 0: there are none */
};

#ifdef __cplusplus
extern "C" {
#endif
/* All return the error of the launch. The first sets the conditions of a time step, those of outlets to the pressures of
 * the last one; the second finds the flows at these and at the lifted ones, and sets the pressures. */
cudaError_t lbm_cuda_set_conditions(const struct lbm_cuda_conditions *c, cudaStream_t stream);
cudaError_t lbm_cuda_set_outlets(const struct lbm_cuda_inflow *f, const struct lbm_cuda_outlets *o,
                                 cudaStream_t stream);
/* Sets sites.sum. */
cudaError_t lbm_cuda_sum_sites(const struct lbm_cuda_inflow *f, cudaStream_t stream);
#ifdef __cplusplus
}
#endif

#endif
