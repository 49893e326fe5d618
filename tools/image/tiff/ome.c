/* OME-XML: one Pixels element for each stack, whose TiffData elements say which page of which file is which slice. */
#include "tiff_stated.h"
#include "xml.h"

#include <stdlib.h>
#include <string.h>

struct reading {
  struct tiff_stated *s;
  const char *name; /* of the file */
  /* The last TiffData element is open until the next tag, which may name a file for it. here: it is in this file. */
  bool open, here;
  int64_t page, slice;
  int64_t samples; /* per channel */
};

static int64_t count_of(const struct xml_tag *tag, const char *name, int64_t otherwise)
{
  char text[32];
  return xml_attribute(tag, name, text, sizeof text) ? strtoll(text, NULL, 10) : otherwise;
}

static void get_pixels(struct reading *r, const struct xml_tag *tag)
{
  static const char *const size[] = {"PhysicalSizeX", "PhysicalSizeY", "PhysicalSizeZ"}, *const unit[] = {
                                                                                             "PhysicalSizeXUnit",
                                                                                             "PhysicalSizeYUnit",
                                                                                             "PhysicalSizeZUnit"};
  struct tiff_stated *s = r->s;
  char text[32];
  if (s->stacks++)
    return;
  s->slices = count_of(tag, "SizeZ", 1);
  s->channels = count_of(tag, "SizeC", 1);
  s->frames = count_of(tag, "SizeT", 1);
  for (int a = 0; a < 3; a++) {
    if (xml_attribute(tag, size[a], text, sizeof text))
      s->size[a] = strtod(text, NULL);
    if (!xml_attribute(tag, unit[a], s->unit[a], sizeof s->unit[a]))
      strcpy(s->unit[a], "um");
  }
}

/* Evaluates the previous TiffData element. */
static void finish_data(struct reading *r)
{
  int64_t begin;
  bool counts = r->open && r->here && !__builtin_sub_overflow(r->slice, r->page, &begin);
  r->open = false;
  if (!counts)
    return;
  if (r->s->begin >= 0 && r->s->begin != begin)
    r->s->scattered = true;
  if (begin < 0)
    r->s->scattered = true;
  else
    r->s->begin = begin;
}

/* The attribute that contains the slice of a page. */
static const char *first_of(const struct tiff_stated *s)
{
  return s->slices != 1 || s->from == 'z' ? "FirstZ" : s->from == 'c' ? "FirstC" : "FirstT";
}

static void get_data(struct reading *r, const struct xml_tag *tag)
{
  finish_data(r);
  if (r->s->stacks > 1)
    return;
  r->open = r->here = true;
  r->page = count_of(tag, "IFD", 0);
  r->slice = count_of(tag, first_of(r->s), 0);
}

static void get_file(struct reading *r, const struct xml_tag *tag)
{
  char name[sizeof r->s->other];
  if (!r->open || !xml_attribute(tag, "FileName", name, sizeof name))
    return;
  r->here = strcmp(name, r->name) == 0;
  if (!r->here && !*r->s->other)
    memcpy(r->s->other, name, sizeof name);
}

static void get_channel(struct reading *r, const struct xml_tag *tag)
{
  r->samples = count_of(tag, "SamplesPerPixel", 1);
}

static void get_elsewhere(struct reading *r, const struct xml_tag *tag)
{
  r->s->elsewhere = true;
  xml_attribute(tag, "MetadataFile", r->s->other, sizeof r->s->other);
}

static const struct {
  const char *name;
  void (*get)(struct reading *r, const struct xml_tag *tag);
} elements[] = {
    {"Pixels", get_pixels},   {"TiffData", get_data},        {"UUID", get_file},
    {"Channel", get_channel}, {"BinaryOnly", get_elsewhere},
};

void ome_read(const char *text, const char *name, struct tiff_stated *s)
{
  struct reading r = {.s = s, .name = name, .samples = 1};
  struct xml_tag tag;
  s->by = "OME";
  while (xml_next(&text, &tag))
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
      if (xml_is(&tag, elements[i].name))
        elements[i].get(&r, &tag);
  finish_data(&r);
  if (r.samples > 1 && s->channels % r.samples == 0)
    s->channels /= r.samples; /* OME counts samples as channels */
}
