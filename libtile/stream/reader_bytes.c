/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads bytes, and makes messages with the position in the file. */
#include "reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* ---- messages ---- */

int tile_reader_reject(struct tile_reader *r, struct tile_error *e, const char *format, ...)
{
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (!r->number)
    return tile_fail(e, TILE_REJECTED, "%s: %s", r->name, text);
  return tile_fail(e, TILE_REJECTED, "%s: record %" PRIu64 " (%s) at byte %" PRIu64 ": %s", r->name, r->number, r->tag,
                   r->begin, text);
}

int tile_reader_blame(const struct tile_reader *r, const char *part, struct tile_error *e)
{
  const struct tile_error cause = *e;
  return tile_fail(e, cause.code, "%s: %s: %.900s", r->name, part, cause.text);
}

int tile_reader_bytes(struct tile_reader *r, void *to, size_t length, const char *what, struct tile_error *e)
{
  errno = 0;
  if (r->away && fseeko(r->in, (off_t)r->offset, SEEK_SET))
    return tile_fail(e, TILE_FAILED, "%s: could not read: %s", r->name, strerror(errno));
  r->away = false;
  size_t got = fread(to, 1, length, r->in);
  r->offset += got;
  if (got == length)
    return TILE_OK;
  if (ferror(r->in))
    return tile_fail(e, TILE_FAILED, "%s: could not read: %s", r->name, strerror(errno));
  return tile_fail(e, TILE_REJECTED, "%s: truncated: ends at byte %" PRIu64 " within %s", r->name, r->offset, what);
}
