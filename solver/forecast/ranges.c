/* SPDX-License-Identifier: BSD-3-Clause */
#include "ranges.h"

#include "arrangement.h"
#include "subdomain.h"

#include <stdlib.h>

struct division {
  const struct tile_domain *domain;
  size_t *first; /* [parts + 1], first tile of each subdomain */
  int32_t (*near)[TILE_WAYS];
};

/* The number of populations of a tile that come from tiles outside of begin ... end - 1. */
static size_t crossing(const struct division *v, size_t tile, size_t begin, size_t end)
{
  const uint64_t *mask = v->domain->mask;
  size_t count = 0;
  for (uint64_t left = mask[tile]; left; left &= left - 1)
    for (int i = 1, n = __builtin_ctzll(left); i < LBM_Q; i++) {
      const int x = (n & 3) - lbm_c[i][0], y = (n >> 2 & 3) - lbm_c[i][1], z = (n >> 4) - lbm_c[i][2];
      const int32_t t = v->near[tile][lbm_way(x, y, z)];
      count += t >= 0 && ((size_t)t < begin || (size_t)t >= end) && mask[t] >> lbm_node(x, y, z) & 1;
    }
  return count;
}

static bool is_inside(const struct division *v, size_t tile, size_t begin, size_t end)
{
  for (int k = 0; k < TILE_WAYS; k++) {
    const int32_t t = v->near[tile][k];
    if (t >= 0 && ((size_t)t < begin || (size_t)t >= end))
      return false;
  }
  return true;
}

static void add_part(struct lbm_ranges *s, const struct division *v, size_t begin, size_t end)
{
  size_t nodes = 0, halo = 0;
  for (size_t t = begin; t < end; t++) {
    nodes += (size_t)__builtin_popcountll(v->domain->mask[t]);
    halo += is_inside(v, t, begin, end) ? 0 : crossing(v, t, begin, end);
  }
  s->nodes += nodes;
  s->halo += halo;
  s->most_nodes = nodes > s->most_nodes ? nodes : s->most_nodes;
  s->most_halo = halo > s->most_halo ? halo : s->most_halo;
}

int lbm_ranges_make(struct lbm_ranges *s, const struct tile_domain *d, int parts, struct tile_error *e)
{
  struct division v = {d, tile_alloc((size_t)parts + 1, sizeof *v.first), NULL};
  *s = (struct lbm_ranges){.parts = parts};
  if (!v.first)
    return tile_fail_memory(e, ((size_t)parts + 1) * sizeof *v.first, "the parts");
  int code = tile_neighbours(d, &v.near, e);
  if (!code) {
    lbm_partition(v.first, d, parts);
    for (int p = 0; p < parts; p++)
      add_part(s, &v, v.first[p], v.first[p + 1]);
  }
  free(v.near);
  free(v.first);
  return code;
}

double lbm_ranges_step(const struct lbm_ranges *s, double traffic, double bandwidth, double value, double link,
                       double beside)
{
  return (double)s->most_nodes * traffic / bandwidth + (double)s->most_halo * value / link +
         (s->parts > 1 ? beside : 0);
}
