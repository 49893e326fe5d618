/* SPDX-License-Identifier: BSD-3-Clause */
#include "plane.h"
#include "memory.h"

#include <stdlib.h>

/* ---- nodes -------------------------------------------------------------------- */

/* The place of a node. */
struct spot {
  size_t block;
  int node;
};

static int64_t block_at(const struct lbm_plane *p, const int64_t at[3])
{
  return at[0] / LBM_PLANE_EDGE + p->span[0] * (at[1] / LBM_PLANE_EDGE);
}

int64_t lbm_plane_block_at(const struct lbm_plane *p, const struct tile_domain *d, size_t tile, int node)
{
  int64_t at[3];
  tile_domain_node(d, tile, node, at);
  return block_at(p, at);
}

static struct spot spot_of(const struct lbm_plane *p, size_t tile, int node)
{
  int64_t at[3];
  tile_domain_node(p->geometry->domain, tile, node, at);
  return (struct spot){(size_t)p->at[block_at(p, at)],
                       (int)(at[0] % LBM_PLANE_EDGE + LBM_PLANE_EDGE * (at[1] % LBM_PLANE_EDGE))};
}

size_t lbm_plane_place(const struct lbm_plane *p, size_t tile, int node)
{
  const struct spot s = spot_of(p, tile, node);
  return s.block * LBM_PLANE_Q * LBM_PLANE_NODES + (size_t)s.node;
}

/* ---- blocks ------------------------------------------------------------------- */

int lbm_plane_number(struct lbm_plane *p, const struct tile_domain *d, struct tile_error *e)
{
  size_t all = 1;
  for (int a = 0; a < 2; a++) {
    p->span[a] = (d->grid[a] + LBM_PLANE_EDGE - 1) / LBM_PLANE_EDGE;
    all *= (size_t)p->span[a];
  }
  if (!(p->at = tile_alloc(all, sizeof *p->at)))
    return tile_fail_memory(e, all * sizeof *p->at, "blocks of the slice");
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1)
      p->at[lbm_plane_block_at(p, d, tile, __builtin_ctzll(mask))] = 1;
  for (size_t n = 0; n < all; n++)
    p->at[n] = p->at[n] ? (int32_t)p->blocks++ : -1;
  return 0;
}

/* The coordinate of the block `step` away along an axis, across the seam if the axis is periodic; -1: outside the
 * grid. */
static int64_t beside(const struct lbm_plane *p, int axis, int64_t at, int step)
{
  const int64_t there = at + step;
  if (p->geometry->domain->periodic >> axis & 1)
    return (there + p->span[axis]) % p->span[axis];
  return there < p->span[axis] ? there : -1;
}

/* The last column or row of a block. */
static uint8_t last_of(const struct lbm_plane *p, int axis, int64_t at)
{
  const int64_t left = p->geometry->domain->grid[axis] - at * LBM_PLANE_EDGE;
  return (uint8_t)((left < LBM_PLANE_EDGE ? left : LBM_PLANE_EDGE) - 1);
}

static void look_around(const struct lbm_plane *p, struct lbm_plane_block *b, int64_t x, int64_t y)
{
  const int32_t self = p->at[x + p->span[0] * y];
  const int64_t at[2] = {x, y};
  for (int k = 0; k < 9; k++) {
    const int64_t nx = beside(p, 0, x, k % 3 - 1), ny = beside(p, 1, y, k / 3 - 1);
    const int32_t there = nx < 0 || ny < 0 ? -1 : p->at[nx + p->span[0] * ny];
    b->near[k] = there < 0 ? self : there;
  }
  for (int a = 0; a < 2; a++) {
    const int64_t before = beside(p, a, at[a], -1);
    b->last[a] = last_of(p, a, at[a]);
    b->before[a] = last_of(p, a, before < 0 ? at[a] : before);
  }
  memset(b->back, 0xff, sizeof b->back);
}

