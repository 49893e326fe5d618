/* SPDX-License-Identifier: BSD-3-Clause */
/* What writing and reading a domain file have in common. */
#include "domain.h"
#include "tile_file.h"

#include <stdlib.h>
#include <string.h>

const char *const tile_precision_names[TILE_PRECISIONS] = {"fp64", "fp32", "fp16"};

const struct tile_array_kind tile_array_kinds[TILE_ARRAYS] = {
    [TILE_ARRAY_VALUES] = {"VALS", 0, {4, 4, 4}},
    {"FLDS", 4, {8, 4, 4}}, /* density - 1, velocity */
    {"POPS", TILE_LINKS, {8, 4, 2}},
};

int tile_array_values(size_t *count, const struct tile_array_kind *kind, const struct tile_header *h,
                      struct tile_error *e)
{
  struct tile_value value[TILE_VALUES_LIMIT];
  int named = 0;
  *count = kind->values;
  if (!kind->values && tile_values_read(value, &named, h, e))
    return e->code;
  *count += (size_t)named;
  return TILE_OK;
}

int tile_precision_of(const char *name)
{
  int p = name ? TILE_PRECISIONS - 1 : -1;
  while (p >= 0 && strcmp(name, tile_precision_names[p]))
    p--;
  return p;
}

size_t tile_entry_bytes(const struct tile_domain *d)
{
  return TILE_ENTRY_COORD + d->words * sizeof(uint64_t);
}

void tile_digest_tiles(struct tile_digest *digest, const struct tile_domain *d)
{
  tile_digest_units(digest, "TDIR", (const int32_t(*)[3])d->coord, d->mask, d->words * sizeof *d->mask, d->tiles);
}

/* The marks of one tile; in the digest they go without the tile's number, which depends on order. */
int tile_digest_marks(struct tile_digest *digest, const struct tile_domain *d, struct tile_error *e)
{
  (void)e;
  for (size_t i = 0; i < d->marks;) {
    const uint32_t tile = d->mark[i].tile;
    tile_digest_begin(digest, "CLAS", d->coord[tile]);
    for (; i < d->marks && d->mark[i].tile == tile; i++)
      tile_digest_add(digest, (const char *)&d->mark[i] + sizeof tile, TILE_MARK_BYTES - sizeof tile);
    tile_digest_end(digest);
  }
  return TILE_OK;
}

void tile_digest_cuts_of(struct tile_digest *digest, const int32_t coord[3], const struct tile_wall *wall, size_t count)
{
  if (!count)
    return;
  tile_digest_begin(digest, "WALL", coord);
  tile_digest_add(digest, wall, count * sizeof *wall);
  tile_digest_end(digest);
}

void tile_digest_cuts(struct tile_digest *digest, const struct tile_domain *d)
{
  for (size_t tile = 0; d->wall_begin && tile < d->tiles; tile++) {
    const size_t begin = d->wall_begin[tile];
    tile_digest_cuts_of(digest, d->coord[tile], d->wall + begin, d->wall_begin[tile + 1] - begin);
  }
}
