/* SPDX-License-Identifier: BSD-3-Clause */
/* Metadata of stacks: ImageJ's large files, OME-XML, tifffile's shape, the size of a voxel. */
#include "scratch_made.h"
#include "source.h"
#include "tiff_hand.h"
#include "tiff_made.h"
#include "tiff_stated.h"
#include "suite.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

static struct tile_error e;

static int open_files(struct source *s, int count)
{
  static char *paths[3] = {file[0], file[1], file[2]}; /* the source keeps a pointer to it */
  return source_tiff(s, paths, count, -1, &e);
}

static void opens(struct source *s, int count)
{
  ck_assert_msg(open_files(s, count) == TILE_OK, "%s", e.text);
}

static void refuse(int count, const char *says)
{
  struct source s;
  ck_assert_int_eq(open_files(&s, count), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, says) != NULL, "%s", e.text);
  ck_assert_ptr_null(strchr(e.text, '\n'));
}

/* The voxels are 0, 1, 2 ...; slices are read from the last one. */
static void counts_up(int slices, int of_slice)
{
  double v[256];
  struct source s;
  opens(&s, 1);
  ck_assert_int_eq(s.grid[2], slices);
  for (int z = slices; z-- > 0;) {
    ck_assert_msg(s.read(&s, z, v, &e) == TILE_OK, "%s", e.text);
    for (int i = 0; i < of_slice; i++)
      ck_assert_double_eq(v[i], z * of_slice + i);
  }
  s.close(&s);
}

/* ---- ImageJ's large files ---- */

enum { NX = 5, NY = 3, SLICES = 4 };

/* Four slices with the numbers 0, 1, 2 ... behind one page. */
static struct tiff_hand imagej(bool big_endian, int bits, unsigned char *picture)
{
  for (int i = 0; i < NX * NY * SLICES; i++) {
    float real = (float)i;
    uint32_t whole = (uint32_t)i, kept;
    memcpy(&kept, bits == 32 ? (void *)&real : (void *)&whole, 4);
    for (int b = 0; b < bits / 8; b++)
      picture[i * bits / 8 + b] = (unsigned char)(kept >> 8 * (big_endian ? bits / 8 - 1 - b : b));
  }
  return (struct tiff_hand){.big_endian = big_endian,
                            .bits = bits,
                            .format = bits == 32 ? 3 : 0,
                            .nx = NX,
                            .ny = NY,
                            .description = "ImageJ=1.53t\nimages=4\nslices=4\nloop=false\n",
                            .picture = picture,
                            .bytes = (size_t)(NX * NY * bits / 8)};
}

/* The page holds only the first slice; the others follow without a directory. */
static void write_imagej(const struct tiff_hand *h, const unsigned char *picture)
{
  tiff_by_hand(file[0], h);
  FILE *out = fopen(file[0], "ab");
  size_t rest = h->bytes * (SLICES - 1);
  ck_assert_uint_eq(fwrite(picture + h->bytes, 1, rest, out), rest);
  fclose(out);
}

static const int imagej_bits[] = {8, 16, 32};

LOOP_TEST(imagej_in_one_piece, 6)
{
  unsigned char picture[NX * NY * SLICES * 4];
  struct tiff_hand h = imagej(_i % 2, imagej_bits[_i / 2], picture);
  write_imagej(&h, picture);
  counts_up(SLICES, NX * NY);
}

/* A file that is cut anywhere is an error, never a shorter stack. */
TEST(imagej_cut_off)
{
  unsigned char picture[NX * NY * SLICES * 4];
  struct tiff_hand h = imagej(true, 16, picture);
  int64_t begin = tiff_by_hand(file[0], &h);
  write_imagej(&h, picture);
  for (int64_t bytes = begin + (int64_t)h.bytes * SLICES - 1; bytes >= 0; bytes--) {
    struct source s;
    ck_assert_int_eq(truncate(file[0], bytes), 0);
    double v[NX * NY];
    int code = open_files(&s, 1), opened = !code;
    ck_assert_msg(!opened || bytes < begin, "%lld bytes", (long long)bytes); /* the description is cut off too */
    if (opened) {
      code = s.read(&s, 0, v, &e);
      s.close(&s);
    }
    ck_assert_msg(code == TILE_REJECTED, "%lld bytes", (long long)bytes);
    if (bytes == begin + 2 * (int64_t)h.bytes)
      ck_assert_msg(strstr(e.text, "ImageJ says 4 images, but the file is cut off after 2"), "%s", e.text);
  }
}

static void write_at(int64_t offset, const void *bytes, size_t length)
{
  int out = open(file[0], O_WRONLY);
  ck_assert_int_eq(pwrite(out, bytes, length, (off_t)offset), (ssize_t)length);
  close(out);
}

