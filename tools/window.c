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

void window_size(const struct window *w, int64_t cut[3], int64_t mirrored[3])
{
  for (int a = 0; a < 3; a++) {
    cut[a] = w->end[a] - w->begin[a];
    mirrored[a] = w->mirror == a ? 2 * cut[a] : cut[a];
  }
}

void window_cut(const struct window *w, const int64_t grid[3], double *slice)
{
  int64_t width = w->end[0] - w->begin[0];
  for (int64_t y = w->begin[1]; y < w->end[1]; y++)
    memmove(slice + (y - w->begin[1]) * width, slice + y * grid[0] + w->begin[0], (size_t)width * sizeof *slice);
}

static void mirror_row(const unsigned char *row, int64_t width, unsigned char *to)
{
  for (int64_t x = 0; x < width; x++)
    to[x] = to[2 * width - 1 - x] = row[x];
}

void window_mirror(const struct window *w, const unsigned char *cut, unsigned char *mirrored)
{
  int64_t n[3], m[3];
  window_size(w, n, m);
  for (int64_t y = 0; y < m[1]; y++) {
    const unsigned char *row = cut + (y < n[1] ? y : m[1] - 1 - y) * n[0];
    if (w->mirror == 0)
      mirror_row(row, n[0], mirrored + y * m[0]);
    else
      memcpy(mirrored + y * m[0], row, (size_t)n[0]);
  }
}
