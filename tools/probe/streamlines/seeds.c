/* SPDX-License-Identifier: BSD-3-Clause */
#include "seeds.h"

#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a file -------------------------------------------------------------------------- */

static bool parse(const char *text, double at[3])
{
  for (int a = 0; a < 3; a++) {
    char *rest;
    text += strspn(text, a ? " \t," : " \t");
    if (!tile_real_read(text, &rest, at + a))
      return false;
    text = rest;
  }
  return !text[strspn(text, " \t\r\n")];
}

static bool is_empty(const char *line)
{
  line += strspn(line, " \t\r\n");
  return !*line || *line == '#';
}

static int put(struct seeds *s, size_t *room, const double at[3], struct tile_error *e)
{
  if (tile_reserve(&s->at, room, s->count + 1, sizeof *s->at, "seeds", e))
    return e->code;
  memcpy(s->at[s->count++], at, sizeof *s->at);
  return 0;
}

static int read_lines(struct seeds *s, FILE *in, const char *name, char **line, struct tile_error *e)
{
  size_t size = 0, room = 0, number = 0;
  errno = 0;
  while (getline(line, &size, in) >= 0) {
    double at[3];
    number++;
    if (is_empty(*line))
      continue;
    if (!parse(*line, at))
      return tile_fail(e, TILE_REJECTED, "%s, line %zu: expected a point X Y Z in voxels", name, number);
    if (s->count == SEEDS_LIMIT)
      return tile_fail(e, TILE_REJECTED, "%s: more than %d seeds", name, SEEDS_LIMIT);
    if (put(s, &room, at, e))
      return e->code;
  }
  if (!feof(in)) /* an error, or too little memory */
    return tile_fail(e, TILE_FAILED, "%s: %s", name, strerror(errno));
  return s->count ? 0 : tile_fail(e, TILE_REJECTED, "%s: no seeds: expected lines of X Y Z in voxels", name);
}

int seeds_read(struct seeds *s, FILE *in, const char *name, struct tile_error *e)
{
  char *line = NULL;
  *s = (struct seeds){0};
  const int code = read_lines(s, in, name, &line, e);
  free(line);
  if (code)
    seeds_free(s);
  return code;
}

/* ---- evenly over nodes --------------------------------------------------------------- */

/* The bits of a coordinate, with two zeros behind each. */
static uint64_t spread_bits(uint64_t x)
{
  uint64_t bits = 0;
  for (int i = 0; i < 21; i++)
    bits |= (x >> i & 1) << 3 * i;
  return bits;
}

static uint64_t place_on_curve(const int64_t at[3])
{
  return spread_bits((uint64_t)at[0]) | spread_bits((uint64_t)at[1]) << 1 | spread_bits((uint64_t)at[2]) << 2;
}

/* Nodes beyond 2^21 along an axis share a place: their coordinates decide. */
static int compare(const void *left, const void *right)
{
  const int64_t *a = left, *b = right;
  const uint64_t p = place_on_curve(a), q = place_on_curve(b);
  if (p != q)
    return p < q ? -1 : 1;
  for (int i = 2; i >= 0; i--)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* The digits of i in this base, mirrored at the point: 0 ... 1, the numbers of Halton. */
static double mirrored(size_t i, size_t base)
{
  double value = 0, digit = 1;
  for (; i; i /= base)
    value += (double)(i % base) * (digit /= (double)base);
  return value;
}

int seeds_spread(struct seeds *s, size_t count, int64_t (*node)[3], size_t nodes, int axis, struct tile_error *e)
{
  *s = (struct seeds){tile_alloc(count, sizeof *s->at), count};
  if (!s->at)
    return tile_fail_memory(e, count * sizeof *s->at, "seeds");
  qsort(node, nodes, sizeof *node, compare);
  for (size_t i = 0; i < count; i++) {
    const size_t n = (size_t)(((double)i + 0.5) / (double)count * (double)nodes);
    for (int a = 0; a < 3; a++)
      s->at[i][a] = (double)node[n < nodes ? n : nodes - 1][a];
    if (count > nodes) {
      s->at[i][(axis + 1) % 3] += mirrored(i + 1, 2) - 0.5;
      s->at[i][(axis + 2) % 3] += mirrored(i + 1, 3) - 0.5;
    }
  }
  return 0;
}

void seeds_free(struct seeds *s)
{
  free(s->at);
  *s = (struct seeds){0};
}
