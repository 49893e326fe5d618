/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the arrays of a domain file (VALS, FLDS, POPS) and what is behind them, and verifies trailer and digest. */
#include "input.h"
#include "nodes.h"

#include <string.h>

bool tile_input_has(const struct tile_input *in, const char *tag)
{
  const struct tile_header *h = &in->domain->header;
  const char *arrays = tile_header_get(h, "arrays");
  if (!strcmp(tag, tile_array_kinds[TILE_ARRAY_VALUES].tag))
    return tile_header_get(h, "values") != NULL;
  return arrays && strstr(arrays, tag);
}

static struct tile_array *wanted(const char *tag, struct tile_array *arrays, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp(arrays[i].tag, tag))
      return &arrays[i];
  return NULL;
}

/* In IEEE 754 the exponents of infinity and NaN have all bits set. */
static bool finite16(const unsigned char *values, size_t length)
{
  const unsigned all = 0x1f << 10;
  bool good = true;
  for (size_t at = 0; at < length; at += sizeof(uint16_t)) {
    uint16_t bits;
    memcpy(&bits, values + at, sizeof bits);
    good &= (bits & all) != all;
  }
  return good;
}

/* gaps: NaN is a value; without its sign the bits of infinity are those of the exponent alone. */
static bool finite32(const unsigned char *values, size_t length, bool gaps)
{
  const uint32_t all = UINT32_C(0xff) << 23, looked_at = gaps ? UINT32_MAX >> 1 : all;
  bool good = true;
  for (size_t at = 0; at < length; at += sizeof all) {
    uint32_t bits;
    memcpy(&bits, values + at, sizeof bits);
    good &= (bits & looked_at) != all;
  }
  return good;
}

static bool finite64(const unsigned char *values, size_t length)
{
  const uint64_t all = UINT64_C(0x7ff) << 52;
  bool good = true;
  for (size_t at = 0; at < length; at += sizeof all) {
    uint64_t bits;
    memcpy(&bits, values + at, sizeof bits);
    good &= (bits & all) != all;
  }
  return good;
}

/* Reading one array. The values of the tiles begin ... end - 1 are checked and moved; others are for other
 * processes. */
struct reading {
  struct tile_input *in;
  const char *tag;
  size_t values, each;   /* number of values of a node, and bytes of each */
  bool gaps;             /* NaN is a value */
  struct tile_array *to; /* NULL: the caller does not want this array */
  size_t begin, end;
  size_t tile, at; /* the next tile, and the byte of the record at which its values begin */
};

static size_t length_of(const struct reading *r, size_t tile)
{
  return (size_t)tile_nonsolid_of(r->in->domain, tile) * r->values * r->each;
}

static bool are_good(const struct reading *r, const unsigned char *values, size_t length)
{
  if (r->each == 4)
    return finite32(values, length, r->gaps);
  return (r->each == 8 ? finite64 : finite16)(values, length);
}

static int take(const struct reading *r, unsigned char *values, size_t length, struct tile_error *e)
{
  struct tile_input *in = r->in;
  if (r->tile < r->begin || r->tile >= r->end)
    return TILE_OK;
  if (!are_good(r, values, length))
    return tile_reader_reject(in->reader, e, "tile %zu: a value that is no finite number", r->tile);
  if (tile_digest_unit(in->digest, r->tag, in->domain->coord[r->tile], values, length, e))
    return e->code;
  return r->to ? r->to->move(r->to->self, r->tile, values, e) : TILE_OK;
}

/* Takes the values of the next tile, all of which the current record holds (A3). */
static int get_tile(struct reading *r, struct tile_error *e)
{
  struct tile_input *in = r->in;
  const size_t length = length_of(r, r->tile);
  if (!input_is(in, r->tag))
    return tile_reader_reject(in->reader, e, "%s expected, from tile %zu on", r->tag, r->tile);
  if (in->next.length - r->at < length)
    return tile_reader_reject(in->reader, e, "the values of tile %zu do not end with the record", r->tile);
  unsigned char *values = (unsigned char *)in->next.data + r->at; /* the reader's buffer; move may change it */
  r->at += length;
  return take(r, values, length, e);
}

/* The tile after those in a record of that length. If the values of a tile do not end with the record, it is the next
 * tile: the record is then read, and rejected. */
static size_t tiles_until(const struct reading *r, uint64_t length)
{
  size_t tile = r->tile, bytes = 0;
  while (tile < r->in->domain->tiles && bytes < length)
    bytes += length_of(r, tile++);
  return bytes == length ? tile : r->tile;
}

