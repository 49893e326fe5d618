/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of stokes.c. Values of a node are p, and the velocities on its faces towards lower x, y and z (four). i is
 * a node unless another meaning is given.
 *
 * node.face has ten bits for each axis: four with the diagonal of the equation of that velocity, 0 where it stays 0, and
 * six with the share of what drives it, less one, in 1/64; above them HELD where p stays 0. */
#define FACE_BITS 10
#define DIAGONAL_BITS 4
#define DIAGONAL_MOST 15u
#define SHARES 64

LOOP_FUNC uint32_t diagonal_at(const struct lbm_operation *a, size_t i, uint32_t axis)
{
  return a->node.face[i] >> FACE_BITS * axis & DIAGONAL_MOST;
}

/* What drives the velocity of a face, as a share of the gradient of p. */
LOOP_FUNC float share_at(const struct lbm_operation *a, size_t i, uint32_t axis)
{
  return (float)(1 + (a->node.face[i] >> (FACE_BITS * axis + DIAGONAL_BITS) & (SHARES - 1))) * (1.f / SHARES);
}

/* ---- the faces, from the masks of tiles: i is a node of a tile ---- */

LOOP_FUNC int link_along(int axis, int sign, int other, int side)
{
  int c[3] = {0, 0, 0};
  c[axis] += sign;
  if (side)
    c[other] += side;
  for (int link = 1; link < LBM_Q; link++)
    if (lbm_c[link][0] == c[0] && lbm_c[link][1] == c[1] && lbm_c[link][2] == c[2])
      return link;
  return 0;
}

/* The nodes beside a face at one side along another axis: that beside its own node, and that beside the node before. */
LOOP_FUNC void find_beside(const struct lbm_operation *a, size_t i, int axis, int other, int side, uint32_t to[2])
{
  bool outside;
  to[0] = neighbour_of(&a->tiles, i, 1 + 2 * other + (side < 0), &outside);
  to[1] = neighbour_of(&a->tiles, i, link_along(axis, -1, other, side), &outside);
}

/* What the neighbour of the face at one side adds to its diagonal: a wall along the face is half as far away as a
 * neighbour. to: of find_beside. */
LOOP_FUNC int beside_face(uint32_t node, const uint32_t to[2])
{
  return to[0] == node ? 0 : to[0] == LBM_NOBODY && to[1] == LBM_NOBODY ? 2 : 1;
}

/* Nothing holds the velocity beyond a plane where p is given. */
LOOP_FUNC int along_face(const struct lbm_operation *a, size_t i, uint32_t node, int axis, int side)
{
  bool outside;
  const uint32_t to = neighbour_of(&a->tiles, i, 1 + 2 * axis + (side < 0), &outside);
  return to == node || (outside && a->node.given[node]) ? 0 : 1;
}

/* The place of a node among the nodes of tiles. */
LOOP_FUNC size_t place_along(const struct lbm_tiles *t, size_t i, int axis)
{
  int way[3] = {0, 0, 0}, local[3];
  for (int k = 0; k < 3; k++)
    walk(t, i, k, k == axis ? -1 : 0, way + k, local + k);
  return (size_t)t->near[i / 64][TILE_WAY(way[0], way[1], way[2])] * 64 +
         (size_t)(local[0] + 4 * local[1] + 16 * local[2]);
}

/* Between walls less passes in the steady state of time steps than A gives: the mean flow through ducts of 2 nodes and more
 * (one wall), 1 (two walls), 2 x 2, 2 x 1 and 1 x 1, as shares of it; walls is their number on one axis and 3 times that on the
 * other. Beside a wall with a step (open: their number) more links pass: with the root of 1 + open the flow through stairs
 * of one node and random throats is met within 0.7 to 1.2. */
LOOP_FUNC float drive_of(int walls, int open)
{
  const float share[] = {1, 0.75f, 0.5f, 0.75f, 0.625f, 0.4125f, 0.5f, 0.4125f, 0.25f};
  return powf(share[walls], 1 / (1 + (float)open));
}

