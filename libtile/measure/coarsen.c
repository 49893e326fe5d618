/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a coarser domain. */
#include "internal_measure.h"
#include "memory.h"
#include "nodes.h"
#include "tile_make.h"

#include <assert.h>
#include <string.h>

/* Number of non-solid nodes in the cube of the coarse node `at`; bits beyond the grid are 0. */
static int count_cube(const struct tile_bits *b, int n, const int64_t at[3])
{
  const uint64_t all = ((uint64_t)1 << n) - 1;
  int count = 0;
  for (int64_t z = n * at[2]; z < n * at[2] + n && z < b->grid[2]; z++)
    for (int64_t y = n * at[1]; y < n * at[1] + n && y < b->grid[1]; y++) {
      const uint64_t *row = b->word + (size_t)(z * b->grid[1] + y) * b->row;
      count += __builtin_popcountll(row[n * at[0] / 64] >> (n * at[0] % 64) & all);
    }
  return count;
}

/* Number of nodes of that cube in the grid. */
static int cube_size(const struct tile_bits *b, int n, const int64_t at[3])
{
  int size = 1;
  for (int a = 0; a < 3; a++)
    size *= (int)(b->grid[a] - n * at[a] < n ? b->grid[a] - n * at[a] : n);
  return size;
}

static bool is_fluid(int count, int size, bool undecided)
{
  return undecided ? 8 * count >= 3 * size : 8 * count > 5 * size;
}

static void coarsen_row(struct tile_bits *coarse, const struct tile_bits *b, int n, bool undecided, int64_t y,
                        int64_t z)
{
  uint64_t *row = coarse->word + (size_t)(z * coarse->grid[1] + y) * coarse->row;
  for (int64_t x = 0; x < coarse->grid[0]; x++) {
    const int64_t at[3] = {x, y, z};
    if (is_fluid(count_cube(b, n, at), cube_size(b, n, at), undecided))
      row[x / 64] |= (uint64_t)1 << (x % 64);
  }
}

static int coarsen_bits(struct tile_bits *coarse, const struct tile_bits *b, int n, bool undecided,
                        struct tile_error *e)
{
  *coarse = (struct tile_bits){0};
  for (int a = 0; a < 3; a++)
    coarse->grid[a] = (b->grid[a] + n - 1) / n;
  coarse->row = (size_t)(coarse->grid[0] + 63) / 64;
  const size_t words = coarse->row * (size_t)coarse->grid[1] * (size_t)coarse->grid[2];
  coarse->word = tile_alloc(words, sizeof *coarse->word);
  if (!coarse->word)
    return tile_fail_memory(e, words * sizeof *coarse->word, "one bit for every node of a coarser domain");
#pragma omp parallel for schedule(static)
  for (int64_t z = 0; z < coarse->grid[2]; z++)
    for (int64_t y = 0; y < coarse->grid[1]; y++)
      coarsen_row(coarse, b, n, undecided, y, z);
  return TILE_OK;
}

/* Does the domain have thin walls, wall distances or openings? */
static bool has_walls_between(const struct tile_domain *d)
{
  bool has = d->wall_begin;
  for (size_t i = 0; i < d->marks; i++)
    has = has || d->mark[i].patch == 0;
  for (int i = 0; i < d->patches; i++)
    has = has || tile_patch_opens(d->patch + i);
  return has;
}

static int make(struct tile_domain *coarse, const struct tile_bits *b, const struct tile_domain *d, double dx,
                struct tile_error *e)
{
  struct tile_header h = {0};
  struct tile_placement best;
  if ((dx > 0 && tile_header_set_real(&h, "dx", dx, e)) || tile_find_placement(&best, b, d->edge, d->periodic, e)) {
    tile_header_free(&h);
    return e->code;
  }
  struct tile_make how = {
      .edge = d->edge, .periodic = d->periodic, .order = TILE_MORTON, .patches = d->patches, .patch = d->patch};
  memcpy(how.offset, best.offset, sizeof how.offset);
  const int code = tile_domain_make(coarse, b, &how, &h, e);
  tile_header_free(&h);
  return code;
}

int tile_coarsen(struct tile_domain *coarse, const struct tile_domain *d, int n, bool undecided, struct tile_error *e)
{
  struct tile_bits bits, binned;
  assert(n == 2 || n == 4);
  *coarse = (struct tile_domain){0};
  if (has_walls_between(d))
    return tile_fail(e, TILE_REJECTED, "has walls between nodes, which a coarser domain cannot keep");
  if (tile_domain_bits(&bits, d, e))
    return e->code;
  int code = coarsen_bits(&binned, &bits, n, undecided, e);
  tile_bits_free(&bits);
  if (!code)
    code = make(coarse, &binned, d, n * d->dx, e);
  tile_bits_free(&binned);
  return code;
}
