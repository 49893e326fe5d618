/* Inside volume_packed.c: the ways in which values can be packed. */
#ifndef VOLUME_PACKED_H
#define VOLUME_PACKED_H

#include "volume_data.h"

struct packed {
  const struct packing *packing;
  void *unpacker; /* of the packing */
  bool ended;     /* nothing more is packed */
  uint64_t at;    /* unpacked so far, with what is skipped */
  unsigned char *piece, *skipped;
  const unsigned char *in; /* of `piece`, not yet unpacked: so many bytes */
  size_t left;
  unsigned char *out; /* where it goes: so many bytes still fit */
  size_t room;
};

struct packing {
  uint64_t densest; /* bytes that one packed byte becomes at most */
  /* Makes the unpacker, or puts it at the beginning again. false: no memory. */
  bool (*begin)(struct packed *p);
  /* Some of `in` to `out`; `ended` at the end. There is something to unpack, unless the file is at its end. */
  int (*some)(struct volume_data *d, struct packed *p, struct tile_error *e);
  void (*end)(struct packed *p);
};

extern const struct packing packing_zlib, packing_zstd;

/* More of the file, when nothing is left; p->left is 0 at its end. */
int packed_fill(struct volume_data *d, struct packed *p, struct tile_error *e);
int packed_reject(const struct volume_data *d, const char *what, struct tile_error *e);

#endif
