/* tifffile's description, which scikit-image writes too: {"shape": [4, 2, 512, 512], "axes": "ZCYX"}; the axes may be missing. */
#include "tiff_stated.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 16 };

struct shape {
  int64_t side[AXES];
  int count;
  char axes[AXES + 1]; /* "": not stated */
};

static const char *after(const char *text, const char *key, char opens)
{
  const char *at = strstr(text, key);
  at = at ? strchr(at + strlen(key), ':') : NULL;
  while (at && (*++at == ' '))
    ;
  return at && *at == opens ? at + 1 : NULL;
}

static bool get_sides(struct shape *s, const char *at)
{
  char *end;
  for (s->count = 0; at && s->count < AXES; at = end + (*end == ',')) {
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
  while (at && n < AXES && isupper((unsigned char)at[n]))
    n++;
  if (at && n == s->count && at[n] == '"')
    memcpy(s->axes, at, (size_t)n); /* zeroed before */
}

/* Axes before those of a page: rows and columns, and samples before or after these. */
static int axes_of_pages(const struct shape *s, int64_t height, int64_t width, int64_t samples)
{
  for (int i = s->count - 2; i >= 0 && i >= s->count - 3; i--)
    if (s->side[i] == height && s->side[i + 1] == width && (i == s->count - 2 || s->side[i + 2] == samples))
      return i && samples > 1 && i == s->count - 2 && s->side[i - 1] == samples ? i - 1 : i;
  return -1;
}

/* Without letters one axis is that of slices; more are several stacks. */
static void count_pages(struct tiff_stated *to, const struct shape *s, int pages)
{
  for (int i = 0; i < pages; i++) {
    const char axis = *s->axes ? s->axes[i] : 'Z';
    int64_t *count = axis == 'C' ? &to->channels : axis == 'T' ? &to->frames : &to->slices;
    if (s->side[i] > 1 && count == &to->slices && *count > 1)
      to->stacks = 2;
    if (__builtin_mul_overflow(*count, s->side[i], count))
      *count = INT64_MAX;
  }
}

void shaped_read(const char *text, const int64_t page[3], struct tiff_stated *s)
{
  struct shape shape = {0};
  if (!get_sides(&shape, after(text, "\"shape\"", '[')))
    return;
  get_axes(&shape, after(text, "\"axes\"", '"'));
  const int pages = axes_of_pages(&shape, page[1], page[0], page[2]);
  if (pages < 0)
    return;
  s->by = "tifffile";
  count_pages(s, &shape, pages);
}
