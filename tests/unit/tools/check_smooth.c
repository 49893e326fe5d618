/* SPDX-License-Identifier: BSD-3-Clause */
/* The filters that act in the order of the command line: the noise from which they find their strength, faults of scanners
 * that they take off, threads, types and odd options. check_inside.c has their definitions. */
#include "filter_list.h"
#include "noise.h"
#include "random.h"
#include "source_typed.h"
#include "suite.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 19, NY = 18, NZ = 11, SLICE = NX * NY, COUNT = SLICE * NZ };

static struct tile_error e;
static double image[COUNT];
static int64_t slices = NZ;

static double normal(struct random *r)
{
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += random_real(r);
  return sum;
}

/* Two phases with noise; `holes`: some values are no numbers. */
static void make_image(uint64_t seed, double noise, bool holes)
{
  struct random r = {seed};
  for (int i = 0; i < COUNT; i++) {
    const int x = i % NX, y = i / NX % NY, z = i / SLICE;
    image[i] = rint(((x / 5 + y / 7 + z / 4) % 2 ? 900 : 300) + noise * normal(&r));
    if (holes && (random_real(&r) < 0.05 || x + y < 5))
      image[i] = NAN;
  }
}

static int read_image(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  (void)s, (void)why;
  memcpy(values, image + z * SLICE, SLICE * sizeof *values);
  return TILE_OK;
}

static void close_image(struct source *s)
{
  (void)s;
}

static struct source open_image(bool nans)
{
  return (struct source){.grid = {NX, NY, slices},
                         .nans = nans,
                         .type = "f64",
                         .read = read_image,
                         .close = close_image,
                         .rereadable = true};
}

static void apply(struct source *s, int kind, const char *text)
{
  struct filter_list l = {0};
  ck_assert_msg(filter_list_add(&l, &filter_kinds[kind], text, &e) == TILE_OK, "%s", e.text);
  ck_assert_msg(filter_list_apply(&l, s, &e) == TILE_OK, "%s", e.text);
}

START_TEST(noise_is_found)
{
  double noise;
  for (slices = 1; slices <= NZ; slices += NZ - 1) {
    struct source s = open_image(false);
    make_image(5, 60, false);
    ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_OK);
    ck_assert_msg(fabs(noise - 60) < 25, "noise %g", noise); /* the image is small, and full of edges */
    s.rereadable = false;
    ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_USAGE);
  }
  slices = NZ;
}
END_TEST

/* Normal noise of 60 alone: the median of 3500 differences, or of each of three slices, is off by up to 5 %. */
static struct random noise_random;
static double made_around;
static double noise_alone(int x, int y, int z)
{
  (void)x, (void)y, (void)z;
  return 500 + 60 * normal(&noise_random);
}

START_TEST(local_thresholds_need_room_and_two_values)
{
  struct source s = open_image(false);
  ck_assert_int_eq(filter_local(&s, NZ, &(struct local_threshold){0.2, 0, 0}, &e), TILE_USAGE);
  for (int i = 0; i < COUNT; i++)
    image[i] = 5;
  ck_assert_int_eq(filter_local(&s, 1, &(struct local_threshold){0.2, 0, 0}, &e), TILE_REJECTED);
}
END_TEST

/* ---- faults of scanners, around an axis ---- */

enum { SIDE = 61, DEEP = 5 };
static const double axis[2] = {28, 31.5};

/* Grains in a matrix; a thin dark cross lets no ring of the image be of one class. */
static bool is_bright(int x, int y, int z)
{
  return (x / 6 + y / 9 + z) % 2 && x % 11 && y % 13;
}

static double radius_at(int x, int y)
{
  return hypot(x - axis[0], y - axis[1]);
}

/* The level of the bright class above the dark one, 100: by a polynomial of the radius, and other in each slice. */
static double hardened(int x, int y, int z)
{
  const double r = radius_at(x, y) / 40, beam[DEEP] = {1, 1.1, 0.9, 1.05, 1};
  return is_bright(x, y, z) ? 100 + 200 * beam[z] * (0.7 + 0.2 * r * r + 0.1 * r * r * r * r) : 100;
}

/* Rings of 20 grey levels, two voxels wide. */
static double ringed(int x, int y, int z)
{
  const double r = radius_at(x, y);
  return (is_bright(x, y, z) ? 300 : 100) + (fmod(r, 20) > 13 && fmod(r, 20) < 15 ? 20 : 0);
}

static double (*made)(int x, int y, int z);

static int read_made(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  (void)s, (void)why;
  for (int i = 0; i < SIDE * SIDE; i++)
    values[i] = made(i % SIDE, i / SIDE, (int)z);
  return TILE_OK;
}

