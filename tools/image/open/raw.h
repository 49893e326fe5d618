/* Inside source_raw(). */
#ifndef RAW_H
#define RAW_H

#include "source.h"
#include "volume_file.h"

struct raw {
  FILE *in;
  const char *name; /* for messages: the caller's path or "standard input" */
  const struct voxel_type *type;
  bool swap, seekable, like_packed; /* the last: a pipe, to judge by its first bytes */
  uint64_t slice, expected;         /* bytes of a slice, of the volume */
  uint64_t skip;                    /* before it */
  struct volume_data *packed;       /* NULL: values are as they are */
  off_t begin;                      /* where the volume begins in a seekable input */
  int64_t next;                     /* slice a pipe stands before */
  void *slice_in_memory;            /* of read_raw */
};

/* "NX,NY,NZ,TYPE[,be][,skip=BYTES]" to s->grid and what the bytes are. */
int raw_describe(struct source *s, struct raw *r, const char *text, struct tile_error *e);
/* found: bytes, with what is skipped. */
int raw_wrong_size(const struct source *s, const char *more, uint64_t found, struct tile_error *e);
/* Slice z as it is stored, of a state that is a struct raw. */
int raw_read_stored(struct source *s, int64_t z, void *to, struct tile_error *e);

#endif
