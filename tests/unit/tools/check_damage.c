/* SPDX-License-Identifier: BSD-3-Clause */
/* Damaged TIFF files: cut anywhere, they are rejected; with any byte flipped, they are read or rejected with one line,
 * whatever libtiff reports. Damaged descriptions of raw volumes likewise. */
#include "source.h"
#include "tiff_hand.h"
#include "tiff_made.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

static const struct tiff_made kinds[] = {
    {.mode = "wl", .kind = 'u', .bits = 8, .compression = COMPRESSION_NONE, .nx = 5, .ny = 4, .pages = 2},
    {.mode = "wb", .kind = 'u', .bits = 16, .compression = COMPRESSION_LZW, .nx = 9, .ny = 4, .pages = 1, .rows = 2},
    {.mode = "wl8", .kind = 'f', .bits = 32, .compression = COMPRESSION_ADOBE_DEFLATE, .nx = 5, .ny = 4, .pages = 2},
    {.mode = "wb8", .kind = 'i', .bits = 32, .compression = COMPRESSION_NONE, .nx = 3, .ny = 2, .pages = 2},
    {.mode = "wl",
     .kind = 'u',
     .bits = 8,
     .compression = COMPRESSION_PACKBITS,
     .nx = 17,
     .ny = 3,
     .pages = 1,
     .tiled = true},
    {.mode = "wb",
     .kind = 'u',
     .bits = 1,
     .compression = COMPRESSION_CCITTFAX4,
     .nx = 21,
     .ny = 6,
     .pages = 1,
     .white = true},
    {.mode = "wl", .kind = 'u', .bits = 4, .compression = COMPRESSION_ZSTD, .nx = 7, .ny = 3, .pages = 2},
    {.mode = "wl",
     .kind = 'f',
     .bits = 16,
     .compression = COMPRESSION_ADOBE_DEFLATE,
     .predictor = 3,
     .nx = 5,
     .ny = 4,
     .pages = 1},
    {.mode = "wl",
     .kind = 'u',
     .bits = 16,
     .compression = COMPRESSION_LZW,
     .predictor = 2,
     .nx = 5,
     .ny = 4,
     .pages = 1,
     .channels = 2,
     .planar = true},
    {.mode = "wb",
     .kind = 'u',
     .bits = 8,
     .compression = COMPRESSION_NONE,
     .nx = 5,
     .ny = 4,
     .pages = 2,
     .description = "<OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Pixels SizeZ=\"2\" SizeC=\"1\" "
                    "SizeT=\"1\" PhysicalSizeX=\"2\" PhysicalSizeY=\"2\" PhysicalSizeZ=\"2\"/></OME>"},
};
/* The last kind: one page, followed by the rest of an ImageJ stack. */
enum { MADE = sizeof kinds / sizeof *kinds, KINDS };
static const struct tiff_hand imagej = {.bits = 16,
                                        .nx = 5,
                                        .ny = 2,
                                        .picture = "twenty bytes a slice, and of slices three: 60 bytes in all.",
                                        .bytes = 60,
                                        .description = "ImageJ=1.53t\nimages=3\nslices=3\nunit=um\n",
                                        .big_endian = true,
                                        .resolution = 2};

static char path[64];

static size_t make_file(int kind, unsigned char **data)
{
  snprintf(path, sizeof path, "damage-%d-%ld.tif", kind, (long)getpid());
  if (kind == MADE)
    tiff_by_hand(path, &imagej);
  else
    tiff_make(path, &kinds[kind]);
  FILE *in = fopen(path, "rb");
  *data = malloc(1 << 16);
  size_t length = fread(*data, 1, 1 << 16, in);
  fclose(in);
  return length;
}

/* A new file: to write an old one again waits for the disk. */
static void put_file(const unsigned char *data, size_t length)
{
  remove(path);
  FILE *out = fopen(path, "wb");
  ck_assert_uint_eq(fwrite(data, 1, length, out), length);
  ck_assert_int_eq(fclose(out), 0);
}

/* Flipped sizes may be large: such pages are opened, but not read. */
static int read_file(int kind, struct tile_error *e)
{
  struct source s;
  int code = source_tiff(&s, (char *[]){path}, 1, kind < MADE && kinds[kind].channels ? 1 : -1, e);
  if (code)
    return code;
  const bool small = s.grid[0] < 1 << 12 && s.grid[1] < 1 << 12;
  double *values = small ? malloc((size_t)(s.grid[0] * s.grid[1]) * sizeof *values) : NULL;
  for (int64_t z = 0; values && z < s.grid[2] && !code; z++)
    code = s.read(&s, z, values, e);
  free(values);
  s.close(&s);
  return code;
}

static void expect_rejection(int code, const struct tile_error *e, size_t at)
{
  ck_assert_msg(code == TILE_REJECTED, "at %zu: code %d %s", at, code, code ? e->text : "");
  ck_assert_msg(!strncmp(e->text, path, strlen(path)) && !strchr(e->text, '\n'), "%s", e->text);
}

LOOP_TEST(every_truncation_is_rejected, KINDS)
{
  struct tile_error e;
  unsigned char *data;
  size_t length = make_file(_i, &data);
  ck_assert_int_eq(read_file(_i, &e), TILE_OK);
  for (size_t cut = 0; cut < length; cut++) {
    put_file(data, cut);
    expect_rejection(read_file(_i, &e), &e, cut);
  }
  unlink(path);
  free(data);
}

LOOP_TEST(flipped_bytes_are_read_or_rejected, KINDS)
{
  struct tile_error e;
  unsigned char *data;
  size_t length = make_file(_i, &data), rejected = 0;
  for (size_t at = 0; at < length; at++) {
    data[at] ^= 0xff;
    put_file(data, length);
    int code = read_file(_i, &e);
    data[at] ^= 0xff;
    rejected += code != TILE_OK;
    if (code && !(code == TILE_USAGE && strstr(e.text, "has channels 0 to 0")))
      expect_rejection(code, &e, at);
  }
  ck_assert_uint_gt(rejected, 20);
  unlink(path);
  free(data);
}

/* A damaged description may be another valid one; then the file has another size. In both cases the error is one
 * line. */
static void try_description(const char *text)
{
  static const unsigned char volume[4 * 3 * 2 * 2];
  struct tile_error e;
  struct source s;
  double values[12];
  put_file(volume, sizeof volume);
  int code = source_raw(&s, path, text, &e);
  if (!code) {
    ck_assert_int_le(s.grid[0] * s.grid[1], 48);
    code = s.grid[0] * s.grid[1] <= 12 ? s.read(&s, 0, values, &e) : TILE_OK;
    s.close(&s);
  }
  ck_assert_msg(!code || ((code == TILE_USAGE || code == TILE_REJECTED) && !strchr(e.text, '\n')), "%s: %d %s", text,
                code, e.text);
}

TEST(raw_descriptions)
{
  static const char good[] = "4,3,2,u16,be";
  char text[sizeof good];
  snprintf(path, sizeof path, "damage-raw-%ld.raw", (long)getpid());
  for (size_t cut = 0; cut < sizeof good; cut++) {
    snprintf(text, sizeof text, "%.*s", (int)cut, good);
    try_description(text);
  }
  for (size_t at = 0; good[at]; at++)
    for (int byte = 1; byte < 256; byte++) {
      memcpy(text, good, sizeof good);
      text[at] = (char)(byte == '\n' ? ' ' : byte); /* a message quotes the description */
      try_description(text);
    }
  unlink(path);
}

int main(void)
{
  return run_tests("damage", 60, CK_FORK_GETENV);
}
