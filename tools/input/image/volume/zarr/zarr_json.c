/* SPDX-License-Identifier: BSD-3-Clause */
#include "zarr.h"

#include "regular.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

int zarr_json(struct json_document *d, const char *folder, const char *name, struct tile_error *e)
{
  char path[PATH_MAX];
  struct stat status;
  *d = (struct json_document){0};
  if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path || stat(path, &status))
    return TILE_OK;
  FILE *in = tile_read_regular(path, e);
  if (!in)
    return e->code;
  const int code = json_document_read(d, in, path, e);
  fclose(in);
  return code;
}

bool zarr_numbers(const char *list, int count, uint64_t least, uint64_t *to)
{
  int i = 0;
  for (const char *at = json_first(list); at; at = json_next(at), i++) {
    const double number = json_number(at);
    if (i == count || !(number >= (double)least) || number > 0x1p53 || number != floor(number))
      return false;
    to[i] = (uint64_t)number;
  }
  return i == count;
}
