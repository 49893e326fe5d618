#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char known[] = "TDIRCLASFLDSPOPS";

struct claims { /* of the header; believed once the data agree */
  int64_t tiles, nonsolid;
};

/* ---- header ---- */

static int read_arrays_key(const struct tile_header *h, struct tile_error *e)
{
  static const char *const lists[] = { "FLDS", "POPS", "FLDS POPS" };
  bool fields = !strcmp(tile_header_get(h, "kind"), "fields"), good = false;
  const char *arrays = tile_header_get(h, "arrays"), *precision = tile_header_get(h, "precision");
  if (!arrays)
    return fields ? tile_fail(e, TILE_REJECTED, "key \"arrays\" is missing") : TILE_OK;
  if (!fields)
    return tile_fail(e, TILE_REJECTED, "arrays: only a file of kind fields has them");
  for (int i = 0; i < 3; i++)
    good = good || !strcmp(arrays, lists[i]);
  if (!good)
    return tile_fail(e, TILE_REJECTED, "arrays: FLDS, POPS or FLDS POPS expected, found \"%.40s\"", arrays);
  if (!precision || (strcmp(precision, "fp64") && strcmp(precision, "fp32")))
    return tile_fail(e, TILE_REJECTED, "precision: fp64 or fp32 expected, found \"%.40s\"",
                     precision ? precision : "");
  return TILE_OK;
}

static int read_keys(struct tile_domain *d, struct claims *c, struct tile_error *e)
{
  const struct tile_header *h = &d->header;
  if (tile_keys_to_domain(d, e) || tile_header_get_ints(h, "tiles", 1, &c->tiles, e) ||
      tile_header_get_ints(h, "nonsolid", 1, &c->nonsolid, e))
    return e->code;
  if (c->tiles < 0 || c->tiles > INT32_MAX)
    return tile_fail(e, TILE_REJECTED, "tiles: 0 ... 2147483647 expected, found %" PRId64, c->tiles);
  return read_arrays_key(h, e);
}

/* ---- TDIR ---- */

/* How often a record of `entry` bytes each may come: whole entries, as many as are missing. */
static int whole_entries(struct tile_input *in, size_t entry, size_t missing, size_t *count, struct tile_error *e)
{
  *count = in->next.length / entry;
  if (in->next.length % entry)
    return tile_reader_reject(in->reader, e, "%zu bytes are not whole entries of %zu", in->next.length, entry);
  if (*count > missing)
    return tile_reader_reject(in->reader, e, "more entries than the %zu missing", missing);
  return TILE_OK;
}

static int add_tiles(struct tile_input *in, size_t claimed, struct tile_error *e)
{
  struct tile_domain *d = in->domain;
  const size_t entry = tile_entry_bytes(d);
  size_t count;
  if (whole_entries(in, entry, claimed - d->tiles, &count, e))
    return e->code;
  int32_t(*coord)[3] = tile_grow(d->coord, d->tiles + count, sizeof *coord);
  d->coord = coord ? coord : d->coord;
  uint64_t *mask = tile_grow(d->mask, d->tiles + count, entry - TILE_ENTRY_COORD);
  d->mask = mask ? mask : d->mask;
  if (!coord || !mask)
    return tile_fail_memory(e, (d->tiles + count) * entry, "tiles");
  for (size_t i = 0; i < count; i++, d->tiles++) {
    const unsigned char *from = in->next.data + i * entry;
    memcpy(coord[d->tiles], from, TILE_ENTRY_COORD);
    memcpy(mask + d->tiles * d->words, from + TILE_ENTRY_COORD, entry - TILE_ENTRY_COORD);
  }
  return TILE_OK;
}

static int reject_tile(struct tile_input *in, size_t tile, const char *why, struct tile_error *e)
{
  const int32_t *c = in->domain->coord[tile];
  return tile_reader_reject(in->reader, e, "tile %zu (%d %d %d): %s", tile, c[0], c[1], c[2], why);
}

/* Whole tiles within the grid are by far the most; only others need a look at every node. */
static bool lies_inside(const struct tile_domain *d, size_t tile)
{
  for (int a = 0; a < 3; a++) {
    int64_t begin = (int64_t)d->coord[tile][a] * d->edge, low = d->periodic >> a & 1 ? 0 : d->offset[a];
    if (begin < low || begin + d->edge > low + d->grid[a])
      return false;
  }
  return true;
}

