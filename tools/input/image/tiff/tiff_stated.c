/* SPDX-License-Identifier: BSD-3-Clause */
#include "ome_companion.h"
#include "tiff_stated.h"

#include <string.h>

/* OME-XML begins with a declaration, a comment, or the OME element, which may have a prefix. */
static bool is_ome(const char *text)
{
  return *text == '<' && strstr(text, OME_SCHEMA);
}

static char slices_from = 'z';

void source_slices_from(char axis)
{
  slices_from = axis;
}

/* The only axis other than slices with more than one image; 0: none, or several. */
static char lone_axis(const struct tiff_stated *s)
{
  const bool channels = s->channels != 1, frames = s->frames != 1;
  return s->slices != 1 || channels == frames ? 0 : channels ? 'c' : 't';
}

static void get_axis(struct tiff_stated *s)
{
  int64_t *count = s->from == 'c' ? &s->channels : &s->frames;
  if (s->from == 'z' || lone_axis(s) != s->from)
    return;
  s->slices = *count;
  *count = 1;
}

/* Removes control characters, because messages that quote the text are single lines. */
static void make_printable(char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      *text = '?';
}

static void begin(struct tiff_stated *s, int64_t series)
{
  *s = (struct tiff_stated){
      .slices = 1, .channels = 1, .frames = 1, .begin = -1, .from = slices_from, .series = series, .plane = -1};
}

