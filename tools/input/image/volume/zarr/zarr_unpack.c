/* SPDX-License-Identifier: BSD-3-Clause */
/* Unpacks the bytes of a chunk. */
#include <config.h>

#include "zarr.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#ifdef HAVE_BLOSC
#include <blosc.h>
#endif

static const char no_memory[] = "too little memory";

bool zarr_lacks_memory(const char *why)
{
  return why == no_memory;
}

/* zlib or gzip, which the library distinguishes. */
static const char *unpack_zlib(struct zarr_bytes *b)
{
  z_stream z = {0};
  if (b->length > UINT_MAX || b->room > UINT_MAX)
    return "it has more than 4 GiB";
  if (inflateInit2(&z, 15 + 32) != Z_OK)
    return no_memory;
  z.next_in = (unsigned char *)b->at;
  z.avail_in = (uInt)b->length;
  z.next_out = b->to;
  z.avail_out = (uInt)b->room;
  const int got = inflate(&z, Z_FINISH);
  b->at = b->to;
  b->length = z.total_out;
  inflateEnd(&z);
  return got == Z_STREAM_END ? NULL : "zlib";
}

static const char *unpack_zstd(struct zarr_bytes *b)
{
  const size_t got = ZSTD_decompress(b->to, b->room, b->at, b->length);
  b->at = b->to;
  b->length = got;
  return !ZSTD_isError(got)                                       ? NULL
         : ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation ? no_memory
                                                                  : ZSTD_getErrorName(got);
}

#ifdef HAVE_BLOSC
static const char *unpack_blosc(struct zarr_bytes *b)
{
  size_t bytes;
  if (b->length < BLOSC_MIN_HEADER_LENGTH || blosc_cbuffer_validate(b->at, b->length, &bytes) || bytes > b->room)
    return "blosc";
  const int got = blosc_decompress_ctx(b->at, b->to, b->room, 1);
  b->at = b->to;
  b->length = bytes;
  return got >= 0 && (size_t)got == bytes ? NULL : "blosc";
}
#else
#define unpack_blosc NULL
#endif

/* Castagnoli's polynomial, bit by bit reversed; the sum follows the bytes. */
static const char *check_crc32c(struct zarr_bytes *b)
{
  uint32_t table[256], sum = UINT32_MAX;
  if (b->length < 4)
    return "its checksum is missing";
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int k = 0; k < 8; k++)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0x82f63b78 : 0);
  }
  b->length -= 4;
  for (size_t i = 0; i < b->length; i++)
    sum = sum >> 8 ^ table[(sum ^ b->at[i]) & 255];
  const unsigned char *said = b->at + b->length;
  const uint32_t stated = said[0] | (uint32_t)said[1] << 8 | (uint32_t)said[2] << 16 | (uint32_t)said[3] << 24;
  return ~sum == stated ? NULL : "its checksum differs";
}

static const struct zarr_codec codecs[] = {
    {"gzip", unpack_zlib},   {"zlib", unpack_zlib},    {"zstd", unpack_zstd},
    {"blosc", unpack_blosc}, {"crc32c", check_crc32c},
};

const struct zarr_codec *zarr_codec_named(const char *name)
{
  static const char prefix[] = "numcodecs."; /* of what version 3 has from version 2 */
  if (strncmp(name, prefix, sizeof prefix - 1) == 0)
    name += sizeof prefix - 1;
  for (size_t i = 0; i < sizeof codecs / sizeof *codecs; i++)
    if (strcmp(codecs[i].name, name) == 0)
      return &codecs[i];
  return NULL;
}

size_t zarr_most(size_t bytes)
{
  return bytes + bytes / 8 + 4096;
}

const unsigned char *zarr_unpack(const struct zarr_codecs *c, unsigned char *buffer[CHUNK_BUFFERS], size_t room,
                                 size_t length, size_t bytes, const char **why)
{
  struct zarr_bytes b = {buffer[0], length, NULL, room};
  *why = NULL;
  for (int i = c->count; i-- > 0 && !*why;) {
    b.to = b.at == buffer[1] ? buffer[2] : buffer[1];
    *why = c->codec[i]->unpack(&b);
  }
  if (!*why && b.length != bytes)
    *why = b.length < bytes ? "it has too few values" : "it has too many values";
  return *why ? NULL : b.at;
}
