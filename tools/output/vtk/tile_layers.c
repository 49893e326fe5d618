/* SPDX-License-Identifier: BSD-3-Clause */
#include "tile_layers.h"

#include <stdlib.h>

/* Counting sort: counts are stored two places ahead and used one place ahead, so that begin[] is correct at the end. */
static void sort(struct tile_layers *l, int64_t layers)
{
  const struct tile_domain *d = l->domain;
  for (size_t tile = 0; tile < d->tiles; tile++)
    l->begin[d->coord[tile][l->axis] + 2]++;
  for (int64_t k = 0; k < layers; k++)
    l->begin[k + 2] += l->begin[k + 1];
  for (size_t tile = 0; tile < d->tiles; tile++)
    l->tile[l->begin[d->coord[tile][l->axis] + 1]++] = (uint32_t)tile;
}

int tile_layers_make(struct tile_layers *l, const struct tile_domain *d, int axis, struct tile_error *e)
{
  int64_t span[3];
  tile_domain_span(d, span);
  const size_t layers = (size_t)span[axis];
  *l = (struct tile_layers){.domain = d,
                            .axis = axis,
                            .begin = tile_alloc(layers + 2, sizeof *l->begin),
                            .tile = tile_alloc(d->tiles, sizeof *l->tile)};
  if (!l->begin || !l->tile) {
    tile_layers_free(l);
    return tile_fail_memory(e, (layers + 2) * sizeof *l->begin + d->tiles * sizeof *l->tile, "slices");
  }
  sort(l, span[axis]);
  return TILE_OK;
}

void tile_layers_free(struct tile_layers *l)
{
  free(l->begin);
  free(l->tile);
  *l = (struct tile_layers){0};
}

int64_t tile_layer_of(const struct tile_domain *d, int axis, int64_t slice)
{
  int64_t padded = slice + d->offset[axis];
  if (d->periodic >> axis & 1 && padded >= d->grid[axis])
    padded -= d->grid[axis];
  return padded / d->edge;
}
