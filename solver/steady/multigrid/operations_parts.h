/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations that make a coarser graph, the nodes of which are the connected parts of the finer graph within cubes of
 * 2^3 positions. i is a node unless another meaning is given. */

LOOP_FUNC bool same_cube(const struct lbm_graph *g, size_t n, size_t m)
{
  return !((g->at[n] ^ g->at[m]) & ~(UINT64_C(1) | UINT64_C(1) << 21 | UINT64_C(1) << 42));
}

/* Links that are no face are weak: what flows along them takes far longer to settle than all within a cube. Nodes that
 * nothing else joins inside a cube therefore stay apart, so that x can differ at the ends of such a link, until one of them
 * has no other links. In the finest graph these are the diagonal links. */
LOOP_FUNC uint32_t strong_of(const struct lbm_graph *g, size_t i)
{
  const uint32_t width = width_of(g, i);
  return g->strong ? g->strong[i] : g->faces ? LBM_AXIAL : width;
}

LOOP_FUNC bool hangs(const struct lbm_graph *g, size_t i)
{
  bool any = false;
  for (uint32_t k = 0; !any && k < strong_of(g, i); k++)
    any = g->to[link_at(g, i, k)] != i;
  return !any;
}

/* A node without links belongs to no part. */
LOOP(begin_parts)
{
  bool alone = true;
  for (uint32_t k = 0; alone && k < width_of(&a->g, i); k++)
    alone = a->g.to[link_at(&a->g, i, k)] == i;
  a->parts.label[i] = alone ? LBM_NOBODY : (uint32_t)i;
}

/* In the end the label of a part is its first node, whatever the order of the nodes. */
LOOP(join_parts)
{
  volatile uint32_t *label = a->parts.label;
  const uint32_t before = label[i];
  uint32_t least = before;
  const uint32_t strong = strong_of(&a->g, i);
  for (uint32_t k = 0; k < width_of(&a->g, i); k++) {
    const uint32_t to = a->g.to[link_at(&a->g, i, k)];
    if (to != i && same_cube(&a->g, i, to) && label[to] < least && (k < strong || hangs(&a->g, i) || hangs(&a->g, to)))
      least = label[to];
  }
  if (least < before && before != LBM_NOBODY) {
    label[i] = least;
    *a->parts.changed = 1;
  }
}

LOOP(mark_first)
{
  a->parts.number[i] = a->parts.label[i] == i;
}

LOOP(number_parts)
{
  const uint32_t label = a->parts.label[i];
  a->g.part[i] = label == LBM_NOBODY ? label : a->parts.number[label];
  if (label != LBM_NOBODY)
    LOOP_TAKE(a->g.first + a->g.part[i], 1);
}

LOOP(place_children)
{
  const uint32_t part = a->g.part[i];
  if (part != LBM_NOBODY)
    a->g.child[a->g.first[part] + LOOP_TAKE(a->parts.filled + part, 1)] = (uint32_t)i;
}

/* i is a part. */
LOOP(sort_children)
{
  uint32_t *child = a->g.child;
  for (uint32_t n = a->g.first[i] + 1; n < a->g.first[i + 1]; n++)
    for (uint32_t m = n; m > a->g.first[i] && child[m - 1] > child[m]; m--) {
      const uint32_t other = child[m];
      child[m] = child[m - 1];
      child[m - 1] = other;
    }
  a->c.at[i] = a->g.at[child[a->g.first[i]]] >> 1 & ~(UINT64_C(1) << 20 | UINT64_C(1) << 41);
}

LOOP_FUNC bool is_outer(const struct lbm_graph *g, size_t part, uint32_t to)
{
  return g->part[to] != part && g->part[to] != LBM_NOBODY;
}

/* i is a part. */
LOOP(count_outer)
{
  const struct lbm_graph *g = &a->g;
  uint32_t count = 0;
  for (uint32_t n = g->first[i]; n < g->first[i + 1]; n++)
    for (uint32_t k = 0, width = width_of(g, g->child[n]); k < width; k++)
      count += is_outer(g, i, g->to[link_at(g, g->child[n], k)]);
  a->parts.outer[i] = count;
}

/* Appends the parts to which part i has strong or weak links, and which the list does not have; returns its length. */
LOOP_FUNC uint32_t list_outer(const struct lbm_graph *g, size_t i, bool strong, uint32_t *list, uint32_t count)
{
  for (uint32_t n = g->first[i]; n < g->first[i + 1]; n++) {
    const uint32_t child = g->child[n], all = width_of(g, child), few = strong_of(g, child);
    for (uint32_t k = strong ? 0 : few; k < (strong ? few : all); k++) {
      const uint32_t to = g->to[link_at(g, child, k)];
      uint32_t m = 0;
      if (!is_outer(g, i, to))
        continue;
      while (m < count && list[m] != g->part[to])
        m++;
      if (m == count)
        list[count++] = g->part[to];
    }
  }
  return count;
}

/* i is a part. Lists each other part that it is linked to once, first those with strong links. */
LOOP(merge_outer)
{
  uint32_t *list = a->parts.outer_to + a->parts.outer[i];
  const uint32_t strong = list_outer(&a->g, i, true, list, 0);
  a->c.strong[i] = strong;
  a->parts.degree[i] = list_outer(&a->g, i, false, list, strong);
}

/* i is a part. */
LOOP(copy_links)
{
  const uint32_t *list = a->parts.outer_to + a->parts.outer[i];
  for (uint32_t k = 0, width = width_of(&a->c, i); k < width; k++)
    a->c.to[link_at(&a->c, i, k)] = k < a->parts.degree[i] ? list[k] : (uint32_t)i;
}
