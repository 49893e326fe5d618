/* SPDX-License-Identifier: BSD-3-Clause */
/* volume_zlib: zlib or gzip, which the library distinguishes. */
#include "volume_packed.h"

#include <stdlib.h>
#include <zlib.h>

enum { DENSEST = 1032 }; /* the highest compression ratio of deflate */

static void end_zlib(struct packed *p)
{
  if (!p->unpacker)
    return;
  inflateEnd(p->unpacker);
  free(p->unpacker);
  p->unpacker = NULL;
}

static bool begin_zlib(struct packed *p)
{
  if (p->unpacker)
    return inflateReset2(p->unpacker, 15 + 32) == Z_OK;
  z_stream *z = tile_alloc(1, sizeof *z);
  if (z && inflateInit2(z, 15 + 32) == Z_OK)
    p->unpacker = z;
  else
    free(z);
  return p->unpacker;
}

/* A gzip file may consist of several members, one after another. */
static int next_member(struct volume_data *d, struct packed *p, struct tile_error *e)
{
  int code = packed_fill(d, p, e);
  p->ended = !p->left || p->in[0] != 0x1f;
  if (!code && !p->ended && inflateReset(p->unpacker) != Z_OK)
    return packed_reject(d, "zlib", e);
  return code;
}

static int inflate_some(struct volume_data *d, struct packed *p, struct tile_error *e)
{
  z_stream *z = p->unpacker;
  const size_t room = p->room < 1 << 30 ? p->room : 1 << 30;
  z->next_in = (unsigned char *)p->in;
  z->avail_in = (uInt)p->left;
  z->next_out = p->out;
  z->avail_out = (uInt)room;
  const int got = inflate(z, Z_NO_FLUSH);
  p->in = z->next_in;
  p->left = z->avail_in;
  p->out = z->next_out;
  p->room -= room - z->avail_out;
  if (got == Z_STREAM_END)
    return next_member(d, p, e);
  if (got == Z_MEM_ERROR)
    return tile_fail_memory(e, 1 << 15, "unpacking");
  if (got == Z_BUF_ERROR && !p->left && p->room)
    return packed_reject(d, "they end too early", e);
  return got == Z_OK || got == Z_BUF_ERROR ? TILE_OK : packed_reject(d, z->msg ? z->msg : "zlib", e);
}

static const struct packing packing = {DENSEST, begin_zlib, inflate_some, end_zlib};

static int open_zlib(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  return packed_open(d, &packing, file, e);
}

const struct volume_coding volume_zlib = {sizeof(struct packed), true, open_zlib, packed_read, packed_close};