static int make_blocks(struct lbm_plane *p, struct tile_error *e)
{
  p->block = tile_alloc(p->blocks, sizeof *p->block);
  p->boundary_begin = tile_alloc(p->blocks + 1, sizeof *p->boundary_begin);
  if (!p->block || !p->boundary_begin)
    return tile_fail_memory(e, p->blocks * sizeof *p->block, "blocks of the slice");
  for (int64_t n = 0; n < p->span[0] * p->span[1]; n++)
    if (p->at[n] >= 0)
      look_around(p, p->block + p->at[n], n % p->span[0], n / p->span[0]);
  return 0;
}

/* ---- populations that bounce back -------------------------------------------------- */

/* Does population i of D3Q19 of a node come from the opposite one of the same node? */
static bool is_own(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  return lbm_source(g, tile, node, i) == lbm_offset(g, tile, node, lbm_opposite[i]);
}

/* Sets *own: population i of D2Q9 of a node comes from the opposite one. false: that holds for some but not all of the
 * populations of D3Q19 with the same c_x and c_y. */
static bool find_back(const struct lbm_plane *p, size_t tile, int node, int i, bool *own)
{
  bool alike = true;
  *own = is_own(p->geometry, tile, node, lbm_plane_link[i]);
  for (int k = 1; k < LBM_Q; k++)
    if (lbm_c[k][0] == lbm_plane_c[i][0] && lbm_c[k][1] == lbm_plane_c[i][1])
      alike = alike && is_own(p->geometry, tile, node, k) == *own;
  return alike;
}

static int note_node(struct lbm_plane *p, size_t tile, int node, struct tile_error *e)
{
  const struct spot s = spot_of(p, tile, node);
  struct lbm_plane_block *b = p->block + s.block;
  const int row = s.node / LBM_PLANE_EDGE;
  const uint16_t bit = (uint16_t)(1u << s.node % LBM_PLANE_EDGE);
  b->fluid[row] |= bit;
  b->back[0][row] &= (uint16_t)~bit;
  for (int i = 1; i < LBM_PLANE_Q; i++) {
    bool own;
    if (!find_back(p, tile, node, i, &own))
      return tile_fail(e, TILE_REJECTED, "lattice d2q9: links of a node that differ along z alone do not end alike");
    if (!own)
      b->back[i][row] &= (uint16_t)~bit;
  }
  return 0;
}

static int note_nodes(struct lbm_plane *p, struct tile_error *e)
{
  const struct tile_domain *d = p->geometry->domain;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1)
      if (note_node(p, tile, __builtin_ctzll(mask), e))
        return e->code;
  for (size_t b = 0; b < p->blocks; b++)
    for (int n = 0; n < LBM_PLANE_Q * LBM_PLANE_EDGE; n++)
      if (p->block[b].back[n / LBM_PLANE_EDGE][n % LBM_PLANE_EDGE])
        p->block[b].odd |= (uint16_t)(1u << n % LBM_PLANE_EDGE);
  return 0;
}

/* ---- boundary nodes ----------------------------------------------------------------- */

/* Calls `note` for every boundary node, by tile and node, and in the order in which the conditions act. */
static void each_boundary(struct lbm_plane *p,
                          void (*note)(struct lbm_plane *p, struct spot s, const struct lbm_boundary_node *node))
{
  const struct lbm_geometry *g = p->geometry;
  for (size_t tile = 0; tile < g->domain->tiles; tile++)
    for (uint64_t mask = g->domain->mask[tile]; mask; mask &= mask - 1) {
      const int node = __builtin_ctzll(mask), column = lbm_column(g, tile, node);
      for (size_t n = g->boundary_begin[tile]; n < g->boundary_begin[tile + 1]; n++)
        if (g->boundary[n].column == column)
          note(p, spot_of(p, tile, node), g->boundary + n);
    }
}

static void count(struct lbm_plane *p, struct spot s, const struct lbm_boundary_node *node)
{
  (void)node;
  p->boundary_begin[s.block + 1]++;
}

