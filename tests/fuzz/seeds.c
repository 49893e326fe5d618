/* SPDX-License-Identifier: BSD-3-Clause */
/* seeds FOLDER: small TIFF files of every supported kind, the initial inputs of tests/fuzz/tiff; they are stored in
 * corpus/tiff. */
#include <config.h>

#include "tiff_hand.h"
#include "tiff_made.h"

#include <stdio.h>
#include <stdlib.h>
#include <tiffio.h>
#include <unistd.h>

#define OME "<OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Pixels SizeX=\"5\" SizeY=\"4\" "
#define IMAGEJ "ImageJ=1.53t\nimages=3\nslices=3\n"

static const struct {
  const char *name;
  struct tiff_made file;
} made[] = {
    {"u1", {"wl", 'u', 1, COMPRESSION_NONE, 0, false, false, 13, 5, 2, 3, 0, 0, false, NULL}},
    {"u1-white-big-endian", {"wb", 'u', 1, COMPRESSION_PACKBITS, 0, false, true, 13, 5, 1, 0, 0, 0, false, NULL}},
    {"u1-fax3", {"wl", 'u', 1, COMPRESSION_CCITTFAX3, 0, false, true, 21, 6, 1, 0, 0, 0, false, NULL}},
    {"u1-fax4", {"wb", 'u', 1, COMPRESSION_CCITTFAX4, 0, false, true, 21, 6, 2, 4, 0, 0, false, NULL}},
    {"u1-rle", {"wl", 'u', 1, COMPRESSION_CCITTRLE, 0, false, true, 21, 6, 1, 0, 0, 0, false, NULL}},
    {"u1-tiled", {"wl", 'u', 1, COMPRESSION_PACKBITS, 0, true, false, 21, 5, 1, 0, 0, 0, false, NULL}},
    {"u2-lzw", {"wb", 'u', 2, COMPRESSION_LZW, 0, false, false, 9, 5, 2, 2, 0, 0, false, NULL}},
    {"u4", {"wl", 'u', 4, COMPRESSION_NONE, 0, false, false, 7, 5, 1, 0, 0, 0, false, NULL}},
    {"u4-big-deflate-tiled", {"wb8", 'u', 4, COMPRESSION_ADOBE_DEFLATE, 0, true, false, 7, 5, 1, 0, 0, 0, false, NULL}},
    {"u12", {"wl", 'u', 12, COMPRESSION_LZW, 0, false, false, 7, 5, 2, 2, 0, 0, false, NULL}},
    {"u8-planar", {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 5, 4, 1, 2, 0, 3, true, NULL}},
    {"u8-rgb", {"wl", 'u', 8, COMPRESSION_LZW, 2, false, false, 5, 4, 1, 0, 0, 3, false, NULL}},
    {"u16-planar-big-endian-tiled", {"wb", 'u', 16, COMPRESSION_LZW, 0, true, false, 5, 4, 1, 0, 0, 2, true, NULL}},
    {"i8-zstd", {"wl", 'i', 8, COMPRESSION_ZSTD, 0, false, false, 9, 5, 2, 0, 0, 0, false, NULL}},
    {"i16-packbits", {"wl", 'i', 16, COMPRESSION_PACKBITS, 0, false, false, 9, 5, 2, 3, 0, 0, false, NULL}},
    {"u16-predicted-big-zstd", {"wb8", 'u', 16, COMPRESSION_ZSTD, 2, false, false, 9, 5, 2, 3, 0, 0, false, NULL}},
    {"u32-predicted-deflate",
     {"wb", 'u', 32, COMPRESSION_ADOBE_DEFLATE, 2, false, false, 9, 5, 1, 3, 0, 0, false, NULL}},
    {"u8-lzma", {"wl", 'u', 8, COMPRESSION_LZMA, 0, false, false, 9, 5, 1, 0, 0, 0, false, NULL}},
    {"u8-jpeg", {"wl", 'u', 8, COMPRESSION_JPEG, 0, false, false, 16, 16, 1, 0, 0, 0, false, NULL}},
    {"f16", {"wl", 'f', 16, COMPRESSION_NONE, 0, false, false, 9, 5, 2, 3, 0, 0, false, NULL}},
    {"f16-predicted-big-endian",
     {"wb", 'f', 16, COMPRESSION_ADOBE_DEFLATE, 3, false, false, 9, 5, 1, 0, 0, 0, false, NULL}},
    {"f32-predicted-zstd-tiled", {"wl", 'f', 32, COMPRESSION_ZSTD, 3, true, false, 9, 5, 1, 0, 0, 0, false, NULL}},
    {"f32-big-big-endian", {"wb8", 'f', 32, COMPRESSION_NONE, 0, false, false, 9, 5, 2, 0, 0, 0, false, NULL}},
    {"f64-predicted-lzw", {"wl8", 'f', 64, COMPRESSION_LZW, 3, false, false, 9, 5, 1, 2, 0, 0, false, NULL}},
    {"imagej-stack",
     {"wb", 'u', 16, COMPRESSION_NONE, 0, false, false, 5, 4, 3, 0, 0, 0, false,
      IMAGEJ "unit=\\u00B5m\nspacing=2.5\nloop=false\n"}},
    {"ome",
     {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 5, 4, 2, 0, 0, 0, false,
      OME "SizeZ=\"2\" SizeC=\"1\" SizeT=\"1\" PhysicalSizeX=\"2\" PhysicalSizeY=\"2\" PhysicalSizeZ=\"2\" "
          "PhysicalSizeZUnit=\"&#181;m\"><Channel SamplesPerPixel=\"1\"/><TiffData IFD=\"0\" FirstZ=\"0\">"
          "<UUID FileName=\"7\">x</UUID></TiffData><TiffData IFD='1' FirstZ='1'/></Pixels></OME>"}},
    {"ome-elsewhere",
     {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 5, 4, 1, 0, 0, 0, false,
      OME "/><BinaryOnly MetadataFile=\"first.ome.tif\"/></OME>"}},
    {"series", {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 5, 4, 2, 0, 0, 0, false, "{\"shape\": [2, 4, 5]}"}},
    {"series", {"a", 'u', 8, COMPRESSION_LZW, 0, false, false, 5, 4, 2, 0, 0, 0, false, "{\"shape\": [2, 4, 5]}"}},
    {"ome-series",
     {"wl", 'u', 8, COMPRESSION_NONE, 0, false, false, 5, 4, 3, 0, 0, 0, false,
      OME "SizeZ=\"1\"/><Pixels SizeZ=\"2\"><TiffData IFD=\"1\"/></Pixels></OME>"}},
};