/* 1200 slices of 4 MiB, all a hole except the first voxels of some: TMPDIR may have less space than that. */
LOOP_TEST(imagej_above_4_gb, 2)
{
  enum { SIDE = 2048, MANY = 1200 };
  static const int marked[] = {0, 1, 1022, 1023, 1024, 1199}; /* from slice 1024 on offsets exceed 32 bits */
  const int64_t slice = (int64_t)SIDE * SIDE;
  unsigned char *picture = calloc((size_t)slice, 1);
  double *v = malloc((size_t)slice * sizeof *v);
  struct source s;
  struct tiff_hand h = {.big_endian = _i,
                        .bits = 8,
                        .nx = SIDE,
                        .ny = SIDE,
                        .picture = picture,
                        .description = "ImageJ=1.53t\nimages=1200\nslices=1200\n",
                        .bytes = (size_t)slice,
                        .whole = slice * MANY + 4096};
  int64_t begin = tiff_by_hand(file[0], &h);
  for (int i = 0; i < 6; i++)
    write_at(begin + marked[i] * slice + SIDE, &(unsigned char){(unsigned char)(i + 1)}, 1);
  opens(&s, 1);
  ck_assert_int_eq(s.grid[2], MANY);
  for (int i = 0; i < 6; i++) {
    ck_assert_msg(s.read(&s, marked[i], v, &e) == TILE_OK, "%s", e.text);
    ck_assert_double_eq(v[SIDE], i + 1); /* x = 0, y = 1 */
    ck_assert_double_eq(v[0] + v[SIDE + 1] + v[slice - 1], 0);
  }
  s.close(&s);
  free(picture);
  free(v);
}

static struct tiff_made page(const char *mode, const char *description, int pages, int begin)
{
  return (struct tiff_made){.mode = mode,
                            .kind = 'u',
                            .bits = 8,
                            .compression = COMPRESSION_NONE,
                            .nx = 5,
                            .ny = 4,
                            .pages = pages,
                            .begin = begin,
                            .description = description};
}

/* Samples come after the columns, or before the rows, and are not pages. */
static const struct {
  const char *description;
  int64_t page[3], slices, channels, frames;
} shaped[] = {
    {"{\"shape\": [7, 4, 5, 3]}", {5, 4, 3}, 7, 1, 1},
    {"{\"shape\": [7, 3, 4, 5]}", {5, 4, 3}, 7, 1, 1},
    {"{\"shape\": [4, 5, 3]}", {5, 4, 3}, 1, 1, 1},
    {"{\"shape\": [4, 5]}", {5, 4, 1}, 1, 1, 1},
    {"{\"shape\": [6, 4, 5, 1], \"axes\": \"TYXS\"}", {5, 4, 1}, 1, 1, 6},
    {"{\"shape\": [2, 3, 7, 4, 5], \"axes\": \"TCZYX\"}", {5, 4, 1}, 7, 3, 2},
    {"{\"shape\": [7, 4, 5", {5, 4, 1}, 1, 1, 1},
    {"{\"shape\": [5]}", {5, 4, 1}, 1, 1, 1},
    {"{\"shape\":", {5, 4, 1}, 1, 1, 1},
};

LOOP_TEST(shapes_by_tifffile, sizeof shaped / sizeof *shaped)
{
  struct tiff_stated s = {.slices = 1, .channels = 1, .frames = 1};
  shaped_read(shaped[_i].description, shaped[_i].page, &s);
  ck_assert_int_eq(s.slices, shaped[_i].slices);
  ck_assert_int_eq(s.channels, shaped[_i].channels);
  ck_assert_int_eq(s.frames, shaped[_i].frames);
}

/* Attributes may be in quotes of either kind. */
#define OME_ROOT "<OME xmlns='http://www.openmicroscopy.org/Schemas/OME/2016-06'>"
#define OME(pixels, inner)                                                                           \
  "<?xml version=\"1.0\"?><!-- <Pixels> -->" OME_ROOT                                                \
  "<Image ID=\"Image:0\"><Pixels ID='Pixels:0' DimensionOrder=\"XYZCT\" Type=\"uint8\" SizeX=\"5\" " \
  "SizeY=\"4\" " pixels ">" inner "</Pixels></Image></OME>"
#define SIZE(z, c, t) "SizeZ=\"" z "\" SizeC=\"" c "\" SizeT=\"" t "\""
#define PLANE(ifd, first, z) "<TiffData IFD='" ifd "' " first "='" z "'/>"
#define IJ(lines) "ImageJ=1.53t\n" lines

