/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes and raw volumes: every voxel of a small volume against its definition. */
#include "scratch_made.h"
#include "source.h"
#include "suite.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

static struct tile_error e;

/* Opens a shape and returns all its voxels. */
static double *shape(const char *description, int64_t nx, int64_t ny, int64_t nz)
{
  struct source s;
  double *all = calloc((size_t)(nx * ny * nz), sizeof *all);
  ck_assert_int_eq(source_shape(&s, description, (int64_t[]){nx, ny, nz}, &e), TILE_OK);
  ck_assert(s.classified && s.rereadable);
  for (int64_t z = 0; z < nz; z++)
    ck_assert_int_eq(s.read(&s, z, all + z * nx * ny, &e), TILE_OK);
  s.close(&s);
  return all;
}

static double sum(double *all, int64_t count)
{
  double total = 0;
  for (int64_t i = 0; i < count; i++)
    total += all[i];
  free(all);
  return total;
}

START_TEST(boxes_are_fluid)
{
  ck_assert_double_eq(sum(shape("box", 5, 4, 3), 60), 60);
  ck_assert_double_eq(sum(shape("cavity", 5, 4, 3), 60), 60);
  ck_assert_double_eq(sum(shape("channel", 5, 4, 3), 60), 60);
  ck_assert_double_eq(sum(shape("slit", 5, 4, 3), 60), 60);
}
END_TEST

START_TEST(channel_is_centred)
{
  double *v = shape("channel:w=4", 8, 6, 2);
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 6; y++)
      for (int x = 0; x < 8; x++)
        ck_assert_double_eq(v[(z * 6 + y) * 8 + x], x >= 2 && x < 6 && y >= 1 && y < 5);
  free(v);
  v = shape("channel:w=3,axis=x", 2, 5, 7);
  for (int z = 0; z < 7; z++)
    for (int y = 0; y < 5; y++)
      for (int x = 0; x < 2; x++)
        ck_assert_double_eq(v[(z * 5 + y) * 2 + x], y >= 1 && y < 4 && z >= 2 && z < 5);
  free(v);
  ck_assert_double_eq(sum(shape("channel:w=4", 7, 7, 1), 49), 16); /* one is odd, one even: still w*w */
}
END_TEST

START_TEST(slit_lies_across_y)
{
  double *v = shape("slit:h=3", 2, 7, 2);
  for (int i = 0; i < 28; i++)
    ck_assert_double_eq(v[i], i / 2 % 7 >= 2 && i / 2 % 7 < 5);
  free(v);
}
END_TEST

/* The tube is symmetric, its number of voxels is close to pi d^2/4, and small ones are known exactly. */
START_TEST(tube_is_round)
{
  ck_assert_double_eq(sum(shape("tube", 2, 2, 1), 4), 4);
  ck_assert_double_eq(sum(shape("tube", 3, 3, 1), 9), 9); /* the corners too: sqrt 2 < 1.5 */
  ck_assert_double_eq(sum(shape("tube:d=2", 3, 3, 1), 9), 1);
  ck_assert_double_eq(sum(shape("tube:d=4", 6, 6, 3), 108), 36);
  ck_assert_double_eq_tol(sum(shape("tube:d=50", 54, 54, 1), 54 * 54), M_PI * 625, 20);
  double *v = shape("tube:d=9", 12, 11, 1);
  for (int y = 0; y < 11; y++)
    for (int x = 0; x < 12; x++) {
      ck_assert_double_eq(v[y * 12 + x], v[y * 12 + 11 - x]);
      ck_assert_double_eq(v[y * 12 + x], v[(10 - y) * 12 + x]);
    }
  free(v);
}
END_TEST