static const unsigned char picture[60] = {1, 2, 3, 200, 100};
static const struct {
  const char *name;
  struct tiff_hand file;
} by_hand[] = {
    {"imagej-rest",
     {.bits = 8,
      .nx = 5,
      .ny = 4,
      .description = IMAGEJ "unit=mm\n",
      .resolution = 100,
      .resolution_unit = 1,
      .picture = picture,
      .bytes = 60}},
    {"imagej-rest-big-endian",
     {.big_endian = true, .bits = 16, .nx = 5, .ny = 2, .description = IMAGEJ, .picture = picture, .bytes = 60}},
    {"tifffile-rest",
     {.bits = 8, .nx = 5, .ny = 4, .description = "{\"shape\": [3, 4, 5]}", .picture = picture, .bytes = 60}},
    {"deep", {.big_endian = true, .bits = 16, .nx = 5, .ny = 2, .depth = 3, .picture = picture, .bytes = 60}},
    {"bits-unstated", {.nx = 8, .ny = 4, .picture = picture, .bytes = 4}},
    {"inches",
     {.bits = 32,
      .format = SAMPLEFORMAT_IEEEFP,
      .nx = 3,
      .ny = 5,
      .resolution = 72,
      .resolution_unit = 2,
      .picture = picture,
      .bytes = 60}},
};

int main(int argc, char **argv)
{
  if (argc != 2 || chdir(argv[1])) {
    fprintf(stderr, "usage: seeds FOLDER\n");
    return 2;
  }
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    if (TIFFIsCODECConfigured((uint16_t)made[i].file.compression))
      tiff_make(made[i].name, &made[i].file);
  for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
    tiff_by_hand(by_hand[i].name, &by_hand[i].file);
}
