/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of source_raw(): its description, the size of the file and the reading of slices. */
#ifndef RAW_H
#define RAW_H

#include "source.h"
#include "volume_file.h"

struct raw {
  FILE *in;
  const char *name; /* for messages: the caller's path or "standard input" */
  const struct voxel_type *type;
  bool swap, seekable, like_packed; /* like_packed: the first bytes of a pipe look compressed */
  uint64_t slice, expected;         /* bytes of a slice, of the volume */
  uint64_t skip;                    /* bytes before the volume */
  struct volume_data *packed;       /* decompresses the file; NULL: it is not compressed */
  off_t begin;                      /* where the volume begins in a seekable input */
  int64_t next;                     /* slice that is next in a pipe */
  void *slice_in_memory;            /* used by read_raw */
};

/* Parses "NX,NY,NZ,TYPE[,be][,skip=BYTES]" into s->grid and r. */
int raw_describe(struct source *s, struct raw *r, const char *text, struct tile_error *e);
/* Fails because the input has `found` bytes, the skipped ones included. */
int raw_wrong_size(const struct source *s, const char *more, uint64_t found, struct tile_error *e);
/* Reads slice z as it is stored; s->state is a struct raw. */
int raw_read_stored(struct source *s, int64_t z, void *to, struct tile_error *e);

#endif
