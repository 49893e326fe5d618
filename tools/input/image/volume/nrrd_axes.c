/* SPDX-License-Identifier: BSD-3-Clause */
/* The axes of a NRRD file: how many there are, and which of them are space. */
#include <config.h>

#include "nrrd.h"

#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool nrrd_is_among(const char *names, const char *word)
{
  char marked[64];
  return word && (size_t)snprintf(marked, sizeof marked, "|%s|", word) < sizeof marked && strcasestr(names, marked);
}

/* ---- number of axes ---- */

/* Parses "(1,0,0)", with one number per dimension, or "none"; to[3] is set for four dimensions: space and time. */
static bool parse_direction(const char **at, bool *none, double to[4])
{
  const char *text = *at + strspn(*at, " \t");
  *none = strncmp(text, "none", 4) == 0;
  *at = text + 4;
  if (*none || *text != '(')
    return *none;
  char *end = (char *)text + 1;
  for (int i = 0; i < 4; i++) {
    const char *from = end;
    to[i] = strtod(from, &end);
    end += strspn(end, " \t");
    if (end == from || !isfinite(to[i]) || (*end != ',' && *end != ')'))
      return false;
    if (*end++ == ')')
      break;
  }
  *at = end;
  return end[-1] == ')';
}

/* A step only along the fourth dimension is not in space; a step along both is rejected. */
static bool parse_step(const char **at, bool *none, double step[3])
{
  double number[4] = {0};
  if (!parse_direction(at, none, number))
    return false;
  memcpy(step, number, 3 * sizeof *step);
  *none = *none || number[3] != 0;
  return number[3] == 0 || tile_length(step) == 0;
}

static int get_directions(struct nrrd *n, const struct volume_file *v, const char *text, struct tile_error *e)
{
  n->directed = text != NULL;
  for (int a = 0; a < n->axes && text; a++)
    if (!parse_step(&text, &n->none[a], n->step[a]))
      return volume_reject(v, e, "space directions must be %d vectors of numbers for its axes, or none", n->axes);
  return TILE_OK;
}

/* Finds the word for axis a in a list; returns its length, 0 if the list is shorter. Quotation marks are skipped. */
static size_t find_word(const char **list, int a)
{
  size_t length = 0;
  for (int i = 0; i <= a; i++) {
    const char *at = *list + length;
    at += strspn(at, "\" \t");
    *list = at;
    length = strcspn(at, "\" \t");
  }
  return length;
}

/* Whether axis a is not a direction in space but lists colours, components of a vector, or times. */
static bool is_list(const struct nrrd *n, const char *kinds, int a)
{
  size_t length = kinds ? find_word(&kinds, a) : 0;
  char kind[32];
  if (n->directed)
    return n->none[a];
  snprintf(kind, sizeof kind, "%.*s", (int)length, length ? kinds : "");
  return *kind && !nrrd_is_among("|domain|space|none|?\?\?|", kind);
}

static int get_sizes(struct nrrd *n, const struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *axes = text_header_get(h, "dimension"), *sizes = text_header_get(h, "sizes");
  int64_t count = 0;
  if (!axes || !text_sizes(axes, 1, &count) || count < 2 || count > NRRD_AXES)
    return volume_reject(v, e, "has %.20s axes (dimension): save a volume of three", axes ? axes : "unknown");
  n->axes = (int)count;
  if (!sizes || !text_sizes(sizes, n->axes, n->size))
    return volume_reject(v, e, "sizes must be %d whole numbers above 0", n->axes);
  return get_directions(n, v, text_header_get(h, "space directions"), e);
}

int nrrd_get_size(struct nrrd *n, struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *kinds = text_header_get(h, "kinds");
  if (get_sizes(n, v, h, e))
    return e->code;
  n->first = is_list(n, kinds, 0);
  const int behind = n->first + 3; /* the axis after a whole volume may be a list; if nothing is stated, it is one */
  n->space = n->axes - n->first - (n->axes == behind + 1 && (is_list(n, kinds, behind) || (!n->directed && !kinds)));
  for (int a = n->first; a < n->first + n->space; a++)
    if (is_list(n, kinds, a) || a >= behind)
      return volume_reject(v, e, "its axis %d is not a space axis (see kinds): extract one volume", a);
  if (n->space < 2 || (n->first && n->size[0] > UINT16_MAX))
    return volume_reject(v, e, "is not a volume");
  v->channels = n->first ? (int)n->size[0] : 1;
  v->volumes = n->axes > behind ? n->size[behind] : 1;
  for (int i = 0; i < 3; i++)
    v->grid[i] = i < n->space ? n->size[n->first + i] : 1;
  return TILE_OK;
}

/* ---- size and position of a voxel ---- */

