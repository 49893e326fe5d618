/* The size of a voxel: OME-XML, ImageJ's unit, or the resolution tags alone. */
#include "length_unit.h"
#include "tiff_stated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAY(scale, ...) snprintf((scale)->note, sizeof (scale)->note, __VA_ARGS__)

/* A resolution is a ratio of integers, of which libtiff gives a float: six digits are sure. */
static double six_digits(double value)
{
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return strtod(text, NULL);
}

/* Pixels a unit along x and y. */
static bool get_resolution(const struct tiff_file *f, double pixels[2])
{
  static const uint32_t tag[2] = { TIFFTAG_XRESOLUTION, TIFFTAG_YRESOLUTION };
  for (int a = 0; a < 2; a++) {
    float value = 0;
    if (!TIFFGetField(f->tiff, tag[a], &value) || !isfinite(value) || value <= 0)
      return false;
    pixels[a] = (double)value;
  }
  return true;
}

/* What programs write that know of no size: the dots of screens and printers. */
static bool is_printer(double pixels, uint16_t unit)
{
  static const double usual[] = { 72, 96, 150, 300, 600 };
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (unit == RESUNIT_INCH && fabs(pixels - usual[i]) < 0.01)
      return true;
  return false;
}

static void scale_by_tags(const struct tiff_file *f, struct tiff_scale *scale)
{
  double pixels[2];
  uint16_t unit = RESUNIT_NONE;
  if (!get_resolution(f, pixels))
    return;
  TIFFGetField(f->tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  double metres = unit == RESUNIT_INCH ? 0.0254 : unit == RESUNIT_CENTIMETER ? 0.01 : 0;
  if (is_printer(pixels[0], unit) && is_printer(pixels[1], unit)) {
    SAY(scale, "%g pixels per inch is a printer's or screen's resolution", pixels[0]);
  } else if (metres > 0) {
    for (int a = 0; a < 2; a++)
      scale->side[a] = six_digits(metres / pixels[a]);
    SAY(scale, "resolution tags");
  } else if (pixels[0] != 1 || pixels[1] != 1) {
    SAY(scale, "the resolution has no unit");
  }
}

static void scale_by_imagej(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale)
{
  double pixels[2], metres = length_unit(s->unit[0]);
  if (!*s->unit[0] || strcmp(s->unit[0], "pixel") == 0 || strcmp(s->unit[0], "pixels") == 0)
    return;
  if (metres > 0 && get_resolution(f, pixels)) {
    for (int a = 0; a < 2; a++)
      scale->side[a] = six_digits(metres / pixels[a]);
    scale->side[2] = six_digits(metres * fabs(s->size[2]));
    SAY(scale, "ImageJ");
  } else if (metres > 0) {
    SAY(scale, "ImageJ gives a unit, but there is no resolution");
  } else {
    SAY(scale, "ImageJ's unit '%s' is not known", s->unit[0]);
  }
}

static void scale_by_ome(const struct tiff_stated *s, struct tiff_scale *scale)
{
  for (int a = 0; a < 3; a++) {
    double metres = length_unit(s->unit[a]);
    if (!(s->size[a] > 0) || !isfinite(s->size[a]))
      continue;
    scale->side[a] = six_digits(metres * s->size[a]);
    SAY(scale, "OME-XML");
    if (metres == 0) {
      SAY(scale, "the OME-XML's unit '%s' is not known", s->unit[a]);
      break;
    }
  }
  if (scale->side[0] == 0 || scale->side[1] == 0)
    memset(scale->side, 0, sizeof scale->side);
}

void tiff_scale_read(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale)
{
  *scale = (struct tiff_scale){ 0 };
  if (s->by && strcmp(s->by, "OME") == 0)
    scale_by_ome(s, scale);
  if (s->by && strcmp(s->by, "ImageJ") == 0)
    scale_by_imagej(f, s, scale);
  if (!*scale->note)
    scale_by_tags(f, scale);
}
