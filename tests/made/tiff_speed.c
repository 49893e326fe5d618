/* tiff_speed make FILE N PAGES u1|u8|u16|f32 none|lzw|deflate|zstd: pages of N x N grey levels, smooth with noise, as
 * in a scan; exits with 77 where this libtiff lacks the codec. With ome: u8 with OME-XML; with imagej: u8, one page
 * followed by the other slices, as ImageJ writes large stacks.
 * tiff_speed decode FILE...: libtiff decodes every strip, and nothing else is done. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

static const struct {
  const char *name;
  uint16_t number;
} codecs[] = {
    {"none", COMPRESSION_NONE}, {"lzw", COMPRESSION_LZW}, {"deflate", COMPRESSION_ADOBE_DEFLATE}, {"zstd", 50000}};

/* 0 ... 255 */
static unsigned grey(int x, int y, int z)
{
  static uint32_t noise = 1;
  noise = noise * 1664525 + 1013904223;
  return (unsigned)(120 + 30 * (sin(x / 9.0) + sin((y + z) / 7.0))) + (noise >> 27);
}

static void set_u1(unsigned char *page, size_t i, unsigned grey)
{
  if (grey >= 120)
    page[i / 8] |= (unsigned char)(128 >> i % 8);
}

static void set_u8(unsigned char *page, size_t i, unsigned grey)
{
  page[i] = (unsigned char)grey;
}

static void set_u16(unsigned char *page, size_t i, unsigned grey)
{
  memcpy(page + 2 * i, &(uint16_t){(uint16_t)(257 * grey)}, 2);
}

static void set_f32(unsigned char *page, size_t i, unsigned grey)
{
  memcpy(page + 4 * i, &(float){(float)grey}, 4);
}

static const struct type {
  const char *name;
  int bits, format;
  void (*set)(unsigned char *page, size_t i, unsigned grey);
} types[] = {{"u1", 1, SAMPLEFORMAT_UINT, set_u1},
             {"u8", 8, SAMPLEFORMAT_UINT, set_u8},
             {"u16", 16, SAMPLEFORMAT_UINT, set_u16},
             {"f32", 32, SAMPLEFORMAT_IEEEFP, set_f32}};

static void describe(TIFF *t, int n, int pages)
{
  char text[512];
  snprintf(
      text, sizeof text,
      "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image ID=\"Image:0\">"
      "<Pixels ID=\"Pixels:0\" DimensionOrder=\"XYZCT\" Type=\"uint8\" SizeX=\"%d\" SizeY=\"%d\" SizeZ=\"%d\" "
      "SizeC=\"1\" SizeT=\"1\"><TiffData/></Pixels></Image></OME>",
      n, n, pages);
  TIFFSetField(t, TIFFTAG_IMAGEDESCRIPTION, text);
}

static int write_page(TIFF *t, int n, const struct type *type, uint16_t codec, unsigned char *page)
{
  TIFFSetField(t, TIFFTAG_IMAGEWIDTH, n);
  TIFFSetField(t, TIFFTAG_IMAGELENGTH, n);
  TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, type->bits);
  TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, type->format);
  TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(t, TIFFTAG_COMPRESSION, codec);
  TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, n);
  return TIFFWriteEncodedStrip(t, 0, page, ((tmsize_t)n * type->bits + 7) / 8 * n) < 0 || !TIFFWriteDirectory(t);
}

/* Writes a directory, its text, then all slices. */
static int make_imagej(const char *path, int n, int pages)
{
  struct entry {
    uint16_t tag, type;
    uint32_t count, value;
  };
  enum { ENTRIES = 9, TEXT_AT = 10 + 12 * ENTRIES + 4, DATA_AT = TEXT_AT + 64 };
  char text[64] = "";
  const uint32_t side = (uint32_t)n;
  snprintf(text, sizeof text, "ImageJ=1.53t\nimages=%d\nslices=%d\n", pages, pages);
  const struct entry entries[ENTRIES] = {{256, 4, 1, side},    {257, 4, 1, side}, {258, 3, 1, 8},
                                         {259, 3, 1, 1},       {262, 3, 1, 1},    {270, 2, sizeof text, TEXT_AT},
                                         {273, 4, 1, DATA_AT}, {278, 4, 1, side}, {279, 4, 1, side * side}};
  FILE *f = fopen(path, "wb");
  unsigned char *row = malloc((size_t)n);
  int failed = !f || !row;
  if (!failed)
    failed = fwrite("II*\0\10\0\0\0\11\0", 10, 1, f) != 1 || fwrite(entries, sizeof entries, 1, f) != 1 ||
             fwrite("\0\0\0", 4, 1, f) != 1 || fwrite(text, sizeof text, 1, f) != 1;
  for (int y = 0; y < n * pages && !failed; y++) {
    for (int x = 0; x < n; x++)
      row[x] = (unsigned char)grey(x, y % n, y / n);
    failed = fwrite(row, (size_t)n, 1, f) != 1;
  }
  free(row);
  return (f && fclose(f)) || failed;
}

static int make(const char *path, int n, int pages, const struct type *type, uint16_t codec, int ome)
{
  TIFF *t = TIFFOpen(path, "wl");
  size_t row = ((size_t)n * (size_t)type->bits + 7) / 8;
  int failed = !t;
  for (int z = 0; z < pages && !failed; z++) {
    unsigned char *page = calloc((size_t)n, row);
    for (int y = 0; page && y < n; y++)
      for (int x = 0; x < n; x++)
        type->set(page + (size_t)y * row, (size_t)x, grey(x, y, z));
    if (ome && !failed && z == 0)
      describe(t, n, pages);
    failed = !page || write_page(t, n, type, codec, page);
    free(page);
  }
  if (t)
    TIFFClose(t);
  return failed;
}

static int decode(const char *path)
{
  TIFF *t = TIFFOpen(path, "rm");
  unsigned char *strip = t ? malloc((size_t)TIFFStripSize(t)) : NULL;
  if (!strip)
    return 1;
  do
    for (uint32_t i = 0; i < TIFFNumberOfStrips(t); i++)
      if (TIFFReadEncodedStrip(t, i, strip, -1) < 0)
        return 1;
  while (TIFFReadDirectory(t));
  TIFFClose(t);
  free(strip);
  return 0;
}

static int make_named(char **argv)
{
  int n = atoi(argv[3]), pages = atoi(argv[4]);
  if (strcmp(argv[5], "imagej") == 0)
    return make_imagej(argv[2], n, pages);
  if (strcmp(argv[5], "ome") == 0)
    return make(argv[2], n, pages, &types[1], COMPRESSION_NONE, 1);
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    for (size_t c = 0; c < sizeof codecs / sizeof *codecs; c++)
      if (strcmp(types[t].name, argv[5]) == 0 && strcmp(codecs[c].name, argv[6]) == 0)
        return !TIFFIsCODECConfigured(codecs[c].number) ? 77 : make(argv[2], n, pages, &types[t], codecs[c].number, 0);
  return 2;
}

int main(int argc, char **argv)
{
  int failed = 0;
  if (argc == 7 && strcmp(argv[1], "make") == 0)
    return make_named(argv);
  if (argc < 3 || strcmp(argv[1], "decode"))
    return 2;
  for (int i = 2; i < argc && !failed; i++)
    failed = decode(argv[i]);
  return failed;
}
