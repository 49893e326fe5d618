/* SPDX-License-Identifier: BSD-3-Clause */
/* Every filter, on every type of values, inside every kind of surround, against its definition over what is inside, voxel
 * by voxel, in doubles. A filter without a row in `rows` fails. */
#include "filter_list.h"
#include "noise.h"
#include "numbers.h"
#include "random.h"
#include "source_typed.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 19, NY = 18, NZ = 11, SLICE = NX * NY, COUNT = SLICE * NZ };

static struct tile_error e;
static double image[COUNT], inner[COUNT], mask[COUNT]; /* as stored; with NaN for what does not count, and no shift */
static int64_t slices = NZ;

/* What is around the sample; `own`: the image has NaN there, and no mask is needed. */
static const struct surround {
  const char *name;
  bool masked, own;
  double value; /* INFINITY: the greatest of the type; -INFINITY: noise */
} surrounds[] = {{"no surround", false, false, 0},
                 {"a mask around zeros", true, false, 0},
                 {"a mask around a bright holder", true, false, INFINITY},
                 {"a mask around noise", true, false, -INFINITY},
                 {"a mask around NaN", true, false, NAN},
                 {"NaN", false, true, NAN}};
enum { SURROUNDS = sizeof surrounds / sizeof *surrounds };

static const struct type {
  char kind;
  int bits;
  double shift, low, high; /* of the values 0 ... 255 */
} types[] = {{'u', 8, 0, 0, 255},
             {'u', 16, 40000, 0, 65535},
             {'i', 16, -300, -32768, 32767},
             {'f', 32, -0.5, -1e30, 1e30},
             {'f', 64, 1000, -1e300, 1e300}};
enum { TYPES = sizeof types / sizeof *types };
static const struct type *type;

static double normal(struct random *r)
{
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += random_real(r);
  return sum;
}

static double outside(const struct surround *s, struct random *r)
{
  return s->value == -INFINITY  ? rint(255 * random_real(r)) + type->shift
         : s->value == INFINITY ? fmin(type->high, 65535)
                                : s->value + 0 * type->shift;
}

/* Two phases with noise in an oblique sample that has no symmetry, with a hole. */
static void make_image(const struct surround *s)
{
  struct random r = {1}, around = {2};
  for (int i = 0; i < COUNT; i++) {
    const int x = i % NX, y = i / NX % NY, z = i / SLICE;
    const bool out = (s->masked || s->own) && (2 * x + 3 * y + 4 * z < 25 || x - 2 * y + z > 9 || (x == 7 && y == 11));
    const double value = fmin(fmax(rint(((x / 5 + y / 7 + z / 4) % 2 ? 180 : 70) + 18 * normal(&r)), 0), 255);
    inner[i] = out ? (double)NAN : value;
    mask[i] = !out;
    image[i] = out ? outside(s, &around) : value + type->shift;
  }
}

static int read_image(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  (void)why;
  memcpy(values, (s->state ? (const double *)s->state : image) + z * SLICE, SLICE * sizeof *values);
  return TILE_OK;
}

static int get_image(struct source *s, int lane, int64_t z, void *values, struct tile_error *why)
{
  (void)lane, (void)why;
  s->memory_type->narrow(values, image + z * SLICE, SLICE);
  return TILE_OK;
}

static void close_image(struct source *s)
{
  (void)s;
}

static struct source open_image(const struct surround *around)
{
  struct source s = {.grid = {NX, NY, slices},
                     .spacing = {1, 1.5, 2.5},
                     .nans = around->own,
                     .memory_type = voxel_type_of(type->kind, type->bits),
                     .lanes = 1,
                     .read = read_image,
                     .read_typed = get_image,
                     .close = close_image,
                     .rereadable = true};
  struct source inside = {.grid = {NX, NY, slices}, .read = read_image, .close = close_image, .state = mask};
  s.type = s.memory_type->name;
  make_image(around);
  ck_assert_msg(!filter_crop(&s, &(struct window)WINDOW_WHOLE, around->masked ? &inside : NULL, &e), "%s", e.text);
  return s;
}

static int64_t reflect(int64_t i, int64_t n)
{
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

static double at(int64_t x, int64_t y, int64_t z)
{
  return inner[reflect(z, slices) * SLICE + reflect(y, NY) * NX + reflect(x, NX)];
}

/* ---- definitions: what the filter gives at a voxel that is a number; p: its numbers ---- */

typedef double definition(const int64_t v[3], const double *p);
enum { NOISE = 3 }; /* p[NOISE]: the noise of the image, from which a strength follows that is 0 */

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
    const double sigma = p[1] > 0 ? p[1] : 3 * p[NOISE];
    const double w = exp(-2 * apart / (p[0] * p[0]) - d * d / (2 * sigma * sigma));
    sum += w * g;
    all += w;
  }
  return sum / all;
}

