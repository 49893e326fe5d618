/* Inside of writing a domain: domain_write.c, domain_together.c. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "domain.h"

struct output {
  struct tile_domain *domain;
  struct tile_writer *writer;
  struct tile_digest *digest; /* NULL: of these units it is known */
  struct tile_array *array;
  size_t arrays;
  unsigned char *chunk; /* whole entries that wait to fill a record */
  size_t filled, room;
};

/* The keys of the header, and room; then header, tiles, marks and walls. */
int output_begin(struct output *o, struct tile_error *e);
int output_geometry(struct output *o, FILE *out, struct tile_error *e);
/* The records of the tiles [begin, end): those of the whole file where `begin` begins one of them. */
int output_array(struct output *o, struct tile_array *a, size_t begin, size_t end, struct tile_error *e);
int output_end(struct output *o, char digest[33], struct tile_error *e);
void output_free(struct output *o);

/* Bytes of a tile's values. */
static inline size_t output_length(const struct output *o, const struct tile_array *a, size_t tile)
{
  return (size_t)tile_nonsolid_of(o->domain, tile) * a->bytes;
}

#endif
