/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of multigrid.c, steady.c and stagger.c. i is a node; in restrict_residual it is a node of the coarser graph. */

/* image_of where all weights between different nodes are 1 */
LOOP_FUNC float axial_image_of(const struct lbm_graph *g, const float *x, size_t i)
{
  const uint32_t *to = g->to + link_at(g, i, 0);
  const float own = x[i];
  float sum = leak_of(g, i) * own;
  for (uint32_t k = 0; k < LBM_AXIAL; k++)
    sum += own - x[to[k * LBM_SLICE]];
  return sum;
}

/* image_of in a graph of faces. x of a held node is 0. */
LOOP_FUNC float image_by_faces(const struct lbm_graph *g, const float *x, size_t i)
{
  const uint32_t *to = g->to + link_at(g, i, 0);
  const float own = x[i], *width = g->width + 4 * i + 1;
  float image = 0;
  for (uint32_t axis = 0; axis < 3; axis++) {
    const uint32_t up = to[2 * axis * LBM_SLICE], down = to[(2 * axis + 1) * LBM_SLICE];
    image += (up == i ? 0 : g->width[4 * (size_t)up + 1 + axis]) * (own - x[up]);
    image += (down == i ? 0 : width[axis]) * (own - x[down]);
  }
  for (uint32_t k = LBM_AXIAL, end = width_of(g, i); k < end; k++)
    image += THROAT * (own - x[to[k * LBM_SLICE]]);
  return is_held(g, i) ? 0 : image;
}

LOOP_FUNC float image_of(const struct lbm_graph *g, const float *x, size_t i)
{
  if (g->width)
    return image_by_faces(g, x, i);
  if (g->axial && !g->weight)
    return axial_image_of(g, x, i);
  const float own = x[i];
  float sum = g->leak[i] * own;
  for (uint32_t k = 0, width = width_of(g, i); k < width; k++)
    sum += g->weight[link_at(g, i, k)] * (own - x[g->to[link_at(g, i, k)]]);
  return sum;
}

/* factor: the damping */
LOOP_FUNC float relaxed(const struct lbm_operation *a, size_t i, float rest)
{
  return (float)a->factor * (a->g.inverse ? a->g.inverse[i] : inverse_of(&a->g, i)) * rest;
}

/* The first sweep, from x = 0. */
LOOP(relax_first)
{
  a->g.x[i] = relaxed(a, i, a->g.b[i]);
}

LOOP(relax)
{
  a->g.rest[i] = a->g.x[i] + relaxed(a, i, a->g.b[i] - image_of(&a->g, a->g.x, i));
}

LOOP(find_residual)
{
  a->g.rest[i] = a->g.b[i] - image_of(&a->g, a->g.x, i);
}

LOOP(restrict_residual)
{
  float sum = 0;
  for (uint32_t n = a->g.first[i]; n < a->g.first[i + 1]; n++)
    sum += a->g.rest[a->g.child[n]];
  a->c.b[i] = sum;
}

/* ---- means of b over components that are not held anywhere, where the equation has a solution only for a mean of 0 ---- */

LOOP_FUNC float count_at(const struct lbm_graph *g, size_t i)
{
  return g->count ? g->count[i] : 1;
}

/* i is a node of the coarser graph. */
LOOP(count_children)
{
  float sum = 0;
  for (uint32_t n = a->g.first[i]; n < a->g.first[i + 1]; n++)
    sum += count_at(&a->g, a->g.child[n]);
  a->c.count[i] = sum;
}

/* i is a node of the coarser graph. */
LOOP(sum_parts)
{
  float sum = 0;
  for (uint32_t n = a->g.first[i]; n < a->g.first[i + 1]; n++)
    sum += a->g.b[a->g.child[n]];
  a->c.b[i] = sum;
}

