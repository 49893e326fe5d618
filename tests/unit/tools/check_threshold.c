/* SPDX-License-Identifier: BSD-3-Clause */
/* Otsu's threshold, the classes, the window, and the file names of a series. */
#include "band.h"
#include "classify.h"
#include "hysteresis.h"
#include "mirror.h"
#include "multi_otsu.h"
#include "numbers.h"
#include "random.h"
#include "natural.h"
#include "series.h"
#include "threshold.h"
#include "watershed.h"
#include "window.h"
#include "suite.h"
#include "tile_voxels.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static struct tile_error e;

static double otsu(const double *values, size_t count, bool integers)
{
  struct histogram *h;
  double threshold = NAN;
  ck_assert_int_eq(histogram_new(&h, integers, &e), TILE_OK);
  for (size_t i = 0; i < count; i += 7) /* in unequal parts */
    histogram_add(h, values + i, count - i < 7 ? count - i : 7);
  ck_assert_msg(histogram_otsu(h, &threshold, &e) == TILE_OK, "%s", e.text);
  histogram_free(h);
  return threshold;
}

/* Otsu's criterion by definition: every value is tried as a threshold. */
static double otsu_slow(const double *values, size_t count)
{
  double best = 0, least = NAN;
  for (size_t t = 0; t < count; t++) {
    double n[2] = {0, 0}, sum[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
      int upper = values[i] > values[t];
      n[upper]++;
      sum[upper] += values[i];
    }
    if (n[1] == 0)
      continue;
    double apart = sum[0] / n[0] - sum[1] / n[1], variance = n[0] * n[1] * apart * apart;
    if (variance > best) {
      best = variance;
      least = values[t];
    }
  }
  return least;
}

enum { COUNT = 600 };

/* Two peaks of 400 and 200 values. */
static void humps(double *v, double low, double high, double width, bool integers)
{
  struct random r = {11};
  for (int i = 0; i < COUNT; i++) {
    double noise = random_real(&r) + random_real(&r) + random_real(&r) - 1.5;
    v[i] = (i % 3 ? low : high) + width * noise;
    if (integers)
      v[i] = floor(v[i]);
  }
}

LOOP_TEST(integers_split_as_defined, 5)
{
  static const double humped[][3] = {
      {60, 180, 60}, {-90, 40, 20}, {1000, 60000, 900}, {0, 4e9, 2e7}, {0x1p63, 1.5 * 0x1p63, 0x1p61}};
  double v[COUNT];
  humps(v, humped[_i][0], humped[_i][1], humped[_i][2], true);
  double fast = otsu(v, COUNT, true), slow = otsu_slow(v, COUNT);
  for (int i = 0; i < COUNT; i++)
    ck_assert_int_eq(v[i] < fast, v[i] <= slow);
  if (_i < 3)
    ck_assert_double_eq(fast, slow + 1); /* bins of width 1 */
}

LOOP_TEST(reals_split_as_defined, 3)
{
  static const double humped[][3] = {{0.001, 0.002, 0.0003}, {-1e30, 3e30, 2e29}, {1000, 1000.5, 0.1}};
  double v[COUNT + 1];
  v[0] = humped[_i][0];
  humps(v + 1, humped[_i][0], humped[_i][1], humped[_i][2], false);
  double fast = otsu(v, COUNT + 1, false), slow = otsu_slow(v, COUNT + 1);
  for (int i = 0; i < COUNT; i++)
    ck_assert_int_eq(v[i] < fast, v[i] <= slow);
}

/* Zeros come first, as around a scanned core: the bins must grow from one value. */
TEST(zeros_come_first)
{
  double v[COUNT + 50] = {0};
  humps(v + 50, 1e-3, 5e5, 1e-4, false);
  double t = otsu(v, COUNT + 50, false);
  ck_assert(t > 0.01 && t < 4e5);
}

/* The values and the answer of skimage.filters.threshold_otsu (0.19): 4, so T = 5. */
TEST(a_known_case)
{
  static const double v[] = {1, 1, 2, 2, 2, 3, 3, 4, 9, 10, 10, 11, 11, 11, 12};
  ck_assert_double_eq(otsu(v, sizeof v / sizeof *v, true), 5);
}

TEST(one_value_has_no_threshold)
{
  struct histogram *h;
  double t, v[] = {5, 5, 5};
  ck_assert_int_eq(histogram_new(&h, true, &e), TILE_OK);
  histogram_add(h, v, 3);
  ck_assert_int_eq(histogram_otsu(h, &t, &e), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "value 5"), "%s", e.text);
  histogram_free(h);
}

/* ---- values in the type in which they are held ---- */

