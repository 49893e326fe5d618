/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of a legacy VTK file. Format: the VTK file formats document. */
#include "vtk_file.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- lines ---- */

int vtk_next_line(struct vtk *k, struct tile_error *e)
{
  int c = 0;
  for (k->words = 0; !k->words && c != EOF;) {
    size_t length = 0;
    while ((c = getc_unlocked(k->in)) != EOF && c != '\n' && length < VTK_LONGEST - 1)
      k->line[length++] = isspace(c) ? ' ' : isprint(c) ? (char)c : '?';
    k->line[length] = 0;
    if (length == VTK_LONGEST - 1)
      return volume_reject(k->v, e, "a line of more than %d characters is not part of a header: it is damaged",
                           VTK_LONGEST - 2);
    const int words = sscanf(k->line, "%79s %79s %79s %79s", k->word[0], k->word[1], k->word[2], k->word[3]);
    k->words = words < 0 ? 0 : words;
  }
  for (char *at = k->word[0]; k->words && *at; at++)
    *at = (char)tolower((unsigned char)*at);
  return ferror(k->in) ? vtk_fail_reading(k, e) : TILE_OK;
}

static bool parse_count(const char *text, int64_t *to)
{
  char *end;
  errno = 0;
  *to = strtoll(text, &end, 10);
  return end != text && !*end && !errno && *to >= 0 && *to <= INT64_MAX / 4096;
}

static bool parse_real(const char *text, double *to)
{
  char *end;
  *to = strtod(text, &end);
  return end != text && !*end && isfinite(*to);
}

static int not_understood(const struct vtk *k, struct tile_error *e)
{
  return volume_reject(k->v, e, "'%.60s' in its header is not understood", k->line);
}

/* ---- keywords at the beginning of a line ---- */

typedef int get_line(struct vtk *k, struct tile_error *e);

static int get_dataset(struct vtk *k, struct tile_error *e)
{
  k->image = strcasecmp(k->word[1], "STRUCTURED_POINTS") == 0;
  return k->image ? TILE_OK
                  : volume_reject(k->v, e, "is a VTK file of %.40s, not of STRUCTURED_POINTS: resample it to an image",
                                  k->words > 1 ? k->word[1] : "nothing");
}

static int get_dimensions(struct vtk *k, struct tile_error *e)
{
  for (int a = 0; a < 3; a++)
    if (k->words < 4 || !parse_count(k->word[a + 1], &k->points[a]) || k->points[a] < 1 || k->points[a] > INT32_MAX)
      return volume_reject(k->v, e, "DIMENSIONS must be three whole numbers above 0");
  return TILE_OK;
}

static int get_reals(struct vtk *k, double *to, struct tile_error *e)
{
  for (int a = 0; a < 3; a++)
    if (k->words < 4 || !parse_real(k->word[a + 1], &to[a]))
      return not_understood(k, e);
  return TILE_OK;
}

static int get_spacing(struct vtk *k, struct tile_error *e)
{
  return get_reals(k, k->spacing, e);
}

static int get_origin(struct vtk *k, struct tile_error *e)
{
  return get_reals(k, k->origin, e);
}

/* POINT_DATA, CELL_DATA: their number must match the image. */
static int get_association(struct vtk *k, struct tile_error *e)
{
  int64_t all = 1;
  bool good = k->words > 1 && parse_count(k->word[1], &k->tuples);
  k->of = k->word[0][0] == 'p' ? 1 : 2;
  for (int a = 0; a < 3; a++)
    good = good && !__builtin_mul_overflow(all, k->points[a] - (k->of == 2 && k->points[a] > 1), &all);
  return good && all == k->tuples ? TILE_OK
                                  : volume_reject(k->v, e, "'%.60s' does not go with its DIMENSIONS", k->line);
}

/* SCALARS NAME TYPE [N], LOOKUP_TABLE NAME */
static int get_scalars(struct vtk *k, struct tile_error *e)
{
  char name[80], type[80];
  int64_t channels = 1;
  if (k->words < 3 || (k->words > 3 && !parse_count(k->word[3], &channels)))
    return not_understood(k, e);
  memcpy(name, k->word[1], sizeof name);
  memcpy(type, k->word[2], sizeof type);
  int code = vtk_next_line(k, e);
  if (!code && (!k->words || strcmp(k->word[0], "lookup_table")))
    return volume_reject(k->v, e, "SCALARS %.40s is not followed by a LOOKUP_TABLE", name);
  return code ? code : vtk_get_array(k, name, type, channels, k->tuples, true, e);
}

