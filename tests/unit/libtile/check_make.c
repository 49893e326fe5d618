/* SPDX-License-Identifier: BSD-3-Clause */
/* Making a domain: covers, offsets, masks, orders, marks. */
#include <stdlib.h>
#include <string.h>

#include "bits_made.h"
#include "nodes.h"
#include "suite.h"

/* ---- offsets ---- */

/* By definition, node by node. */
static int64_t tiles_slowly(const struct tile_bits *b, int edge, unsigned periodic, const int offset[3])
{
  int64_t span[3], count = 0;
  for (int a = 0; a < 3; a++)
    span[a] = b->grid[a] / edge + 2;
  unsigned char *seen = calloc((size_t)(span[0] * span[1] * span[2]), 1);
  for (int64_t z = 0; z < b->grid[2]; z++)
    for (int64_t y = 0; y < b->grid[1]; y++)
      for (int64_t x = 0; x < b->grid[0]; x++) {
        int64_t at[3] = {x, y, z};
        for (int a = 0; a < 3; a++)
          at[a] = (periodic >> a & 1 ? (at[a] + offset[a]) % b->grid[a] : at[a] + offset[a]) / edge;
        unsigned char *s = &seen[at[0] + span[0] * (at[1] + span[1] * at[2])];
        if (tile_bit(b, x, y, z) && !*s)
          count += *s = 1;
      }
  free(seen);
  return count;
}

static void check_placements(const struct tile_bits *b, int edge, unsigned periodic)
{
  struct tile_error e;
  int64_t *count = calloc((size_t)(edge * edge * edge), sizeof *count);
  ck_assert_int_eq(tile_count_offsets(b, edge, periodic, count, &e), 0);
  for (int i = 0; i < edge * edge * edge; i++) {
    int offset[3] = {i % edge, i / edge % edge, i / edge / edge};
    ck_assert_msg(count[i] == tiles_slowly(b, edge, periodic, offset),
                  "grid %ld %ld %ld edge %d periodic %u offset %d %d %d: %ld tiles", (long)b->grid[0], (long)b->grid[1],
                  (long)b->grid[2], edge, periodic, offset[0], offset[1], offset[2], (long)count[i]);
  }
  free(count);
}

static const int64_t grids[][3] = {{1, 1, 1}, {5, 7, 6}, {64, 3, 2}, {63, 4, 5}, {130, 5, 1}, {3, 2, 17}};

TEST(placements_are_counted)
{
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
    for (unsigned periodic = 0; periodic < 8; periodic++) {
      struct tile_bits b = random_bits(grids[i], 0.05, (unsigned)i + 1);
      check_placements(&b, 2, periodic);
      check_placements(&b, 4, periodic);
      check_placements(&b, 8, periodic);
      tile_bits_free(&b);
    }
}

TEST(edge_16_counts_too)
{
  struct tile_bits b = random_bits((const int64_t[]){40, 18, 3}, 0.01, 9);
  check_placements(&b, 16, TILE_Y);
  tile_bits_free(&b);
}

/* Figure 8 of Tomczak & Szafran, "A new GPU implementation for lattice-Boltzmann simulations on sparse geometries": a
 * channel of 8 x 8 nodes with 16 offsets. */
TEST(channel_of_8_nodes)
{
  struct tile_bits b = box_bits((const int64_t[]){12, 12, 4}, (const int64_t[]){2, 2, 0}, (const int64_t[]){10, 10, 4});
  struct tile_error e;
  int64_t count[64];
  int once = 0, six = 0, nine = 0;
  double sum = 0;
  ck_assert_int_eq(tile_count_offsets(&b, 4, TILE_Z, count, &e), 0);
  for (int i = 0; i < 16; i++) {
    double utilisation = 8 * 8 * 4 / (64.0 * (double)count[i]);
    once += utilisation == 1;
    six += count[i] == 6;
    nine += count[i] == 9;
    sum += utilisation;
  }
  ck_assert_int_eq(once, 1);
  ck_assert_int_eq(six, 6);
  ck_assert_int_eq(nine, 9);
  ck_assert_double_eq_tol(sum / 16, 0.5625, 1e-15);
  tile_bits_free(&b);
}

