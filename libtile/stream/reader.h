/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a reader, for reader.c, reader_bytes.c, reader_ahead.c and reader_end.c. */
#ifndef READER_H
#define READER_H

#include "stream.h"

struct tile_reader {
  FILE *in;
  char *name;
  struct tile_header header;
  uint64_t offset;        /* bytes read */
  uint64_t number, begin; /* of the current record, from 1, and its first byte; number 0: the header */
  char tag[5];
  char where[64];              /* name of the part being read, for the message "truncated" */
  unsigned char *stored, *raw; /* payload as stored, and decompressed */
  size_t stored_room, raw_room;
  unsigned char *index; /* entries of the records read, to compare with the trailer */
  size_t index_length, index_room;
  unsigned char *ahead; /* the index from the end of the file; NULL: not known */
  size_t ahead_length;
  uint64_t trailer; /* byte at which the trailer begins, if `ahead` is known */
  bool away;        /* `in` does not stand at `offset` */
  char digest[33];
  bool ended;
  struct ZSTD_DCtx_s *zstd;
  struct XXH3_state_s *hash;
};

/* The first bytes of a record, as they stand in the file. */
struct tile_head {
  char tag[4];
  uint32_t flags;
  uint64_t stored, raw, sum;
};
_Static_assert(sizeof(struct tile_head) == TILE_HEAD, "a record's head has no padding");

/* Reads exactly `length` bytes. TILE_REJECTED: truncated within `what`. */
int tile_reader_bytes(struct tile_reader *r, void *to, size_t length, const char *what, struct tile_error *e);
/* Adds the current record to r->index. */
int tile_reader_index(struct tile_reader *r, const struct tile_head *head, struct tile_error *e);
/* Checks the trailer, whose record has been read, and that nothing follows it. */
int tile_reader_end(struct tile_reader *r, const struct tile_head *head, struct tile_error *e);

#endif
