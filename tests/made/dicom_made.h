/* DICOM fixtures: explicit, little-endian, plain or packed by RLE (parts 5 and 10 of the standard), with one frame or
 * several. */
#ifndef DICOM_MADE_H
#define DICOM_MADE_H

#include "volume_made.h"

struct made_dicom {
  const char *series, *position, *orientation, *spacing; /* NULL: the element is missing */
  const char *photometric, *slope, *intercept, *frames;
  const char *class;                           /* SOPClassUID; NULL: of a CT */
  int nx, ny, samples, bits, is_signed, first; /* pixels are first, first + 1 ... */
  int used;                                    /* bits; 0: all */
  /* for several frames */
  int count;                                    /* 0: one */
  const char *increment, *between;              /* FrameTime; SpacingBetweenSlices */
  const char *const *positions, *const *slopes; /* of each frame: functional groups; NULL: none */
  int fragments;                                /* per packed frame; 0: not packed */
  bool table;                                   /* with the offsets of the frames */
};

static const struct made_dicom made_dicom_plain = {.series = "1.2.3.4",
                                                   .position = "1\\2\\3",
                                                   .orientation = "1\\0\\0\\0\\1\\0",
                                                   .spacing = "0.5\\0.5",
                                                   .photometric = "MONOCHROME2",
                                                   .nx = 4,
                                                   .ny = 3,
                                                   .samples = 1,
                                                   .bits = 16,
                                                   .is_signed = 1};

static inline void dicom_head(struct made *m, int group, int element, const char *vr, size_t length)
{
  made_number(m, &(uint16_t){(uint16_t)group}, 2, false);
  made_number(m, &(uint16_t){(uint16_t)element}, 2, false);
  made_add(m, vr, 2);
  const bool wide = vr[0] == 'O' || strcmp(vr, "SQ") == 0;
  made_add(m, "\0\0", wide ? 2 : 0);
  made_number(m, &(uint32_t){(uint32_t)length}, wide ? 4 : 2, false);
}

static inline void dicom_text(struct made *m, int group, int element, const char *vr, const char *text)
{
  size_t length = text ? strlen(text) : 0;
  if (!text)
    return;
  dicom_head(m, group, element, vr, length + length % 2);
  made_text(m, text);
  made_add(m, vr[0] == 'U' ? "" : " ", length % 2);
}

static inline void dicom_short(struct made *m, int group, int element, int value)
{
  dicom_head(m, group, element, "US", 2);
  made_number(m, &(uint16_t){(uint16_t)value}, 2, false);
}

static inline void dicom_preamble(struct made *m, const char *class, bool packed)
{
  const char *const ct = class ? class : "1.2.840.10008.5.1.4.1.1.2";
  static const char *const syntax[] = {"1.2.840.10008.1.2.1", "1.2.840.10008.1.2.5"};
  static struct made group;
  group.length = 0;
  dicom_head(&group, 2, 1, "OB", 2);
  made_add(&group, "\0\1", 2);
  dicom_text(&group, 2, 2, "UI", ct);
  dicom_text(&group, 2, 3, "UI", "1.2.3.4.5");
  dicom_text(&group, 2, 0x10, "UI", syntax[packed]);
  memset(m, 0, sizeof *m);
  m->length = 128;
  made_text(m, "DICM");
  dicom_head(m, 2, 0, "UL", 4);
  made_number(m, &(uint32_t){(uint32_t)group.length}, 4, false);
  made_add(m, group.bytes, group.length);
  dicom_text(m, 8, 0x16, "UI", ct);
  dicom_text(m, 8, 0x18, "UI", "1.2.3.4.5");
}

/* ---- functional groups ---- */

static inline void dicom_item(struct made *m, const void *bytes, size_t length)
{
  made_number(m, &(uint16_t){0xfffe}, 2, false);
  made_number(m, &(uint16_t){0xe000}, 2, false);
  made_number(m, &(uint32_t){(uint32_t)length}, 4, false);
  made_add(m, bytes, length);
}

/* A sequence with one item, which has one text. */
static inline void dicom_macro(struct made *m, int group, int sequence, int in, int element, const char *text)
{
  static struct made value;
  value.length = 0;
  dicom_text(&value, in, element, "DS", text);
  dicom_head(m, group, sequence, "SQ", value.length + 8);
  dicom_item(m, value.bytes, value.length);
}