/* c is the analytic solid fraction: 64^3 voxels give it within 1 %. */
START_TEST(arrays_have_their_fraction)
{
  static const char *const names[] = {"sc", "bcc", "fcc"};
  for (int i = 0; i < 3; i++) {
    char text[64];
    snprintf(text, sizeof text, "%s:c=0.3", names[i]);
    double n = 64 * 64 * 64;
    ck_assert_double_eq_tol(1 - sum(shape(text, 64, 64, 64), (int64_t)n) / n, 0.3, 0.003);
    snprintf(text, sizeof text, "%s:c=0.3,cell=16", names[i]);
    double one = sum(shape(text, 16, 16, 16), 4096), six = sum(shape(text, 32, 16, 48), 6 * 4096);
    ck_assert_double_eq(six, 6 * one);
  }
  ck_assert_double_eq_tol(1 - sum(shape("cylinders:c=0.3", 64, 64, 2), 2 * 4096) / 8192, 0.3, 0.003);
  double pillar = sum(shape("cylinders:c=0.3,cell=16", 16, 16, 1), 256);
  ck_assert_double_eq(sum(shape("cylinders:c=0.3,cell=16", 32, 16, 5), 10 * 256), 10 * pillar);
  double *v = shape("sc:c=0.2", 9, 9, 9);
  ck_assert_double_eq(v[4 + 9 * (4 + 9 * 4)], TILE_SOLID); /* the sphere is in the middle */
  ck_assert_double_eq(v[0], TILE_FLUID);
  free(v);
}
END_TEST

START_TEST(spheres_reach_their_porosity)
{
  static const char *const flags[] = {"", ",periodic", ",periodic=no,seed=7"};
  for (int i = 0; i < 3; i++) {
    char text[64];
    snprintf(text, sizeof text, "spheres:porosity=0.4,d=8%s", flags[i]);
    double n = 48 * 48 * 48, sphere = M_PI / 6 * 512;
    double fluid = sum(shape(text, 48, 48, 48), (int64_t)n);
    ck_assert_double_le(fluid, 0.4 * n);
    ck_assert_double_gt(fluid, 0.4 * n - 1.1 * sphere); /* with one sphere fewer the porosity would be above 0.4 */
  }
}
END_TEST

/* The same seed gives the same pack; another seed gives another pack. */
START_TEST(spheres_are_deterministic)
{
  double *a = shape("spheres:porosity=0.5,d=6,seed=3", 20, 20, 20);
  double *b = shape("spheres:porosity=0.5,d=6,seed=3", 20, 20, 20);
  double *c = shape("spheres:porosity=0.5,d=6,seed=4", 20, 20, 20);
  int equal = 0;
  for (int i = 0; i < 8000; i++) {
    ck_assert_double_eq(a[i], b[i]);
    equal += a[i] == c[i];
  }
  ck_assert_int_lt(equal, 7000);
  free(a), free(b), free(c);
}
END_TEST

/* One sphere in a small periodic box: every voxel within d/2 of its centre is solid, also across the seam. A pack at a
 * porosity just under 1 is exactly one sphere. */
START_TEST(spheres_wrap)
{
  double *v = shape("spheres:porosity=0.9999,d=7,periodic,seed=5", 9, 70, 9);
  double solid = 0;
  for (int i = 0; i < 9 * 70 * 9; i++)
    solid += v[i] == TILE_SOLID;
  ck_assert_double_eq_tol(solid, M_PI / 6 * 343, 12);
  free(v);
}
END_TEST

/* Spheres of a list: every voxel whose centre is nearer than d/2 is solid, across the seam if the box is periodic; here
 * by definition, with numbers whose squares are exact. Spheres that touch have no voxel in common. */
static const double listed[][4] = {{5, 5, 5, 2},       {2.5, 9.25, 3, 5}, {-0.5, -0.5, -0.5, 4},
                                   {11, 4, 7.5, 3.25}, {6, 6, 12.75, 1},  {-20, 3, 3, 6}};
enum { LISTED = sizeof listed / sizeof *listed };

static bool is_listed(const int at[3], const int64_t n[3], bool periodic)
{
  for (int i = 0; i < LISTED; i++) {
    double square = 0;
    for (int a = 0; a < 3; a++) {
      double d = at[a] - listed[i][a];
      d = periodic ? remainder(d, (double)n[a]) : d;
      square += d * d;
    }
    if (square < listed[i][3] * listed[i][3] / 4)
      return true;
  }
  return false;
}

