/* SPDX-License-Identifier: BSD-3-Clause */
/* Compares the trailer with the records read. */
#include "reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

int tile_reader_index(struct tile_reader *r, const struct tile_head *head, struct tile_error *e)
{
  if (r->number > TILE_RECORDS_LIMIT)
    return tile_reader_reject(r, e, "one record too many (the limit is %zu)", TILE_RECORDS_LIMIT);
  if (tile_reserve(&r->index, &r->index_room, r->index_length + TILE_ENTRY, 1, "the index of the file", e))
    return e->code;
  unsigned char *entry = r->index + r->index_length;
  memcpy(entry, head->tag, 4);
  memcpy(entry + 4, &head->flags, 4);
  memcpy(entry + 8, &r->begin, 8);
  memcpy(entry + 16, &head->raw, 8);
  r->index_length += TILE_ENTRY;
  return TILE_OK;
}

static int check_index(struct tile_reader *r, size_t length, struct tile_error *e)
{
  size_t stated = (length - TILE_DIGEST) / TILE_ENTRY, came = r->index_length / TILE_ENTRY;
  if (length < TILE_DIGEST || (length - TILE_DIGEST) % TILE_ENTRY)
    return tile_reader_reject(r, e, "not an index and a digest: %zu bytes", length);
  if (stated != came)
    return tile_reader_reject(r, e, "lists %zu records where %zu came", stated, came);
  for (size_t i = 0; i < came; i++)
    if (memcmp(r->index + i * TILE_ENTRY, r->stored + i * TILE_ENTRY, TILE_ENTRY))
      return tile_reader_reject(r, e, "describes record %zu otherwise than it came", i + 1);
  return TILE_OK;
}

static int check_end(struct tile_reader *r, struct tile_error *e)
{
  unsigned char end[TILE_END], expected[TILE_END];
  if (tile_reader_bytes(r, end, sizeof end, "the trailer", e))
    return e->code;
  uint64_t sum = XXH3_64bits(&r->begin, 8);
  memcpy(expected, &r->begin, 8);
  memcpy(expected + 8, &sum, 8);
  memcpy(expected + 16, TILE_END_MARK, 8);
  if (memcmp(end, expected, sizeof end))
    return tile_reader_reject(r, e, "the last 24 bytes of the file are damaged");
  errno = 0;
  if (fgetc(r->in) != EOF)
    return tile_reader_reject(r, e, "more data follows the end of the file at byte %" PRIu64, r->offset);
  if (ferror(r->in))
    return tile_fail(e, TILE_FAILED, "%s: could not read: %s", r->name, strerror(errno));
  return TILE_OK;
}

int tile_reader_end(struct tile_reader *r, const struct tile_head *head, struct tile_error *e)
{
  if (head->flags)
    return tile_reader_reject(r, e, "the trailer must not be compressed");
  if (check_index(r, head->raw, e) || check_end(r, e))
    return e->code;
  const unsigned char *digest = r->stored + r->index_length;
  for (int i = 0; i < TILE_DIGEST; i++)
    snprintf(r->digest + 2 * i, 3, "%02x", digest[i]);
  r->ended = true;
  return TILE_OK;
}
