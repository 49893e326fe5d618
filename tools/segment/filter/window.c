/* SPDX-License-Identifier: BSD-3-Clause */
#include "window.h"

#include "numbers.h"
#include "tile_voxels.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The characters that end a bound. */
static const char ends[] = ":,";

static bool parse_index(int64_t *to, const char **at)
{
  char *end;
  if (!isdigit((unsigned char)**at))
    return true; /* an empty bound */
  *to = strtoll(*at, &end, 10);
  *at = end;
  return *to < INT64_MAX;
}

/* Parses a number and a unit; otherwise *at is unchanged. */
static bool parse_length(double *to, const char **at)
{
  char unit[24] = "", *end;
  double value;
  const bool number = tile_real_read(*at, &end, &value);
  const size_t length = strcspn(end, ends);
  if (!number || length == 0 || length >= sizeof unit)
    return false;
  memcpy(unit, end, length);
  if (!(tile_length_in(1, unit) > 0))
    return false;
  *to = tile_length_in(value, unit);
  *at = end + length;
  return true;
}

static bool parse_bound(struct window *w, int64_t *index, double *length, unsigned bit, const char **at)
{
  if (!**at || strchr(ends, **at))
    return true;
  w->lengths &= ~bit;
  if (!parse_length(length, at))
    return parse_index(index, at);
  w->lengths |= bit;
  return true;
}

/* "", "A:B", "A:", ":B", ":" */
static bool parse_range(struct window *w, int a, const char **at)
{
  w->begin[a] = 0;
  w->end[a] = -1;
  w->lengths &= ~(9u << a);
  if (!**at || **at == ',')
    return true;
  return parse_bound(w, &w->begin[a], &w->from[a], 1u << a, at) && *(*at)++ == ':' &&
         parse_bound(w, &w->end[a], &w->to[a], 8u << a, at);
}

int window_parse(struct window *w, const char *text, struct tile_error *e)
{
  const char *at = text;
  bool good = true;
  for (int a = 0; a < 3 && good; a++)
    good = parse_range(w, a, &at) && *at++ == (a < 2 ? ',' : 0);
  return good ? TILE_OK
              : tile_fail(e, TILE_USAGE, "must be X0:X1,Y0:Y1,Z0:Z1, voxels or lengths as 5mm (parts may be empty)");
}

/* The voxel whose beginning is nearest to a length; *bad: it is outside the range of integers. */
static int64_t voxel_at(double length, double spacing, bool *bad)
{
  const double at = rint(length / spacing);
  *bad = *bad || !(fabs(at) < 0x1p62);
  return *bad ? 0 : (int64_t)at;
}

int window_measure(struct window *w, const double spacing[3], const double *corner, struct tile_error *e)
{
  bool bad = false;
  for (int a = 0; a < 3; a++) {
    const double first = corner ? corner[a] : 0;
    if (w->lengths & 9u << a && !(spacing[a] > 0))
      return tile_fail(e, TILE_USAGE,
                       "--crop: the size of voxels is not known: give --voxel, or voxels in place of lengths");
    if (w->lengths & 1u << a)
      w->begin[a] = voxel_at(w->from[a] - first, spacing[a], &bad);
    if (w->lengths & 8u << a)
      w->end[a] = voxel_at(w->to[a] - first, spacing[a], &bad);
    bad = bad || (w->lengths & 8u << a && w->end[a] <= 0);
  }
  w->lengths = 0;
  return bad ? tile_fail(e, TILE_USAGE, "--crop: lengths lie outside the image") : TILE_OK;
}

int window_fit(struct window *w, const int64_t grid[3], struct tile_error *e)
{
  for (int a = 0; a < 3; a++) {
    if (w->end[a] < 0)
      w->end[a] = grid[a];
    if (w->begin[a] < 0 || w->begin[a] >= w->end[a] || w->end[a] > grid[a])
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