START_TEST(spheres_of_a_list)
{
  const int64_t n[3] = {12, 11, 13};
  char text[512] = "# x y z d\n\n", shape_text[128];
  for (int i = 0; i < LISTED; i++)
    sprintf(text + strlen(text), i % 2 ? "%g %g\t%g %g # %d\n" : " %g,%g, %g;%g\r\n", listed[i][0], listed[i][1],
            listed[i][2], listed[i][3], i);
  write_text(file[0], text, strlen(text));
  snprintf(shape_text, sizeof shape_text, "spheres:list=%s%s", file[0], _i ? ",periodic" : "");
  double *v = shape(shape_text, n[0], n[1], n[2]);
  for (int i = 0; i < 12 * 11 * 13; i++) {
    const int at[3] = {i % 12, i / 12 % 11, i / 132};
    ck_assert_msg((v[i] == TILE_SOLID) == is_listed(at, n, _i), "voxel %d %d %d", at[0], at[1], at[2]);
  }
  free(v);
  /* d = 2 about a voxel centre is that voxel alone; about a corner of eight voxels it is these eight */
  write_text(file[0], "3 3 3 2\n6.5 6.5 6.5 2\n3 3 3 2\n", 30);
  snprintf(shape_text, sizeof shape_text, "spheres:list=%s", file[0]);
  ck_assert_double_eq(sum(shape(shape_text, 9, 9, 9), 729), 729 - 9);
  write_text(file[0], "23.5 23.5 23.5 40", 17); /* without a newline at the end */
  ck_assert_double_eq_tol(1 - sum(shape(shape_text, 48, 48, 48), 110592) / 110592, M_PI / 6 * 64000 / 110592, 1e-3);
}
END_TEST

static const struct {
  const char *text;
  int code;
  const char *says;
} bad_lists[] = {
    {"1 2 3\n", TILE_REJECTED, "line 1: must be four numbers x y z d"},
    {"# x\n1 2 3 4 5\n", TILE_REJECTED, "line 2: must be four numbers x y z d"},
    {"1 2 3 4x\n", TILE_REJECTED, "line 1: must be four numbers"},
    {"1 2 nan 4\n", TILE_REJECTED, "line 1: must be four numbers"},
    {"1 2 3 0\n", TILE_REJECTED, "line 1: d=0: must be above 0"},
    {"1 2 3 1e10\n", TILE_REJECTED, "line 1: d=1e+10: must be above 0, and at most"},
    {"1 2e10 3 1\n", TILE_REJECTED, "line 1: y=2e+10: must be a place"},
    {"1 2 3 4\n1 2 3 9\n", TILE_REJECTED, "line 2: d=9 is wider than the periodic box (8"},
    {"# nothing\n\n", TILE_REJECTED, "contains no sphere"},
    {NULL, TILE_FAILED, "No such file"},
};

START_TEST(bad_lists_are_refused)
{
  char text[128];
  struct source s;
  if (bad_lists[_i].text)
    write_text(file[0], bad_lists[_i].text, strlen(bad_lists[_i].text));
  snprintf(text, sizeof text, "spheres:list=%s,periodic", file[0]);
  ck_assert_int_eq(source_shape(&s, text, (int64_t[]){9, 8, 9}, &e), bad_lists[_i].code);
  ck_assert_msg(strstr(e.text, bad_lists[_i].says) && strstr(e.text, file[0]), "%s", e.text);
}
END_TEST

/* The number of fluid discs in slice z, counted by their lower left corners: fluid voxels with solid to the left and
 * below. */
static int discs(const double *slice, int nx, int ny)
{
  int count = 0;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      bool lowest = slice[y * nx + x] == TILE_FLUID && (!x || slice[y * nx + x - 1] == TILE_SOLID);
      for (int r = x; lowest && r < nx && slice[y * nx + r] == TILE_FLUID; r++)
        lowest = !y || slice[(y - 1) * nx + r] == TILE_SOLID;
      count += lowest;
    }
  return count;
}

/* Pappus: the volume is 2 pi R pi r^2. The ring is symmetric in x, y and z, and its hole is solid. */
START_TEST(torus_is_a_ring)
{
  enum { N = 64, H = 17 };
  double *v = shape("torus:d=15,ring=44", N, N, H);
  for (int i = 0; i < N * N * H; i++) {
    const int x = i % N, y = i / N % N, z = i / N / N;
    ck_assert_double_eq(v[i], v[(z * N + y) * N + N - 1 - x]);
    ck_assert_double_eq(v[i], v[((H - 1 - z) * N + x) * N + y]);
  }
  ck_assert_double_eq(v[(H / 2 * N + N / 2) * N + N / 2], TILE_SOLID);
  ck_assert_double_eq(v[(H / 2 * N + N / 2) * N + N / 2 + 22], TILE_FLUID);
  ck_assert_double_eq_tol(sum(v, N * N * H) / (2 * M_PI * 22 * M_PI * 56.25), 1, 0.01);
}
END_TEST