LOOP_FUNC uint32_t bits_of_face(const struct lbm_operation *a, size_t i, uint32_t node, int axis)
{
  bool outside;
  const uint32_t to = neighbour_of(&a->tiles, i, 2 + 2 * axis, &outside);
  if (to == LBM_NOBODY || (a->node.given[node] && a->node.given[to]))
    return 0;
  int sum = along_face(a, i, node, axis, 1) + along_face(a, place_along(&a->tiles, i, axis), to, axis, -1), walls = 0,
      open = 0;
  for (int other = 0; other < 3; other++)
    if (other != axis)
      for (int side = -1; side < 2; side += 2) {
        uint32_t near[2];
        find_beside(a, i, axis, other, side, near);
        const int beside = beside_face(node, near);
        sum += beside;
        walls += (axis + 1) % 3 == other ? beside == 2 : 3 * (beside == 2);
        open += (near[0] == LBM_NOBODY) != (near[1] == LBM_NOBODY);
      }
  return (uint32_t)sum + ((uint32_t)(drive_of(walls, open) * SHARES - 0.5f) << DIAGONAL_BITS);
}

LOOP(find_faces)
{
  if (!is_node(&a->tiles, i))
    return;
  const uint32_t node = number_in(&a->tiles, i / 64, (int)(i % 64));
  uint32_t face = a->node.given[node] ? HELD : 0;
  for (int axis = 0; axis < 3; axis++)
    face |= bits_of_face(a, i, node, axis) << FACE_BITS * axis;
  a->node.face[node] = face;
}

/* ---- vectors ---- */

LOOP_FUNC four four_at(const float *values, size_t i)
{
  return ((const four *)values)[i];
}

/* Sets the velocities of all faces to the share of what drives them. */
LOOP(set_faces)
{
  four one = four_at(a->to, i);
  one[0] = 0;
  for (uint32_t axis = 0; axis < 3; axis++)
    one[1 + axis] = diagonal_at(a, i, axis) ? share_at(a, i, axis) : 0;
  ((four *)a->to)[i] = one;
}

LOOP_FUNC four divided(const struct lbm_operation *a, size_t i, four v)
{
  v[0] = 0;
  for (uint32_t axis = 0; axis < 3; axis++) {
    const uint32_t diagonal = diagonal_at(a, i, axis);
    v[1 + axis] = diagonal ? v[1 + axis] / (float)diagonal : 0;
  }
  return v;
}

LOOP(divide_by_diagonal)
{
  ((four *)a->to)[i] = divided(a, i, four_at(a->from, i));
}

LOOP(add_scaled)
{
  ((four *)a->to)[i] = four_at(a->to, i) + (float)a->factor * four_at(a->from, i);
}

LOOP(scale_and_add)
{
  ((four *)a->to)[i] = (float)a->factor * four_at(a->to, i) + four_at(a->from, i);
}

/* ---- the equations ---- */

/* The sum of the velocities around. */
LOOP_FUNC four around(const struct lbm_operation *a, size_t i)
{
  const uint32_t *to = a->g.to + link_at(&a->g, i, 0);
  four sum = {0};
  for (uint32_t k = 0; k < LBM_AXIAL; k++)
    if (to[k * LBM_SLICE] != i)
      sum = sum + four_at(a->from, to[k * LBM_SLICE]);
  return sum;
}

/* The gradient of the field with the given stride on the faces. */
LOOP_FUNC four gradient_of(const struct lbm_operation *a, size_t i, const float *field, size_t stride)
{
  four gradient = {0};
  for (uint32_t axis = 0; axis < 3; axis++)
    if (diagonal_at(a, i, axis))
      gradient[1 + axis] = field[stride * i] - field[stride * a->g.to[link_at(&a->g, i, 2 * axis + 1)]];
  return gradient;
}

