/* SPDX-License-Identifier: BSD-3-Clause */
/* Profiles, surface, Euler number and chords of the pore space. Each row of bits is compared with its neighbours, 64
 * nodes at a time, and not across the seams of periodic axes. */
#include "measure.h"
#include "bit_rows.h"
#include "internal_measure.h"

#include <stdlib.h>
#include <string.h>

/* Counts of non-solid nodes, of one thread or of all. */
struct counts {
  int64_t nodes, pairs[3], surface; /* pairs of neighbours along each axis, faces to solid nodes */
  int64_t squares, cubes;           /* of 4 and of 8 nodes */
};

static void add_counts(struct counts *to, const struct counts *c)
{
  to->nodes += c->nodes;
  to->surface += c->surface;
  to->squares += c->squares;
  to->cubes += c->cubes;
  for (int a = 0; a < 3; a++)
    to->pairs[a] += c->pairs[a];
}

/* A row, and those at y + 1 and z + 1; NULL: outside the grid. */
struct rows {
  const uint64_t *here, *y, *z;
};

/* Bits of word i for which both x and x + 1 lie in the grid. */
static uint64_t has_next(const struct tile_bits *b, size_t i)
{
  int64_t bits = b->grid[0] - 1 - (int64_t)i * 64;
  return bits >= 64 ? ~(uint64_t)0 : bits > 0 ? ~(uint64_t)0 >> (64 - bits) : 0;
}

static void count_pairs(struct counts *c, int axis, uint64_t one, uint64_t other, uint64_t valid)
{
  c->pairs[axis] += tile_ones(one & other);
  c->surface += tile_ones((one ^ other) & valid);
}

static void count_word(struct counts *c, const struct tile_bits *b, const struct rows *r, size_t i)
{
  size_t words = b->row;
  uint64_t here = r->here[i], along_x = here & tile_next_bits(r->here, words, i), all = ~(uint64_t)0, cube = along_x;
  c->nodes += tile_ones(here);
  count_pairs(c, 0, here, tile_next_bits(r->here, words, i), has_next(b, i));
  if (r->y) {
    count_pairs(c, 1, here, r->y[i], all);
    cube &= r->y[i] & tile_next_bits(r->y, words, i);
    c->squares += tile_ones(cube);
  }
  if (r->z) {
    count_pairs(c, 2, here, r->z[i], all);
    c->squares += tile_ones(along_x & r->z[i] & tile_next_bits(r->z, words, i));
  }
  if (r->y && r->z) {
    const uint64_t *yz = r->z + words; /* the row at y + 1, z + 1 */
    c->squares += tile_ones(here & r->y[i] & r->z[i] & yz[i]);
    c->cubes += tile_ones(cube & r->z[i] & tile_next_bits(r->z, words, i) & yz[i] & tile_next_bits(yz, words, i));
  }
}

/* Adds a row to the profile along x. */
static void add_profile(const uint64_t *row, int64_t nx, int64_t *profile)
{
  for (int64_t x = 0; x < nx; x += 64) {
    int64_t end = nx - x < 64 ? nx - x : 64;
    for (int64_t k = 0; row[x / 64] && k < end; k++)
      profile[x + k] += (int64_t)(row[x / 64] >> k & 1);
  }
}

static struct rows rows_at(const struct tile_bits *b, int64_t y, int64_t z)
{
  const size_t slice = (size_t)b->grid[1] * b->row;
  const uint64_t *here = tile_row(b, y, z);
  return (struct rows){here, y + 1 < b->grid[1] ? here + b->row : NULL, z + 1 < b->grid[2] ? here + slice : NULL};
}

/* profile: of this thread, [nx + ny], x then y. along_z is shared: one thread has each slice. */
static void count_slice(struct counts *c, const struct tile_bits *b, int64_t z, int64_t *profile, int64_t *along_z)
{
  for (int64_t y = 0; y < b->grid[1]; y++) {
    struct rows r = rows_at(b, y, z);
    int64_t before = c->nodes;
    for (size_t i = 0; i < b->row; i++)
      count_word(c, b, &r, i);
    add_profile(r.here, b->grid[0], profile);
    profile[b->grid[0] + y] += c->nodes - before;
    along_z[z] += c->nodes - before;
  }
}

