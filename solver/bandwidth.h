/* The copy bandwidth of this machine: what every speed is compared with. */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include <stddef.h>

/* Bytes read plus bytes written per second when `threads` threads (0: as many
 * as OpenMP would use) copy an array of `bytes` bytes to another: the better
 * of ordinary and non-temporal stores, each the median of several copies.
 * Takes about as long as twenty copies. 0: memory is short. */
double lbm_copy_bandwidth(size_t bytes, int threads);

#endif
