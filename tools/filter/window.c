#include "window.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool parse_index(int64_t *to, const char **at)
{
  char *end;
  if (!isdigit((unsigned char)**at))
    return true; /* left out */
  *to = strtoll(*at, &end, 10);
  *at = end;
  return *to < INT64_MAX;
}

/* "", "A:B", "A:", ":B", ":" */
static bool parse_range(int64_t *begin, int64_t *end, const char **at)
{
  *begin = 0;
  *end = -1;
  if (!**at || **at == ',')
    return true;
  return parse_index(begin, at) && *(*at)++ == ':' && parse_index(end, at);
}

int window_parse(struct window *w, const char *text, struct tile_error *e)
{
  const char *at = text;
  bool good = true;
  for (int a = 0; a < 3 && good; a++)
    good = parse_range(&w->begin[a], &w->end[a], &at) && *at++ == (a < 2 ? ',' : 0);
  return good ? TILE_OK : tile_fail(e, TILE_USAGE, "must be X0:X1,Y0:Y1,Z0:Z1 (parts may be empty)");
}

int window_fit(struct window *w, const int64_t grid[3], struct tile_error *e)
{
  for (int a = 0; a < 3; a++) {
    if (w->end[a] < 0)
      w->end[a] = grid[a];
    if (w->begin[a] >= w->end[a] || w->end[a] > grid[a])
      return tile_fail(e, TILE_USAGE, "--crop: %lld:%lld along %c: the image has 0:%lld", (long long)w->begin[a],
                       (long long)w->end[a], "xyz"[a], (long long)grid[a]);
  }
  return TILE_OK;
}

void window_cut(const struct window *w, const int64_t grid[3], size_t value_bytes, const void *slice, void *to)
{
  size_t width = (size_t)(w->end[0] - w->begin[0]) * value_bytes;
  for (int64_t y = w->begin[1]; y < w->end[1]; y++)
    memcpy((char *)to + (size_t)(y - w->begin[1]) * width,
           (const char *)slice + (size_t)(y * grid[0] + w->begin[0]) * value_bytes, width);
}
