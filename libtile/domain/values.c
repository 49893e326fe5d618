/* SPDX-License-Identifier: BSD-3-Clause */
/* The header key `values`: names and units of the values of nodes (G10). */
#include "domain.h"
#include "tile_file.h"

#include <stdlib.h>
#include <string.h>

static int find(const struct tile_value *value, int count, const char *name)
{
  for (int i = 0; i < count; i++)
    if (!strcmp(value[i].name, name))
      return i;
  return -1;
}

/* A unit has no space: words are separated by one. */
static bool unit_valid(const char *unit)
{
  static const char others[] = "/^*.-%";
  const size_t length = strlen(unit);
  if (!length || length >= sizeof((struct tile_value *)0)->unit)
    return false;
  for (size_t i = 0; i < length; i++)
    if (!((unit[i] >= 'a' && unit[i] <= 'z') || (unit[i] >= 'A' && unit[i] <= 'Z') ||
          (unit[i] >= '0' && unit[i] <= '9') || strchr(others, unit[i])))
      return false;
  return true;
}

static int add(struct tile_value *value, int *count, char *word, const struct tile_header *h, struct tile_error *e)
{
  const char *name = strsep(&word, "=");
  if (*count == TILE_VALUES_LIMIT)
    return tile_keys_reject("values", h, "at most 32", e);
  if (!tile_name_valid(name) || !word || !unit_valid(word) || find(value, *count, name) >= 0)
    return tile_keys_reject("values", h, "NAME=UNIT, each name once", e);
  strcpy(value[*count].name, name);
  strcpy(value[(*count)++].unit, word);
  return TILE_OK;
}

int tile_values_read(struct tile_value *value, int *count, const struct tile_header *h, struct tile_error *e)
{
  const char *text = tile_header_get(h, "values");
  *count = 0;
  char *copy = text ? strdup(text) : NULL, *rest = copy, *word;
  if (!copy)
    return text ? tile_fail_memory(e, strlen(text), "the header") : TILE_OK;
  int code = TILE_OK;
  while (!code && (word = strsep(&rest, " ")))
    code = add(value, count, word, h, e);
  free(copy);
  return code;
}

int tile_values_set(struct tile_header *h, const struct tile_value *value, int count, struct tile_error *e)
{
  char text[TILE_VALUES_LIMIT * sizeof *value] = "";
  size_t length = 0;
  tile_header_drop(h, "values");
  for (int i = 0; i < count && i < TILE_VALUES_LIMIT; i++)
    length +=
        (size_t)snprintf(text + length, sizeof text - length, "%s%s=%s", i ? " " : "", value[i].name, value[i].unit);
  return count ? tile_header_set(h, e, "values", "%s", text) : TILE_OK;
}