static const char *const held[] = {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64"};
enum { VALUES = 700 };

/* Integers near both ends of 8 to 64 bits, and fractions, as far as the type holds them. */
static size_t make_values(const struct voxel_type *t, void *stored, long double *values)
{
  size_t count = 0, bytes = (size_t)t->bits / 8;
  long double least = t->kind == 'i' ? -ldexpl(1, t->bits - 1) : 0, most = ldexpl(1, t->bits - (t->kind == 'i')) - 1;
  for (int power = 0; power <= 64; power++)
    for (int sign = -1; sign <= 1; sign += 2)
      for (double by = -1; by <= 1; by += 0.5) {
        long double v = sign * ldexpl(1, power) + by;
        if (t->kind != 'f' && (v < least || v > most || v != floorl(v)))
          continue;
        char *to = (char *)stored + count * bytes;
        if (t->kind == 'f' && bytes == 4)
          memcpy(to, &(float){(float)v}, 4);
        else if (t->kind == 'f')
          memcpy(to, &(double){(double)v}, 8);
        else if (t->kind == 'i')
          memcpy(to, &(int64_t){(int64_t)v}, bytes);
        else
          memcpy(to, &(uint64_t){(uint64_t)v}, bytes);
        values[count++] = t->kind != 'f' ? v : bytes == 4 ? (long double)(float)v : (long double)(double)v;
      }
  return count;
}

/* Comparisons in the stored type agree with those of exact numbers, also with limits that the type cannot hold. */
LOOP_TEST(values_in_memory_compare_like_numbers, sizeof held / sizeof *held)
{
  const struct voxel_type *t = voxel_type_named(held[_i], strlen(held[_i]));
  const struct voxel_loops *loops = voxel_loops_of(t);
  _Alignas(64) char stored[VALUES * 8];
  static long double v[VALUES];
  static double wide[VALUES];
  double low, high;
  size_t count = make_values(t, stored, v);
  ck_assert_ptr_eq(voxel_type_in_memory(t), t);
  for (size_t k = 0; k <= count * 3; k++) {
    long double limit = k == count * 3 ? 1e300L : v[k / 3] + ((long double)(k % 3) - 1) * 0.3L;
    unsigned char below[VALUES] = {0}, equal[VALUES] = {0};
    loops->below(below, stored, count, limit);
    loops->within(equal, stored, count, limit, limit);
    for (size_t i = 0; i < count; i++)
      ck_assert_msg(below[i] == (v[i] < limit) && equal[i] == (v[i] == limit), "%s: %.20Lg, %.20Lg", held[_i], v[i],
                    limit);
  }
  t->widen(wide, stored, count, 0, 1);
  loops->range(stored, count, &low, &high);
  for (size_t i = 0; i < count; i++)
    ck_assert(low <= wide[i] && wide[i] <= high && wide[i] == (double)v[i]);
}

/* A tally gives the histogram that the values give. */
LOOP_TEST(tallies_are_histograms, 4)
{
  const struct voxel_type *t = voxel_type_named(held[_i], strlen(held[_i]));
  const struct voxel_loops *loops = voxel_loops_of(t);
  _Alignas(64) char stored[VALUES * 8];
  long double exact[VALUES];
  double v[VALUES], one = 0, other = 0;
  static uint64_t tally[VOXEL_TALLY];
  struct histogram *h, *g;
  size_t count = make_values(t, stored, exact);
  t->widen(v, stored, count, 0, 1);
  memset(tally, 0, sizeof tally);
  ck_assert_int_eq(histogram_new(&h, true, &e) || histogram_new(&g, true, &e), TILE_OK);
  loops->tally(tally, stored, count);
  histogram_add_tally(g, loops->least, tally, VOXEL_TALLY);
  histogram_add(h, v, count);
  ck_assert_int_eq(histogram_otsu(h, &one, &e) || histogram_otsu(g, &other, &e), TILE_OK);
  ck_assert(one == other && histogram_quantile(h, 0.3) == histogram_quantile(g, 0.3));
  histogram_free(h);
  histogram_free(g);
}

static const struct {
  const char *rule, *classes; /* classes of 1 2 3 4 with threshold 3 */
} rules[] = {
    {"below", "1100"},
    {"above", "0011"},
    {"equal=3", "0010"},
    {"equal=1,4", "1001"},
    {"equal=-1,2.5", "0000"},
    {"equal=2-3", "0110"},
    {"equal=-7--1,1.5-3.5,4", "0111"},
    {"equal=2-2", "0100"},
    {"equal=1e0-2e0", "1100"},
};

LOOP_TEST(rules_classify, sizeof rules / sizeof *rules)
{
  const double v[] = {1, 2, 3, 4};
  unsigned char c[4];
  struct rule r = {.threshold = 3};
  ck_assert_int_eq(rule_parse(&r, rules[_i].rule, &e), TILE_OK);
  rule_apply(&r, voxel_loops_of(voxel_type_of('f', 64)), v, 4, c);
  for (int i = 0; i < 4; i++)
    ck_assert_int_eq(c[i], rules[_i].classes[i] - '0');
  free(r.equal);
}

/* Neighbours beyond 2^53, which are equal as doubles; decimal fractions are rounded to doubles. */
TEST(rules_are_exact)
{
  static const struct {
    const char *rule, *classes;
  } cases[] = {{"equal=9007199254740993", "010"},
               {"equal=9007199254740992,18446744073709551615", "101"},
               {"equal=18446744073709551616", "000"},
               {"equal=9007199254740993-18446744073709551615", "011"},
               {"equal=9007199254740993.0", "100"}};
  const uint64_t v[] = {9007199254740992, 9007199254740993, UINT64_MAX};
  unsigned char c[3];
  struct rule r = {0};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    ck_assert_int_eq(rule_parse(&r, cases[k].rule, &e), TILE_OK);
    rule_apply(&r, voxel_loops_of(voxel_type_of('u', 64)), v, 3, c);
    for (int i = 0; i < 3; i++)
      ck_assert_int_eq(c[i], cases[k].classes[i] - '0');
  }
  ck_assert_int_eq(rule_parse(&r, "equal=0.1", &e), TILE_OK);
  rule_apply(&r, voxel_loops_of(voxel_type_of('f', 64)), &(double){0.1}, 1, c);
  ck_assert_int_eq(c[0], TILE_FLUID);
  r.kind = RULE_BELOW;
  ck_assert_int_eq(rule_parse_hysteresis(&r, "9007199254740993,18446744073709551615", &e), TILE_OK);
  rule_levels(&r, voxel_loops_of(voxel_type_of('u', 64)), v, 3, c);
  ck_assert(c[0] == HYSTERESIS_STRONG && c[1] == HYSTERESIS_WEAK && c[2] == HYSTERESIS_NO);
  free(r.equal);
}

