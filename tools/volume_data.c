/* The values of a volume: as they are, or unpacked by zlib from the front. */
#include "volume_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { PIECE = 1 << 16, DENSEST = 1032 }; /* bytes; what deflate makes of 0 0 0 ... at most */

struct volume_data {
  FILE *in;
  const char *name;       /* of the file, for messages */
  uint64_t begin, skip, bytes; /* as in struct volume_file; bytes: of all values */
  bool packed;
  /* packed only */
  z_stream z;
  bool ready;             /* z is begun */
  bool ended;             /* nothing more is packed */
  uint64_t at;            /* unpacked so far, with what is skipped */
  unsigned char *piece, *skipped;
};

static int reject_length(const struct volume_data *d, uint64_t found, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: by its header %llu bytes of values %s, found %llu", d->name,
                   (unsigned long long)d->bytes, found < d->bytes ? "are needed (is it cut off?)" : "are expected",
                   (unsigned long long)found);
}

/* ---- packed ---- */

static int reject_packed(const struct volume_data *d, const char *what, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: its packed values are damaged or cut off (%s)", d->name, what);
}

static int rewind_packed(struct volume_data *d, struct tile_error *e)
{
  if (d->ready)
    inflateEnd(&d->z);
  d->z = (z_stream){ 0 };
  d->ready = inflateInit2(&d->z, 15 + 32) == Z_OK; /* zlib or gzip, whichever it is */
  if (!d->ready)
    return tile_fail_memory(e, 1 << 16, "unpacking");
  d->at = 0;
  d->ended = false;
  return fseeko(d->in, (off_t)d->begin, SEEK_SET) ? tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno))
                                                  : TILE_OK;
}

static int fill_piece(struct volume_data *d, struct tile_error *e)
{
  d->z.avail_in = (uInt)fread(d->piece, 1, PIECE, d->in);
  d->z.next_in = d->piece;
  return ferror(d->in) ? tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno)) : TILE_OK;
}

/* A gzip file may consist of several, one after the other. */
static int next_member(struct volume_data *d, struct tile_error *e)
{
  int code = d->z.avail_in ? TILE_OK : fill_piece(d, e);
  d->ended = !d->z.avail_in || d->z.next_in[0] != 0x1f;
  if (!code && !d->ended && inflateReset(&d->z) != Z_OK)
    return reject_packed(d, "zlib", e);
  return code;
}

static int inflate_some(struct volume_data *d, struct tile_error *e)
{
  int code = d->z.avail_in ? TILE_OK : fill_piece(d, e);
  if (code)
    return code;
  int got = inflate(&d->z, Z_NO_FLUSH);
  if (got == Z_STREAM_END)
    return next_member(d, e);
  if (got == Z_MEM_ERROR)
    return tile_fail_memory(e, 1 << 15, "unpacking");
  if (got == Z_BUF_ERROR && !d->z.avail_in && d->z.avail_out)
    return reject_packed(d, "they end too early", e);
  return got == Z_OK || got == Z_BUF_ERROR ? TILE_OK : reject_packed(d, d->z.msg ? d->z.msg : "zlib", e);
}

/* Up to `bytes`; *got is less at the end. */
static int unpack(struct volume_data *d, unsigned char *to, size_t bytes, size_t *got, struct tile_error *e)
{
  int code = TILE_OK;
  *got = 0;
  while (*got < bytes && !d->ended && !code) {
    size_t room = bytes - *got < 1 << 30 ? bytes - *got : 1 << 30;
    d->z.next_out = to + *got;
    d->z.avail_out = (uInt)room;
    code = inflate_some(d, e);
    *got += room - d->z.avail_out;
  }
  d->at += *got;
  return code;
}

static int unpack_to(struct volume_data *d, uint64_t at, struct tile_error *e)
{
  int code = at < d->at ? rewind_packed(d, e) : TILE_OK;
  while (!code && d->at < at) {
    size_t got, some = at - d->at < PIECE ? (size_t)(at - d->at) : PIECE;
    code = unpack(d, d->skipped, some, &got, e);
    if (!code && got < some)
      return reject_length(d, d->at > d->skip ? d->at - d->skip : 0, e);
  }
  return code;
}

