/* SPDX-License-Identifier: BSD-3-Clause */
#include "pad.h"

#include "tile_voxels.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  unsigned char class;
} classes[] = {{"solid", TILE_SOLID}, {"fluid", TILE_FLUID}};

static bool parse_class(struct pad *p, const char *text)
{
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strcmp(text, classes[i].name) == 0) {
      p->class = classes[i].class;
      return true;
    }
  return false;
}

static bool parse_pad(struct pad *p, const char *text)
{
  char *end;
  bool face = *text >= 'x' && *text <= 'z' && (text[1] == '-' || text[1] == '+') && text[2] == '=';
  if (!face || !isdigit((unsigned char)text[3]))
    return false;
  errno = 0;
  *p = (struct pad){.axis = *text - 'x', .upper = text[1] == '+', .layers = strtoll(text + 3, &end, 10)};
  return !errno && p->layers > 0 && p->layers <= INT32_MAX && *end == ':' && parse_class(p, end + 1);
}

int pads_parse(struct pads *p, const char *text, struct tile_error *e)
{
  struct pad added;
  if (!parse_pad(&added, text))
    return tile_fail(e, TILE_USAGE, "must be FACE=N:solid or FACE=N:fluid, such as z-=10:fluid");
  for (int i = 0; i < p->count; i++)
    if (p->pad[i].axis == added.axis && p->pad[i].upper == added.upper)
      return tile_fail(e, TILE_USAGE, "face %.2s is padded twice", text);
  p->pad[p->count++] = added;
  return TILE_OK;
}

int64_t pads_below(const struct pads *p, int axis)
{
  for (int i = 0; i < p->count; i++)
    if (p->pad[i].axis == axis && !p->pad[i].upper)
      return p->pad[i].layers;
  return 0;
}

int pads_size(const struct pads *p, const int64_t inner[3], int64_t padded[3], struct tile_error *e)
{
  int64_t slice;
  memcpy(padded, inner, 3 * sizeof *padded);
  for (int i = 0; i < p->count; i++) {
    const int a = p->pad[i].axis;
    if (__builtin_add_overflow(padded[a], p->pad[i].layers, &padded[a]) || padded[a] > INT32_MAX)
      return tile_fail(e, TILE_USAGE, "--pad: more than %d voxels along %c", INT32_MAX, "xyz"[a]);
  }
  if (__builtin_mul_overflow(padded[0], padded[1], &slice))
    return tile_fail(e, TILE_USAGE, "--pad: impossible size");
  return TILE_OK;
}

int pads_set_header(const struct pads *p, struct tile_header *h, struct tile_error *e)
{
  long long n[6] = {0};
  for (int i = 0; i < p->count; i++)
    n[2 * p->pad[i].axis + p->pad[i].upper] = (long long)p->pad[i].layers;
  return p->count ? tile_header_set(h, e, "pad", "%lld %lld %lld %lld %lld %lld", n[0], n[1], n[2], n[3], n[4], n[5])
                  : TILE_OK;
}

/* Sets the part of this slice that belongs to the layers of one face: begin <= x, y < end. */
static void fill(const struct pad *p, const int64_t size[3], int64_t z, unsigned char *to)
{
  int64_t begin[3] = {0}, end[3] = {size[0], size[1], size[2]};
  if (p->upper)
    begin[p->axis] = size[p->axis] - p->layers;
  else
    end[p->axis] = p->layers;
  if (z < begin[2] || z >= end[2])
    return;
  for (int64_t y = begin[1]; y < end[1]; y++)
    memset(to + y * size[0] + begin[0], p->class, (size_t)(end[0] - begin[0]));
}

void pads_slice(const struct pads *p, const int64_t inner[3], int64_t z, const unsigned char *slice, unsigned char *to)
{
  struct tile_error e;
  int64_t size[3], x = pads_below(p, 0), y = pads_below(p, 1), at = z - pads_below(p, 2);
  pads_size(p, inner, size, &e);
  for (int64_t row = 0; row < inner[1] && at >= 0 && at < inner[2]; row++)
    memcpy(to + (y + row) * size[0] + x, slice + row * inner[0], (size_t)inner[0]);
  for (int i = 0; i < p->count; i++)
    fill(&p->pad[i], size, z, to);
}
