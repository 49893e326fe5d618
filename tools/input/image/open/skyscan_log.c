/* SPDX-License-Identifier: BSD-3-Clause */
#include "inputs.h"
#include "source.h"
#include "text_header.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* sample_rec.log beside sample_rec00000123.tif. Allocated; NULL: no memory. */
static char *log_of(const char *path)
{
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  const char *end = dot && dot > (slash ? slash : path) ? dot : path + strlen(path);
  while (end > path && isdigit((unsigned char)end[-1]))
    end--;
  const size_t length = (size_t)(end - path);
  char *name = malloc(length + sizeof ".log");
  if (name) {
    memcpy(name, path, length);
    memcpy(name + length, ".log", sizeof ".log");
  }
  return name;
}

static double number_of(const struct text_header *h, const char *names, double unstated)
{
  const char *value = text_header_get(h, names);
  double number = unstated;
  return value && text_reals(value, 1, &number) && number > 0 ? number : unstated;
}

static void take(struct source *s, const char *name, const struct text_header *h)
{
  const double side = number_of(h, "Pixel Size (um)", 0), step = number_of(h, "Section to Section Step", 1),
               width = number_of(h, "Result Image Width (pixels)", (double)s->grid[0]);
  const char *slash = strrchr(name, '/'), *own = slash ? slash + 1 : name;
  if (side == 0)
    return;
  if (width != (double)s->grid[0]) {
    snprintf(s->dx_note, sizeof s->dx_note, "%.30s is of slices of another width: its pixel size is not taken", own);
    return;
  }
  for (int a = 0; a < 3; a++)
    s->spacing[a] = side * 1e-6 * (a == 2 ? step : 1);
  s->dx = step == 1 ? s->spacing[0] : 0;
  snprintf(s->dx_note, sizeof s->dx_note, "%.80s", own);
}

void skyscan_log(struct source *s, const char *path)
{
  static const struct text_style style = {.begin = "[System]", .separator = '=', .whole = true};
  struct text_header h = {0};
  struct tile_error e;
  if (s->spacing[0] > 0 || s->dx > 0 || s->shape[0] > 0)
    return;
  char *name = log_of(path);
  if (name && text_header_read(&h, &(struct volume_file){.path = name}, &style, &e) == TILE_OK)
    take(s, name, &h);
  text_header_free(&h);
  free(name);
}
