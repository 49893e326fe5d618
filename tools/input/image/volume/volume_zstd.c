/* SPDX-License-Identifier: BSD-3-Clause */
/* volume_zstd: Zstandard frames, one after another. */
#include "volume_packed.h"

#include <zstd.h>
#include <zstd_errors.h>

enum { DENSEST = 1 << 15 }; /* a block of 128 KiB equal bytes is compressed to 4 bytes */

static void end_zstd(struct packed *p)
{
  ZSTD_freeDStream(p->unpacker);
  p->unpacker = NULL;
}

static bool begin_zstd(struct packed *p)
{
  if (!p->unpacker)
    p->unpacker = ZSTD_createDStream();
  return p->unpacker && !ZSTD_isError(ZSTD_initDStream(p->unpacker));
}

/* Another frame may follow, or one to be skipped: 0x184d2a50 ... 5f. */
static int next_frame(struct volume_data *d, struct packed *p, struct tile_error *e)
{
  int code = packed_fill(d, p, e);
  p->ended = !p->left || (p->in[0] != 0x28 && p->in[0] >> 4 != 5);
  return code;
}

static int decompress_some(struct volume_data *d, struct packed *p, struct tile_error *e)
{
  ZSTD_inBuffer in = {p->in, p->left, 0};
  ZSTD_outBuffer out = {p->out, p->room, 0};
  const size_t got = ZSTD_decompressStream(p->unpacker, &out, &in);
  p->in += in.pos;
  p->left -= in.pos;
  p->out += out.pos;
  p->room -= out.pos;
  if (ZSTD_isError(got))
    return ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation ? tile_fail_memory(e, 1 << 27, "unpacking")
                                                                  : packed_reject(d, ZSTD_getErrorName(got), e);
  if (got == 0)
    return next_frame(d, p, e);
  return in.pos || out.pos ? TILE_OK : packed_reject(d, "they end too early", e);
}

static const struct packing packing = {DENSEST, begin_zstd, decompress_some, end_zstd};

static int open_zstd(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  return packed_open(d, &packing, file, e);
}

const struct volume_coding volume_zstd = {sizeof(struct packed), true, open_zstd, packed_read, packed_close};
