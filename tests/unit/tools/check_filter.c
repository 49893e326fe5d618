/* SPDX-License-Identifier: BSD-3-Clause */
/* The filters against their definitions, voxel by voxel, on random volumes. */
#include "classify.h"
#include "filter.h"
#include "hysteresis.h"
#include "numbers.h"
#include "pad.h"
#include "random.h"
#include "source_typed.h"
#include "suite.h"
#include "tile_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 7, NY = 5, NZ = 9, SLICE = NX * NY, COUNT = SLICE * NZ };

static struct tile_error e;
static double image[NZ][NY][NX];

static void make_image(uint64_t seed, int levels)
{
  struct random r = {seed};
  for (int i = 0; i < COUNT; i++)
    image[i / SLICE][i / NX % NY][i % NX] = (double)(int)(random_real(&r) * levels);
}

static int read_image(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  (void)s, (void)why;
  memcpy(values, image[z], sizeof image[z]);
  return TILE_OK;
}

static void close_image(struct source *s)
{
  (void)s;
}

static struct source open_image(void)
{
  return (struct source){
      .grid = {NX, NY, NZ}, .dx = 2, .type = "u8", .read = read_image, .close = close_image, .rereadable = true};
}

static double at(const struct source *s, const double *slice, int64_t x, int64_t y)
{
  return slice[y * s->grid[0] + x];
}

static int64_t reflect(int64_t i, int64_t n)
{
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

static double median_by_definition(const int64_t grid[3], int64_t x, int64_t y, int64_t z, int64_t r)
{
  static double v[17 * 17 * 17];
  size_t count = 0;
  for (int64_t k = z - r; k <= z + r; k++)
    for (int64_t j = y - r; j <= y + r; j++)
      for (int64_t i = x - r; i <= x + r; i++)
        v[count++] = image[reflect(k, grid[2])][reflect(j, grid[1])][reflect(i, grid[0])];
  qsort(v, count, sizeof *v, tile_ascending);
  return v[count / 2];
}

/* Reads the part of the image that the source has. */
static int read_part(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  (void)why;
  for (int64_t v = 0; v < s->grid[0] * s->grid[1]; v++)
    values[v] = image[z][v / s->grid[0]][v % s->grid[0]];
  return TILE_OK;
}

static struct source open_part(int64_t nx, int64_t ny, int64_t nz)
{
  struct source s = open_image();
  memcpy(s.grid, (int64_t[]){nx, ny, nz}, sizeof s.grid);
  s.read = read_part;
  return s;
}

static void compare_medians(struct source s, int64_t r, const int64_t *order, size_t count)
{
  double slice[SLICE];
  ck_assert_int_eq(filter_median(&s, r, &e), TILE_OK);
  for (size_t i = 0; i < count; i++) {
    const int64_t nx = s.grid[0], z = order[i];
    if (z >= s.grid[2])
      continue;
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int64_t v = 0; v < nx * s.grid[1]; v++)
      ck_assert_double_eq(slice[v], median_by_definition(s.grid, v % nx, v / nx, z, r));
  }
  s.close(&s);
}

static const int64_t in_order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

/* Also where the cube is wider than the image, and with slices out of order. */
TEST(medians_are_medians)
{
  static const int64_t order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 4, 3, 8};
  for (int64_t r = 1; r <= FILTER_MEDIAN_MOST; r++) {
    make_image((uint64_t)r, 9);
    compare_medians(open_image(), r, order, sizeof order / sizeof *order);
  }
}

/* Values least + step * (0 ... levels - 1); the first and the last of them occur. */
static void make_values(double least, double step, int levels)
{
  make_image((uint64_t)levels, levels);
  image[1][2][3] = 0;
  image[5][4][0] = levels - 1;
  for (int i = 0; i < COUNT; i++) {
    double *v = &image[i / SLICE][i / NX % NY][i % NX];
    *v = least + step * *v;
  }
}

