/* Points that are equal become one: a table of points, and where each is in it. */
#ifndef WELD_H
#define WELD_H

#include "own.h"

struct weld {
  size_t bytes; /* of a point */
  size_t count, room;
  unsigned char *point; /* count * bytes, in the order in which they came */
  size_t slots;         /* a power of two */
  uint32_t *slot;       /* index + 1; 0: free */
};

/* The index of this point, which is appended unless it is there. */
int weld_point(struct weld *w, const void *point, uint32_t *index, struct tile_error *e);
/* Appended, whether it is there or not. Not to be mixed with the other. */
int weld_append(struct weld *w, const void *point, uint32_t *index, struct tile_error *e);
/* The points, which are the caller's from now on; the rest is freed. */
void *weld_take(struct weld *w);
void weld_free(struct weld *w);

#endif