/* Nothing may follow; finding that out also makes zlib compare its checksum. */
static int check_end(struct volume_data *d, struct tile_error *e)
{
  size_t more;
  int code = unpack(d, d->skipped, 1, &more, e);
  return code || !more ? code : reject_length(d, d->bytes + more, e);
}

static int read_packed(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  size_t got = 0;
  int code = unpack_to(d, at + d->skip, e);
  if (!code)
    code = unpack(d, to, bytes, &got, e);
  if (!code && got < bytes)
    return reject_length(d, d->at - d->skip, e);
  return !code && at + bytes == d->bytes ? check_end(d, e) : code;
}

/* ---- as they are ---- */

/* By several threads at once. */
static int read_plain(const struct volume_data *d, uint64_t at, char *to, size_t bytes, struct tile_error *e)
{
  for (size_t done = 0; done < bytes;) {
    ssize_t got = pread(fileno(d->in), to + done, bytes - done, (off_t)(d->begin + d->skip + at + done));
    if (got < 0 && errno != EINTR)
      return tile_fail(e, TILE_FAILED, "%s: %s", d->name, strerror(errno));
    if (got == 0)
      return tile_fail(e, TILE_REJECTED, "%s: the file has become shorter", d->name);
    done += got > 0 ? (size_t)got : 0;
  }
  return TILE_OK;
}

int volume_data_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  return d->packed ? read_packed(d, at, to, bytes, e) : read_plain(d, at, to, bytes, e);
}

/* ---- opening ---- */

static int open_packed(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  uint64_t needed;
  if (__builtin_add_overflow(d->bytes, d->skip, &needed) || file < d->begin ||
      needed / DENSEST > file - d->begin)
    return reject_packed(d, "so little cannot hold what the header promises", e);
  d->piece = tile_alloc(PIECE, 1);
  d->skipped = tile_alloc(PIECE, 1);
  return d->piece && d->skipped ? rewind_packed(d, e) : tile_fail_memory(e, 2 * PIECE, "unpacking");
}

static int open_plain(struct volume_data *d, uint64_t file, bool last, struct tile_error *e)
{
  uint64_t before = d->begin;
  if (__builtin_add_overflow(before, d->skip, &before) || file < before)
    return reject_length(d, 0, e);
  if (last && file - before > d->bytes)
    d->begin += file - before - d->bytes;
  return file - d->begin - d->skip == d->bytes ? TILE_OK : reject_length(d, file - d->begin - d->skip, e);
}

static int open_file(struct volume_data *d, const struct volume_file *v, struct tile_error *e)
{
  struct stat status;
  d->in = fopen(d->name, "rb");
  if (!d->in || fstat(fileno(d->in), &status))
    return tile_fail(e, v->data ? TILE_REJECTED : TILE_FAILED, "%s: %s%s%s", d->name, strerror(errno),
                     v->data ? "; it is named in " : "", v->data ? v->path : "");
  if (!S_ISREG(status.st_mode))
    return tile_fail(e, TILE_REJECTED, "%s: is not a regular file", d->name);
  return d->packed ? open_packed(d, (uint64_t)status.st_size, e)
                   : open_plain(d, (uint64_t)status.st_size, v->last, e);
}

int volume_data_open(struct volume_data **to, const struct volume_file *v, struct tile_error *e)
{
  struct volume_data *d = *to = tile_alloc(1, sizeof *d);
  if (!d)
    return tile_fail_memory(e, sizeof *d, "a volume");
  *d = (struct volume_data){ .name = v->data ? v->data : v->path, .begin = v->begin, .skip = v->skip,
                             .packed = v->packed, .bytes = volume_bytes(v) };
  int code = open_file(d, v, e);
  if (code) {
    volume_data_close(d);
    *to = NULL;
  }
  return code;
}

void volume_data_close(struct volume_data *d)
{
  if (!d)
    return;
  if (d->in)
    fclose(d->in);
  if (d->ready)
    inflateEnd(&d->z);
  free(d->piece);
  free(d->skipped);
  free(d);
}