/* boundary_begin of a block serves as the index of its next free entry. */
static void place(struct lbm_plane *p, struct spot s, const struct lbm_boundary_node *node)
{
  struct lbm_boundary_node *to = p->boundary + p->boundary_begin[s.block]++;
  *to = *node;
  to->column = (uint8_t)s.node;
}

static int make_boundaries(struct lbm_plane *p, struct tile_error *e)
{
  each_boundary(p, count);
  for (size_t b = 0; b < p->blocks; b++)
    p->boundary_begin[b + 1] += p->boundary_begin[b];
  p->boundaries = p->boundary_begin[p->blocks];
  if (!(p->boundary = tile_alloc(p->boundaries, sizeof *p->boundary)))
    return tile_fail_memory(e, p->boundaries * sizeof *p->boundary, "boundary nodes");
  each_boundary(p, place);
  for (size_t b = p->blocks; b > 0; b--)
    p->boundary_begin[b] = p->boundary_begin[b - 1];
  p->boundary_begin[0] = 0;
  for (size_t b = 0; b < p->blocks; b++)
    p->block[b].bounded = p->boundary_begin[b] < p->boundary_begin[b + 1];
  return 0;
}

/* ---- interpolated walls ----------------------------------------------------------------- */

/* The link of D2Q9 for a link of D3Q19; 0: it leaves the plane. */
static int plane_link(int link)
{
  for (int i = 1; i < LBM_PLANE_Q; i++)
    if (lbm_plane_link[i] == link)
      return i;
  return 0;
}

/* Takes the entries of the node of a column, sets the links in the plane and their distances, and returns their number.
 * The entries of a tile are sorted by column and link. */
static int take_cuts(const struct lbm_wall_link **cut, const struct lbm_wall_link *end, int column, unsigned *links,
                     uint16_t q[LBM_PLANE_Q])
{
  int count = 0;
  *links = 0;
  for (; *cut < end && LBM_WALL_LINK_COLUMN((*cut)->at) == column; ++*cut) {
    const int i = plane_link(LBM_WALL_LINK_LINK((*cut)->at));
    *links |= 1u << i;
    if (i)
      q[count++] = (*cut)->q;
  }
  *links &= ~1u;
  return count;
}

/* Calls `note` for every node of which links in the plane are cut. */
static void each_cut_node(struct lbm_plane *p, void (*note)(struct lbm_plane *p, struct spot s, unsigned links,
                                                            const uint16_t *q, int count))
{
  const struct lbm_geometry *g = p->geometry;
  for (size_t tile = 0; tile < g->domain->tiles; tile++) {
    const struct lbm_wall_link *cut = g->wall_link + g->wall_link_begin[tile],
                               *end = g->wall_link + g->wall_link_begin[tile + 1];
    for (uint64_t mask = g->domain->mask[tile]; mask && cut < end; mask &= mask - 1) {
      const int node = __builtin_ctzll(mask);
      unsigned links;
      uint16_t q[LBM_PLANE_Q];
      const int count = take_cuts(&cut, end, lbm_column(g, tile, node), &links, q);
      if (count)
        note(p, spot_of(p, tile, node), links, q, count);
    }
  }
}

/* Counts cut links. Until make_cuts replaces it by an index, block[].cuts is the number of cut links of the block. */
static void count_cuts(struct lbm_plane *p, struct spot s, unsigned links, const uint16_t *q, int count)
{
  (void)links, (void)q;
  p->cut_blocks += !p->block[s.block].cuts;
  p->block[s.block].cuts += (uint32_t)count;
  p->cuts += (size_t)count;
}

static void note_links(struct lbm_plane *p, struct spot s, unsigned links, const uint16_t *q, int count)
{
  (void)q, (void)count;
  p->cut_block[p->block[s.block].cuts - 1].node[s.node] = links;
}