/* Ranges that 8 and 16 bits just hold and just exceed, ranges far from 0, and fractions. */
TEST(medians_are_those_of_any_values)
{
  static const struct {
    double least, step;
    int levels;
  } of[] = {{0, 1, 1},          {0, 1, 2},        {0, 1, 256},          {-128, 1, 256}, {0, 1, 257},
            {0, 1, 4096},       {0, 1, 65536},    {-32768, 1, 65536},   {-1, 1, 65537}, {0, 1, 1 << 24},
            {-0x1p31, 1, 3000}, {0, 0.1, 200},    {-7, 0.125, 1 << 20}, {0.5, 1, 256},  {0x1p60, 256, 250},
            {0x1p53, 2, 40000}, {1e300, 1e290, 9}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    for (int64_t r = 1; r <= 5; r += 2) {
      make_values(of[i].least, of[i].step, of[i].levels);
      compare_medians(open_image(), r, in_order, NZ);
    }
}

/* Only some slices have fractions, or a value far away. */
TEST(medians_are_those_of_mixed_slices)
{
  for (int64_t r = 1; r <= 3; r++) {
    make_image((uint64_t)r, 300);
    for (int v = 0; v < SLICE; v++)
      image[4][v / NX][v % NX] += 0.5;
    image[8][0][6] = 1e9;
    compare_medians(open_image(), r, in_order, NZ);
  }
}

TEST(medians_are_those_of_any_size)
{
  static const int64_t size[][3] = {{1, 1, 1}, {7, 1, 1}, {1, 5, 1}, {1, 1, 9},
                                    {2, 5, 3}, {7, 4, 1}, {6, 1, 8}, {3, 3, 3}};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++)
    for (int64_t r = 1; r <= FILTER_MEDIAN_MOST; r++) {
      make_image((uint64_t)r, r % 2 ? 256 : 65536);
      compare_medians(open_part(size[i][0], size[i][1], size[i][2]), r, in_order, NZ);
    }
}

TEST(bins_are_means)
{
  double slice[SLICE];
  struct source s = open_image();
  make_image(3, 200);
  ck_assert_int_eq(filter_bin(&s, 2, &e), TILE_OK);
  ck_assert(s.grid[0] == 3 && s.grid[1] == 2 && s.grid[2] == 4 && s.dx == 4 && s.means);
  for (int64_t z = 0; z < 4; z++) {
    ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
    for (int64_t y = 0; y < 2; y++)
      for (int64_t x = 0; x < 3; x++) {
        double sum = 0;
        for (int i = 0; i < 8; i++)
          sum += image[2 * z + (i >> 2)][2 * y + (i >> 1 & 1)][2 * x + (i & 1)];
        ck_assert_double_eq(at(&s, slice, x, y), sum / 8);
      }
  }
  s.close(&s);
  s = open_image();
  ck_assert_int_eq(filter_bin(&s, 6, &e), TILE_USAGE); /* NY = 5 */
}

/* One slice stays one: the means are over squares. */
TEST(one_slice_has_means_of_squares)
{
  double slice[SLICE];
  struct source s = open_image();
  make_image(4, 200);
  s.grid[2] = 1;
  ck_assert_int_eq(filter_bin(&s, 2, &e), TILE_OK);
  ck_assert(s.grid[0] == 3 && s.grid[1] == 2 && s.grid[2] == 1 && s.dx == 4);
  ck_assert_int_eq(s.read(&s, 0, slice, &e), TILE_OK);
  for (int x = 0; x < 3; x++)
    ck_assert_double_eq(
        slice[x], (image[0][0][2 * x] + image[0][0][2 * x + 1] + image[0][1][2 * x] + image[0][1][2 * x + 1]) / 4);
  s.close(&s);
}

/* The image is cropped, then flipped. */
TEST(flips_reverse)
{
  double slice[SLICE];
  for (unsigned axes = 0; axes < 8; axes++) {
    struct source s = open_image();
    const struct window w = {.begin = {1, 0, 2}, .end = {6, 4, 9}};
    make_image(axes, 200);
    ck_assert_int_eq(filter_crop(&s, &w, NULL, &e), TILE_OK);
    ck_assert_int_eq(filter_flip(&s, axes, &e), TILE_OK);
    for (int64_t z = 0; z < 7; z++) {
      ck_assert_int_eq(s.read(&s, z, slice, &e), TILE_OK);
      for (int64_t y = 0; y < 4; y++)
        for (int64_t x = 0; x < 5; x++)
          ck_assert_double_eq(at(&s, slice, x, y),
                              image[axes & 4 ? 8 - z : z + 2][axes & 2 ? 3 - y : y][axes & 1 ? 5 - x : x + 1]);
    }
    s.close(&s);
  }
  struct source pipe = open_image();
  pipe.rereadable = false;
  ck_assert_int_eq(filter_flip(&pipe, TILE_Z, &e), TILE_USAGE);
}

/* ---- resampling ---- */

static const double sides[3] = {1, 1.5, 4};

