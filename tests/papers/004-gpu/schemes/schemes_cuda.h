/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SCHEMES_CUDA_H
#define SCHEMES_CUDA_H

#include "schemes.h"

#ifdef __cplusplus
extern "C" {
#endif
/* Blocks of `side` threads along x, as in the paper. parts: 1 the step, 2 the second kernel of exchange, 3 both. Warps of
 * all that a multiprocessor can hold, by the registers of the kernel, in *occupancy. */
int schemes_launch_fp64(int scheme, int collision, int parts, const struct schemes_pass *p);
int schemes_launch_fp32(int scheme, int collision, int parts, const struct schemes_pass *p);
int schemes_occupancy_fp64(int scheme, int collision, int side, double *occupancy, int *registers);
int schemes_occupancy_fp32(int scheme, int collision, int side, double *occupancy, int *registers);
/* Writes words of 32 bits N times for each of side^3 threads: in turns as in the code of the paper, each from the one before, or
 * apart, from one array into another. */
int transfers_launch(int apart, int side, int words, const float *from, float *to);
/* Copies `words` words of 4 or 8 bytes, read or written that many words from where they are aligned. */
int transfers_shift(int wide, int read, int write, size_t words, const void *from, void *to);
/* Copies by a kernel, in words of 4 or 16 bytes. */
int transfers_copy(int wide, const void *from, void *to, size_t bytes);
#ifdef __cplusplus
}
#endif

#endif
