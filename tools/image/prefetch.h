/* Slices prepared by several threads before they are requested. */
#ifndef AHEAD_H
#define AHEAD_H

#include "own.h"

/* Prepares slice z. Calls run concurrently, each with a lane of its own. */
typedef int prefetch_work(void *with, int lane, int64_t z, void *result, struct tile_error *e);

struct prefetch {
  int lanes;                  /* 1: nothing is prepared ahead */
  int64_t slices;             /* of the whole stack */
  size_t bytes;               /* of a result */
  void *result;               /* with one lane */
  struct prefetch_team *team; /* NULL until the first slice, and with one lane */
};

/* As many lanes as OpenMP uses threads, if a stack of so many slices of `count` values is worth it. */
int prefetch_lanes(size_t count, int64_t slices);
/* With up to `lanes` lanes, if their results and those that wait fit into 256 MiB. Never fails: one lane is enough. */
void prefetch_begin(struct prefetch *a, int lanes, size_t bytes, int64_t slices);
void prefetch_end(struct prefetch *a); /* before the lanes are closed */
/* Slice z, for any z; fast for the next and the one before. *result is valid, and the caller's to change, until the next
 * call. Errors are those of slices asked for. */
int prefetch_get(struct prefetch *a, prefetch_work *work, void *with, int64_t z, void **result, struct tile_error *e);

#endif
