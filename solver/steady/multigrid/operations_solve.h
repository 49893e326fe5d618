/* Operations of multigrid.c and pressure.c. i is a node; in restrict_residual it is a node of the coarser graph. */

/* Damping of Jacobi relaxation. Two such sweeps do as well as one of symmetric Gauss-Seidel. */
#define DAMPING 0.8f

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

LOOP_FUNC float image_of(const struct lbm_graph *g, const float *x, size_t i)
{
  if (g->axial && !g->weight)
    return axial_image_of(g, x, i);
  const float own = x[i];
  float sum = g->leak[i] * own;
  for (uint32_t k = 0, width = width_of(g, i); k < width; k++)
    sum += g->weight[link_at(g, i, k)] * (own - x[g->to[link_at(g, i, k)]]);
  return sum;
}

LOOP_FUNC float relaxed(const struct lbm_graph *g, size_t i, float rest)
{
  return DAMPING * (g->inverse ? g->inverse[i] : inverse_of(g, i)) * rest;
}

/* The first sweep, from x = 0. */
LOOP(relax_first)
{
  a->g.x[i] = relaxed(&a->g, i, a->g.b[i]);
}

LOOP(relax)
{
  a->g.rest[i] = a->g.x[i] + relaxed(&a->g, i, a->g.b[i] - image_of(&a->g, a->g.x, i));
}
#undef DAMPING

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

LOOP(prolong)
{
  const uint32_t part = a->g.part[i];
  if (part != LBM_NOBODY && (!a->g.inverse || a->g.inverse[i] > 0))
    a->g.x[i] += a->c.x[part];
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

LOOP(set_one)
{
  a->g.b[i] = 1;
}

/* The right-hand side from the gain of density. */
LOOP(set_right)
{
  a->g.b[i] = a->node.given[i] ? 0 : (float)(a->factor * a->node.gain[i]);
}

/* Fields of a correction. `from` is the change of the density, with the change of the velocity that belongs to it:
 * factor * mobile times the gradient of `from`. */
LOOP(set_fields)
{
  a->node.field[i][0] = a->from[i];
  for (uint32_t axis = 0; axis < 3; axis++) {
    const float after = a->from[a->g.to[link_at(&a->g, i, 2 * axis)]],
                before = a->from[a->g.to[link_at(&a->g, i, 2 * axis + 1)]];
    a->node.field[i][1 + axis] = a->node.given[i] ? 0 : (float)a->factor * a->node.mobile[i] * (after - before) / 2;
  }
}

/* Sets one component of node.field: every fourth value from `to` on. */
LOOP(set_component)
{
  a->to[4 * i] = (float)a->node.gain[i];
}
