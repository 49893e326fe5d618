/* SPDX-License-Identifier: BSD-3-Clause */
/* Damaged strips and tiles of every codec of this libtiff: the page is refused whenever libtiff reports anything while
 * it decodes them, even if its call succeeds. Reference: the reports of libtiff alone. */
#include "scratch_made.h"
#include "source.h"
#include "suite.h"
#include "tiff_made.h"
#include "voxel_type.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { NX = 64, NY = 48, VOXELS = NX * NY, ROOM = 1 << 17 };

#define PAGE .mode = "wl", .nx = NX, .ny = NY, .pages = 1
static const struct tiff_made kinds[] = {
    {PAGE, .kind = 'u', .bits = 1, .compression = COMPRESSION_CCITTFAX3, .rows = 16},
    {PAGE, .kind = 'u', .bits = 1, .compression = COMPRESSION_CCITTFAX3, .rows = 16, .predictor = GROUP3OPT_2DENCODING},
    {PAGE, .kind = 'u', .bits = 1, .compression = COMPRESSION_CCITTFAX4, .rows = 16},
    {PAGE, .kind = 'u', .bits = 1, .compression = COMPRESSION_CCITTFAX4, .tiled = true},
    {PAGE, .kind = 'u', .bits = 1, .compression = COMPRESSION_CCITTRLE, .rows = 16},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_JPEG, .rows = 16},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_JPEG, .tiled = true},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_LZMA, .rows = 16},
    {PAGE, .kind = 'u', .bits = 16, .compression = COMPRESSION_LZMA, .predictor = 2, .tiled = true},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_PACKBITS, .rows = 16},
    {PAGE, .kind = 'u', .bits = 1, .compression = COMPRESSION_PACKBITS, .tiled = true},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_LZW, .rows = 16},
    {PAGE, .kind = 'u', .bits = 16, .compression = COMPRESSION_LZW, .predictor = 2, .tiled = true},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_ADOBE_DEFLATE, .rows = 16},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_ADOBE_DEFLATE, .rows = 20}, /* short last strip */
    {PAGE, .kind = 'f', .bits = 32, .compression = COMPRESSION_ADOBE_DEFLATE, .predictor = 3, .tiled = true},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_ZSTD, .rows = 16},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_WEBP, .rows = 16, .channels = 3},
#ifdef COMPRESSION_LERC
    {PAGE, .kind = 'f', .bits = 32, .compression = COMPRESSION_LERC, .rows = 16},
    {PAGE, .kind = 'u', .bits = 8, .compression = COMPRESSION_LERC, .tiled = true},
#endif
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct tile_error e;
static bool reported;

static void note(const char *module, const char *format, va_list list)
{
  (void)module, (void)format, (void)list;
  reported = true;
}

static int channel_of(const struct tiff_made *t)
{
  return t->channels ? 1 : -1;
}

/* Decodes the strips one after another; returns whether all calls succeeded. */
static bool decode(TIFF *tiff, unsigned char *to)
{
  bool good = true;
  const uint32_t pieces = TIFFIsTiled(tiff) ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (uint32_t i = 0; i < pieces; i++)
    if (TIFFIsTiled(tiff)) {
      good = TIFFReadEncodedTile(tiff, i, to, -1) == TIFFTileSize(tiff) && good;
    } else {
      const tmsize_t got = TIFFReadEncodedStrip(tiff, i, to, -1);
      good = got > 0 && good;
      to += got > 0 ? got : 0;
    }
  return good;
}

/* Reads with libtiff alone; its handlers are global to the process. The values of a page in strips are widened. */
static bool read_plainly(const struct tiff_made *t, double *values)
{
  static unsigned char page[VOXELS * 4 * 3];
  TIFFErrorHandler error = TIFFSetErrorHandler(note), warning = TIFFSetWarningHandler(NULL);
  TIFF *tiff = TIFFOpen(file[0], "r");
  ck_assert_ptr_nonnull(tiff);
  TIFFSetWarningHandler(note);
  reported = false;
  memset(page, 0, sizeof page);
  const bool good = decode(tiff, page);
  TIFFClose(tiff);
  TIFFSetErrorHandler(error);
  TIFFSetWarningHandler(warning);
  voxel_type_of(t->kind, t->bits)->widen(values, page, VOXELS, t->channels ? 1 : 0, t->channels ? 3 : 1);
  return good && !reported;
}

static int read_ours(const struct tiff_made *t, double *values)
{
  struct source s;
  int code = source_tiff(&s, (char *[]){file[0]}, 1, channel_of(t), &e);
  ck_assert_msg(code == TILE_OK, "%s", e.text);
  code = s.read(&s, 0, values, &e);
  s.close(&s);
  return code;
}

static bool lossy(const struct tiff_made *t)
{
  return t->compression == COMPRESSION_JPEG || t->compression == COMPRESSION_WEBP;
}

