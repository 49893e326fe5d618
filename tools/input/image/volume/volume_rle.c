/* SPDX-License-Identifier: BSD-3-Clause */
/* volume_rle: HxByteRLE of Amira. A count below 128 and the byte that is repeated, or 128 + count and as many bytes. */
#include "volume_packed.h"

#include <stdlib.h>
#include <string.h>

enum { DENSEST = 64 };

struct run {
  size_t left; /* bytes of the run that are still to come */
  bool plain;  /* they are in the file; otherwise `byte` */
  bool begun;  /* the count was read, the byte was not */
  unsigned char byte;
};

static bool begin_rle(struct packed *p)
{
  if (!p->unpacker)
    p->unpacker = malloc(sizeof(struct run));
  if (p->unpacker)
    *(struct run *)p->unpacker = (struct run){0};
  return p->unpacker;
}

static void end_rle(struct packed *p)
{
  free(p->unpacker);
  p->unpacker = NULL;
}

static unsigned char take(struct packed *p)
{
  p->left--;
  return *p->in++;
}

static void put_run(struct packed *p, struct run *r)
{
  size_t count = r->left < p->room ? r->left : p->room;
  if (r->plain && count > p->left)
    count = p->left;
  if (r->plain) {
    memcpy(p->out, p->in, count);
    p->in += count;
    p->left -= count;
  } else
    memset(p->out, r->byte, count);
  p->out += count;
  p->room -= count;
  r->left -= count;
}

static int unpack_some(struct volume_data *d, struct packed *p, struct tile_error *e)
{
  struct run *r = p->unpacker;
  if (r->left && !r->plain && !r->begun) {
    put_run(p, r);
    return TILE_OK;
  }
  if (!p->left)
    return packed_reject(d, "they end too early", e);
  if (r->left && r->plain)
    put_run(p, r);
  else if (r->begun) {
    r->byte = take(p);
    r->begun = false;
  } else {
    const unsigned char count = take(p);
    *r = (struct run){count & 127, count > 127, count <= 127, 0};
  }
  return TILE_OK;
}

static const struct packing packing = {DENSEST, begin_rle, unpack_some, end_rle};

static int open_rle(struct volume_data *d, uint64_t file, struct tile_error *e)
{
  return packed_open(d, &packing, file, e);
}

const struct volume_coding volume_rle = {sizeof(struct packed), true, open_rle, packed_read, packed_close};