/* What descriptions say of a file of so many pages, all of which are slices, or it is refused in these words. */
static const struct {
  const char *description;
  int pages;
  const char *refusal, *warning;
  char axis; /* of --slices-from; 0: z */
} described[] = {
    {IJ("images=6\nchannels=2\nslices=3\nhyperstack=true\n"), .pages = 6,
     .refusal = "ImageJ says 3 slices, 2 channels, 1 times"},
    {IJ("images=6\nframes=6\n"), .pages = 6,
     .refusal = "1 slices, 1 channels, 6 times: take the times for slices with --slices-from t"},
    {IJ("images=6\nchannels=6\n"), .pages = 6,
     .refusal = "6 channels, 1 times: take the channels for slices with --slices-from c"},
    {IJ("images=6\nslices=6\ncf=0\nc0=0.0\nc1=1.0\n"), .pages = 6},
    {IJ("images=6\nslices=6\ncf=0\nc0=-32768.0\nc1=1.0\n"), .pages = 6,
     .warning = "ImageJ's calibration is not applied"},
    {IJ("images=6\nslices=6\ncf=4\nc0=0.0\nc1=1.0\n"), .pages = 6, .warning = "ImageJ's calibration is not applied"},
    {IJ("images=6\nslices=6\n"), .pages = 6},
    {IJ("images=6\nslices=6\n"), .pages = 1,
     .refusal = "ImageJ says 6 images, but the file has 1: some are missing, or"},
    {IJ("images=6\nslices=6\n"), .pages = 3, .refusal = "ImageJ says 6 images, but the file has 3"},
    {IJ("images=6\nslices=6\n"), .pages = 7, .refusal = "ImageJ says 6 images, but the file has 7"},
    {IJ("images=6\n"), .pages = 5, .refusal = "ImageJ says 6 images, but the file has 5"},
    {IJ("slices=6\n"), .pages = 5, .refusal = "ImageJ says 6 images, but the file has 5"},
    {IJ("slices=6\n"), .pages = 6},
    {IJ("images=6\nslices=5\n"), .pages = 6, .refusal = "ImageJ says 6 images, but also 5 slices"},
    {IJ("unit=um\n"), .pages = 3},
    {"{\"shape\": [6, 4, 5]}", .pages = 6},
    {"{\"shape\": [6, 4, 5]}", .pages = 5, .refusal = "tifffile says 6 images, but the file has 5"},
    {"{\"shape\": [6, 4, 5]}", .pages = 3, .refusal = "tifffile says 6 images, but the file has 3"},
    {"{\"shape\": [6, 4, 5]}", .pages = 1, .refusal = "tifffile says 6 images, but the file has 1"},
    {"{\"shape\": [4, 5]}", .pages = 3}, /* pages were appended one by one */
    {"{\"shape\": [1, 6, 4, 5], \"axes\": \"TZYX\"}", .pages = 6},
    {"{\"shape\": [6, 4, 5], \"axes\": \"TYX\"}", .pages = 6, .refusal = "--slices-from t"},
    {"{\"shape\": [3, 2, 4, 5], \"axes\": \"ZCYX\"}", .pages = 6,
     .refusal = "3 slices, 2 channels, 1 times: choose one with --channel 0 ... 1"},
    {"{\"shape\": [3, 2, 4, 5]}", .pages = 6, .refusal = "tifffile says that its pages are several stacks"},
    {"{\"shape\": [3, 2, 9, 9]}", .pages = 6}, /* the shape of another picture */
    {OME(SIZE("3", "1", "1"), ""), .pages = 3},
    {OME(SIZE("3", "1", "1"), "<TiffData IFD=\"0\" PlaneCount=\"3\"/>"), .pages = 3},
    {OME(SIZE("2", "1", "1"), PLANE("0", "FirstZ", "0") PLANE("1", "FirstZ", "1")), .pages = 2},
    {OME(SIZE("2", "1", "1"), PLANE("1", "FirstZ", "0") PLANE("0", "FirstZ", "1")), .pages = 2,
     .refusal = "the pages are not in order of z"},
    {OME(SIZE("3", "1", "1"), ""), .pages = 2, .refusal = "its OME-XML says 3 slices, but there are 2 pages"},
    {OME(SIZE("3", "2", "1"), ""), .pages = 6, .refusal = "OME says 3 slices, 2 channels, 1 times"},
    {OME(SIZE("3", "1", "4"), ""), .pages = 12, .refusal = "3 slices, 1 channels, 4 times"},
    {OME(SIZE("1", "1", "1"), "</Pixels></Image><Image><Pixels SizeZ=\"1\">"), .pages = 2,
     .refusal = "OME-XML of 2 images: choose one with --series 0 ... 1"},
    {OME(SIZE("2", "1", "1"),
         "<TiffData IFD=\"0\" FirstZ=\"1\"><UUID FileName=\"b.ome.tif\">urn:uuid:1</UUID></TiffData>"),
     .pages = 1, .refusal = "give all files of the set, with b.ome.tif, in order of z"},
    {OME_ROOT "<BinaryOnly MetadataFile=\"set.companion.ome\" UUID=\"urn:uuid:2\"/></OME>", .pages = 1,
     .refusal = "its OME-XML is in set.companion.ome: give that file, too"},
    {OME("SizeZ=\"", ""), .pages = 1}, /* an invalid size is ignored */
    {IJ("images=6\nframes=6\n"), .pages = 6, .axis = 't'},
    {IJ("images=6\nchannels=6\nhyperstack=true\n"), .pages = 6, .axis = 'c'},
    {IJ("images=6\nslices=6\n"), .pages = 6, .axis = 'c'}, /* as for a mask beside an image that needs the option */
    {IJ("images=6\nchannels=6\n"), .pages = 6, .refusal = "take the channels for slices with --slices-from c",
     .axis = 't'},
    {IJ("images=6\nframes=3\nchannels=2\n"), .pages = 6,
     .refusal = "2 channels, 3 times: choose one with --channel 0 ... 5", .axis = 't'},
    {IJ("images=6\nslices=3\nchannels=2\n"), .pages = 6, .refusal = "3 slices, 2 channels, 1 times: choose",
     .axis = 'c'},
    {"{\"shape\": [6, 4, 5], \"axes\": \"TYX\"}", .pages = 6, .axis = 't'},
    {OME(SIZE("1", "1", "6"), ""), .pages = 6, .axis = 't'},
    {OME(SIZE("1", "6", "1"), ""), .pages = 6, .axis = 'c'},
    {OME(SIZE("1", "1", "6"), "<TiffData IFD='0' FirstT='0' PlaneCount='3'/>" PLANE("3", "FirstT", "3")), .pages = 6,
     .axis = 't'},
    {OME(SIZE("1", "6", "1"), PLANE("0", "FirstC", "3") PLANE("3", "FirstC", "0")), .pages = 6,
     .refusal = "not in order of z", .axis = 'c'},
    {OME(SIZE("6", "1", "1"), PLANE("0", "FirstZ", "0") PLANE("3", "FirstZ", "3")), .pages = 6, .axis = 't'},
    {OME(SIZE("1", "1", "7"), ""), .pages = 6, .refusal = "its OME-XML says 7 slices, but there are 6 pages",
     .axis = 't'},
    {OME(SIZE("2", "1", "3"), ""), .pages = 6, .refusal = "2 slices, 1 channels, 3 times: choose", .axis = 't'},
};

