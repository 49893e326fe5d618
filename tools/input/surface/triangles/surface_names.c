/* SPDX-License-Identifier: BSD-3-Clause */
#include "surface.h"

#include <string.h>

static char *find_name(struct surface *s, const char *name, size_t length)
{
  for (int i = 0; i < s->names; i++)
    if (strlen(s->name[i]) == length && !memcmp(s->name[i], name, length))
      return s->name[i];
  return NULL;
}

static int rename_one(struct surface *s, const char *change, struct tile_error *e)
{
  const char *to = strchr(change, '=');
  char *name = to ? find_name(s, change, (size_t)(to - change)) : NULL;
  if (!name)
    return tile_fail(e, TILE_USAGE, "--name %s: expected OLD=NEW, where OLD is a name of the report", change);
  if (find_name(s, to + 1, strlen(to + 1)))
    return tile_fail(e, TILE_USAGE, "--name %s: %s is there already", change, to + 1);
  if (!mesh_name_valid(to + 1))
    return tile_fail(e, TILE_USAGE, "--name %s: names have at most 31 letters, digits, _ and -, a letter first",
                     change);
  memset(name, 0, sizeof *s->name);
  strcpy(name, to + 1);
  return TILE_OK;
}

int surface_rename(struct surface *s, const char *const *change, size_t count, struct tile_error *e)
{
  int code = TILE_OK;
  for (size_t i = 0; i < count && !code; i++)
    code = rename_one(s, change[i], e);
  for (int i = 0; i < s->caps; i++)
    strcpy(s->cap[i].name, s->name[s->cap[i].surface - 1]);
  return code;
}
