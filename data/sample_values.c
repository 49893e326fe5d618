/* SPDX-License-Identifier: BSD-3-Clause */
/* The sample scan as a raw volume and as DICOM (explicit, little-endian: parts 5 and 10 of the standard). */
#include "sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_file(char *path, size_t room, const char *folder, const char *name)
{
  snprintf(path, room, "%s/%s", folder, name);
  FILE *out = fopen(path, "wb");
  if (!out)
    sample_die(path, strerror(errno));
  return out;
}

static void close_file(FILE *out, const char *path)
{
  const bool bad = ferror(out);
  if (fclose(out) || bad)
    sample_die(path, "cannot be written");
}

/* Little-endian. */
static void put_number(FILE *out, uint32_t value, int bytes)
{
  for (int b = 0; b < bytes; b++)
    fputc((int)(value >> 8 * b & 255), out);
}

static void put_values(FILE *out, const unsigned char *grey, size_t count, uint32_t factor)
{
  for (size_t i = 0; i < count; i++)
    put_number(out, factor * grey[i], 2);
}

void sample_raw(const char *folder, const struct sample *s)
{
  char path[4096];
  FILE *out = open_file(path, sizeof path, folder, "scan.raw");
  put_values(out, s->grey, (size_t)(s->size * s->size * s->size), 200);
  close_file(out, path);
}

/* ---- DICOM ---- */

static void put_head(FILE *out, uint32_t group, uint32_t element, const char *vr, uint32_t length)
{
  const bool wide = vr[0] == 'O';
  put_number(out, group, 2);
  put_number(out, element, 2);
  fputs(vr, out);
  put_number(out, 0, wide ? 2 : 0);
  put_number(out, length, wide ? 4 : 2);
}

static void put_text(FILE *out, uint32_t group, uint32_t element, const char *vr, const char *text)
{
  const uint32_t length = (uint32_t)strlen(text);
  put_head(out, group, element, vr, length + length % 2);
  fputs(text, out);
  if (length % 2)
    fputc(vr[0] == 'U' ? 0 : ' ', out);
}

static void put_short(FILE *out, uint32_t group, uint32_t element, int64_t value)
{
  put_head(out, group, element, "US", 2);
  put_number(out, (uint32_t)value, 2);
}

static const char ct[] = "1.2.840.10008.5.1.4.1.1.2", series[] = "1.2.826.0.1.3680043.2.1125.1";

/* The preamble, and the group that states the encoding of the rest. */
static void put_beginning(FILE *out, const char *image)
{
  char *text = NULL;
  size_t length = 0;
  FILE *group = open_memstream(&text, &length);
  if (!group)
    sample_die("DICOM", strerror(ENOMEM));
  put_head(group, 2, 1, "OB", 2);
  put_number(group, 0x100, 2);
  put_text(group, 2, 2, "UI", ct);
  put_text(group, 2, 3, "UI", image);
  put_text(group, 2, 0x10, "UI", "1.2.840.10008.1.2.1");
  if (!tile_text_end(group, &text))
    sample_die("DICOM", strerror(ENOMEM));
  for (int i = 0; i < 128; i++)
    fputc(0, out);
  fputs("DICM", out);
  put_head(out, 2, 0, "UL", 4);
  put_number(out, (uint32_t)length, 4);
  fwrite(text, 1, length, out);
  free(text);
}

static void put_slice(FILE *out, const struct sample *s, int64_t z)
{
  char image[80], position[64];
  snprintf(image, sizeof image, "%s.%lld", series, (long long)z + 1);
  snprintf(position, sizeof position, "0\\0\\%g", (double)z * SAMPLE_VOXEL_UM / 1000);
  put_beginning(out, image);
  put_text(out, 8, 0x16, "UI", ct);
  put_text(out, 8, 0x18, "UI", image);
  put_text(out, 8, 0x60, "CS", "CT");
  put_text(out, 0x20, 0x0e, "UI", series);
  put_text(out, 0x20, 0x32, "DS", position);
  put_text(out, 0x20, 0x37, "DS", "1\\0\\0\\0\\1\\0");
  put_short(out, 0x28, 0x02, 1);
  put_text(out, 0x28, 0x04, "CS", "MONOCHROME2");
  put_short(out, 0x28, 0x10, s->size);
  put_short(out, 0x28, 0x11, s->size);
  put_text(out, 0x28, 0x30, "DS", "0.005\\0.005"); /* SAMPLE_VOXEL_UM in mm */
  put_short(out, 0x28, 0x100, 16);
  put_short(out, 0x28, 0x101, 16);
  put_short(out, 0x28, 0x102, 15);
  put_short(out, 0x28, 0x103, 0);
  put_text(out, 0x28, 0x1052, "DS", "-1000");
  put_text(out, 0x28, 0x1053, "DS", "1");
  put_head(out, 0x7fe0, 0x10, "OW", (uint32_t)(2 * s->size * s->size));
  put_values(out, s->grey + z * s->size * s->size, (size_t)(s->size * s->size), 10);
}

void sample_dicom(const char *folder, const struct sample *s)
{
  char path[4096], name[32];
  for (int64_t z = 0; z < s->size; z++) {
    snprintf(name, sizeof name, "slice%04lld.dcm", (long long)z);
    FILE *out = open_file(path, sizeof path, folder, name);
    put_slice(out, s, z);
    close_file(out, path);
  }
}
