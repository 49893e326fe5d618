/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading a domain: shared by domain_read.c, input.c, tiles_read.c, marks_read.c, walls_in.c and arrays_read.c. */
#ifndef INPUT_H
#define INPUT_H

#include "domain.h"
#include "shared_file.h"

struct tile_input {
  struct tile_reader *reader;       /* not owned */
  struct tile_domain *domain;       /* filled by _open; the caller frees it */
  const struct tile_keeper *keeper; /* NULL: all walls are kept */
  struct tile_digest *digest;
  struct tile_rest *rest;  /* NULL: its records are skipped */
  struct tile_record next; /* the current record; tag "": the end of the file */
};

#define INPUT_REST "hist" /* tag of its records */

/* Values of keys, compared with the data. */
struct input_claims {
  int64_t tiles, nonsolid;
};

/* Reads the next record into in->next. input.c */
int input_next(struct tile_input *in, struct tile_error *e);
/* Does in->next have this tag? */
bool input_is(const struct tile_input *in, const char *tag);
/* Number of entries in in->next. TILE_REJECTED: not whole entries of `entry` bytes, or more than `most`. */
int input_entries(struct tile_input *in, size_t entry, size_t most, size_t *count, struct tile_error *e);

/* Read all records of one tag, from in->next on, check them and add them to the digest. */
int input_tiles(struct tile_input *in, const struct input_claims *c, struct tile_error *e);
int input_marks(struct tile_input *in, struct tile_error *e);
int input_walls(struct tile_input *in, struct tile_error *e);

#endif