static int get_vectors(struct vtk *k, struct tile_error *e)
{
  const char *w = k->word[0];
  const int64_t channels = strcmp(w, "tensors") == 0 ? 9 : strcmp(w, "tensors6") == 0 ? 6 : strstr(w, "_ids") ? 1 : 3;
  return k->words < 3 ? not_understood(k, e) : vtk_get_array(k, k->word[1], k->word[2], channels, k->tuples, false, e);
}

static int get_coordinates(struct vtk *k, struct tile_error *e)
{
  int64_t channels;
  return k->words < 4 || !parse_count(k->word[2], &channels)
             ? not_understood(k, e)
             : vtk_get_array(k, k->word[1], k->word[3], channels, k->tuples, false, e);
}

/* COLOR_SCALARS NAME N: bytes, or in text their fractions of 255. */
static int get_colours(struct vtk *k, struct tile_error *e)
{
  int64_t channels;
  return k->words < 3 || !parse_count(k->word[2], &channels)
             ? not_understood(k, e)
             : vtk_get_array(k, k->word[1], k->binary ? "unsigned_char" : "a fraction", channels, k->tuples, false, e);
}

/* LOOKUP_TABLE NAME SIZE: not values of voxels. */
static int get_table(struct vtk *k, struct tile_error *e)
{
  int64_t size;
  return k->words < 3 || !parse_count(k->word[2], &size) ? not_understood(k, e)
                                                         : vtk_skip_array(k, "unsigned_char", 4 * size, e);
}

/* METADATA: the lines up to an empty one. */
static int get_metadata(struct vtk *k, struct tile_error *e)
{
  bool empty = false;
  for (int c = 0; c != EOF && !empty;) {
    empty = true;
    while ((c = getc_unlocked(k->in)) != EOF && c != '\n')
      empty = empty && isspace(c);
  }
  return ferror(k->in) ? vtk_fail_reading(k, e) : TILE_OK;
}

/* FIELD NAME N: N arrays, each after NAME CHANNELS TUPLES TYPE. */
static int get_field(struct vtk *k, struct tile_error *e)
{
  int64_t count, channels, tuples;
  if (k->words < 3 || !parse_count(k->word[2], &count))
    return not_understood(k, e);
  int code = TILE_OK;
  while (count && !code) {
    code = vtk_next_line(k, e);
    if (!code && k->words == 1 && strcmp(k->word[0], "metadata") == 0) {
      code = get_metadata(k, e);
      continue;
    }
    if (!code && (k->words < 4 || !parse_count(k->word[1], &channels) || !parse_count(k->word[2], &tuples)))
      return not_understood(k, e);
    char name[80];
    if (!code && sscanf(k->line, "%79s", name) == 1) /* the line, because word[0] is in lower case */
      code = vtk_get_array(k, name, k->word[3], channels, tuples, false, e);
    count--;
  }
  return code;
}

static const struct {
  const char *word;
  get_line *get;
} lines[] = {
    {"dataset", get_dataset},       {"dimensions", get_dimensions}, {"spacing", get_spacing},
    {"aspect_ratio", get_spacing},  {"origin", get_origin},         {"point_data", get_association},
    {"cell_data", get_association}, {"scalars", get_scalars},       {"vectors", get_vectors},
    {"normals", get_vectors},       {"tensors", get_vectors},       {"tensors6", get_vectors},
    {"global_ids", get_vectors},    {"pedigree_ids", get_vectors},  {"texture_coordinates", get_coordinates},
    {"color_scalars", get_colours}, {"lookup_table", get_table},    {"field", get_field},
    {"metadata", get_metadata},
};

int vtk_get_line(struct vtk *k, struct tile_error *e)
{
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (strcmp(lines[i].word, k->word[0]) == 0)
      return lines[i].get(k, e);
  return not_understood(k, e);
}
