/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures one slice in square tiles, of which those of the domain are parts. */
#include "measure.h"
#include "internal_measure.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

struct square {
  int32_t x, y;
  int64_t nodes; /* non-solid */
};

static int by_place(const void *a, const void *b)
{
  const struct square *s = a, *t = b;
  return s->y != t->y ? (s->y > t->y) - (s->y < t->y) : (s->x > t->x) - (s->x < t->x);
}

/* Sorts the squares of the tiles and joins equal ones. Returns how many remain. */
static size_t join(struct square *s, size_t count)
{
  size_t last = 0;
  qsort(s, count, sizeof *s, by_place);
  for (size_t i = 1; i < count; i++)
    if (by_place(s + last, s + i))
      s[++last] = s[i];
    else
      s[last].nodes += s[i].nodes;
  return count ? last + 1 : 0;
}

static size_t find_squares(struct square *s, const struct tile_domain *d, int edge)
{
  const int32_t by = edge / d->edge;
  for (size_t t = 0; t < d->tiles; t++)
    s[t] = (struct square){d->coord[t][0] / by, d->coord[t][1] / by, tile_nonsolid_of(d, t)};
  return join(s, d->tiles);
}

static void count_nodes(struct tile_measure *m, const struct square *s, size_t count, int64_t full)
{
  memset(m->histogram, 0, sizeof m->histogram);
  memset(m->tiles_mod16, 0, sizeof m->tiles_mod16);
  for (size_t i = 0; i < count; i++) {
    m->histogram[(10 * s[i].nodes + full - 1) / full - 1]++;
    m->tiles_mod16[s[i].nodes % 16]++;
  }
  m->tiles = (int64_t)count;
  m->utilisation = (double)m->nonsolid / ((double)count * (double)full);
}

/* As a domain with tiles of that edge, without masks. */
static int measure_squares(struct tile_measure *m, struct tile_domain d, const struct square *s, struct tile_error *e)
{
  struct tile_domain squeezed;
  d.coord = tile_alloc(d.tiles, sizeof *d.coord);
  if (!d.coord)
    return tile_fail_memory(e, d.tiles * sizeof *d.coord, "square tiles");
  for (size_t i = 0; i < d.tiles; i++)
    memcpy(d.coord[i], (int32_t[]){s[i].x, s[i].y, 0}, sizeof d.coord[i]);
  int code = tile_squeeze(&squeezed, &d, e);
  if (!code) {
    code = measure_contacts(m, &squeezed, 2, e);
    free(squeezed.coord);
  }
  free(d.coord);
  return code;
}

int tile_measure_squares(struct tile_measure *m, const struct tile_domain *d, int edge, struct tile_error *e)
{
  int64_t span[3];
  struct tile_domain squares = *d;
  if (d->grid[2] != 1 || edge % d->edge)
    return tile_fail(e, TILE_USAGE, "square tiles of edge %d need one slice, and tiles that they are made of", edge);
  struct square *s = tile_alloc(d->tiles, sizeof *s);
  if (!s)
    return tile_fail_memory(e, d->tiles * sizeof *s, "square tiles");
  squares.edge = edge;
  squares.tiles = find_squares(s, d, edge);
  tile_domain_span(&squares, span);
  count_nodes(m, s, squares.tiles, (int64_t)edge * edge);
  m->tiles_all = span[0] * span[1];
  const int code = measure_squares(m, squares, s, e);
  free(s);
  return code;
}
