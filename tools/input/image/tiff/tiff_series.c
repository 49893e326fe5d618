/* SPDX-License-Identifier: BSD-3-Clause */
#include "tiff_series.h"

enum tiff_kind tiff_kind_of(const struct tiff_file *f)
{
  uint32_t type = 0;
  TIFFGetField(f->tiff, TIFFTAG_SUBFILETYPE, &type);
  return type & FILETYPE_MASK ? TIFF_MASK : type & FILETYPE_REDUCEDIMAGE ? TIFF_REDUCED : TIFF_WHOLE;
}

/* A description of a single image does not begin a series: programs that append pages one by one write it to each. Nor
 * does one before the current series is complete: it was copied to every page of a stack. */
static bool begins(const struct tiff_series *g, int64_t images)
{
  if (g->count == 0)
    return true;
  return images && (g->images > 1 ? g->slices >= g->images : images > 1);
}

void tiff_series_add(struct tiff_series *g, const struct tiff_file *f)
{
  const int64_t images = tiff_stated_images(f);
  uint32_t depth = 1;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_IMAGEDEPTH, &depth);
  if (begins(g, images))
    *g = (struct tiff_series){.count = g->count + 1, .images = images};
  g->slices += depth;
}
