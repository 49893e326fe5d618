/* SPDX-License-Identifier: BSD-3-Clause */
/* Boundary nodes: nodes of patches with the links that leave through a moving wall or an opening. */
#include "boundary.h"
#include "memory.h"

#include <stdlib.h>

struct found {
  size_t tile;
  struct lbm_boundary_node node;
};

/* The axis of a face, "x-" ... "z+"; -1: the patch is not on a face. */
static int axis_of(const char *face)
{
  return (face[1] == '-' || face[1] == '+') && face[0] >= 'x' && face[0] <= 'z' ? face[0] - 'x' : -1;
}

static enum lbm_boundary boundary_of(enum lbm_condition_kind kind, bool on_face, enum lbm_walls walls)
{
  static const enum lbm_boundary of[LBM_CONDITIONS][2] = {
      [LBM_AT_REST] = {LBM_HALFWAY, LBM_HALFWAY},        [LBM_AT_WALL] = {LBM_MOVING, LBM_MOVING},
      [LBM_AT_VELOCITY] = {LBM_MOVING, LBM_PLANE},       [LBM_AT_PARABOLA] = {LBM_MOVING, LBM_PLANE},
      [LBM_AT_FLOW] = {LBM_MOVING, LBM_PLANE},           [LBM_AT_FLOW_PARABOLA] = {LBM_MOVING, LBM_PLANE},
      [LBM_AT_FLOW_WOMERSLEY] = {LBM_MOVING, LBM_PLANE}, [LBM_AT_PRESSURE] = {LBM_OPEN, LBM_PLANE}};
  return kind == LBM_AT_WALL && walls == LBM_WALLS_LINEAR ? LBM_LINEAR : of[kind][on_face];
}

/* false: no entry is needed, since the mark is of a wall at rest or a thin wall, or none of its links is its own. */
static bool boundary_node_of(const struct lbm_geometry *g, const struct tile_mark *m, uint32_t links,
                             const struct lbm_condition *condition, struct found *found)
{
  if (!m->patch || !links || condition[m->patch - 1].kind == LBM_AT_REST)
    return false;
  const char *face = g->domain->patch[m->patch - 1].face;
  const int axis = axis_of(face);
  int64_t at[3];
  tile_domain_node(g->domain, m->tile, m->node, at);
  *found = (struct found){m->tile,
                          {.column = (uint8_t)lbm_column(g, m->tile, m->node),
                           .boundary = (uint8_t)boundary_of(condition[m->patch - 1].kind, axis >= 0, g->walls),
                           .condition = lbm_condition_of(g, m->patch - 1, at),
                           .links = links}};
  if (axis >= 0) {
    found->node.face[0] = (int8_t)axis;
    found->node.face[1] = face[1] == '+' ? -1 : 1;
  }
  return true;
}

/* Divides the entry of a moving wall into one for each distance at which it cuts links, since an entry has one
 * distance. */
static size_t split_by_distance(const struct lbm_geometry *g, int node, struct found *found)
{
  uint16_t q[LBM_Q];
  const struct found whole = *found;
  uint32_t left = whole.node.links, cut = lbm_wall_links(g, whole.tile, node, q);
  size_t count = 0;
  for (; left; left &= ~found[count++].node.links) {
    const int first = __builtin_ctz(left);
    found[count] = whole;
    found[count].node.q = cut >> first & 1 ? q[first] : LBM_WALL_LINK_HALF;
    for (int i = 1; i < LBM_Q; i++)
      if ((cut >> i & 1 ? q[i] : LBM_WALL_LINK_HALF) != found[count].node.q)
        found[count].node.links &= ~(1u << i);
    found[count].node.links &= left;
  }
  return count;
}

/* Finds the entries of a mark and returns their number. The links of an opening with a velocity are treated as
 * half-way, since only then their inflow is the whole inflow of the opening. */
static size_t find_marked(const struct lbm_geometry *g, const struct tile_mark *m, uint32_t links,
                          const struct lbm_condition *condition, struct found *found)
{
  if (!boundary_node_of(g, m, links, condition, found))
    return 0;
  if (condition[m->patch - 1].kind == LBM_AT_WALL)
    return split_by_distance(g, m->node, found);
  if (found->node.boundary == LBM_MOVING)
    found->node.q = LBM_WALL_LINK_HALF;
  return 1;
}