LOOP_TEST(descriptions, sizeof described / sizeof *described)
{
  struct source s;
  const struct tiff_made t = page("wl", described[_i].description, described[_i].pages, 0);
  tiff_make(file[0], &t);
  source_slices_from(described[_i].axis ? described[_i].axis : 'z');
  if (described[_i].refusal) {
    refuse(1, described[_i].refusal);
    return;
  }
  opens(&s, 1);
  ck_assert_int_eq(s.grid[2], described[_i].pages);
  ck_assert_msg(described[_i].warning ? strstr(s.warning, described[_i].warning) != NULL : !*s.warning, "%s",
                s.warning);
  s.close(&s);
}

/* A stack that a program split into files keeps its description in each of them; all together, it is complete. */
TEST(stacks_split_into_files)
{
  struct source s;
  for (int i = 0; i < 3; i++) {
    struct tiff_made t = page("wl", "ImageJ=1.53t\nimages=3\nslices=3\n", 1, i);
    tiff_make(file[i], &t);
  }
  opens(&s, 3);
  ck_assert_int_eq(s.grid[2], 3);
  s.close(&s);
  refuse(2, "ImageJ says 3 images, but the file has 1");
}

static int open_series(struct source *s, int series)
{
  static char *path = file[0];
  return source_tiff_series(s, &path, 1, -1, series, &e);
}

/* Checks the number of slices and that the first is slice `begin` of the fixture. */
static void expect_series(int series, int slices, int begin)
{
  struct source s;
  double v[20];
  ck_assert_msg(open_series(&s, series) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.grid[2], slices);
  for (int z = slices - 1; z >= 0; z--) {
    ck_assert_msg(s.read(&s, z, v, &e) == TILE_OK, "%s", e.text);
    ck_assert_double_eq(v[0], (begin + z) * 29);
  }
  s.close(&s);
}

/* Descriptions of two series of two and three pages. */
static const char *const two_series[][2] = {
    {"{\"shape\": [2, 4, 5]}", "{\"shape\": [3, 4, 5]}"},
    {"ImageJ=1.53t\nimages=2\nslices=2\n", "ImageJ=1.53t\nimages=3\nslices=3\n"},
    {OME_ROOT "<Image><Pixels SizeZ=\"2\" SizeC=\"1\" "
              "SizeT=\"1\"><TiffData IFD=\"0\" PlaneCount=\"2\"/></Pixels></Image><Image><Pixels SizeZ=\"3\"><TiffData "
              "IFD=\"2\" PlaneCount=\"3\"/></Pixels></Image></OME>",
     NULL},
    {OME_ROOT "<Image><Pixels SizeZ=\"2\"/></Image>"
              "<Image><Pixels SizeZ=\"3\"/></Image></OME>",
     NULL},
};

LOOP_TEST(series_are_chosen, sizeof two_series / sizeof *two_series)
{
  struct tiff_made t[2] = {page("wl", two_series[_i][0], 2, 0), page("a", two_series[_i][1], 3, 2)};
  struct source s;
  tiff_make(file[0], &t[0]);
  tiff_make(file[0], &t[1]);
  ck_assert_int_eq(open_series(&s, 0), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "choose one with --series 0 ... 1"), "%s", e.text);
  expect_series(1, 2, 0);
  expect_series(2, 3, 2);
  ck_assert_int_eq(open_series(&s, 3), TILE_USAGE);
  ck_assert_msg(strstr(e.text, "--series 2: ") && strstr(e.text, "has series 0 to 1"), "%s", e.text);
}

/* Two files, one for each image: each is read as its own series, and the other file has no page of it. */
TEST(ome_images_in_files)
{
  char text[1024];
  struct source s;
  for (int i = 0; i < 2; i++) {
    snprintf(text, sizeof text,
             OME_ROOT
             "<Image><Pixels SizeZ=\"3\"><TiffData "
             "PlaneCount=\"3\"><UUID FileName=\"%s\">1</UUID></TiffData></Pixels></Image><Image><Pixels SizeZ=\"3\">"
             "<TiffData PlaneCount=\"3\"><UUID FileName=\"%s\">2</UUID></TiffData></Pixels></Image></OME>",
             i ? file[1] : file[0], i ? file[0] : file[1]);
    struct tiff_made t = page("wl", text, 3, 0);
    tiff_make(file[0], &t);
    expect_series(i + 1, 3, 0);
    ck_assert_int_eq(open_series(&s, 2 - i), TILE_REJECTED);
    ck_assert_msg(strstr(e.text, i ? "no page of series 0 is in this file" : "no page of series 1 is in this file"),
                  "%s", e.text);
  }
}

