/* SPDX-License-Identifier: BSD-3-Clause */
/* Compressed values: what the methods (volume_zlib.c, volume_zstd.c) and volume_packed.c, which these call, share. */
#ifndef VOLUME_PACKED_H
#define VOLUME_PACKED_H

#include "volume_data.h"

struct packed {
  const struct packing *packing;
  void *unpacker; /* state of the library */
  bool ended;     /* the compressed data have ended */
  uint64_t at;    /* bytes decompressed so far, including skipped ones */
  unsigned char *piece, *skipped;
  const unsigned char *in; /* part of `piece` that is not yet decompressed; `left` bytes */
  size_t left;
  unsigned char *out; /* destination, with room for `room` bytes */
  size_t room;
};

struct packing {
  uint64_t densest; /* the highest compression ratio */
  /* Creates the unpacker, or resets it to the beginning. false: no memory. */
  bool (*begin)(struct packed *p);
  /* Decompresses some of `in` to `out`; sets `ended` at the end. `in` is empty only at the end of the file. */
  int (*some)(struct volume_data *d, struct packed *p, struct tile_error *e);
  void (*end)(struct packed *p);
};

/* For struct volume_coding of a method: its state is a struct packed. */
int packed_open(struct volume_data *d, const struct packing *packing, uint64_t file, struct tile_error *e);
int packed_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e);
void packed_close(struct volume_data *d);

/* Reads more of the file if nothing is left; p->left is 0 at its end. */
int packed_fill(struct volume_data *d, struct packed *p, struct tile_error *e);
int packed_reject(const struct volume_data *d, const char *what, struct tile_error *e);

#endif