/* The best offset of that channel gives 2 x 2 tiles; 0,0,0 gives 3 x 3. */
TEST(best_placement)
{
  struct tile_bits b = box_bits((const int64_t[]){12, 12, 4}, (const int64_t[]){2, 1, 0}, (const int64_t[]){10, 9, 4});
  struct tile_error e;
  struct tile_placement best;
  ck_assert_int_eq(tile_find_placement(&best, &b, 4, TILE_Z, &e), 0);
  ck_assert_int_eq(best.offset[0], 2);
  ck_assert_int_eq(best.offset[1], 3);
  ck_assert_int_eq(best.offset[2], 0);
  ck_assert_int_eq(best.tiles, 4);
  ck_assert_int_eq(best.tiles_plain, 9);
  tile_bits_free(&b);
}

TEST(wrong_edges_and_offsets)
{
  struct tile_bits b = box_bits((const int64_t[]){4, 4, 4}, (const int64_t[]){0, 0, 0}, (const int64_t[]){4, 4, 4});
  struct tile_error e;
  struct tile_domain d;
  int64_t count[64];
  ck_assert_int_eq(tile_count_offsets(&b, 3, 0, count, &e), TILE_USAGE);
  struct tile_make how = {.edge = 4, .offset = {0, 4, 0}};
  ck_assert_int_eq(tile_domain_make(&d, &b, &how, NULL, &e), TILE_USAGE);
  ck_assert_ptr_nonnull(strstr(e.text, "offset 4 along y"));
  tile_bits_free(&b);
}

/* ---- domains ---- */

static struct tile_domain made(const struct tile_bits *b, const struct tile_make *how)
{
  struct tile_domain d;
  struct tile_error e = {0};
  ck_assert_msg(tile_domain_make(&d, b, how, NULL, &e) == 0, "%s", e.text);
  return d;
}

/* Every node of the domain is one of the bits, and no bit is missing. */
static void check_nodes(const struct tile_domain *d, const struct tile_bits *b)
{
  int64_t found = 0;
  for (size_t t = 0; t < d->tiles; t++) {
    int64_t here = 0;
    for (int n = 0; n < d->edge * d->edge * d->edge; n++)
      if (d->mask[t * d->words + (size_t)(n / 64)] >> (n % 64) & 1) {
        int64_t at[3];
        ck_assert(tile_domain_node(d, t, n, at));
        ck_assert(tile_bit(b, at[0], at[1], at[2]));
        here++;
      }
    ck_assert_int_gt(here, 0);
    found += here;
  }
  ck_assert_int_eq(found, tile_bits_count(b));
}

TEST(domains_hold_the_bits)
{
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
    for (unsigned periodic = 0; periodic < 8; periodic++)
      for (int edge = 2; edge <= 16; edge *= 2)
        for (int order = TILE_ROWS; order <= TILE_HILBERT; order++) {
          struct tile_bits b = random_bits(grids[i], 0.2, (unsigned)i + 50);
          struct tile_make how = {edge, {edge - 1, edge / 2, 1}, periodic, (enum tile_order)order, 0, NULL};
          struct tile_domain d = made(&b, &how);
          check_nodes(&d, &b);
          tile_domain_free(&d);
          tile_bits_free(&b);
        }
}

