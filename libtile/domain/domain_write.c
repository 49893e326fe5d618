/* SPDX-License-Identifier: BSD-3-Clause */
#include "output.h"

#include <stdlib.h>
#include <string.h>

/* ---- header ---- */

/* Do all arrays have this precision, each once and in order? values: of a node in each kind of array. */
static bool are_of(const struct output *o, int precision, const size_t values[TILE_ARRAYS])
{
  size_t at = 0;
  for (size_t i = 0; i < o->arrays; i++) {
    while (at < TILE_ARRAYS && strcmp(tile_array_kinds[at].tag, o->array[i].tag))
      at++;
    if (at == TILE_ARRAYS || !o->array[i].bytes ||
        o->array[i].bytes != values[at] * tile_array_kinds[at].bytes[precision])
      return false;
    at++;
  }
  return true;
}

/* Finds the first precision that agrees with all arrays. */
static int find_precision(const struct output *o, int *precision, struct tile_error *e)
{
  size_t values[TILE_ARRAYS];
  for (int i = 0; i < TILE_ARRAYS; i++)
    if (tile_array_values(&values[i], &tile_array_kinds[i], &o->domain->header, e))
      return e->code;
  for (*precision = 0; *precision < TILE_PRECISIONS; ++*precision)
    if (are_of(o, *precision, values))
      return TILE_OK;
  return tile_fail(e, TILE_USAGE,
                   "arrays must be VALS (of the key `values`), FLDS and POPS, or some of them in this "
                   "order, of one precision");
}

static bool has_values(const struct output *o)
{
  return o->arrays && !strcmp(o->array[0].tag, tile_array_kinds[TILE_ARRAY_VALUES].tag);
}

static int set_array_keys(struct output *o, struct tile_error *e)
{
  struct tile_header *h = &o->domain->header;
  char list[TILE_ARRAYS * 5 + 1] = "";
  tile_header_drop(h, "arrays"); /* it is last, whether the domain had it before or not */
  if (!has_values(o))
    tile_header_drop(h, "values");
  int precision;
  if (find_precision(o, &precision, e))
    return e->code;
  for (size_t i = has_values(o); i < o->arrays; i++)
    sprintf(list + strlen(list), "%s%s", *list ? " " : "", o->array[i].tag);
  if (!*list)
    return TILE_OK;
  return tile_header_set(h, e, "arrays", "%s", list) ||
                 tile_header_set(h, e, "precision", "%s", tile_precision_names[precision])
             ? e->code
             : TILE_OK;
}

static int set_keys(struct output *o, struct tile_error *e)
{
  struct tile_domain *d = o->domain;
  struct tile_header *h = &d->header;
  if (tile_header_lead(h, "kind", o->arrays > has_values(o) ? "fields" : "domain", e) || tile_keys_from_domain(d, e) ||
      tile_header_set(h, e, "tiles", "%zu", d->tiles) ||
      tile_header_set(h, e, "nonsolid", "%ld", (long)tile_domain_nonsolid(d)) || set_array_keys(o, e))
    return e->code;
  return TILE_OK;
}

/* ---- records of whole entries ---- */

static int flush_chunk(struct output *o, const char *tag, struct tile_error *e)
{
  if (o->filled && tile_writer_record(o->writer, tag, o->chunk, o->filled, e))
    return e->code;
  o->filled = 0;
  return TILE_OK;
}

/* Room for the next entry; NULL: failed. */
static unsigned char *reserve(struct output *o, const char *tag, size_t length, struct tile_error *e)
{
  if (o->filled + length > o->room && flush_chunk(o, tag, e))
    return NULL;
  unsigned char *at = o->chunk + o->filled;
  o->filled += length;
  return at;
}

static int put_tiles(struct output *o, struct tile_error *e)
{
  const struct tile_domain *d = o->domain;
  const size_t length = tile_entry_bytes(d);
  for (size_t tile = 0; tile < d->tiles; tile++) {
    unsigned char *entry = reserve(o, "TDIR", length, e);
    if (!entry)
      return e->code;
    memcpy(entry, d->coord[tile], TILE_ENTRY_COORD);
    memcpy(entry + TILE_ENTRY_COORD, d->mask + tile * d->words, length - TILE_ENTRY_COORD);
  }
  tile_digest_tiles(o->digest, d);
  return flush_chunk(o, "TDIR", e);
}

