/* Inside of reading a domain: domain_read.c, input.c, tiles_read.c, marks_read.c, walls_in.c, arrays_read.c. */
#ifndef INPUT_H
#define INPUT_H

#include "domain.h"

struct tile_input {
  struct tile_reader *reader;       /* not owned */
  struct tile_domain *domain;       /* filled by _open; the caller frees it */
  const struct tile_keeper *keeper; /* NULL: all walls are kept */
  struct tile_digest *digest;
  struct tile_record next; /* first record after the geometry; tag "" at the end */
};

struct input_claims { /* of the header; used only once the data agree */
  int64_t tiles, nonsolid;
};

/* input.c: the next record of a domain file into in->next. */
int input_next(struct tile_input *in, struct tile_error *e);
/* Has in->next this tag? */
bool input_is(const struct tile_input *in, const char *tag);
/* Entries in in->next: whole ones of `entry` bytes, at most `most`. */
int input_entries(struct tile_input *in, size_t entry, size_t most, size_t *count, struct tile_error *e);

/* All records of one tag, from in->next on, checked and added to the digest. */
int input_tiles(struct tile_input *in, const struct input_claims *c, struct tile_error *e);
int input_marks(struct tile_input *in, struct tile_error *e);
int input_walls(struct tile_input *in, struct tile_error *e);

#endif
