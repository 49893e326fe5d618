/* SPDX-License-Identifier: BSD-3-Clause */
/* PNG files as slices: every kind that libpng writes, refusals, damage. */
#include <config.h>

#include "scratch_made.h"
#include "source.h"
#include "suite.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 11, NY = 5 };

static struct tile_error e;

static const struct kind {
  int colour, bits, channels;
  const char *type, *says;
} kinds[] = {
    {PNG_COLOR_TYPE_GRAY, 1, 1, "u1", "PNG, grey"},
    {PNG_COLOR_TYPE_GRAY, 2, 1, "u2", "PNG, grey"},
    {PNG_COLOR_TYPE_GRAY, 4, 1, "u4", "PNG, grey"},
    {PNG_COLOR_TYPE_GRAY, 8, 1, "u8", "PNG, grey"},
    {PNG_COLOR_TYPE_GRAY, 16, 1, "u16", "PNG, grey"},
    {PNG_COLOR_TYPE_PALETTE, 4, 1, "u4", "PNG, palette"},
    {PNG_COLOR_TYPE_PALETTE, 8, 1, "u8", "PNG, palette"},
    {PNG_COLOR_TYPE_GRAY_ALPHA, 16, 2, "u16", "PNG, grey and alpha"},
    {PNG_COLOR_TYPE_RGB, 8, 3, "u8", "PNG, RGB"},
    {PNG_COLOR_TYPE_RGB_ALPHA, 16, 4, "u16", "PNG, RGB and alpha"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The value of channel c at x, y of slice z. */
static int value(const struct kind *k, int x, int y, int z, int c)
{
  return (7 * x + 13 * y + 31 * z + 101 * c + (k->bits == 16 ? 2500 * x : 0)) % (1 << k->bits);
}

static void pack_row(const struct kind *k, int y, int z, unsigned char *row)
{
  memset(row, 0, 8 * NX);
  for (int i = 0; i < NX * k->channels; i++) {
    const int v = value(k, i / k->channels, y, z, i % k->channels);
    if (k->bits == 16) {
      row[2 * i] = (unsigned char)(v >> 8);
      row[2 * i + 1] = (unsigned char)v;
    } else
      row[i * k->bits / 8] |= (unsigned char)(v << (8 - k->bits - i * k->bits % 8));
  }
}

static void make(const char *path, const struct kind *k, int z, int ny, bool interlaced)
{
  unsigned char rows[NY][8 * NX];
  png_color palette[256] = {{9, 9, 9}};
  FILE *out = fopen(path, "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, out);
  png_set_IHDR(png, info, NX, (png_uint_32)ny, k->bits, k->colour,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (k->colour == PNG_COLOR_TYPE_PALETTE)
    png_set_PLTE(png, info, palette, 1 << k->bits);
  png_write_info(png, info);
  for (int turn = png_set_interlace_handling(png); turn > 0; turn--)
    for (int y = 0; y < ny; y++) {
      pack_row(k, y, z, rows[y]);
      png_write_row(png, rows[y]);
    }
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  fclose(out);
}

static int open_files(struct source *s, int count, int channel)
{
  char *paths[] = {file[0], file[1], file[2]};
  return source_image(s, paths, count, &(struct image_choice){.channel = channel}, &e);
}

LOOP_TEST(every_kind, KINDS)
{
  struct source s;
  double values[NX * NY], held[NX * NY], wide[NX * NY];
  const struct kind *k = &kinds[_i];
  for (int z = 0; z < 2; z++)
    make(file[z], k, z, NY, z);
  for (int c = 0; c < k->channels; c++) {
    ck_assert_msg(open_files(&s, 2, k->colour == PNG_COLOR_TYPE_GRAY ? -1 : c) == TILE_OK, "%s", e.text);
    ck_assert(s.grid[0] == NX && s.grid[1] == NY && s.grid[2] == 2 && s.rereadable && !s.forward && s.dx == 0);
    ck_assert_str_eq(s.type, k->type);
    ck_assert_str_eq(s.photometric, k->says);
    for (int z = 1; z >= 0; z--) {
      ck_assert_msg(s.read(&s, z, values, &e) == TILE_OK && s.read_typed(&s, 0, z, held, &e) == TILE_OK, "%s", e.text);
      s.memory_type->widen(wide, held, NX * NY, 0, 1);
      for (int i = 0; i < NX * NY; i++)
        ck_assert_double_eq(values[i], value(k, i % NX, i / NX, z, c));
      ck_assert_mem_eq(wide, values, sizeof wide);
    }
    s.close(&s);
  }
}

static void refuse(int count, int channel, int code, const char *says)
{
  struct source s;
  ck_assert_int_eq(open_files(&s, count, channel), code);
  ck_assert_msg(strstr(e.text, says) && !strchr(e.text, '\n'), "%s instead of %s", e.text, says);
}

TEST(what_is_refused)
{
  make(file[0], &kinds[8], 0, NY, false);
  refuse(1, -1, TILE_REJECTED, "3 channels per voxel (RGB): select one with --channel 0 ... 2");
  refuse(1, 3, TILE_USAGE, "has channels 0 to 2");
  make(file[0], &kinds[6], 0, NY, false);
  refuse(1, -1, TILE_REJECTED, "not grey levels but indices (palette): read them as they are with --channel 0");
  make(file[0], &kinds[3], 0, NY, false);
  refuse(2, -1, TILE_REJECTED, "No such file");
  make(file[1], &kinds[4], 1, NY, false);
  refuse(2, -1, TILE_REJECTED, "differs: 11 x 5 u16 grey, but ");
  make(file[1], &kinds[3], 1, NY - 1, false);
  refuse(2, -1, TILE_REJECTED, "differs: 11 x 4 u8 grey, but ");
  write_text(file[1], "II*", 3);
  refuse(2, -1, TILE_REJECTED, "is not a PNG file, but ");
}

static size_t read_back(unsigned char bytes[4096])
{
  FILE *in = fopen(file[0], "rb");
  const size_t length = fread(bytes, 1, 4096, in);
  fclose(in);
  return length;
}

static int read_all(void)
{
  struct source s;
  int code = open_files(&s, 1, 0);
  if (code)
    return code;
  const bool small = s.grid[0] * s.grid[1] < 1 << 20;
  double *values = small ? malloc((size_t)(s.grid[0] * s.grid[1]) * sizeof *values) : NULL;
  if (values)
    code = s.read(&s, 0, values, &e);
  free(values);
  s.close(&s);
  return code;
}

LOOP_TEST(damage, 2)
{
  unsigned char bytes[4096];
  make(file[0], &kinds[_i ? 9 : 3], 0, NY, _i);
  const size_t length = read_back(bytes);
  for (size_t cut = 8; cut < length; cut++) {
    write_text(file[0], bytes, cut);
    ck_assert_msg(read_all() == TILE_REJECTED && strstr(e.text, file[0]), "%zu of %zu", cut, length);
  }
  for (size_t at = 8; at < length; at++) {
    bytes[at] ^= 0x41;
    write_text(file[0], bytes, length);
    ck_assert_int_eq(read_all(), TILE_REJECTED); /* checksums cover every byte */
    bytes[at] ^= 0x41;
  }
}

int main(void)
{
  tcase_add_checked_fixture(suite_tests(), name_files, remove_files);
  return run_tests("png", 0, CK_FORK_GETENV);
}
