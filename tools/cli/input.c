/* Input files. */
#include "cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

FILE *cli_open_input(const char *path, struct tile_error *e)
{
  struct stat s;
  if (!path || strcmp(path, "-") == 0)
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