/* Thresholds of Otsu's criterion by every value, in another program. */
static const struct ends_case {
  const char *name;
  struct {
    int at, values;
    uint64_t each;
  } part[6];
  bool low, high;
  uint64_t left_out;      /* 0: these ends move nothing */
  double threshold, rest; /* rest 0: no classes */
} ends_cases[] = {
    {"a dead pixel", {{10, 10, 1000}, {30, 12, 700}, {60000, 1, 1}}, false, true, 1, 42, 20},
    {"two of 17500", {{10, 1, 9000}, {30, 1, 8500}, {59000, 1, 1}, {60000, 1, 1}}, false, true, 2, 31, 11},
    {"six of four values", {{10, 1, 9000}, {30, 1, 8500}, {59000, 1, 3}, {60000, 1, 3}}, .left_out = 0},
    {"dead pixels alone", {{7, 1, 20000}, {9, 1, 2}}, false, true, 2, 8, 0},
    {"16 values", {{0, 1, 5000}, {100, 8, 300}, {140, 7, 410}}, .left_out = 0},
    {"17 values", {{0, 1, 5000}, {100, 8, 300}, {140, 8, 410}}, true, false, 5000, 1, 108},
    {"8 % change", {{0, 1, 1500}, {100, 10, 300}, {140, 3, 180}, {200, 10, 300}}, .left_out = 0},
    {"12 % change", {{0, 1, 1500}, {100, 10, 300}, {140, 3, 260}, {200, 10, 300}}, true, false, 1500, 110, 143},
    {"no end", {{0, 8, 300}, {40, 9, 410}}, .left_out = 0},
    {"both ends",
     {{0, 1, 4897}, {10, 5, 939}, {128, 5, 804}, {212, 5, 2847}, {233, 5, 3398}, {255, 1, 16140}},
     true,
     true,
     4897 + 16140,
     15,
     133}};

LOOP_TEST(ends_move_thresholds, sizeof ends_cases / sizeof *ends_cases)
{
  const struct ends_case *c = &ends_cases[_i];
  struct histogram_ends ends;
  struct histogram *h;
  double all = 0;
  ck_assert_int_eq(histogram_new(&h, true, &e), TILE_OK);
  for (int k = 0; k < 6; k++)
    for (int v = c->part[k].at; v < c->part[k].at + c->part[k].values; v++, all += (double)c->part[k].each)
      for (uint64_t i = 0; i < c->part[k].each; i++)
        histogram_add(h, &(double){v}, 1);
  ck_assert_msg(histogram_ends(h, 2, NULL, &ends) == (c->left_out > 0), "%s", c->name);
  if (c->left_out) {
    ck_assert_msg(ends.low == c->low && ends.high == c->high && *ends.threshold == c->threshold, "%s", c->name);
    ck_assert_msg(c->rest > 0 ? *ends.rest == c->rest : isnan(*ends.rest), "%s", c->name);
    ck_assert_double_eq_tol(ends.share, (double)c->left_out / all, 1e-12);
  }
  histogram_free(h);
}

/* Three classes over a border: brute force over all pairs of limits gives 1 and 148 with the border, 107 and 148 without;
 * where there is none nothing moves. */
TEST(ends_move_classes)
{
  static const int at[] = {0, 100, 140, 200};
  for (int border = 0; border < 2; border++) {
    struct histogram_ends ends;
    struct histogram *h;
    ck_assert_int_eq(histogram_new(&h, true, &e), TILE_OK);
    for (int k = border ? 0 : 1; k < 4; k++)
      for (int v = at[k]; v < at[k] + (k ? 6 + k : 1); v++)
        for (int i = 0; i < (k ? 100 * k : 9000); i++)
          histogram_add(h, &(double){v}, 1);
    ck_assert_int_eq(histogram_ends(h, 3, histogram_classes, &ends), border);
    ck_assert(!border || (ends.low && !ends.high && ends.limits == 2));
    ck_assert_msg(
        !border || (ends.threshold[0] == 1 && ends.threshold[1] == 148 && ends.rest[0] == 107 && ends.rest[1] == 148),
        "%g %g %g %g", ends.threshold[0], ends.threshold[1], ends.rest[0], ends.rest[1]);
    histogram_free(h);
  }
}

/* A label is the number of its type that is nearest to the text: 0.7 is no f32, and no f16. */
TEST(labels_are_those_of_the_type)
{
  static const struct {
    const char *type, *rule, *classes; /* of v, and of the neighbours of 0.7 in f32 and f16 */
  } cases[] = {{"f32", "equal=0.7", "10000"},   {"f16", "equal=0.7", "00010"},      {"f64", "equal=0.7", "00000"},
               {"f32", "equal=0-0.7", "11001"}, {"f32", "equal=0.7-0.71", "10110"}, {"f16", "equal=6e-8", "00001"}};
  const float v[] = {0.7f, nextafterf(0.7f, 0), nextafterf(0.7f, 1), 1434 / 2048.0f, ldexpf(1, -24)};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    unsigned char c[5];
    struct rule r = {0};
    ck_assert_int_eq(rule_parse(&r, cases[k].rule, &e), TILE_OK);
    rule_store(&r, cases[k].type);
    rule_apply(&r, voxel_loops_of(voxel_type_of('f', 32)), v, 5, c);
    for (int i = 0; i < 5; i++)
      ck_assert_msg(c[i] == cases[k].classes[i] - '0', "%s of %s: value %d", cases[k].rule, cases[k].type, i);
    free(r.equal);
  }
}

