/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the index at the end of a file before the records, so that a process can skip those that others read. When it
 * skips a record, it checks that the index has it begin where the last one ended. */
#include "reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static bool read_at(struct tile_reader *r, uint64_t at, void *to, size_t length)
{
  return !fseeko(r->in, (off_t)at, SEEK_SET) && fread(to, 1, length, r->in) == length;
}

/* Finds the first byte of the trailer, and the length of its payload. */
static bool find_trailer(struct tile_reader *r, uint64_t *begin, uint64_t *length)
{
  unsigned char end[TILE_END];
  if (fseeko(r->in, 0, SEEK_END))
    return false;
  const off_t size = ftello(r->in);
  if (size < TILE_END + TILE_HEAD || !read_at(r, (uint64_t)size - TILE_END, end, sizeof end))
    return false;
  const uint64_t sum = XXH3_64bits(end, 8), room = (uint64_t)size - TILE_END - TILE_HEAD;
  memcpy(begin, end, 8);
  *length = room - *begin;
  return !memcmp(end + 8, &sum, 8) && !memcmp(end + 16, TILE_END_MARK, 8) && *begin <= room &&
         *length <= TILE_RECORD_LIMIT;
}

static bool read_index(struct tile_reader *r, uint64_t begin, size_t length)
{
  struct tile_head head;
  r->ahead = tile_alloc(length, 1);
  if (!r->ahead || !read_at(r, begin, &head, sizeof head) || fread(r->ahead, 1, length, r->in) != length)
    return false;
  r->ahead_length = length - TILE_DIGEST;
  r->trailer = begin;
  return !memcmp(head.tag, "TAIL", 4) && head.stored == length && head.raw == length && !head.flags &&
         tile_checksum(r->hash, &head, r->ahead, length) == head.sum;
}

static bool look(struct tile_reader *r)
{
  uint64_t begin, length;
  return find_trailer(r, &begin, &length) && length > TILE_DIGEST && read_index(r, begin, (size_t)length);
}

void tile_reader_look_ahead(struct tile_reader *r)
{
  if (r->ahead || ftello(r->in) != (off_t)r->offset)
    return;
  r->away = true;
  if (look(r))
    return;
  clearerr(r->in);
  free(r->ahead);
  r->ahead = NULL;
}

/* The entry of record `number`, from 1; NULL: the trailer, beyond it, or no index. */
static const unsigned char *entry_of(const struct tile_reader *r, uint64_t number)
{
  return r->ahead && number <= r->ahead_length / TILE_ENTRY ? r->ahead + (number - 1) * TILE_ENTRY : NULL;
}

bool tile_reader_ahead(const struct tile_reader *r, char tag[5], uint64_t *length)
{
  const unsigned char *entry = entry_of(r, r->number + 1);
  if (!entry)
    return false;
  memcpy(tag, entry, 4);
  tag[4] = 0;
  memcpy(length, entry + 16, 8);
  return true;
}

int tile_reader_pass(struct tile_reader *r, struct tile_error *e)
{
  const unsigned char *entry = entry_of(r, ++r->number), *next = entry_of(r, r->number + 1);
  struct tile_head head = {0};
  uint64_t begin;
  assert(entry); /* tile_reader_ahead was true */
  memcpy(head.tag, entry, 4);
  memcpy(r->tag, entry, 4);
  memcpy(&head.flags, entry + 4, 4);
  memcpy(&begin, entry + 8, 8);
  memcpy(&head.raw, entry + 16, 8);
  r->begin = r->offset;
  if (begin != r->offset)
    return tile_reader_reject(r, e, "the index says that it begins at byte %llu", (unsigned long long)begin);
  if (next)
    memcpy(&r->offset, next + 8, 8);
  else
    r->offset = r->trailer;
  r->away = true;
  return tile_reader_index(r, &head, e);
}