static void read_shape(const struct tiff_file *f, const char *text, struct tiff_stated *s)
{
  uint32_t width = 0, height = 0;
  uint16_t samples = 1;
  TIFFGetField(f->tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(f->tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  shaped_read(text, (const int64_t[]){width, height, samples}, s);
}

static const char *description(const struct tiff_file *f)
{
  char *text = NULL;
  return TIFFGetField(f->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) && text ? text : "";
}

bool tiff_stated_is_ome(const struct tiff_stated *s)
{
  return s->by && strcmp(s->by, "OME") == 0;
}

int64_t tiff_stated_planes(const struct tiff_file *f, const struct tiff_stated *s)
{
  uint16_t samples = 1;
  int64_t planes = 1;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  if (!s->by || samples > 1 || s->stacks > (tiff_stated_is_ome(s) ? INT64_MAX : 1) || s->step[1] < 1 ||
      s->step[2] < 1 || __builtin_mul_overflow(s->channels, s->frames, &planes) || planes > INT32_MAX)
    return 1;
  return planes;
}

bool tiff_stated_in_plane(const struct tiff_stated *s, int64_t number)
{
  return s->plane < 0 || (number / s->step[1] % s->channels == s->plane % s->channels &&
                          number / s->step[2] % s->frames == s->plane / s->channels);
}

int64_t tiff_stated_page(const struct tiff_stated *s, int64_t z)
{
  return s->plane < 0 ? z : z * s->step[0] + s->plane % s->channels * s->step[1] + s->plane / s->channels * s->step[2];
}

int64_t tiff_stated_images(const struct tiff_file *f)
{
  const char *text = description(f);
  struct tiff_stated s;
  begin(&s, 0);
  if (strncmp(text, "ImageJ=", 7) == 0)
    imagej_read(text, &s);
  else if (*text == '{')
    read_shape(f, text, &s);
  return s.by && s.images < 1 ? 1 : s.images;
}

void tiff_stated_read(const struct tiff_file *f, const char *companion, int series, struct tiff_stated *s)
{
  const char *text = description(f), *slash = strrchr(f->path, '/'), *name = slash ? slash + 1 : f->path;
  begin(s, series ? series - 1 : 0);
  if (strncmp(text, "ImageJ=", 7) == 0)
    imagej_read(text, s);
  else if (is_ome(text))
    ome_read(text, name, s);
  else if (*text == '{')
    read_shape(f, text, s);
  if (companion && (!s->by || s->elsewhere)) {
    begin(s, s->series);
    ome_read(companion, name, s);
  }
  get_axis(s);
  make_printable(s->other);
  for (int a = 0; a < 3; a++)
    make_printable(s->unit[a]);
}

static int check_stacks(const struct tiff_file *f, const struct tiff_stated *s, int series, struct tile_error *e)
{
  if (s->stacks > 1 && !series)
    return tiff_file_reject(f, e, "OME-XML of %lld images: choose one with --series 0 ... %lld", (long long)s->stacks,
                            (long long)s->stacks - 1);
  return TILE_OK;
}

static int check_ome(const struct tiff_file *f, const struct tiff_stated *s, int64_t begin, struct tile_error *e)
{
  if (s->plane >= 0 && *s->other)
    return tiff_file_reject(f, e, "its channels and times are in several files: give one file that holds all of them");
  if (s->elsewhere && !begin)
    return tiff_file_reject(f, e, "its OME-XML is in %s: give that file%s", *s->other ? s->other : "another file",
                            ome_is_companion(s->other) ? ", too" : " first");
  if (s->scattered)
    return tiff_file_reject(f, e, "by its OME-XML the pages are not in order of z: save them in order");
  if (s->begin >= 0 && s->begin != begin)
    return tiff_file_reject(f, e,
                            "by its OME-XML the first page is slice %lld, but it comes as slice %lld: give the "
                            "files in order of z",
                            (long long)s->begin, (long long)begin);
  return TILE_OK;
}

static int reject_counts(const struct tiff_file *f, const struct tiff_stated *s, struct tile_error *e)
{
  const char axis = lone_axis(s);
  const int64_t planes = tiff_stated_planes(f, s);
  char way[96] = "extract one channel at one time", more[64] = "";
  if (planes > 1)
    snprintf(way, sizeof way, "choose one with --channel 0 ... %lld", (long long)planes - 1);
  if (axis)
    snprintf(more, sizeof more, "take the %s for slices with --slices-from %c, or ", axis == 'c' ? "channels" : "times",
             axis);
  return tiff_file_reject(f, e, "%s says %lld slices, %lld channels, %lld times: %s%s", s->by, (long long)s->slices,
                          (long long)s->channels, (long long)s->frames, more, way);
}

static int check_plane(const struct tiff_file *f, const struct tiff_stated *s, struct tile_error *e)
{
  const int64_t planes = tiff_stated_planes(f, s);
  int64_t images;
  if (s->plane >= planes)
    return tile_fail(e, TILE_USAGE, "--channel %lld: %s has channels 0 to %lld", (long long)s->plane, f->path,
                     (long long)planes - 1);
  if (__builtin_mul_overflow(planes, s->slices, &images) || images != s->images)
    return tiff_file_reject(f, e, "%s says %lld images, but also %lld slices of %lld channels and times", s->by,
                            (long long)s->images, (long long)s->slices, (long long)planes);
  return TILE_OK;
}

/* ImageJ states both the number of images and those along each axis; old versions only the former. */
static int check_images(const struct tiff_file *f, const struct tiff_stated *s, struct tile_error *e)
{
  return s->plane < 0 && s->images > 1 && s->slices > 1 && s->channels == 1 && s->images != s->slices
             ? tiff_file_reject(f, e, "%s says %lld images, but also %lld slices", s->by, (long long)s->images,
                                (long long)s->slices)
             : TILE_OK;
}

int tiff_stated_check(const struct tiff_file *f, const struct tiff_stated *s, const struct tiff_page *p, int64_t begin,
                      int series, struct tile_error *e)
{
  bool colours = s->channels == p->channels;
  const bool ome = tiff_stated_is_ome(s);
  if (*s->turned)
    return tiff_file_reject(f, e, "%s names the axes %s, but pages must be y and x: save it with axes ZYX", s->by,
                            s->turned);
  if (s->by && !ome && s->stacks > 1)
    return tiff_file_reject(f, e, "%s says that its pages are several stacks: extract one of them", s->by);
  if (ome && check_stacks(f, s, series, e))
    return e->code;
  if (s->plane >= 0 && check_plane(f, s, e))
    return e->code;
  if (s->plane < 0 && s->by && ((s->channels != 1 && !colours) || s->frames != 1))
    return reject_counts(f, s, e);
  return ome ? check_ome(f, s, begin, e) : check_images(f, s, e);
}
