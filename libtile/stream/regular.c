/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "regular.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int tile_open_regular(const char *path, struct tile_error *e)
{
  struct stat status;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const bool known = file >= 0 && fstat(file, &status) == 0;
  if (known && S_ISREG(status.st_mode))
    return file;
  tile_fail(e, TILE_FAILED, "%s: %s", path,
            !known && errno != ENXIO ? strerror(errno) : "is not a regular file"); /* ENXIO: a socket */
  if (file >= 0)
    close(file);
  return -1;
}

FILE *tile_read_regular(const char *path, struct tile_error *e)
{
  const int file = tile_open_regular(path, e);
  FILE *in = file < 0 ? NULL : fdopen(file, "rb");
  if (file >= 0 && !in) {
    tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
    close(file);
  }
  return in;
}
