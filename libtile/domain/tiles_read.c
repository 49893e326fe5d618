/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks the tiles of a domain file (TDIR). */
#include "input.h"
#include "nodes.h"

#include <inttypes.h>
#include <string.h>

enum { WORTH_THREADS = 4096 /* tiles */ };

static int add_tiles(struct tile_input *in, size_t claimed, struct tile_error *e)
{
  struct tile_domain *d = in->domain;
  const size_t entry = tile_entry_bytes(d);
  size_t count;
  if (input_entries(in, entry, claimed - d->tiles, &count, e))
    return e->code;
  if (tile_reserve(&d->coord, NULL, d->tiles + count, sizeof *d->coord, "tiles", e) ||
      tile_reserve(&d->mask, NULL, d->tiles + count, entry - TILE_ENTRY_COORD, "tiles", e))
    return e->code;
#pragma omp parallel for schedule(static) if (count > WORTH_THREADS)
  for (size_t i = 0; i < count; i++) {
    const unsigned char *from = in->next.data + i * entry;
    memcpy(d->coord[d->tiles + i], from, TILE_ENTRY_COORD);
    memcpy(d->mask + (d->tiles + i) * d->words, from + TILE_ENTRY_COORD, entry - TILE_ENTRY_COORD);
  }
  d->tiles += count;
  return TILE_OK;
}

static int reject_tile(struct tile_input *in, size_t tile, const char *why, struct tile_error *e)
{
  const int32_t *c = in->domain->coord[tile];
  return tile_reader_reject(in->reader, e, "tile %zu (%d %d %d): %s", tile, c[0], c[1], c[2], why);
}

/* Most tiles lie completely in the grid; only the others need a check of every node. */
static bool lies_inside(const struct tile_domain *d, size_t tile)
{
  for (int a = 0; a < 3; a++) {
    int64_t begin = (int64_t)d->coord[tile][a] * d->edge, low = d->periodic >> a & 1 ? 0 : d->offset[a];
    if (begin < low || begin + d->edge > low + d->grid[a])
      return false;
  }
  return true;
}

/* What is wrong with the mask of a tile; NULL: nothing. */
static const char *fault_of_mask(const struct tile_domain *d, size_t tile)
{
  const uint64_t *mask = d->mask + tile * d->words;
  const int nodes = d->edge * d->edge * d->edge;
  int64_t at[3];
  if (!tile_nonsolid_of(d, tile))
    return "no non-solid node";
  if (nodes % 64 && mask[0] >> nodes)
    return "mask bits beyond its nodes";
  for (int n = 0; n < nodes && !lies_inside(d, tile); n++)
    if ((mask[n / 64] >> (n % 64) & 1) && !tile_domain_node(d, tile, n, at))
      return "a non-solid node outside the grid";
  return NULL;
}

static const char *fault_of(const struct tile_domain *d, const int64_t span[3], size_t tile)
{
  for (int a = 0; a < 3; a++)
    if (d->coord[tile][a] < 0 || d->coord[tile][a] >= span[a])
      return "outside the grid";
  return fault_of_mask(d, tile);
}

static int check_tiles(struct tile_input *in, size_t from, struct tile_error *e)
{
  const struct tile_domain *d = in->domain;
  size_t first = d->tiles;
  int64_t span[3];
  tile_domain_span(d, span);
#pragma omp parallel for schedule(static) reduction(min : first) if (d->tiles - from > WORTH_THREADS)
  for (size_t tile = from; tile < d->tiles; tile++)
    if (fault_of(d, span, tile))
      first = tile < first ? tile : first;
  return first < d->tiles ? reject_tile(in, first, fault_of(d, span, first), e) : TILE_OK;
}

static int check_unique(struct tile_input *in, struct tile_error *e)
{
  struct tile_lookup lookup;
  if (tile_lookup_make(&lookup, in->domain, e))
    return tile_reader_blame(in->reader, "TDIR", e);
  tile_lookup_free(&lookup);
  return TILE_OK;
}

static int check_count(const char *key, int64_t claimed, int64_t found, struct tile_error *e)
{
  if (claimed == found)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "%s: %" PRId64 " promised, %" PRId64 " came", key, claimed, found);
}

int input_tiles(struct tile_input *in, const struct input_claims *c, struct tile_error *e)
{
  struct tile_domain *d = in->domain;
  if (tile_afford((size_t)c->tiles, tile_entry_bytes(d), "tiles", e))
    return e->code;
  while (input_is(in, "TDIR")) {
    size_t from = d->tiles;
    if (add_tiles(in, (size_t)c->tiles, e) || check_tiles(in, from, e) || input_next(in, e))
      return e->code;
  }
  if (check_count("tiles", c->tiles, (int64_t)d->tiles, e) ||
      check_count("nonsolid", c->nonsolid, tile_domain_nonsolid(d), e))
    return tile_reader_blame(in->reader, "header", e);
  if (check_unique(in, e))
    return e->code;
  tile_digest_tiles(in->digest, d);
  return TILE_OK;
}
