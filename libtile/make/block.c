/* SPDX-License-Identifier: BSD-3-Clause */
#include "domain.h"
#include "nodes.h"
#include "tile_file.h"

#include <stdlib.h>
#include <string.h>

int tile_block_make(struct tile_block *b, const struct tile_domain *d, size_t bytes, struct tile_error *e)
{
  *b = (struct tile_block){.bytes = bytes, .domain = d};
  if (tile_domain_begin(&b->begin, d, e))
    return e->code;
  b->data = tile_alloc(b->begin[d->tiles], bytes);
  if (b->data)
    return TILE_OK;
  tile_fail_memory(e, b->begin[d->tiles] * bytes, "an array");
  tile_block_free(b);
  return e->code;
}

int tile_block_get(void *block, size_t tile, void *data, struct tile_error *e)
{
  (void)e;
  struct tile_block *b = block;
  memcpy(b->data + b->begin[tile] * b->bytes, data, (b->begin[tile + 1] - b->begin[tile]) * b->bytes);
  return TILE_OK;
}

void tile_block_free(struct tile_block *b)
{
  free(b->begin);
  free(b->data);
  *b = (struct tile_block){0};
}
