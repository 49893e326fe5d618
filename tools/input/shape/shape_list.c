/* SPDX-License-Identifier: BSD-3-Clause */
/* shape_list_read(): spheres from a text, one per line. */
#include "shape.h"
#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BETWEEN " \t\r\n,;"

/* Returns false unless the line has exactly four numbers. */
static bool parse_line(const char *text, struct sphere *one)
{
  double value[4];
  for (int i = 0; i < 4; i++) {
    char *end;
    text += strspn(text, BETWEEN);
    if (!tile_real_read(text, &end, value + i) || (*end && !strchr(BETWEEN, *end)))
      return false;
    text = end;
  }
  *one = (struct sphere){{value[0], value[1], value[2]}, value[3]};
  return !text[strspn(text, BETWEEN)];
}

static int use_line(const char *path, long long number, char *line, sphere_use *use, void *self, struct tile_error *e)
{
  struct sphere one;
  struct tile_error why;
  line[strcspn(line, "#")] = 0;
  if (!line[strspn(line, BETWEEN)])
    return TILE_OK;
  if (!parse_line(line, &one))
    return tile_fail(e, TILE_REJECTED, "%s: line %lld: must be four numbers x y z d, in voxels", path, number);
  int code = use(self, &one, &why);
  return code ? tile_fail(e, code, "%s: line %lld: %s", path, number, why.text) : TILE_OK;
}

int shape_list_read(const char *path, sphere_use *use, void *self, struct tile_error *e)
{
  FILE *in = fopen(path, "r");
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  char *line = NULL;
  size_t room = 0;
  int code = TILE_OK;
  errno = 0;
  for (long long number = 1; !code && getline(&line, &room, in) >= 0; number++)
    code = use_line(path, number, line, use, self, e);
  if (!code && !feof(in))
    code = tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  free(line);
  fclose(in);
  return code;
}
