/* A domain without most of its empty layers: what is measured node by node then costs what is stored, not what the grid
 * spans. Between two layers with tiles one empty layer stays, and the first and the last always do, so that nodes are
 * neighbours, touch faces and meet themselves across a seam exactly as before. */
#include "measure.h"

#include <stdlib.h>
#include <string.h>

enum { LAYERS_LIMIT = 1 << 20 }; /* of an axis: beyond, it is left as it is */

/* place[layer] = 1 where tiles lie, and at both ends. */
static void mark_layers(const struct tile_domain *d, int axis, int64_t layers, int32_t *place)
{
  for (size_t t = 0; t < d->tiles; t++)
    place[d->coord[t][axis]] = 1;
  place[0] = place[layers - 1] = 1;
}

/* Marks become the numbers of the layers that stay; returns how many do. */
static int32_t number_layers(int64_t layers, int32_t *place)
{
  int32_t stay = 0;
  for (int64_t i = 0, used = 1, now; i < layers; i++, used = now) {
    now = place[i];
    place[i] = stay;
    stay += now || used;
  }
  return stay;
}

static int squeeze_axis(struct tile_domain *s, int axis, int64_t layers, struct tile_error *e)
{
  if (layers > LAYERS_LIMIT)
    return TILE_OK;
  int32_t *place = tile_alloc((size_t)layers, sizeof *place);
  if (!place)
    return tile_fail_memory(e, (size_t)layers * sizeof *place, "the layers of tiles");
  mark_layers(s, axis, layers, place);
  s->grid[axis] -= (layers - number_layers(layers, place)) * s->edge;
  for (size_t t = 0; t < s->tiles; t++)
    s->coord[t][axis] = place[s->coord[t][axis]];
  free(place);
  return TILE_OK;
}

int tile_squeeze(struct tile_domain *s, const struct tile_domain *d, struct tile_error *e)
{
  int64_t span[3];
  int code = TILE_OK;
  *s = *d;
  tile_domain_span(d, span);
  s->coord = tile_alloc(d->tiles, sizeof *s->coord);
  if (!s->coord)
    return tile_fail_memory(e, d->tiles * sizeof *s->coord, "tiles");
  if (d->tiles)
    memcpy(s->coord, d->coord, d->tiles * sizeof *s->coord);
  for (int axis = 0; axis < 3 && !code; axis++)
    code = squeeze_axis(s, axis, span[axis], e);
  if (code)
    free(s->coord);
  return code;
}