static int check_mask(struct tile_input *in, size_t tile, struct tile_error *e)
{
  const struct tile_domain *d = in->domain;
  const uint64_t *mask = d->mask + tile * d->words;
  const int nodes = d->edge * d->edge * d->edge;
  int64_t at[3];
  if (!tile_nonsolid_of(d, tile))
    return reject_tile(in, tile, "no non-solid node", e);
  if (nodes % 64 && mask[0] >> nodes)
    return reject_tile(in, tile, "mask bits beyond its nodes", e);
  if (lies_inside(d, tile))
    return TILE_OK;
  for (int n = 0; n < nodes; n++)
    if ((mask[n / 64] >> (n % 64) & 1) && !tile_domain_node(d, tile, n, at))
      return reject_tile(in, tile, "a non-solid node outside the grid", e);
  return TILE_OK;
}

static int check_tiles(struct tile_input *in, size_t from, struct tile_error *e)
{
  const struct tile_domain *d = in->domain;
  int64_t span[3];
  tile_domain_span(d, span);
  for (size_t tile = from; tile < d->tiles; tile++) {
    for (int a = 0; a < 3; a++)
      if (d->coord[tile][a] < 0 || d->coord[tile][a] >= span[a])
        return reject_tile(in, tile, "outside the grid", e);
    if (check_mask(in, tile, e))
      return e->code;
  }
  return TILE_OK;
}

static int check_unique(struct tile_input *in, struct tile_error *e)
{
  struct tile_lookup lookup;
  if (tile_lookup_make(&lookup, in->domain, e))
    return tile_reader_blame(in->reader, "TDIR", e);
  tile_lookup_free(&lookup);
  return TILE_OK;
}

static int next(struct tile_input *in, struct tile_error *e)
{
  return tile_reader_record(in->reader, known, &in->next, e);
}

static bool is(const struct tile_input *in, const char *tag)
{
  return !strcmp(in->next.tag, tag);
}

static int check_count(const char *key, int64_t claimed, int64_t found, struct tile_error *e)
{
  if (claimed == found)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "%s: %" PRId64 " promised, %" PRId64 " came", key, claimed, found);
}

static int read_tiles(struct tile_input *in, const struct claims *c, struct tile_error *e)
{
  struct tile_domain *d = in->domain;
  while (is(in, "TDIR")) {
    size_t from = d->tiles;
    if (add_tiles(in, (size_t)c->tiles, e) || check_tiles(in, from, e) || next(in, e))
      return e->code;
  }
  if (check_count("tiles", c->tiles, (int64_t)d->tiles, e) ||
      check_count("nonsolid", c->nonsolid, tile_domain_nonsolid(d), e))
    return tile_reader_blame(in->reader, "header", e);
  return check_unique(in, e) ? e->code : tile_digest_tiles(in->digest, d, e);
}

/* ---- CLAS ---- */

static bool sorted(const struct tile_mark *a, const struct tile_mark *b)
{
  if (a->tile != b->tile)
    return a->tile < b->tile;
  return a->node != b->node ? a->node < b->node : a->patch < b->patch;
}

/* What is wrong with mark i; NULL: nothing. */
static const char *fault(const struct tile_domain *d, size_t i)
{
  const struct tile_mark *m = &d->mark[i];
  if (m->tile >= d->tiles)
    return "no such tile";
  if (m->node >= d->edge * d->edge * d->edge)
    return "no such node";
  if (!(d->mask[m->tile * d->words + m->node / 64] >> (m->node % 64) & 1))
    return "its node is solid";
  if (m->patch > d->patches)
    return "no such patch";
  if (!m->links || m->links & 1 || m->links >> TILE_LINKS)
    return "links are bits 1 ... 18, at least one";
  return i && !sorted(m - 1, m) ? "not in order of tile, node, patch" : NULL;
}

static int add_marks(struct tile_input *in, struct tile_error *e)
{
  struct tile_domain *d = in->domain;
  size_t count, from = d->marks;
  if (whole_entries(in, TILE_MARK_BYTES, SIZE_MAX, &count, e))
    return e->code;
  struct tile_mark *mark = tile_grow(d->mark, d->marks + count, sizeof *mark);
  if (!mark)
    return tile_fail_memory(e, (d->marks + count) * sizeof *mark, "marks");
  d->mark = mark;
  memcpy(mark + d->marks, in->next.data, count * sizeof *mark);
  d->marks += count;
  for (size_t i = from; i < d->marks; i++) {
    const char *why = fault(d, i);
    if (why)
      return tile_reader_reject(in->reader, e, "mark %zu (tile %u node %u patch %u): %s", i, mark[i].tile,
                                mark[i].node, mark[i].patch, why);
  }
  return TILE_OK;
}