/* Sets the index of the first distance of each node of a block. */
static void place_links(struct lbm_plane_cuts *c)
{
  uint32_t first = 0;
  for (int n = 0; n < LBM_PLANE_NODES; n++) {
    const uint32_t links = c->node[n];
    c->node[n] |= first << 9;
    first += (uint32_t)__builtin_popcount(links);
  }
}

static void note_distances(struct lbm_plane *p, struct spot s, unsigned links, const uint16_t *q, int count)
{
  const struct lbm_plane_cuts *c = p->cut_block + (p->block[s.block].cuts - 1);
  (void)links;
  for (int n = 0; n < count; n++)
    p->q[c->first + LBM_PLANE_FIRST(c->node[s.node]) + (uint32_t)n] = q[n];
}

static int make_cuts(struct lbm_plane *p, struct tile_error *e)
{
  if (!p->geometry->wall_link_begin)
    return 0;
  each_cut_node(p, count_cuts);
  p->cut_block = tile_alloc(p->cut_blocks, sizeof *p->cut_block);
  p->q = tile_alloc(p->cuts + 1, sizeof *p->q);
  if (!p->cut_block || !p->q)
    return tile_fail_memory(e, p->cut_blocks * sizeof *p->cut_block, "wall distances");
  uint32_t first = 0, number = 0;
  for (size_t b = 0; b < p->blocks; b++)
    if (p->block[b].cuts) {
      p->cut_block[number].first = first;
      first += p->block[b].cuts;
      p->block[b].cuts = ++number;
    }
  each_cut_node(p, note_links);
  for (size_t n = 0; n < p->cut_blocks; n++)
    place_links(p->cut_block + n);
  each_cut_node(p, note_distances);
  return 0;
}

int lbm_plane_make(struct lbm_plane *p, const struct lbm_geometry *g, struct tile_error *e)
{
  *p = (struct lbm_plane){.geometry = g};
  return lbm_plane_number(p, g->domain, e) || make_blocks(p, e) || note_nodes(p, e) || make_boundaries(p, e) ||
                 make_cuts(p, e)
             ? e->code
             : 0;
}

void lbm_plane_free(struct lbm_plane *p)
{
  free(p->at);
  free(p->block);
  free(p->boundary_begin);
  free(p->boundary);
  free(p->cut_block);
  free(p->q);
  *p = (struct lbm_plane){0};
}

/* ---- populations of a tile ------------------------------------------------------------ */

#define SCALAR double
#define REAL double
#define SITE(name) name##_of_plane
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"
#include "site_plane.h"

void lbm_plane_get(const struct lbm_plane *p, enum lbm_precision precision, const void *from, size_t tile, void *values)
{
  double f[LBM_Q], plane[LBM_PLANE_Q];
  size_t n = 0;
  for (uint64_t mask = p->geometry->domain->mask[tile]; mask; mask &= mask - 1, n++) {
    const size_t at = lbm_plane_place(p, tile, __builtin_ctzll(mask));
    for (size_t i = 0; i < LBM_PLANE_Q; i++)
      lbm_load(precision, plane + i, from, at + i * LBM_PLANE_NODES, 1);
    unfold_of_plane(f, plane);
    lbm_store(precision, values, n * LBM_Q, f, LBM_Q);
  }
}

void lbm_plane_put(const struct lbm_plane *p, enum lbm_precision precision, void *to, size_t tile, const void *values)
{
  double f[LBM_Q], plane[LBM_PLANE_Q];
  size_t n = 0;
  for (uint64_t mask = p->geometry->domain->mask[tile]; mask; mask &= mask - 1, n++) {
    const size_t at = lbm_plane_place(p, tile, __builtin_ctzll(mask));
    lbm_load(precision, f, values, n * LBM_Q, LBM_Q);
    fold_of_plane(plane, f);
    for (size_t i = 0; i < LBM_PLANE_Q; i++)
      lbm_store(precision, to, at + i * LBM_PLANE_NODES, plane + i, 1);
  }
}
