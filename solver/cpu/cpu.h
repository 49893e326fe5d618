/* SPDX-License-Identifier: BSD-3-Clause */
/* The CPU backend makes time steps with OpenMP threads and vector instructions: what its host code shares. */
#ifndef CPU_H
#define CPU_H

#include "backend.h"
#include "cpu_step.h"

/* Returns the instruction set that TESSERA_ISA names, else the best one, of those that were built and that this
 * processor has; NULL if there is none. */
const struct lbm_isa *lbm_isa_choose(void);
/* Errors: TILE_FAILED if isa is NULL, TILE_USAGE if it is not the instruction set that TESSERA_ISA names. */
int lbm_isa_check(const struct lbm_isa *isa, struct tile_error *e);
/* Allocates memory for populations, in huge pages where the system has them. The caller releases it with free().
 * Returns NULL and sets e if there is too little memory. */
void *lbm_huge_alloc(size_t bytes, struct tile_error *e);

#endif
