/* SPDX-License-Identifier: BSD-3-Clause */
/* Header keys that every kind of file can have. */
#include "stream.h"
#include "tile_domain.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int tile_keys_reject(const char *key, const struct tile_header *h, const char *why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s, found \"%.60s\"", key, why, tile_header_get(h, key));
}

int tile_keys_grid(const struct tile_header *h, int64_t grid[3], struct tile_error *e)
{
  if (tile_header_get_ints(h, "grid", 3, grid, e))
    return e->code;
  int64_t nodes = 1;
  for (int a = 0; a < 3; a++) {
    if (grid[a] < 1 || grid[a] > INT32_MAX)
      return tile_keys_reject("grid", h, "sizes are 1 ... 2147483647", e);
    if (__builtin_mul_overflow(nodes, grid[a], &nodes))
      return tile_keys_reject("grid", h, "fewer than 2^63 nodes", e);
  }
  return TILE_OK;
}

/* Reads `count` finite numbers separated by one space; if the key is absent, value[] is unchanged. */
static int read_reals(const struct tile_header *h, const char *key, int count, double *value, struct tile_error *e)
{
  const char *text = tile_header_get(h, key);
  char *copy = text ? strdup(text) : NULL;
  if (!copy)
    return text ? tile_fail_memory(e, 0, "the header") : TILE_OK;
  int found = 0;
  bool good = true;
  for (char *rest = copy, *word; good && (word = strsep(&rest, " ")); found++) {
    struct tile_key one = {"number", word};
    struct tile_header alone = {.count = 1, .keys = &one};
    good = found < count && !tile_header_get_real(&alone, "number", &value[found], e);
  }
  free(copy);
  return good && found == count ? TILE_OK : tile_keys_reject(key, h, count == 3 ? "3 numbers" : "9 numbers", e);
}

/* The tolerance is for images that state their directions with three digits. */
static int check_orientation(const struct tile_header *h, struct tile_error *e)
{
  const double most = 1.001e-3;
  double axis[3][3] = {{1}, {0, 1}, {0, 0, 1}};
  if (read_reals(h, "orientation", 9, axis[0], e))
    return e->code;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b <= a; b++) {
      if (!(fabs(tile_dot(axis[a], axis[b]) - (a == b)) <= most))
        return tile_keys_reject("orientation", h,
                                a == b ? "three vectors of length 1" : "three vectors at right angles", e);
    }
  return TILE_OK;
}

int tile_keys_frame(const struct tile_header *h, double *dx, struct tile_error *e)
{
  *dx = 0;
  if (tile_header_get(h, "dx")) {
    if (tile_header_get_real(h, "dx", dx, e))
      return e->code;
    if (*dx <= 0)
      return tile_keys_reject("dx", h, "a length in metres above 0", e);
  }
  double origin[3];
  return read_reals(h, "origin", 3, origin, e) ? e->code : check_orientation(h, e);
}

int tile_keys_mask(const struct tile_header *h, const int64_t grid[3], int64_t *inside, struct tile_error *e)
{
  *inside = 0;
  if (!tile_header_get(h, "mask"))
    return TILE_OK;
  if (tile_header_get_ints(h, "mask", 1, inside, e))
    return e->code;
  return *inside >= 1 && *inside <= grid[0] * grid[1] * grid[2]
             ? TILE_OK
             : tile_keys_reject("mask", h, "1 ... the nodes of the grid", e);
}

int tile_keys_pad(const struct tile_header *h, const int64_t grid[3], int64_t pad[6], struct tile_error *e)
{
  memset(pad, 0, 6 * sizeof *pad);
  if (!tile_header_get(h, "pad"))
    return TILE_OK;
  if (tile_header_get_ints(h, "pad", 6, pad, e))
    return e->code;
  for (int a = 0; a < 3; a++)
    if (pad[2 * a] < 0 || pad[2 * a + 1] < 0 || pad[2 * a] >= grid[a] - pad[2 * a + 1])
      return tile_keys_reject("pad", h, "0 or more layers, along each axis fewer than the grid", e);
  return TILE_OK;
}

int tile_keys_distances(const struct tile_header *h, bool *distances, struct tile_error *e)
{
  const char *text = tile_header_get(h, "wall-distances");
  *distances = text != NULL;
  return !text || !strcmp(text, "yes") ? TILE_OK : tile_keys_reject("wall-distances", h, "yes, or no such key", e);
}

bool tile_name_valid(const char *text)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  size_t length = strlen(text);
  return length > 0 && length < sizeof((struct tile_patch *)0)->name && strspn(text, letters) == length &&
         strchr(letters, text[0]) < letters + 52;
}
