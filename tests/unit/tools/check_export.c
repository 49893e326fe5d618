/* SPDX-License-Identifier: BSD-3-Clause */
/* Images of --export, read by libtiff: also BigTIFF, which is otherwise used from 4 GiB on only. */
#include "export.h"
#include "scratch_made.h"
#include "suite.h"

#include <string.h>
#include <tiffio.h>

enum { NX = 13, NY = 5, NZ = 4 };

static struct tile_error e;

/* Each row takes two bytes. */
static unsigned char bits_of(int z, int y, int x)
{
  return (x * 7 + y * 5 + z * 3) % 4 == 0;
}

static void make_slice(int z, unsigned char slice[NY][2])
{
  memset(slice, 0, NY * 2);
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      slice[y][x / 8] |= (unsigned char)(bits_of(z, y, x) << x % 8);
}

static void write_pages(const char *path, bool big, double dx)
{
  unsigned char slice[NY][2], bytes[NX * NY];
  struct export x = {.big = big, .grid = {NX, NY, NZ}, .frame = {.dx = dx}};
  x.output.file = fopen(path, "wb");
  x.output.path = file[0];
  ck_assert_int_eq(export_tiff_head(&x, &e), TILE_OK);
  for (x.z = 0; x.z < NZ; x.z++) {
    make_slice((int)x.z, slice);
    for (int i = 0; i < NX * NY; i++)
      bytes[i] = slice[i / NX][i % NX / 8] >> i % NX % 8 & 1;
    ck_assert_int_eq(export_tiff_page(&x, &e) || export_write(&x, bytes, sizeof bytes, &e), TILE_OK);
  }
  fclose(x.output.file);
}

static void check_page(TIFF *in, int z)
{
  unsigned char bytes[NX * NY];
  uint32_t nx = 0, ny = 0;
  TIFFGetField(in, TIFFTAG_IMAGEWIDTH, &nx);
  TIFFGetField(in, TIFFTAG_IMAGELENGTH, &ny);
  ck_assert(nx == NX && ny == NY && TIFFNumberOfStrips(in) == 1);
  ck_assert_int_eq(TIFFReadEncodedStrip(in, 0, bytes, sizeof bytes), sizeof bytes);
  for (int i = 0; i < NX * NY; i++)
    ck_assert_int_eq(bytes[i], bits_of(z, i / NX, i % NX));
}

LOOP_TEST(libtiff_reads_them, 4)
{
  const bool big = _i % 2, sized = _i / 2;
  float resolution = 0;
  char *text = NULL;
  write_pages(file[0], big, sized ? 2.5e-6 : 0);
  TIFF *in = TIFFOpen(file[0], "r");
  ck_assert_ptr_nonnull(in);
  ck_assert_int_eq(TIFFIsBigTIFF(in) != 0, big);
  for (int z = 0; z < NZ; z++) {
    check_page(in, z);
    ck_assert_int_eq(TIFFReadDirectory(in), z + 1 < NZ);
  }
  TIFFSetDirectory(in, 0);
  ck_assert_int_eq(TIFFGetField(in, TIFFTAG_IMAGEDESCRIPTION, &text), 1);
  ck_assert_ptr_nonnull(strstr(text, "ImageJ=1.53\nimages=4\nslices=4\n"));
  ck_assert_int_eq(strstr(text, "unit=um\nspacing=2.5\n") != NULL, sized);
  TIFFGetField(in, TIFFTAG_XRESOLUTION, &resolution);
  ck_assert(!sized || resolution == 0.4f);
  TIFFClose(in);
}

TEST(bits_become_bytes)
{
  struct export x;
  unsigned char slice[NY][2], bytes[NX * NY * NZ];
  const struct tile_header h = {0};
  char path[80];
  snprintf(path, sizeof path, "%s.raw", file[1]);
  ck_assert_int_eq(export_open(&x, path, (int64_t[]){NX, NY, NZ}, &h, &e), TILE_OK);
  for (int z = 0; z < NZ; z++) {
    make_slice(z, slice);
    ck_assert_int_eq(export_slice(&x, slice, 2, &e), TILE_OK);
  }
  ck_assert_int_eq(export_close(&x, &e), TILE_OK);
  export_free(&x);
  FILE *in = fopen(path, "rb");
  ck_assert_uint_eq(fread(bytes, 1, sizeof bytes, in), sizeof bytes);
  ck_assert_int_eq(getc(in), EOF);
  fclose(in);
  unlink(path);
  for (int i = 0; i < NX * NY * NZ; i++)
    ck_assert_int_eq(bytes[i], bits_of(i / (NX * NY), i / NX % NY, i % NX));
}

int main(void)
{
  tcase_add_checked_fixture(suite_tests(), name_files, remove_files);
  return run_tests("export", 0, CK_FORK_GETENV);
}