/* What the velocities around and p drive. */
LOOP_FUNC four driven(const struct lbm_operation *a, size_t i)
{
  const four gradient = gradient_of(a, i, a->from, 4);
  four sum = around(a, i);
  for (uint32_t axis = 0; axis < 3; axis++)
    sum[1 + axis] -= share_at(a, i, axis) * gradient[1 + axis];
  return sum;
}

/* Sweeps of relaxation of the velocities, the first from 0. answer: the right side. */
LOOP(sweep_first)
{
  four first = (float)a->factor * four_at(a->answer, i);
  first[0] = 0;
  ((four *)a->to)[i] = first;
}

LOOP(sweep)
{
  const four own = four_at(a->from, i);
  four missing = four_at(a->answer, i) + divided(a, i, driven(a, i)) - own;
  missing[0] = 0;
  ((four *)a->to)[i] = own + (float)a->factor * missing;
}

/* ---- velocities on coarser graphs (velocities.h): a face belongs to the part of its node ---- */

LOOP_FUNC bool is_face(const struct lbm_operation *a, uint32_t i)
{
  return a->g.part[i] != LBM_NOBODY && diagonal_at(a, i, (uint32_t)a->axis);
}

/* What is left of A u = right side. answer: the right side divided by the diagonal. */
LOOP(leave_velocities)
{
  const four missing = four_at(a->answer, i) - four_at(a->from, i), sum = driven(a, i);
  four rest = {0};
  for (uint32_t axis = 0; axis < 3; axis++) {
    const uint32_t diagonal = diagonal_at(a, i, axis);
    rest[1 + axis] = diagonal ? (float)diagonal * missing[1 + axis] + sum[1 + axis] : 0;
  }
  ((four *)a->to)[i] = rest;
}

/* i is a node of the coarser graph c; a wall is twice as far away there. factor: lbm_cycle.share. */
LOOP(weigh_velocities)
{
  const struct lbm_graph *g = &a->g, *c = &a->c;
  float leak = 0;
  clear_weights(c, i);
  for (uint32_t n = g->first[i]; n < g->first[i + 1]; n++) {
    const uint32_t child = g->child[n];
    uint32_t walls = is_face(a, child) ? diagonal_at(a, child, (uint32_t)a->axis) : 0;
    for (uint32_t k = 0; walls && k < LBM_AXIAL; k++) {
      const uint32_t to = g->to[link_at(g, child, k)];
      if (to == child || !is_face(a, to))
        continue;
      walls--;
      if (is_outer(g, i, to))
        c->weight[link_to(c, i, g->part[to])] += share_between(a, i, g->part[to]);
    }
    leak += (float)walls;
  }
  c->leak[i] = is_single(g, i) ? leak : (float)a->factor * leak;
  c->inverse[i] = inverse_of(c, i);
}

/* i is a node of the coarser graph c. */
LOOP(restrict_velocities)
{
  float sum = 0;
  for (uint32_t n = a->g.first[i]; n < a->g.first[i + 1]; n++)
    sum += a->from[4 * (size_t)a->g.child[n] + 1 + (uint32_t)a->axis];
  a->c.b[i] = sum;
}

LOOP(prolong_velocities)
{
  if (is_face(a, (uint32_t)i))
    a->to[4 * i + 1 + (uint32_t)a->axis] += a->from[a->g.part[i]];
}

/* The velocity on the upper face of a node, which is the lower one of the next node; on an axis with one layer that is
 * the node itself. */
LOOP_FUNC float upper_face(const struct lbm_operation *a, size_t i, uint32_t axis)
{
  const uint32_t next = a->g.to[link_at(&a->g, i, 2 * axis)];
  return next != i || a->g.to[link_at(&a->g, i, 2 * axis + 1)] == i ? a->from[4 * (size_t)next + 1 + axis] : 0;
}

/* What flows into the node. */
LOOP_FUNC float inflow(const struct lbm_operation *a, size_t i)
{
  float sum = 0;
  for (uint32_t axis = 0; axis < 3; axis++)
    sum += a->from[4 * i + 1 + axis] - upper_face(a, i, axis);
  return sum;
}

