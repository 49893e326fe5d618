/* Coarser domains against a count node by node. */
#include "bits_made.h"
#include "suite.h"

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

START_TEST(as_counted)
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
END_TEST

/* Random bits with probability 1/2: of the 256 patterns of eight nodes, 56 have three, 70 have four and 56 have five.
 * Tolerance 0.03 for 4096 cubes. */
START_TEST(undecided_as_asked)
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
END_TEST

START_TEST(patches_and_voxel_size_stay)
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
END_TEST

START_TEST(thin_walls_are_refused)
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
END_TEST

int main(void)
{
  Suite *s = suite_create("coarsen");
  TCase *t = tcase_create("coarsen");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, as_counted, 0, 48);
  tcase_add_test(t, undecided_as_asked);
  tcase_add_test(t, patches_and_voxel_size_stay);
  tcase_add_test(t, thin_walls_are_refused);
  suite_add_tcase(s, t);
  return run_suite(s, CK_FORK_GETENV);
}
