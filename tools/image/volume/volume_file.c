#include "volume_file.h"

#include "length_unit.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int volume_reject(const struct volume_file *v, struct tile_error *e, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return tile_fail(e, TILE_REJECTED, "%s: %s", v->path, text);
}

uint64_t volume_bytes(const struct volume_file *v)
{
  uint64_t bytes = (uint64_t)v->type->bits / 8;
  for (int i = 0; i < 5; i++) {
    int64_t count = i < 3 ? v->grid[i] : i == 3 ? v->channels : v->volumes;
    if (count < 1 || count > INT32_MAX || __builtin_mul_overflow(bytes, (uint64_t)count, &bytes) || bytes > INT64_MAX / 2)
      return 0;
  }
  return bytes;
}

static bool are_equal(const double side[3])
{
  return fabs(side[1] - side[0]) <= 1e-3 * side[0] && fabs(side[2] - side[0]) <= 1e-3 * side[0];
}

double volume_sides(struct volume_file *v, const double side[3], const char *unit, const char *format)
{
  double metres = *unit ? length_unit(unit) : 1e-3;
  bool stated = metres > 0 || !are_equal(side);
  for (int a = 0; a < 3; a++) {
    double length = fabs(side[a]) * (metres > 0 ? metres : 1e-3);
    v->side[a] = stated && length > 0 && isfinite(length) ? length : 0;
  }
  if (metres > 0)
    snprintf(v->note, sizeof v->note, "%s%s", format, *unit ? "" : ", mm by convention");
  else
    snprintf(v->note, sizeof v->note, "the unit '%.24s' of %s is not known", unit, format);
  return metres;
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