/* --solid gives the classes that are fluid by --fluid, exchanged; a NaN gets the requested class, by every rule. */
TEST(solids_and_nans)
{
  static const struct {
    const char *rule, *nan, *classes; /* classes of 1 NaN 3 4 with threshold 3; levels for 2 ... 4 */
    const int levels[4];
  } cases[] = {{"below", "solid", "1000", {2, 0, 1, 0}}, {"below", "fluid", "1100", {2, 2, 1, 0}},
               {"above", "solid", "0011", {0, 0, 1, 2}}, {"above", "fluid", "0111", {0, 2, 1, 2}},
               {"equal=3-4", "fluid", "0111", {0}},      {"equal=3-4", "solid", "0011", {0}}};
  const float v[] = {1, NAN, 3, 4};
  const struct voxel_loops *loops = voxel_loops_of(voxel_type_of('f', 32));
  struct rule r = {.threshold = 3, .low = 2, .high = 4};
  unsigned char c[4];
  double low, high;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    ck_assert_int_eq(rule_parse(&r, cases[k].rule, &e) || rule_parse_nan(&r, cases[k].nan, &e), TILE_OK);
    rule_apply(&r, loops, v, 4, c);
    for (int i = 0; i < 4; i++)
      ck_assert_int_eq(c[i], cases[k].classes[i] - '0');
    rule_levels(&r, loops, v, 4, c);
    for (int i = 0; i < 4 && r.kind != RULE_EQUAL; i++)
      ck_assert_int_eq(c[i], cases[k].levels[i]);
  }
  ck_assert_int_eq(rule_parse_solid(&r, "equal=3", &e), TILE_OK);
  rule_apply(&r, loops, v, 4, c);
  ck_assert(c[0] == TILE_FLUID && c[1] == TILE_SOLID && c[2] == TILE_SOLID && c[3] == TILE_FLUID);
  loops->range(v, 4, &low, &high);
  ck_assert(low == 1 && high == 4);
  loops->range(v + 1, 2, &low, &high);
  ck_assert(low == 3 && high == 3 && loops->finite(v, 4, false) == 1 && loops->finite(v, 4, true) == 4);
  ck_assert_int_eq(rule_parse_solid(&r, "above", &e), TILE_USAGE);
  ck_assert_int_eq(rule_parse_nan(&r, "wall", &e), TILE_USAGE);
  free(r.equal);
}

TEST(odd_rules_are_refused)
{
  static const char *const bad[] = {"",          "belows",    "equal",      "equal=",   "equal=1,",
                                    "equal=1;2", "equal=x",   "equal=3-2",  "equal=1-", "equal=1-2-3",
                                    "equal=-",   "equal=nan", "equal=0-inf"};
  struct rule r = {0};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_int_eq(rule_parse(&r, bad[i], &e), TILE_USAGE);
  free(r.equal);
}

static const struct {
  const char *crop;
  int64_t begin[3], end[3];
} crops[] = {
    {"1:3,2:4,0:2", {1, 2, 0}, {3, 4, 2}},
    {",,", {0, 0, 0}, {5, 6, 7}},
    {",:4,5:", {0, 0, 5}, {5, 4, 7}},
    {":,0:6,6:7", {0, 0, 6}, {5, 6, 7}},
    /* lengths: the voxel sides are 1, 2 and 0.5 mm, and the image begins at 10, -4 and 0 mm */
    {"12mm:0.0136m,-2mm:,1:2.3mm", {2, 1, 1}, {4, 6, 5}},
    {":1.1cm,:1e3um,1e0mm:7", {0, 0, 2}, {1, 2, 7}},
};

LOOP_TEST(crops_are_understood, sizeof crops / sizeof *crops)
{
  struct window w = WINDOW_WHOLE;
  ck_assert_int_eq(window_parse(&w, crops[_i].crop, &e), TILE_OK);
  ck_assert_int_eq(window_measure(&w, (double[]){1e-3, 2e-3, 5e-4}, (double[]){0.01, -0.004, 0}, &e), TILE_OK);
  ck_assert_int_eq(window_fit(&w, (int64_t[]){5, 6, 7}, &e), TILE_OK);
  for (int a = 0; a < 3; a++) {
    ck_assert_int_eq(w.begin[a], crops[_i].begin[a]);
    ck_assert_int_eq(w.end[a], crops[_i].end[a]);
  }
}

TEST(odd_crops_are_refused)
{
  static const char *const bad[] = {"",      ",",      ",,,",      "1,2,3",    "1:2,1:2",
                                    "a:b,,", "-1:2,,", "1:2:3,,",  "1:2,,x",   "1ell:2,,",
                                    "mm:,,", "1mm,,",  "1 2mm:,,", "infmm:,,", "1e999mm:,,"};
  static const char *const outside[] = {"0:6,,", ",3:3,", ",,4:3", "5:,,", ",,0:0"};
  static const char *const lengths[] = {"1e300m:,,", ":-3mm,,", ":,:,:0mm"};
  struct window w = WINDOW_WHOLE;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(window_parse(&w, bad[i], &e) == TILE_USAGE, "%s", bad[i]);
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
    ck_assert_int_eq(window_parse(&w, outside[i], &e), TILE_OK);
    ck_assert_msg(window_fit(&w, (int64_t[]){5, 6, 7}, &e) == TILE_USAGE, "%s", outside[i]);
  }
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    ck_assert_int_eq(window_parse(&w, lengths[i], &e), TILE_OK);
    ck_assert_msg(window_measure(&w, (double[]){1e-3, 1e-3, 1e-3}, NULL, &e) == TILE_USAGE, "%s", lengths[i]);
  }
  ck_assert_int_eq(window_parse(&w, "1mm:,,", &e), TILE_OK);
  ck_assert_int_eq(window_measure(&w, (double[]){0, 0, 0}, NULL, &e), TILE_USAGE);
  ck_assert_int_eq(window_parse(&w, "-1mm:,,", &e), TILE_OK);
  ck_assert_int_eq(window_measure(&w, (double[]){1e-3, 1e-3, 1e-3}, NULL, &e), TILE_OK);
  ck_assert_int_eq(window_fit(&w, (int64_t[]){5, 6, 7}, &e), TILE_USAGE);
}