/* Mean square difference of the patches around two voxels, over the pairs that are numbers. */
static double patches_apart(const int64_t v[3], const int64_t o[3], int64_t r)
{
  double sum = 0, all = 0;
  AROUND(r)
  {
    const double d = at(v[0] + i, v[1] + j, v[2] + k) - at(v[0] + o[0] + i, v[1] + o[1] + j, v[2] + o[2] + k);
    sum += isnan(d) ? 0 : d * d;
    all += !isnan(d);
  }
  return sum / all;
}

static double nlm(const int64_t v[3], const double *p)
{
  const double h = p[2] > 0 ? p[2] : 0.8 * p[NOISE], noise = p[2] > 0 ? 0 : p[NOISE];
  double sum = 0, all = 0;
  AROUND((int64_t)p[0])
  {
    const double g = at(v[0] + i, v[1] + j, v[2] + k);
    if (isnan(g))
      continue;
    const double t = fmax(0, patches_apart(v, (int64_t[]){i, j, k}, (int64_t)p[1]) - 2 * noise * noise) / (h * h);
    sum += t < 5 ? exp(-t) * g : 0;
    all += t < 5 ? exp(-t) : 0;
  }
  return sum / all;
}

static double anisotropic(const int64_t v[3], const double *p)
{
  static const int64_t beside[6][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  const double g = at(v[0], v[1], v[2]), kappa = p[1] > 0 ? p[1] : 1.5 * p[NOISE];
  double sum = g;
  for (int i = 0; i < 6; i++) {
    const double d = at(v[0] + beside[i][0], v[1] + beside[i][1], v[2] + beside[i][2]) - g;
    sum += isnan(d) ? 0 : d / (1 + d * d / (kappa * kappa)) / 7;
  }
  return sum;
}

static double median(const int64_t v[3], const double *p)
{
  double numbers[5 * 5 * 5];
  size_t count = 0;
  /* of one slice, too, it is that of a cube: the mirror images of the slice */
  for (int64_t k = -(int64_t)p[0]; k <= (int64_t)p[0]; k++)
    for (int64_t j = -(int64_t)p[0]; j <= (int64_t)p[0]; j++)
      for (int64_t i = -(int64_t)p[0]; i <= (int64_t)p[0]; i++) {
        numbers[count] = at(v[0] + i, v[1] + j, v[2] + k);
        count += isnan(numbers[count]) ? 0 : 1;
      }
  qsort(numbers, count, sizeof *numbers, tile_ascending);
  return numbers[count / 2];
}

static int64_t turned(int64_t i, int64_t n)
{
  while (n > 1 && (i < 0 || i >= n))
    i = i < 0 ? -i : 2 * (n - 1) - i;
  return n > 1 ? i : 0;
}

/* Sauvola's formula, and mirrors in the middle of the outer voxels as scikit-image has them. */
static double local(const int64_t v[3], const double *p)
{
  double n = 0, sum = 0, square = 0, low = INFINITY, high = -INFINITY;
  for (int i = 0; i < slices * SLICE; i++) {
    low = fmin(low, inner[i]);
    high = fmax(high, inner[i]);
  }
  AROUND((int64_t)p[0])
  {
    const double g = at(turned(v[0] + i, NX), turned(v[1] + j, NY), turned(v[2] + k, slices)) - low;
    n += !isnan(g);
    sum += isnan(g) ? 0 : g;
    square += isnan(g) ? 0 : g * g;
  }
  const double m = sum / n, s = sqrt(fmax(0, square / n - m * m)), range = p[2] > 0 ? p[2] : (high - low) / 2;
  return at(v[0], v[1], v[2]) - low - m * (1 + p[1] * (s / range - 1));
}

static int apply_local(struct source *s, const double *p)
{
  struct local_threshold how = {.k = p[1], .range = p[2]};
  return filter_local(s, (int64_t)p[0], &how, &e);
}

/* Of voxels of which at least half is inside. */
static double bin(const int64_t v[3], const double *p)
{
  const int64_t n = (int64_t)p[0], deep = slices > 1 ? n : 1;
  double sum = 0, all = 0;
  for (int64_t i = 0; i < n * n * deep; i++) {
    const double g = at(n * v[0] + i % n, n * v[1] + i / n % n, deep * v[2] + i / n / n);
    sum += isnan(g) ? 0 : g;
    all += !isnan(g);
  }
  return 2 * all >= (double)(n * n * deep) ? sum / all : (double)NAN;
}

static int apply_bin(struct source *s, const double *p)
{
  return filter_bin(s, (int64_t)p[0], &e);
}

static double resample(const int64_t v[3], const double *p)
{
  static const double side[3] = {1, 1.5, 2.5};
  const int64_t n[3] = {NX, NY, slices};
  double sum = 0, all = 0;
  for (int corner = 0; corner < 8; corner++) {
    int64_t to[3];
    double w = 1;
    for (int a = 0; a < 3; a++) {
      const double centre = fmin(fmax(((double)v[a] + 0.5) * p[0] / side[a] - 0.5, 0), (double)(n[a] - 1));
      const double more = centre - floor(centre);
      to[a] = (int64_t)centre + (corner >> a & 1);
      w *= corner >> a & 1 ? more : 1 - more;
    }
    if (w > 0 && !isnan(at(to[0], to[1], to[2]))) {
      sum += w * at(to[0], to[1], to[2]);
      all += w;
    }
  }
  return all >= 0.5 - 1e-12 ? sum / all : (double)NAN;
}

static int apply_resample(struct source *s, const double *p)
{
  return filter_resample(s, p[0], false, &e);
}

/* ---- the table ---- */

enum { OTHER = FILTER_KINDS };
static const struct row {
  int kind;
  const char *text;
  double p[3];
  definition *define; /* NULL: compared with what the surround of NaN gives, that is with no values outside */
  double tolerance;   /* grey levels: doubles, or floats with weights to 3e-7, of values up to 40255 */
  int (*apply)(struct source *s, const double *p); /* of OTHER */
} rows[] = {
    {FILTER_KIND_MEDIAN, "1", {1}, median, 0, NULL},
    {FILTER_KIND_MEDIAN, "2", {2}, median, 0, NULL},
    {FILTER_KIND_GAUSSIAN, "0.8", {0.8}, gaussian, 1e-8, NULL},
    {FILTER_KIND_GAUSSIAN, "0.1", {0.1}, gaussian, 1e-8, NULL},
    {FILTER_KIND_UNSHARP, "1,0.5", {1, 0.5}, unsharp, 1e-8, NULL},
    {FILTER_KIND_BILATERAL, "1,20", {1, 20}, bilateral, 0.02, NULL},
    {FILTER_KIND_BILATERAL, "3,14.5", {3, 14.5}, bilateral, 0.02, NULL},
    {FILTER_KIND_BILATERAL, "2", {2, 0}, bilateral, 0.02, NULL},
    {FILTER_KIND_NLM, "2,1,24", {2, 1, 24}, nlm, 0.1, NULL},
    {FILTER_KIND_NLM, "1,2,18", {1, 2, 18}, nlm, 0.1, NULL},
    {FILTER_KIND_NLM, "3,0,40", {3, 0, 40}, nlm, 0.1, NULL},
    {FILTER_KIND_NLM, "2", {2, 1, 0}, nlm, 0.1, NULL},
    {FILTER_KIND_ANISOTROPIC, "1,16", {1, 16}, anisotropic, 1e-8, NULL},
    {FILTER_KIND_ANISOTROPIC, "1", {1, 0}, anisotropic, 1e-8, NULL},
    {FILTER_KIND_FLATTEN, "8,7.5", {0}, NULL, 1e-8, NULL},
    {FILTER_KIND_RINGS, "8,7.5,3", {0}, NULL, 1e-8, NULL},
    {OTHER, "local", {2, 0.2, 0}, local, 1e-7, apply_local},
    {OTHER, "local", {7, -0.3, 40}, local, 1e-7, apply_local},
    {OTHER, "bin", {2}, bin, 1e-8, apply_bin},
    {OTHER, "resample", {1.63}, resample, 1e-8, apply_resample},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void apply(struct source *s, const struct row *row)
{
  struct filter_list l = {.device = FILTER_ON_CPU};
  if (row->kind == OTHER) {
    ck_assert_msg(!row->apply(s, row->p), "%s", e.text);
    return;
  }
  ck_assert_msg(!filter_list_add(&l, &filter_kinds[row->kind], row->text, &e), "%s", e.text);
  ck_assert_msg(!filter_list_apply(&l, s, &e), "%s", e.text);
}

static void define(const struct row *row, const int64_t grid[3], double *to)
{
  double p[NOISE + 1] = {row->p[0], row->p[1], row->p[2]};
  struct source s = open_image(&surrounds[isnan(inner[0]) ? SURROUNDS - 1 : 0]);
  ck_assert_int_eq(noise_estimate(&s, &p[NOISE], &e), TILE_OK);
  s.close(&s);
  for (int64_t z = 0, i = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++, i++) {
        const bool same = grid[0] == NX && grid[1] == NY;
        to[i] = same && isnan(at(x, y, z)) ? (double)NAN : row->define((const int64_t[]){x, y, z}, p);
      }
}

/* Whether a value is the wanted one, rounded to the type unless it is a mean. */
static bool is_right(double value, double wanted, bool whole, double tolerance)
{
  if (isnan(wanted) || isnan(value))
    return isnan(wanted) && isnan(value);
  wanted = whole ? fmin(fmax(wanted, type->low), type->high) : wanted;
  const double rounding = type->bits == 32 ? 1e-4 : whole ? 0.5 : 0;
  return (!whole || rint(value) == value) && fabs(value - wanted) <= tolerance + rounding;
}

/* The values are the same as they are stored. */
static void compare_typed(struct source *s, int64_t z, const double *slice, const char *name)
{
  const struct voxel_type *memory = source_memory_type(s);
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  double *widened = tile_alloc(count, sizeof *widened), *typed = tile_alloc(count, sizeof *typed);
  ck_assert_int_eq(source_read_typed(s, 0, z, typed, &e), TILE_OK);
  memory->widen(widened, typed, count, 0, 1);
  for (size_t i = 0; i < count; i++)
    ck_assert_msg(widened[i] == slice[i] || (isnan(widened[i]) && isnan(slice[i])), "%s, %s: stored as %g, not %g",
                  name, memory->name, widened[i], slice[i]);
  free(widened);
  free(typed);
}

static void compare(const struct row *row, const struct surround *around, const double *wanted)
{
  static double slice[COUNT];
  struct source s = open_image(around);
  apply(&s, row);
  const bool whole = type->kind != 'f' && !s.means;
  const double shift = row->define == local ? 0 : type->shift;
  for (int64_t z = 0, i = 0; z < s.grid[2]; z++) {
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int64_t v = 0; v < s.grid[0] * s.grid[1]; v++, i++)
      ck_assert_msg(is_right(slice[v], wanted[i] + shift, whole, row->tolerance),
                    "%s %s of %c%d in %s, voxel %d of slice %d: %.9g, not %.9g",
                    row->kind == OTHER ? "" : filter_kinds[row->kind].name, row->text, type->kind, type->bits,
                    around->name, (int)v, (int)z, slice[v], wanted[i] + shift);
    compare_typed(&s, z, slice, row->text);
  }
  s.close(&s);
}

/* What the filter gives where there is nothing outside: NaN, of doubles. */
static void find_wanted(const struct row *row, bool whole, double *wanted)
{
  type = &types[TYPES - 1];
  struct source s = open_image(&surrounds[whole ? 0 : SURROUNDS - 1]);
  apply(&s, row);
  if (row->define)
    define(row, s.grid, wanted);
  for (int64_t z = 0; z < s.grid[2] && !row->define; z++) {
    ck_assert_int_eq(s.read(&s, z, wanted + z * SLICE, &e), TILE_OK);
    for (int64_t i = 0; i < SLICE; i++)
      wanted[z * SLICE + i] -= type->shift;
  }
  s.close(&s);
}

static bool can_have(const struct surround *s)
{
  return !isnan(s->value) || type->kind == 'f';
}

/* _i: twice the row, and one for a single slice. */
LOOP_TEST(every_filter_on_every_type_in_every_surround, 2 * ROWS)
{
  static double wanted[2][COUNT];
  const struct row *row = &rows[_i / 2];
  slices = _i % 2 ? 1 : NZ;
  for (int whole = 0; whole < 2; whole++)
    find_wanted(row, whole, wanted[whole]);
  for (type = types; type < types + TYPES; type++)
    for (const struct surround *s = surrounds; s < surrounds + SURROUNDS; s++)
      if (can_have(s))
        compare(row, s, wanted[!s->masked && !s->own]);
}

TEST(every_filter_has_a_row)
{
  for (int kind = 0; kind < FILTER_KINDS; kind++) {
    bool found = false;
    for (int i = 0; i < ROWS; i++)
      found = found || rows[i].kind == kind;
    ck_assert_msg(found, "--%s has no row in %s", filter_kinds[kind].name, __FILE__);
  }
}

int main(void)
{
  return run_tests("inside", 120, CK_FORK_GETENV);
}