static int read_marks(struct tile_input *in, struct tile_error *e)
{
  while (is(in, "CLAS"))
    if (add_marks(in, e) || next(in, e))
      return e->code;
  return tile_digest_marks(in->digest, in->domain, e);
}

/* ---- geometry ---- */

static int read_geometry(struct tile_input *in, struct tile_error *e)
{
  struct claims c;
  const struct tile_header *h = tile_reader_header(in->reader);
  if (tile_reader_need_kind(in->reader, "domain", "fields", e) || tile_header_copy(&in->domain->header, h, e))
    return e->code;
  if (read_keys(in->domain, &c, e))
    return tile_reader_blame(in->reader, "header", e);
  if (tile_digest_new(&in->digest, e) || next(in, e) || read_tiles(in, &c, e))
    return e->code;
  return read_marks(in, e);
}

int tile_input_open(struct tile_input *in, struct tile_domain *d, struct tile_reader *r, struct tile_error *e)
{
  *d = (struct tile_domain){ 0 };
  *in = (struct tile_input){ .reader = r, .domain = d };
  if (!read_geometry(in, e))
    return TILE_OK;
  tile_input_close(in);
  tile_domain_free(d);
  return e->code;
}

void tile_input_close(struct tile_input *in)
{
  tile_digest_free(in->digest);
  *in = (struct tile_input){ 0 };
}

bool tile_input_has(const struct tile_input *in, const char *tag)
{
  const char *arrays = tile_header_get(&in->domain->header, "arrays");
  return arrays && strstr(arrays, tag);
}

/* ---- arrays ---- */

static struct tile_array *wanted(const char *tag, struct tile_array *arrays, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp(arrays[i].tag, tag))
      return &arrays[i];
  return NULL;
}

/* A tile's values, which the current record must hold from *at on. */
static int take_tile(struct tile_input *in, struct tile_array *to, size_t tile, size_t length, size_t *at,
                     struct tile_error *e)
{
  if (in->next.length - *at < length)
    return tile_reader_reject(in->reader, e, "the values of tile %zu do not end with the record", tile);
  unsigned char *values = (unsigned char *)in->next.data + *at; /* the reader's buffer; move may change it */
  *at += length;
  if (tile_digest_unit(in->digest, in->next.tag, in->domain->coord[tile], values, length, e))
    return e->code;
  return to ? to->move(to->self, tile, values, e) : TILE_OK;
}

static int read_array(struct tile_input *in, const char *tag, size_t bytes, struct tile_array *to,
                      struct tile_error *e)
{
  size_t at = 0;
  for (size_t tile = 0; tile < in->domain->tiles; tile++) {
    if (at == in->next.length) {
      if (next(in, e))
        return e->code;
      at = 0;
    }
    if (!is(in, tag))
      return tile_reader_reject(in->reader, e, "%s expected, from tile %zu on", tag, tile);
    if (take_tile(in, to, tile, (size_t)tile_nonsolid_of(in->domain, tile) * bytes, &at, e))
      return e->code;
  }
  if (at != in->next.length && is(in, tag))
    return tile_reader_reject(in->reader, e, "%zu bytes beyond the last tile", in->next.length - at);
  return in->domain->tiles ? next(in, e) : TILE_OK;
}

static int read_wanted(struct tile_input *in, const struct tile_array_kind *kind, struct tile_array *arrays,
                       size_t count, struct tile_error *e)
{
  struct tile_array *to = wanted(kind->tag, arrays, count);
  if (!tile_input_has(in, kind->tag))
    return TILE_OK;
  const char *precision = tile_header_get(&in->domain->header, "precision");
  size_t bytes = kind->values * (strcmp(precision, "fp32") ? 8 : 4);
  if (to && to->bytes != bytes)
    return tile_fail(e, TILE_USAGE, "%s has %zu bytes a node, not %zu: the file is %s", kind->tag, bytes, to->bytes,
                     precision);
  if (to)
    to->found = true;
  return read_array(in, kind->tag, bytes, to, e);
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