TEST(windows_cut_and_mirror)
{
  double slice[20], out_of[6];
  for (int i = 0; i < 20; i++)
    slice[i] = i; /* 5 x 4 */
  const struct window w = {.begin = {1, 2, 0}, .end = {4, 4, 1}};
  window_cut(&w, (int64_t[]){5, 4, 1}, sizeof *slice, slice, out_of);
  const double cut[] = {11, 12, 13, 16, 17, 18};
  for (int i = 0; i < 6; i++)
    ck_assert_double_eq(out_of[i], cut[i]);
  const unsigned char rows[] = {1, 2, 3, 4, 5, 6};
  const unsigned char along_x[] = {1, 2, 3, 3, 2, 1, 4, 5, 6, 6, 5, 4};
  const unsigned char along_y[] = {1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3};
  unsigned char out[12];
  mirror_slice(1, (int64_t[]){3, 2, 1}, rows, out);
  ck_assert_mem_eq(out, along_x, 12);
  mirror_slice(2, (int64_t[]){3, 2, 1}, rows, out);
  ck_assert_mem_eq(out, along_y, 12);
  const unsigned char along_both[] = {1, 2, 3, 3, 2, 1, 4, 5, 6, 6, 5, 4, 4, 5, 6, 6, 5, 4, 1, 2, 3, 3, 2, 1};
  unsigned char four[24];
  mirror_slice(7, (int64_t[]){3, 2, 1}, rows, four);
  ck_assert_mem_eq(four, along_both, 24);
}

static const struct {
  char *name[6];
  int at;
} series[] = {
    {{"s8.tif", "s9.tif", "s10.tif", "s11.tif"}, 0},
    {{"a 3/s 008.tif", "a 3/s 010.tif", "a 3/s 012.tif"}, 0},
    {{"s1.tif", "s10.tif", "s11.tif", "s2.tif"}, 2},
    {{"s1.tif", "s2.tif", "s4.tif", "s5.tif"}, 2},
    {{"s2.tif", "s1.tif"}, 1},
    {{"s2.tif", "s2.tif"}, 1},
    {{"one.tif", "two.tif", "three.tif"}, 0},
    {{"left1.tif", "right1.tif"}, 0},
    {{"stack.tif"}, 0},
    {{"v1.5/a", "v1.5/b"}, 0},
};

LOOP_TEST(series_break_is_found, sizeof series / sizeof *series)
{
  int count = 0;
  while (count < 6 && series[_i].name[count])
    count++;
  ck_assert_int_eq(series_break(series[_i].name, count), series[_i].at);
}

/* Names in their natural order; each is sorted from the reverse one. break_at, stray: as series_break and series_stray
 * see them in this order; stray NULL: none. */
static const struct {
  char *name[8];
  int break_at;
  const char *stray;
} natural[] = {
    {{"page2.tif", "page10.tif", "page11.TIF", "page12.tiff"}, 0, NULL},
    {{"i_0998.tif", "i_0999.tif", "i_1000.tif"}, 0, NULL},
    {{"z_9mm.tif", "z_9.5mm.tif", "z_10mm.tif", "z_10.5mm.tif"}, 0, NULL},
    {{"z_9mm.tif", "z_9.5mm.tif", "z_10.5mm.tif"}, 2, NULL},
    {{"p0.5.tif", "p1.tif", "p1.25.tif", "p1.5.tif"}, 2, NULL},
    {{"p0.25.tif", "p0.5.tif", "p0.75.tif", "p1.0.tif"}, 0, NULL},
    {{"p0.50.tif", "p1.tif", "p1.50.tif"}, 0, NULL},
    {{"s1.8.tif", "s1.9.tif", "s1.10.tif", "s1.11.tif"}, 0, NULL}, /* 1.10: its digits count as a number */
    {{"s1.8.tif", "s1.9.tif", "s1.10.tif", "s2.1.tif"}, 0, NULL},
    {{"Slice--2.tif", "Slice--1.tif", "Slice-0.tif", "Slice-1.tif"}, 0, NULL},
    {{"Slice--10.tif", "Slice--9.tif", "Slice-1.tif"}, 2, NULL},
    {{"Slice-1.tif", "Slice-2.tif", "Slice-10.tif"}, 2, NULL}, /* a separator */
    {{"z-5.tif", "z+0.tif", "z+5.tif", "z+10.tif"}, 0, NULL},
    {{"z-0.5.tif", "z0.tif", "z0.5.tif", "z1.tif"}, 0, NULL},
    {{"-1.tif", "0.tif", "1.tif"}, 0, NULL},
    {{"scan 2023-01-09 3.tif", "scan 2023-01-10 1.tif", "scan 2023-02-01 2.tif"}, 0, NULL},
    {{"9.1.2023.tif", "10.1.2023.tif", "10.12.2023.tif"}, 0, NULL},
    {{"a1b2.tif", "a1b10.tif", "a2b1.tif", "a10b1.tif"}, 0, NULL},
    {{"scan (1).tif", "scan (2).tif", "scan (10).tif"}, 2, NULL},
    {{"scan (2).tif", "scan (3).tif", "scan.tif"},
     0,
     "scan.tif: its name does not fit those of 2 others (scan (#).tif)"},
    {{"i_01.tif", "i_02 (2).tif", "i_02.tif"}, 0, "i_02 (2).tif: its name does not fit those of 2 others (i_#.tif)"},
    {{"i1.tif", "i2.tif", "i3.tif", "overview.tif"}, 0, "overview.tif"},
    {{"i1.tif", "i2.tif", "mask1.tif", "mask2.tif"}, 0, "mask1.tif"},
    {{"a/i1.tif", "a/i2.tif", "b/i1.tif"}, 0, NULL},
    {{"bottom.tif", "middle.tif", "top.tif"}, 0, NULL},
    {{"i1.tif", "i2.tif", "x.companion.ome"}, 0, NULL},
    {{"i1.png", "i2.png", "x.mha"}, 0, NULL}, /* refused as another kind of file */
    {{"099999999999998.tif", "99999999999999.tif", "100000000000000.tif"}, 0, NULL},
};

