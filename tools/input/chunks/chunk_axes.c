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

static void say_names(char word[CHUNK_WORD], char (*name)[CHUNK_NAME], int count)
{
  size_t length = (size_t)snprintf(word, CHUNK_WORD, "its axes are named ");
  int words = 0;
  for (int i = 0; i < count && length < CHUNK_WORD; i++) {
    length += (size_t)snprintf(word + length, CHUNK_WORD - length, "%s%s", i ? ", " : "", *name[i] ? name[i] : "?");
    words += says_something(name[i]);
  }
  if (length < CHUNK_WORD)
    snprintf(word + length, CHUNK_WORD - length, ": taken as they are stored, the last as x");
  if (!words)
    *word = 0;
}

bool chunk_axes(int axis[3], char (*name)[CHUNK_NAME], int count, char word[CHUNK_WORD])
{
  static const char *const names[] = {"z", "y", "x"};
  *word = 0;
  for (int a = 0; a < 3; a++)
    axis[a] = named(name, count, names[a]);
  if (axis[1] < 0 || axis[2] < 0) {
    say_names(word, name, count);
    return false;
  }
  const int third = 3 - axis[1] - axis[2];
  if (axis[0] < 0 && count == 3 && !is_other(name[third])) {
    axis[0] = third;
    snprintf(word, CHUNK_WORD, "its axis %s is taken as z", *name[third] ? name[third] : "without a name");
  }
  return true;
}
