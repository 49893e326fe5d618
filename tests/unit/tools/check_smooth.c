/* SPDX-License-Identifier: BSD-3-Clause */
/* The filters that act in the order of the command line against their definitions, voxel by voxel, in doubles, on random
 * volumes: with NaN, in one slice, of all types. */
#include "filter_list.h"
#include "noise.h"
#include "random.h"
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

static int64_t reflect(int64_t i, int64_t n)
{
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

static double at(int64_t x, int64_t y, int64_t z)
{
  return image[reflect(z, slices) * SLICE + reflect(y, NY) * NX + reflect(x, NX)];
}

/* ---- definitions: what the filter gives at a voxel that is a number; p: its numbers ---- */

typedef double definition(const int64_t v[3], const double *p);

/* Sums weight times value and weight over the cube of neighbours; in one slice over a square. */
#define AROUND(r)                                                           \
  for (int64_t k = slices > 1 ? -(r) : 0; k <= (slices > 1 ? (r) : 0); k++) \
    for (int64_t j = -(r); j <= (r); j++)                                   \
      for (int64_t i = -(r); i <= (r); i++)

static double gaussian(const int64_t v[3], const double *p)
{
  const int64_t r = (int64_t)(4 * p[0] + 0.5);
  double sum = 0, all = 0;
  AROUND(r)
  {
    const double w = exp(-0.5 * (double)(i * i + j * j + k * k) / (p[0] * p[0])), g = at(v[0] + i, v[1] + j, v[2] + k);
    sum += isnan(g) ? 0 : w * g;
    all += isnan(g) ? 0 : w;
  }
  return sum / all;
}

static double unsharp(const int64_t v[3], const double *p)
{
  const double g = at(v[0], v[1], v[2]);
  return g + p[1] * (g - gaussian(v, p));
}

static double bilateral(const int64_t v[3], const double *p)
{
  const int64_t r = (int64_t)p[0];
  double sum = 0, all = 0;
  AROUND(r)
  {
    const double g = at(v[0] + i, v[1] + j, v[2] + k), d = g - at(v[0], v[1], v[2]);
    const double apart = (double)(i * i + j * j + k * k);
    if (isnan(g) || apart > p[0] * p[0])
      continue;
    const double w = exp(-2 * apart / (p[0] * p[0]) - d * d / (2 * p[1] * p[1]));
    sum += w * g;
    all += w;
  }
  return sum / all;
}

/* Mean square difference of the patches around two voxels, in which NaN counts as 0. */
static double patches_apart(const int64_t v[3], const int64_t o[3], int64_t r)
{
  double sum = 0, all = 0;
  AROUND(r)
  {
    const double a = at(v[0] + i, v[1] + j, v[2] + k), b = at(v[0] + o[0] + i, v[1] + o[1] + j, v[2] + o[2] + k);
    const double d = (isnan(a) ? 0 : a) - (isnan(b) ? 0 : b);
    sum += d * d;
    all += 1;
  }
  return sum / all;
}

static double nlm_with(const int64_t v[3], const double *p, double noise)
{
  double sum = 0, all = 0;
  AROUND((int64_t)p[0])
  {
    const double g = at(v[0] + i, v[1] + j, v[2] + k);
    const double d = patches_apart(v, (int64_t[]){i, j, k}, (int64_t)p[1]);
    const double t = fmax(0, d - 2 * noise * noise) / (p[2] * p[2]);
    if (isnan(g) || t >= 5)
      continue;
    sum += exp(-t) * g;
    all += exp(-t);
  }
  return sum / all;
}

static double nlm(const int64_t v[3], const double *p)
{
  return nlm_with(v, p, 0);
}

static double nlm_of_noise(const int64_t v[3], const double *p)
{
  static double noise = NAN;
  struct source s = open_image(false);
  (void)p;
  if (isnan(noise))
    ck_assert_int_eq(noise_estimate(&s, &noise, &e), TILE_OK);
  return nlm_with(v, (double[]){3, 1, FILTER_NLM_NOISE * noise}, noise);
}

static double anisotropic(const int64_t v[3], const double *p)
{
  static const int64_t beside[6][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  const double g = at(v[0], v[1], v[2]);
  double sum = g;
  for (int i = 0; i < 6; i++) {
    const double d = at(v[0] + beside[i][0], v[1] + beside[i][1], v[2] + beside[i][2]) - g;
    sum += isnan(d) ? 0 : d / (1 + d * d / (p[1] * p[1])) / 7;
  }
  return sum;
}

/* ---- comparisons ---- */

static void apply(struct source *s, int kind, const char *text)
{
  struct filter_list l = {0};
  ck_assert_msg(filter_list_add(&l, &filter_kinds[kind], text, &e) == TILE_OK, "%s", e.text);
  ck_assert_msg(filter_list_apply(&l, s, &e) == TILE_OK, "%s", e.text);
}

static void compare(int kind, const char *text, const double *p, definition *define, double tolerance, bool nans)
{
  double slice[SLICE];
  struct source s = open_image(nans);
  apply(&s, kind, text);
  for (int64_t z = 0; z < slices; z++) {
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int64_t i = 0; i < SLICE; i++) {
      const int64_t v[3] = {i % NX, i / NX, z};
      const double was = at(v[0], v[1], z), wanted = isnan(was) ? (double)NAN : define(v, p);
      ck_assert_msg(isnan(was) ? isnan(slice[i]) : fabs(slice[i] - wanted) <= tolerance,
                    "--%s %s at %d %d %d: %.9g, not %.9g", filter_kinds[kind].name, text ? text : "", (int)v[0],
                    (int)v[1], (int)z, slice[i], wanted);
    }
  }
  s.close(&s);
}

static const struct {
  int kind;
  const char *text;
  double p[3];
  definition *define;
  double tolerance; /* grey levels of 0 ... 1300: doubles, or floats with weights to 3e-7 */
} cases[] = {
    {FILTER_KIND_GAUSSIAN, "0.8", {0.8}, gaussian, 1e-9},
    {FILTER_KIND_GAUSSIAN, "0.1", {0.1}, gaussian, 1e-9},
    {FILTER_KIND_UNSHARP, "1,0.5", {1, 0.5}, unsharp, 1e-9},
    {FILTER_KIND_BILATERAL, "1,100", {1, 100}, bilateral, 2e-3},
    {FILTER_KIND_BILATERAL, "3,70.5", {3, 70.5}, bilateral, 2e-3},
    {FILTER_KIND_NLM, "2,1,120", {2, 1, 120}, nlm, 2e-3},
    {FILTER_KIND_NLM, "1,2,90", {1, 2, 90}, nlm, 2e-3},
    {FILTER_KIND_NLM, "3,0,200", {3, 0, 200}, nlm, 2e-3},
    {FILTER_KIND_ANISOTROPIC, "1,80", {1, 80}, anisotropic, 1e-9},
};

static void compare_all(bool nans)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    compare(cases[i].kind, cases[i].text, cases[i].p, cases[i].define, cases[i].tolerance, nans);
}