/* Gets the unit of the axes of space, which must be the same for all. "": not stated. */
static int get_unit(const struct nrrd *n, const struct volume_file *v, const char *list, int first, char unit[32],
                    struct tile_error *e)
{
  *unit = 0;
  for (int a = first; list && a < first + n->space; a++) {
    const char *at = list;
    size_t length = find_word(&at, a);
    if (a > first && (strlen(unit) != length || strncmp(unit, at, length)))
      return volume_reject(v, e, "its axes have different units: save it with one");
    snprintf(unit, 32, "%.*s", (int)length, at);
  }
  return TILE_OK;
}

/* *known: false if a spacing is "nan", which means an unknown length. */
static int get_spacings(struct nrrd *n, const struct volume_file *v, const char *text, bool *known,
                        struct tile_error *e)
{
  char *end = (char *)text;
  *known = true;
  for (int a = 0; a < n->axes && text; a++) {
    const char *at = end;
    double length = strtod(at, &end); /* accepts "nan", also for an axis that is not in space */
    const bool in_space = a >= n->first && a < n->first + n->space;
    *known = *known && !(in_space && isnan(length));
    if (end == at || (in_space && isinf(length)))
      return volume_reject(v, e, "spacings must be %d numbers", n->axes);
    if (in_space)
      n->step[a][a - n->first] = length;
  }
  return TILE_OK;
}

static const struct {
  const char *names;
  bool turn[2];
} spaces[] = {
    {"|left-posterior-superior|LPS|", {false, false}},
    {"|right-anterior-superior|RAS|", {true, true}},
    {"|left-anterior-superior|LAS|", {false, true}},
};

static void turn(struct pose *p, const char *space)
{
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    for (int a = 0; a < 2; a++)
      if (nrrd_is_among(spaces[i].names, space) && spaces[i].turn[a])
        pose_turn(p, a);
}

/* Lengths of the steps. */
static void get_sides(double step[3][3], double side[3], int axes)
{
  for (int a = 0; a < axes; a++)
    side[a] = tile_length(step[a]);
  if (axes < 3) { /* a slice: z is at right angles, as thick as x is wide */
    for (int i = 0; i < 3; i++)
      step[2][i] = step[0][(i + 1) % 3] * step[1][(i + 2) % 3] - step[0][(i + 2) % 3] * step[1][(i + 1) % 3];
    side[2] = side[0];
  }
}

static void place(struct volume_file *v, const char *origin, double metres)
{
  double centre[4] = {0};
  bool none = true;
  if (!origin || !(metres > 0) || !parse_direction(&origin, &none, centre) || none)
    return;
  for (int i = 0; i < 3; i++)
    centre[i] *= metres;
  pose_centre(&v->pose, centre, v->side);
}

/* As in ITK a negative spacing reverses its axis. */
static bool is_reversed(const double step[3][3])
{
  return step[0][0] < 0 || step[1][1] < 0 || step[2][2] < 0;
}

/* teem does not read a file with both. */
static int compare_spacings(const struct nrrd *n, struct volume_file *v, const char *text, const double side[3],
                            struct tile_error *e)
{
  struct nrrd other = {.axes = n->axes, .first = n->first, .space = n->space};
  bool known, differ = false;
  if (!text || get_spacings(&other, v, text, &known, e))
    return text ? e->code : TILE_OK;
  for (int a = 0; a < n->space; a++) {
    const double length = fabs(other.step[n->first + a][a]);
    differ = differ || (length > 0 && fabs(length - side[a]) > 1e-3 * length);
  }
  if (differ)
    volume_warn(v, "its spacings contradict its space directions, which count");
  return TILE_OK;
}

int nrrd_get_pose(struct nrrd *n, struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *spacings = text_header_get(h, "spacings");
  const char *units = n->directed ? NULL : text_header_get(h, "units");
  char unit[32];
  double side[3];
  bool known = n->directed;
  if (!n->directed && spacings && get_spacings(n, v, spacings, &known, e))
    return e->code;
  if (!known && spacings)
    snprintf(v->note, sizeof v->note, "a spacing in the NRRD is unknown (nan)");
  if (!known)
    return TILE_OK;
  if (get_unit(n, v, units ? units : text_header_get(h, "space units"), units ? n->first : 0, unit, e))
    return e->code;
  double(*step)[3] = n->step + n->first;
  get_sides(step, side, n->space);
  if (n->directed && compare_spacings(n, v, spacings, side, e))
    return e->code;
  double metres = volume_sides(v, side, unit, "NRRD");
  if (!n->directed && !is_reversed((const double(*)[3])step))
    return TILE_OK;
  pose_orient(&v->pose, (const double(*)[3])step);
  if (!n->directed)
    return TILE_OK;
  if (!v->pose.oriented)
    volume_warn(v, "its space directions have one of length 0 and are ignored");
  place(v, text_header_get(h, "space origin"), metres);
  turn(&v->pose, text_header_get(h, "space"));
  return TILE_OK;
}
