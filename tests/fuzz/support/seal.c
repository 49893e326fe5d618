/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "target.h"

#include "stream.h"

#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

/* Seals the header; returns the offset of the records, or 0. */
static size_t seal_header(unsigned char *data, size_t length)
{
  static const char mark[] = "\nend: ";
  unsigned char *at = memmem(data, length, mark, strlen(mark));
  if (!at || (size_t)(at - data) + 1 + TILE_END_LINE > length)
    return 0;
  const size_t summed = (size_t)(at - data) + 1;
  char line[TILE_END_LINE + 1];
  snprintf(line, sizeof line, "end: %016" PRIx64 "\n", (uint64_t)XXH3_64bits(data, summed));
  memcpy(data + summed, line, TILE_END_LINE);
  return summed + TILE_END_LINE;
}

/* Seals the record at `at`; returns its stored length, or SIZE_MAX when it does not fit. */
static size_t seal_record(unsigned char *data, size_t length, size_t at)
{
  uint64_t stored, sum;
  XXH3_state_t *state = XXH3_createState();
  if (length - at < TILE_HEAD || !state) {
    XXH3_freeState(state);
    return SIZE_MAX;
  }
  memcpy(&stored, data + at + 8, sizeof stored);
  const bool fits = stored <= length - at - TILE_HEAD;
  if (fits) {
    sum = tile_checksum(state, data + at, data + at + TILE_HEAD, stored);
    memcpy(data + at + TILE_SUMMED, &sum, sizeof sum);
  }
  XXH3_freeState(state);
  return fits ? stored : SIZE_MAX;
}

static void seal_end(unsigned char *data, size_t length, size_t at, uint64_t begin)
{
  const uint64_t sum = XXH3_64bits(&begin, sizeof begin);
  if (length - at < TILE_END)
    return;
  memcpy(data + at, &begin, 8);
  memcpy(data + at + 8, &sum, 8);
  memcpy(data + at + 16, TILE_END_MARK, 8);
}

/* Corrects the index entry of the record at `from` in the payload of the trailer at `tail`, as far as it has space. */
static void seal_entry(unsigned char *data, size_t tail, size_t stored, size_t entry, size_t from)
{
  unsigned char *to = data + tail + TILE_HEAD + entry * TILE_ENTRY;
  const uint64_t begin = from;
  if ((entry + 1) * TILE_ENTRY > stored)
    return;
  memcpy(to, data + from, 8);
  memcpy(to + 8, &begin, 8);
  memcpy(to + 16, data + from + 16, 8);
}

/* Seals the records from `at` to the trailer, and their entries in the index of the trailer. */
static void seal_index(unsigned char *data, size_t at, size_t tail, size_t stored)
{
  for (size_t entry = 0; at < tail; entry++) {
    uint64_t length;
    memcpy(&length, data + at + 8, sizeof length);
    seal_entry(data, tail, stored, entry, at);
    at += TILE_HEAD + length;
  }
}

void fuzz_seal(unsigned char *data, size_t length, bool index)
{
  const size_t first = seal_header(data, length);
  size_t at = first, stored;
  while (at && (stored = seal_record(data, length, at)) != SIZE_MAX) {
    const size_t begin = at;
    at += TILE_HEAD + stored;
    if (!memcmp(data + begin, "TAIL", 4)) {
      if (index)
        seal_index(data, first, begin, stored);
      seal_record(data, length, begin);
      seal_end(data, length, at, begin);
      return;
    }
  }
}