/* Three turns: two half rings above, one below; legs of 4 x (40 - 2 * 7) nodes, the two at the ends 7 longer, and half
 * rings of radii 1 and 5, whose area is pi (25 - 1) / 2. */
START_TEST(chip_turns_to_and_fro)
{
  enum { N = 30, H = 40 };
  double *v = shape("chip:width=4,pitch=6,turns=3", N, H, 1);
  for (int x = 0; x < N; x++) {
    const bool leg = x >= 4 && x < 26 && (x - 4) % 6 < 4;
    ck_assert_double_eq(v[H / 2 * N + x], leg ? TILE_FLUID : TILE_SOLID);
    ck_assert_double_eq(v[x], leg && (x < 8 || x >= 22) ? TILE_FLUID : TILE_SOLID);
    ck_assert_double_eq(v[(H - 1) * N + x], TILE_SOLID);
    ck_assert_double_eq(v[(H - 3) * N + x], (x >= 7 && x <= 10) || (x >= 19 && x <= 22) ? TILE_FLUID : TILE_SOLID);
  }
  const double area = 4 * 4 * (H - 14) + 2 * 4 * 7 + 3 * M_PI * 12;
  ck_assert_double_eq_tol(sum(v, N * H) / area, 1, 0.03);
}
END_TEST

/* An even number of turns ends at the other face. */
START_TEST(chip_leaves_above)
{
  double *v = shape("chip:width=4,pitch=6,turns=2", 30, 40, 1);
  double ends[2] = {0, 0};
  for (int x = 0; x < 30; x++) {
    ends[0] += v[x];
    ends[1] += v[39 * 30 + x];
  }
  ck_assert_double_eq(ends[0], 4);
  ck_assert_double_eq(ends[1], 4);
  free(v);
}
END_TEST

/* The outer wall of the first half ring, of radius 5 around (8.5, 32.5), and an inner one of radius 1. */
START_TEST(chip_walls_are_cut)
{
  struct source s;
  double q;
  ck_assert_int_eq(source_shape(&s, "chip:width=4,pitch=6,turns=3", (int64_t[]){30, 40, 1}, &e), 0);
  ck_assert_int_eq(s.walls.prepare(s.walls.of, &e), 0);
  ck_assert(s.walls.cut(s.walls.of, (double[]){9, 37, 0}, (double[]){10, 38, 0}, &q));
  ck_assert_double_eq_tol(hypot(9 + q - 8.5, 37 + q - 32.5), 5, 1e-12);
  ck_assert(s.walls.cut(s.walls.of, (double[]){8, 34, 0}, (double[]){8, 33, 0}, &q));
  ck_assert_double_eq_tol(q, 34 - 32.5 - sqrt(0.75), 1e-12);
  ck_assert(s.walls.cut(s.walls.of, (double[]){4, 20, 0}, (double[]){3, 21, 0}, &q));
  ck_assert_double_eq_tol(q, 0.5, 1e-15);
  ck_assert(!s.walls.cut(s.walls.of, (double[]){4, 20, 0}, (double[]){5, 21, 0}, &q));
  s.close(&s);
}
END_TEST

/* d = 12 divides into 9.5, 7.6, 6.0, 4.8, 3.8, which gives 32 tubes. Each generation takes a sixth of the height; its
 * 2^g cylinders of length l = sqrt(height^2 + spread^2) hold pi d^2 l / 4 each, and overlap where they meet: the volume
 * is 0.9 to 1 of their sum. */
START_TEST(vessel_is_a_tree)
{
  enum { N = 96, H = 192 };
  double *v = shape("vessel:d=12", N, N, H), volume = 0, spread[] = {0, .25, .25, .125, .125, .0625};
  for (int g = 0; g < 6; g++)
    volume += (1 << g) * M_PI * 36 * pow(2, -2 * g / 3.) * hypot(H / 6., spread[g] * N);
  ck_assert_int_eq(discs(v, N, N), 1);
  ck_assert_int_eq(discs(v + (H - 1) * N * N, N, N), 32);
  ck_assert_double_eq(v[N / 2 * N + N / 2], TILE_FLUID);
  int unlike = 0;
  for (int i = 0; i < N * N * H; i++) /* symmetric in x */
    unlike += v[i] != v[i / N * N + N - 1 - i % N];
  ck_assert_int_eq(unlike, 0);
  ck_assert_double_eq_tol(sum(v, N * N * H) / volume, 0.95, 0.05);
}
END_TEST