static struct source open_made(double what(int x, int y, int z))
{
  struct source s = open_image(false);
  made = what;
  s.read = read_made;
  memcpy(s.grid, (int64_t[]){SIDE, SIDE, DEEP}, sizeof s.grid);
  return s;
}

/* A bright disc, whose level falls by a parabola; around it grains of 110 in 100, where the parabola goes on and falls below 0. */
static double falling(double r)
{
  return 1.2 - 0.5 * r * r / 625;
}

static double disc(int x, int y, int z)
{
  const double r = radius_at(x, y);
  return r < 25 ? 100 + 200 * falling(r) : (3 * x + 7 * y + z) % 11 ? 100 : 110;
}

/* Root of the mean square difference of a class from its mean, over all slices, after the filter; NULL: as it is. */
static double spread(double what(int x, int y, int z), int kind, const char *text, bool bright)
{
  static double slice[SIDE * SIDE];
  struct source s = open_made(what);
  double sum = 0, square = 0, count = 0;
  if (text)
    apply(&s, kind, text);
  for (int z = 0; z < DEEP; z++) {
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
      if (is_bright(i % SIDE, i / SIDE, z) == bright) {
        sum += slice[i];
        square += slice[i] * slice[i];
        count++;
      }
  }
  s.close(&s);
  return sqrt(fmax(0, square / count - sum / count * sum / count));
}

/* The polynomial is fitted at the middle of rings of one voxel: within 1 % of the level. */
START_TEST(flat_is_what_was_hardened)
{
  ck_assert(spread(hardened, 0, NULL, true) > 15);
  ck_assert_msg(spread(hardened, FILTER_KIND_FLATTEN, "28,31.5", true) < 2, "%g",
                spread(hardened, FILTER_KIND_FLATTEN, "28,31.5", true));
  ck_assert(spread(hardened, FILTER_KIND_FLATTEN, "28,31.5", false) < 0.05);
  ck_assert(spread(hardened, FILTER_KIND_FLATTEN, NULL, true) > 2); /* another axis */
}
END_TEST

/* The grains around the disc have their contrast to the mean of the dark class over the level, but at most twentyfold. */
START_TEST(flat_is_at_most_twentyfold)
{
  static double slice[SIDE * SIDE];
  struct source s = open_made(disc);
  double dark = 0, dim = 0, mean = 0, bright = 0;
  for (int i = 0; i < SIDE * SIDE * DEEP; i++) {
    const int x = i % SIDE, y = i / SIDE % SIDE, z = i / (SIDE * SIDE);
    *(radius_at(x, y) < 25 ? &mean : &dark) += disc(x, y, z);
    *(radius_at(x, y) < 25 ? &bright : &dim) += 1;
  }
  dark /= dim;
  mean = mean / bright - dark;
  apply(&s, FILTER_KIND_FLATTEN, "28,31.5");
  for (int z = 0; z < DEEP; z++) {
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int i = 0; i < SIDE * SIDE; i++) {
      const double r = radius_at(i % SIDE, i / SIDE), level = (100 - dark + 200 * falling(r)) / mean;
      const double wanted = (disc(i % SIDE, i / SIDE, z) - dark) / fmax(level, 0.05),
                   off = fabs(slice[i] - dark - wanted);
      /* near the least level a small error of the fit is a large one of its inverse */
      ck_assert_msg(off < 0.03 * fabs(wanted) || (level > 0.02 && level < 0.25), "%g of %g at %g", off, wanted, r);
    }
  }
  s.close(&s);
}
END_TEST

START_TEST(noise_alone_is_exact)
{
  double noise;
  struct source s = open_made(noise_alone);
  noise_random = (struct random){9};
  s.grid[2] = _i ? DEEP : 1;
  ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_OK);
  ck_assert_double_eq_tol(noise, 60, 0.05 * 60);
}
END_TEST

/* The same noise in a core of a third of the image, on an axis that is not its middle, surrounded by one value or NaN. */
static double core_alone(int x, int y, int z)
{
  return hypot(x - 27, y - 32) > 20 ? made_around : noise_alone(x, y, z);
}

START_TEST(noise_is_that_of_the_core)
{
  double noise;
  struct source s = open_made(core_alone);
  noise_random = (struct random){10};
  made_around = _i / 2 ? (double)NAN : 0;
  s.nans = _i / 2;
  s.grid[2] = _i % 2 ? DEEP : 1;
  ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_OK);
  ck_assert_double_eq_tol(noise, 60, (_i / 2 ? 0.1 : 0.25) * 60); /* one value makes an edge around it */
}
END_TEST

