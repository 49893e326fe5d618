/* SPDX-License-Identifier: BSD-3-Clause */
/* The sample scan as TIFF. */
#include "sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

static TIFF *open_tiff(char *path, size_t room, const char *folder, const char *name)
{
  snprintf(path, room, "%s/%s", folder, name);
  TIFF *t = TIFFOpen(path, "wl");
  if (!t)
    sample_die(path, strerror(errno));
  return t;
}

/* The description belongs to the first page; NULL: none. */
static void put_page(TIFF *t, const char *path, unsigned char *slice, int64_t size, const char *description)
{
  TIFFSetField(t, TIFFTAG_IMAGEWIDTH, (uint32_t)size);
  TIFFSetField(t, TIFFTAG_IMAGELENGTH, (uint32_t)size);
  TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, (uint32_t)size);
  if (description)
    TIFFSetField(t, TIFFTAG_IMAGEDESCRIPTION, description);
  if (TIFFWriteEncodedStrip(t, 0, slice, (tmsize_t)size * size) < 0)
    sample_die(path, "cannot be written");
}

void sample_slices(const char *folder, const struct sample *s)
{
  char path[4096], name[32];
  for (int64_t z = 0; z < s->size; z++) {
    snprintf(name, sizeof name, "scan%04lld.tif", (long long)z);
    TIFF *t = open_tiff(path, sizeof path, folder, name);
    put_page(t, path, s->grey + z * s->size * s->size, s->size, NULL);
    if (!TIFFFlush(t))
      sample_die(path, "cannot be written");
    TIFFClose(t);
  }
}

/* Writes every step-th slice as a page of one file. */
static void write_stack(TIFF *t, const char *path, unsigned char *voxels, int64_t size, int64_t step,
                        const char *description)
{
  for (int64_t z = 0; z < size; z += step) {
    put_page(t, path, voxels + z * size * size, size, z ? NULL : description);
    if (!TIFFWriteDirectory(t))
      sample_die(path, "cannot be written");
  }
  TIFFClose(t);
}

void sample_imagej(const char *folder, const struct sample *s)
{
  char path[4096], says[256];
  snprintf(says, sizeof says, "ImageJ=1.53t\nimages=%lld\nslices=%lld\nunit=um\nspacing=%d.0\nloop=false\n",
           (long long)s->size, (long long)s->size, SAMPLE_VOXEL_UM);
  TIFF *t = open_tiff(path, sizeof path, folder, "imagej.tif");
  TIFFSetField(t, TIFFTAG_XRESOLUTION, 1. / SAMPLE_VOXEL_UM);
  TIFFSetField(t, TIFFTAG_YRESOLUTION, 1. / SAMPLE_VOXEL_UM);
  TIFFSetField(t, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
  write_stack(t, path, s->grey, s->size, 1, says);
}

void sample_ome(const char *folder, const struct sample *s)
{
  char path[4096], says[768];
  snprintf(
      says, sizeof says,
      "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image ID=\"Image:0\">"
      "<Pixels ID=\"Pixels:0\" DimensionOrder=\"XYZCT\" Type=\"uint8\" SizeX=\"%lld\" SizeY=\"%lld\" SizeZ=\"%lld\" "
      "SizeC=\"1\" SizeT=\"1\" PhysicalSizeX=\"%d\" PhysicalSizeY=\"%d\" PhysicalSizeZ=\"%d\">"
      "<Channel ID=\"Channel:0:0\" SamplesPerPixel=\"1\"/><TiffData IFD=\"0\" PlaneCount=\"%lld\"/>"
      "</Pixels></Image></OME>",
      (long long)s->size, (long long)s->size, (long long)(s->size + 1) / 2, SAMPLE_VOXEL_UM, SAMPLE_VOXEL_UM,
      2 * SAMPLE_VOXEL_UM, (long long)(s->size + 1) / 2);
  write_stack(open_tiff(path, sizeof path, folder, "scan.ome.tif"), path, s->grey, s->size, 2, says);
}

void sample_labels(const char *folder, const struct sample *s)
{
  char path[4096];
  const size_t count = (size_t)(s->size * s->size * s->size);
  unsigned char *label = tile_alloc(count, 1);
  if (!label)
    sample_die("labels", strerror(ENOMEM));
  for (size_t i = 0; i < count; i++)
    label[i] = s->pores[i] > 0.6 ? 0 : s->pores[i] < 0.4 ? 1 : 2;
  write_stack(open_tiff(path, sizeof path, folder, "labels.tif"), path, label, s->size, 1, NULL);
  free(label);
}
