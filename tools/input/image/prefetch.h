/* SPDX-License-Identifier: BSD-3-Clause */
/* Prepares the slices of a stack in several threads before they are requested. Call prefetch_begin, then prefetch_get
 * for each slice, then prefetch_end. */
#ifndef PREFETCH_H
#define PREFETCH_H

#include "memory.h"

/* Prepares slice z. Calls run concurrently, each with its own lane (0 ... lanes - 1). */
typedef int prefetch_work(void *with, int lane, int64_t z, void *result, struct tile_error *e);

struct prefetch {
  int lanes;                   /* how many slices are prepared at a time; 1: none ahead */
  int64_t slices;              /* in the whole stack */
  size_t bytes;                /* of one result */
  void *result;                /* only with one lane */
  struct prefetch_team *group; /* NULL before the first slice, and with one lane */
};

/* As many lanes as OpenMP uses threads, if that pays for a stack of so many slices of `count` values; otherwise 1. */
int prefetch_lanes(size_t count, int64_t slices);
/* Uses up to `lanes` lanes if all results together fit into 256 MiB. Never fails: one lane is enough. */
void prefetch_begin(struct prefetch *a, int lanes, size_t bytes, int64_t slices);
void prefetch_end(struct prefetch *a); /* call it before the lanes are closed */
/* Gets slice z, for any z; fast for the next and the previous one. *result is valid until the next call, and the caller
 * may change it. Only errors of requested slices are returned. */
int prefetch_get(struct prefetch *a, prefetch_work *work, void *with, int64_t z, void **result, struct tile_error *e);

#endif