LOOP_TEST(names_are_numbers, sizeof natural / sizeof *natural)
{
  char *name[8];
  int count = 0;
  for (; count < 8 && natural[_i].name[count]; count++)
    ;
  for (int i = 0; i < count; i++)
    name[i] = natural[_i].name[count - 1 - i];
  ck_assert_int_eq(natural_sort(name, count, &e), TILE_OK);
  for (int i = 0; i < count; i++)
    ck_assert_str_eq(name[i], natural[_i].name[i]);
  ck_assert_int_eq(series_break(name, count), natural[_i].break_at);
  ck_assert_int_eq(series_stray(name, count, &e), natural[_i].stray ? TILE_REJECTED : TILE_OK);
  if (natural[_i].stray)
    ck_assert_msg(strncmp(e.text, natural[_i].stray, strlen(natural[_i].stray)) == 0 && strstr(e.text, "--sort given"),
                  "%s", e.text);
}

/* ---- several classes ---- */

enum { LEVELS = 24 };

/* The variance between the classes that end with the values end[0] < end[1] ... of the counts. */
static double variance_between(const int *count, const int *end, int classes)
{
  double all = 0, sum = 0, between = 0;
  for (int i = 0; i < LEVELS; i++) {
    all += count[i];
    sum += (double)count[i] * i;
  }
  for (int c = 0, i = 0; c < classes; c++) {
    double n = 0, s = 0;
    for (; i < LEVELS && (c == classes - 1 || i <= end[c]); i++) {
      n += count[i];
      s += (double)count[i] * i;
    }
    if (n == 0)
      return -1;
    between += n * (s / n - sum / all) * (s / n - sum / all);
  }
  return between;
}

/* Every choice of ends is tried. */
static double most_variance(const int *count, int *end, int at, int classes)
{
  double most = -1;
  if (at == classes - 1)
    return variance_between(count, end, classes);
  for (end[at] = at ? end[at - 1] + 1 : 0; end[at] < LEVELS; end[at]++)
    most = fmax(most, most_variance(count, end, at + 1, classes));
  return most;
}

static void compare_classes(uint64_t seed, int classes, double scale, double first)
{
  struct random r = {seed};
  struct histogram *h;
  double limit[MULTI_OTSU_MOST], share[MULTI_OTSU_MOST], shares = 0;
  int count[LEVELS], end[MULTI_OTSU_MOST], tried[MULTI_OTSU_MOST];
  ck_assert_int_eq(histogram_new(&h, scale == 1, &e), TILE_OK);
  for (int i = 0; i < LEVELS; i++) {
    const double value = first + scale * i;
    count[i] = random_real(&r) < 0.3 ? 0 : (int)(random_real(&r) * 20);
    for (int k = 0; k < count[i]; k++)
      histogram_add(h, &value, 1);
  }
  ck_assert_msg(histogram_classes(h, classes, limit, share, &e) == TILE_OK, "%s", e.text);
  for (int c = 0; c < classes - 1; c++)
    end[c] = (int)ceil((limit[c] - first) / scale) - 1;
  const double found = variance_between(count, end, classes), most = most_variance(count, tried, 0, classes);
  ck_assert_msg(found >= most * (1 - 1e-12), "%d classes: %.15g, not %.15g", classes, found, most);
  for (int c = 0; c < classes; c++)
    shares += share[c];
  ck_assert_double_eq_tol(shares, 1, 1e-12);
  histogram_free(h);
}

TEST(classes_have_the_most_variance)
{
  for (int classes = 2; classes <= 5; classes++)
    for (uint64_t seed = 1; seed <= 4; seed++) {
      compare_classes(seed, classes, 1, 0);
      compare_classes(seed, classes, 1, -30000);
      compare_classes(seed, classes, 0.125, 7);
    }
}

/* As many values as classes; one less; of two the threshold is that of Otsu's method for two. */
TEST(classes_are_not_empty)
{
  static const double values[] = {3, 9, 9, 200, 1000, 1000};
  struct histogram *h;
  double limit[MULTI_OTSU_MOST], share[MULTI_OTSU_MOST], threshold;
  ck_assert_int_eq(histogram_new(&h, true, &e), TILE_OK);
  histogram_add(h, values, 6);
  ck_assert_int_eq(histogram_classes(h, 4, limit, share, &e), TILE_OK);
  ck_assert(limit[0] == 4 && limit[1] == 10 && limit[2] == 201);
  ck_assert_double_eq_tol(share[1], 1.0 / 3, 1e-12);
  ck_assert_int_eq(histogram_classes(h, 5, limit, share, &e), TILE_REJECTED);
  ck_assert_int_eq(histogram_classes(h, 2, limit, share, &e), TILE_OK);
  ck_assert_int_eq(histogram_otsu(h, &threshold, &e), TILE_OK);
  ck_assert_double_eq(limit[0], threshold);
  histogram_free(h);
}

