/* SPDX-License-Identifier: BSD-3-Clause */
/* The tiles of a domain sorted by their layer along an axis, so that its slices can be visited one by one. */
#ifndef TILE_LAYERS_H
#define TILE_LAYERS_H

#include "memory.h"
#include "tile_domain.h"

struct tile_layers {
  const struct tile_domain *domain; /* not owned */
  int axis;
  size_t *begin;  /* [layers + 1]: the tiles of layer k are tile[begin[k]] ... tile[begin[k + 1] - 1] */
  uint32_t *tile; /* [domain->tiles] */
};
int tile_layers_make(struct tile_layers *l, const struct tile_domain *d, int axis, struct tile_error *e);
void tile_layers_free(struct tile_layers *l);
/* The layer of tiles that has this slice of the grid, across the axis. */
int64_t tile_layer_of(const struct tile_domain *d, int axis, int64_t slice);

#endif
