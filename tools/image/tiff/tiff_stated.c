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

static void begin(struct tiff_stated *s)
{
  *s = (struct tiff_stated){.slices = 1, .channels = 1, .frames = 1, .begin = -1, .from = slices_from};
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

void tiff_stated_read(const struct tiff_file *f, const char *companion, struct tiff_stated *s)
{
  char *text = NULL;
  const char *slash = strrchr(f->path, '/'), *name = slash ? slash + 1 : f->path;
  begin(s);
  if (!TIFFGetField(f->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) || !text)
    text = "";
  if (strncmp(text, "ImageJ=", 7) == 0)
    imagej_read(text, s);
  else if (is_ome(text))
    ome_read(text, name, s);
  else if (*text == '{')
    read_shape(f, text, s);
  if (companion && (!s->by || s->elsewhere)) {
    begin(s);
    ome_read(companion, name, s);
  }
  get_axis(s);
  make_printable(s->other);
  for (int a = 0; a < 3; a++)
    make_printable(s->unit[a]);
}

static int check_ome(const struct tiff_file *f, const struct tiff_stated *s, int64_t begin, struct tile_error *e)
{
  if (s->elsewhere && !begin)
    return tiff_file_reject(f, e, "its OME-XML is in %s: give that file%s", *s->other ? s->other : "another file",
                            ome_is_companion(s->other) ? ", too" : " first");
  if (s->stacks > 1)
    return tiff_file_reject(f, e, "OME-XML of %lld images: extract one of them", (long long)s->stacks);
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
  char way[96] = "extract one channel at one time";
  if (axis)
    snprintf(way, sizeof way, "take the %s for slices with --slices-from %c, or extract one",
             axis == 'c' ? "channels" : "times", axis);
  return tiff_file_reject(f, e, "%s says %lld slices, %lld channels, %lld times: %s", s->by, (long long)s->slices,
                          (long long)s->channels, (long long)s->frames, way);
}

int tiff_stated_check(const struct tiff_file *f, const struct tiff_stated *s, const struct tiff_page *p, int64_t begin,
                      struct tile_error *e)
{
  bool colours = s->channels == p->channels;
  if (s->by && strcmp(s->by, "OME") && s->stacks > 1)
    return tiff_file_reject(f, e, "%s says that its pages are several stacks: extract one of them", s->by);
  if (s->by && ((s->channels != 1 && !colours) || s->frames != 1))
    return reject_counts(f, s, e);
  return s->by && strcmp(s->by, "OME") == 0 ? check_ome(f, s, begin, e) : TILE_OK;
}
