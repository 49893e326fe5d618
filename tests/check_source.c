/* Sources: every voxel of a small volume against what it must be. */
#include "source.h"
#include "tiff_made.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <tiffio.h>
#include <unistd.h>

static struct tile_error e;

/* Opens a shape and returns all of it. */
static double *shape(const char *description, int64_t nx, int64_t ny, int64_t nz)
{
  struct source s;
  double *all = calloc((size_t)(nx * ny * nz), sizeof *all);
  ck_assert_int_eq(source_shape(&s, description, (int64_t[]){ nx, ny, nz }, &e), TILE_OK);
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
  ck_assert_double_eq(sum(shape("channel:w=4", 7, 7, 1), 49), 16); /* parities differ: still w*w */
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

/* The tube is symmetric, holds pi d^2/4 voxels within a few, and small ones are known. */
START_TEST(tube_is_round)
{
  ck_assert_double_eq(sum(shape("tube", 2, 2, 1), 4), 4);
  ck_assert_double_eq(sum(shape("tube", 3, 3, 1), 9), 9); /* corners: sqrt 2 < 1.5 */
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
  static const char *const names[] = { "sc", "bcc", "fcc" };
  for (int i = 0; i < 3; i++) {
    char text[64];
    snprintf(text, sizeof text, "%s:c=0.3", names[i]);
    double n = 64 * 64 * 64;
    ck_assert_double_eq_tol(1 - sum(shape(text, 64, 64, 64), (int64_t)n) / n, 0.3, 0.003);
    snprintf(text, sizeof text, "%s:c=0.3,cell=16", names[i]);
    double one = sum(shape(text, 16, 16, 16), 4096), six = sum(shape(text, 32, 16, 48), 6 * 4096);
    ck_assert_double_eq(six, 6 * one);
  }
  double *v = shape("sc:c=0.2", 9, 9, 9);
  ck_assert_double_eq(v[4 + 9 * (4 + 9 * 4)], TILE_SOLID); /* the sphere sits in the middle */
  ck_assert_double_eq(v[0], TILE_FLUID);
  free(v);
}
END_TEST

START_TEST(spheres_reach_their_porosity)
{
  static const char *const flags[] = { "", ",periodic", ",periodic=no,seed=7" };
  for (int i = 0; i < 3; i++) {
    char text[64];
    snprintf(text, sizeof text, "spheres:porosity=0.4,d=8%s", flags[i]);
    double n = 48 * 48 * 48, sphere = M_PI / 6 * 512;
    double fluid = sum(shape(text, 48, 48, 48), (int64_t)n);
    ck_assert_double_le(fluid, 0.4 * n);
    ck_assert_double_gt(fluid, 0.4 * n - 1.1 * sphere); /* one sphere fewer would not have done */
  }
}
END_TEST

/* The same seed gives the same pack; a periodic pack has no preference for its faces. */
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

/* One sphere in a small periodic box: every voxel within d/2 of its centre, over the
 * seam. A pack at a porosity just under 1 is exactly one sphere. */
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

/* Fluid components of slice z, counted by their lower left corners: voxels with solid at left and below (discs). */
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

/* d = 12 divides into 9.5, 7.6, 6.0, 4.8, 3.8: 32 tubes leave. Each generation takes a sixth of the height; its 2^g
 * cylinders of length l = sqrt(height^2 + spread^2) hold pi d^2 l / 4, less what they share where they meet. */
START_TEST(vessel_is_a_tree)
{
  enum { N = 96, H = 192 };
  double *v = shape("vessel:d=12", N, N, H), volume = 0, spread[] = { 0, .25, .25, .125, .125, .0625 };
  for (int g = 0; g < 6; g++)
    volume += (1 << g) * M_PI * 36 * pow(2, -2 * g / 3.) * hypot(H / 6., spread[g] * N);
  ck_assert_int_eq(discs(v, N, N), 1);
  ck_assert_int_eq(discs(v + (H - 1) * N * N, N, N), 32);
  ck_assert_double_eq(v[N / 2 * N + N / 2], TILE_FLUID);
  for (int i = 0; i < N * N * H; i++) /* mirrored in x */
    ck_assert_double_eq(v[i], v[i / N * N + N - 1 - i % N]);
  ck_assert_double_eq_tol(sum(v, N * N * H) / volume, 0.95, 0.05);
}
END_TEST

static const struct {
  const char *description;
  const char *says;
} refused[] = {
  { "ball", "no such shape; there are box, cavity" },
  { "", "no such shape" },
  { "box:w=3", "no key 'w'; it has none" },
  { "tube:w=3", "no key 'w'; it knows d, axis" },
  { "tube:d=3,d=4", "given twice" },
  { "tube:d=0", "d=0: must be a number above 0" },
  { "tube:d=nan", "must be a number" },
  { "tube:d=", "must be a number" },
  { "tube:d=5x", "must be a number" },
  { "tube:d=9", "wider than the box" },
  { "tube:axis=w", "must be x, y or z" },
  { "channel:w=2.5", "whole number of voxels" },
  { "channel:w=9", "wider than the box" },
  { "slit:h=9", "wider than the box" },
  { "vessel:d=3", "at most a quarter" },
  { "sc", "needs c=" },
  { "sc:c=0.6", "must not overlap" },
  { "sc:c=0.1,cell=3", "does not divide" },
  { "spheres:d=4", "needs porosity=" },
  { "spheres:porosity=1,d=4", "between 0 and 1" },
  { "spheres:porosity=0.5,d=0.5", "at least one voxel" },
  { "spheres:porosity=0.5,d=9,periodic", "wider than the periodic box" },
  { "spheres:porosity=0.5,d=4,seed=-1", "whole number, 0 or more" },
  { "spheres:porosity=0.5,d=4,periodic=2", "yes (or nothing) or no" },
};

START_TEST(nonsense_is_refused)
{
  struct source s;
  ck_assert_int_eq(source_shape(&s, refused[_i].description, (int64_t[]){ 8, 8, 8 }, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, refused[_i].says), "%s", e.text);
  ck_assert_ptr_null(strchr(e.text, '\n'));
}
END_TEST

START_TEST(sizes_are_checked)
{
  struct source s;
  ck_assert_int_eq(source_shape(&s, "box", (int64_t[]){ 8, 0, 8 }, &e), TILE_USAGE);
  ck_assert_int_eq(source_shape(&s, "sc:c=0.1", (int64_t[]){ 8, 8, 4 }, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, "must be a cube"), "%s", e.text);
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
  tcase_add_test(t, vessel_is_a_tree);
  tcase_add_loop_test(t, nonsense_is_refused, 0, sizeof refused / sizeof *refused);
  tcase_add_test(t, sizes_are_checked);
  return t;
}

/* ---- TIFF ---- */

static const struct tiff_made kinds[] = {
  { "wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0 },
  { "wb", 'u', 8, COMPRESSION_LZW, 0, false, true, 21, 18, 3, 5, 0 },
  { "wb", 'i', 8, COMPRESSION_ADOBE_DEFLATE, 0, false, false, 21, 18, 2, 0, 0 },
  { "wb", 'u', 16, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0 },
  { "wl", 'i', 16, COMPRESSION_LZW, 2, false, false, 21, 18, 2, 7, 0 },
  { "wb", 'u', 16, COMPRESSION_ADOBE_DEFLATE, 2, true, true, 21, 18, 2, 0, 0 },
  { "wl", 'u', 32, COMPRESSION_NONE, 0, true, false, 37, 18, 2, 0, 0 },
  { "wb", 'u', 32, COMPRESSION_LZW, 0, true, false, 37, 18, 2, 0, 0 },
  { "wb", 'i', 32, COMPRESSION_ADOBE_DEFLATE, 0, false, false, 21, 18, 2, 4, 0 },
  { "wl", 'f', 32, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0 },
  { "wl", 'f', 32, COMPRESSION_ADOBE_DEFLATE, 3, true, false, 21, 18, 2, 0, 0 },
  { "wb", 'f', 32, COMPRESSION_LZW, 0, false, false, 21, 18, 2, 3, 0 },
  { "wb", 'f', 64, COMPRESSION_NONE, 0, false, false, 9, 5, 1, 0, 0 },
  { "wl8", 'u', 16, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0 },
  { "wb8", 'u', 8, COMPRESSION_PACKBITS, 0, false, false, 21, 18, 3, 5, 0 },
  { "wl", 'u', 8, COMPRESSION_NONE, 0, true, true, 16, 16, 1, 0, 0 },
};

static char file[3][64];

static void name_files(void)
{
  for (int i = 0; i < 3; i++)
    snprintf(file[i], sizeof *file, "check_source.%d.%d", (int)getpid(), i);
}

static void remove_files(void)
{
  for (int i = 0; i < 3; i++)
    unlink(file[i]);
}

static void compare_slice(const struct tiff_made *t, const double *v, int z)
{
  for (int y = 0; y < t->ny; y++)
    for (int x = 0; x < t->nx; x++)
      ck_assert_double_eq(v[y * t->nx + x], tiff_made_value(t, x, y, z));
}

/* Twice, as for Otsu, and then only the last slice, as for --crop. */
static void compare(struct source *s, const struct tiff_made *t)
{
  static double v[64 * 64];
  for (int pass = 0; pass < 2; pass++)
    for (int z = 0; z < s->grid[2]; z++) {
      ck_assert_msg(s->read(s, z, v, &e) == TILE_OK, "%s", e.text);
      compare_slice(t, v, z);
    }
  ck_assert_int_eq(s->read(s, s->grid[2] - 1, v, &e), TILE_OK);
  compare_slice(t, v, (int)s->grid[2] - 1);
  s->close(s);
}

START_TEST(tiff_values_are_exact)
{
  const struct tiff_made *t = &kinds[_i];
  struct source s;
  char type[8], *path = file[0];
  tiff_make(path, t);
  ck_assert_msg(source_tiff(&s, &path, 1, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.grid[0], t->nx);
  ck_assert_int_eq(s.grid[1], t->ny);
  ck_assert_int_eq(s.grid[2], t->pages);
  snprintf(type, sizeof type, "%c%d", t->kind, t->bits);
  ck_assert_str_eq(s.type, type);
  ck_assert_str_eq(s.photometric, t->white ? "MinIsWhite" : "MinIsBlack");
  ck_assert(s.rereadable && !s.classified);
  compare(&s, t);
}
END_TEST

static struct tiff_made plain(int nx, int pages, int begin)
{
  return (struct tiff_made){ "wl", 'u', 8, COMPRESSION_NONE, 0, false, false, nx, 6, pages, 0, begin };
}

START_TEST(series_follow_their_order)
{
  struct tiff_made t[3] = { plain(7, 1, 0), plain(7, 3, 1), plain(7, 1, 4) };
  char *paths[3] = { file[0], file[1], file[2] };
  struct source s;
  for (int i = 0; i < 3; i++)
    tiff_make(paths[i], &t[i]);
  ck_assert_msg(source_tiff(&s, paths, 3, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.grid[2], 5);
  compare(&s, &t[0]);
}
END_TEST

/* Opens `count` files, which must fail with a line that says both. */
static void refuse(int count, int code, const char *says, const char *also)
{
  char *paths[3] = { file[0], file[1], file[2] };
  struct source s;
  ck_assert_int_eq(source_tiff(&s, paths, count, &e), code);
  ck_assert_msg(strstr(e.text, says) && strstr(e.text, also), "%s", e.text);
  ck_assert_ptr_null(strchr(e.text, '\n'));
}

START_TEST(tiff_pages_must_agree)
{
  struct tiff_made t[3] = { plain(7, 2, 0), plain(7, 1, 0), plain(8, 2, 0) };
  for (int i = 0; i < 3; i++)
    tiff_make(file[i], &t[i]);
  refuse(3, TILE_REJECTED, file[2], "page 0: differs: 8 x 6 u8");
  t[1].kind = 'i';
  tiff_make(file[1], &t[1]);
  refuse(2, TILE_REJECTED, file[1], "7 x 6 i8 MinIsBlack, but the first page of");
  t[1] = plain(7, 1, 0);
  t[1].white = true;
  tiff_make(file[1], &t[1]);
  refuse(2, TILE_REJECTED, file[1], "MinIsWhite");
  t[0].mode = "a";
  t[0].nx = 9;
  tiff_make(file[0], &t[0]);
  refuse(1, TILE_REJECTED, file[0], "page 2: differs: 9 x 6");
}
END_TEST

START_TEST(missing_files)
{
  struct tiff_made t = plain(7, 1, 0);
  tiff_make(file[0], &t);
  refuse(2, TILE_REJECTED, file[1], "No such file");
  unlink(file[0]);
  refuse(1, TILE_FAILED, file[0], "No such file");
}
END_TEST

static void write_text(const char *path, const void *text, size_t length)
{
  FILE *out = fopen(path, "wb");
  ck_assert_ptr_nonnull(out);
  ck_assert_uint_eq(fwrite(text, 1, length, out), length);
  fclose(out);
}

START_TEST(what_is_no_tiff)
{
  write_text(file[0], "not a picture\n", 14);
  refuse(1, TILE_REJECTED, file[0], "cannot be read as TIFF");
  write_text(file[0], "", 0);
  refuse(1, TILE_REJECTED, file[0], "empty");
  write_text(file[0], "II*\0\0\0\0", 8); /* no first page */
  refuse(1, TILE_REJECTED, file[0], "cannot be read as TIFF");
}
END_TEST

/* Whatever is cut off: an error, opening or reading, never other values. */
START_TEST(truncated_tiff)
{
  struct tiff_made t = plain(7, 3, 0);
  struct source s;
  static char all[4096];
  char *path = file[0];
  t.compression = _i ? COMPRESSION_LZW : COMPRESSION_NONE;
  tiff_make(path, &t);
  FILE *in = fopen(path, "rb");
  size_t length = fread(all, 1, sizeof all, in);
  fclose(in);
  ck_assert_uint_lt(length, sizeof all);
  for (size_t cut = 0; cut < length; cut++) {
    double v[42];
    write_text(path, all, cut);
    int code = source_tiff(&s, &path, 1, &e);
    for (int z = 0; !code && z < s.grid[2]; z++) {
      code = s.read(&s, z, v, &e);
      if (!code)
        compare_slice(&t, v, z);
    }
    ck_assert_msg(code == TILE_REJECTED, "cut at %zu of %zu: %d %lld", cut, length, code, (long long)s.grid[2]);
    if (s.state)
      s.close(&s);
  }
}
END_TEST

/* One page with a field changed after the fact. */
static void odd_tiff(uint32_t tag, int value)
{
  TIFF *t = TIFFOpen(file[0], "wl");
  static unsigned char zeros[4096];
  static uint16_t map[256];
  TIFFSetField(t, TIFFTAG_IMAGEWIDTH, 8);
  TIFFSetField(t, TIFFTAG_IMAGELENGTH, 8);
  TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, 8);
  TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  if (value == PHOTOMETRIC_PALETTE && tag == TIFFTAG_PHOTOMETRIC)
    TIFFSetField(t, TIFFTAG_COLORMAP, map, map, map);
  TIFFSetField(t, tag, value);
  ck_assert_int_ge((int)TIFFWriteEncodedStrip(t, 0, zeros, 64), 0);
  TIFFClose(t);
}

static const struct {
  uint32_t tag;
  int value;
  const char *says;
} odd[] = {
  { TIFFTAG_BITSPERSAMPLE, 1, "1 bits a voxel" },
  { TIFFTAG_BITSPERSAMPLE, 12, "12 bits a voxel" },
  { TIFFTAG_BITSPERSAMPLE, 64, "64 bits a voxel" },
  { TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP, "8 bits a voxel in this format" },
  { TIFFTAG_SAMPLESPERPIXEL, 3, "3 samples a voxel" },
  { TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE, "not grey levels" },
  { TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MASK, "not grey levels" },
};

START_TEST(odd_pages_are_rejected)
{
  odd_tiff(odd[_i].tag, odd[_i].value);
  refuse(1, TILE_REJECTED, "page 0", odd[_i].says);
}
END_TEST

/* A file of a few hundred bytes that claims 4 GiB is refused before anything is allocated. */
START_TEST(claims_are_checked)
{
  static const unsigned char huge[] = {
    'I', 'I', 42, 0, 8, 0, 0, 0, 6, 0,
    0, 1, 4, 0, 1, 0, 0, 0, 0, 0, 1, 0, /* width 65536 */
    1, 1, 4, 0, 1, 0, 0, 0, 0, 0, 1, 0, /* length */
    2, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, /* bits */
    6, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, /* photometric */
    17, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0, /* strip offsets */
    23, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0, /* byte counts */
    0, 0, 0, 0,
  };
  write_text(file[0], huge, sizeof huge);
  refuse(1, TILE_REJECTED, "page 0", "claims 65536 x 65536");
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
static long peak_kib(void)
{
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/* 32 and then 512 slices of 64 KiB: the peak grows by far less than the 30 MiB between them. */
START_TEST(memory_does_not_grow)
{
  struct tiff_made t = { "wl", 'u', 16, COMPRESSION_NONE, 0, false, false, 256, 128, 32, 0, 0 };
  static double v[256 * 128];
  long peak[2];
  char *path = file[0];
  for (int i = 0; i < 2; i++, t.pages *= 16) {
    struct source s;
    tiff_make(path, &t);
    ck_assert_int_eq(source_tiff(&s, &path, 1, &e), TILE_OK);
    for (int z = 0; z < t.pages; z++)
      ck_assert_int_eq(s.read(&s, z, v, &e), TILE_OK);
    s.close(&s);
    peak[i] = peak_kib();
  }
#ifndef __SANITIZE_ADDRESS__ /* which keeps what is freed */
  ck_assert_int_lt(peak[1] - peak[0], 4096);
#endif
}
END_TEST
#endif

static TCase *tiffs(void)
{
  TCase *t = tcase_create("tiff");
  tcase_add_checked_fixture(t, name_files, remove_files);
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, tiff_values_are_exact, 0, sizeof kinds / sizeof *kinds);
  tcase_add_test(t, series_follow_their_order);
  tcase_add_test(t, tiff_pages_must_agree);
  tcase_add_test(t, missing_files);
  tcase_add_test(t, what_is_no_tiff);
  tcase_add_loop_test(t, truncated_tiff, 0, 2);
  tcase_add_loop_test(t, odd_pages_are_rejected, 0, sizeof odd / sizeof *odd);
  tcase_add_test(t, claims_are_checked);
#ifndef __SANITIZE_ADDRESS__ /* it keeps freed memory for a while */
  tcase_add_test(t, memory_does_not_grow);
#endif
  return t;
}

/* ---- raw ---- */

/* 3 x 2 x 2 values 0, 1, ... 11 of each type; big-endian ones spelt out. */
START_TEST(raw_values_are_exact)
{
  static const char *const types[] = { "u8", "i8", "u16", "i16", "u32", "i32", "f32", "f64" };
  static const int bytes[] = { 1, 1, 2, 2, 4, 4, 4, 8 };
  int type = _i / 2, big = _i % 2, width = bytes[type];
  unsigned char data[12 * 8];
  double v[6];
  char text[32];
  struct source s;
  for (int i = 0; i < 12; i++) {
    int64_t whole = types[type][0] == 'i' ? i - 5 : i;
    double real = i / 4.0;
    float single = (float)real;
    const void *from = type == 6 ? (void *)&single : type == 7 ? (void *)&real : (void *)&whole;
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
      ck_assert_double_eq(v[i], type >= 6 ? (6 * z + i) / 4.0 : types[type][0] == 'i' ? 6 * z + i - 5 : 6 * z + i);
  }
  s.close(&s);
}
END_TEST

static const struct {
  const char *description;
  int code;
  const char *says;
} raw_refused[] = {
  { "3,2,2", TILE_USAGE, "must be NX,NY,NZ,TYPE" },
  { "3,2,2,u8,le", TILE_USAGE, "must be NX,NY,NZ,TYPE" },
  { "3,2,2,u8x", TILE_USAGE, "unknown type 'u8x'; there are u8 i8" },
  { "3,2,2,u8,be,", TILE_USAGE, "must be" },
  { "3,0,2,u8", TILE_USAGE, "impossible size" },
  { "3000000000,3000000000,3000000000,u8", TILE_USAGE, "impossible size" },
  { "3,2,3,u8", TILE_REJECTED, "expected 18 bytes (3 x 2 x 3 u8), found 12" },
  { "3,2,1,u8", TILE_REJECTED, "expected 6 bytes (3 x 2 x 1 u8), found 12" },
  { "3,2,2,u16", TILE_REJECTED, "expected 24 bytes" },
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

static TCase *raws(void)
{
  TCase *t = tcase_create("raw");
  tcase_add_checked_fixture(t, name_files, remove_files);
  tcase_add_loop_test(t, raw_values_are_exact, 0, 16);
  tcase_add_loop_test(t, raw_sizes_are_checked, 0, sizeof raw_refused / sizeof *raw_refused);
  return t;
}

int main(void)
{
  Suite *suite = suite_create("source");
  suite_add_tcase(suite, shapes());
  suite_add_tcase(suite, tiffs());
  suite_add_tcase(suite, raws());
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
