/* Inside of writing a domain by several processes: domain_together.c, domain_shares.c. */
#ifndef TOGETHER_H
#define TOGETHER_H

#include "output.h"

struct extent {
  uint64_t bytes, index; /* of the records of a process: in the file, in the index */
};

struct together {
  struct output output;
  FILE *out;
  const struct tile_company *company;
  size_t *from;               /* of this array: process i writes the records of the tiles from[i] ... from[i + 1] - 1 */
  struct extent own, *extent; /* of this process; of each */
  unsigned char *rest;        /* values of the last record that are other processes' */
  uint64_t offset;            /* where the array begins */
  unsigned char *index;       /* entries of the records of a process; room for the most that any has */
};

/* The processes' records of an array into `from`: each writes those that begin with a tile of its own. */
void together_divide(struct together *w, const struct tile_array *a);
/* Has this process the tile? */
bool together_has(const struct together *w, size_t tile);
/* What others write of the tiles of this process, into output.chunk and the digest; then, of all processes: what this one
 * writes of others' tiles, into `rest`. */
int together_fill_lead(struct together *w, struct tile_array *a, struct tile_error *e);
void together_pass_leads(struct together *w, const struct tile_array *a);

#endif
