/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations that set the weights of an axial graph from the places where walls cut the links of its nodes.
 *
 * The weight of a link along an axis is the open area of a plane half-way between its ends, in faces of a voxel. It is
 * the mean of the areas in the planes of both ends, each plane divided among its nodes: every square between four nodes
 * is cut by straight lines between the places where its links are cut, and what is open belongs to its nodes, that of
 * solid nodes to their neighbours. Where the link itself is cut, the half that would cross it passes through the plane
 * beside it: it goes from node to node of the plane, towards larger distances of the wall along the axis, to the first
 * whose link is open. So the weights along an axis add up to the open area, and those around a node beside a plane wall
 * to a vector along the normal of the wall: a uniform gradient along the wall leaves every node balanced.
 *
 * i is a node; axis: the axial link k, 0 to 5, and in weigh_ends the axis between the ends. g.x: what is on its way to
 * open links, g.rest: that after the next step, and g.b: the sum of rises_of. */

LOOP_FUNC uint32_t next_of(const struct lbm_operation *a, size_t i, uint32_t k)
{
  return a->g.to[link_at(&a->g, i, k)];
}

/* Lattice link k + 1 is that of the graph. */
LOOP_FUNC bool is_cut(const struct lbm_operation *a, size_t i, uint32_t k)
{
  return a->node.cut[i][k];
}

LOOP_FUNC float distance_of(const struct lbm_operation *a, size_t i, uint32_t k)
{
  return is_cut(a, i, k) ? (float)a->node.cut[i][k] / LBM_CUT_STEPS : 1;
}

/* The lattice link, less 1, along two axial links. */
LOOP_FUNC uint32_t between(uint32_t b, uint32_t c)
{
  const uint32_t low = b < c ? b : c, high = b < c ? c : b, planes = low / 2 + high / 2 - 1;
  return LBM_AXIAL + 4 * planes + (planes ? 2 * (low % 2) + high % 2 : low % 2 + 2 * (high % 2));
}

/* The part of node i in the square along links b, which is open, and c, which is cut. */
LOOP_FUNC float beside_wall(const struct lbm_operation *a, size_t i, uint32_t b, uint32_t c)
{
  const uint32_t next = next_of(a, i, b);
  if (is_cut(a, next, c))
    return (3 * distance_of(a, i, c) + distance_of(a, next, c)) / 8;
  const float behind = 1 - distance_of(a, next_of(a, next, c), b ^ 1);
  const float solid = (1 - distance_of(a, next, between(b ^ 1, c))) * (1 - distance_of(a, i, c) + behind) / 2;
  return (0.75f - solid) / 2;
}

/* The part of node i in the square along links b and c. */
LOOP_FUNC float area_between(const struct lbm_operation *a, size_t i, uint32_t b, uint32_t c)
{
  const bool cut[2] = {is_cut(a, i, b), is_cut(a, i, c)};
  if (!cut[0] && !cut[1])
    return 0.25f;
  if (!cut[0])
    return beside_wall(a, i, b, c);
  if (!cut[1])
    return beside_wall(a, i, c, b);
  const float along[2] = {distance_of(a, i, b), distance_of(a, i, c)};
  return is_cut(a, i, between(b, c)) ? distance_of(a, i, between(b, c)) * (along[0] + along[1]) / 2
                                     : along[0] * along[1] / 2;
}

/* The area of node i in its plane normal to an axis. */
LOOP_FUNC float area_across(const struct lbm_operation *a, size_t i, uint32_t axis)
{
  const uint32_t b = 2 * ((axis + 1) % 3), c = 2 * ((axis + 2) % 3);
  return area_between(a, i, b, c) + area_between(a, i, b ^ 1, c) + area_between(a, i, b, c ^ 1) +
         area_between(a, i, b ^ 1, c ^ 1);
}

LOOP_FUNC bool is_open(const struct lbm_operation *a, size_t i, uint32_t k)
{
  return !is_cut(a, i, k) && next_of(a, i, k) != i;
}

LOOP(find_areas)
{
  for (uint32_t axis = 0; axis < 3; axis++)
    a->node.area[i][axis] = area_across(a, i, axis);
}