static struct source open_sized(void)
{
  struct source s = open_image();
  memcpy(s.spacing, sides, sizeof sides);
  s.dx = 0;
  return s;
}

/* By definition: interpolation between the 8 old centres around the new one; the corners of both grids coincide. */
static double linear_by_definition(const int64_t i[3], double side)
{
  static const int64_t n[3] = {NX, NY, NZ};
  int64_t low[3];
  double more[3], sum = 0;
  for (int a = 0; a < 3; a++) {
    double centre = ((double)i[a] + 0.5) * side / sides[a] - 0.5;
    centre = centre < 0 ? 0 : centre > (double)(n[a] - 1) ? (double)(n[a] - 1) : centre;
    low[a] = (int64_t)floor(centre);
    more[a] = centre - (double)low[a];
  }
  for (int c = 0; c < 8; c++) {
    double weight = 1;
    int64_t at[3];
    for (int a = 0; a < 3; a++) {
      int up = c >> a & 1;
      weight *= up ? more[a] : 1 - more[a];
      at[a] = low[a] + up < n[a] ? low[a] + up : n[a] - 1;
    }
    sum += weight * image[at[2]][at[1]][at[0]];
  }
  return sum;
}

static void compare_resampled(struct source *s, double side, bool nearest)
{
  double *slice = calloc((size_t)(s->grid[0] * s->grid[1]), sizeof *slice);
  int64_t i[3];
  for (int64_t step = 0; step < s->grid[2] + 2; step++) {
    i[2] = step < s->grid[2] ? step : step - s->grid[2]; /* and again from the first slice */
    ck_assert_int_eq(s->read(s, i[2], slice, &e), TILE_OK);
    for (i[1] = 0; i[1] < s->grid[1]; i[1]++)
      for (i[0] = 0; i[0] < s->grid[0]; i[0]++) {
        double expected =
            nearest
                ? image[(int)(((double)i[2] + 0.5) * side / sides[2])][(int)(((double)i[1] + 0.5) * side / sides[1])]
                       [(int)(((double)i[0] + 0.5) * side / sides[0])]
                : linear_by_definition(i, side);
        ck_assert_double_eq_tol(at(s, slice, i[0], i[1]), expected, 1e-9);
      }
  }
  free(slice);
}

/* The box is 7 x 7.5 x 36; the new voxels are finer and coarser than the old ones. */
TEST(resampling_is_linear_or_nearest)
{
  static const double lengths[] = {1, 0.4, 2.2, 7};
  make_image(5, 200);
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (int nearest = 0; nearest < 2; nearest++) {
      struct source s = open_sized();
      ck_assert_int_eq(filter_resample(&s, lengths[l], nearest, &e), TILE_OK);
      ck_assert(s.dx == lengths[l] && s.spacing[2] == lengths[l] && s.means == !nearest);
      ck_assert_int_eq(s.grid[0], (int)(7 / lengths[l] + 1e-6));
      ck_assert_int_eq(s.grid[1], (int)(7.5 / lengths[l] + 1e-6));
      ck_assert_int_eq(s.grid[2], (int)(36 / lengths[l] + 1e-6));
      compare_resampled(&s, lengths[l], nearest);
      s.close(&s);
    }
}

/* A voxel is where the image is whose values are its own coordinates along an axis; means and linear values keep them but
 * at the ends. */
static void compare_places(struct source *s, int axis)
{
  double values[8 * SLICE];
  for (int64_t z = 1; z < s->grid[2] - 1; z++) {
    ck_assert_int_eq(s->read(s, z, values, &e), TILE_OK);
    for (int64_t y = 1; y < s->grid[1] - 1; y++)
      for (int64_t x = 1; x < s->grid[0] - 1; x++) {
        const int64_t v[3] = {x, y, z};
        ck_assert_double_eq_tol(filter_place(s, axis, at(s, values, x, y)), (double)v[axis], 1e-9);
      }
  }
}

LOOP_TEST(places_are_those_of_the_whole_image, 24)
{
  const struct window w = {.begin = {1, 0, 2}, .end = {7, 5, 9}};
  const unsigned axes = (unsigned)_i / 3;
  const int axis = _i % 3;
  struct source s = open_sized();
  s.spacing[2] = 1.2; /* one new voxel at each end is beyond the centre of the last old one */
  for (int i = 0; i < COUNT; i++)
    image[i / SLICE][i / NX % NY][i % NX] = axis == 0 ? i % NX : axis == 1 ? i / NX % NY : i / SLICE;
  ck_assert_int_eq(filter_crop(&s, &w, NULL, &e), TILE_OK);
  compare_places(&s, axis);
  ck_assert_int_eq(filter_flip(&s, axes, &e), TILE_OK);
  compare_places(&s, axis);
  ck_assert_int_eq(filter_resample(&s, 0.8, false, &e), TILE_OK);
  compare_places(&s, axis);
  ck_assert_int_eq(filter_bin(&s, 2, &e), TILE_OK);
  compare_places(&s, axis);
  s.close(&s);
}

