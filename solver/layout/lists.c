/* SPDX-License-Identifier: BSD-3-Clause */
/* Source lists of tiles next to solid nodes. */
#include "geometry.h"
#include "memory.h"

#include <stdlib.h>

struct maker {
  const struct lbm_geometry *g;
  const struct tile_lookup *lookup; /* NULL: no seam cuts tiles */
  unsigned open;                    /* set of axes with open seams, which are those that cut tiles */
  bool cuts;                        /* the domain has thin walls */
};

/* ---- open seams: the size of a periodic axis is no multiple of the edge -- */

static unsigned open_seams(const struct tile_domain *d, bool flat)
{
  unsigned open = 0;
  for (int a = 0; a < (flat ? 2 : 3); a++)
    if (d->periodic >> a & 1 && d->grid[a] % d->edge)
      open |= 1u << a;
  return open;
}

/* Sets source[] to the coordinates of the node at -c_i. Returns true if that link crosses an open seam and stays in the
 * grid. */
static bool seam_source(const struct tile_domain *d, unsigned open, const int64_t at[3], int i, int64_t source[3])
{
  bool crosses = false;
  for (int a = 0; a < 3; a++) {
    int64_t n = d->grid[a];
    source[a] = at[a] - lbm_c[i][a];
    if (open >> a & 1) {
      int64_t padded = (at[a] + d->offset[a]) % n - lbm_c[i][a];
      crosses |= padded < 0 || padded >= n;
    }
    if (d->periodic >> a & 1)
      source[a] = (source[a] + n) % n;
    else if (source[a] < 0 || source[a] >= n)
      return false;
  }
  return crosses;
}

/* ---- thin walls: cut links between two non-solid nodes ------------------- */

static int mark_before(const void *a, const void *b)
{
  const struct tile_mark *x = a, *y = b;
  if (x->tile != y->tile)
    return x->tile < y->tile ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (int)x->patch - (int)y->patch;
}

static bool any_cuts(const struct tile_domain *d)
{
  for (size_t m = 0; m < d->marks; m++)
    if (!d->mark[m].patch)
      return true;
  return false;
}

static uint32_t cut_links(const struct maker *k, size_t tile, int node)
{
  const struct tile_domain *d = k->g->domain;
  struct tile_mark key = {(uint32_t)tile, (uint16_t)node, 0, 0};
  const struct tile_mark *m = k->cuts ? bsearch(&key, d->mark, d->marks, sizeof key, mark_before) : NULL;
  return m ? m->links : 0;
}

static bool has_cuts(const struct maker *k, size_t tile)
{
  for (int node = 0; k->cuts && node < 64; node++)
    if (cut_links(k, tile, node))
      return true;
  return false;
}

/* ---- one source ---------------------------------------------------------- */

static bool beside(const struct lbm_geometry *g, size_t tile, int node, int i, size_t *offset)
{
  int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1];
  int z = (node >> 4) - (g->storage.flat ? 0 : lbm_c[i][2]);
  int32_t t = g->near[tile][lbm_way(x, y, z)];
  int there = lbm_node(x, y, z);
  if (t < 0 || !(g->domain->mask[t] >> there & 1))
    return false;
  *offset = lbm_offset(g, (size_t)t, there, i);
  return true;
}

static bool across(const struct maker *m, size_t tile, int node, int i, size_t *offset)
{
  int64_t at[3], source[3];
  size_t t;
  int there;
  if (!m->lookup)
    return false;
  tile_domain_node(m->g->domain, tile, node, at);
  if (!seam_source(m->g->domain, m->open, at, i, source) || !tile_lookup_node(m->lookup, source, &t, &there))
    return false;
  *offset = lbm_offset(m->g, t, there, i);
  return true;
}

static size_t source_of(const struct maker *m, size_t tile, int node, int i, uint32_t cut)
{
  size_t offset;
  if (!(cut >> lbm_opposite[i] & 1) && (beside(m->g, tile, node, i, &offset) || across(m, tile, node, i, &offset)))
    return offset;
  return lbm_offset(m->g, tile, node, lbm_opposite[i]);
}

size_t lbm_listed_source(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  size_t list = g->list[tile], columns = (g->list[tile + 1] - list) / (LBM_Q - 1);
  return g->base[tile] +
         (size_t)(int64_t)g->source[list + (size_t)(i - 1) * columns + (size_t)lbm_column(g, tile, node)];
}

