/* SPDX-License-Identifier: BSD-3-Clause */
/* The size of a voxel: from OME-XML, the units of ImageJ and tifffile, or the resolution tags. */
#include "source.h"
#include "tiff_stated.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAY(scale, ...) snprintf((scale)->note, sizeof(scale)->note, __VA_ARGS__)

/* A resolution is a ratio of integers, but libtiff returns a float, of which six digits are certain. */
static double six_digits(double value)
{
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return strtod(text, NULL);
}

/* Pixels per unit along x and y. */
static bool get_resolution(const struct tiff_file *f, double pixels[2])
{
  static const uint32_t tag[2] = {TIFFTAG_XRESOLUTION, TIFFTAG_YRESOLUTION};
  for (int a = 0; a < 2; a++) {
    float value = 0;
    if (!TIFFGetField(f->tiff, tag[a], &value) || !isfinite(value) || value <= 0)
      return false;
    pixels[a] = (double)value;
  }
  return true;
}

/* Programs that do not know a size write the resolution of a screen or printer. */
static bool is_printer(double pixels)
{
  static const double usual[] = {72, 96, 150, 300, 600};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (fabs(pixels - usual[i]) < 0.01)
      return true;
  return false;
}

/* The unit of the resolution tags in metres; 0: none. */
static double tag_unit(const struct tiff_file *f)
{
  uint16_t unit = RESUNIT_NONE;
  TIFFGetField(f->tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  return unit == RESUNIT_INCH ? 0.0254 : unit == RESUNIT_CENTIMETER ? 0.01 : 0;
}

static void scale_by_tags(const struct tiff_file *f, struct tiff_scale *scale)
{
  double pixels[2], metres = tag_unit(f);
  if (!get_resolution(f, pixels))
    return;
  if (metres == 0.0254 && is_printer(pixels[0]) && is_printer(pixels[1])) {
    SAY(scale, "%g pixels per inch is a printer's or screen's resolution", pixels[0]);
  } else if (metres > 0) {
    for (int a = 0; a < 2; a++)
      scale->side[a] = six_digits(metres / pixels[a]);
    SAY(scale, "resolution tags");
  } else if (pixels[0] != 1 || pixels[1] != 1) {
    SAY(scale, "the resolution has no unit");
  }
}

static bool is_by(const struct tiff_stated *s, const char *name)
{
  return s->by && strcmp(s->by, name) == 0;
}

/* ImageJ does not write a spacing of 1. But if its unit is inch or centimetre, it comes from the tags of the picture,
 * and the depth is unknown. */
static void scale_z(const struct tiff_stated *s, struct tiff_scale *scale)
{
  const double metres = tile_length_in(1, s->unit[2]);
  const bool tags = metres == 0.0254 || metres == 0.01, left_out = s->size[2] == 0;
  if (left_out && (tags || s->images < 2 || !is_by(s, "ImageJ")))
    return;
  scale->side[2] = six_digits(fabs(tile_length_in(left_out ? 1 : s->size[2], s->unit[2])));
  if (left_out)
    SAY(scale, "ImageJ, which leaves out a spacing of 1 %s", s->unit[2]);
}

/* Without a unit of length the spacing has the unit of the resolution, or is in pixels. */
static void shape_by_text(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale)
{
  double pixels[2];
  const bool stated = tag_unit(f) == 0 && get_resolution(f, pixels);
  if (!(fabs(s->size[2]) > 0))
    return;
  for (int a = 0; a < 2; a++)
    scale->shape[a] = stated ? six_digits(1 / pixels[a]) : 1;
  scale->shape[2] = fabs(s->size[2]);
}

/* The spacing is in pixels if that is the unit; without a unit it has that of the tags which state x and y. */
static void z_by_text(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale)
{
  if (scale->side[0] == 0 || scale->side[2] > 0 || scale->shape[0] == 0)
    return;
  scale->side[2] = *s->unit[0] ? scale->side[0] * scale->shape[2] : tag_unit(f) * scale->shape[2];
  SAY(scale, "resolution tags and %s's spacing", s->by);
}

/* tifffile writes inch into the tags where the user gave no unit for them: that of the resolution is then the one that the
 * description names. Of both that counts by which pixels are about as large as the spacing, or 1. */
enum by { BY_NEITHER, BY_TEXT, BY_TAGS };
static enum by unit_by(const struct tiff_file *f, const struct tiff_stated *s, const double pixels[2])
{
  enum { ALIKE = 100 };
  const double spacing = fabs(tile_length_in(s->size[2] != 0 ? s->size[2] : 1, s->unit[2])), tags = tag_unit(f);
  const double text = tile_length_in(1 / pixels[0], s->unit[0]) / spacing, tag = tags / pixels[0] / spacing;
  if (is_by(s, "ImageJ") || tags == 0 || (text <= ALIKE && text * ALIKE >= 1))
    return BY_TEXT;
  return tag <= ALIKE && tag * ALIKE >= 1 ? BY_TAGS : BY_NEITHER;
}

static void sides_by_text(const struct tiff_file *f, const struct tiff_stated *s, const double pixels[2],
                          struct tiff_scale *scale)
{
  const enum by by = unit_by(f, s, pixels);
  scale->unknown = by == BY_NEITHER;
  if (scale->unknown) {
    SAY(scale, "the resolution fits neither %s's unit, %s, nor that of its tag", s->by, s->unit[0]);
    return;
  }
  for (int a = 0; a < 2; a++)
    scale->side[a] = six_digits(by == BY_TAGS ? tag_unit(f) / pixels[a] : tile_length_in(1 / pixels[a], s->unit[a]));
  SAY(scale, by == BY_TAGS ? "resolution tags and %s" : "%s", s->by);
  scale_z(s, scale);
}

static bool is_in_pixels(const char *unit)
{
  return !*unit || strcmp(unit, "pixel") == 0 || strcmp(unit, "pixels") == 0;
}

/* By the units that the description names, each axis by its own. */
static void scale_by_text(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale)
{
  double pixels[2];
  int unknown = 0;
  while (unknown < 3 && tile_length_in(1, s->unit[unknown]) > 0)
    unknown++;
  if (unknown < 3)
    shape_by_text(f, s, scale);
  if (is_in_pixels(s->unit[0]))
    return;
  scale->unknown = unknown < 3;
  if (scale->unknown)
    SAY(scale, "%s's unit '%s' is not known", s->by, s->unit[unknown]);
  else if (get_resolution(f, pixels))
    sides_by_text(f, s, pixels, scale);
  else
    SAY(scale, "%s gives a unit, but there is no resolution", s->by);
}

static void shape_by_ome(const struct tiff_stated *s, struct tiff_scale *scale)
{
  const bool alike = strcmp(s->unit[0], s->unit[1]) == 0 && strcmp(s->unit[0], s->unit[2]) == 0;
  if (alike && tile_length_in(1, s->unit[0]) == 0 && s->size[2] > 0)
    memcpy(scale->shape, s->size, sizeof scale->shape);
}

static void scale_by_ome(const struct tiff_stated *s, struct tiff_scale *scale)
{
  for (int a = 0; a < 3; a++) {
    if (!(s->size[a] > 0) || !isfinite(s->size[a]))
      continue;
    scale->side[a] = six_digits(tile_length_in(s->size[a], s->unit[a]));
    SAY(scale, "OME-XML");
    scale->unknown = scale->side[a] == 0;
    if (scale->unknown) {
      SAY(scale, "the OME-XML's unit '%s' is not known", s->unit[a]);
      break;
    }
  }
  shape_by_ome(s, scale);
  if (scale->side[0] == 0 || scale->side[1] == 0)
    memset(scale->side, 0, sizeof scale->side);
}

void tiff_scale_read(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale)
{
  *scale = (struct tiff_scale){0};
  if (is_by(s, "OME"))
    scale_by_ome(s, scale);
  else if (s->by)
    scale_by_text(f, s, scale);
  if (!*scale->note)
    scale_by_tags(f, scale);
  if (s->by)
    z_by_text(f, s, scale);
  if (scale->side[0] > 0)
    memset(scale->shape, 0, sizeof scale->shape);
}

static void get_shape(struct source *source, const double shape[3], const char *by)
{
  const double y = shape[1] / shape[0], z = shape[2] / shape[0];
  if (!(shape[0] > 0 && isfinite(y) && isfinite(z)) || (fabs(y - 1) <= 1e-3 && fabs(z - 1) <= 1e-3))
    return;
  source->shape[0] = 1;
  source->shape[1] = y;
  source->shape[2] = z;
  snprintf(source->dx_note, sizeof source->dx_note, "%s, without a unit of length", by);
}

/* If z is not stated, voxels whose x and y are equal are assumed to be cubes. */
void tiff_scale_get(struct source *source, const struct tiff_scale *scale, const char *by)
{
  const double *side = scale->side;
  double z = side[2] > 0 ? side[2] : side[0];
  bool equal = fabs(side[1] - side[0]) <= 1e-3 * side[0] && fabs(z - side[0]) <= 1e-3 * side[0];
  source->dx = equal ? side[0] : 0;
  for (int a = 0; a < 3; a++)
    source->spacing[a] = a < 2 ? side[a] : z;
  snprintf(source->dx_note, sizeof source->dx_note, "%s", scale->note);
  get_shape(source, scale->shape, by);
}
