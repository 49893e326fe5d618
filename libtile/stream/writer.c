/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes header, records and trailer, see tessera-tile(5). */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

struct tile_writer {
  FILE *out;       /* NULL: bytes are only counted */
  uint64_t offset; /* bytes written */
  size_t records;
  unsigned char *index; /* TILE_ENTRY bytes per record, then the digest */
  size_t room;
  unsigned char *packed; /* TILE_HEAD bytes and a compressed payload */
  size_t packed_room;
  ZSTD_CCtx *zstd;
  XXH3_state_t *hash;
};

static int put(struct tile_writer *w, const void *data, size_t length, struct tile_error *e)
{
  errno = 0;
  if (w->out && fwrite(data, 1, length, w->out) != length)
    return tile_fail(e, TILE_FAILED, "could not write: %s", strerror(errno));
  w->offset += length;
  return TILE_OK;
}

static int put_header(struct tile_writer *w, const struct tile_header *h, struct tile_error *e)
{
  char *text;
  size_t length;
  if (tile_header_format(h, &text, &length, e))
    return e->code;
  int code = put(w, text, length, e);
  free(text);
  return code;
}

int tile_writer_begin(struct tile_writer **to, FILE *out, uint64_t offset, struct tile_error *e)
{
  *to = NULL;
  struct tile_writer *w = tile_alloc(1, sizeof *w);
  if (!w)
    return tile_fail_memory(e, sizeof *w, "writing");
  w->out = out;
  w->offset = offset;
  w->zstd = ZSTD_createCCtx();
  w->hash = XXH3_createState();
  if (w->zstd && w->hash) {
    *to = w;
    return TILE_OK;
  }
  tile_writer_free(w);
  return tile_fail_memory(e, 1 << 20, "compression");
}

int tile_writer_open(struct tile_writer **to, FILE *out, const struct tile_header *h, struct tile_error *e)
{
  *to = NULL;
  if (tile_need_little_endian(e) || tile_writer_begin(to, out, 0, e))
    return e->code;
  if (!put_header(*to, h, e))
    return TILE_OK;
  tile_writer_free(*to);
  *to = NULL;
  return e->code;
}

/* Makes room for `more` entries of the index and the digest. */
static int make_index_room(struct tile_writer *w, size_t more, struct tile_error *e)
{
  const size_t need = (w->records + more) * TILE_ENTRY + TILE_DIGEST;
  return tile_reserve(&w->index, &w->room, need, 1, "the index of the file", e);
}

static void add_entry(struct tile_writer *w, const char tag[4], uint32_t flags, uint64_t raw)
{
  unsigned char *entry = w->index + TILE_ENTRY * w->records++;
  memcpy(entry, tag, 4);
  memcpy(entry + 4, &flags, 4);
  memcpy(entry + 8, &w->offset, 8);
  memcpy(entry + 16, &raw, 8);
}

static int put_record(struct tile_writer *w, const char tag[4], uint32_t flags, const void *payload, uint64_t stored,
                      uint64_t raw, struct tile_error *e)
{
  unsigned char head[TILE_HEAD];
  if (!w->out) {
    w->offset += sizeof head + stored;
    return TILE_OK;
  }
  memcpy(head, tag, 4);
  memcpy(head + 4, &flags, 4);
  memcpy(head + 8, &stored, 8);
  memcpy(head + 16, &raw, 8);
  uint64_t sum = tile_checksum(w->hash, head, payload, stored);
  memcpy(head + TILE_SUMMED, &sum, 8);
  return put(w, head, sizeof head, e) ? e->code : put(w, payload, stored, e);
}

static size_t compress(struct tile_writer *w, const void *payload, size_t length, struct tile_error *e)
{
  size_t bound = ZSTD_compressBound(length);
  if (bound > w->packed_room) {
    free(w->packed);
    w->packed = tile_alloc(1, bound);
    w->packed_room = w->packed ? bound : 0;
  }
  if (!w->packed) {
    tile_fail_memory(e, bound, "compression");
    return 0;
  }
  return tile_compress(w->zstd, w->packed, w->packed_room, payload, length);
}

int tile_writer_record(struct tile_writer *w, const char tag[4], const void *payload, size_t length,
                       struct tile_error *e)
{
  if (length == 0 || length > TILE_RECORD_LIMIT || w->records == TILE_RECORDS_LIMIT)
    return tile_fail(e, TILE_USAGE, "record %zu (%.4s) of %zu bytes: beyond the limits of the format", w->records + 1,
                     tag, length);
  if (make_index_room(w, 1, e))
    return e->code;
  size_t stored = compress(w, payload, length, e);
  if (!w->packed)
    return e->code;
  uint32_t flags = stored ? TILE_COMPRESSED : 0;
  add_entry(w, tag, flags, length);
  return put_record(w, tag, flags, stored ? w->packed : payload, stored ? stored : length, length, e);
}

uint64_t tile_writer_offset(const struct tile_writer *w)
{
  return w->offset;
}

const unsigned char *tile_writer_index(const struct tile_writer *w, size_t *length)
{
  *length = w->records * TILE_ENTRY;
  return w->index;
}

int tile_writer_join(struct tile_writer *w, const unsigned char *index, size_t length, uint64_t end,
                     struct tile_error *e)
{
  const size_t records = length / TILE_ENTRY;
  if (records > TILE_RECORDS_LIMIT - w->records)
    return tile_fail(e, TILE_USAGE, "%zu records more than %zu: beyond the limits of the format", records, w->records);
  if (make_index_room(w, records, e))
    return e->code;
  if (length)
    memcpy(w->index + TILE_ENTRY * w->records, index, length);
  w->records += records;
  w->offset = end;
  if (!fseeko(w->out, (off_t)end, SEEK_SET))
    return TILE_OK;
  return tile_fail(e, TILE_FAILED, "could not write: %s", strerror(errno));
}

static void digest_bytes(unsigned char to[TILE_DIGEST], const char digest[33])
{
  for (int i = 0; i < TILE_DIGEST; i++) {
    char pair[3] = {digest[2 * i], digest[2 * i + 1], 0};
    to[i] = (unsigned char)strtoul(pair, NULL, 16);
  }
}

int tile_writer_close(struct tile_writer *w, const char digest[33], struct tile_error *e)
{
  unsigned char end[TILE_END];
  if (make_index_room(w, 1, e))
    return e->code;
  size_t length = w->records * TILE_ENTRY + TILE_DIGEST;
  digest_bytes(w->index + length - TILE_DIGEST, digest);
  memcpy(end, &w->offset, 8);
  uint64_t sum = XXH3_64bits(end, 8);
  memcpy(end + 8, &sum, 8);
  memcpy(end + 16, TILE_END_MARK, 8);
  if (put_record(w, "TAIL", 0, w->index, length, length, e) || put(w, end, sizeof end, e))
    return e->code;
  if (fflush(w->out))
    return tile_fail(e, TILE_FAILED, "could not write: %s", strerror(errno));
  return TILE_OK;
}

void tile_writer_free(struct tile_writer *w)
{
  if (!w)
    return;
  ZSTD_freeCCtx(w->zstd);
  XXH3_freeState(w->hash);
  free(w->index);
  free(w->packed);
  free(w);
}
