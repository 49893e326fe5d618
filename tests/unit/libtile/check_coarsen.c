/* SPDX-License-Identifier: BSD-3-Clause */
/* Coarser domains against a count node by node, and where their walls may lie. */
#include "bits_made.h"
#include "suite.h"

#include <math.h>

static struct tile_domain domain_of(const struct tile_bits *b, struct tile_make how)
{
  struct tile_domain d;
  struct tile_error e = {0};
  how.edge = how.edge ? how.edge : 4;
  ck_assert_msg(tile_domain_make(&d, b, &how, NULL, &e) == 0, "%s", e.text);
  return d;
}

static struct tile_domain coarsened(const struct tile_domain *d, int n, bool undecided)
{
  struct tile_domain coarse;
  struct tile_error e = {0};
  ck_assert_msg(tile_coarsen(&coarse, d, n, undecided, &e) == 0, "%s", e.text);
  return coarse;
}

/* Is the coarse node non-solid: more than 5/8 of the nodes of its cube in the grid, or at least 3/8 if `undecided`? */
static bool most(const struct tile_bits *b, int n, int64_t x, int64_t y, int64_t z, bool undecided)
{
  int with = 0, without = 0;
  for (int i = 0; i < n * n * n; i++) {
    const int64_t at[3] = {n * x + i % n, n * y + i / n % n, n * z + i / n / n};
    if (at[0] < b->grid[0] && at[1] < b->grid[1] && at[2] < b->grid[2])
      *(tile_bit(b, at[0], at[1], at[2]) ? &with : &without) += 1;
  }
  const double share = (double)with / (with + without);
  return share > 0.625 || (undecided && share >= 0.375);
}

static void compare(const struct tile_bits *b, const struct tile_domain *coarse, int n, bool undecided)
{
  struct tile_bits found;
  struct tile_error e;
  ck_assert_int_eq(tile_domain_bits(&found, coarse, &e), 0);
  for (int a = 0; a < 3; a++)
    ck_assert_int_eq(found.grid[a], (b->grid[a] + n - 1) / n);
  for (int64_t z = 0; z < found.grid[2]; z++)
    for (int64_t y = 0; y < found.grid[1]; y++)
      for (int64_t x = 0; x < found.grid[0]; x++)
        ck_assert_msg(tile_bit(&found, x, y, z) == most(b, n, x, y, z, undecided), "%lld,%lld,%lld of 1/%d",
                      (long long)x, (long long)y, (long long)z, n);
  tile_bits_free(&found);
}

static const int64_t sizes[][3] = {{8, 8, 8}, {7, 9, 5}, {67, 6, 3}, {130, 3, 9}, {1, 1, 1}, {2, 1, 12}};

LOOP_TEST(as_counted, 48)
{
  const int64_t *grid = sizes[_i % 6];
  const int n = _i / 6 % 2 ? 4 : 2;
  const bool undecided = _i / 12 % 2;
  const unsigned periodic = (unsigned)_i / 24 % 2 ? TILE_X | TILE_Z : 0;
  for (unsigned seed = 1; seed < 4; seed++) {
    struct tile_bits b = random_bits(grid, 0.25 * seed, seed);
    struct tile_domain d = domain_of(&b, (struct tile_make){.periodic = periodic, .offset = {1, 2, 3}});
    struct tile_domain coarse = coarsened(&d, n, undecided);
    compare(&b, &coarse, n, undecided);
    ck_assert_uint_eq(coarse.periodic, periodic);
    tile_domain_free(&coarse);
    tile_domain_free(&d);
    tile_bits_free(&b);
  }
}

/* Random bits with probability 1/2: of the 256 patterns of eight nodes, 56 have three, 70 have four and 56 have five.
 * Tolerance 0.03 for 4096 cubes. */
