/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing a domain by several processes: shared by domain_together.c and domain_shares.c. */
#ifndef TOGETHER_H
#define TOGETHER_H

#include "output.h"

/* The records of a process. */
struct extent {
  uint64_t bytes, index; /* number of bytes in the file, and in the index */
};

struct together {
  struct output output;
  FILE *out;
  const struct tile_communicator *communicator;
  size_t *from;               /* [size + 1]: process i writes the records of the tiles from[i] ... from[i + 1] - 1 */
  struct extent own, *extent; /* of this process; of each, [size] */
  unsigned char *rest;        /* values of other processes in the last record of this one */
  uint64_t offset;            /* byte at which the array begins */
  unsigned char *index;       /* entries of the records of a process; as long as the longest of any */
};

/* Sets `from`: each process writes the records that begin with a tile of its own. */
void together_divide(struct together *w, const struct tile_array *a);
/* Does the tile belong to this process? */
bool together_has(const struct together *w, size_t tile);
/* The lead of a process: the values of its tiles in a record that begins with an earlier tile, and that another process
 * writes. _fill_lead puts it into output.chunk and the digest; _pass_leads sends each into `rest` of the process that
 * writes it. */
int together_fill_lead(struct together *w, struct tile_array *a, struct tile_error *e);
void together_pass_leads(struct together *w, const struct tile_array *a);

#endif