static const struct {
  const char *description;
  const char *says;
} refused[] = {
    {"ball", "no such shape; known are box, cavity"},
    {"", "no such shape"},
    {"box:w=3", "no key 'w'; it has none"},
    {"tube:w=3", "no key 'w'; it knows d, axis"},
    {"tube:d=3,d=4", "given twice"},
    {"tube:d=0", "d=0: must be a number above 0"},
    {"tube:d=nan", "must be a number"},
    {"tube:d=", "must be a number"},
    {"tube:d=5x", "must be a number"},
    {"tube:d=9", "wider than the box"},
    {"tube:axis=w", "must be x, y or z"},
    {"channel:w=2.5", "whole number of voxels"},
    {"channel:w=9", "wider than the box"},
    {"slit:h=9", "wider than the box"},
    {"torus:d=3,ring=6", "wider together than the box (8 voxels)"},
    {"torus:d=3,ring=2", "which has no hole then"},
    {"torus:ring=9", "wider together"},
    {"torus:w=3", "no key 'w'; it knows d, ring, axis"},
    {"chip:width=2.5", "width=2.5: must be a whole number of voxels, 1 or more"},
    {"chip:width=3,pitch=3", "pitch=3: must be a whole number of voxels, 4 or more"},
    {"chip:width=2,pitch=3,turns=9", "turns=9 need 29 voxels along x"},
    {"chip:width=2,pitch=6,turns=1", "the turns need 16 voxels along y"},
    {"chip:d=3", "no key 'd'; it knows width, pitch, turns"},
    {"vessel:d=3", "at most a quarter"},
    {"sc", "needs c="},
    {"sc:c=0.6", "must not overlap"},
    {"sc:c=0.1,cell=3", "does not divide"},
    {"cylinders:c=0.8", "cylinders touch at c=0.785398 already and must not overlap"},
    {"cylinders:c=0.1,cell=3", "does not divide 8, the size along x"},
    {"spheres:d=4", "needs porosity="},
    {"spheres:porosity=0.5", "needs d=, or list="},
    {"spheres:list=", "must be the name of a file"},
    {"spheres:list=a,d=4", "leave out d="},
    {"spheres:porosity=1,d=4", "between 0 and 1"},
    {"spheres:porosity=0.5,d=0.5", "one to 10^9 voxels"},
    {"spheres:porosity=0.5,d=1e10", "one to 10^9 voxels"},
    {"spheres:porosity=0.5,d=9,periodic", "wider than the periodic box"},
    {"spheres:porosity=0.5,d=4,seed=-1", "whole number, 0 or more"},
    {"spheres:porosity=0.5,d=4,periodic=2", "yes (or nothing) or no"},
};

START_TEST(nonsense_is_refused)
{
  struct source s;
  ck_assert_int_eq(source_shape(&s, refused[_i].description, (int64_t[]){8, 8, 8}, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, refused[_i].says), "%s", e.text);
  ck_assert_ptr_null(strchr(e.text, '\n'));
}
END_TEST

START_TEST(sizes_are_checked)
{
  struct source s;
  ck_assert_int_eq(source_shape(&s, "box", (int64_t[]){8, 0, 8}, &e), TILE_USAGE);
  ck_assert_int_eq(source_shape(&s, "sc:c=0.1", (int64_t[]){8, 8, 4}, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, "must be a cube"), "%s", e.text);
  ck_assert_int_eq(source_shape(&s, "cylinders:c=0.1", (int64_t[]){8, 4, 8}, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, "must be a square"), "%s", e.text);
}
END_TEST

