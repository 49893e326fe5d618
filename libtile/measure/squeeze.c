/* SPDX-License-Identifier: BSD-3-Clause */
/* Removes most of the empty layers of a domain, so that the cost of measuring nodes grows with the tiles stored and not
 * with the grid. One empty layer remains between others, and the first and the last layer always remain, so that the
 * same nodes are neighbours and touch faces, and the same sets wind around periodic axes. */
#include "measure.h"

#include <stdlib.h>
#include <string.h>

enum { LAYERS_LISTED = 1 << 20 }; /* most layers of an axis for a list of all of them */

/* ---- with a list of all layers ---- */

/* Sets place[layer] to 1 for layers with tiles, the first and the last. */
static void mark_layers(const struct tile_domain *d, int axis, int64_t layers, int32_t *place)
{
  for (size_t t = 0; t < d->tiles; t++)
    place[d->coord[t][axis]] = 1;
  place[0] = place[layers - 1] = 1;
}

/* Replaces these by the new numbers of the layers; returns the number of layers that remain. */
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

static int squeeze_near(struct tile_domain *s, int axis, int64_t layers, struct tile_error *e)
{
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

/* ---- with a list of the layers with tiles, the first and the last ---- */

struct place {
  int32_t layer, now; /* old and new number */
};

static int by_layer(const void *a, const void *b)
{
  const struct place *p = a, *q = b;
  return (p->layer > q->layer) - (p->layer < q->layer);
}

/* Sorts the list, removes duplicates and sets the new numbers; returns its length. */
static size_t number_places(struct place *place, size_t count)
{
  size_t last = 0;
  qsort(place, count, sizeof *place, by_layer);
  for (size_t i = 1; i < count; i++) {
    const int32_t apart = place[i].layer - place[last].layer, now = place[last].now + (apart > 1 ? 2 : 1);
    if (apart)
      place[++last] = (struct place){place[i].layer, now};
  }
  return last + 1;
}

static int squeeze_far(struct tile_domain *s, int axis, int64_t layers, struct tile_error *e)
{
  size_t count = s->tiles + 2;
  struct place *place = tile_alloc(count, sizeof *place);
  if (!place)
    return tile_fail_memory(e, count * sizeof *place, "the layers of tiles");
  place[0].layer = (int32_t)(layers - 1); /* place[1]: layer 0 */
  for (size_t t = 0; t < s->tiles; t++)
    place[t + 2].layer = s->coord[t][axis];
  count = number_places(place, count);
  s->grid[axis] -= (layers - 1 - place[count - 1].now) * s->edge;
  for (size_t t = 0; t < s->tiles; t++) {
    const struct place sought = {s->coord[t][axis], 0};
    const struct place *found = bsearch(&sought, place, count, sizeof *place, by_layer);
    s->coord[t][axis] = found->now;
  }
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
    code = (span[axis] > LAYERS_LISTED ? squeeze_far : squeeze_near)(s, axis, span[axis], e);
  if (code)
    free(s->coord);
  return code;
}
