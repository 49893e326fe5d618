/* SPDX-License-Identifier: BSD-3-Clause */
/* A domain of a few tiles in a grid of 4000^3: counts beyond 32 bits, and memory that does not grow with the grid. */
#include "file_made.h"
#include "suite.h"

#include <math.h>
#include <sys/resource.h>

enum { SIDE = 4000, TILES = 4 };

/* Full tiles in corners and in the middle, where node numbers are far beyond 2^32. */
static void make_sparse(struct tile_domain *d)
{
  static const int32_t coord[TILES][3] = {{0, 0, 0}, {999, 0, 999}, {500, 500, 500}, {999, 999, 999}};
  *d = (struct tile_domain){.grid = {SIDE, SIDE, SIDE}, .edge = 4, .tiles = TILES, .words = 1, .dx = 1e-6};
  d->coord = memcpy(malloc(sizeof coord), coord, sizeof coord);
  d->mask = malloc(TILES * sizeof *d->mask);
  for (int i = 0; i < TILES; i++)
    d->mask[i] = UINT64_MAX;
}

static struct bytes sparse_file(void)
{
  struct tile_domain d;
  make_sparse(&d);
  struct bytes b = write_domain(&d, 1, NULL);
  tile_domain_free(&d);
  return b;
}

static void open_sparse(const struct bytes *b, struct tile_domain *d)
{
  struct tile_error e;
  struct tile_reader *r;
  struct tile_input *input;
  FILE *in = fmemopen(b->data, b->length, "r");
  OK(tile_reader_open(&r, in, "sparse.tile", &e));
  OK(tile_input_open(&input, d, r, &e));
  OK(tile_input_arrays(input, NULL, 0, &e));
  tile_input_close(input);
  tile_reader_free(r);
  fclose(in);
}

TEST(little_memory_suffices)
{
  struct tile_domain d;
  struct bytes b = sparse_file();
#ifndef __SANITIZE_ADDRESS__
  struct rlimit limit;
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = (rlim_t)64 << 20;
  setrlimit(RLIMIT_DATA, &limit);
#endif
  open_sparse(&b, &d);
  ck_assert_int_eq(tile_domain_nonsolid(&d), 64 * TILES);
  tile_domain_free(&d);
  free(b.data);
}

TEST(the_last_node_is_found)
{
  struct tile_error e;
  struct tile_domain d;
  struct tile_lookup l;
  struct bytes b = sparse_file();
  size_t tile;
  int node;
  int64_t at[3];
  open_sparse(&b, &d);
  OK(tile_lookup_make(&l, &d, &e));
  ck_assert(tile_lookup_node(&l, (int64_t[]){SIDE - 1, SIDE - 1, SIDE - 1}, &tile, &node));
  ck_assert_uint_eq(tile, 3);
  ck_assert_int_eq(node, 63);
  ck_assert(tile_domain_node(&d, tile, node, at));
  for (int a = 0; a < 3; a++)
    ck_assert_int_eq(at[a], SIDE - 1);
  ck_assert(!tile_lookup_node(&l, (int64_t[]){SIDE - 1, SIDE - 1, 0}, &tile, &node));
  tile_lookup_free(&l);
  tile_domain_free(&d);
  free(b.data);
}

TEST(counts_have_64_bits)
{
  struct tile_error e;
  struct tile_domain d;
  struct tile_measure m;
  struct bytes b = sparse_file();
  open_sparse(&b, &d);
#ifndef __SANITIZE_ADDRESS__
  tile_limit_memory((size_t)16 << 20); /* one bit per node would take 8 GB */
#endif
  OK(tile_measure_domain(&m, &d, &e));
  ck_assert_int_eq(m.nodes, INT64_C(64000000000));
  ck_assert_int_eq(m.tiles_all, INT64_C(1000000000));
  ck_assert_int_eq(m.nonsolid, 256);
  ck_assert_int_eq(m.components, TILES);
  ck_assert(!m.percolates[0] && !m.percolates[1] && !m.percolates[2]);
  /* only 8 of the 64 nodes of a full tile lie inside; the others have a link to solid or to a face */
  ck_assert(m.boundary_share == 56.0 / 64);
  ck_assert(m.porosity == 256 / 64e9);
  tile_domain_free(&d);
  free(b.data);
}

/* A tube of full tiles through the box along z, periodic or not, beside two tiles that touch across the seam of x: the
 * empty layers do not change the measure, whether they are few or `far` more. */