/* Skips the following records without values for this process. */
static int pass_others(struct reading *r, struct tile_error *e)
{
  struct tile_reader *reader = r->in->reader;
  char tag[5];
  uint64_t length;
  while (tile_reader_ahead(reader, tag, &length) && !strcmp(tag, r->tag)) {
    const size_t next = tiles_until(r, length);
    if (next == r->tile || (next > r->begin && r->tile < r->end))
      return TILE_OK;
    if (tile_reader_pass(reader, e))
      return e->code;
    r->tile = next;
  }
  return TILE_OK;
}

static int next_record(struct reading *r, struct tile_error *e)
{
  if (pass_others(r, e))
    return e->code;
  if (r->tile == r->in->domain->tiles)
    return TILE_OK;
  r->at = 0;
  return input_next(r->in, e);
}

static int read_array(struct reading *r, struct tile_error *e)
{
  struct tile_input *in = r->in;
  const size_t tiles = in->domain->tiles;
  while (r->tile < tiles) {
    if (r->at == in->next.length && next_record(r, e))
      return e->code;
    if (r->tile == tiles)
      break;
    if (get_tile(r, e))
      return e->code;
    r->tile++;
  }
  if (r->at != in->next.length && input_is(in, r->tag))
    return tile_reader_reject(in->reader, e, "%zu bytes beyond the last tile", in->next.length - r->at);
  return tiles ? input_next(in, e) : TILE_OK;
}

static int read_wanted(struct tile_input *in, const struct tile_array_kind *kind, struct tile_array *arrays,
                       size_t count, const struct tile_communicator *c, struct tile_error *e)
{
  struct tile_array *to = wanted(kind->tag, arrays, count);
  if (!tile_input_has(in, kind->tag))
    return TILE_OK;
  const char *precision = tile_header_get(&in->domain->header, "precision");
  const int p = tile_precision_of(precision);
  size_t values;
  if (tile_array_values(&values, kind, &in->domain->header, e))
    return e->code;
  const size_t each = kind->bytes[p < 0 ? 0 : p], bytes = values * each;
  if (to && to->bytes != bytes)
    return tile_fail(e, TILE_USAGE, "%s has %zu bytes a node, not %zu: the file is %s", kind->tag, bytes, to->bytes,
                     precision ? precision : "without a precision");
  if (to)
    to->found = true;
  struct reading r = {.in = in,
                      .tag = kind->tag,
                      .values = values,
                      .each = each,
                      .gaps = !kind->values,
                      .to = to,
                      .begin = c ? c->first[c->rank] : 0,
                      .end = c ? c->first[c->rank + 1] : in->domain->tiles};
  return read_array(&r, e);
}

static int read_rest(struct tile_input *in, struct tile_error *e)
{
  struct tile_rest *rest = in->rest;
  uint64_t at = 0;
  while (rest && input_is(in, INPUT_REST)) {
    rest->found = true;
    if (in->next.length > rest->bytes - at)
      return tile_reader_reject(in->reader, e, "more than the %llu bytes expected", (unsigned long long)rest->bytes);
    if (rest->move(rest->self, at, (void *)in->next.data, in->next.length, e))
      return e->code;
    at += in->next.length;
    if (input_next(in, e))
      return e->code;
  }
  return rest && rest->found && at < rest->bytes
             ? tile_reader_reject(in->reader, e, INPUT_REST ": %llu bytes expected, %llu came",
                                  (unsigned long long)rest->bytes, (unsigned long long)at)
             : TILE_OK;
}

static int read_arrays(struct tile_input *in, struct tile_array *arrays, size_t count,
                       const struct tile_communicator *c, struct tile_error *e)
{
  for (size_t i = 0; i < count; i++)
    arrays[i].found = false;
  for (int i = 0; i < TILE_ARRAYS; i++)
    if (read_wanted(in, &tile_array_kinds[i], arrays, count, c, e))
      return e->code;
  if (read_rest(in, e))
    return e->code;
  return in->next.tag[0] ? tile_reader_reject(in->reader, e, "nothing more was expected") : TILE_OK;
}

int tile_input_arrays_together(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_rest *rest,
                               const struct tile_communicator *c, struct tile_error *e)
{
  in->rest = rest;
  if (rest)
    rest->found = false;
  if (c)
    tile_reader_look_ahead(in->reader);
  if (c && c->rank)
    tile_digest_clear(in->digest); /* the first process alone counts the geometry, which all have read */
  if (tile_communicator_agree(c, read_arrays(in, arrays, count, c, e), e))
    return e->code;
  if (c)
    tile_digest_join(in->digest, c);
  return tile_reader_check_digest(in->reader, in->digest, e);
}

int tile_input_arrays(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_error *e)
{
  return tile_input_arrays_together(in, arrays, count, NULL, NULL, e);
}