static int put_marks(struct output *o, struct tile_error *e)
{
  const struct tile_domain *d = o->domain;
  for (size_t i = 0; i < d->marks; i++) {
    unsigned char *entry = reserve(o, "CLAS", TILE_MARK_BYTES, e);
    if (!entry)
      return e->code;
    memcpy(entry, &d->mark[i], TILE_MARK_BYTES);
  }
  return flush_chunk(o, "CLAS", e) || tile_digest_marks(o->digest, d, e) ? e->code : TILE_OK;
}

static int put_walls(struct output *o, struct tile_error *e)
{
  const struct tile_domain *d = o->domain;
  for (size_t tile = 0; d->wall_begin && tile < d->tiles; tile++)
    for (size_t i = d->wall_begin[tile]; i < d->wall_begin[tile + 1]; i++) {
      const uint32_t number = (uint32_t)tile;
      unsigned char *entry = reserve(o, "WALL", TILE_CUT_BYTES, e);
      if (!entry)
        return e->code;
      memcpy(entry, &number, sizeof number);
      memcpy(entry + sizeof number, &d->wall[i], sizeof d->wall[i]);
      memset(entry + sizeof number + sizeof d->wall[i], 0, 2);
    }
  tile_digest_cuts(o->digest, d);
  return flush_chunk(o, "WALL", e);
}

int output_array(struct output *o, struct tile_array *a, size_t begin, size_t end, struct tile_error *e)
{
  const struct tile_domain *d = o->domain;
  for (size_t tile = begin; tile < end; tile++) {
    const size_t length = output_length(o, a, tile);
    unsigned char *values = reserve(o, a->tag, length, e);
    if (!values || a->move(a->self, tile, values, e) ||
        (o->digest && tile_digest_unit(o->digest, a->tag, d->coord[tile], values, length, e)))
      return e->code;
  }
  return flush_chunk(o, a->tag, e);
}

/* ---- the file ---- */

int output_begin(struct output *o, struct tile_error *e)
{
  o->room = TILE_CHUNK;
  o->chunk = tile_alloc(o->room, 1);
  if (!o->chunk)
    return tile_fail_memory(e, o->room, "writing a domain");
  return set_keys(o, e) ? e->code : tile_digest_new(&o->digest, e);
}

int output_geometry(struct output *o, FILE *out, struct tile_error *e)
{
  if (tile_writer_open(&o->writer, out, &o->domain->header, e) || put_tiles(o, e) || put_marks(o, e))
    return e->code;
  return put_walls(o, e);
}

static int put_rest(struct output *o, struct tile_error *e)
{
  const struct tile_rest *rest = o->rest;
  uint64_t length = 0;
  for (uint64_t at = 0; rest && at < rest->bytes; at += length) {
    length = rest->bytes - at < o->room ? rest->bytes - at : o->room;
    if (rest->move(rest->self, at, o->chunk, length, e) || tile_writer_record(o->writer, "hist", o->chunk, length, e))
      return e->code;
  }
  return TILE_OK;
}

int output_end(struct output *o, char digest[33], struct tile_error *e)
{
  if (put_rest(o, e) || tile_digest_finish(o->digest, &o->domain->header, digest, e))
    return e->code;
  return tile_writer_close(o->writer, digest, e);
}

void output_free(struct output *o)
{
  tile_writer_free(o->writer);
  tile_digest_free(o->digest);
  free(o->chunk);
}

static int put_all(struct output *o, FILE *out, char digest[33], struct tile_error *e)
{
  if (output_begin(o, e) || output_geometry(o, out, e))
    return e->code;
  for (size_t i = 0; i < o->arrays; i++)
    if (output_array(o, &o->array[i], 0, o->domain->tiles, e))
      return e->code;
  return output_end(o, digest, e);
}

int output_write(struct output *o, FILE *out, char digest[33], struct tile_error *e)
{
  const int code = put_all(o, out, digest, e);
  output_free(o);
  return code;
}

int tile_domain_write(struct tile_domain *d, FILE *out, struct tile_array *arrays, size_t count, char digest[33],
                      struct tile_error *e)
{
  char own[33];
  struct output o = {.domain = d, .array = arrays, .arrays = count};
  return output_write(&o, out, digest ? digest : own, e);
}
