/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads header and records, and checks all of them; the trailer is in reader_end.c. */
#include "reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

/* ---- header ---- */

static int check_magic(struct tile_reader *r, const char *text, struct tile_error *e)
{
  const size_t word = strlen("TESSERA ");
  if (!strcmp(text, TILE_MAGIC))
    return TILE_OK;
  if (!strncmp(text, TILE_MAGIC, word) && text[word] >= '0' && text[word] <= '9')
    return tile_reader_reject(r, e, "a later version of the format (\"%s\"); this program reads version 1", text);
  return tile_reader_reject(r, e,
                            "not a tile file (does not begin with \"TESSERA 1\"): of images and surfaces tessera "
                            "voxelize makes one");
}

static int read_magic(struct tile_reader *r, struct tile_error *e)
{
  char text[sizeof TILE_MAGIC] = "";
  if (tile_reader_bytes(r, text, strlen(TILE_MAGIC), "the first line", e)) {
    bool other = strncmp(text, TILE_MAGIC, r->offset);
    if (e->code == TILE_REJECTED && !r->offset)
      return tile_reader_reject(r, e, "empty: no data");
    return e->code == TILE_REJECTED && other ? check_magic(r, text, e) : e->code;
  }
  return check_magic(r, text, e);
}

/* Appends one line with its newline. */
static int read_line(struct tile_reader *r, char **text, size_t *length, size_t *room, struct tile_error *e)
{
  for (int c = 0; c != '\n'; (*text)[(*length)++] = (char)c) {
    if (*length == TILE_HEADER_LIMIT)
      return tile_reader_reject(r, e, "the header has no end line in its first 16 MiB");
    if (tile_reserve(text, room, *length + 1, 1, "the header", e))
      return e->code;
    unsigned char byte;
    if (tile_reader_bytes(r, &byte, 1, "the header", e))
      return e->code;
    c = byte;
  }
  return TILE_OK;
}

static int read_lines(struct tile_reader *r, char **text, struct tile_error *e)
{
  size_t length = strlen(TILE_MAGIC), room = 4096, line;
  *text = tile_alloc(1, room);
  if (!*text)
    return tile_fail_memory(e, room, "the header");
  memcpy(*text, TILE_MAGIC, length);
  do {
    line = length;
    if (read_line(r, text, &length, &room, e))
      return e->code;
  } while (strncmp(*text + line, "end: ", 5));
  if (length - line != TILE_END_LINE)
    return tile_reader_reject(r, e, "header: the end line is not \"end: \" and 16 digits");
  return tile_header_parse(&r->header, r->name, *text, length, e);
}

static int read_header(struct tile_reader *r, struct tile_error *e)
{
  char *text = NULL;
  if (read_magic(r, e))
    return e->code;
  int code = read_lines(r, &text, e);
  free(text);
  return code;
}

const struct tile_header *tile_reader_header(const struct tile_reader *r)
{
  return &r->header;
}

int tile_reader_open(struct tile_reader **to, FILE *in, const char *name, struct tile_error *e)
{
  *to = NULL;
  struct tile_reader *r = tile_alloc(1, sizeof *r);
  if (!r)
    return tile_fail_memory(e, sizeof *r, "reading");
  r->in = in;
  r->name = strdup(name);
  r->hash = XXH3_createState();
  if (!r->name || !r->hash)
    tile_fail_memory(e, 1 << 18, "reading");
  else if (!tile_need_little_endian(e) && !read_header(r, e)) {
    *to = r;
    return TILE_OK;
  }
  tile_reader_free(r);
  return e->code;
}

void tile_reader_free(struct tile_reader *r)
{
  if (!r)
    return;
  tile_header_free(&r->header);
  ZSTD_freeDCtx(r->zstd);
  XXH3_freeState(r->hash);
  free(r->name);
  free(r->stored);
  free(r->raw);
  free(r->index);
  free(r->ahead);
  free(r);
}

/* ---- records ---- */

/* isalpha(3) knows more letters in some locales. */
static bool letter(char c)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static int read_head(struct tile_reader *r, struct tile_head *head, struct tile_error *e)
{
  unsigned char bytes[TILE_HEAD];
  r->begin = r->offset;
  r->number++;
  snprintf(r->where, sizeof r->where, "record %" PRIu64, r->number);
  if (tile_reader_bytes(r, bytes, sizeof bytes, r->where, e))
    return e->code;
  memcpy(head, bytes, sizeof *head);
  memcpy(r->tag, head->tag, 4);
  for (int i = 0; i < 4; i++)
    if (!letter(head->tag[i])) {
      memset(r->tag, '?', 4);
      return tile_reader_reject(r, e, "not a record: a tag has four letters");
    }
  return TILE_OK;
}

static int check_lengths(struct tile_reader *r, const struct tile_head *head, struct tile_error *e)
{
  if (head->raw == 0)
    return tile_reader_reject(r, e, "empty");
  if (head->raw > TILE_RECORD_LIMIT)
    return tile_reader_reject(r, e, "claims %" PRIu64 " bytes (the limit is 64 MiB)", head->raw);
  if (head->flags & TILE_COMPRESSED ? head->stored >= head->raw : head->stored != head->raw)
    return tile_reader_reject(r, e, "stored length %" PRIu64 " does not fit its length %" PRIu64, head->stored,
                              head->raw);
  return TILE_OK;
}

