/* SPDX-License-Identifier: BSD-3-Clause */
/* Compressed values, decompressed from the beginning: the part that does not depend on the method. */
#include "volume_packed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 }; /* bytes */

int packed_reject(const struct volume_data *d, const char *what, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: its compressed values are damaged or cut off (%s)", d->name, what);
}

int packed_fill(struct volume_data *d, struct packed *p, struct tile_error *e)
{
  if (p->left)
    return TILE_OK;
  p->left = fread(p->piece, 1, PIECE, d->in);
  p->in = p->piece;
  return ferror(d->in) ? tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno)) : TILE_OK;
}

static int rewind_packed(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  p->left = 0;
  p->at = 0;
  p->ended = false;
  if (!p->packing->begin(p))
    return tile_fail_memory(e, 1 << 16, "unpacking");
  return fseeko(d->in, (off_t)d->begin, SEEK_SET) ? tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno))
                                                  : TILE_OK;
}

/* Decompresses up to `bytes`; *got is less at the end. */
static int unpack(struct volume_data *d, unsigned char *to, size_t bytes, size_t *got, struct tile_error *e)
{
  struct packed *p = d->state;
  int code = TILE_OK;
  p->out = to;
  p->room = bytes;
  while (p->room && !p->ended && !code) {
    code = packed_fill(d, p, e);
    if (!code)
      code = p->packing->some(d, p, e);
  }
  *got = bytes - p->room;
  p->at += *got;
  return code;
}

static int unpack_to(struct volume_data *d, uint64_t at, struct tile_error *e)
{
  struct packed *p = d->state;
  int code = at < p->at ? rewind_packed(d, e) : TILE_OK;
  while (!code && p->at < at) {
    size_t got, some = at - p->at < PIECE ? (size_t)(at - p->at) : PIECE;
    code = unpack(d, p->skipped, some, &got, e);
    if (!code && got < some)
      return volume_data_reject(d, p->at > d->skip ? p->at - d->skip : 0, e);
  }
  return code;
}

/* Almost nothing may follow the values; reading on also makes the library verify its checksum. */
static int check_end(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  size_t more;
  int code = unpack(d, p->skipped, (size_t)d->tail + 1, &more, e);
  return code || more <= d->tail ? code : volume_data_reject(d, d->bytes + more, e);
}

int packed_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  const struct packed *p = d->state;
  size_t got = 0;
  int code = unpack_to(d, at + d->skip, e);
  if (!code)
    code = unpack(d, to, bytes, &got, e);
  if (!code && got < bytes)
    return volume_data_reject(d, p->at - d->skip, e);
  return !code && at + bytes == d->bytes ? check_end(d, e) : code;
}

int packed_open(struct volume_data *d, const struct packing *packing, uint64_t file, struct tile_error *e)
{
  struct packed *p = d->state;
  uint64_t needed;
  p->packing = packing;
  if (__builtin_add_overflow(d->bytes, d->skip, &needed) || file < d->begin ||
      needed / packing->densest > file - d->begin)
    return packed_reject(d, "so few bytes cannot contain the values that are expected", e);
  p->piece = tile_alloc(PIECE, 1);
  p->skipped = tile_alloc(PIECE, 1);
  return p->piece && p->skipped ? rewind_packed(d, e) : tile_fail_memory(e, 2 * PIECE, "unpacking");
}

void packed_close(struct volume_data *d)
{
  struct packed *p = d->state;
  if (p->packing)
    p->packing->end(p);
  free(p->piece);
  free(p->skipped);
}