TEST(resampling_may_be_impossible)
{
  struct source s = open_sized();
  ck_assert_int_eq(filter_resample(&s, 7.1, false, &e), TILE_USAGE); /* x has 7 nodes */
  ck_assert_int_eq(filter_resample(&s, 1e-10, false, &e), TILE_USAGE);
  ck_assert_int_eq(filter_resample(&s, 1e-7, false, &e), TILE_FAILED);
  s.spacing[1] = 0;
  ck_assert_int_eq(filter_resample(&s, 1, false, &e), TILE_USAGE);
  ck_assert(s.grid[0] == NX && s.read == read_image);
}

/* ---- hysteresis ---- */

enum { TOTAL = COUNT };

static const int steps[] = {1, -1, NX, -NX, SLICE, -SLICE};

static bool inside(int i, int step)
{
  int x = i % NX, y = i / NX % NY, to = i + step;
  return to >= 0 && to < TOTAL && (step * step != 1 || to % NX == x + step) &&
         (step * step != NX * NX || to / NX % NY == y + step / NX);
}

/* Until nothing changes: a weak voxel that touches a counted voxel counts. */
static void grow_by_definition(const unsigned char *level, unsigned char *class)
{
  for (int i = 0; i < TOTAL; i++)
    class[i] = level[i] == HYSTERESIS_STRONG;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < TOTAL; i++)
      for (int k = 0; k < 6 && level[i] && !class[i]; k++)
        if (inside(i, steps[k]) && class[i + steps[k]])
          class[i] = more = true;
  }
}

static void compare_hysteresis(const unsigned char *level)
{
  unsigned char class[TOTAL], expected[TOTAL];
  struct hysteresis *h;
  grow_by_definition(level, expected);
  ck_assert_int_eq(hysteresis_new(&h, NX, NY, &e), TILE_OK);
  for (int z = 0; z < NZ; z++)
    ck_assert_int_eq(hysteresis_note(h, level + z * SLICE, &e), TILE_OK);
  for (int z = 0; z < NZ; z++)
    ck_assert_int_eq(hysteresis_apply(h, level + z * SLICE, class + z * SLICE, &e), TILE_OK);
  hysteresis_free(h);
  ck_assert_mem_eq(class, expected, sizeof class);
}

/* Of each set, found by growing from one voxel, the voxels are counted. */
static int keep_by_definition(const unsigned char *level, int least, unsigned char *class)
{
  unsigned char seed[TOTAL], set[TOTAL], seen[TOTAL] = {0};
  int dropped = 0;
  memset(class, 0, TOTAL);
  for (int i = 0; i < TOTAL; i++) {
    int voxels = 0;
    if (!level[i] || seen[i])
      continue;
    memcpy(seed, level, TOTAL);
    seed[i] = HYSTERESIS_STRONG;
    grow_by_definition(seed, set);
    for (int k = 0; k < TOTAL; k++)
      voxels += set[k];
    for (int k = 0; k < TOTAL; k++) {
      seen[k] |= set[k];
      class[k] |= set[k] && voxels >= least;
    }
    dropped += voxels < least;
  }
  return dropped;
}

static void compare_sets(const unsigned char *level, int least)
{
  unsigned char class[TOTAL], expected[TOTAL];
  struct hysteresis *h;
  const int dropped = keep_by_definition(level, least, expected);
  ck_assert_int_eq(hysteresis_new_large(&h, NX, NY, least, &e), TILE_OK);
  for (int z = 0; z < NZ; z++)
    ck_assert_int_eq(hysteresis_note(h, level + z * SLICE, &e), TILE_OK);
  ck_assert_int_eq(hysteresis_dropped(h), dropped);
  for (int i = 0; i < 2; i++, hysteresis_again(h)) {
    for (int z = 0; z < NZ; z++)
      ck_assert_int_eq(hysteresis_apply(h, level + z * SLICE, class + z * SLICE, &e), TILE_OK);
    ck_assert_mem_eq(class, expected, sizeof class);
  }
  hysteresis_free(h);
}