/* ---- the watershed ---- */

enum { WX = 9, WY = 7, WZ = 8, WALL = WX * WY * WZ };

/* By definition: of all that wait the lowest is next, and of these the first; markers in the order of their numbers. */
static void flood_slowly(const unsigned char *marker, const unsigned char *height, unsigned char *label)
{
  static const int beside[6][3] = {{0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int age[WALL], next = WALL;
  memcpy(label, marker, WALL);
  for (int i = 0; i < WALL; i++)
    age[i] = marker[i] == WATERSHED_A || marker[i] == WATERSHED_B ? i : -1;
  for (;;) {
    int at = -1;
    for (int i = 0; i < WALL; i++)
      if (age[i] >= 0 && (at < 0 || height[i] < height[at] || (height[i] == height[at] && age[i] < age[at])))
        at = i;
    if (at < 0)
      return;
    age[at] = -1;
    for (int k = 0; k < 6; k++) {
      const int x = at % WX + beside[k][0], y = at / WX % WY + beside[k][1], z = at / (WX * WY) + beside[k][2];
      const int i = (z * WY + y) * WX + x;
      if (x < 0 || y < 0 || z < 0 || x >= WX || y >= WY || z >= WZ || label[i] != WATERSHED_FREE)
        continue;
      label[i] = label[at];
      age[i] = next++;
    }
  }
}

static void compare_floods(uint64_t seed, int levels, double free, double out)
{
  struct random r = {seed};
  struct watershed *w;
  unsigned char marker[WALL], height[WALL], found[WALL], wanted[WALL];
  for (int i = 0; i < WALL; i++) {
    const double what = random_real(&r);
    marker[i] = what < free         ? WATERSHED_FREE
                : what < free + out ? WATERSHED_OUT
                                    : (unsigned char)(random_real(&r) < 0.5 ? WATERSHED_A : WATERSHED_B);
    height[i] = (unsigned char)(random_real(&r) * levels);
  }
  ck_assert_int_eq(watershed_new(&w, (int64_t[]){WX, WY, WZ}, &e), TILE_OK);
  for (int z = 0; z < WZ; z++)
    watershed_put(w, z, marker + z * WX * WY, height + z * WX * WY);
  ck_assert_int_eq(watershed_flood(w, NULL, NULL, &e), TILE_OK);
  for (int z = 0; z < WZ; z++)
    watershed_get(w, z, found + z * WX * WY);
  watershed_free(w);
  flood_slowly(marker, height, wanted);
  ck_assert_mem_eq(found, wanted, WALL);
}

TEST(floods_rise_in_order)
{
  static const int levels[] = {1, 2, 5, WATERSHED_LEVELS};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    for (uint64_t seed = 1; seed <= 10; seed++) {
      compare_floods(seed, levels[i], 0.5, 0);
      compare_floods(seed, levels[i], 0.97, 0);
      compare_floods(seed, levels[i], 0.6, 0.3); /* some voxels are never reached */
    }
}

/* More voxels wait than a part of the queue holds: from a plane of markers the nearer one reaches each voxel. */
TEST(floods_are_wide)
{
  enum { SIDE = 150, SLICE = SIDE * SIDE };
  static unsigned char marker[SLICE], height[SLICE], found[SLICE];
  struct watershed *w;
  ck_assert_int_eq(watershed_new(&w, (int64_t[]){SIDE, SIDE, 9}, &e), TILE_OK);
  for (int z = 0; z < 9; z++) {
    memset(marker, z == 0 ? WATERSHED_A : z == 8 ? WATERSHED_B : WATERSHED_FREE, SLICE);
    watershed_put(w, z, marker, height);
  }
  ck_assert_int_eq(watershed_flood(w, NULL, NULL, &e), TILE_OK);
  for (int z = 0; z < 9; z++) {
    watershed_get(w, z, found);
    memset(marker, z < 5 ? WATERSHED_A : WATERSHED_B, SLICE); /* the middle is of the marker that was first */
    ck_assert_mem_eq(found, marker, SLICE);
  }
  watershed_free(w);
}

/* Sobel's gradient, its parts one half of (-1 0 1) times a quarter of (1 2 1) along the others, by definition. */
LOOP_TEST(heights_are_those_of_gradients, 2)
{
  struct random r = {3};
  float v[3][3][LEVELS], scratch[3 * LEVELS];
  const float *row[9];
  unsigned char to[LEVELS];
  for (int i = 0; i < 9 * LEVELS; i++)
    (&v[0][0][0])[i] = (float)(random_real(&r) * (i % LEVELS > 12 ? 300 : 3));
  for (int i = 0; i < 9; i++)
    row[i] = v[i / 3][i % 3];
  for (int i = 0; i < 9 * LEVELS && _i; i += 7) /* outside: they have the value of the voxel itself */
    (&v[0][0][0])[i] = NAN;
  watershed_heights(row, LEVELS, 100, scratch, to);
  for (int x = 0; x < LEVELS; x++) {
    double g[3] = {0};
    if (isnan(v[1][1][x]))
      continue;
    for (int k = -1; k <= 1; k++)
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
          const int at = x + i < 0 ? 0 : x + i < LEVELS ? x + i : LEVELS - 1;
          const double value = (double)(isnan(v[k + 1][j + 1][at]) ? v[1][1][x] : v[k + 1][j + 1][at]) / 32;
          g[0] += value * i * (2 - abs(j)) * (2 - abs(k));
          g[1] += value * j * (2 - abs(i)) * (2 - abs(k));
          g[2] += value * k * (2 - abs(i)) * (2 - abs(j));
        }
    const double wanted = WATERSHED_LEVELS * sqrt(sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) / (100.0 / 2));
    ck_assert_msg(fabs(to[x] + 0.5 - fmin(wanted, WATERSHED_LEVELS - 0.5)) < 0.5001, "%d, not %g", to[x], wanted);
  }
}

