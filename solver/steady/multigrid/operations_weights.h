/* Operations that set weights and leaks for the equations of pressure.h. i is a node; in weigh_coarse it is a node of
 * the coarser graph. */

/* The weight of the link at `at`, one of node i. */
LOOP_FUNC float weight_at(const struct lbm_graph *g, size_t i, size_t at)
{
  return g->weight ? g->weight[at] : (float)(g->to[at] != i);
}

/* An end lies half as far away as a neighbouring node. */
LOOP_FUNC float leak_of(const struct lbm_graph *g, size_t i)
{
  return g->leak ? g->leak[i] : (float)(2 * (g->ends[i] & 1) + (g->ends[i] & 2));
}

LOOP_FUNC float inverse_of(const struct lbm_graph *g, size_t i)
{
  float sum = leak_of(g, i);
  for (uint32_t k = 0, width = width_of(g, i); k < width; k++)
    sum += weight_at(g, i, link_at(g, i, k));
  return sum > 0 ? 1 / sum : 0;
}

/* A diagonal link is half as strong as a link along an axis. */
LOOP_FUNC float strength_of(uint32_t k)
{
  return k < LBM_AXIAL ? 1 : 0.5f;
}

/* The weights of the equation of w. */
LOOP(weigh_walls)
{
  for (uint32_t k = 0, width = width_of(&a->g, i); k < width; k++)
    a->g.weight[link_at(&a->g, i, k)] = a->g.to[link_at(&a->g, i, k)] == i ? 0 : strength_of(k);
  a->g.inverse[i] = inverse_of(&a->g, i);
}

/* The weights of the equation of the pressure. Where the pressure is given x is 0, and links that lead there become
 * leaks. factor: the leak of all nodes. */
LOOP(weigh_pressure)
{
  const bool given = a->node.given[i];
  float leak = (float)a->factor;
  for (uint32_t k = 0, width = width_of(&a->g, i); k < width; k++) {
    const uint32_t to = a->g.to[link_at(&a->g, i, k)];
    const float weight = to == i ? 0 : strength_of(k) * (a->node.mobile[i] + a->node.mobile[to]) / 2;
    const bool inside = !given && !a->node.given[to];
    a->g.weight[link_at(&a->g, i, k)] = inside ? weight : 0;
    leak += inside ? 0 : weight;
  }
  a->g.leak[i] = given ? 0 : leak;
  a->g.inverse[i] = inverse_of(&a->g, i);
}

#define HALVED 0.5f

/* i is a node of the coarser graph. */
LOOP(weigh_coarse)
{
  const struct lbm_graph *g = &a->g, *c = &a->c;
  const uint32_t width = width_of(c, i);
  float leak = 0;
  for (uint32_t m = 0; m < width; m++)
    c->weight[link_at(c, i, m)] = 0;
  for (uint32_t n = g->first[i]; n < g->first[i + 1]; n++) {
    const uint32_t child = g->child[n];
    leak += leak_of(g, child);
    for (uint32_t k = 0, all = width_of(g, child); k < all; k++) {
      const size_t at = link_at(g, child, k);
      const uint32_t to = g->to[at];
      uint32_t m = 0;
      if (!is_outer(g, i, to))
        continue;
      while (m < width && c->to[link_at(c, i, m)] != g->part[to])
        m++;
      c->weight[link_at(c, i, m)] += HALVED * weight_at(g, child, at);
    }
  }
  c->leak[i] = leak;
  c->inverse[i] = inverse_of(c, i);
}
#undef HALVED
