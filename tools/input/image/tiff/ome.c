/* SPDX-License-Identifier: BSD-3-Clause */
/* OME-XML: one Pixels element for each stack, whose TiffData elements say which page of which file is which slice. */
#include "tiff_stated.h"
#include "xml.h"

#include <stdlib.h>
#include <string.h>

struct reading {
  struct tiff_stated *s;
  const char *name; /* of the file */
  /* The last TiffData element is open until the next tag, which may name a file for it. here: it is in this file. */
  bool open, here, mine; /* mine: of the stack that is read */
  int64_t page, slice;
  bool found, any;             /* one of this stack, or of any, was in this file */
  bool stated;                 /* this stack has one */
  int64_t first, begin, pages; /* least page; slice - page of them; pages of the stacks before */
  int64_t samples;             /* per channel */
};

static int64_t count_of(const struct xml_tag *tag, const char *name, int64_t otherwise)
{
  char text[32];
  return xml_attribute(tag, name, text, sizeof text) ? strtoll(text, NULL, 10) : otherwise;
}

/* Whether the current element belongs to the stack that is read. */
static bool is_wanted(const struct reading *r)
{
  return r->s->stacks == r->s->series + 1;
}

static void skip_pages(struct reading *r, const struct xml_tag *tag)
{
  static const char *const sizes[] = {"SizeZ", "SizeC", "SizeT"};
  int64_t pages = 1;
  for (int i = 0; i < 3; i++)
    if (__builtin_mul_overflow(pages, count_of(tag, sizes[i], 1), &pages))
      pages = INT64_MAX;
  if (__builtin_add_overflow(r->pages, pages, &r->pages))
    r->pages = INT64_MAX;
}

static void finish_data(struct reading *r);

/* DimensionOrder names the axes from the one that varies fastest on: "XYCZT". */
static void get_steps(struct tiff_stated *s, const struct xml_tag *tag)
{
  const int64_t count[] = {s->slices, s->channels, s->frames};
  char order[8] = "";
  int64_t step = 1;
  memset(s->step, 0, sizeof s->step);
  xml_attribute(tag, "DimensionOrder", order, sizeof order);
  for (const char *at = *order ? order : "XYZCT"; *at; at++) {
    const int axis = *at == 'Z' ? 0 : *at == 'C' ? 1 : *at == 'T' ? 2 : -1;
    if (axis < 0)
      continue;
    s->step[axis] = step;
    if (__builtin_mul_overflow(step, count[axis], &step) || step < 1)
      step = 0;
  }
}

static void get_pixels(struct reading *r, const struct xml_tag *tag)
{
  static const char *const size[] = {"PhysicalSizeX", "PhysicalSizeY", "PhysicalSizeZ"}, *const unit[] = {
                                                                                             "PhysicalSizeXUnit",
                                                                                             "PhysicalSizeYUnit",
                                                                                             "PhysicalSizeZUnit"};
  struct tiff_stated *s = r->s;
  char text[32];
  finish_data(r);
  s->stacks++;
  if (s->stacks <= s->series)
    skip_pages(r, tag);
  if (!is_wanted(r))
    return;
  s->slices = count_of(tag, "SizeZ", 1);
  s->channels = count_of(tag, "SizeC", 1);
  s->frames = count_of(tag, "SizeT", 1);
  get_steps(s, tag);
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
  const bool open = r->open;
  r->open = false;
  r->any |= open && r->here;
  r->stated |= open && r->mine;
  if (!open || !r->mine || !r->here || __builtin_sub_overflow(r->slice, r->page, &begin))
    return;
  if (r->found && r->begin != begin)
    r->s->scattered = true;
  r->first = r->found && r->first < r->page ? r->first : r->page;
  r->begin = begin;
  r->found = true;
}

/* The pages of a single stack begin with the file, those of several where their elements say, or behind each other; a
 * file of other stacks has none of them. */
static void find_begin(struct reading *r)
{
  struct tiff_stated *s = r->s;
  s->first = s->stacks < 2 ? 0 : r->found ? r->first : r->any && r->stated ? INT64_MAX : r->pages;
  if (!r->found)
    return;
  if (__builtin_add_overflow(r->begin, s->first, &s->begin) || s->begin < 0 || s->first < 0) {
    s->scattered = true;
    s->begin = -1;
  }
}

/* The attribute that contains the slice of a page. */
static const char *first_of(const struct tiff_stated *s)
{
  return s->slices != 1 || s->from == 'z' ? "FirstZ" : s->from == 'c' ? "FirstC" : "FirstT";
}

/* Its number among all pages, which for one channel at one time is the slice. */
static int64_t place_of(const struct tiff_stated *s, const struct xml_tag *tag)
{
  static const char *const first[] = {"FirstZ", "FirstC", "FirstT"};
  int64_t place = 0, more;
  for (int i = 0; i < 3; i++)
    if (__builtin_mul_overflow(s->step[i], count_of(tag, first[i], 0), &more) ||
        __builtin_add_overflow(place, more, &place))
      return INT64_MAX;
  return place;
}

static void get_data(struct reading *r, const struct xml_tag *tag)
{
  finish_data(r);
  r->open = r->here = true;
  r->mine = is_wanted(r);
  r->page = count_of(tag, "IFD", 0);
  r->slice = r->s->from == 'z' ? place_of(r->s, tag) : count_of(tag, first_of(r->s), 0);
}

static void get_file(struct reading *r, const struct xml_tag *tag)
{
  char name[sizeof r->s->other];
  if (!r->open || !xml_attribute(tag, "FileName", name, sizeof name))
    return;
  r->here = strcmp(name, r->name) == 0;
  if (!r->here && r->mine && !*r->s->other)
    memcpy(r->s->other, name, sizeof name);
}

static void get_channel(struct reading *r, const struct xml_tag *tag)
{
  if (is_wanted(r))
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
  find_begin(&r);
  if (r.samples > 1 && s->channels % r.samples == 0)
    s->channels /= r.samples; /* OME counts samples as channels */
  if (__builtin_mul_overflow(s->slices, s->channels, &s->images) ||
      __builtin_mul_overflow(s->images, s->frames, &s->images))
    s->images = INT64_MAX;
}