/* Series may differ in size and type; each must be complete. */
TEST(series_are_checked_alone)
{
  struct tiff_made t[2] = {page("wl", "{\"shape\": [2, 4, 5]}", 2, 0), page("a", "{\"shape\": [3, 4, 9]}", 2, 2)};
  struct source s;
  t[1].nx = 9;
  tiff_make(file[0], &t[0]);
  tiff_make(file[0], &t[1]);
  expect_series(1, 2, 0);
  ck_assert_int_eq(open_series(&s, 2), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "tifffile says 3 images, but the file has 2"), "%s", e.text);
}

/* Adds a tag to a page. */
static void set_type(int at, uint32_t type)
{
  TIFF *tiff = TIFFOpen(file[0], "r+");
  ck_assert_ptr_nonnull(tiff);
  ck_assert_int_eq(TIFFSetDirectory(tiff, (uint16_t)at), 1);
  ck_assert_int_eq(TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, type), 1);
  ck_assert_int_eq(TIFFRewriteDirectory(tiff), 1);
  TIFFClose(tiff);
}

/* Thumbnails and overviews, which may differ in size and come first, and masks are no slices. */
TEST(reduced_pages_are_left_out)
{
  struct tiff_made t[3] = {page("wl", NULL, 1, 7), page("a", NULL, 3, 0), page("a", NULL, 1, 8)};
  struct source s;
  t[0].nx = 2;
  for (int i = 0; i < 3; i++)
    tiff_make(file[0], &t[i]);
  set_type(0, FILETYPE_REDUCEDIMAGE);
  set_type(4, FILETYPE_MASK | FILETYPE_PAGE);
  expect_series(0, 3, 0);
  opens(&s, 1);
  ck_assert_ptr_nonnull(strstr(s.warning, ": 1 page of reduced resolution is left out; "));
  ck_assert_ptr_nonnull(strstr(s.warning, ": 1 mask is left out"));
  s.close(&s);
}

/* A file of nothing else is read as it is. */
TEST(reduced_pages_alone)
{
  struct tiff_made t = page("wl", NULL, 2, 0);
  struct source s;
  tiff_make(file[0], &t);
  set_type(0, FILETYPE_REDUCEDIMAGE);
  set_type(1, FILETYPE_REDUCEDIMAGE);
  expect_series(0, 2, 0);
  opens(&s, 1);
  ck_assert_str_eq(s.warning, "");
  s.close(&s);
}

/* Four slices behind one page: by tifffile, which omits their directories on request, and by the depth of the page. */
LOOP_TEST(slices_without_pages, 12)
{
  static const char shape[] = "{\"shape\": [4, 3, 5], \"truncated\": true}";
  unsigned char picture[NX * NY * SLICES * 4];
  struct tiff_hand h = imagej(_i % 2, imagej_bits[_i / 2 % 3], picture);
  const bool deep = _i >= 6;
  h.description = deep ? NULL : shape;
  h.depth = deep ? SLICES : 0;
  write_imagej(&h, picture);
  counts_up(SLICES, NX * NY);
  struct tiff_hand cut = h;
  cut.bytes = h.bytes * SLICES - 1;
  tiff_by_hand(file[0], &cut);
  refuse(1,
         deep ? "states 4 slices, but the file is cut off" : "tifffile says 4 images, but the file is cut off after 3");
  h.compression = COMPRESSION_PACKBITS;
  write_imagej(&h, picture);
  refuse(1,
         deep ? "4 slices in one page can be read only uncompressed" : "tifffile says 4 images, but there is one page");
}

/* Tiles of 16 x 16 x 2 voxels, each voxel of its own value. */
LOOP_TEST(slices_in_deep_tiles, 2)
{
  enum { SIDE = 16, DEPTH = 4 };
  uint16_t tile[2 * SIDE * SIDE];
  TIFF *tiff = TIFFOpen(file[0], _i ? "wb" : "wl");
  const uint32_t sizes[][2] = {{TIFFTAG_IMAGEWIDTH, SIDE},  {TIFFTAG_IMAGELENGTH, SIDE}, {TIFFTAG_IMAGEDEPTH, DEPTH},
                               {TIFFTAG_TILEWIDTH, SIDE},   {TIFFTAG_TILELENGTH, SIDE},  {TIFFTAG_TILEDEPTH, 2},
                               {TIFFTAG_BITSPERSAMPLE, 16}, {TIFFTAG_SAMPLESPERPIXEL, 1}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    ck_assert_int_eq(TIFFSetField(tiff, sizes[i][0], sizes[i][1]), 1);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < 2 * SIDE * SIDE; i++) {
      const uint16_t value = (uint16_t)(t * 2 * SIDE * SIDE + i);
      tile[i] = _i ? (uint16_t)(value >> 8 | value << 8) : value;
    }
    ck_assert_int_eq(TIFFWriteRawTile(tiff, (uint32_t)t, tile, sizeof tile), sizeof tile);
  }
  TIFFClose(tiff);
  counts_up(DEPTH, SIDE * SIDE);
}

