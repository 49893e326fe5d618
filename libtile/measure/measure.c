/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures a domain: utilisation, contacts of tiles, boundary, components. */
#include "measure.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- the volume of a domain ---- */

/* Writes `count` bits of a row of a tile, the first at padded coordinate p. */
static void put_bits(const struct tile_domain *d, uint64_t *row, int64_t p, uint64_t bits, int count)
{
  int64_t x = p - d->offset[0];
  if (x < 0 || x + count > d->grid[0]) { /* beyond an end of the row, or across a seam */
    for (int i = 0; i < count; i++) {
      int64_t at = (x + i + d->grid[0]) % d->grid[0];
      row[at / 64] |= (bits >> i & 1) << (at % 64);
    }
    return;
  }
  row[x / 64] |= bits << (x % 64);
  if (x % 64 + count > 64)
    row[x / 64 + 1] |= bits >> (64 - x % 64);
}

static void put_tile(struct tile_bits *b, const struct tile_domain *d, size_t t)
{
  int a = d->edge;
  uint64_t all = ((uint64_t)1 << a) - 1;
  for (int r = 0; r < a * a; r++) {
    int64_t at[3];
    uint64_t bits = d->mask[t * d->words + (size_t)(r * a / 64)] >> (r * a % 64) & all;
    if (!bits)
      continue;
    tile_domain_node(d, t, r * a + __builtin_ctzll(bits), at);
    uint64_t *row = b->word + (size_t)(at[2] * b->grid[1] + at[1]) * b->row;
    put_bits(d, row, (int64_t)d->coord[t][0] * a, bits, a);
  }
}

int tile_domain_bits(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e)
{
  *b = (struct tile_bits){.grid = {d->grid[0], d->grid[1], d->grid[2]}, .row = (size_t)(d->grid[0] + 63) / 64};
  size_t words;
  if (__builtin_mul_overflow(b->row, (size_t)d->grid[1], &words) ||
      __builtin_mul_overflow(words, (size_t)d->grid[2], &words))
    return tile_fail(e, TILE_REJECTED, "the grid has too many nodes to measure");
  b->word = tile_alloc(words, sizeof *b->word);
  if (!b->word)
    return tile_fail_memory(e, words * sizeof *b->word, "one bit for every node");
  for (size_t t = 0; t < d->tiles; t++)
    put_tile(b, d, t);
  return TILE_OK;
}

int tile_squeezed_bits(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_domain squeezed;
  *b = (struct tile_bits){0};
  if (tile_squeeze(&squeezed, d, e))
    return e->code;
  const int code = tile_domain_bits(b, &squeezed, e);
  free(squeezed.coord);
  return code;
}

/* ---- tiles one by one ---- */

static void measure_tiles(struct tile_measure *m, const struct tile_domain *d)
{
  int64_t full = (int64_t)d->edge * d->edge * d->edge;
  for (size_t t = 0; t < d->tiles; t++) {
    const int nodes = tile_nonsolid_of(d, t);
    m->histogram[(10 * nodes + full - 1) / full - 1]++;
    m->tiles_mod16[nodes % 16]++;
    m->nonsolid += nodes;
  }
  m->utilisation = (double)m->nonsolid / ((double)d->tiles * (double)full);
}

static int measure_components(struct tile_measure *m, const struct tile_domain *d, const struct tile_bits *b,
                              struct tile_error *e)
{
  struct tile_components c;
  if (tile_components_make(&c, b, d->periodic, e))
    return e->code;
  m->components = c.count;
  memcpy(m->percolates, c.percolates, sizeof m->percolates);
  tile_components_free(&c);
  return TILE_OK;
}

static int measure_nodes(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_bits b;
  if (tile_domain_bits(&b, d, e))
    return e->code;
  m->boundary_share = (double)measure_boundary(d, &b) / (double)m->nonsolid;
  int code = measure_components(m, d, &b, e);
  tile_bits_free(&b);
  return code ? code : measure_contacts(m, d, 3, e);
}

int tile_measure_domain(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e)
{
  int64_t span[3];
  struct tile_domain squeezed;
  tile_domain_span(d, span);
  *m = (struct tile_measure){.nodes = d->grid[0] * d->grid[1] * d->grid[2],
                             .tiles = (int64_t)d->tiles,
                             .tiles_all = span[0] * span[1] * span[2]};
  measure_tiles(m, d);
  m->porosity = (double)m->nonsolid / (double)m->nodes;
  if (tile_squeeze(&squeezed, d, e))
    return e->code;
  int code = measure_nodes(m, &squeezed, e);
  free(squeezed.coord);
  return code;
}