static TCase *shapes(void)
{
  TCase *t = tcase_create("shapes");
  tcase_add_test(t, boxes_are_fluid);
  tcase_add_test(t, channel_is_centred);
  tcase_add_test(t, slit_lies_across_y);
  tcase_add_test(t, tube_is_round);
  tcase_add_test(t, arrays_have_their_fraction);
  tcase_add_test(t, spheres_reach_their_porosity);
  tcase_add_test(t, spheres_are_deterministic);
  tcase_add_test(t, spheres_wrap);
  tcase_add_checked_fixture(t, name_files, remove_files);
  tcase_add_loop_test(t, spheres_of_a_list, 0, 2);
  tcase_add_loop_test(t, bad_lists_are_refused, 0, sizeof bad_lists / sizeof *bad_lists);
  tcase_add_test(t, torus_is_a_ring);
  tcase_add_test(t, chip_turns_to_and_fro);
  tcase_add_test(t, chip_leaves_above);
  tcase_add_test(t, chip_walls_are_cut);
  tcase_add_test(t, vessel_is_a_tree);
  tcase_add_loop_test(t, nonsense_is_refused, 0, sizeof refused / sizeof *refused);
  tcase_add_test(t, sizes_are_checked);
  return t;
}

/* 3 x 2 x 2 values 0, 1, ... 11 of each type; big-endian ones as explicit bytes. */
START_TEST(raw_values_are_exact)
{
  static const char *const types[] = {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64", "f16"};
  static const int bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 2};
  int type = _i / 2, big = _i % 2, width = bytes[type];
  unsigned char data[12 * 8];
  double v[6];
  char text[32];
  struct source s;
  for (int i = 0; i < 12; i++) {
    int64_t whole = types[type][0] == 'i' ? i - 5 : i;
    double real = i / 4.0;
    float single = (float)real;
    static const uint16_t half[] = {0,      0x3400, 0x3800, 0x3a00, 0x3c00, 0x3d00,
                                    0x3e00, 0x3f00, 0x4000, 0x4080, 0x4100, 0x4180};
    const void *from = type == 8    ? (const void *)&single
                       : type == 9  ? (const void *)&real
                       : type == 10 ? (const void *)&half[i]
                                    : (const void *)&whole;
    for (int b = 0; b < width; b++)
      data[i * width + (big ? width - 1 - b : b)] = ((const unsigned char *)from)[b];
  }
  write_text(file[0], data, (size_t)(12 * width));
  snprintf(text, sizeof text, "3,2,2,%s%s", types[type], big ? ",be" : "");
  ck_assert_msg(source_raw(&s, file[0], text, &e) == TILE_OK, "%s", e.text);
  ck_assert(s.rereadable);
  for (int z = 1; z >= 0; z--) {
    ck_assert_int_eq(s.read(&s, z, v, &e), TILE_OK);
    for (int i = 0; i < 6; i++)
      ck_assert_double_eq(v[i], type >= 8 ? (6 * z + i) / 4.0 : types[type][0] == 'i' ? 6 * z + i - 5 : 6 * z + i);
  }
  s.close(&s);
}
END_TEST

static const struct {
  const char *description;
  int code;
  const char *says;
} raw_refused[] = {
    {"3,2,2", TILE_USAGE, "must be NX,NY,NZ,TYPE"},
    {"3,2,2,u8,le", TILE_USAGE, "must be NX,NY,NZ,TYPE"},
    {"3,2,2,u8x", TILE_USAGE, "unknown type 'u8x'; known are u8 i8"},
    {"3,2,2,u8,be,", TILE_USAGE, "must be"},
    {"3,0,2,u8", TILE_USAGE, "impossible size"},
    {"3000000000,3000000000,3000000000,u8", TILE_USAGE, "impossible size"},
    {"3,2,3,u8", TILE_REJECTED, "expected 18 bytes (3 x 2 x 3 u8), found 12"},
    {"3,2,1,u8", TILE_REJECTED, "expected 6 bytes (3 x 2 x 1 u8), found 12"},
    {"3,2,2,u16", TILE_REJECTED, "expected 24 bytes"},
    {"3,2,1,u8,skip=5", TILE_REJECTED, "expected 5 to skip and 6 bytes (3 x 2 x 1 u8), found 12"},
    {"3,2,1,u8,skip=", TILE_USAGE, "must be NX,NY,NZ,TYPE"},
    {"3,2,1,u8,skip=-1", TILE_USAGE, "must be NX,NY,NZ,TYPE"},
    {"3,2,1,u8,skip=6x", TILE_USAGE, "must be NX,NY,NZ,TYPE"},
    {"3,2,1,u8,skip=99999999999999999999", TILE_USAGE, "must be NX,NY,NZ,TYPE"},
};

