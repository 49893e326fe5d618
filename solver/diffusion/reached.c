/* SPDX-License-Identifier: BSD-3-Clause */
/* Sets of connected nodes, which remember how many layers along the axis a node lies above the first node of its set
 * (R. E. Tarjan, J. ACM 22 (1975) 215): where a link joins a set with itself at another height, it goes around. */
#include "reached.h"

#include "nodes.h"

#include <stdlib.h>

enum { AXIAL = 6 }; /* links along axes, in the order of tile_link; odd ones ascend */

struct sets {
  const struct tile_domain *domain;
  struct tile_lookup lookup;
  const float *conductivity;
  int axis;
  size_t *first;    /* [tiles + 1], the first node of each tile */
  uint32_t *parent; /* [nodes] */
  int32_t *rise;    /* [nodes], layers above the parent */
  uint8_t *closed;  /* [nodes], bit link - 1: a wall cuts it */
  uint8_t *reached; /* of the first node of each set */
};

/* ---- sets ------------------------------------------------------------------------ */

/* The first node of the set of a node, which is *rise layers below it. */
static uint32_t find(struct sets *s, uint32_t node, int32_t *rise)
{
  uint32_t top = node;
  int32_t height = 0;
  for (; s->parent[top] != top; top = s->parent[top])
    height += s->rise[top];
  *rise = height;
  while (s->parent[node] != top) { /* the way becomes shorter */
    const uint32_t next = s->parent[node];
    const int32_t step = s->rise[node];
    s->parent[node] = top;
    s->rise[node] = height;
    height -= step;
    node = next;
  }
  return top;
}

/* `to` lies `up` layers above `from`. */
static void join(struct sets *s, uint32_t from, uint32_t to, int32_t up)
{
  int32_t low, high;
  const uint32_t one = find(s, from, &low), other = find(s, to, &high);
  if (one == other) {
    s->reached[one] |= high - low != up ? LBM_REACHES_AROUND : 0;
    return;
  }
  s->parent[other] = one;
  s->rise[other] = low + up - high;
  s->reached[one] |= s->reached[other];
}

/* ---- links ------------------------------------------------------------------------ */

static uint32_t number_of(const struct sets *s, size_t tile, int node)
{
  return (uint32_t)(s->first[tile] + tile_rank(s->domain->mask[tile], node));
}

static bool conducts(const struct sets *s, uint32_t node)
{
  return !s->conductivity || s->conductivity[node] > 0;
}

static bool step(const struct tile_domain *d, const int64_t from[3], int link, int64_t at[3])
{
  for (int a = 0; a < 3; a++) {
    at[a] = from[a] + tile_link[link][a];
    if (at[a] == d->grid[a] && d->periodic >> a & 1)
      at[a] = 0;
    else if (at[a] == d->grid[a])
      return false;
  }
  return true;
}

static void join_along(struct sets *s, uint32_t node, const int64_t from[3], int link)
{
  int64_t at[3];
  size_t tile;
  int other;
  if (!step(s->domain, from, link, at) || !tile_lookup_node(&s->lookup, at, &tile, &other))
    return;
  const uint32_t to = number_of(s, tile, other);
  const bool cut = s->closed[node] >> (link - 1) & 1 || s->closed[to] >> link & 1;
  if (!cut && conducts(s, to))
    join(s, node, to, link / 2 == s->axis);
}

static void join_node(struct sets *s, uint32_t node, const int64_t at[3])
{
  const int a = s->axis;
  int32_t rise;
  if (!(s->domain->periodic >> a & 1))
    s->reached[find(s, node, &rise)] |=
        (uint8_t)((at[a] == 0 ? LBM_REACHES_LOW : 0) | (at[a] == s->domain->grid[a] - 1 ? LBM_REACHES_HIGH : 0));
  for (int link = 1; link <= AXIAL; link += 2)
    join_along(s, node, at, link);
}

/* ---- making ------------------------------------------------------------------------ */

static void close_links(struct sets *s)
{
  const struct tile_domain *d = s->domain;
  for (size_t tile = 0; d->wall_begin && tile < d->tiles; tile++)
    for (size_t i = d->wall_begin[tile]; i < d->wall_begin[tile + 1]; i++)
      if (d->wall[i].link <= AXIAL)
        s->closed[number_of(s, tile, d->wall[i].node)] |= (uint8_t)(1U << (d->wall[i].link - 1));
}

static void join_all(struct sets *s)
{
  const struct tile_domain *d = s->domain;
  int32_t rise;
  for (size_t tile = 0; tile < d->tiles; tile++) {
    uint32_t node = (uint32_t)s->first[tile];
    for (uint64_t left = d->mask[tile]; left; left &= left - 1, node++) {
      int64_t at[3];
      if (conducts(s, node) && tile_domain_node(d, tile, __builtin_ctzll(left), at))
        join_node(s, node, at);
    }
  }
  for (size_t i = 0; i < s->first[d->tiles]; i++)
    s->closed[i] = s->reached[find(s, (uint32_t)i, &rise)];
  for (size_t i = 0; i < s->first[d->tiles]; i++)
    s->reached[i] = s->closed[i];
}

static bool allocate(struct sets *s)
{
  const size_t nodes = s->first[s->domain->tiles];
  s->parent = tile_alloc(nodes, sizeof *s->parent);
  s->rise = tile_alloc(nodes, sizeof *s->rise);
  s->closed = tile_alloc(nodes, 1);
  for (size_t i = 0; s->parent && i < nodes; i++) {
    s->parent[i] = (uint32_t)i;
    s->reached[i] = 0;
  }
  return s->parent && s->rise && s->closed;
}

int lbm_reached_make(uint8_t *reached, const struct tile_domain *d, const float *conductivity, int axis,
                     struct tile_error *e)
{
  struct sets s = {.domain = d, .conductivity = conductivity, .axis = axis, .reached = reached};
  int code = tile_lookup_make(&s.lookup, d, e) || tile_domain_begin(&s.first, d, e) ? e->code : 0;
  if (!code && !allocate(&s))
    code = tile_fail_memory(e, 10 * (size_t)tile_domain_nonsolid(d), "the connected nodes");
  if (!code) {
    close_links(&s);
    join_all(&s);
  }
  tile_lookup_free(&s.lookup);
  free(s.first);
  free(s.parent);
  free(s.rise);
  free(s.closed);
  return code;
}
