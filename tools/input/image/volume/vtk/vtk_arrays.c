/* SPDX-License-Identifier: BSD-3-Clause */
/* The arrays of a legacy VTK file: selects one, and skips the values. */
#include "vtk_file.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

int vtk_fail_reading(const struct vtk *k, struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", k->v->path, strerror(errno));
}

static const struct {
  const char *name;
  char kind;
  int bits, read; /* of a stored value; 0: cannot be a voxel */
} types[] = {
    {"bit", 'u', 1, 0},
    {"unsigned_char", 'u', 8, 1},
    {"char", 'i', 8, 1},
    {"signed_char", 'i', 8, 1},
    {"unsigned_short", 'u', 16, 1},
    {"short", 'i', 16, 1},
    {"unsigned_int", 'u', 32, 1},
    {"int", 'i', 32, 1},
    {"unsigned_long", 'u', 64, 1},
    {"long", 'i', 64, 1},
    {"float", 'f', 32, 1},
    {"double", 'f', 64, 1},
    {"vtktypeint64", 'i', 64, 1},
    {"vtktypeuint64", 'u', 64, 1},
    {"vtkidtype", 'i', 32, 1},
    {"a fraction", 'u', 8, 1}, /* 0 ... 1 in text, which stands for a byte; no file can name this type */
};

static int type_of(const char *name)
{
  for (int i = 0; i < (int)(sizeof types / sizeof *types); i++)
    if (strcasecmp(types[i].name, name) == 0)
      return i;
  return -1;
}

static void skip_numbers(FILE *in, int64_t count)
{
  bool within = false;
  for (int c; count && (c = getc_unlocked(in)) != EOF;) {
    count -= within && isspace(c);
    within = !isspace(c);
  }
}

/* Skips so many values, or to the end of the file. */
static int skip_values(struct vtk *k, int type, int64_t count, struct tile_error *e)
{
  const off_t here = ftello(k->in), bytes = (off_t)((count * types[type].bits + 7) / 8);
  if (!k->binary)
    skip_numbers(k->in, count);
  else if (fseeko(k->in, 0, SEEK_END) || (bytes < ftello(k->in) - here && fseeko(k->in, here + bytes, SEEK_SET)))
    return vtk_fail_reading(k, e);
  return ferror(k->in) ? vtk_fail_reading(k, e) : TILE_OK;
}

static void list_name(struct vtk *k, const char *name)
{
  const size_t used = strlen(k->names);
  snprintf(k->names + used, sizeof k->names - used, "%s%s", k->count ? ", " : "", name);
  k->count++;
}

/* Selects the array that begins here if it is the requested one or the best so far. */
static void choose(struct vtk *k, const char *name, int type, int64_t channels, bool scalars)
{
  struct volume_file *v = k->v;
  const bool wanted = v->array ? !k->found && strcmp(v->array, name) == 0 : scalars || (!k->scalars && !k->count);
  list_name(k, name);
  k->scalars += scalars;
  if (!wanted)
    return;
  k->found = true;
  k->cells = k->of == 2;
  snprintf(k->chosen, sizeof k->chosen, "%s", name);
  v->type = types[type].read ? voxel_type_of(types[type].kind, types[type].bits) : NULL;
  v->channels = (int)channels;
  v->fractions = strcmp(types[type].name, "a fraction") == 0;
  v->begin = (uint64_t)ftello(k->in);
}

int vtk_get_array(struct vtk *k, const char *name, const char *type_name, int64_t channels, int64_t tuples,
                  bool scalars, struct tile_error *e)
{
  const int type = type_of(type_name);
  int64_t count;
  if (type < 0 || channels < 1 || channels > UINT16_MAX || __builtin_mul_overflow(channels, tuples, &count) ||
      count > INT64_MAX / 4096)
    return volume_reject(k->v, e, "array %.40s: %lld times %lld values of type %.20s cannot be read", name,
                         (long long)tuples, (long long)channels, type_name);
  if (k->of && tuples == k->tuples)
    choose(k, name, type, channels, scalars);
  return skip_values(k, type, count, e);
}

int vtk_skip_array(struct vtk *k, const char *type_name, int64_t count, struct tile_error *e)
{
  return skip_values(k, type_of(type_name), count, e);
}