LOOP(find_divergence)
{
  const float rest = is_held(&a->g, i) ? 0 : inflow(a, i) - a->answer[4 * i];
  a->g.b[i] = a->from[4 * i] = rest;
}

/* from: the correction of p; answer: w. */
LOOP(project)
{
  four own = four_at(a->to, i);
  const four gradient = gradient_of(a, i, a->from, 1), width = four_at(a->answer, i);
  for (uint32_t axis = 0; axis < 3; axis++)
    own[1 + axis] -= width[1 + axis] * gradient[1 + axis];
  own[0] += is_held(&a->g, i) ? 0 : a->from[i];
  ((four *)a->to)[i] = own;
}

/* What p drives into the node through links that are diagonal. */
LOOP_FUNC float through_throats(const struct lbm_operation *a, size_t i)
{
  float sum = 0;
  for (uint32_t k = LBM_AXIAL, width = width_of(&a->g, i); k < width; k++)
    sum += THROAT * (a->from[4 * (size_t)a->g.to[link_at(&a->g, i, k)]] - a->from[4 * i]);
  return sum;
}

LOOP(find_stokes)
{
  const four own = four_at(a->from, i), gradient = gradient_of(a, i, a->from, 4), sum = around(a, i);
  four image = {0};
  for (uint32_t axis = 0; axis < 3; axis++) {
    const uint32_t diagonal = diagonal_at(a, i, axis);
    image[1 + axis] =
        diagonal ? share_at(a, i, axis) * gradient[1 + axis] - sum[1 + axis] + (float)diagonal * own[1 + axis] : 0;
  }
  image[0] = is_held(&a->g, i) ? 0 : inflow(a, i) + through_throats(a, i);
  ((four *)a->to)[i] = image;
}

LOOP(find_inverse)
{
  a->g.inverse[i] = is_held(&a->g, i) ? 0 : inverse_of(&a->g, i);
}

/* w is at least what it is where no velocity around helps. */
LOOP(floor_width)
{
  for (uint32_t axis = 0; axis < 3; axis++) {
    const uint32_t diagonal = diagonal_at(a, i, axis);
    const float least = diagonal ? share_at(a, i, axis) / (float)diagonal : 0;
    if (!(a->to[4 * i + 1 + axis] > least))
      a->to[4 * i + 1 + axis] = least;
  }
}

/* ---- between the nodes of the flow and the faces ---- */

/* The right side: what a time step adds to density and momentum (`from`). factor: 1 / viscosity; mean: of the density,
 * which is left out. What drives the velocities is divided by the diagonal. */
LOOP(set_stokes_right)
{
  four right = four_at(a->from, i);
  right[0] = is_held(&a->g, i) ? 0 : (float)a->mean - right[0];
  for (uint32_t axis = 0; axis < 3; axis++) {
    const uint32_t before = a->g.to[link_at(&a->g, i, 2 * axis + 1)];
    right[1 + axis] = diagonal_at(a, i, axis)
                          ? 0.5f * (float)a->factor * (right[1 + axis] + a->from[4 * (size_t)before + 1 + axis])
                          : 0;
  }
  four by = divided(a, i, right);
  by[0] = right[0];
  ((four *)a->to)[i] = by;
}

/* Density and velocity of the nodes from p and the velocities of faces. factor: 3 * viscosity. */
LOOP(spread_faces)
{
  four field = four_at(a->from, i);
  field[0] *= (float)a->factor;
  for (uint32_t axis = 0; axis < 3; axis++)
    field[1 + axis] = 0.5f * (field[1 + axis] + upper_face(a, i, axis));
  ((four *)a->to)[i] = field;
}
#undef FACE_BITS
#undef DIAGONAL_BITS
#undef DIAGONAL_MOST
#undef SHARES
#undef HELD
#undef THROAT