TEST(large_sets_are_kept)
{
  static const int least[] = {1, 2, 3, 5, 8, 13, 40, TOTAL};
  unsigned char level[TOTAL];
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct random r = {seed};
    const double share = 0.2 + 0.03 * (double)seed;
    for (int i = 0; i < TOTAL; i++)
      level[i] = random_real(&r) < share ? HYSTERESIS_WEAK : HYSTERESIS_NO;
    for (size_t i = 0; i < sizeof least / sizeof *least; i++)
      compare_sets(level, least[i]);
  }
}

/* ---- a copy ---- */

enum { WIDE = 64, DEEP = 16 };
static int readings;

static int get_counted(struct source *s, int lane, int64_t z, void *values, struct tile_error *why)
{
  (void)s, (void)lane, (void)why;
  readings++;
  for (int i = 0; i < WIDE * WIDE; i++)
    ((unsigned char *)values)[i] = (unsigned char)(z + i);
  return TILE_OK;
}

static int read_counted(struct source *s, int64_t z, double *values, struct tile_error *why)
{
  unsigned char stored[WIDE * WIDE];
  get_counted(s, 0, z, stored, why);
  voxel_type_of('u', 8)->widen(values, stored, sizeof stored, 0, 1);
  return TILE_OK;
}

/* Reads the slices twice, then the last alone, as stored and as real numbers; returns how often the source was read. */
static int read_often(bool slow, bool typed)
{
  static double values[WIDE * WIDE];
  struct source s = {.grid = {WIDE, WIDE, DEEP},
                     .read = read_counted,
                     .read_typed = typed ? get_counted : NULL,
                     .memory_type = voxel_type_of('u', 8),
                     .lanes = 3,
                     .close = close_image,
                     .rereadable = true,
                     .slow = slow};
  readings = 0;
  filter_keep(&s);
  ck_assert(source_memory_type(&s) == (typed ? voxel_type_of('u', 8) : voxel_type_of('f', 64)));
  ck_assert_int_eq(source_lanes(&s), typed ? 3 : 1);
  for (int64_t z = 0; z < 2 * DEEP; z++) {
    ck_assert_int_eq(source_read_typed(&s, 0, z % DEEP, values, &e), TILE_OK);
    for (int i = 0; i < WIDE * WIDE; i++)
      ck_assert_int_eq(typed ? ((unsigned char *)values)[i] : (int)values[i], (z % DEEP + i) % 256);
  }
  ck_assert_int_eq(s.read(&s, DEEP - 1, values, &e), TILE_OK);
  ck_assert_double_eq(values[WIDE], DEEP - 1 + WIDE);
  s.close(&s);
  return readings;
}

/* A slow source is read once; one that is not, and one whose copy is too large, every time. */
TEST(copies_are_read_once)
{
  ck_assert_int_eq(read_often(true, true), DEEP);
  ck_assert_int_eq(read_often(true, false), DEEP);
  ck_assert_int_eq(read_often(false, true), 2 * DEEP + 1);
  tile_limit_memory(1);
  ck_assert_int_eq(read_often(true, true), 2 * DEEP + 1);
  ck_assert_int_eq(read_often(true, false), 2 * DEEP + 1);
  tile_limit_memory(0);
}

/* What is computed from the image is worth a copy. */
TEST(filters_are_slow)
{
  struct source s = open_image();
  ck_assert_int_eq(filter_crop(&s, &(struct window)WINDOW_WHOLE, NULL, &e), TILE_OK);
  ck_assert_int_eq(filter_flip(&s, TILE_X, &e), TILE_OK);
  ck_assert(!s.slow);
  ck_assert_int_eq(filter_median(&s, 1, &e), TILE_OK);
  ck_assert(s.slow);
  s.close(&s);
}

TEST(hysteresis_grows_as_defined)
{
  unsigned char level[TOTAL];
  for (uint64_t run = 0; run < 2000; run++) {
    struct random state = {run};
    uint64_t weak = 1 + run % 9;
    for (int i = 0; i < TOTAL; i++) {
      uint64_t dice = random_next(&state) >> 33;
      level[i] = dice % 100 == 0 ? HYSTERESIS_STRONG : dice / 100 % 10 < weak ? HYSTERESIS_WEAK : HYSTERESIS_NO;
    }
    compare_hysteresis(level);
  }
}