static size_t find_all(const struct lbm_geometry *g, const struct lbm_condition *condition, struct found *found)
{
  const struct tile_domain *d = g->domain;
  size_t count = 0;
  for (size_t m = 0, end; m < d->marks; m = end) {
    for (end = m; end < d->marks && d->mark[end].tile == d->mark[m].tile && d->mark[end].node == d->mark[m].node;)
      end++;
    for (size_t i = m; i < end; i++)
      count +=
          find_marked(g, d->mark + i, lbm_own_links(d->mark + m, end - m, i - m, condition), condition, found + count);
  }
  return count;
}

/* The largest possible number of entries. With interpolated walls each link of a mark may have a distance of its
 * own. */
static size_t most_entries(const struct lbm_geometry *g)
{
  const struct tile_domain *d = g->domain;
  size_t most = 0;
  for (size_t m = 0; m < d->marks; m++)
    most += g->walls != LBM_WALLS_HALFWAY ? (size_t)__builtin_popcount(d->mark[m].links) : 1;
  return most;
}

/* Sorts by tile, boundary condition and patch: that is the order in which they act, and a later one may overwrite
 * populations. */
static int before(const void *a, const void *b)
{
  const struct found *x = a, *y = b;
  if (x->tile != y->tile)
    return x->tile < y->tile ? -1 : 1;
  if (x->node.boundary != y->node.boundary)
    return x->node.boundary < y->node.boundary ? -1 : 1;
  if (x->node.condition != y->node.condition)
    return x->node.condition < y->node.condition ? -1 : 1;
  return (int)x->node.column - (int)y->node.column;
}

static int settle(struct lbm_geometry *g, const struct found *found, size_t count, struct tile_error *e)
{
  size_t tiles = g->domain->tiles;
  g->boundary_begin = tile_alloc(tiles + 1, sizeof *g->boundary_begin);
  g->boundary = tile_alloc(count, sizeof *g->boundary);
  if (!g->boundary_begin || !g->boundary)
    return tile_fail_memory(e, count * sizeof *g->boundary + tiles * sizeof(size_t), "nodes of patches");
  for (size_t i = 0; i < count; i++) {
    g->boundary[i] = found[i].node;
    g->boundary_begin[found[i].tile + 1]++;
  }
  for (size_t t = 0; t < tiles; t++)
    g->boundary_begin[t + 1] += g->boundary_begin[t];
  return 0;
}

int lbm_boundary_nodes_make(struct lbm_geometry *g, const struct lbm_condition *condition, struct tile_error *e)
{
  const size_t most = most_entries(g);
  struct found *found = tile_alloc(most, sizeof *found);
  if (!found)
    return tile_fail_memory(e, most * sizeof *found, "nodes of patches");
  size_t count = find_all(g, condition, found);
  if (count)
    qsort(found, count, sizeof *found, before);
  int code = settle(g, found, count, e);
  free(found);
  return code;
}

/* ---- the whole geometry ------------------------------------------------------ */

int lbm_geometry_make(struct lbm_geometry *g, const struct lbm_subdomain *part, const struct lbm_storage *storage,
                      const struct lbm_condition *condition, enum lbm_walls walls, struct tile_error *e)
{
  return lbm_tiles_place(g, part, storage, walls, e) || lbm_conditions_make(g, part->whole, condition, e) ||
                 lbm_boundary_nodes_make(g, condition, e) || lbm_wall_links_make(g, e)
             ? e->code
             : 0;
}

void lbm_geometry_free(struct lbm_geometry *g)
{
  lbm_tiles_release(g);
  free(g->boundary_begin);
  free(g->boundary);
  free(g->condition);
  free(g->profile);
  for (int p = 0; g->cap && p < g->domain->patches; p++)
    lbm_cap_free(g->cap + p);
  free(g->cap);
  free(g->wall_link_begin);
  free(g->wall_link);
  *g = (struct lbm_geometry){0};
}