/* Orientation and spacing for all frames, position and scale for each. */
static inline void dicom_groups(struct made *m, const struct made_dicom *d)
{
  static struct made shared, frames, one;
  shared.length = frames.length = 0;
  dicom_macro(&shared, 0x20, 0x9116, 0x20, 0x37, d->orientation);
  dicom_macro(&shared, 0x28, 0x9110, 0x28, 0x30, d->spacing);
  dicom_head(m, 0x5200, 0x9229, "SQ", shared.length + 8);
  dicom_item(m, shared.bytes, shared.length);
  for (int i = 0; i < d->count && d->positions[i]; i++) {
    one.length = 0;
    dicom_macro(&one, 0x20, 0x9113, 0x20, 0x32, d->positions[i]);
    if (d->slopes)
      dicom_macro(&one, 0x28, 0x9145, 0x28, 0x1053, d->slopes[i]);
    dicom_item(&frames, one.bytes, one.length);
  }
  dicom_head(m, 0x5200, 0x9230, "SQ", frames.length);
  made_add(m, frames.bytes, frames.length);
}

/* ---- pixels ---- */

/* One segment per byte, the highest first, each of one run without repetition: up to 128 pixels. */
static inline void dicom_rle(struct made *m, int first, int pixels, int bytes)
{
  const uint32_t segment = (uint32_t)(pixels + 2) & ~1u;
  uint32_t head[16] = {(uint32_t)bytes};
  for (int b = 0; b < bytes; b++)
    head[1 + b] = 64 + (uint32_t)b * segment;
  made_add(m, head, sizeof head);
  for (int b = 0; b < bytes; b++) {
    made_add(m, &(unsigned char){(unsigned char)(pixels - 1)}, 1);
    for (int i = 0; i < pixels; i++)
      made_add(m, &(unsigned char){(unsigned char)((first + i) >> 8 * (bytes - 1 - b))}, 1);
    made_add(m, "\x80", (size_t)(segment - (uint32_t)pixels - 1));
  }
}

static inline void dicom_packed(struct made *m, const struct made_dicom *d, int count, int pixels)
{
  static struct made frame;
  const uint32_t bytes = (uint32_t)d->bits / 8, length = 64 + bytes * ((uint32_t)(pixels + 2) & ~1u),
                 part = length / (uint32_t)d->fragments & ~1u;
  uint32_t table[64] = {0};
  for (int i = 0; i < count; i++)
    table[i] = (uint32_t)i * (length + 8 * (uint32_t)d->fragments);
  dicom_head(m, 0x7fe0, 0x10, "OB", 0xffffffff);
  dicom_item(m, table, d->table ? 4 * (size_t)count : 0);
  for (int i = 0; i < count; i++) {
    frame.length = 0;
    dicom_rle(&frame, d->first + i * pixels, pixels, (int)bytes);
    for (int k = 0; k < d->fragments; k++)
      dicom_item(m, frame.bytes + (uint32_t)k * part, k + 1 < d->fragments ? part : length - (uint32_t)k * part);
  }
  made_add(m, "\xfe\xff\xdd\xe0\0\0\0\0", 8);
}

static inline void made_dicom(struct made *m, const struct made_dicom *d)
{
  const int frames = d->count ? d->count : 1, pixels = d->nx * d->ny * d->samples;
  dicom_preamble(m, d->class, d->fragments > 0);
  dicom_text(m, 0x18, 0x88, "DS", d->between);
  dicom_text(m, 0x18, 0x1063, "DS", d->increment);
  dicom_text(m, 0x20, 0x0e, "UI", d->series);
  dicom_text(m, 0x20, 0x32, "DS", d->position);
  dicom_text(m, 0x20, 0x37, "DS", d->orientation);
  dicom_short(m, 0x28, 0x02, d->samples);
  dicom_text(m, 0x28, 0x04, "CS", d->photometric);
  dicom_text(m, 0x28, 0x08, "IS", d->frames);
  dicom_short(m, 0x28, 0x10, d->ny);
  dicom_short(m, 0x28, 0x11, d->nx);
  dicom_text(m, 0x28, 0x30, "DS", d->spacing);
  dicom_short(m, 0x28, 0x100, d->bits);
  dicom_short(m, 0x28, 0x101, d->used ? d->used : d->bits);
  dicom_short(m, 0x28, 0x102, (d->used ? d->used : d->bits) - 1);
  dicom_short(m, 0x28, 0x103, d->is_signed);
  dicom_text(m, 0x28, 0x1052, "DS", d->intercept);
  dicom_text(m, 0x28, 0x1053, "DS", d->slope);
  if (d->positions)
    dicom_groups(m, d);
  if (d->fragments) {
    dicom_packed(m, d, frames, pixels);
    return;
  }
  dicom_head(m, 0x7fe0, 0x10, "OW", (size_t)(frames * pixels * d->bits / 8));
  for (int i = 0; i < frames * pixels; i++)
    made_number(m, &(int32_t){d->first + i}, (size_t)d->bits / 8, false);
}

#endif