/* How far away the wall is along link k, as far as it is known. */
LOOP_FUNC float height_of(const struct lbm_operation *a, size_t i, uint32_t k)
{
  return is_cut(a, i, k) ? distance_of(a, i, k) : 1 + distance_of(a, next_of(a, i, k), k);
}

/* How much farther away the wall along k is from the node along `way`; 0: nothing goes there. */
LOOP_FUNC float rise_of(const struct lbm_operation *a, size_t i, uint32_t k, uint32_t way)
{
  if (k / 2 == way / 2 || !is_open(a, i, way))
    return 0;
  const float rise = height_of(a, next_of(a, i, way), k) - height_of(a, i, k);
  return rise > 0 ? rise : 0;
}

/* The sum over all neighbours. */
LOOP_FUNC float rises_of(const struct lbm_operation *a, size_t i, uint32_t k)
{
  float sum = 0;
  for (uint32_t way = 0; way < LBM_AXIAL; way++)
    sum += rise_of(a, i, k, way);
  return sum;
}

LOOP(divide_area)
{
  const uint32_t k = (uint32_t)a->axis;
  const float half = a->node.area[i][k / 2] / 2;
  a->g.weight[link_at(&a->g, i, k)] = is_open(a, i, k) ? half : 0;
  a->g.x[i] = is_cut(a, i, k) ? half : 0;
  a->g.b[i] = is_cut(a, i, k) ? rises_of(a, i, k) : 0;
}

/* The share of what is on its way at node i that goes to the node along `way`. */
LOOP_FUNC float share_of(const struct lbm_operation *a, size_t i, uint32_t k, uint32_t way)
{
  return a->g.b[i] > 0 ? rise_of(a, i, k, way) / a->g.b[i] : 0;
}

LOOP(pass_area)
{
  const uint32_t k = (uint32_t)a->axis;
  float sum = 0;
  for (uint32_t way = 0; way < LBM_AXIAL; way++) {
    const uint32_t from = next_of(a, i, way);
    if (is_open(a, i, way) && a->g.x[from] > 0)
      sum += a->g.x[from] * share_of(a, from, k, way ^ 1);
  }
  if (is_open(a, i, k))
    a->g.weight[link_at(&a->g, i, k)] += sum;
  a->g.rest[i] = is_cut(a, i, k) ? sum : 0;
}

/* Adds up the halves of both ends; axis is even. */
LOOP(join_halves)
{
  const uint32_t k = (uint32_t)a->axis, to = next_of(a, i, k);
  float *here = a->g.weight + link_at(&a->g, i, k), *there = a->g.weight + link_at(&a->g, to, k ^ 1);
  if (to != i)
    *here = *there = is_cut(a, i, k) || is_cut(a, to, k ^ 1) ? 0 : *here + *there;
}

/* Two halves of a voxel in series; the weights are those of walls, or, without their distances, none yet. */
LOOP(conduct)
{
  for (uint32_t k = 0; k < LBM_AXIAL; k++) {
    const uint32_t to = next_of(a, i, k);
    const float here = a->node.mobile[i], there = a->node.mobile[to], sum = here + there;
    float *weight = a->g.weight + link_at(&a->g, i, k);
    *weight = to == i || !(sum > 0) ? 0 : (a->node.area ? *weight : 1) * 2 * here * there / sum;
  }
}

/* What conducts normal to an axis within a node. */
LOOP_FUNC float conductance_of(const struct lbm_operation *a, size_t i, uint32_t axis)
{
  return (a->node.area ? a->node.area[i][axis] : 1) * (a->node.mobile ? a->node.mobile[i] : 1);
}

/* The ends beside a node lie half as far away as a neighbour, and are as wide as the node. */
LOOP(weigh_ends)
{
  const uint32_t ends = (a->node.given[i] & 1) + (a->node.given[i] >> 1 & 1);
  a->g.leak[i] = 2 * (float)ends * conductance_of(a, i, (uint32_t)a->axis);
  a->g.inverse[i] = inverse_of(&a->g, i);
}
