/* DICOM files made by hand: explicit, little-endian, not packed (part 5 and part 10 of the standard). */
#ifndef DICOM_MADE_H
#define DICOM_MADE_H

#include "volume_made.h"

struct made_dicom {
  const char *series, *position, *orientation, *spacing; /* NULL: the element is missing */
  const char *photometric, *slope, *intercept, *frames;
  int nx, ny, samples, bits, is_signed, first;           /* pixels are first, first + 1 ... */
};

static const struct made_dicom made_dicom_plain = { .series = "1.2.3.4", .position = "1\\2\\3",
                                                    .orientation = "1\\0\\0\\0\\1\\0", .spacing = "0.5\\0.5",
                                                    .photometric = "MONOCHROME2", .nx = 4, .ny = 3, .samples = 1,
                                                    .bits = 16, .is_signed = 1 };

static inline void dicom_head(struct made *m, int group, int element, const char *vr, size_t length)
{
  made_number(m, &(uint16_t){ (uint16_t)group }, 2, false);
  made_number(m, &(uint16_t){ (uint16_t)element }, 2, false);
  made_add(m, vr, 2);
  const bool wide = vr[0] == 'O';
  made_add(m, "\0\0", wide ? 2 : 0);
  made_number(m, &(uint32_t){ (uint32_t)length }, wide ? 4 : 2, false);
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
  made_number(m, &(uint16_t){ (uint16_t)value }, 2, false);
}

static inline void dicom_preamble(struct made *m)
{
  static const char ct[] = "1.2.840.10008.5.1.4.1.1.2", syntax[] = "1.2.840.10008.1.2.1";
  static struct made group;
  group.length = 0;
  dicom_head(&group, 2, 1, "OB", 2);
  made_add(&group, "\0\1", 2);
  dicom_text(&group, 2, 2, "UI", ct);
  dicom_text(&group, 2, 3, "UI", "1.2.3.4.5");
  dicom_text(&group, 2, 0x10, "UI", syntax);
  memset(m, 0, sizeof *m);
  m->length = 128;
  made_text(m, "DICM");
  dicom_head(m, 2, 0, "UL", 4);
  made_number(m, &(uint32_t){ (uint32_t)group.length }, 4, false);
  made_add(m, group.bytes, group.length);
  dicom_text(m, 8, 0x16, "UI", ct);
  dicom_text(m, 8, 0x18, "UI", "1.2.3.4.5");
}

static inline void made_dicom(struct made *m, const struct made_dicom *d)
{
  dicom_preamble(m);
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
  dicom_short(m, 0x28, 0x101, d->bits);
  dicom_short(m, 0x28, 0x102, d->bits - 1);
  dicom_short(m, 0x28, 0x103, d->is_signed);
  dicom_text(m, 0x28, 0x1052, "DS", d->intercept);
  dicom_text(m, 0x28, 0x1053, "DS", d->slope);
  const int count = d->nx * d->ny * d->samples;
  dicom_head(m, 0x7fe0, 0x10, "OW", (size_t)(count * d->bits / 8));
  for (int i = 0; i < count; i++)
    made_number(m, &(int32_t){ d->first + i }, (size_t)d->bits / 8, false);
}

#endif