/* ---- the band of thresholds ---- */

enum { BX = 19, BY = 13, BZ = 11, BAND = BX * BY * BZ };
static const double band_mean[2] = {300, 900};

/* Balls with soft edges and noise; NaN: beyond a face and at one voxel. */
static void make_balls(float v[BAND], int64_t nz, bool holes)
{
  struct random r = {3};
  for (int i = 0; i < BX * BY * nz; i++) {
    const int x = i % BX, y = i / BX % BY, z = i / (BX * BY);
    const double apart = hypot(hypot(x % 10 - 5, y % 8 - 4), (z + 3) % 8 - 4) - 3.5;
    v[i] = (float)(300 + 600 / (1 + exp(-1.5 * apart)) + 100 * (random_real(&r) - 0.5));
    if (holes && (x < 3 || i == BX * (BY * 3 + 6) + 12))
      v[i] = NAN;
  }
}

static int64_t inside(int64_t i, int64_t n)
{
  return i < 0 ? 0 : i < n ? i : n - 1;
}

/* The middle between the least and the greatest value around; NaN: something that is no number; 0: one class. */
static double local_threshold(const float *v, const int64_t n[3], const int64_t at[3])
{
  double low = INFINITY, high = -INFINITY;
  for (int64_t z = at[2] - 2; z <= at[2] + 2; z++)
    for (int64_t y = at[1] - 2; y <= at[1] + 2; y++)
      for (int64_t x = at[0] - 2; x <= at[0] + 2; x++) {
        if (x < 0 || x >= n[0] || y < 0 || y >= n[1] || z < 0 || z >= n[2])
          continue;
        const double value = (double)v[(z * n[1] + y) * n[0] + x];
        if (isnan(value))
          return NAN;
        low = fmin(low, value);
        high = fmax(high, value);
      }
  return high - low >= band_mean[1] - band_mean[0] ? (low + high) / 2 : 0;
}

/* By definition: the local thresholds of voxels whose gradient is above Otsu's threshold, sorted; their number. */
static size_t local_thresholds(const float *v, const int64_t n[3], double *found)
{
  const size_t all = (size_t)(n[0] * n[1] * n[2]);
  double *height = malloc(all * sizeof *height), *middle = malloc(all * sizeof *middle);
  size_t seen = 0, count = 0;
  for (int64_t z = 0; z < n[2]; z++)
    for (int64_t y = 0; y < n[1]; y++) {
      const float *row[9];
      float scratch[3 * BX];
      unsigned char to[BX];
      for (int k = 0; k < 9; k++)
        row[k] = v + (inside(z + k / 3 - 1, n[2]) * n[1] + inside(y + k % 3 - 1, n[1])) * n[0];
      watershed_heights(row, n[0], (float)(band_mean[1] - band_mean[0]), scratch, to);
      for (int64_t x = 0; x < n[0]; x++) {
        middle[seen] = local_threshold(v, n, (const int64_t[3]){x, y, z});
        height[seen] = to[x];
        seen += isnan(middle[seen]) ? 0 : 1;
      }
    }
  const double steep = otsu(height, seen, true);
  for (size_t i = 0; i < seen; i++)
    if (height[i] >= steep && middle[i] > 0)
      found[count++] = middle[i];
  free(height);
  free(middle);
  qsort(found, count, sizeof *found, tile_ascending);
  return count;
}

static struct band band_of(const float *v, const int64_t n[3])
{
  struct band_edges *d;
  struct band b;
  ck_assert_int_eq(band_new(&d, n, band_mean, &e), TILE_OK);
  for (int64_t z = 0; z < n[2]; z++) {
    memcpy(band_slice(d), v + z * n[0] * n[1], (size_t)(n[0] * n[1]) * sizeof *v);
    band_put(d);
  }
  ck_assert_msg(band_find(d, &b, &e) == TILE_OK, "%s", e.text);
  band_free(d);
  return b;
}

/* i: whole, with NaN, of two slices, of one. Steps of the count and of the digits are 600 * 3 / 4096 and 1. */
LOOP_TEST(bands_are_those_of_local_thresholds, 4)
{
  static float v[BAND];
  static double found[BAND];
  const int64_t n[3] = {BX, BY, _i < 2 ? BZ : 4 - _i};
  make_balls(v, n[2], _i == 1);
  const size_t count = local_thresholds(v, n, found);
  omp_set_num_threads(1);
  const struct band b = band_of(v, n);
  omp_set_num_threads(3);
  const struct band again = band_of(v, n);
  ck_assert_int_gt((int)count, 20);
  ck_assert_int_eq((int)b.count, (int)count);
  ck_assert(fabs(b.low - found[(size_t)ceil(0.02 * (double)count) - 1]) < 0.75);
  ck_assert(fabs(b.middle - found[(size_t)ceil(0.5 * (double)count) - 1]) < 0.75);
  ck_assert(fabs(b.high - found[(size_t)ceil(0.98 * (double)count) - 1]) < 0.75);
  ck_assert(b.low == again.low && b.middle == again.middle && b.high == again.high && b.count == again.count);
}

int main(void)
{
  return run_tests("threshold", 0, CK_FORK_GETENV);
}
