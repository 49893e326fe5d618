/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations that make the finest graph from the masks of tiles. i is a node of a tile, solid or not; each tile has
 * 64. */
#include "lattice.h"
#include "tile_domain.h"

LOOP_FUNC size_t link_at(const struct lbm_graph *g, size_t i, uint32_t k)
{
  return ((size_t)g->slice[i / LBM_SLICE] + k) * LBM_SLICE + i % LBM_SLICE;
}

LOOP_FUNC uint32_t width_of(const struct lbm_graph *g, size_t i)
{
  return g->slice[i / LBM_SLICE + 1] - g->slice[i / LBM_SLICE];
}

LOOP_FUNC uint32_t bits_in(uint64_t mask)
{
#ifdef __CUDA_ARCH__
  return (uint32_t)__popcll(mask);
#else
  return (uint32_t)__builtin_popcountll(mask);
#endif
}

LOOP_FUNC bool is_node(const struct lbm_tiles *t, size_t i)
{
  return t->mask[i / 64] >> i % 64 & 1;
}

/* Returns the number of a node, or LBM_NOBODY if it is solid. */
LOOP_FUNC uint32_t number_in(const struct lbm_tiles *t, size_t tile, int node)
{
  const uint64_t bit = (uint64_t)1 << node;
  return t->mask[tile] & bit ? t->first[tile] + bits_in(t->mask[tile] & (bit - 1)) : LBM_NOBODY;
}

LOOP_FUNC int32_t padded_at(const struct lbm_tiles *t, size_t i, int axis)
{
  return 4 * t->coord[i / 64][axis] + (int32_t)(i % 64 >> 2 * axis & 3);
}

/* Moves by c along one axis. *way becomes the step from tile to tile, *local the coordinate in that tile. Returns false
 * if this leads out of the grid. */
LOOP_FUNC bool walk(const struct lbm_tiles *t, size_t i, int axis, int c, int *way, int *local)
{
  int32_t to = padded_at(t, i, axis) + c;
  if (!t->period[axis] && (to < t->begin[axis] || to >= t->end[axis]))
    return false;
  *way = c && (c > 0 ? to % 4 == 0 : to % 4 == 3 || to < 0) ? c : 0;
  if (t->period[axis] && to == t->period[axis]) {
    *way = 1;
    to = 0;
  } else if (t->period[axis] && to < 0)
    to = t->period[axis] - 1;
  *local = to & 3;
  return true;
}

/* Returns the node at the other end of a lattice link, or LBM_NOBODY. *outside: the end lies outside the grid. */
LOOP_FUNC uint32_t neighbour_of(const struct lbm_tiles *t, size_t i, int link, bool *outside)
{
  int way[3], local[3];
  *outside = false;
  for (int axis = 0; axis < 3; axis++)
    if (!walk(t, i, axis, lbm_c[link][axis], way + axis, local + axis)) {
      *outside = true;
      return LBM_NOBODY;
    }
  const int32_t tile = t->near[i / 64][TILE_WAY(way[0], way[1], way[2])];
  return tile < 0 ? LBM_NOBODY : number_in(t, (size_t)tile, local[0] + 4 * local[1] + 16 * local[2]);
}

/* Returns bits: bit k is set if there is another node at the end of lattice link k + 1, k < LBM_AXIAL. *walls
 * becomes the number of ends that are solid or outside the grid; ends outside the grid do not count if x of the node
 * is given. */
LOOP_FUNC uint32_t axial_of(const struct lbm_tiles *t, size_t i, bool given, int *walls)
{
  uint32_t bits = 0;
  *walls = 0;
  for (int k = 0; k < LBM_AXIAL; k++) {
    bool outside;
    const uint32_t to = neighbour_of(t, i, k + 1, &outside);
    bits |= (uint32_t)(to != LBM_NOBODY) << k;
    *walls += to == LBM_NOBODY && !(outside && given);
  }
  return bits;
}

/* Is there no node that is a neighbour of both ends? link is a diagonal lattice link, above 6. */
LOOP_FUNC bool is_apart(uint32_t axial, int link)
{
  for (int axis = 0; axis < 3; axis++)
    if (lbm_c[link][axis] && axial >> (2 * axis + (lbm_c[link][axis] < 0)) & 1)
      return false;
  return true;
}

/* Returns the end of a diagonal link of the graph, or LBM_NOBODY. */
LOOP_FUNC uint32_t diagonal_of(const struct lbm_operation *a, size_t i, uint32_t axial, int link)
{
  bool outside;
  return !a->g.axial && is_apart(axial, link) ? neighbour_of(&a->tiles, i, link, &outside) : LBM_NOBODY;
}

/* The axial links always have a place, and diagonal ones have a place where they exist. */
LOOP(count_links)
{
  const struct lbm_tiles *t = &a->tiles;
  int walls;
  if (!is_node(t, i))
    return;
  const uint32_t node = number_in(t, i / 64, (int)(i % 64));
  const uint32_t axial = axial_of(t, i, a->node.given[node], &walls);
  uint32_t count = LBM_AXIAL;
  for (int link = LBM_AXIAL + 1; link < LBM_Q; link++)
    count += diagonal_of(a, i, axial, link) != LBM_NOBODY;
  a->parts.degree[node] = count;
}

LOOP(link_nodes)
{
  const struct lbm_tiles *t = &a->tiles;
  int walls;
  bool outside;
  if (!is_node(t, i))
    return;
  const uint32_t node = number_in(t, i / 64, (int)(i % 64));
  const uint32_t axial = axial_of(t, i, a->node.given[node], &walls);
  uint32_t k = 0;
  for (; k < LBM_AXIAL; k++)
    a->g.to[link_at(&a->g, node, k)] = axial >> k & 1 ? neighbour_of(t, i, (int)k + 1, &outside) : node;
  for (int link = LBM_AXIAL + 1; link < LBM_Q; link++) {
    const uint32_t to = diagonal_of(a, i, axial, link);
    if (to != LBM_NOBODY)
      a->g.to[link_at(&a->g, node, k++)] = to;
  }
  for (const uint32_t width = width_of(&a->g, node); k < width; k++)
    a->g.to[link_at(&a->g, node, k)] = node;
  a->g.at[node] =
      (uint64_t)padded_at(t, i, 0) | (uint64_t)padded_at(t, i, 1) << 21 | (uint64_t)padded_at(t, i, 2) << 42;
}

/* i is an entry of the list. */
LOOP(mark_given)
{
  a->node.given[a->node.list[i]] = 1;
}

/* i is a slice, which becomes as wide as its widest row. */
LOOP(widen_slice)
{
  uint32_t width = 0;
  for (size_t n = i * LBM_SLICE; n < (i + 1) * LBM_SLICE && n < a->g.nodes; n++)
    width = a->parts.degree[n] > width ? a->parts.degree[n] : width;
  a->g.slice[i] = width;
}