START_TEST(filters_are_as_defined)
{
  make_image(1, 100, false);
  compare_all(false);
}
END_TEST

START_TEST(holes_are_no_neighbours)
{
  make_image(2, 100, true);
  compare_all(true);
}
END_TEST

START_TEST(one_slice_is_flat)
{
  slices = 1;
  make_image(3, 100, false);
  compare_all(false);
  make_image(4, 100, true);
  compare_all(true);
}
END_TEST

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
  make_image(6, 60, false);
  compare(FILTER_KIND_NLM, NULL, NULL, nlm_of_noise, 2e-3, false);
}
END_TEST

/* Normal noise of 60 alone: the median of 3500 differences, or of each of three slices, is off by up to 5 %. */
static struct random noise_random;
static double noise_alone(int x, int y, int z)
{
  (void)x, (void)y, (void)z;
  return 500 + 60 * normal(&noise_random);
}

/* ---- the local threshold ---- */

static int64_t turned(int64_t i, int64_t n)
{
  while (n > 1 && (i < 0 || i >= n))
    i = i < 0 ? -i : 2 * (n - 1) - i;
  return n > 1 ? i : 0;
}

static double less_threshold(const int64_t v[3], int64_t r, const struct local_threshold *how)
{
  double n = 0, sum = 0, square = 0;
  AROUND(r)
  {
    const double g =
        image[turned(v[2] + k, slices) * SLICE + turned(v[1] + j, NY) * NX + turned(v[0] + i, NX)] - how->least;
    n += !isnan(g);
    sum += isnan(g) ? 0 : g;
    square += isnan(g) ? 0 : g * g;
  }
  const double m = sum / n, s = sqrt(fmax(0, square / n - m * m));
  return image[v[2] * SLICE + v[1] * NX + v[0]] - how->least - m * (1 + how->k * (s / how->range - 1));
}

static void compare_local(int64_t r, double k, double range, bool nans)
{
  double slice[SLICE], low = INFINITY, high = -INFINITY;
  struct source s = open_image(nans);
  struct local_threshold how = {.k = k, .range = range};
  for (int i = 0; i < slices * SLICE; i++) {
    low = fmin(low, image[i]);
    high = fmax(high, image[i]);
  }
  ck_assert_msg(filter_local(&s, r, &how, &e) == TILE_OK, "%s", e.text);
  ck_assert(how.least == low && how.range == (range > 0 ? range : (high - low) / 2));
  for (int64_t z = slices - 1; z >= 0; z--) {
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int64_t i = 0; i < SLICE; i++) {
      const double wanted = less_threshold((int64_t[]){i % NX, i / NX, z}, r, &how);
      ck_assert_msg(isnan(wanted) ? isnan(slice[i]) : fabs(slice[i] - wanted) < 1e-7, "%g, not %g", slice[i], wanted);
    }
  }
  s.close(&s);
}

/* Sauvola's formula, and mirrors in the middle of the outer voxels as scikit-image has them. */
START_TEST(local_thresholds_are_those_of_sauvola)
{
  for (slices = 1; slices <= NZ; slices += NZ - 1)
    for (int nans = 0; nans < 2; nans++) {
      make_image(8, 100, nans);
      compare_local(2, 0.2, 0, nans);
      compare_local(7, -0.3, 200, nans);
    }
  slices = NZ;
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
  tcase_add_test(t, filters_are_as_defined);
  tcase_add_test(t, holes_are_no_neighbours);
  tcase_add_test(t, one_slice_is_flat);
  tcase_add_test(t, noise_is_found);
  tcase_add_test(t, local_thresholds_are_those_of_sauvola);
  tcase_add_test(t, flat_is_what_was_hardened);
  tcase_add_loop_test(t, noise_alone_is_exact, 0, 2);
  tcase_add_test(t, rings_are_taken_off);
  tcase_add_test(t, rings_are_linear_between_radii);
  tcase_add_test(t, no_rings_are_seen_where_there_are_none);
  tcase_add_test(t, threads_give_the_same_bits);
  tcase_add_test(t, types_are_kept);
  tcase_add_test(t, odd_filters_are_refused);
  return run_suite(suite, CK_FORK_GETENV);
}