TEST(header_says_what_it_is)
{
  struct tile_bits b = box_bits((const int64_t[]){9, 8, 7}, (const int64_t[]){1, 1, 1}, (const int64_t[]){4, 5, 6});
  struct tile_patch patch[] = {{.name = "inlet", .face = "z-"}, {.name = "lid", .face = "y+"}};
  struct tile_make how = {4, {1, 2, 3}, TILE_X, TILE_MORTON, 2, patch};
  struct tile_domain d = made(&b, &how);
  static const char *const expected[][2] = {
      {"grid", "9 8 7"}, {"edge", "4"}, {"offset", "1 2 3"}, {"periodic", "x"}, {"patches", "inlet=z- lid=y+"}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    ck_assert_str_eq(tile_header_get(&d.header, expected[i][0]), expected[i][1]);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* ---- orders ---- */

static struct tile_domain full(int64_t n, enum tile_order order)
{
  struct tile_bits b = box_bits((const int64_t[]){n, n, n}, (const int64_t[]){0, 0, 0}, (const int64_t[]){n, n, n});
  struct tile_make how = {2, {0, 0, 0}, 0, order, 0, NULL};
  struct tile_domain d = made(&b, &how);
  tile_bits_free(&b);
  return d;
}

TEST(hilbert_goes_to_the_tile_beside)
{
  struct tile_domain d = full(32, TILE_HILBERT);
  ck_assert_uint_eq(d.tiles, 16 * 16 * 16);
  for (size_t t = 1; t < d.tiles; t++) {
    int steps = 0;
    for (int a = 0; a < 3; a++)
      steps += abs(d.coord[t][a] - d.coord[t - 1][a]);
    ck_assert_int_eq(steps, 1);
  }
  tile_domain_free(&d);
}

TEST(morton_and_rows)
{
  static const int32_t eight[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1},
                                     {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {2, 0, 0}};
  struct tile_domain d = full(8, TILE_MORTON), rows = full(8, TILE_ROWS);
  ck_assert_mem_eq(d.coord, eight, sizeof eight);
  for (size_t t = 0; t < rows.tiles; t++)
    ck_assert_uint_eq((size_t)(rows.coord[t][0] + 4 * (rows.coord[t][1] + 4 * rows.coord[t][2])), t);
  tile_domain_free(&d);
  tile_domain_free(&rows);
}

/* ---- marks ---- */

/* The links of the mark of `patch` at a node; 0: no mark. */
static uint32_t links_at(const struct tile_domain *d, int64_t x, int64_t y, int64_t z, int patch)
{
  for (size_t i = 0; i < d->marks; i++) {
    int64_t at[3];
    ck_assert(tile_domain_node(d, d->mark[i].tile, d->mark[i].node, at));
    if (at[0] == x && at[1] == y && at[2] == z && d->mark[i].patch == patch)
      return d->mark[i].links;
  }
  return 0;
}

#define LINK(n) ((uint32_t)1 << (n))
enum { T = 5, B = 6, N = 3, ET = 11, EB = 12, WT = 13, WB = 14, NT = 15, NB = 16, ST = 17, SB = 18 };

static struct tile_domain box_with(unsigned periodic, int patches, const struct tile_patch *patch)
{
  struct tile_bits b = box_bits((const int64_t[]){6, 6, 6}, (const int64_t[]){0, 0, 0}, (const int64_t[]){6, 6, 6});
  struct tile_make how = {4, {1, 0, 2}, periodic, TILE_MORTON, patches, patch};
  struct tile_domain d = made(&b, &how);
  tile_bits_free(&b);
  for (size_t i = 1; i < d.marks; i++) {
    const struct tile_mark *p = &d.mark[i - 1], *q = &d.mark[i];
    ck_assert(p->tile < q->tile || (p->tile == q->tile && p->node < q->node) ||
              (p->tile == q->tile && p->node == q->node && p->patch < q->patch));
  }
  return d;
}

TEST(links_of_a_face)
{
  struct tile_patch lid = {.name = "lid", .face = "z+"};
  struct tile_domain d = box_with(TILE_Y, 1, &lid);
  const uint32_t all = LINK(T) | LINK(ET) | LINK(WT) | LINK(NT) | LINK(ST);
  ck_assert_uint_eq(d.marks, 36);
  ck_assert_uint_eq(links_at(&d, 2, 2, 5, 1), all);
  ck_assert_uint_eq(links_at(&d, 0, 2, 5, 1), all & ~LINK(WT)); /* x- is a resting wall */
  ck_assert_uint_eq(links_at(&d, 5, 2, 5, 1), all & ~LINK(ET));
  ck_assert_uint_eq(links_at(&d, 2, 0, 5, 1), all); /* y is periodic */
  ck_assert_uint_eq(links_at(&d, 2, 2, 4, 1), 0);
  tile_domain_free(&d);
}

TEST(links_of_two_patches)
{
  struct tile_patch patch[] = {{.name = "back", .face = "y+"}, {.name = "in", .face = "z-"}};
  struct tile_domain d = box_with(0, 2, patch);
  ck_assert_uint_eq(links_at(&d, 2, 5, 0, 2) & LINK(NB), LINK(NB)); /* a link through both faces has both marks */
  ck_assert_uint_eq(links_at(&d, 2, 5, 0, 1) & LINK(NB), LINK(NB));
  ck_assert_uint_eq(links_at(&d, 2, 5, 0, 1) & LINK(N), LINK(N));
  ck_assert_uint_eq(links_at(&d, 2, 5, 0, 2), LINK(B) | LINK(EB) | LINK(WB) | LINK(NB) | LINK(SB));
  ck_assert_uint_eq(links_at(&d, 0, 5, 0, 2), LINK(B) | LINK(EB) | LINK(NB) | LINK(SB));
  ck_assert_uint_eq(links_at(&d, 2, 0, 0, 2), LINK(B) | LINK(EB) | LINK(WB) | LINK(NB)); /* y- is a resting wall */
  tile_domain_free(&d);
}

/* A name may begin like another, and is found whole. */
TEST(patches_are_found_by_name)
{
  struct tile_patch patch[] = {{.name = "out10", .face = "y+"}, {.name = "out1", .face = "z-"}};
  struct tile_domain d = box_with(0, 2, patch);
  ck_assert_int_eq(tile_patch_named(&d, "out1"), 1);
  ck_assert_int_eq(tile_patch_named(&d, "out10"), 0);
  ck_assert_int_eq(tile_patch_named(&d, "out"), -1);
  ck_assert_int_eq(tile_patch_find(d.patch, d.patches, "out10:wall", 5), 0);
  tile_domain_free(&d);
}

static const struct {
  unsigned periodic;
  struct tile_patch patch[2];
  const char *says;
} wrong[] = {
    {0, {{.name = "a", .face = "z-"}, {.name = "b", .face = "z-"}}, "same face z-"},
    {0, {{.name = "a", .face = "z-"}, {.name = "a", .face = "z+"}}, "two patches are called a"},
    {TILE_Z, {{.name = "a", .face = "x-"}, {.name = "b", .face = "z+"}}, "periodic axis"},
    {0, {{.name = "a", .face = "x-"}, {.name = "b", .face = "w+"}}, "not a face"},
    {0, {{.name = "a b", .face = "x-"}, {.name = "c", .face = "z+"}}, "patch name 'a b'"},
};

TEST(wrong_patches)
{
  struct tile_bits b = box_bits((const int64_t[]){4, 4, 4}, (const int64_t[]){0, 0, 0}, (const int64_t[]){4, 4, 4});
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct tile_make how = {4, {0, 0, 0}, wrong[i].periodic, TILE_ROWS, 2, wrong[i].patch};
    struct tile_domain d;
    struct tile_error e;
    ck_assert_int_eq(tile_domain_make(&d, &b, &how, NULL, &e), TILE_USAGE);
    ck_assert_msg(strstr(e.text, wrong[i].says) != NULL, "'%s' lacks '%s'", e.text, wrong[i].says);
  }
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("make", 60, CK_FORK_GETENV);
}
