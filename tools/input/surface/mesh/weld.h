/* SPDX-License-Identifier: BSD-3-Clause */
/* Merges equal points: a list of points and a hash table of their indices. */
#ifndef WELD_H
#define WELD_H

#include "memory.h"

struct weld {
  size_t bytes; /* of one point */
  size_t count, room;
  unsigned char *point; /* count * bytes, in the order of their arrival */
  size_t slots;         /* a power of two */
  uint32_t *slot;       /* index + 1; 0: free */
};

/* Finds the index of this point, which is appended if it is new. */
int weld_point(struct weld *w, const void *point, uint32_t *index, struct tile_error *e);
/* Finds the index of this point, if it is there. */
bool weld_find(const struct weld *w, const void *point, uint32_t *index);
/* Appends the point in any case. Do not use it together with weld_point. */
int weld_append(struct weld *w, const void *point, uint32_t *index, struct tile_error *e);
/* Returns the points, which the caller then owns; everything else is freed. */
void *weld_take(struct weld *w);
void weld_free(struct weld *w);

#endif
