/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations that set weights and leaks of coarser graphs. i is a node; in weigh_coarse it is a node of
 * the coarser graph. */

/* p stays 0 at the node (operations_stokes.h). */
#define HELD 0x40000000u
/* Conductance of a diagonal link between nodes that nothing else joins, in units of p: that of the lattice-Boltzmann step is
 * 0.0150 to 0.0155 a link between boxes of 1 to 5 nodes, from the rate at which their masses become equal at tau 1. */
#define THROAT 0.0155f

LOOP_FUNC bool is_held(const struct lbm_graph *g, size_t i)
{
  return g->face && g->face[i] & HELD;
}

/* The weight of link k, which leads to node `to`, from w on the face between both. */
LOOP_FUNC float weight_of_face(const struct lbm_graph *g, size_t i, uint32_t k, uint32_t to)
{
  const size_t upper = k % 2 ? i : to;
  return to == i ? 0 : k < LBM_AXIAL ? g->width[4 * upper + 1 + k / 2] : THROAT;
}

/* The weight of the link at `at`, one of node i. */
LOOP_FUNC float weight_at(const struct lbm_graph *g, size_t i, size_t at)
{
  if (g->width)
    return is_held(g, i) || is_held(g, g->to[at])
               ? 0
               : weight_of_face(g, i, (uint32_t)(at / LBM_SLICE - g->slice[i / LBM_SLICE]), g->to[at]);
  return g->weight ? g->weight[at] : (float)(g->to[at] != i);
}

LOOP_FUNC float leak_to_held(const struct lbm_graph *g, size_t i)
{
  float sum = 0;
  for (uint32_t k = 0, width = width_of(g, i); k < width && !is_held(g, i); k++) {
    const uint32_t to = g->to[link_at(g, i, k)];
    sum += is_held(g, to) ? weight_of_face(g, i, k, to) : 0;
  }
  return sum;
}

/* An end lies half as far away as a neighbouring node. */
LOOP_FUNC float leak_of(const struct lbm_graph *g, size_t i)
{
  if (g->width)
    return leak_to_held(g, i);
  return g->leak ? g->leak[i] : (float)(2 * (g->ends[i] & 1) + (g->ends[i] & 2));
}

LOOP_FUNC float inverse_of(const struct lbm_graph *g, size_t i)
{
  float sum = leak_of(g, i);
  for (uint32_t k = 0, width = width_of(g, i); k < width; k++)
    sum += weight_at(g, i, link_at(g, i, k));
  return sum > 0 ? 1 / sum : 0;
}

LOOP_FUNC bool is_single(const struct lbm_graph *g, size_t part)
{
  return g->first[part + 1] - g->first[part] == 1;
}

/* A link between parts of one node each is what it was: shares of many levels would make it ever weaker. */
LOOP_FUNC float share_between(const struct lbm_operation *a, size_t part, size_t other)
{
  const int singles = is_single(&a->g, part) + is_single(&a->g, other);
  return singles == 2 ? 1 : singles ? sqrtf((float)a->factor) : (float)a->factor;
}

/* Where the coarser graph has the link from part i to another part. */
LOOP_FUNC size_t link_to(const struct lbm_graph *c, size_t i, uint32_t part)
{
  uint32_t m = 0;
  while (m + 1 < width_of(c, i) && c->to[link_at(c, i, m)] != part)
    m++;
  return link_at(c, i, m);
}

LOOP_FUNC void clear_weights(const struct lbm_graph *c, size_t i)
{
  for (uint32_t m = 0; m < width_of(c, i); m++)
    c->weight[link_at(c, i, m)] = 0;
}

/* i is a node of the coarser graph. factor: lbm_cycle.share, which is for links that lie one behind the other in a part; weak
 * links do not. */
LOOP(weigh_coarse)
{
  const struct lbm_graph *g = &a->g, *c = &a->c;
  float leak = 0;
  clear_weights(c, i);
  for (uint32_t n = g->first[i]; n < g->first[i + 1]; n++) {
    const uint32_t child = g->child[n];
    const uint32_t strong = strong_of(g, child);
    leak += leak_of(g, child);
    for (uint32_t k = 0, all = width_of(g, child); k < all; k++) {
      const size_t at = link_at(g, child, k);
      const uint32_t to = g->to[at];
      if (is_outer(g, i, to))
        c->weight[link_to(c, i, g->part[to])] +=
            (k < strong ? share_between(a, i, g->part[to]) : 1) * weight_at(g, child, at);
    }
  }
  c->leak[i] = leak;
  c->inverse[i] = inverse_of(c, i);
}
