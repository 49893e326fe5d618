/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing a domain: shared by domain_write.c and domain_together.c. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "domain.h"
#include "nodes.h"
#include "shared_file.h"

struct output {
  struct tile_domain *domain;
  struct tile_writer *writer;
  struct tile_digest *digest; /* NULL: the units are in the digest already */
  struct tile_array *array;
  size_t arrays;
  const struct tile_rest *rest; /* NULL: none */
  unsigned char *chunk;         /* whole entries for the next record */
  size_t filled, room;
};

/* _begin sets the keys and allocates; _geometry writes header, tiles, marks and walls. */
int output_begin(struct output *o, struct tile_error *e);
int output_geometry(struct output *o, FILE *out, struct tile_error *e);
/* Writes the values of the tiles begin ... end - 1. The records are those of the whole file if one of them begins with
 * the tile `begin`. */
int output_array(struct output *o, struct tile_array *a, size_t begin, size_t end, struct tile_error *e);
/* Writes the rest and the trailer. */
int output_end(struct output *o, char digest[33], struct tile_error *e);
void output_free(struct output *o);
/* Writes the whole file, and releases *o. */
int output_write(struct output *o, FILE *out, char digest[33], struct tile_error *e);

/* Bytes of the values of a tile. */
static inline size_t output_length(const struct output *o, const struct tile_array *a, size_t tile)
{
  return (size_t)tile_nonsolid_of(o->domain, tile) * a->bytes;
}

#endif
