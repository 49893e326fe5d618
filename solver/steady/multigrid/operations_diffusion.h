/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of diffusion.c. i is a node; node.given has LBM_LOW_END at the lower end, where c is 1, and LBM_HIGH_END
 * at the upper one, where it is 0, or nothing if there is a mean gradient; node.gain is the solution c, in double
 * precision. */

/* The difference that drives a flux along axial link k, with that of the mean gradient. */
LOOP_FUNC double drop_along(const struct lbm_operation *a, size_t i, uint32_t k)
{
  const uint32_t to = a->g.to[link_at(&a->g, i, k)];
  const double mean = (int)(k / 2) == a->along ? (k % 2 ? -1 : 1) : 0;
  return a->node.gain[i] - a->node.gain[to] + mean;
}

LOOP_FUNC double flux_through(const struct lbm_operation *a, size_t i, uint32_t k)
{
  return (double)weight_at(&a->g, i, link_at(&a->g, i, k)) * drop_along(a, i, k);
}

/* The weight of one end beside the node. */
LOOP_FUNC double end_of(const struct lbm_operation *a, size_t i)
{
  return (double)leak_of(&a->g, i) / (a->node.given[i] == LBM_BOTH_ENDS ? 2 : 1);
}

LOOP_FUNC double flux_in(const struct lbm_operation *a, size_t i)
{
  return a->node.given[i] & LBM_LOW_END ? end_of(a, i) * (1 - a->node.gain[i]) : 0;
}

LOOP_FUNC double flux_out(const struct lbm_operation *a, size_t i)
{
  return a->node.given[i] & LBM_HIGH_END ? end_of(a, i) * a->node.gain[i] : 0;
}

/* g.b becomes the residual: what flows into the node. */
LOOP(find_rest)
{
  double sum = flux_in(a, i) - flux_out(a, i);
  for (uint32_t k = 0; k < LBM_AXIAL; k++)
    sum -= flux_through(a, i, k);
  a->g.b[i] = (float)sum;
}

LOOP(flux_along)
{
  a->to[i] = (float)flux_through(a, i, 2 * (uint32_t)a->axis);
}

/* What conducts along an axis with one layer of nodes, each of which is its own neighbour. */
LOOP(open_area)
{
  a->to[i] = conductance_of(a, i, (uint32_t)a->axis);
}

/* Each link is counted at both of its nodes. */
LOOP(dissipation)
{
  double sum = 0;
  for (uint32_t k = 0; k < LBM_AXIAL; k++)
    sum += flux_through(a, i, k) * drop_along(a, i, k) / 2;
  sum += flux_in(a, i) * (1 - a->node.gain[i]) + flux_out(a, i) * a->node.gain[i];
  a->to[i] = (float)sum;
}