START_TEST(raw_sizes_are_checked)
{
  struct source s;
  write_text(file[0], "123456789012", 12);
  ck_assert_int_eq(source_raw(&s, file[0], raw_refused[_i].description, &e), raw_refused[_i].code);
  ck_assert_msg(strstr(e.text, raw_refused[_i].says), "%s", e.text);
  ck_assert_int_eq(source_raw(&s, file[1], "3,2,2,u8", &e), TILE_FAILED);
  ck_assert_int_eq(source_raw(&s, ".", "3,2,2,u8", &e), TILE_FAILED);
}
END_TEST

/* Checks counted values after a header, compressed or not, forwards and backwards. */
static void expect_counted(const char *path, const char *description)
{
  struct source s;
  double v[6];
  ck_assert_msg(source_raw(&s, path, description, &e) == TILE_OK, "%s", e.text);
  ck_assert(s.rereadable);
  for (int turn = 0; turn < 8; turn++) {
    ck_assert_msg(s.read(&s, turn * 3 % 4, v, &e) == TILE_OK, "%s", e.text);
    for (int i = 0; i < 6; i++)
      ck_assert_double_eq(v[i], 6 * (turn * 3 % 4) + i);
  }
  s.close(&s);
}

static size_t pack(bool zstd, const unsigned char *from, size_t length, unsigned char to[512])
{
  z_stream z = {.next_in = (unsigned char *)from, .avail_in = (uInt)length, .next_out = to, .avail_out = 512};
  if (zstd)
    return ZSTD_compress(to, 512, from, length, 3);
  ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
  deflateEnd(&z);
  return z.total_out;
}

START_TEST(raw_behind_a_header)
{
  unsigned char bytes[7 + 48] = "header!";
  for (int i = 0; i < 24; i++)
    bytes[7 + 2 * i + 1] = (unsigned char)i;
  write_text(file[0], bytes, sizeof bytes);
  expect_counted(file[0], "3,2,4,u16,be,skip=7");
  expect_counted(file[0], "3,2,4,u16,skip=7,be");
}
END_TEST

START_TEST(raw_packed)
{
  struct source s;
  double v[6];
  unsigned char bytes[7 + 48] = "header!", packed[2 * 512];
  for (int i = 0; i < 24; i++)
    bytes[7 + 2 * i + 1] = (unsigned char)i;
  size_t length = pack(_i, bytes, 20, packed); /* as two compressed parts */
  length += pack(_i, bytes + 20, sizeof bytes - 20, packed + length);
  write_text(file[0], packed, length);
  expect_counted(file[0], "3,2,4,u16,be,skip=7");
  /* 55 bytes would be a volume that is not compressed */
  for (size_t cut = 1; cut < length; cut += cut + 1 == sizeof bytes ? 2 : 1) {
    write_text(file[0], packed, cut);
    int code = source_raw(&s, file[0], "3,2,4,u16,be,skip=7", &e);
    for (int z = 0; z < 4 && !code; z++)
      code = s.read(&s, z, v, &e);
    ck_assert_msg(code == TILE_REJECTED && strstr(e.text, file[0]), "%zu: %d", cut, code);
    s.close(&s);
  }
  write_text(file[0], packed, length);
  ck_assert_int_eq(source_raw(&s, file[0], "3,2,3,u16,skip=7", &e), TILE_OK); /* found at the end */
  ck_assert_int_eq(s.read(&s, 2, v, &e), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "by --raw 36 bytes of values are expected, found 37"), "%s", e.text);
  s.close(&s);
}
END_TEST

static TCase *raws(void)
{
  TCase *t = tcase_create("raw");
  tcase_add_checked_fixture(t, name_files, remove_files);
  tcase_add_loop_test(t, raw_values_are_exact, 0, 22);
  tcase_add_test(t, raw_behind_a_header);
  tcase_add_loop_test(t, raw_packed, 0, 2);
  tcase_add_loop_test(t, raw_sizes_are_checked, 0, sizeof raw_refused / sizeof *raw_refused);
  return t;
}

int main(void)
{
  Suite *suite = suite_create("source");
  suite_add_tcase(suite, shapes());
  suite_add_tcase(suite, raws());
  return run_suite(suite, CK_FORK_GETENV);
}
