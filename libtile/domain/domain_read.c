/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens a domain file: header, tiles, marks and walls. */
#include "input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- header ---- */

static int read_arrays_key(const struct tile_header *h, struct tile_error *e)
{
  static const char *const lists[] = {"FLDS", "POPS", "FLDS POPS"};
  bool fields = !strcmp(tile_header_get(h, "kind"), "fields"), good = false;
  const char *arrays = tile_header_get(h, "arrays"), *precision = tile_header_get(h, "precision");
  if (!arrays)
    return fields ? tile_fail(e, TILE_REJECTED, "key \"arrays\" is missing") : TILE_OK;
  if (!fields)
    return tile_fail(e, TILE_REJECTED, "arrays: only a file of kind fields has them");
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    good = good || !strcmp(arrays, lists[i]);
  if (!good)
    return tile_fail(e, TILE_REJECTED, "arrays: FLDS, POPS or both expected, found \"%.40s\"", arrays);
  if (tile_precision_of(precision) < 0)
    return tile_fail(e, TILE_REJECTED, "precision: fp64, fp32 or fp16 expected, found \"%.40s\"",
                     precision ? precision : "");
  return TILE_OK;
}

static int read_keys(struct tile_domain *d, struct input_claims *c, struct tile_error *e)
{
  const struct tile_header *h = &d->header;
  if (tile_keys_to_domain(d, e) || tile_header_get_ints(h, "tiles", 1, &c->tiles, e) ||
      tile_header_get_ints(h, "nonsolid", 1, &c->nonsolid, e))
    return e->code;
  if (c->tiles < 0 || c->tiles > INT32_MAX)
    return tile_fail(e, TILE_REJECTED, "tiles: 0 ... 2147483647 expected, found %" PRId64, c->tiles);
  if (d->inside && d->inside < c->nonsolid)
    return tile_fail(e, TILE_REJECTED, "mask: %" PRId64 " nodes are fewer than those not solid (nonsolid: %" PRId64 ")",
                     d->inside, c->nonsolid);
  struct tile_value value[TILE_VALUES_LIMIT];
  int values;
  return tile_values_read(value, &values, h, e) ? e->code : read_arrays_key(h, e);
}

/* ---- geometry ---- */

static int read_geometry(struct tile_input *in, struct tile_error *e)
{
  struct input_claims c;
  const struct tile_header *h = tile_reader_header(in->reader);
  if (tile_reader_need_kind(in->reader, "domain", "fields", e) || tile_header_copy(&in->domain->header, h, e))
    return e->code;
  if (read_keys(in->domain, &c, e))
    return tile_reader_blame(in->reader, "header", e);
  if (tile_digest_new(&in->digest, e) || input_next(in, e) || input_tiles(in, &c, e))
    return e->code;
  return input_marks(in, e) ? e->code : input_walls(in, e);
}

int tile_input_open_some(struct tile_input **to, struct tile_domain *d, struct tile_reader *r,
                         const struct tile_keeper *keeper, struct tile_error *e)
{
  *d = (struct tile_domain){0};
  *to = NULL;
  struct tile_input *in = tile_alloc(1, sizeof *in);
  if (!in)
    return tile_fail_memory(e, sizeof *in, "reading a domain");
  in->reader = r;
  in->domain = d;
  in->keeper = keeper;
  if (read_geometry(in, e)) {
    tile_input_close(in);
    tile_domain_free(d);
    return e->code;
  }
  *to = in;
  return TILE_OK;
}

int tile_input_open(struct tile_input **to, struct tile_domain *d, struct tile_reader *r, struct tile_error *e)
{
  return tile_input_open_some(to, d, r, NULL, e);
}

void tile_input_close(struct tile_input *in)
{
  if (!in)
    return;
  tile_digest_free(in->digest);
  free(in);
}
