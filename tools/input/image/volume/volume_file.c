/* SPDX-License-Identifier: BSD-3-Clause */
#include "volume_file.h"

#include "tile_voxels.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

int volume_reject(const struct volume_file *v, struct tile_error *e, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return tile_fail(e, TILE_REJECTED, "%s: %s", v->path, text);
}

void volume_warn(struct volume_file *v, const char *format, ...)
{
  const size_t used = strlen(v->warning);
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (used)
    snprintf(v->warning + used, sizeof v->warning - used, "; %s", text);
  else
    snprintf(v->warning, sizeof v->warning, "%.250s: %s", v->path, text);
}

void volume_missing(struct volume_file *v, double value)
{
  _Alignas(8) unsigned char stored[8];
  if (v->type->narrow && v->type->kind == 'f') {
    v->type->narrow(stored, &value, 1);
    v->type->widen(&value, stored, 1, 0, 1);
  }
  for (int i = 0; i < v->missings; i++)
    if (v->missing[i] == value || (isnan(value) && isnan(v->missing[i])))
      return;
  if (v->missings < (int)(sizeof v->missing / sizeof *v->missing))
    v->missing[v->missings++] = value;
}

uint64_t volume_bytes(const struct volume_file *v)
{
  uint64_t bytes = (uint64_t)v->type->bits / 8;
  for (int i = 0; i < 5; i++) {
    int64_t count = i < 3 ? v->grid[i] : i == 3 ? v->channels : v->volumes;
    if (count < 1 || count > INT32_MAX || __builtin_mul_overflow(bytes, (uint64_t)count, &bytes) ||
        bytes > INT64_MAX / 2)
      return 0;
  }
  return bytes;
}

static bool are_equal(const double side[3])
{
  return fabs(side[1] - side[0]) <= 1e-3 * side[0] && fabs(side[2] - side[0]) <= 1e-3 * side[0];
}

/* The unit of the sides; "": unknown. */
static const char *find_unit(struct volume_file *v, const char *unit, const char *format)
{
  const bool stated = unit && tile_length_in(1, unit) > 0;
  v->assumed = !stated && (v->unit || (unit && !*unit));
  if (stated)
    snprintf(v->note, sizeof v->note, "%s", format);
  else if (v->assumed)
    snprintf(v->note, sizeof v->note, "%s, no unit in the file: %s %s", format, v->unit ? v->unit : "mm",
             v->unit ? "by --unit" : "assumed, see --unit");
  else if (unit)
    snprintf(v->note, sizeof v->note, "the unit '%.24s' of %s is not known", unit, format);
  else
    snprintf(v->note, sizeof v->note, "%s, no unit in the file: see --unit", format);
  return stated ? unit : v->assumed ? v->unit ? v->unit : "mm" : "";
}

/* What is known without a unit: only how the sides compare. */
static void take_shape(struct volume_file *v, const double side[3])
{
  bool known = !are_equal(side);
  for (int a = 0; a < 3; a++) {
    v->shape[a] = fabs(side[a] / side[0]);
    known = known && v->shape[a] > 0 && isfinite(v->shape[a]);
  }
  v->shape[0] = known ? 1 : 0;
}

double volume_sides(struct volume_file *v, const double side[3], const char *unit, const char *format)
{
  const char *name = find_unit(v, unit, format);
  const double metres = tile_length_in(1, name);
  for (int a = 0; a < 3; a++) {
    const double length = fabs(tile_length_in(side[a], name));
    v->side[a] = length > 0 && isfinite(length) ? length : 0;
  }
  if (unit && *unit && !v->assumed && !(metres > 0))
    volume_warn(v, "%s", v->note);
  if (!(metres > 0))
    take_shape(v, side);
  if ((metres > 0 || !are_equal(side)) && v->side[0] == 0 && v->shape[0] == 0)
    snprintf(v->note, sizeof v->note, "the %s states voxels of %g x %g x %g", format, side[0], side[1], side[2]);
  return metres;
}

void volume_array(struct volume_file *v, const char *name, int64_t of)
{
  if (of > 1)
    snprintf(v->array_note, sizeof v->array_note, "array %.60s of %lld", name, (long long)of);
  if (of == 0)
    snprintf(v->array_note, sizeof v->array_note, "data set %s", name);
  for (char *at = v->array_note; *at; at++)
    *at = iscntrl((unsigned char)*at) ? '?' : *at;
}

char *volume_beside(const char *path, const char *name)
{
  const char *slash = *name == '/' ? NULL : strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash + 1 - path) : 0, length = strlen(name);
  char *both = malloc(folder + length + 1);
  if (both) {
    memcpy(both, path, folder);
    memcpy(both + folder, name, length + 1);
  }
  return both;
}

static bool has_names(const char *path, size_t length)
{
  static const char *const endings[] = {".h5", ".hdf5", ".nxs", ".nc", ".hdf", ".he5", ".ims", ".zarr", ".zarr/"};
  bool found = false;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const size_t tail = strlen(endings[i]);
    found = found || (length > tail && strncasecmp(path + length - tail, endings[i], tail) == 0);
  }
  return found;
}

const char *volume_name_in(const char *path)
{
  struct stat status;
  if (stat(path, &status) == 0)
    return NULL;
  for (const char *at = strchr(path, ':'); at; at = strchr(at + 1, ':'))
    if (has_names(path, (size_t)(at - path)))
      return at + 1;
  return NULL;
}

int volume_split(struct volume_file *v, struct tile_error *e)
{
  const char *name = volume_name_in(v->path);
  if (!name)
    return TILE_OK;
  if (v->array)
    return tile_fail(e, TILE_USAGE, "%s: --array %s: the data set is named twice", v->path, v->array);
  v->data = strndup(v->path, (size_t)(name - 1 - v->path));
  if (!v->data)
    return tile_fail_memory(e, strlen(v->path), "a name");
  v->path = v->data;
  v->array = name;
  return TILE_OK;
}