/* A node without links is such a component; others have the mean of their coarser node, if there is one. */
LOOP_FUNC float mean_at(const struct lbm_operation *a, size_t i)
{
  const uint32_t part = a->g.part ? a->g.part[i] : LBM_NOBODY;
  if (part != LBM_NOBODY)
    return a->c.x[part];
  return a->g.inverse && a->g.inverse[i] > 0 ? 0 : a->g.b[i] / count_at(&a->g, i);
}

LOOP(spread_mean)
{
  a->g.x[i] = mean_at(a, i);
}

/* i is a node of the coarsest graph. answer: its component, LBM_NOBODY: it is held. */
LOOP(mean_of_component)
{
  const uint32_t *component = (const uint32_t *)a->answer;
  float sum = 0, count = 0;
  for (uint32_t n = 0; component[i] != LBM_NOBODY && n < a->g.nodes; n++)
    if (component[n] == component[i]) {
      sum += a->g.b[n];
      count += count_at(&a->g, n);
    }
  a->g.x[i] = count > 0 ? sum / count : 0;
}

/* i is a node of the coarsest graph. from: the symmetric inverse of its equations. */
LOOP(solve_directly)
{
  float sum[4] = {0};
  const uint32_t nodes = a->g.nodes;
  uint32_t n = 0;
  for (; n + 4 <= nodes; n += 4)
    for (uint32_t k = 0; k < 4; k++)
      sum[k] += a->from[(size_t)(n + k) * nodes + i] * a->g.b[n + k];
  for (; n < nodes; n++)
    sum[0] += a->from[(size_t)n * nodes + i] * a->g.b[n];
  a->g.x[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

LOOP(leave_mean_out)
{
  a->g.b[i] -= mean_at(a, i);
}

LOOP(prolong)
{
  const uint32_t part = a->g.part[i];
  if (part != LBM_NOBODY && (a->g.inverse ? a->g.inverse[i] > 0 : !is_held(&a->g, i)))
    a->g.x[i] += a->c.x[part];
}

/* Two steps of flexible conjugate gradients on a coarser level (Notay & Vassilevski, Numer. Linear Algebra Appl. 15 (2008)
 * 473). node.gain: products, in the order of multigrid.c. The first step is left out of the right side; from: its image. */
LOOP(leave_step)
{
  const double *sum = a->node.gain, far = sum[LBM_FIRST_IMAGE] > 0 ? sum[LBM_FIRST_RIGHT] / sum[LBM_FIRST_IMAGE] : 0;
  a->g.b[i] -= (float)far * a->from[i];
}

/* x becomes the sum of both steps; from: the first. */
LOOP(join_steps)
{
  const double *sum = a->node.gain, first = sum[LBM_FIRST_IMAGE], cross = sum[LBM_CROSS_IMAGE];
  const double second = first > 0 ? sum[LBM_SECOND_IMAGE] - cross * cross / first : 0;
  const double far = second > 0 ? sum[LBM_SECOND_RIGHT] / second : 0;
  const double own = first > 0 ? (sum[LBM_FIRST_RIGHT] - far * cross) / first : 0;
  a->g.x[i] = (float)own * a->from[i] + (float)far * a->g.x[i];
}

/* Conjugate gradients. from is the search direction, to is A times it, and factor is the share of the previous
 * direction or the length of the step. */
LOOP(follow)
{
  a->from[i] = a->g.x[i] + (float)a->factor * a->from[i];
}

LOOP(find_image)
{
  a->to[i] = image_of(&a->g, a->from, i);
}

/* The step is added to answer, or, where that is NULL, to node.gain. g.b becomes the residual. */
LOOP(move)
{
  if (a->answer)
    a->answer[i] += (float)a->factor * a->from[i];
  else
    a->node.gain[i] += a->factor * (double)a->from[i];
  a->g.b[i] -= (float)a->factor * a->to[i];
}

/* The density of a field of nodes. */
LOOP(take_density)
{
  a->to[i] = a->from[4 * i];
}

LOOP(clear_density)
{
  a->to[4 * i] = 0;
}
