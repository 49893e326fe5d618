/* SPDX-License-Identifier: BSD-3-Clause */
#include "nodes_joined.h"

#include "tile_domain.h"

uint64_t nodes_layer(int axis, int k)
{
  static const uint64_t first[] = {UINT64_C(0x1111111111111111), UINT64_C(0x000f000f000f000f), UINT64_C(0xffff)};
  static const int width[] = {1, 4, 16};
  return k < 0 || k >= TILE_EDGE ? 0 : first[axis] << (k * width[axis]);
}

/* The ends of one link of `nodes` that lie in the tile at `way`, as nodes of that tile. */
static uint64_t moved(uint64_t nodes, const signed char link[3], const int way[3])
{
  int by = 0;
  for (int a = 0, width = 1; a < 3; a++, width *= TILE_EDGE) {
    if (way[a] && way[a] != link[a])
      return 0;
    const uint64_t leaving = link[a] ? nodes_layer(a, link[a] > 0 ? TILE_EDGE - 1 : 0) : 0;
    nodes &= way[a] ? leaving : ~leaving;
    by += width * (link[a] - TILE_EDGE * way[a]);
  }
  return by < 0 ? nodes >> -by : nodes << by;
}

uint64_t nodes_reached(uint64_t nodes, const int way[3])
{
  uint64_t reached = 0;
  for (int i = 1; i < TILE_LINKS; i++)
    reached |= moved(nodes, tile_link[i], way);
  return reached;
}

static uint64_t grown(uint64_t nodes, uint64_t within)
{
  static const int here[3];
  for (uint64_t before = 0; before != nodes;) {
    before = nodes;
    for (int i = 1; i < TILE_LINKS; i++)
      nodes |= moved(nodes, tile_link[i], here) & within;
  }
  return nodes;
}

int nodes_split(uint64_t mask, uint64_t piece[TILE_PIECES])
{
  int count = 0;
  for (; mask; mask &= ~piece[count++])
    piece[count] = ~mask ? grown(mask & -mask, mask) : mask;
  return count;
}
