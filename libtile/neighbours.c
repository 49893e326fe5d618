#include "tile.h"

#include <stdlib.h>

/* Only a periodic axis of whole tiles closes: elsewhere the seam cuts a tile. */
struct seam {
  int64_t span[3];
  bool wraps[3];
};

static struct seam seam_of(const struct tile_domain *d)
{
  struct seam s;
  tile_domain_span(d, s.span);
  for (int a = 0; a < 3; a++)
    s.wraps[a] = (d->periodic >> a & 1) && d->grid[a] % d->edge == 0;
  return s;
}

static void shift(int32_t to[3], const int32_t from[3], int way, const struct seam *s)
{
  const int step[3] = { way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1 };
  for (int a = 0; a < 3; a++) {
    int64_t at = (int64_t)from[a] + step[a];
    if (s->wraps[a])
      at = (at + s->span[a]) % s->span[a];
    to[a] = (int32_t)at;
  }
}

int tile_neighbours(const struct tile_domain *d, int32_t (**map)[27], struct tile_error *e)
{
  struct tile_lookup lookup;
  *map = tile_alloc(d->tiles, sizeof **map);
  if (!*map)
    return tile_fail_memory(e, d->tiles * sizeof **map, "the neighbours of tiles");
  if (tile_lookup_make(&lookup, d, e)) {
    free(*map);
    *map = NULL;
    return e->code;
  }
  const struct seam s = seam_of(d);
#pragma omp parallel for schedule(static)
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (int way = 0; way < 27; way++) {
      int32_t coord[3];
      shift(coord, d->coord[tile], way, &s);
      (*map)[tile][way] = (int32_t)tile_lookup_tile(&lookup, coord);
    }
  tile_lookup_free(&lookup);
  return TILE_OK;
}
