/* volume_packed: values packed by zlib or gzip, unpacked from the front. */
#include "volume_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PIECE = 1 << 16, DENSEST = 1032 }; /* bytes; what deflate makes of 0 0 0 ... at most */

struct packed {
  z_stream z;
  bool ready;  /* z is begun */
  bool ended;  /* nothing more is packed */
  uint64_t at; /* unpacked so far, with what is skipped */
  unsigned char *piece, *skipped;
};

static int reject(const struct volume_data *d, const char *what, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: its packed values are damaged or cut off (%s)", d->name, what);
}

static int rewind_packed(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  if (p->ready)
    inflateEnd(&p->z);
  p->z = (z_stream){ 0 };
  p->ready = inflateInit2(&p->z, 15 + 32) == Z_OK; /* zlib or gzip, whichever it is */
  if (!p->ready)
    return tile_fail_memory(e, 1 << 16, "unpacking");
  p->at = 0;
  p->ended = false;
  return fseeko(d->in, (off_t)d->begin, SEEK_SET) ? tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno))
                                                  : TILE_OK;
}

static int fill_piece(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  p->z.avail_in = (uInt)fread(p->piece, 1, PIECE, d->in);
  p->z.next_in = p->piece;
  return ferror(d->in) ? tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno)) : TILE_OK;
}

/* A gzip file may consist of several, one after the other. */
static int next_member(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  int code = p->z.avail_in ? TILE_OK : fill_piece(d, e);
  p->ended = !p->z.avail_in || p->z.next_in[0] != 0x1f;
  if (!code && !p->ended && inflateReset(&p->z) != Z_OK)
    return reject(d, "zlib", e);
  return code;
}

static int inflate_some(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  int code = p->z.avail_in ? TILE_OK : fill_piece(d, e);
  if (code)
    return code;
  int got = inflate(&p->z, Z_NO_FLUSH);
  if (got == Z_STREAM_END)
    return next_member(d, e);
  if (got == Z_MEM_ERROR)
    return tile_fail_memory(e, 1 << 15, "unpacking");
  if (got == Z_BUF_ERROR && !p->z.avail_in && p->z.avail_out)
    return reject(d, "they end too early", e);
  return got == Z_OK || got == Z_BUF_ERROR ? TILE_OK : reject(d, p->z.msg ? p->z.msg : "zlib", e);
}

/* Up to `bytes`; *got is less at the end. */
static int unpack(struct volume_data *d, unsigned char *to, size_t bytes, size_t *got, struct tile_error *e)
{
  struct packed *p = d->state;
  int code = TILE_OK;
  *got = 0;
  while (*got < bytes && !p->ended && !code) {
    size_t room = bytes - *got < 1 << 30 ? bytes - *got : 1 << 30;
    p->z.next_out = to + *got;
    p->z.avail_out = (uInt)room;
    code = inflate_some(d, e);
    *got += room - p->z.avail_out;
  }
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

/* Next to nothing may follow; finding that out also makes zlib compare its checksum. */
static int check_end(struct volume_data *d, struct tile_error *e)
{
  struct packed *p = d->state;
  size_t more;
  int code = unpack(d, p->skipped, (size_t)d->tail + 1, &more, e);
  return code || more <= d->tail ? code : volume_data_reject(d, d->bytes + more, e);
}

static int read_packed(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
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

static int open_packed(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  struct packed *p = d->state;
  uint64_t needed;
  if (__builtin_add_overflow(d->bytes, d->skip, &needed) || file < d->begin ||
      needed / DENSEST > file - d->begin)
    return reject(d, "so little cannot hold what the header promises", e);
  p->piece = tile_alloc(PIECE, 1);
  p->skipped = tile_alloc(PIECE, 1);
  return p->piece && p->skipped ? rewind_packed(d, e) : tile_fail_memory(e, 2 * PIECE, "unpacking");
}

static void close_packed(struct volume_data *d)
{
  struct packed *p = d->state;
  if (p->ready)
    inflateEnd(&p->z);
  free(p->piece);
  free(p->skipped);
}

const struct volume_coding volume_packed = { sizeof(struct packed), open_packed, read_packed, close_packed };
