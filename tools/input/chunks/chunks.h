/* SPDX-License-Identifier: BSD-3-Clause */
/* A volume that is stored in chunks, read slice by slice: a slab as thick as a layer of chunks is in memory, so that each
 * chunk is decoded once. Axes are z, y, x. */
#ifndef CHUNKS_H
#define CHUNKS_H

#include "memory.h"

struct chunk_slab {
  uint64_t size[3];      /* of the volume */
  uint64_t window[3][2]; /* begin and end of what matters */
  uint64_t chunk[3];     /* size of a chunk; 1: not in chunks along this axis */
  size_t value;          /* bytes */
  uint64_t depth;        /* slices of a slab */
  uint64_t begin, end;   /* those in `values` */
  unsigned char *values; /* of the window alone */
};

/* ---- chunk_axes.c ---- */

enum { CHUNK_NAME = 32, CHUNK_WARNING = 256, CHUNK_AXES = 32 };
/* Finds z, y and x by the names of all axes, otherwise as they are stored; z -1: there is none. Where x and y are named, the
 * only other one is z unless it is of times or channels. Returns how many axes the volumes lie along, with z, y and x; 1 or
 * 0: there is no volume. warning: what is to be told; "": nothing. */
int chunk_axes(int axis[3], char (*name)[CHUNK_NAME], const uint64_t *size, int count, char warning[CHUNK_WARNING]);
/* The last three or two; of more than three, those of size 1 are left out before. */
int chunk_axes_stored(int axis[3], const uint64_t *size, int count);
/* How many volumes there are along the other axes, the last of which varies fastest; 0: impossible, or one is empty. */
int64_t chunk_volumes(const int axis[3], const uint64_t *size, int count);
/* Where one of them lies along these axes. */
void chunk_volume(uint64_t *at, const int axis[3], const uint64_t *size, int count, uint64_t volume);

/* Bytes of the values of a chunk; 0: impossible. */
size_t chunk_bytes(const struct chunk_slab *s);

/* ---- chunk_slab.c ---- */

/* Call it once size, chunk and value are set: all is in the window. */
void chunk_slab_begin(struct chunk_slab *s);
/* Nothing happens if begin and end are not within the volume. */
void chunk_slab_window(struct chunk_slab *s, int axis, uint64_t begin, uint64_t end);
/* Reads slices begin ... end of the window into s->values. */
typedef int chunk_fill(struct chunk_slab *s, void *of, struct tile_error *e);
/* Copies a whole slice; what is outside the window is 0. */
int chunk_slab_slice(struct chunk_slab *s, uint64_t z, unsigned char *to, chunk_fill *fill, void *of,
                     struct tile_error *e);
void chunk_slab_free(struct chunk_slab *s);

/* ---- chunk_team.c ---- */

enum { CHUNK_BUFFERS = 3, CHUNK_BUFFERS_MOST = 48 << 20 /* bytes of those of all threads, if one thread needs less */ };

struct chunk_decoder {
  size_t bytes;       /* of each buffer */
  uint64_t stride[3]; /* from value to value of a decoded chunk along z, y and x, in values */
  /* Returns the values of the chunk that begins at voxel `at`, which may lie in a buffer; NULL: an error. Several threads
   * call it at the same time, with buffers of their own. */
  const unsigned char *(*decode)(void *of, const uint64_t at[3], unsigned char *buffer[CHUNK_BUFFERS],
                                 struct tile_error *e);
  void *of;
};
/* Fills a slab, in several threads. */
int chunk_slab_decode(struct chunk_slab *s, const struct chunk_decoder *d, struct tile_error *e);

#endif