/* The values are those that were written; lossy codecs are only read. */
static void expect_values(const struct tiff_made *t)
{
  static double v[VOXELS];
  ck_assert_msg(read_ours(t, v) == TILE_OK, "%s", e.text);
  for (int i = 0; i < VOXELS && !lossy(t); i++)
    ck_assert_double_eq(v[i], tiff_made_value(t, i % NX, i / NX, t->channels ? 7 : 0));
}

/* Compares our reader with libtiff for the file as it is; returns whether libtiff reported anything. */
static bool compare(const struct tiff_made *t, long at)
{
  static double plain[VOXELS], ours[VOXELS];
  const bool content = read_plainly(t, plain);
  const int code = read_ours(t, ours);
  ck_assert_msg(content || code == TILE_REJECTED, "codec %d, at %ld: damage is accepted", t->compression, at);
  ck_assert_msg(!code || strstr(e.text, "page 0: "), "%s", e.text);
  if (!code && t->rows && NY % t->rows == 0) /* libdeflate and zlib differ in data beyond the last row */
    ck_assert_msg(!memcmp(plain, ours, sizeof plain), "codec %d, at %ld: other values", t->compression, at);
  return !content;
}

static size_t load(unsigned char *data)
{
  FILE *in = fopen(file[0], "rb");
  size_t length = fread(data, 1, ROOM, in);
  fclose(in);
  ck_assert_uint_lt(length, ROOM);
  return length;
}

static uint32_t number_at(const unsigned char *at, int bytes)
{
  return bytes == 2 ? (uint32_t)at[0] | (uint32_t)at[1] << 8 : number_at(at, 2) | number_at(at + 2, 2) << 16;
}

/* Finds the value of the entry for the byte count of the only strip. */
static unsigned char *count_of(unsigned char *data, int *bytes)
{
  unsigned char *directory = data + number_at(data + 4, 4), *entry = directory + 2;
  for (uint32_t i = 0; i < number_at(directory, 2); i++, entry += 12)
    if (number_at(entry, 2) == TIFFTAG_STRIPBYTECOUNTS) {
      *bytes = number_at(entry + 2, 2) == 3 ? 2 : 4;
      return entry + 8;
    }
  ck_abort_msg("no byte count");
}

LOOP_TEST(sound_pages_are_read, KINDS)
{
  const struct tiff_made *t = &kinds[_i];
  if (!TIFFIsCODECConfigured((uint16_t)t->compression))
    return;
  tiff_make(file[0], t);
  ck_assert_msg(!compare(t, -1), "codec %d", t->compression);
  expect_values(t);
}

/* Flips one bit after another, in every seventh byte or so, between the header and the directory. */
LOOP_TEST(flipped_bits_are_refused, KINDS)
{
  static unsigned char data[ROOM];
  const struct tiff_made *t = &kinds[_i];
  int seen = 0;
  if (!TIFFIsCODECConfigured((uint16_t)t->compression))
    return;
  tiff_make(file[0], t);
  const size_t length = load(data), end = number_at(data + 4, 4), step = 1 + end / 300;
  for (size_t at = 8, i = 0; at < end; at += step, i++) {
    data[at] ^= (unsigned char)(1 << i % 8);
    write_text(file[0], data, length);
    data[at] ^= (unsigned char)(1 << i % 8);
    seen += compare(t, (long)at);
  }
  ck_assert_msg(seen > 2, "codec %d: libtiff has seen %d", t->compression, seen);
}

/* Cuts a strip at every length: where libtiff reports nothing, only bytes after the last value were missing. */
LOOP_TEST(strips_cut_short_are_refused, KINDS)
{
  static unsigned char data[ROOM];
  struct tiff_made t = kinds[_i];
  if (!TIFFIsCODECConfigured((uint16_t)t.compression) || t.tiled)
    return;
  t.rows = 0;
  tiff_make(file[0], &t);
  const size_t length = load(data);
  int bytes, seen = 0;
  unsigned char *at = count_of(data, &bytes);
  const uint32_t whole = number_at(at, bytes), step = 1 + whole / 200;
  for (uint32_t count = 1; count < whole; count += step) {
    for (int b = 0; b < bytes; b++)
      at[b] = (unsigned char)(count >> 8 * b);
    write_text(file[0], data, length);
    const bool said = compare(&t, (long)count);
    if (!said)
      expect_values(&t);
    seen += said;
  }
  ck_assert_msg(seen > (int)(whole / step / 2), "codec %d: only %d of %d", t.compression, seen, (int)(whole / step));
}

/* The message quotes libtiff and names the page. */
TEST(damage_is_told)
{
  static unsigned char data[ROOM];
  struct tiff_made t = kinds[2];
  double v[VOXELS];
  tiff_make(file[0], &t);
  const size_t length = load(data);
  memset(data + 60, 0, 8);
  write_text(file[0], data, length);
  ck_assert_int_eq(read_ours(&t, v), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "page 0: strip 0 is damaged (") && strstr(e.text, " at line "), "%s", e.text);
}

int main(void)
{
  tcase_add_checked_fixture(suite_tests(), name_files, remove_files);
  return run_tests("codecs", 60, CK_FORK_GETENV);
}