static int make_profiles(struct tile_texture *t, const int64_t grid[3], int64_t most, struct tile_error *e)
{
  for (int a = 0; a < 3; a++) {
    if (grid[a] > most)
      continue;
    t->profile[a] = tile_alloc((size_t)grid[a], sizeof *t->profile[a]);
    if (!t->profile[a])
      return tile_fail_memory(e, (size_t)grid[a] * sizeof *t->profile[a], "the profiles");
  }
  return TILE_OK;
}

static void merge(struct tile_texture *t, const struct tile_bits *b, const int64_t *profile)
{
  for (int64_t x = 0; x < b->grid[0]; x++)
    t->profile[0][x] += profile[x];
  for (int64_t y = 0; y < b->grid[1]; y++)
    t->profile[1][y] += profile[b->grid[0] + y];
}

static bool count_all(struct tile_texture *t, const struct tile_bits *b, struct counts *all)
{
  bool good = true;
#pragma omp parallel
  {
    struct counts mine = {0};
    int64_t *profile = tile_alloc((size_t)(b->grid[0] + b->grid[1]), sizeof *profile);
#pragma omp for
    for (int64_t z = 0; z < b->grid[2]; z++)
      if (profile)
        count_slice(&mine, b, z, profile, t->profile[2]);
#pragma omp critical
    {
      good = good && profile;
      if (profile)
        merge(t, b, profile);
      add_counts(all, &mine);
    }
    free(profile);
  }
  return good;
}

int tile_texture_make(struct tile_texture *t, const struct tile_bits *b, struct tile_error *e)
{
  struct counts c = {0};
  *t = (struct tile_texture){0};
  int code = make_profiles(t, b->grid, INT64_MAX, e);
  if (!code && !count_all(t, b, &c))
    code = tile_fail_memory(e, (size_t)(b->grid[0] + b->grid[1]) * sizeof(int64_t), "the profiles");
  if (code) {
    tile_texture_free(t);
    return code;
  }
  t->surface = c.surface;
  t->euler = c.nodes - c.pairs[0] - c.pairs[1] - c.pairs[2] + c.squares - c.cubes;
  for (int a = 0; a < 3; a++) {
    int64_t chords = c.nodes - c.pairs[a];
    t->chord[a] = chords ? (double)c.nodes / (double)chords : 0;
  }
  return TILE_OK;
}

double tile_area_of_face(const int64_t grid[3])
{
  return grid[2] == 1 ? 0.78539816339744831 : 2.0 / 3;
}

void tile_texture_free(struct tile_texture *t)
{
  for (int a = 0; a < 3; a++)
    free(t->profile[a]);
  *t = (struct tile_texture){0};
}

/* ---- of a domain: without its empty layers only the profiles differ ---- */

static int count_profiles(struct tile_texture *t, const struct tile_domain *d, struct tile_error *e)
{
  int nodes = d->edge * d->edge * d->edge;
  for (int a = 0; a < 3; a++)
    free(t->profile[a]);
  memset(t->profile, 0, sizeof t->profile);
  if (make_profiles(t, d->grid, TILE_PROFILE_LIMIT, e))
    return e->code;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (int node = 0; node < nodes; node++) {
      int64_t at[3];
      if (!(d->mask[tile * d->words + (size_t)node / 64] >> (node % 64) & 1) || !tile_domain_node(d, tile, node, at))
        continue;
      for (int a = 0; a < 3; a++)
        if (t->profile[a])
          t->profile[a][at[a]]++;
    }
  return TILE_OK;
}

static bool is_long(const int64_t grid[3])
{
  return grid[0] > TILE_PROFILE_LIMIT || grid[1] > TILE_PROFILE_LIMIT || grid[2] > TILE_PROFILE_LIMIT;
}

int tile_texture_domain(struct tile_texture *t, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_bits b;
  *t = (struct tile_texture){0};
  int code = tile_squeezed_bits(&b, d, e) ? e->code : tile_texture_make(t, &b, e);
  if (!code && (memcmp(b.grid, d->grid, sizeof d->grid) || is_long(d->grid)))
    code = count_profiles(t, d, e);
  tile_bits_free(&b);
  if (code)
    tile_texture_free(t);
  return code;
}
