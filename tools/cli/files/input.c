/* SPDX-License-Identifier: BSD-3-Clause */
/* Input files. */
#include "cli_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool cli_is_standard(const char *path)
{
  return !path || strcmp(path, "-") == 0;
}

bool cli_to_standard(const char *path)
{
  return path && cli_is_standard(path);
}

const char *cli_input_name(const char *path)
{
  return cli_is_standard(path) ? "standard input" : path;
}

FILE *cli_open_input(const char *path, struct tile_error *e)
{
  struct stat s;
  if (cli_is_standard(path))
    return stdin;
  FILE *file = fopen(path, "rb");
  if (!file) {
    tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
    return NULL;
  }
  if (fstat(fileno(file), &s) == 0 && S_ISDIR(s.st_mode)) {
    fclose(file);
    tile_fail(e, TILE_FAILED, "%s: is a folder, not a file", path);
    return NULL;
  }
  return file;
}
