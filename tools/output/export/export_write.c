/* SPDX-License-Identifier: BSD-3-Clause */
#include "export.h"

#include <errno.h>
#include <string.h>

int export_failed(const struct export *x, struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", x->output.path, errno ? strerror(errno) : "write error");
}

int export_write(struct export *x, const void *data, size_t length, struct tile_error *e)
{
  errno = 0;
  x->at += length;
  return fwrite(data, 1, length, x->output.file) == length ? TILE_OK : export_failed(x, e);
}