/* ---- sets of OME-TIFF ---- */

/* Two files of two pages each, and where the description says that they lie. */
#define SET(more)                                                                                            \
  OME(SIZE("4", "1", "1") more,                                                                              \
      "<TiffData IFD=\"0\" FirstZ=\"0\" PlaneCount=\"2\"><UUID FileName=\"%s\">urn:uuid:1</UUID></TiffData>" \
      "<TiffData IFD=\"0\" FirstZ=\"2\" PlaneCount=\"2\"><UUID FileName=\"%s\">urn:uuid:2</UUID></TiffData>")

/* The files of a set state their places. */
TEST(ome_sets_in_order)
{
  struct source s;
  double v[20];
  char text[1024];
  snprintf(text, sizeof text, SET(""), file[0], file[1]);
  for (int i = 0; i < 2; i++) {
    const struct tiff_made t = page("wl", text, 2, 2 * i);
    tiff_make(file[i], &t);
  }
  opens(&s, 2);
  ck_assert_int_eq(s.grid[2], 4);
  ck_assert_int_eq(s.read(&s, 3, v, &e), TILE_OK);
  ck_assert_double_eq(v[0], 3 * 29);
  s.close(&s);
  refuse(1, "but there are 2 pages: give all files");
  char *turned[] = {file[1], file[0]};
  ck_assert_int_eq(source_tiff(&s, turned, 2, -1, &e), TILE_REJECTED);
  ck_assert_msg(strstr(e.text, "the first page is slice 2, but it comes as slice 0"), "%s", e.text);
}

static char companion[80];

/* Two files of two pages, described in a third file: one names that file, the other has no description. */
static void make_companion_set(void)
{
  static const char elsewhere[] = OME_ROOT "<BinaryOnly MetadataFile=\"x.companion.ome\" UUID=\"urn:uuid:2\"/></OME>";
  char text[1024];
  snprintf(companion, sizeof companion, "%s.companion.ome", file[2]);
  for (int i = 0; i < 2; i++) {
    const struct tiff_made t = page("wl", i ? NULL : elsewhere, 2, 2 * i);
    tiff_make(file[i], &t);
  }
  snprintf(text, sizeof text, SET(" PhysicalSizeX=\"2\" PhysicalSizeY=\"2\""), file[0], file[1]);
  write_text(companion, text, strlen(text));
}

/* The description may be anywhere in the list; the TIFF files are in order of z. */
LOOP_TEST(ome_companion, 3)
{
  static const int orders[][3] = {{2, 0, 1}, {0, 2, 1}, {0, 1, 2}};
  char *set[] = {file[0], file[1], companion};
  char *paths[3] = {set[orders[_i][0]], set[orders[_i][1]], set[orders[_i][2]]};
  struct source s;
  double v[20];
  make_companion_set();
  ck_assert_msg(source_tiff(&s, paths, 3, -1, &e) == TILE_OK, "%s", e.text);
  unlink(companion);
  ck_assert_int_eq(s.grid[2], 4);
  ck_assert_double_eq_tol(s.dx, 2e-6, 1e-15);
  ck_assert_int_eq(s.read(&s, 3, v, &e), TILE_OK);
  ck_assert_double_eq(v[0], 3 * 29);
  s.close(&s);
}

static void refuse_set(char *const *paths, int count, int code, const char *says)
{
  struct source s;
  ck_assert_int_eq(source_tiff(&s, paths, count, -1, &e), code);
  ck_assert_msg(strstr(e.text, says) != NULL, "%s", e.text);
}

TEST(ome_companion_refusals)
{
  char *paths[] = {companion, file[1], file[0]};
  make_companion_set();
  refuse_set(paths, 3, TILE_REJECTED, "the first page is slice 2, but it comes as slice 0");
  refuse_set(paths, 2, TILE_REJECTED, "the first page is slice 2");
  refuse_set(paths, 1, TILE_REJECTED, "describes TIFF files: give those, too");
  paths[1] = file[0];
  refuse_set(paths, 2, TILE_REJECTED, "but there are 2 pages: give all files of the set, with ");
  paths[1] = companion;
  refuse_set(paths, 3, TILE_REJECTED, "is a second .companion.ome");
  write_text(companion, "nothing", 7);
  refuse_set(paths, 1, TILE_REJECTED, "is not OME-XML");
  unlink(companion);
  refuse_set(paths, 3, TILE_FAILED, "No such file");
}

/* ---- the size of a voxel ---- */

#define PHYSICAL(x, y, z, unit) \
  OME(SIZE("1", "1", "1") " PhysicalSizeX=\"" x "\" PhysicalSizeY=\"" y "\" PhysicalSizeZ=\"" z "\" " unit, "")
#define SHAPED(members) "{\"shape\": [4, 5], " members "}"
#define STACK(lines) IJ("images=4\nslices=4\n" lines)