/* A slice of one value between two with noise is no surround: the differences are those of the two, of 72 in 216 parts. */
static double layer_alone(int x, int y, int z)
{
  return z == 1 ? 500 : noise_alone(x, y, z);
}

START_TEST(a_flat_slice_is_no_surround)
{
  double noise;
  struct source s = open_made(layer_alone);
  noise_random = (struct random){11};
  s.grid[2] = 3;
  ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_OK);
  ck_assert_double_eq_tol(noise, 60 / sqrt(3), 0.05 * 60);
}
END_TEST

/* A disc of one value in another one: its inside is no surround, and there is no noise; at the edge there is a difference. */
static double disc_alone(int x, int y, int z)
{
  (void)z;
  return hypot(x - 27, y - 32) > 20 ? 100 : 300;
}

START_TEST(rarer_flat_values_have_no_noise)
{
  double noise;
  struct source s = open_made(disc_alone);
  s.grid[2] = 1;
  ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_OK);
  ck_assert_double_eq(noise, 0);
}
END_TEST

/* Two values, or planes, have no noise; then what the strength is must be stated. */
START_TEST(no_noise_is_no_strength)
{
  static const int kinds[] = {FILTER_KIND_NLM, FILTER_KIND_BILATERAL, FILTER_KIND_ANISOTROPIC};
  static const char *const texts[] = {NULL, "2", "3"}, *const stated[] = {"state H", "state SIGMA_GREY", "state KAPPA"};
  for (int i = 0; i < 3; i++) {
    struct filter_list l = {0};
    struct source s = open_image(false);
    for (int v = 0; v < COUNT; v++)
      image[v] = v % NX + 3 * (v / SLICE);
    ck_assert_int_eq(filter_list_add(&l, &filter_kinds[kinds[i]], texts[i], &e), TILE_OK);
    ck_assert_int_eq(filter_list_apply(&l, &s, &e), TILE_REJECTED);
    ck_assert_msg(strstr(e.text, stated[i]) && s.read == read_image, "%s", e.text);
  }
}
END_TEST

START_TEST(rings_are_taken_off)
{
  const double with = spread(ringed, 0, NULL, false), without = spread(ringed, FILTER_KIND_RINGS, "28,31.5", false);
  ck_assert(with > 5);
  ck_assert_msg(without < 0.6 * with, "%g of %g", without, with); /* voxels lie between radii */
  ck_assert(spread(ringed, FILTER_KIND_RINGS, "20,20", false) > 0.9 * with);
}
END_TEST

/* Rings of this kind are in no image of two flat classes: nothing is changed. */
static double two_classes(int x, int y, int z)
{
  return is_bright(x, y, z) ? 300 : 100;
}

/* A ring that falls linearly to 0 within a voxel of r = 15, as the filter takes it to be between whole radii: less than a third
 * of it is left, since medians of a ring are those of what lies within half a voxel. */
static double thin_ring(int x, int y, int z)
{
  const double away = fabs(radius_at(x, y) - 15);
  return two_classes(x, y, z) + 40 * fmax(0, 1 - away);
}

START_TEST(rings_are_linear_between_radii)
{
  const double with = spread(thin_ring, 0, NULL, false),
               without = spread(thin_ring, FILTER_KIND_RINGS, "28,31.5", false);
  ck_assert_msg(without < 0.3 * with, "%g of %g", without, with);
}
END_TEST

START_TEST(no_rings_are_seen_where_there_are_none)
{
  ck_assert_msg(spread(two_classes, FILTER_KIND_RINGS, "28,31.5", false) < 1, "%g",
                spread(two_classes, FILTER_KIND_RINGS, "28,31.5", false));
}
END_TEST

/* Two steps are one after the other, whatever the number of threads, and in any order of slices. */
static void read_all(struct source *s, double *to)
{
  static const int order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 9, 0};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    ck_assert_int_eq(s->read(s, order[i], to + order[i] * SLICE, &e), TILE_OK);
}

