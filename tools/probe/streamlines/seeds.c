/* SPDX-License-Identifier: BSD-3-Clause */
#include "seeds.h"

#include "numbers.h"
#include "tile_voxels.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a file -------------------------------------------------------------------------- */

struct reading {
  const char *name;
  size_t number; /* of the line */
  char unit[16]; /* of the head */
  size_t room;
};

/* The unit that text begins with, up to a blank, a comma or a bracket; returns what follows, or NULL: it is too long. */
static const char *take_unit(char unit[16], const char *text)
{
  const size_t length = strcspn(text, " \t\r\n,;\"()[]");
  snprintf(unit, 16, "%.15s", text);
  unit[length < 15 ? length : 15] = 0;
  return length < 16 ? text + length : NULL;
}

/* Three numbers, each with a unit or that of the head; *physical: they have one. */
static bool parse(const char *text, const char *head, double at[3], bool *physical)
{
  for (int a = 0; a < 3; a++) {
    char *rest, unit[16];
    text += strspn(text, a ? " \t," : " \t");
    if (!tile_real_read(text, &rest, at + a) || !(text = take_unit(unit, rest)))
      return false;
    const char *by = *unit ? unit : head;
    if ((a && *physical != (*by != 0)) || (*by && !(tile_length_in(1, by) > 0)))
      return false;
    *physical = *by != 0;
    at[a] = *by ? tile_length_in(at[a], by) : at[a];
  }
  return !text[strspn(text, " \t\r\n")];
}

/* "x,y,z", "x [mm],y [mm],z [mm]", "X (mm) Y (mm) Z (mm)", "x_mm y_mm z_mm": sets the unit, which all must have. */
static bool parse_head(const char *text, char unit[16])
{
  static const char between[] = " \t\r\n,;\"()[]_/", axes[] = "xyz";
  char now[16];
  for (int a = 0; a < 3; a++) {
    text += strspn(text, between);
    if ((*text++ | 32) != axes[a])
      return false;
    text += strspn(text, between);
    const bool stated = *text && (a == 2 || (*text | 32) != axes[a + 1]);
    *now = 0;
    if (stated && !(text = take_unit(now, text)))
      return false;
    if ((*now && !(tile_length_in(1, now) > 0)) || (a && strcmp(now, unit)))
      return false;
    strcpy(unit, now);
  }
  return !text[strspn(text, between)];
}

static bool is_empty(const char *line)
{
  line += strspn(line, " \t\r\n");
  return !*line || *line == '#';
}

static int put(struct seeds *s, struct reading *r, const double at[3], struct tile_error *e)
{
  if (s->count == SEEDS_LIMIT)
    return tile_fail(e, TILE_REJECTED, "%s: more than %d seeds", r->name, SEEDS_LIMIT);
  if (tile_reserve(&s->at, &r->room, s->count + 1, sizeof *s->at, "seeds", e))
    return e->code;
  memcpy(s->at[s->count++], at, sizeof *s->at);
  return 0;
}

static int read_line(struct seeds *s, struct reading *r, const char *line, struct tile_error *e)
{
  double at[3];
  bool physical = false;
  char unit[16] = "";
  r->number++;
  if (!s->count && parse_head(line + strspn(line, "# \t"), unit)) {
    strcpy(r->unit, unit);
    return 0;
  }
  if (is_empty(line))
    return 0;
  if (!parse(line, r->unit, at, &physical))
    return tile_fail(e, TILE_REJECTED,
                     "%s, line %zu: expected a point X Y Z in voxels, or in lengths such as 12mm 3mm 40mm", r->name,
                     r->number);
  if (s->count && physical != s->physical)
    return tile_fail(e, TILE_REJECTED, "%s, line %zu: some points have units, and others none", r->name, r->number);
  s->physical = physical;
  return put(s, r, at, e);
}

static int read_lines(struct seeds *s, FILE *in, const char *name, char **line, struct tile_error *e)
{
  struct reading r = {.name = name};
  size_t size = 0;
  errno = 0;
  while (getline(line, &size, in) >= 0)
    if (read_line(s, &r, *line, e))
      return e->code;
  if (!feof(in)) /* an error, or too little memory */
    return tile_fail(e, TILE_FAILED, "%s: %s", name, strerror(errno));
  return s->count ? 0 : tile_fail(e, TILE_REJECTED, "%s: no seeds: expected lines of X Y Z", name);
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
  *s = (struct seeds){.at = tile_alloc(count, sizeof *s->at), .count = count};
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