static const struct {
  const char *description;
  double resolution;
  int unit;
  double dx, z;     /* z: where it differs from dx */
  const char *note; /* NULL: any */
  double shape;     /* without a unit of length: side along z divided by side along x; 0: unknown, or 1 */
} sizes[] = {
    {NULL, 0, 0, 0, 0, .note = ""},
    {NULL, 1, 1, 0, 0, .note = ""},
    {NULL, 2000, 3, 5e-6, 0, .note = "resolution tags"}, /* pixels per centimetre */
    {NULL, 1270, 2, 2e-5, 0, .note = "resolution tags"}, /* pixels per inch */
    {NULL, 72, 2, 0, 0, .note = "72 pixels per inch is a printer's or screen's"},
    {NULL, 300, 2, 0, 0, .note = "300 pixels per inch"},
    {NULL, 5, 1, 0, 0, .note = "the resolution has no unit"},
    {NULL, 5, 0, 0, 0, .note = "the resolution has no unit"},
    {IJ("unit=micron\n"), 0.2, 1, 5e-6, 0, .note = "ImageJ"}, /* one slice: z does not matter */
    {IJ("unit=\\u00B5m\n"), 0.2, 1, 5e-6, 0, .note = "ImageJ"},
    {IJ("unit=mm\n"), 200, 1, 5e-6, 0, .note = "ImageJ"},
    {IJ("unit=cm\n"), 2000, 3, 5e-6, 0, .note = "ImageJ"},
    {IJ("unit=pixel\n"), 1, 1, 0, 0, .note = ""},
    {IJ("unit=furlong\n"), 7, 1, 0, 0, .note = "ImageJ's unit 'furlong' is not known"},
    {"ImageJ=1.53t\n", 2000, 3, 5e-6, 0, .note = "resolution tags"},
    {IJ("unit=um\nspacing=5.0\n"), 0.2, 1, 5e-6, 0, .note = "ImageJ"},
    {IJ("unit=um\nspacing=10.0\n"), 0.2, 1, 0, 1e-5, .note = "ImageJ"},
    {IJ("unit=pixel\nspacing=2.0\n"), 2000, 3, 0, 1e-5, .note = "resolution tags and ImageJ's spacing"},
    {IJ("spacing=0.0005\n"), 2000, 3, 5e-6, 0, .note = "resolution tags and ImageJ's spacing"}, /* centimetres */
    {IJ("unit=um\nzunit=nm\nspacing=3000\n"), 0.2, 1, 0, 3e-6, .note = "ImageJ"},
    {IJ("unit=\\u03BCm\nspacing=5\n"), 0.2, 1, 5e-6, 0, .note = "ImageJ"},
    {IJ("unit=micrometers\nzunit=mm\nspacing=0.005\n"), 0.2, 1, 5e-6, 0, .note = "ImageJ"},
    {IJ("unit=um\nzunit=parsec\nspacing=5\n"), 0.2, 1, 0, 0, .note = "ImageJ's unit 'parsec' is not known"},
    {SHAPED("\"unit\": \"um\", \"spacing\": 2.0"), 0.5, 2, 2e-6, 0,
     .note = "tifffile"}, /* inch is what it writes unasked */
    {SHAPED("\"unit\": \"\\u00b5m\", \"spacing\": 3.0"), 0.5, 1, 0, 3e-6, .note = "tifffile"},
    {SHAPED("\"unit\": \"um\", \"spacing\": 3.0"), 2000, 3, 0, 3e-6, .note = "resolution tags and tifffile"},
    {SHAPED("\"unit\": \"um\""), 1270, 2, 2e-5, 0, .note = "resolution tags and tifffile"},
    {SHAPED("\"spacing\": 5e-4, \"unit\": \"cm\""), 2000, 1, 5e-6, 0, .note = "tifffile"},
    {SHAPED("\"unit\": \"um\", \"spacing\": 2.0"), 100, 2, 0, 0,
     .note = "fits neither tifffile's unit, um, nor that of its tag"},
    {SHAPED("\"unit\": \"furlong\""), 2000, 3, 0, 0, .note = "tifffile's unit 'furlong' is not known"},
    {SHAPED("\"axes\": \"YX\""), 2000, 3, 5e-6, 0, .note = "resolution tags"},
    {PHYSICAL("5", "5", "5", ""), 0, 0, 5e-6, 0, .note = "OME-XML"}, /* micrometres unless stated */
    {PHYSICAL("500", "500", "500", "PhysicalSizeXUnit=\"nm\" PhysicalSizeYUnit=\"nm\" PhysicalSizeZUnit='nm'"), 72, 2,
     5e-7, 0, .note = "OME-XML"},
    {PHYSICAL("5", "5", "0.005",
              "PhysicalSizeXUnit=\"&#181;m\" PhysicalSizeYUnit=\"\302\265m\" PhysicalSizeZUnit='mm'"),
     0, 0, 5e-6, 0, .note = "OME-XML"},
    {PHYSICAL("5", "5", "20", ""), 0, 0, 0, 2e-5, .note = "OME-XML"},
    {PHYSICAL("5", "5", "5", "PhysicalSizeXUnit=\"pixel\""), 0, 0, 0, 0,
     .note = "the OME-XML's unit 'pixel' is not known"},
    /* without a unit of length, the ratio of the sides is still known */
    {IJ("unit=pixel\nspacing=2.0\n"), 1, 1, 0, 0, .shape = 2},
    {IJ("unit=pixel\nspacing=2.0\n"), 0, 0, 0, 0, .shape = 2},
    {IJ("unit=pixels\nspacing=-2.0\n"), 0, 0, 0, 0, .shape = 2},
    {IJ("spacing=0.5\n"), 1, 1, 0, 0, .shape = 0.5},
    {IJ("unit=furlong\nspacing=10\n"), 0.2, 1, 0, 0, .shape = 2},
    {IJ("unit=pixel\nspacing=5\n"), 0.2, 1, 0, 0, .shape = 0},
    {IJ("unit=pixel\nspacing=2\n"), 72, 2, 0, 0, .shape = 2}, /* inches are not pixels */
    {IJ("unit=pixel\nspacing=1.0\n"), 1, 1, 0, 0, .shape = 0},
    {IJ("unit=pixel\nspacing=nan\n"), 1, 1, 0, 0, .shape = 0},
    {IJ("unit=pixel\n"), 1, 1, 0, 0, .shape = 0},
    {PHYSICAL("5", "5", "10", "PhysicalSizeXUnit='px' PhysicalSizeYUnit='px' PhysicalSizeZUnit='px'"), 0, 0, 0, 0,
     .shape = 2},
    {PHYSICAL("5", "5", "10", "PhysicalSizeXUnit='pixel' PhysicalSizeYUnit='pixel' PhysicalSizeZUnit='mm'"), 0, 0, 0, 0,
     .shape = 0},
    /* ImageJ takes inches and centimetres from the tags of any picture, where nobody has stated a depth: z is as x */
    {STACK("unit=inch\n"), 1270, 0, 2e-5, 2e-5, .note = NULL},
    {STACK("unit=cm\n"), 500, 0, 2e-5, 2e-5, .note = NULL},
    {STACK("unit=inch\nspacing=1\n"), 1270, 0, 0, 0.0254, .note = NULL},
    /* it omits the spacing of a stack when it is 1 unit */
    {STACK("unit=um\n"), 1, 1, 1e-6, 1e-6, .note = "ImageJ"},
    {STACK("unit=um\n"), 0.5, 1, 0, 1e-6, .note = "ImageJ, which leaves out a spacing of 1 um"},
};

