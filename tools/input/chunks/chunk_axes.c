/* SPDX-License-Identifier: BSD-3-Clause */
/* Which axes are z, y and x, by their names: those of xarray, netCDF, h5py and ilastik alike. */
#include "chunks.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int named(char (*name)[CHUNK_NAME], int count, const char *wanted)
{
  int i = 0;
  while (i < count && strcasecmp(name[i], wanted))
    i++;
  return i < count ? i : -1;
}

static bool is_other(const char *name)
{
  static const char *const others[] = {"t", "c", "time", "channel", "channels"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcasecmp(name, others[i]) == 0)
      return true;
  return false;
}

/* xarray and netCDF number axes that have no name. */
static bool says_something(const char *name)
{
  return *name && strncmp(name, "dim_", 4) && strncmp(name, "phony_dim_", 10);
}

static void say_names(char warning[CHUNK_WARNING], char (*name)[CHUNK_NAME], int count)
{
  size_t length = (size_t)snprintf(warning, CHUNK_WARNING, "its axes are named ");
  int words = 0;
  for (int i = 0; i < count && length < CHUNK_WARNING; i++) {
    length +=
        (size_t)snprintf(warning + length, CHUNK_WARNING - length, "%s%s", i ? ", " : "", *name[i] ? name[i] : "?");
    words += says_something(name[i]);
  }
  if (length < CHUNK_WARNING)
    snprintf(warning + length, CHUNK_WARNING - length, ": taken as they are stored, the last as x");
  if (!words)
    *warning = 0;
}

/* The last ones first, as of a single channel; then from the first on, as of a single time. */
int chunk_axes_stored(int axis[3], const uint64_t *size, int count)
{
  int kept[CHUNK_AXES], left = count > CHUNK_AXES ? 0 : count;
  for (int i = 0; i < left; i++)
    kept[i] = i;
  while (left > 3 && size[kept[left - 1]] == 1)
    left--;
  for (int i = 0; i < left && left > 3;)
    if (size[kept[i]] == 1)
      memmove(kept + i, kept + i + 1, (size_t)(--left - i) * sizeof *kept);
    else
      i++;
  for (int k = 0; k < 3; k++)
    axis[k] = left + k < 3 ? -1 : kept[left - 3 + k];
  return left;
}

static int axes_as_stored(int axis[3], char (*name)[CHUNK_NAME], const uint64_t *size, int count,
                          char warning[CHUNK_WARNING])
{
  const int left = chunk_axes_stored(axis, size, count);
  if (name)
    say_names(warning, name, count);
  if (left > 3 && !*warning)
    snprintf(warning, CHUNK_WARNING,
             "its %d axes have no names: those of %llu, %llu and %llu voxels are taken as z, y and x", count,
             (unsigned long long)size[axis[0]], (unsigned long long)size[axis[1]], (unsigned long long)size[axis[2]]);
  return left;
}

int chunk_axes(int axis[3], char (*name)[CHUNK_NAME], const uint64_t *size, int count, char warning[CHUNK_WARNING])
{
  static const char *const names[] = {"z", "y", "x"};
  *warning = 0;
  for (int a = 0; a < 3; a++)
    axis[a] = name ? named(name, count, names[a]) : -1;
  if (axis[1] < 0 || axis[2] < 0)
    return axes_as_stored(axis, name, size, count, warning);
  const int third = 3 - axis[1] - axis[2];
  if (axis[0] < 0 && count == 3 && !is_other(name[third])) {
    axis[0] = third;
    snprintf(warning, CHUNK_WARNING, "its axis %s is taken as z", *name[third] ? name[third] : "without a name");
  }
  return count;
}

/* ---- volumes along other axes ---- */

static bool is_space(const int axis[3], int i)
{
  return i == axis[0] || i == axis[1] || i == axis[2];
}

int64_t chunk_volumes(const int axis[3], const uint64_t *size, int count)
{
  int64_t volumes = 1;
  for (int i = 0; i < count; i++)
    if (!is_space(axis, i) && __builtin_mul_overflow(volumes, size[i], &volumes))
      return 0;
  return volumes;
}

void chunk_volume(uint64_t *at, const int axis[3], const uint64_t *size, int count, uint64_t volume)
{
  for (int i = count; i-- > 0;)
    if (!is_space(axis, i)) {
      at[i] = volume % size[i];
      volume /= size[i];
    }
}