size_t lbm_source(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  size_t offset;
  if (i && g->list[tile] < g->list[tile + 1])
    return lbm_listed_source(g, tile, node, i);
  return beside(g, tile, node, i, &offset) ? offset : lbm_offset(g, tile, node, lbm_opposite[i]);
}

/* ---- making the lists ---------------------------------------------------- */

/* Does a node of the tile gather across an open seam? */
static bool has_seam(const struct maker *m, size_t tile)
{
  size_t offset;
  for (uint64_t mask = m->lookup ? m->g->domain->mask[tile] : 0; mask; mask &= mask - 1)
    for (int i = 1, node = __builtin_ctzll(mask); i < LBM_Q; i++)
      if (!beside(m->g, tile, node, i, &offset) && across(m, tile, node, i, &offset))
        return true;
  return false;
}

static bool needs_list(const struct maker *m, size_t tile)
{
  const struct lbm_geometry *g = m->g;
  if (g->storage.masks)
    return has_seam(m, tile) || has_cuts(m, tile);
  for (int k = 0; k < TILE_WAYS; k++) {
    bool corner = k % 3 != 1 && k / 3 % 3 != 1 && k / 9 != 1;
    int32_t t = g->near[tile][k];
    if (!corner && (t < 0 || g->domain->mask[t] != UINT64_MAX))
      return true;
  }
  return has_cuts(m, tile);
}

static size_t list_columns(const struct lbm_geometry *g, size_t tile)
{
  return (lbm_stride(g, tile) + LBM_LIST_STEP - 1) / LBM_LIST_STEP * LBM_LIST_STEP;
}

/* false: a source is too far away for an offset of 32 bits. Columns without a node keep the offset 0, so that they read
 * value 0 of the tile. */
static bool fill_list(const struct maker *m, size_t tile)
{
  const struct lbm_geometry *g = m->g;
  size_t columns = list_columns(g, tile);
  bool fits = true;
  for (uint64_t mask = g->domain->mask[tile]; mask; mask &= mask - 1) {
    int node = __builtin_ctzll(mask);
    uint32_t cut = cut_links(m, tile, node);
    int32_t *to = g->source + g->list[tile] + lbm_column(g, tile, node);
    for (int i = 1; i < LBM_Q; i++, to += columns) {
      int64_t far = (int64_t)source_of(m, tile, node, i, cut) - (int64_t)g->base[tile];
      *to = (int32_t)far;
      fits &= *to == far;
    }
  }
  return fits;
}

static int allocate(struct lbm_geometry *g, const struct maker *m, struct tile_error *e)
{
  size_t tiles = g->domain->tiles;
  g->list = tile_alloc(tiles + 1, sizeof *g->list);
  if (!g->list)
    return tile_fail_memory(e, tiles * sizeof *g->list, "source lists");
#pragma omp parallel for schedule(static)
  for (size_t t = 0; t < tiles; t++)
    g->list[t + 1] = needs_list(m, t) ? (LBM_Q - 1) * list_columns(g, t) : 0;
  for (size_t t = 0; t < tiles; t++)
    g->list[t + 1] += g->list[t];
  g->source = tile_alloc(g->list[tiles], sizeof *g->source);
  return g->source ? 0 : tile_fail_memory(e, g->list[tiles] * sizeof *g->source, "source lists");
}

int lbm_lists_make(struct lbm_geometry *g, struct tile_error *e)
{
  struct tile_lookup lookup = {0};
  struct maker m = {g, NULL, open_seams(g->domain, g->storage.flat), any_cuts(g->domain)};
  bool fits = true;
  if (m.open && tile_lookup_make(&lookup, g->domain, e))
    return e->code;
  m.lookup = m.open ? &lookup : NULL;
  if (allocate(g, &m, e)) {
    tile_lookup_free(&lookup);
    return e->code;
  }
#pragma omp parallel for schedule(dynamic, 256) reduction(&& : fits)
  for (size_t t = 0; t < g->domain->tiles; t++)
    if (g->list[t] < g->list[t + 1])
      fits = fill_list(&m, t) && fits;
  tile_lookup_free(&lookup);
  return fits ? 0
              : tile_fail(e, TILE_FAILED,
                          "the domain is too large: neighbours are more than 2^31 values apart "
                          "(%zu non-solid nodes; up to 100 million always fit)",
                          g->nonsolid);
}
