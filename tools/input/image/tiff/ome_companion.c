/* SPDX-License-Identifier: BSD-3-Clause */
#include "ome_companion.h"
#include "tiff_stated.h"
#include "regular.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { LONGEST = 1 << 28 }; /* bytes; a slice needs about 200 */

bool ome_is_companion(const char *path)
{
  static const char ending[] = ".companion.ome";
  const size_t length = strlen(path), end = sizeof ending - 1;
  return length > end && strcasecmp(path + length - end, ending) == 0;
}

static int read_text(FILE *in, const char *path, char **text, struct tile_error *e)
{
  struct stat status;
  if (fstat(fileno(in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  if (status.st_size > LONGEST)
    return tile_fail(e, TILE_REJECTED, "%s: %lld bytes are too many for OME-XML", path, (long long)status.st_size);
  const size_t bytes = (size_t)status.st_size;
  *text = tile_alloc(bytes + 1, 1);
  if (!*text)
    return tile_fail_memory(e, bytes + 1, path);
  (*text)[fread(*text, 1, bytes, in)] = 0;
  return ferror(in) ? tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno)) : TILE_OK;
}

int ome_companion_read(const char *path, char **text, struct tile_error *e)
{
  FILE *in = tile_read_regular(path, e);
  if (!in)
    return e->code;
  int code = read_text(in, path, text, e);
  fclose(in);
  if (!code && !strstr(*text, OME_SCHEMA))
    code = tile_fail(e, TILE_REJECTED, "%s: is not OME-XML, or not in UTF-8", path);
  return code;
}