/* Memory grows with the bytes read: the length is only a claim. */
static int read_payload(struct tile_reader *r, size_t length, struct tile_error *e)
{
  snprintf(r->where, sizeof r->where, "record %" PRIu64 " (%s) at byte %" PRIu64, r->number, r->tag, r->begin);
  for (size_t have = 0; have < length;) {
    size_t step = length - have < TILE_CHUNK ? length - have : TILE_CHUNK;
    if (tile_reserve(&r->stored, &r->stored_room, have + step, 1, "reading a record", e) ||
        tile_reader_bytes(r, r->stored + have, step, r->where, e))
      return e->code;
    have += step;
  }
  return TILE_OK;
}

static int check_record(struct tile_reader *r, const struct tile_head *head, struct tile_error *e)
{
  uint64_t sum = tile_checksum(r->hash, head, r->stored, head->stored);
  if (sum != head->sum)
    return tile_reader_reject(r, e, "checksum mismatch (expected 0x%016" PRIx64 ", found 0x%016" PRIx64 ")", head->sum,
                              sum);
  if (head->flags & ~(uint32_t)TILE_COMPRESSED)
    return tile_reader_reject(r, e, "unknown flags 0x%x", head->flags);
  return TILE_OK;
}

static int decompress(struct tile_reader *r, const struct tile_head *head, struct tile_error *e)
{
  size_t frame = ZSTD_findFrameCompressedSize(r->stored, head->stored);
  if (ZSTD_isError(frame) || frame != head->stored)
    return tile_reader_reject(r, e, "not one zstd frame");
  if (ZSTD_getFrameContentSize(r->stored, head->stored) != head->raw)
    return tile_reader_reject(r, e, "the zstd frame does not hold %" PRIu64 " bytes", head->raw);
  if (!r->zstd && !(r->zstd = ZSTD_createDCtx()))
    return tile_fail_memory(e, 1 << 18, "decompression");
  if (tile_reserve(&r->raw, &r->raw_room, head->raw, 1, "reading a record", e))
    return e->code;
  size_t got = ZSTD_decompressDCtx(r->zstd, r->raw, head->raw, r->stored, head->stored);
  if (ZSTD_isError(got) || got != head->raw)
    return tile_reader_reject(r, e, "damaged zstd frame: %s", ZSTD_getErrorName(got));
  return TILE_OK;
}

static bool is_known(const char *tag, const char *known)
{
  for (; *known; known += 4)
    if (!memcmp(tag, known, 4))
      return true;
  return false;
}

/* Reads one record, its payload into r->stored. */
static int read_record(struct tile_reader *r, struct tile_head *head, struct tile_error *e)
{
  if (read_head(r, head, e) || check_lengths(r, head, e) || read_payload(r, head->stored, e) ||
      check_record(r, head, e))
    return e->code;
  return TILE_OK;
}

static int deliver(struct tile_reader *r, const struct tile_head *head, struct tile_record *record,
                   struct tile_error *e)
{
  bool compressed = head->flags & TILE_COMPRESSED;
  if (compressed && decompress(r, head, e))
    return e->code;
  *record = (struct tile_record){
      .length = head->raw, .data = compressed ? r->raw : r->stored, .number = r->number, .offset = r->begin};
  memcpy(record->tag, head->tag, 4);
  return TILE_OK;
}

int tile_reader_record(struct tile_reader *r, const char *known, struct tile_record *record, struct tile_error *e)
{
  *record = (struct tile_record){0};
  while (!r->ended) {
    struct tile_head head;
    if (read_record(r, &head, e))
      return e->code;
    if (!memcmp(head.tag, "TAIL", 4))
      return tile_reader_end(r, &head, e);
    if (tile_reader_index(r, &head, e))
      return e->code;
    if (is_known(head.tag, known))
      return deliver(r, &head, record, e);
    if (head.tag[0] < 'a')
      return tile_reader_reject(r, e, "does not belong here, or a newer version wrote it");
  }
  return TILE_OK;
}

/* ---- after reading ---- */

const char *tile_reader_digest(const struct tile_reader *r)
{
  return r->digest;
}

void tile_reader_extent(const struct tile_reader *r, uint64_t *records, uint64_t *bytes)
{
  *records = r->number;
  *bytes = r->offset;
}

int tile_reader_check_digest(struct tile_reader *r, struct tile_digest *d, struct tile_error *e)
{
  char found[33];
  if (tile_digest_finish(d, &r->header, found, e))
    return e->code;
  if (strcmp(found, r->digest))
    return tile_reader_reject(r, e, "digest mismatch (expected %s, found %s)", r->digest, found);
  return TILE_OK;
}

int tile_reader_need_kind(struct tile_reader *r, const char *kind, const char *other, struct tile_error *e)
{
  const char *found = tile_header_get(&r->header, "kind");
  if (!found)
    return tile_fail(e, TILE_REJECTED, "%s: header: key \"kind\" is missing", r->name);
  if (!strcmp(found, kind) || (other && !strcmp(found, other)))
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "%s: header: kind: %s%s%s expected, found \"%.40s\"", r->name, kind,
                   other ? " or " : "", other ? other : "", found);
}