/* A file that is rewritten between the two readings: it has more sets than were recorded. */
TEST(hysteresis_sees_another_input)
{
  unsigned char before[SLICE] = {HYSTERESIS_STRONG}, after[SLICE] = {0}, class[SLICE];
  struct hysteresis *h;
  for (int i = 0; i < SLICE; i += 2)
    after[i] = HYSTERESIS_WEAK;
  ck_assert_int_eq(hysteresis_new(&h, NX, NY, &e), TILE_OK);
  ck_assert_int_eq(hysteresis_note(h, before, &e), TILE_OK);
  ck_assert_int_eq(hysteresis_apply(h, after, class, &e), TILE_FAILED);
  ck_assert(strstr(e.text, "changed while it was read"));
  hysteresis_free(h);
}

/* A path leads up, across and down again before it meets its only strong voxel, in the first slice. */
TEST(hysteresis_comes_back)
{
  unsigned char level[TOTAL] = {0};
  for (int z = 0; z < NZ; z++)
    level[z * SLICE] = level[z * SLICE + 2] = HYSTERESIS_WEAK;
  level[(NZ - 1) * SLICE + 1] = HYSTERESIS_WEAK;
  compare_hysteresis(level);
  level[2] = HYSTERESIS_STRONG;
  compare_hysteresis(level);
}

TEST(levels_have_their_side)
{
  const double values[] = {9, 10, 19, 20, 21};
  unsigned char level[5];
  struct rule r = {.kind = RULE_BELOW};
  ck_assert_int_eq(rule_parse_hysteresis(&r, "10,20", &e), TILE_OK);
  rule_levels(&r, voxel_loops_of(voxel_type_of('f', 64)), values, 5, level);
  ck_assert_mem_eq(level, ((unsigned char[]){2, 1, 1, 0, 0}), 5);
  r.kind = RULE_ABOVE;
  rule_levels(&r, voxel_loops_of(voxel_type_of('f', 64)), values, 5, level);
  ck_assert_mem_eq(level, ((unsigned char[]){0, 1, 1, 2, 2}), 5);
  static const char *const bad[] = {"", "1", "1,", ",2", "2,1", "1,1", "1,2,3", "nan,1", "1,inf", "a,b"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(rule_parse_hysteresis(&r, bad[i], &e) == TILE_USAGE, "%s", bad[i]);
}

/* ---- layers ---- */

TEST(layers_cover_those_before)
{
  struct pads p = {0};
  const int64_t inner[3] = {2, 1, 1};
  int64_t size[3];
  unsigned char to[4 * 3], slice[2] = {1, 0};
  ck_assert_int_eq(pads_parse(&p, "z-=1:fluid", &e), TILE_OK);
  ck_assert_int_eq(pads_parse(&p, "x-=1:solid", &e), TILE_OK);
  ck_assert_int_eq(pads_parse(&p, "x+=1:fluid", &e), TILE_OK);
  ck_assert_int_eq(pads_parse(&p, "y+=2:solid", &e), TILE_OK);
  ck_assert_int_eq(pads_size(&p, inner, size, &e), TILE_OK);
  ck_assert(size[0] == 4 && size[1] == 3 && size[2] == 2);
  pads_slice(&p, inner, 0, NULL, to);
  ck_assert_mem_eq(to, ((unsigned char[]){0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}), 12);
  pads_slice(&p, inner, 1, slice, to);
  ck_assert_mem_eq(to, ((unsigned char[]){0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}), 12);
}

TEST(odd_layers_are_refused)
{
  static const char *const bad[] = {"",
                                    "z",
                                    "z-",
                                    "z-=",
                                    "z-=5",
                                    "z-=5:",
                                    "z-=0:solid",
                                    "z-=-1:solid",
                                    "w-=1:solid",
                                    "z=1:solid",
                                    "z-=1:water",
                                    "z-=1:solid:",
                                    "z-=99999999999999999999:solid",
                                    "z-=2147483648:solid"};
  struct pads p = {0};
  int64_t size[3];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(pads_parse(&p, bad[i], &e) == TILE_USAGE, "%s", bad[i]);
  ck_assert_int_eq(pads_parse(&p, "z-=2147483647:solid", &e), TILE_OK);
  ck_assert_int_eq(pads_parse(&p, "z-=1:fluid", &e), TILE_USAGE);
  ck_assert_int_eq(pads_size(&p, (int64_t[]){1, 1, INT64_MAX}, size, &e), TILE_USAGE);
}

int main(void)
{
  return run_tests("filter", 120, CK_FORK_GETENV);
}