LOOP_TEST(voxel_sizes, sizeof sizes / sizeof *sizes)
{
  struct source s;
  unsigned char picture[NX * NY * SLICES] = {0};
  struct tiff_hand h = imagej(_i % 2, 8, picture);
  h.description = sizes[_i].description;
  h.resolution = sizes[_i].resolution;
  h.resolution_unit = sizes[_i].unit;
  if (h.description && strstr(h.description, "slices=4")) {
    write_imagej(&h, picture);
  } else {
    h.ny = 4;
    h.bytes = 20;
    tiff_by_hand(file[0], &h);
  }
  opens(&s, 1);
  const char *note = sizes[_i].note;
  ck_assert_msg(!note || (strstr(s.dx_note, note) && !*note == !*s.dx_note), "%s", s.dx_note);
  ck_assert(!note || !*s.warning == !(strstr(s.dx_note, "not known") || strstr(s.dx_note, "fits neither")));
  ck_assert_double_le(fabs(s.dx - sizes[_i].dx), 1e-12 * sizes[_i].dx);
  if (sizes[_i].z > 0)
    ck_assert_double_eq_tol(s.spacing[2], sizes[_i].z, 1e-12 * sizes[_i].z);
  ck_assert_msg(fabs(s.shape[2] - sizes[_i].shape) < 1e-6 && s.shape[0] == (sizes[_i].shape > 0), "%g", s.shape[2]);
  ck_assert(sizes[_i].shape == 0 || s.spacing[0] == 0);
  s.close(&s);
}

/* The differences of the third predictor do not depend on the byte order, so that libtiff's little-endian strip serves
 * a big-endian file (which libtiff 4.5 itself writes wrongly). */
LOOP_TEST(float_predictor_in_big_endian, 3)
{
  static const int bits[] = {16, 32, 64};
  struct tiff_made t = {.mode = "wl",
                        .kind = 'f',
                        .bits = bits[_i],
                        .compression = COMPRESSION_ADOBE_DEFLATE,
                        .predictor = 3,
                        .nx = 21,
                        .ny = 18,
                        .pages = 1};
  unsigned char strip[4096];
  double v[21 * 18];
  struct source s;
  tiff_make(file[1], &t);
  TIFF *tiff = TIFFOpen(file[1], "r");
  tmsize_t bytes = TIFFReadRawStrip(tiff, 0, strip, sizeof strip);
  TIFFClose(tiff);
  ck_assert_int_gt((int)bytes, 0);
  struct tiff_hand h = {.big_endian = true,
                        .bits = bits[_i],
                        .format = 3,
                        .compression = COMPRESSION_ADOBE_DEFLATE,
                        .predictor = 3,
                        .nx = 21,
                        .ny = 18,
                        .picture = strip,
                        .bytes = (size_t)bytes};
  tiff_by_hand(file[0], &h);
  opens(&s, 1);
  ck_assert_msg(s.read(&s, 0, v, &e) == TILE_OK, "%s", e.text);
  for (int i = 0; i < 21 * 18; i++)
    ck_assert_double_eq(v[i], tiff_made_value(&t, i % 21, i / 21, 0));
  s.close(&s);
}

int main(void)
{
  tcase_add_checked_fixture(suite_tests(), name_files, remove_files);
  return run_tests("stated", 60, CK_FORK_GETENV);
}
