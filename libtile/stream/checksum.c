/* SPDX-License-Identifier: BSD-3-Clause */
#include "stream.h"

#include <xxhash.h>

uint64_t tile_checksum(struct XXH3_state_s *state, const void *head, const void *payload, size_t length)
{
  XXH3_64bits_reset(state);
  XXH3_64bits_update(state, head, TILE_SUMMED);
  XXH3_64bits_update(state, payload, length);
  return XXH3_64bits_digest(state);
}

int tile_need_little_endian(struct tile_error *e)
{
  if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
    return TILE_OK;
  return tile_fail(e, TILE_FAILED, "tile files are little-endian and this machine is not: not supported");
}
