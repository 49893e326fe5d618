/* SPDX-License-Identifier: BSD-3-Clause */
/* Compound files of Microsoft (OLE2): streams in storages, as files in folders. Only what reading needs. */
#ifndef CFB_H
#define CFB_H

#include "memory.h"

struct cfb;
struct cfb_stream {
  uint64_t bytes;
  uint32_t first; /* sector */
};

/* *c is NULL after an error. TILE_FAILED: it cannot be opened; TILE_REJECTED: it is no such file, or damaged. */
int cfb_open(struct cfb **c, const char *path, struct tile_error *e);
/* Finds "STORAGE/STREAM", in either case; false: it is not there, or longer than the file. */
bool cfb_find(const struct cfb *c, const char *name, struct cfb_stream *s);
/* Reads the first bytes of a stream, which has as many. */
int cfb_read(struct cfb *c, const struct cfb_stream *s, void *to, size_t bytes, struct tile_error *e);
void cfb_close(struct cfb *c);

#endif
