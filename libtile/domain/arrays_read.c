/* The arrays of a domain file (FLDS, POPS), its trailer and its digest. */
#include "input.h"

#include <string.h>

bool tile_input_has(const struct tile_input *in, const char *tag)
{
  const char *arrays = tile_header_get(&in->domain->header, "arrays");
  return arrays && strstr(arrays, tag);
}

static struct tile_array *wanted(const char *tag, struct tile_array *arrays, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp(arrays[i].tag, tag))
      return &arrays[i];
  return NULL;
}

/* The exponents of infinity and of what is no number have all bits set. */
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

static bool finite32(const unsigned char *values, size_t length)
{
  const uint32_t all = UINT32_C(0xff) << 23;
  bool good = true;
  for (size_t at = 0; at < length; at += sizeof all) {
    uint32_t bits;
    memcpy(&bits, values + at, sizeof bits);
    good &= (bits & all) != all;
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

/* Values of so many bytes. */
static bool are_finite(size_t each, const unsigned char *values, size_t length)
{
  return (each == 8 ? finite64 : each == 4 ? finite32 : finite16)(values, length);
}

/* A tile's values, which the current record must hold from *at on. */
static int get_tile(struct tile_input *in, struct tile_array *to, size_t tile, size_t each, size_t length, size_t *at,
                    struct tile_error *e)
{
  if (in->next.length - *at < length)
    return tile_reader_reject(in->reader, e, "the values of tile %zu do not end with the record", tile);
  unsigned char *values = (unsigned char *)in->next.data + *at; /* the reader's buffer; move may change it */
  *at += length;
  if (!are_finite(each, values, length))
    return tile_reader_reject(in->reader, e, "tile %zu: a value that is no finite number", tile);
  if (tile_digest_unit(in->digest, in->next.tag, in->domain->coord[tile], values, length, e))
    return e->code;
  return to ? to->move(to->self, tile, values, e) : TILE_OK;
}

static int read_array(struct tile_input *in, const struct tile_array_kind *kind, size_t each, struct tile_array *to,
                      struct tile_error *e)
{
  const char *tag = kind->tag;
  size_t at = 0;
  for (size_t tile = 0; tile < in->domain->tiles; tile++) {
    if (at == in->next.length) {
      if (input_next(in, e))
        return e->code;
      at = 0;
    }
    if (!input_is(in, tag))
      return tile_reader_reject(in->reader, e, "%s expected, from tile %zu on", tag, tile);
    if (get_tile(in, to, tile, each, (size_t)tile_nonsolid_of(in->domain, tile) * kind->values * each, &at, e))
      return e->code;
  }
  if (at != in->next.length && input_is(in, tag))
    return tile_reader_reject(in->reader, e, "%zu bytes beyond the last tile", in->next.length - at);
  return in->domain->tiles ? input_next(in, e) : TILE_OK;
}

static int read_wanted(struct tile_input *in, const struct tile_array_kind *kind, struct tile_array *arrays,
                       size_t count, struct tile_error *e)
{
  struct tile_array *to = wanted(kind->tag, arrays, count);
  if (!tile_input_has(in, kind->tag))
    return TILE_OK;
  const char *precision = tile_header_get(&in->domain->header, "precision");
  const size_t each = kind->bytes[tile_precision_of(precision)], bytes = kind->values * each;
  if (to && to->bytes != bytes)
    return tile_fail(e, TILE_USAGE, "%s has %zu bytes a node, not %zu: the file is %s", kind->tag, bytes, to->bytes,
                     precision);
  if (to)
    to->found = true;
  return read_array(in, kind, each, to, e);
}

int tile_input_arrays(struct tile_input *in, struct tile_array *arrays, size_t count, struct tile_error *e)
{
  for (size_t i = 0; i < count; i++)
    arrays[i].found = false;
  for (int i = 0; i < TILE_ARRAYS; i++)
    if (read_wanted(in, &tile_array_kinds[i], arrays, count, e))
      return e->code;
  if (in->next.tag[0])
    return tile_reader_reject(in->reader, e, "nothing more was expected");
  return tile_reader_check_digest(in->reader, in->digest, e);
}
