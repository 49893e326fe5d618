/* SPDX-License-Identifier: BSD-3-Clause */
/* The copy bandwidth of this machine, with which speeds are compared. */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes read and written per second when `threads` threads (0: as many as OpenMP would use) copy an array of `bytes`
 * bytes: the better result of ordinary and non-temporal stores, each the median of several copies. It takes as long as
 * about twenty copies. 0: memory is short. */
double lbm_copy_bandwidth(size_t bytes, int threads);

/* The number of threads that OpenMP would use; 1 without OpenMP. */
int lbm_threads(void);

/* The same in single copies, so that a benchmark can alternate copies and time steps: the speed of a shared machine
 * changes from second to second. */
struct lbm_copier;
struct lbm_copier *lbm_copier_open(size_t bytes, int threads); /* NULL: memory is short */
/* Copies once and returns the time in seconds. streaming: with non-temporal stores. */
double lbm_copier_pass(const struct lbm_copier *c, bool streaming);
size_t lbm_copier_traffic(const struct lbm_copier *c); /* bytes read and written by one copy */
void lbm_copier_close(struct lbm_copier *c);

#endif