static void make_tube(struct tile_domain *d, unsigned periodic, int32_t far)
{
  enum { LENGTH = 50 };
  *d = (struct tile_domain){.grid = {4 * (LENGTH + far), 4 * (LENGTH + far), 4 * LENGTH},
                            .edge = 4,
                            .periodic = periodic,
                            .tiles = LENGTH + 2,
                            .words = 1};
  d->coord = calloc(d->tiles, sizeof *d->coord);
  d->mask = malloc(d->tiles * sizeof *d->mask);
  memset(d->mask, 0xff, d->tiles * sizeof *d->mask);
  for (int32_t i = 0; i < LENGTH; i++)
    memcpy(d->coord[i], (int32_t[]){20, 30, i}, sizeof *d->coord);
  memcpy(d->coord[LENGTH], (int32_t[]){0, 5, 7}, sizeof *d->coord);
  memcpy(d->coord[LENGTH + 1], (int32_t[]){LENGTH + far - 1, 5, 7}, sizeof *d->coord);
}

LOOP_TEST(empty_layers_do_not_count, 16)
{
  struct tile_error e;
  struct tile_domain d;
  struct tile_measure m;
  make_tube(&d, (unsigned)_i & 7, _i & 8 ? 1 << 24 : 0);
#ifndef __SANITIZE_ADDRESS__
  tile_limit_memory((size_t)16 << 20); /* one bit per node would take 10^17 bytes */
#endif
  OK(tile_measure_domain(&m, &d, &e));
  const bool seam = _i & TILE_X, winds = _i & TILE_Z;
  ck_assert_int_eq(m.components, seam ? 2 : 3);
  ck_assert(!m.percolates[0] && !m.percolates[1] && m.percolates[2]);
  /* nodes without a link to solid: 2 x 2 of every layer of the tube, except in its end layers; 8 of each single tile;
   * 16 and 8 more of the two that touch */
  const double inside = 4 * (200 - (winds ? 0 : 2)) + (seam ? 24 : 16);
  ck_assert_msg(fabs(m.boundary_share - (1 - inside / (64.0 * 52))) < 1e-12, "%.17g", m.boundary_share);
  ck_assert(fabs(m.faces_per_tile - (49 + winds + seam) / 52.0) < 1e-12);
  struct tile_texture t;
  OK(tile_texture_domain(&t, &d, &e));
  ck_assert(!t.profile[0] == (_i >= 8) && !t.profile[1] == (_i >= 8));
  ck_assert(_i >= 8 || (t.profile[0][79] == 0 && t.profile[0][80] == 800 && t.profile[1][120] == 800));
  ck_assert(t.profile[2][27] == 16 && t.profile[2][28] == 16 + 32);
  tile_texture_free(&t);
  tile_domain_free(&d);
}

/* The count for every offset of a domain of few nodes agrees with the count over all nodes of its grid. */
LOOP_TEST(offsets_are_those_of_the_grid, 96)
{
  enum { NX = 67, NY = 41, NZ = 75 };
  static const int edges[] = {2, 4, 8, 16};
  struct tile_error e;
  struct tile_domain d;
  struct tile_bits b = {.grid = {NX + _i % 5, NY, NZ}, .row = 2, .word = calloc(2 * NY * NZ, sizeof *b.word)};
  struct tile_make how = {.edge = edges[_i % 4], .periodic = (unsigned)_i / 4 & 7, .order = TILE_ROWS};
  int64_t expected[16 * 16 * 16], found[16 * 16 * 16];
  srand((unsigned)_i);
  for (int a = 0; a < 3; a++)
    how.offset[a] = rand() % how.edge;
  for (int i = 0; i < 1 + _i % 7; i++) {
    const int x = rand() % (int)b.grid[0];
    b.word[2 * (rand() % (NY * NZ)) + x / 64] |= (uint64_t)1 << x % 64;
  }
  OK(tile_domain_make(&d, &b, &how, NULL, &e));
  OK(tile_count_offsets(&b, how.edge, how.periodic, expected, &e));
  OK(tile_domain_offsets(&d, found, &e));
  ck_assert(!memcmp(expected, found, (size_t)(how.edge * how.edge * how.edge) * sizeof *found));
  tile_domain_free(&d);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("sparse", 60, CK_FORK_GETENV);
}
