/* SPDX-License-Identifier: BSD-3-Clause */
/* The description of tifffile, which scikit-image writes, too: {"shape": [4, 2, 512, 512], "axes": "ZCYX", "unit": "um",
 * "spacing": 2}, all but the shape if the user gave them. */
#include "tiff_stated.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct shape {
  int64_t side[TIFF_AXES];
  int count;
  char axes[TIFF_AXES + 1]; /* "": not stated */
};

static const char *value_of(const char *text, const char *key)
{
  const char *at = strstr(text, key);
  at = at ? strchr(at + strlen(key), ':') : NULL;
  while (at && (*++at == ' '))
    ;
  return at ? at : "";
}

static const char *after(const char *text, const char *key, char opens)
{
  const char *at = value_of(text, key);
  return *at == opens ? at + 1 : NULL;
}

static bool get_sides(struct shape *s, const char *at)
{
  char *end;
  for (s->count = 0; at && s->count < TIFF_AXES; at = end + (*end == ',')) {
    s->side[s->count] = strtoll(at, &end, 10);
    if (end == at || s->side[s->count++] < 1)
      return false;
    if (*end == ']')
      return true;
  }
  return false;
}

static void get_axes(struct shape *s, const char *at)
{
  int n = 0;
  while (at && n < TIFF_AXES && isupper((unsigned char)at[n]))
    n++;
  if (at && n == s->count && at[n] == '"')
    memcpy(s->axes, at, (size_t)n); /* the array was zeroed before */
}

static bool is_page(const struct shape *s, int rows, const int64_t page[3])
{
  return rows >= 0 && s->side[rows] == page[1] && s->side[rows + 1] == page[0];
}

/* How many axes precede those of a page: rows and columns, and samples before or after these. -1: the shape is not that
 * of this picture. */
static int axes_of_pages(const struct shape *s, const int64_t page[3])
{
  const int rows = s->count - 2;
  if (is_page(s, rows - 1, page) && s->side[rows + 1] == page[2])
    return rows - 1;
  if (!is_page(s, rows, page))
    return -1;
  return rows && page[2] > 1 && s->side[rows - 1] == page[2] ? rows - 1 : rows;
}

/* Without letters a single axis is that of slices; several are several stacks. */
static void count_pages(struct tiff_stated *to, const struct shape *s, int pages)
{
  to->images = to->step[0] = to->step[1] = to->step[2] = 1;
  for (int i = pages; i-- > 0;) {
    const char axis = *s->axes ? s->axes[i] : 'Z';
    to->step[axis == 'C' ? 1 : axis == 'T' ? 2 : 0] = to->images;
    int64_t *count = axis == 'C' ? &to->channels : axis == 'T' ? &to->frames : &to->slices;
    if (s->side[i] > 1 && count == &to->slices && *count > 1)
      to->stacks = 2;
    if (__builtin_mul_overflow(*count, s->side[i], count))
      *count = INT64_MAX;
    if (__builtin_mul_overflow(to->images, s->side[i], &to->images))
      to->images = INT64_MAX;
  }
}

static void get_size(struct tiff_stated *s, const char *text)
{
  static const char *const keys[] = {"\"unit\"", "\"yunit\"", "\"zunit\""};
  for (int a = 0; a < 3; a++) {
    const char *at = after(text, keys[a], '"');
    snprintf(s->unit[a], sizeof *s->unit, "%.*s", at ? (int)strcspn(at, "\"") : 23, at ? at : s->unit[0]);
  }
  s->size[2] = strtod(value_of(text, "\"spacing\""), NULL);
}

void shaped_read(const char *text, const int64_t page[3], struct tiff_stated *s)
{
  struct shape shape = {0};
  if (!get_sides(&shape, after(text, "\"shape\"", '[')))
    return;
  get_axes(&shape, after(text, "\"axes\"", '"'));
  const int pages = axes_of_pages(&shape, page);
  if (pages < 0)
    return;
  s->by = "tifffile";
  count_pages(s, &shape, pages);
  get_size(s, text);
  const char *x = strchr(shape.axes, 'X'), *y = strchr(shape.axes, 'Y');
  if (x && y && (x < y || y - shape.axes < pages))
    memcpy(s->turned, shape.axes, sizeof s->turned);
}
