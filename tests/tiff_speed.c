/* tiff_speed make FILE N none|deflate|lzw: N pages of N x N grey levels, smooth with noise, like a scan's.
 * tiff_speed decode FILE: libtiff decodes every strip, and nothing else is done. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

static int codec_of(const char *name)
{
  return strcmp(name, "deflate") == 0 ? COMPRESSION_ADOBE_DEFLATE
         : strcmp(name, "lzw") == 0   ? COMPRESSION_LZW
                                      : COMPRESSION_NONE;
}

static void fill(unsigned char *page, int n, int z)
{
  static uint32_t noise = 1;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      noise = noise * 1664525 + 1013904223;
      page[y * n + x] = (unsigned char)(120 + 30 * (sin(x / 9.0) + sin((y + z) / 7.0)) + (noise >> 27));
    }
}

static int make(const char *path, int n, int codec)
{
  TIFF *t = TIFFOpen(path, "wl");
  unsigned char *page = malloc((size_t)n * (size_t)n);
  if (!t || !page)
    return 1;
  for (int z = 0; z < n; z++) {
    fill(page, n, z);
    TIFFSetField(t, TIFFTAG_IMAGEWIDTH, n);
    TIFFSetField(t, TIFFTAG_IMAGELENGTH, n);
    TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(t, TIFFTAG_COMPRESSION, codec);
    TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, n);
    if (TIFFWriteEncodedStrip(t, 0, page, (tmsize_t)n * n) < 0 || !TIFFWriteDirectory(t))
      return 1;
  }
  TIFFClose(t);
  free(page);
  return 0;
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

int main(int argc, char **argv)
{
  if (argc == 5 && strcmp(argv[1], "make") == 0)
    return make(argv[2], atoi(argv[3]), codec_of(argv[4]));
  return argc == 3 && strcmp(argv[1], "decode") == 0 ? decode(argv[2]) : 2;
}
