/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "vti_packed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* All threads compress the blocks of a batch; the size of blocks does not depend on the number of threads. */
enum { BLOCK = 1 << 18, BATCH = 16, HEAD = 3 };

int vti_failed(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "cannot write the .vti file: %s", strerror(errno));
}

static uint64_t blocks_of(uint64_t bytes)
{
  return bytes / BLOCK + (bytes % BLOCK != 0);
}

static size_t room_of_block(void)
{
  return compressBound(BLOCK);
}

int vti_packer_begin(struct vti_packer *p, FILE *out, uint64_t bytes, struct tile_error *e)
{
  const uint64_t words = HEAD + blocks_of(bytes);
  *p = (struct vti_packer){.out = out, .begin = ftello(out)};
  p->values = tile_alloc(BATCH, BLOCK);
  p->packed = tile_alloc(BATCH, room_of_block());
  p->head = tile_alloc(words, sizeof *p->head);
  if (!p->values || !p->packed || !p->head)
    return tile_fail_memory(e, BATCH * 2 * BLOCK + words * sizeof *p->head, "compressed blocks");
  p->head[0] = words - HEAD;
  p->head[1] = BLOCK;
  p->head[2] = bytes % BLOCK;
  return p->begin >= 0 && fwrite(p->head, sizeof *p->head, words, out) == words ? TILE_OK : vti_failed(e);
}

/* Returns the compressed size; 0: out of memory. */
static uint64_t pack(const struct vti_packer *p, size_t block)
{
  const size_t at = block * BLOCK, bytes = p->filled - at < BLOCK ? p->filled - at : BLOCK;
  uLongf packed = room_of_block();
  bool good = compress2(p->packed + block * room_of_block(), &packed, p->values + at, bytes, Z_BEST_SPEED) == Z_OK;
  return good ? packed : 0;
}

static int flush(struct vti_packer *p, struct tile_error *e)
{
  const size_t count = blocks_of(p->filled);
  uint64_t *size = p->head + HEAD + p->blocks;
#pragma omp parallel for schedule(dynamic)
  for (size_t i = 0; i < count; i++)
    size[i] = pack(p, i);
  for (size_t i = 0; i < count; i++) {
    if (!size[i])
      return tile_fail_memory(e, BLOCK, "compressed blocks");
    if (fwrite(p->packed + i * room_of_block(), 1, size[i], p->out) != size[i])
      return vti_failed(e);
  }
  p->blocks += count;
  p->filled = 0;
  return TILE_OK;
}

int vti_packer_put(struct vti_packer *p, const void *values, size_t bytes, struct tile_error *e)
{
  const char *from = values;
  for (size_t some; bytes; bytes -= some, from += some) {
    const size_t left = (size_t)BATCH * BLOCK - p->filled;
    some = bytes < left ? bytes : left;
    memcpy(p->values + p->filled, from, some);
    p->filled += some;
    if (some == left && flush(p, e))
      return e->code;
  }
  return TILE_OK;
}

int vti_packer_end(struct vti_packer *p, struct tile_error *e)
{
  const uint64_t words = HEAD + p->head[0];
  if (p->filled && flush(p, e))
    return e->code;
  const off_t end = ftello(p->out);
  bool good = end >= 0 && fseeko(p->out, p->begin, SEEK_SET) == 0 &&
              fwrite(p->head, sizeof *p->head, words, p->out) == words && fseeko(p->out, end, SEEK_SET) == 0;
  return good ? TILE_OK : vti_failed(e);
}

void vti_packer_free(struct vti_packer *p)
{
  free(p->values);
  free(p->packed);
  free(p->head);
  *p = (struct vti_packer){0};
}
