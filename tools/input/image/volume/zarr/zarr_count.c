/* SPDX-License-Identifier: BSD-3-Clause */
/* Which chunks are there: the files are listed, which takes no longer where the header claims many. */
#include "zarr.h"

#include "regular.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads a position along axis i that has a file, written as chunks are named; *at moves behind it. */
static bool get_position(const struct zarr_array *a, int i, const char **at, uint64_t *to)
{
  char *end;
  if (!isdigit((unsigned char)**at) || (**at == '0' && isdigit((unsigned char)(*at)[1])))
    return false;
  errno = 0;
  *to = strtoull(*at, &end, 10);
  *at = end;
  return !errno && *to < zarr_files(a, i);
}

static int found(struct zarr_array *a, const char *path, const uint64_t at[ZARR_AXES], struct tile_error *e)
{
  struct stat status;
  const int file = tile_open_regular(path, e);
  if (file < 0)
    return e->code;
  if (fstat(file, &status)) {
    tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
    close(file);
    return e->code;
  }
  const uint64_t size = (uint64_t)status.st_size;
  const int code = a->sharded ? zarr_check_shard(a, path, file, size, at, e) : TILE_OK;
  close(file);
  a->stored += size;
  if (a->sharded)
    return code;
  a->written++;
  a->largest = size > a->largest ? size : a->largest;
  return TILE_OK;
}

static int count_in(struct zarr_array *a, const char *folder, int axis, uint64_t at[ZARR_AXES], struct tile_error *e);

/* A name has the positions along all axes left, or that along one where it is a folder of others. */
static int look_at(struct zarr_array *a, const char *folder, const char *name, int axis, uint64_t at[ZARR_AXES],
                   struct tile_error *e)
{
  char path[PATH_MAX];
  const char *rest = name;
  const int last = a->separator == '/' ? axis + 1 : a->axes;
  if (a->separator != '/' && a->prefixed && *rest++ != 'c')
    return TILE_OK;
  for (int i = axis; i < last; i++)
    if (((i || a->prefixed) && a->separator != '/' && *rest++ != a->separator) || !get_position(a, i, &rest, &at[i]))
      return TILE_OK;
  if (*rest || (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
    return TILE_OK;
  return last == a->axes ? found(a, path, at, e) : count_in(a, path, last, at, e);
}

static int count_in(struct zarr_array *a, const char *folder, int axis, uint64_t at[ZARR_AXES], struct tile_error *e)
{
  DIR *open = opendir(folder);
  int code = TILE_OK;
  if (!open)
    return errno == ENOENT || errno == ENOTDIR ? TILE_OK : tile_fail(e, TILE_FAILED, "%s: %s", folder, strerror(errno));
  for (const struct dirent *entry; !code && (entry = readdir(open));)
    code = look_at(a, folder, entry->d_name, axis, at, e);
  closedir(open);
  return code;
}

int zarr_count(struct zarr_array *a, struct tile_error *e)
{
  uint64_t at[ZARR_AXES] = {0};
  char folder[PATH_MAX];
  const bool below = a->prefixed && a->separator == '/';
  snprintf(folder, sizeof folder, "%.*s%s", PATH_MAX - 3, a->folder, below ? "/c" : "");
  return count_in(a, folder, 0, at, e);
}
