/* SPDX-License-Identifier: BSD-3-Clause */
/* ImageJ's description: lines of KEY=VALUE. */
#include "tiff_stated.h"

#include <stdlib.h>
#include <string.h>

static void get_count(int64_t *to, const char *value)
{
  long long count = strtoll(value, NULL, 10);
  if (count > 0)
    *to = count;
}

static void get_unit(struct tiff_stated *s, int axis, const char *value)
{
  snprintf(s->unit[axis], sizeof *s->unit, "%.*s", (int)strcspn(value, "\r\n"), value);
}

/* The value of a line with this key; NULL: another line. */
static const char *value_of(const char *line, const char *key)
{
  size_t length = strlen(key);
  return strncmp(line, key, length) == 0 && line[length] == '=' ? line + length + 1 : NULL;
}

static void get_line(struct tiff_stated *s, const char *line)
{
  const char *value;
  const struct {
    const char *key;
    int64_t *to;
  } counts[] = {{"images", &s->images}, {"slices", &s->slices}, {"channels", &s->channels}, {"frames", &s->frames}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if ((value = value_of(line, counts[i].key)))
      get_count(counts[i].to, value);
  if ((value = value_of(line, "unit")))
    get_unit(s, 0, value);
  if ((value = value_of(line, "yunit")))
    get_unit(s, 1, value);
  if ((value = value_of(line, "zunit")))
    get_unit(s, 2, value);
  if ((value = value_of(line, "spacing")))
    s->size[2] = strtod(value, NULL);
  if ((value = value_of(line, "cf"))) /* calibration function; 0: a straight line; 20: none */
    s->calibrated |= strtol(value, NULL, 10) != 0 && strtol(value, NULL, 10) != 20;
  if ((value = value_of(line, "c0")))
    s->calibrated |= strtod(value, NULL) != 0;
  if ((value = value_of(line, "c1")))
    s->calibrated |= strtod(value, NULL) != 1;
}

void imagej_read(const char *text, struct tiff_stated *s)
{
  s->by = "ImageJ";
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    get_line(s, line);
  }
  for (int a = 1; a < 3; a++)
    if (!*s->unit[a])
      memcpy(s->unit[a], s->unit[0], sizeof *s->unit);
  s->step[1] = 1; /* the channels of a slice follow each other */
  if (__builtin_mul_overflow(s->channels, s->slices, &s->step[2]))
    s->step[2] = 0;
  s->step[0] = s->channels;
  if (!s->images && (__builtin_mul_overflow(s->slices, s->channels, &s->images) ||
                     __builtin_mul_overflow(s->images, s->frames, &s->images)))
    s->images = INT64_MAX;
}