START_TEST(threads_give_the_same_bits)
{
  static const struct {
    int kind;
    const char *text;
  } of[] = {{FILTER_KIND_GAUSSIAN, "1.5"},  {FILTER_KIND_BILATERAL, "2"}, {FILTER_KIND_NLM, NULL},
            {FILTER_KIND_ANISOTROPIC, "4"}, {FILTER_KIND_FLATTEN, NULL},  {FILTER_KIND_RINGS, "5,6"},
            {FILTER_KIND_MEDIAN, "1"}};
  double *found[2] = {tile_alloc(COUNT, sizeof(double)), tile_alloc(COUNT, sizeof(double))};
  make_image(7, 80, false);
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    for (int k = 0; k < 2; k++) {
      struct source s = open_image(false);
      omp_set_num_threads(k ? 3 : 1);
      apply(&s, of[i].kind, of[i].text);
      read_all(&s, found[k]);
      s.close(&s);
    }
    ck_assert_msg(memcmp(found[0], found[1], COUNT * sizeof(double)) == 0, "%s", filter_kinds[of[i].kind].name);
  }
  free(found[0]);
  free(found[1]);
}
END_TEST

/* Numbers that are not stored round to the type, within its range. */
START_TEST(types_are_kept)
{
  static const struct {
    char kind;
    int bits;
    double value, kept;
  } of[] = {{'u', 8, 2.6, 3},
            {'u', 8, 300, 255},
            {'u', 8, -7, 0},
            {'i', 8, -200, -128},
            {'u', 16, 70000, 65535},
            {'i', 16, -1.4, -1},
            {'u', 32, 5e9, 4294967295},
            {'i', 32, -5e9, -2147483648.0},
            {'f', 32, 0.1, 0.1F},
            {'f', 64, 0.1, 0.1},
            {'u', 16, 2.5, 2}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    struct source s = open_image(false);
    double slice[SLICE], widened;
    char typed[SLICE * 8];
    for (int v = 0; v < COUNT; v++)
      image[v] = of[i].value;
    ck_assert_int_eq(filter_type(&s, voxel_type_of(of[i].kind, of[i].bits), &e), TILE_OK);
    ck_assert_int_eq(s.read(&s, 0, slice, &e), TILE_OK);
    ck_assert_double_eq(slice[5], of[i].kept);
    ck_assert_int_eq(source_read_typed(&s, 0, 0, typed, &e), TILE_OK);
    source_memory_type(&s)->widen(&widened, typed, 1, 5, 1);
    ck_assert_double_eq(widened, of[i].kept);
    s.close(&s);
  }
}
END_TEST

START_TEST(odd_filters_are_refused)
{
  static const struct {
    int kind;
    const char *text;
  } bad[] = {{FILTER_KIND_GAUSSIAN, ""},        {FILTER_KIND_GAUSSIAN, "0"},    {FILTER_KIND_GAUSSIAN, "-1"},
             {FILTER_KIND_GAUSSIAN, "1,2"},     {FILTER_KIND_GAUSSIAN, "nan"},  {FILTER_KIND_GAUSSIAN, "1x"},
             {FILTER_KIND_UNSHARP, "1"},        {FILTER_KIND_BILATERAL, "1.5"}, {FILTER_KIND_BILATERAL, "17"},
             {FILTER_KIND_BILATERAL, "2,0"},    {FILTER_KIND_NLM, "3,"},        {FILTER_KIND_NLM, "3,1,2,4"},
             {FILTER_KIND_ANISOTROPIC, "1001"}, {FILTER_KIND_FLATTEN, "3"},     {FILTER_KIND_RINGS, "3"},
             {FILTER_KIND_RINGS, "3,3,51"}};
  struct filter_list l = {0};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(filter_list_add(&l, &filter_kinds[bad[i].kind], bad[i].text, &e) == TILE_USAGE, "%s", bad[i].text);
  ck_assert_int_eq(l.count, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("smooth");
  TCase *t = tcase_create("all");
  suite_add_tcase(suite, t);
  tcase_set_timeout(t, 120);
  tcase_add_test(t, noise_is_found);
  tcase_add_test(t, local_thresholds_need_room_and_two_values);
  tcase_add_loop_test(t, noise_is_that_of_the_core, 0, 4);
  tcase_add_test(t, rarer_flat_values_have_no_noise);
  tcase_add_test(t, no_noise_is_no_strength);
  tcase_add_test(t, flat_is_what_was_hardened);
  tcase_add_test(t, flat_is_at_most_twentyfold);
  tcase_add_loop_test(t, noise_alone_is_exact, 0, 2);
  tcase_add_test(t, a_flat_slice_is_no_surround);
  tcase_add_test(t, rings_are_taken_off);
  tcase_add_test(t, rings_are_linear_between_radii);
  tcase_add_test(t, no_rings_are_seen_where_there_are_none);
  tcase_add_test(t, threads_give_the_same_bits);
  tcase_add_test(t, types_are_kept);
  tcase_add_test(t, odd_filters_are_refused);
  return run_suite(suite, CK_FORK_GETENV);
}
