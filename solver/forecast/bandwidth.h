/* The copy bandwidth of this machine: what every speed is compared with. */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes read plus bytes written per second when `threads` threads (0: as many
 * as OpenMP would use) copy an array of `bytes` bytes to another: the better
 * of ordinary and non-temporal stores, each the median of several copies.
 * Takes about as long as twenty copies. 0: memory is short. */
double lbm_copy_bandwidth(size_t bytes, int threads);

/* As many as OpenMP would use; 1 without it. */
int lbm_threads(void);

/* The same pass by pass, so that copying can take turns with what it is
 * compared with: shared machines change their speed from second to second. */
struct lbm_copier;
struct lbm_copier *lbm_copier_open(size_t bytes, int threads); /* NULL: memory is short */
/* Seconds of one copy. */
double lbm_copier_pass(const struct lbm_copier *c, bool streaming);
size_t lbm_copier_traffic(const struct lbm_copier *c); /* bytes read plus written */
void lbm_copier_close(struct lbm_copier *c);

#endif
