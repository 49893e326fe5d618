/* SPDX-License-Identifier: BSD-3-Clause */
/* TIFF files: every voxel against its known value, and refusals. */
#include "scratch_made.h"
#include "source.h"
#include "tiff_hand.h"
#include "tiff_made.h"
#include "voxel_type.h"
#include "suite.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <tiffio.h>

static struct tile_error e;

static const struct tiff_made kinds[] = {
    {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wb", 'u', 8, COMPRESSION_LZW, 0, false, true, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wb", 'i', 8, COMPRESSION_ADOBE_DEFLATE, 0, false, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wb", 'u', 16, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'i', 16, COMPRESSION_LZW, 2, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wb", 'u', 16, COMPRESSION_ADOBE_DEFLATE, 2, true, true, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wl", 'u', 32, COMPRESSION_NONE, 0, true, false, 37, 18, 2, 0, 0, 0, false, NULL},
    {"wb", 'u', 32, COMPRESSION_LZW, 0, true, false, 37, 18, 2, 0, 0, 0, false, NULL},
    {"wb", 'i', 32, COMPRESSION_ADOBE_DEFLATE, 0, false, false, 21, 18, 2, 4, 0, 0, false, NULL},
    {"wl", 'f', 32, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'f', 32, COMPRESSION_ADOBE_DEFLATE, 3, true, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wb", 'f', 32, COMPRESSION_LZW, 0, false, false, 21, 18, 2, 3, 0, 0, false, NULL},
    {"wb", 'f', 64, COMPRESSION_NONE, 0, false, false, 9, 5, 1, 0, 0, 0, false, NULL},
    {"wl8", 'u', 16, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wb8", 'u', 8, COMPRESSION_PACKBITS, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'u', 8, COMPRESSION_NONE, 0, true, true, 16, 16, 1, 0, 0, 0, false, NULL},
    {"wl", 'u', 1, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wb", 'u', 1, COMPRESSION_CCITTFAX4, 0, false, true, 21, 18, 2, 5, 0, 0, false, NULL},
    {"wl", 'u', 1, COMPRESSION_CCITTFAX3, 0, false, true, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wl", 'u', 1, COMPRESSION_PACKBITS, 0, true, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wb", 'u', 2, COMPRESSION_LZW, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'u', 4, COMPRESSION_PACKBITS, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wb8", 'u', 4, COMPRESSION_ADOBE_DEFLATE, 0, true, false, 37, 18, 2, 0, 0, 0, false, NULL},
    {"wl", 'u', 10, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'u', 12, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wb", 'u', 12, COMPRESSION_LZW, 0, true, false, 37, 18, 2, 0, 0, 0, false, NULL},
    {"wb", 'u', 14, COMPRESSION_ADOBE_DEFLATE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'f', 16, COMPRESSION_NONE, 0, false, false, 21, 18, 3, 5, 0, 0, false, NULL},
    {"wl", 'f', 16, COMPRESSION_ADOBE_DEFLATE, 3, false, false, 21, 18, 2, 5, 0, 0, false, NULL},
    {"wl", 'f', 64, COMPRESSION_LZW, 3, true, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wl8", 'f', 64, COMPRESSION_ADOBE_DEFLATE, 3, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wb", 'u', 32, COMPRESSION_ADOBE_DEFLATE, 2, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wl", 'u', 8, COMPRESSION_LZW, 2, true, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wl", 'i', 16, COMPRESSION_PACKBITS, 0, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wb8", 'u', 16, COMPRESSION_ZSTD, 2, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wl", 'f', 32, COMPRESSION_ZSTD, 3, true, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wb8", 'f', 32, COMPRESSION_NONE, 0, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wb", 'u', 64, COMPRESSION_NONE, 0, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wl", 'i', 64, COMPRESSION_LZW, 0, true, false, 21, 18, 2, 0, 0, 0, false, NULL},
    {"wb8", 'i', 64, COMPRESSION_ADOBE_DEFLATE, 0, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
    {"wl", 'u', 64, COMPRESSION_ADOBE_DEFLATE, 2, false, false, 21, 18, 2, 7, 0, 0, false, NULL},
};

static void compare_slice(const struct tiff_made *t, const double *v, int z)
{
  for (int y = 0; y < t->ny; y++)
    for (int x = 0; x < t->nx; x++)
      ck_assert_double_eq(v[y * t->nx + x], tiff_made_value(t, x, y, z));
}

/* Reads all slices twice, as for Otsu, and then the last slice only, as for --crop. */
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
  if (!TIFFIsCODECConfigured((uint16_t)t->compression))
    return;
  tiff_make(path, t);
  ck_assert_msg(source_tiff(&s, &path, 1, -1, &e) == TILE_OK, "%s", e.text);
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

static const struct tiff_made coloured[] = {
    {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 21, 18, 2, 5, 0, 3, false, NULL},
    {"wb", 'u', 8, COMPRESSION_LZW, 2, false, false, 21, 18, 2, 5, 0, 3, true, NULL},
    {"wl", 'u', 16, COMPRESSION_ADOBE_DEFLATE, 2, true, false, 21, 18, 2, 0, 0, 3, false, NULL},
    {"wb8", 'f', 32, COMPRESSION_NONE, 0, true, false, 37, 18, 2, 0, 0, 3, true, NULL},
    {"wl", 'u', 4, COMPRESSION_PACKBITS, 0, false, false, 21, 18, 2, 5, 0, 3, false, NULL},
    {"wl", 'u', 12, COMPRESSION_NONE, 0, false, false, 21, 18, 2, 5, 0, 3, false, NULL},
    {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 21, 18, 2, 5, 0, 2, false, NULL},
};

/* Channels side by side or in planes are refused with a hint, and each one is read when it is requested. */
START_TEST(channels_are_taken)
{
  const struct tiff_made *t = &coloured[_i];
  char *path = file[0];
  struct source s;
  static double v[64 * 64];
  tiff_make(path, t);
  ck_assert_int_eq(source_tiff(&s, &path, 1, -1, &e), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "choose one with --channel 0 ... "), "%s", e.text);
  ck_assert_int_eq(source_tiff(&s, &path, 1, t->channels, &e), TILE_USAGE);
  for (int c = 0; c < t->channels; c++) {
    ck_assert_msg(source_tiff(&s, &path, 1, c, &e) == TILE_OK, "%s", e.text);
    ck_assert_int_eq(s.read(&s, 1, v, &e), TILE_OK);
    compare_slice(t, v, 1 + 7 * c);
    s.close(&s);
  }
}
END_TEST

static struct tiff_made plain(int nx, int pages, int begin)
{
  return (struct tiff_made){.mode = "wl",
                            .kind = 'u',
                            .bits = 8,
                            .compression = COMPRESSION_NONE,
                            .nx = nx,
                            .ny = 6,
                            .pages = pages,
                            .begin = begin};
}

START_TEST(series_follow_their_order)
{
  struct tiff_made t[3] = {plain(7, 1, 0), plain(7, 3, 1), plain(7, 1, 4)};
  char *paths[3] = {file[0], file[1], file[2]};
  struct source s;
  for (int i = 0; i < 3; i++)
    tiff_make(paths[i], &t[i]);
  ck_assert_msg(source_tiff(&s, paths, 3, -1, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.grid[2], 5);
  compare(&s, &t[0]);
}
END_TEST

/* Opens `count` files, which must fail with a line that contains both texts. */
static void refuse(int count, int code, const char *says, const char *also)
{
  char *paths[3] = {file[0], file[1], file[2]};
  struct source s;
  ck_assert_int_eq(source_tiff(&s, paths, count, -1, &e), code);
  ck_assert_msg(strstr(e.text, says) && strstr(e.text, also), "%s", e.text);
  ck_assert_ptr_null(strchr(e.text, '\n'));
}

START_TEST(tiff_pages_must_agree)
{
  struct tiff_made t[3] = {plain(7, 2, 0), plain(7, 1, 0), plain(8, 2, 0)};
  for (int i = 0; i < 3; i++)
    tiff_make(file[i], &t[i]);
  refuse(3, TILE_REJECTED, file[2], "page 0: differs: 8 x 6 u8");
  t[1].kind = 'i';
  tiff_make(file[1], &t[1]);
  refuse(2, TILE_REJECTED, file[1], "7 x 6 i8 MinIsBlack, but the first page of");
  t[1] = plain(7, 1, 0);
  t[0].mode = "a";
  t[0].nx = 9;
  tiff_make(file[0], &t[0]);
  refuse(1, TILE_REJECTED, file[0], "page 2: differs: 9 x 6");
}
END_TEST

/* The values are the stored ones in both cases: a difference in photometric alone gives a warning that names the first
 * page. */
START_TEST(black_and_white_may_differ)
{
  struct tiff_made t[3] = {plain(7, 2, 0), plain(7, 3, 2), plain(7, 1, 5)};
  char *paths[3] = {file[0], file[1], file[2]};
  struct source s;
  t[1].white = true;
  for (int i = 0; i < 3; i++)
    tiff_make(paths[i], &t[i]);
  ck_assert_msg(source_tiff(&s, paths, 3, -1, &e) == TILE_OK, "%s", e.text);
  ck_assert_msg(strstr(s.warning, file[1]) && strstr(s.warning, ": page 0: is MinIsWhite, but the first page of"), "%s",
                s.warning);
  compare(&s, &t[0]);
  ck_assert_int_eq(source_tiff(&s, paths, 1, -1, &e), TILE_OK);
  ck_assert_str_eq(s.warning, "");
  s.close(&s);
}
END_TEST

START_TEST(missing_files)
{
  struct tiff_made t = plain(7, 1, 0);
  tiff_make(file[0], &t);
  refuse(2, TILE_FAILED, file[1], "No such file"); /* the same message as for the file alone */
  unlink(file[0]);
  refuse(1, TILE_FAILED, file[0], "No such file");
}
END_TEST

START_TEST(what_is_no_tiff)
{
  write_text(file[0], "not a picture\n", 14);
  refuse(1, TILE_REJECTED, file[0], "cannot be read as TIFF");
  write_text(file[0], "", 0);
  refuse(1, TILE_REJECTED, file[0], "empty");
  write_text(file[0], "II*\0\0\0\0", 8); /* without a first page */
  refuse(1, TILE_REJECTED, file[0], "cannot be read as TIFF");
}
END_TEST

/* The link of the last directory leads back to page _i: libtiff takes that page for the last one. */
START_TEST(looped_directories)
{
  struct tiff_made t = plain(7, 3, 0);
  uint64_t offset[3];
  t.mode = "wl8"; /* 8 bytes for the number of entries, 20 per entry, 8 for the link */
  tiff_make(file[0], &t);
  TIFF *tiff = TIFFOpen(file[0], "r");
  for (uint16_t i = 0; i < 3; i++) {
    ck_assert(TIFFSetDirectory(tiff, i));
    offset[i] = TIFFCurrentDirOffset(tiff);
  }
  TIFFClose(tiff);
  FILE *out = fopen(file[0], "r+b");
  uint64_t entries;
  fseek(out, (long)offset[2], SEEK_SET);
  ck_assert_uint_eq(fread(&entries, 8, 1, out), 1);
  fseek(out, (long)(20 * entries), SEEK_CUR);
  fwrite(&offset[_i], 8, 1, out);
  fclose(out);
  refuse(1, TILE_REJECTED, "page 3: cannot be reached: ", "leads back");
}
END_TEST

/* A file that is cut anywhere fails when it is opened or read, and never gives other values. */
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
    int code = source_tiff(&s, &path, 1, -1, &e);
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

/* One page with one field changed afterwards. */
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
  if (value == PHOTOMETRIC_YCBCR)
    TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(t, tag, value);
  ck_assert_int_ge((int)TIFFWriteEncodedStrip(t, 0, zeros, 64), 0);
  TIFFClose(t);
}

static const struct {
  uint32_t tag;
  int value;
  const char *says;
} odd[] = {
    {TIFFTAG_BITSPERSAMPLE, 24, "24 bits per voxel"},
    {TIFFTAG_BITSPERSAMPLE, 128, "128 bits per voxel"},
    {TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP, "8 bits per voxel in this format"},
    {TIFFTAG_SAMPLESPERPIXEL, 3, "3 channels per voxel (MinIsBlack)"},
    {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE, "indices (palette): read them as they are with --channel 0"},
    {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MASK, "indices (mask)"},
    {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_YCBCR, "colours of kind YCbCr"},
    {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_LOGL, "colours of kind unknown"},
};

START_TEST(odd_pages_are_rejected)
{
  odd_tiff(odd[_i].tag, odd[_i].value);
  refuse(1, TILE_REJECTED, "page 0", odd[_i].says);
}
END_TEST

/* The stored values, when a palette or a mask is requested as it is. */
START_TEST(indices_on_request)
{
  static const int kind[] = {PHOTOMETRIC_PALETTE, PHOTOMETRIC_MASK};
  char *path = file[0];
  struct source s;
  double v[64];
  odd_tiff(TIFFTAG_PHOTOMETRIC, kind[_i]);
  ck_assert_msg(source_tiff(&s, &path, 1, 0, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.read(&s, 0, v, &e), TILE_OK);
  ck_assert_double_eq(v[63], 0);
  s.close(&s);
}
END_TEST

/* Fields that libtiff does not write: no BitsPerSample (one bit), the lowest bit of a byte first. */
START_TEST(bits_without_a_number)
{
  static const unsigned char bits[] = {
      'M', 'M', 0, 42, 0, 0, 0, 10, 0xa3, 0xc0, 0, 5, 1, 0, 0, 3, 0, 0, 0, 1, 0, 10, 0, 0, /* width 10 */
      1,   1,   0, 3,  0, 0, 0, 1,  0,    1,    0, 0,                                      /* length 1 */
      1,   10,  0, 3,  0, 0, 0, 1,  0,    2,    0, 0, /* fill order: lowest first */
      1,   17,  0, 4,  0, 0, 0, 1,  0,    0,    0, 8, /* strip offset */
      1,   23,  0, 4,  0, 0, 0, 1,  0,    0,    0, 2, /* byte count */
      0,   0,   0, 0,
  };
  static const char *const expected[] = {"1010001111", "1100010101"};
  unsigned char copy[sizeof bits];
  char *path = file[0];
  struct source s;
  double v[10];
  memcpy(copy, bits, sizeof bits);
  copy[45] = _i ? 2 : 1;
  copy[9] = _i ? 0x02 : 0xc0; /* 8 + 2 bits */
  write_text(path, copy, sizeof copy);
  ck_assert_msg(source_tiff(&s, &path, 1, -1, &e) == TILE_OK, "%s", e.text);
  ck_assert_str_eq(s.type, "u1");
  ck_assert_str_eq(s.photometric, "unstated");
  ck_assert_int_eq(s.read(&s, 0, v, &e), TILE_OK);
  for (int x = 0; x < 10; x++)
    ck_assert_msg(v[x] == expected[_i][x] - '0', "%d: %g", x, v[x]);
  s.close(&s);
}
END_TEST

/* The page ends within its strip, of which the file has all rows: 4 of 100 x 200, where the page has 2. */
START_TEST(whole_strips_of_cut_pages)
{
  static const char packed[] = "\x78\x9c\x3b\x71\x62\x14\x0c\x26\x00\x00\xd0\x1c\x38\x90";
  const struct tiff_hand h = {.bits = 8,
                              .compression = COMPRESSION_ADOBE_DEFLATE,
                              .nx = 100,
                              .ny = 2,
                              .rows = 4,
                              .picture = packed,
                              .bytes = sizeof packed - 1};
  char *path = file[0];
  struct source s;
  double v[200] = {0};
  tiff_by_hand(path, &h);
  ck_assert_msg(source_tiff(&s, &path, 1, -1, &e) == TILE_OK, "%s", e.text);
  ck_assert_msg(s.slow, "it is compressed");
  ck_assert_int_eq(s.read(&s, 0, v, &e), TILE_OK);
  for (int i = 0; i < 200; i++)
    ck_assert_msg(v[i] == 200, "value %d: %g", i, v[i]);
  s.close(&s);
}
END_TEST

/* IEEE 754 binary16, examples of its table: one third, the largest, and the smallest normal and subnormal numbers. */
START_TEST(halves_are_exact)
{
  static const uint16_t halves[] = {0x3555, 0x7bff, 0x0400, 0x0001, 0x8000, 0xc000, 0xfc00, 0x03ff};
  static const double values[] = {0x1.554p-2, 65504, 0x1p-14, 0x1p-24, -0.0, -2, -INFINITY, 0x1.ff8p-15};
  double v[8];
  voxel_type_of('f', 16)->widen(v, halves, 8, 0, 1);
  for (int i = 0; i < 8; i++)
    ck_assert_msg(v[i] == values[i] && signbit(v[i]) == signbit(values[i]), "%d: %a", i, v[i]);
  voxel_type_of('f', 16)->widen(v, (uint16_t[]){0x7e00}, 1, 0, 1);
  ck_assert(isnan(v[0]));
}
END_TEST

/* A file of a few hundred bytes that claims 4 GiB is refused before memory is allocated. */
START_TEST(claims_are_checked)
{
  static const unsigned char huge[] = {
      'I', 'I', 42, 0, 8, 0, 0, 0, 6, 0, 0, 1, 4, 0, 1, 0, 0, 0, 0, 0, 1, 0, /* width 65536 */
      1,   1,   4,  0, 1, 0, 0, 0, 0, 0, 1, 0,                               /* length */
      2,   1,   3,  0, 1, 0, 0, 0, 8, 0, 0, 0,                               /* bits */
      6,   1,   3,  0, 1, 0, 0, 0, 1, 0, 0, 0,                               /* photometric */
      17,  1,   4,  0, 1, 0, 0, 0, 8, 0, 0, 0,                               /* strip offsets */
      23,  1,   4,  0, 1, 0, 0, 0, 8, 0, 0, 0,                               /* byte counts */
      0,   0,   0,  0,
  };
  write_text(file[0], huge, sizeof huge);
  refuse(1, TILE_REJECTED, "page 0", "states 65536 x 65536");
}
END_TEST

/* Threads read slices ahead where a stack is large enough: forwards, backwards, again, and out of order. */
START_TEST(any_order_of_slices)
{
  static const int order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 9, 8, 7, 6, 5, 4, 3, 10, 2, 6, 6, 0, 10};
  struct tiff_made t = {
      .mode = "wb", .kind = 'u', .bits = 16, .compression = COMPRESSION_LZW, .nx = 128, .ny = 64, .pages = 11};
  static double v[128 * 64];
  char *path = file[0];
  struct source s;
  tiff_make(path, &t);
  omp_set_num_threads(_i + 1);
  ck_assert_int_eq(source_tiff(&s, &path, 1, -1, &e), TILE_OK);
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    ck_assert_msg(s.read(&s, order[i], v, &e) == TILE_OK, "%s", e.text);
    compare_slice(&t, v, order[i]);
  }
  s.close(&s);
}
END_TEST

/* A damaged slice does not affect the slices before it, even when it has been read ahead. */
START_TEST(damage_is_reported_in_its_place)
{
  struct tiff_made t = {
      .mode = "wl", .kind = 'u', .bits = 8, .compression = COMPRESSION_ADOBE_DEFLATE, .nx = 256, .ny = 128, .pages = 8};
  static double v[256 * 128];
  char *path = file[0];
  struct source s;
  tiff_make(path, &t);
  TIFF *tiff = TIFFOpen(path, "r");
  ck_assert(TIFFSetDirectory(tiff, 5));
  uint64_t *offsets;
  TIFFGetField(tiff, TIFFTAG_STRIPOFFSETS, &offsets);
  FILE *out = fopen(path, "r+b");
  fseek(out, (long)offsets[0], SEEK_SET);
  fwrite("\377\377\377\377", 1, 4, out);
  fclose(out);
  TIFFClose(tiff);
  omp_set_num_threads(4);
  ck_assert_int_eq(source_tiff(&s, &path, 1, -1, &e), TILE_OK);
  for (int z = 0; z < 8; z++) {
    ck_assert_int_eq(s.read(&s, z, v, &e), z == 5 ? TILE_REJECTED : TILE_OK);
    if (z == 5)
      ck_assert_msg(strstr(e.text, "page 5: strip 0 cannot be read ("), "%s", e.text);
    else
      compare_slice(&t, v, z);
  }
  s.close(&s);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
static long peak_kib(void)
{
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/* 32 and then 512 slices of 64 KiB: the peak may grow by 4 MiB, far less than the 30 MiB between them. */
START_TEST(memory_does_not_grow)
{
  struct tiff_made t = {"wl", 'u', 16, COMPRESSION_NONE, 0, false, false, 256, 128, 32, 0, 0, 0, false, NULL};
  static double v[256 * 128];
  long peak[2];
  char *path = file[0];
  for (int i = 0; i < 2; i++, t.pages *= 16) {
    struct source s;
    tiff_make(path, &t);
    ck_assert_int_eq(source_tiff(&s, &path, 1, -1, &e), TILE_OK);
    for (int z = 0; z < t.pages; z++)
      ck_assert_int_eq(s.read(&s, z, v, &e), TILE_OK);
    s.close(&s);
    peak[i] = peak_kib();
  }
#ifndef __SANITIZE_ADDRESS__ /* which delays frees */
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
  tcase_add_loop_test(t, channels_are_taken, 0, sizeof coloured / sizeof *coloured);
  tcase_add_loop_test(t, indices_on_request, 0, 2);
  tcase_add_loop_test(t, bits_without_a_number, 0, 2);
  tcase_add_test(t, whole_strips_of_cut_pages);
  tcase_add_test(t, halves_are_exact);
  tcase_add_test(t, series_follow_their_order);
  tcase_add_test(t, tiff_pages_must_agree);
  tcase_add_test(t, black_and_white_may_differ);
  tcase_add_test(t, missing_files);
  tcase_add_test(t, what_is_no_tiff);
  tcase_add_loop_test(t, looped_directories, 0, 3);
  tcase_add_loop_test(t, truncated_tiff, 0, 2);
  tcase_add_loop_test(t, odd_pages_are_rejected, 0, sizeof odd / sizeof *odd);
  tcase_add_test(t, claims_are_checked);
  tcase_add_loop_test(t, any_order_of_slices, 0, 4);
  tcase_add_test(t, damage_is_reported_in_its_place);
#ifndef __SANITIZE_ADDRESS__ /* it delays frees */
  tcase_add_test(t, memory_does_not_grow);
#endif
  return t;
}

int main(void)
{
  Suite *suite = suite_create("tiff");
  suite_add_tcase(suite, tiffs());
  return run_suite(suite, CK_FORK_GETENV);
}