TEST(undecided_as_asked)
{
  struct tile_bits b = random_bits((const int64_t[]){32, 32, 32}, 0.5, 5);
  struct tile_domain d = domain_of(&b, (struct tile_make){0}), solid = coarsened(&d, 2, false),
                     fluid = coarsened(&d, 2, true);
  const double share = (double)(tile_domain_nonsolid(&fluid) - tile_domain_nonsolid(&solid)) / 4096;
  ck_assert_double_eq_tol(share, 182. / 256, 0.03);
  tile_domain_free(&solid);
  tile_domain_free(&fluid);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

TEST(patches_and_voxel_size_stay)
{
  struct tile_patch patch[] = {{.name = "inlet", .face = "z+"}, {.name = "side", .face = "x-"}};
  struct tile_bits b = box_bits((const int64_t[]){9, 8, 11}, (const int64_t[]){0, 2, 0}, (const int64_t[]){9, 6, 11});
  struct tile_domain d = domain_of(&b, (struct tile_make){.patches = 2, .patch = patch, .periodic = TILE_Y});
  d.dx = 5e-6;
  struct tile_domain coarse = coarsened(&d, 2, false);
  ck_assert_double_eq(coarse.dx, 1e-5);
  ck_assert_int_eq(coarse.patches, 2);
  for (int i = 0; i < 2; i++) {
    ck_assert_str_eq(coarse.patch[i].name, patch[i].name);
    ck_assert_str_eq(coarse.patch[i].face, patch[i].face);
  }
  ck_assert_int_eq(tile_domain_nonsolid(&coarse), 5 * 2 * 6);
  ck_assert_int_eq((int64_t)coarse.marks, 5 * 2 + 2 * 6);
  tile_domain_free(&coarse);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

TEST(thin_walls_are_refused)
{
  struct tile_bits b = box_bits((const int64_t[]){8, 8, 8}, (const int64_t[]){0, 0, 0}, (const int64_t[]){8, 8, 8});
  struct tile_domain d = domain_of(&b, (struct tile_make){0}), coarse;
  struct tile_mark wall = {.links = 2};
  struct tile_error e;
  struct tile_mark *made = d.mark;
  d.mark = &wall;
  d.marks = 1;
  ck_assert_int_eq(tile_coarsen(&coarse, &d, 2, false, &e), TILE_REJECTED);
  d.mark = made;
  d.marks = 0;
  tile_domain_free(&coarse);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* ---- the position of walls ---- */

/* Non-solid where n.x modulo the period is less than half of it: walls in the lattice plane n. */
static struct tile_bits slabs(const int n[3], int period)
{
  struct tile_bits b = empty_bits((const int64_t[]){period, period, period});
  for (int z = 0; z < period; z++)
    for (int y = 0; y < period; y++)
      for (int x = 0; x < period; x++)
        if ((n[0] * x + n[1] * y + n[2] * z) % period < period / 2)
          set_bit(&b, x, y, z);
  return b;
}

/* x^2 + y^2 (+ z^2) < r^2 from a point between nodes. */
static struct tile_bits rounded(double r, bool sphere)
{
  struct tile_bits b = empty_bits((const int64_t[]){32, 32, 32});
  for (int z = 0; z < 32; z++)
    for (int y = 0; y < 32; y++)
      for (int x = 0; x < 32; x++)
        if ((x - 15.3) * (x - 15.3) + (y - 15.7) * (y - 15.7) + sphere * (z - 15.4) * (z - 15.4) < r * r)
          set_bit(&b, x, y, z);
  return b;
}

static struct tile_flatness flatness_of(struct tile_bits *b)
{
  struct tile_domain d = domain_of(b, (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  struct tile_flatness f;
  struct tile_error e;
  ck_assert_int_eq(tile_flatness_of(&f, &d, &e), 0);
  tile_domain_free(&d);
  tile_bits_free(b);
  return f;
}

/* Planes by their largest index; (4,1,0) has no period within reach, but goes on along z. */
TEST(flat_walls)
{
  static const struct {
    int n[3];
    double flat, straight;
  } plane[] = {{{1, 0, 0}, 1, 0},       {{0, 0, 1}, 1, 0},   {{1, 1, 0}, 1, 0},
               {{1, 0, -1 + 32}, 1, 0}, {{1, 1, 1}, 1, 0},   {{2, 1, 0}, 0.5, 0},
               {{1, 2, 1}, 0.5, 0},     {{2, 1, 2}, 0.5, 0}, {{4, 1, 0}, 0, 1}};
  for (size_t i = 0; i < sizeof plane / sizeof *plane; i++) {
    struct tile_bits b = slabs(plane[i].n, 32);
    const struct tile_flatness f = flatness_of(&b);
    ck_assert_msg(fabs(f.flat - plane[i].flat) < 1e-12 && fabs(f.straight - plane[i].straight) < 1e-12,
                  "(%d,%d,%d): %g and %g", plane[i].n[0], plane[i].n[1], plane[i].n[2], f.flat, f.straight);
  }
}

TEST(round_walls)
{
  struct tile_bits tube = rounded(10.2, false), ball = rounded(10.2, true),
                   none = empty_bits((const int64_t[]){4, 4, 4}),
                   noise = random_bits((const int64_t[]){32, 32, 32}, 0.5, 3);
  struct tile_flatness f = flatness_of(&tube);
  ck_assert_msg(f.flat < 0.35 && f.straight > 0.3, "tube: %g and %g", f.flat, f.straight);
  f = flatness_of(&ball);
  ck_assert_msg(f.flat < 0.02 && f.straight < 0.2, "ball: %g and %g", f.flat, f.straight);
  f = flatness_of(&noise);
  ck_assert_msg(f.flat < 0.01 && f.straight < 0.15, "noise: %g and %g", f.flat, f.straight);
  set_bit(&none, 1, 1, 1); /* a domain needs a node */
  f = flatness_of(&none);
  ck_assert_msg(f.flat < 0.01 && f.straight < 0.01, "one node: %g and %g", f.flat, f.straight);
}

/* Walls half-way to the neighbours in the grid and across a seam; the faces of the grid have none. */
TEST(walls_moved)
{
  struct tile_bits b = box_bits((const int64_t[]){8, 8, 8}, (const int64_t[]){0, 0, 2}, (const int64_t[]){8, 8, 6});
  struct tile_domain d = domain_of(&b, (struct tile_make){.periodic = TILE_X});
  struct tile_error e;
  ck_assert_int_eq(tile_move_walls(&d, 0.625, &e), 0);
  /* Five links of each node of both layers, less those that leave the grid along y. */
  ck_assert_uint_eq(d.walls, 2 * (5 * 8 * 8 - 2 * 8));
  ck_assert_uint_eq(d.wall_begin[d.tiles], d.walls);
  for (size_t w = 0; w < d.walls; w++) {
    ck_assert_int_ne(tile_link[d.wall[w].link][2], 0);
    ck_assert_double_eq_tol(TILE_WALL_Q(d.wall[w].q), 0.625, 1e-12);
  }
  tile_domain_free(&d);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("coarsen", 60, CK_FORK_GETENV);
}
