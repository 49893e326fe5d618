#include "tiff_stated.h"

#include <string.h>

/* OME-XML begins with a declaration, a comment, or the OME element, prefixed or not. */
static bool is_ome(const char *text)
{
  return *text == '<' && strstr(text, "openmicroscopy.org/Schemas/OME");
}

/* Messages are lines: what a file says goes there without its control characters. */
static void make_printable(char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      *text = '?';
}

void tiff_stated_read(const struct tiff_file *f, struct tiff_stated *s)
{
  char *text = NULL;
  const char *slash = strrchr(f->path, '/');
  *s = (struct tiff_stated){ .slices = 1, .channels = 1, .frames = 1, .begin = -1 };
  if (!TIFFGetField(f->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) || !text)
    return;
  if (strncmp(text, "ImageJ=", 7) == 0)
    imagej_read(text, s);
  else if (is_ome(text))
    ome_read(text, slash ? slash + 1 : f->path, s);
  make_printable(s->other);
  for (int a = 0; a < 3; a++)
    make_printable(s->unit[a]);
}

static int check_ome(const struct tiff_file *f, const struct tiff_stated *s, int64_t begin, struct tile_error *e)
{
  if (s->elsewhere && !begin)
    return tiff_file_reject(f, e, "its OME-XML is in %s: give that file first", *s->other ? s->other : "another file");
  if (s->stacks > 1)
    return tiff_file_reject(f, e, "OME-XML of %lld images: extract one of them", (long long)s->stacks);
  if (s->scattered)
    return tiff_file_reject(f, e, "by its OME-XML the pages are not in order of z: save them in order");
  if (s->begin >= 0 && s->begin != begin)
    return tiff_file_reject(f, e, "by its OME-XML the first page is slice %lld, but it comes as slice %lld: give the "
                                  "files in order of z", (long long)s->begin, (long long)begin);
  return TILE_OK;
}

int tiff_stated_check(const struct tiff_file *f, const struct tiff_stated *s, const struct tiff_page *p, int64_t begin,
                      struct tile_error *e)
{
  bool colours = s->channels == p->channels;
  if (s->by && ((s->channels != 1 && !colours) || s->frames != 1))
    return tiff_file_reject(f, e, "%s says %lld slices, %lld channels, %lld times: extract one channel at one time, or "
                                  "state that these are slices", s->by, (long long)s->slices, (long long)s->channels,
                            (long long)s->frames);
  return s->by && strcmp(s->by, "OME") == 0 ? check_ome(f, s, begin, e) : TILE_OK;
}
