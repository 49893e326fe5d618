/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes the walls of a domain of those of its voxels, and marks of thin walls and openings. */
#include "marks.h"
#include "nodes.h"
#include "surfaces.h"

#include <stdlib.h>
#include <string.h>

/* ---- from voxels to nodes ---- */

/* The node of a voxel. */
struct place {
  const struct tile_lookup *lookup;
  uint64_t voxel; /* the last one, kept because the links of a voxel follow each other */
  bool fluid;
  size_t tile;
  int node;
};

static bool find(struct place *p, uint64_t voxel)
{
  const int64_t *grid = p->lookup->domain->grid;
  const uint64_t row = voxel / (uint64_t)grid[0];
  if (voxel == p->voxel)
    return p->fluid;
  const int64_t at[3] = {(int64_t)(voxel % (uint64_t)grid[0]), (int64_t)(row % (uint64_t)grid[1]),
                         (int64_t)(row / (uint64_t)grid[1])};
  p->voxel = voxel;
  return p->fluid = tile_lookup_node(p->lookup, at, &p->tile, &p->node);
}

/* Fills wall_begin; walls of voxels that have become solid are left out. */
static void count_walls(struct tile_domain *d, const struct tile_bits *b, const struct tile_lookup *l)
{
  struct place p = {.lookup = l, .voxel = UINT64_MAX};
  for (size_t i = 0; i < b->walls; i++)
    if (find(&p, b->wall[i].voxel))
      d->wall_begin[p.tile + 1]++;
  for (size_t t = 0; t < d->tiles; t++)
    d->wall_begin[t + 1] += d->wall_begin[t];
  d->walls = d->wall_begin[d->tiles];
}

/* wall_begin[t] runs to the end of tile t; in the end the array is moved by one. */
static void place_walls(struct tile_domain *d, const struct tile_bits *b, const struct tile_lookup *l)
{
  struct place p = {.lookup = l, .voxel = UINT64_MAX};
  for (size_t i = 0; i < b->walls; i++) {
    const struct tile_wall_at *w = &b->wall[i];
    if (find(&p, w->voxel))
      d->wall[d->wall_begin[p.tile]++] = (struct tile_wall){(uint16_t)p.node, w->q, w->link, w->surface};
  }
  memmove(d->wall_begin + 1, d->wall_begin, d->tiles * sizeof *d->wall_begin);
  d->wall_begin[0] = 0;
}

static int by_node(const void *a, const void *b)
{
  const struct tile_wall *x = a, *y = b;
  return x->node != y->node ? x->node - y->node : x->link - y->link;
}

static int fill_walls(struct tile_domain *d, const struct tile_bits *b, struct tile_error *e)
{
  struct tile_lookup lookup;
  if (tile_lookup_make(&lookup, d, e))
    return e->code;
  count_walls(d, b, &lookup);
  d->wall = tile_alloc(d->walls, sizeof *d->wall);
  if (d->wall)
    place_walls(d, b, &lookup);
  tile_lookup_free(&lookup);
  if (!d->wall)
    return tile_fail_memory(e, d->walls * sizeof *d->wall, "the links that walls cut");
  for (size_t t = 0; t < d->tiles; t++) /* a seam in a tile breaks the order of voxels */
    qsort(d->wall + d->wall_begin[t], d->wall_begin[t + 1] - d->wall_begin[t], sizeof *d->wall, by_node);
  return TILE_OK;
}

/* ---- marks ---- */

struct marking {
  struct tile_domain *domain;
  const struct tile_bits *bits;
  int patch[TILE_SURFACES_LIMIT + 1]; /* [surface], the patch of an opening, from 1; 0: none */
  size_t room;
};

static int make_room(struct marking *m, struct tile_error *e)
{
  struct tile_domain *d = m->domain;
  return tile_reserve(&d->mark, &m->room, d->marks + 1, sizeof *d->mark, "the marks of cut links", e);
}

/* Adds the links to the mark of this node and patch, or inserts a new one in order. */
static int add_mark(struct marking *m, struct tile_mark mark, struct tile_error *e)
{
  struct tile_domain *d = m->domain;
  if (make_room(m, e))
    return e->code;
  size_t at = d->marks;
  while (at && d->mark[at - 1].tile == mark.tile && d->mark[at - 1].node == mark.node &&
         d->mark[at - 1].patch >= mark.patch)
    at--;
  if (at < d->marks && d->mark[at].patch == mark.patch) {
    d->mark[at].links |= mark.links;
    return TILE_OK;
  }
  memmove(d->mark + at + 1, d->mark + at, (d->marks++ - at) * sizeof mark);
  d->mark[at] = mark;
  return TILE_OK;
}

static bool is_thin(const struct marking *m, size_t tile, const struct tile_wall *w)
{
  int64_t at[3], end[3];
  return tile_domain_node(m->domain, tile, w->node, at) && tile_link_end(m->domain, at, w->link, end) &&
         tile_bit(m->bits, end[0], end[1], end[2]);
}

static int mark_walls(struct marking *m, struct tile_error *e)
{
  const struct tile_domain *d = m->domain;
  for (size_t t = 0; t < d->tiles; t++)
    for (size_t i = d->wall_begin[t]; i < d->wall_begin[t + 1]; i++) {
      const struct tile_wall *w = &d->wall[i];
      const int patch = m->patch[w->surface];
      const struct tile_mark mark = {(uint32_t)t, w->node, (uint16_t)patch, UINT32_C(1) << w->link};
      if ((patch || is_thin(m, t, w)) && add_mark(m, mark, e))
        return e->code;
    }
  return TILE_OK;
}

static int find_openings(struct marking *m, struct tile_error *e)
{
  struct tile_surfaces s;
  if (tile_surfaces_read(&s, &m->domain->header, e))
    return e->code;
  for (int i = 0; i < s.openings; i++)
    m->patch[s.opening[i].surface + 1] = tile_patch_named(m->domain, s.name[s.opening[i].surface]) + 1;
  tile_surfaces_free(&s);
  return TILE_OK;
}

int walls_make(struct tile_domain *d, const struct tile_bits *b, struct tile_error *e)
{
  struct marking m = {.domain = d, .bits = b};
  if (!b->distances)
    return TILE_OK;
  d->wall_begin = tile_alloc(d->tiles + 1, sizeof *d->wall_begin);
  if (!d->wall_begin)
    return tile_fail_memory(e, (d->tiles + 1) * sizeof *d->wall_begin, "the links that walls cut");
  return fill_walls(d, b, e) || find_openings(&m, e) ? e->code : mark_walls(&m, e);
}

/* ---- faces ---- */

/* Links of a node in marks of patches at faces, and in all marks. */
struct marked {
  uint32_t faces, all;
};

/* *next, an index of marks, moves on to those of the node. */
static struct marked marked_at(const struct tile_domain *d, size_t tile, int node, size_t *next)
{
  struct marked m = {0, 0};
  while (*next < d->marks &&
         (d->mark[*next].tile < tile || (d->mark[*next].tile == tile && d->mark[*next].node < node)))
    ++*next;
  for (size_t i = *next; i < d->marks && d->mark[i].tile == tile && d->mark[i].node == node; i++) {
    m.all |= d->mark[i].links;
    if (d->mark[i].patch && !tile_patch_opens(&d->patch[d->mark[i].patch - 1]))
      m.faces |= d->mark[i].links;
  }
  return m;
}

/* A face without a patch is a wall half-way along the link: a wall beyond it is not reached. */
static bool is_beyond(const struct tile_domain *d, size_t tile, const struct tile_wall *w)
{
  int64_t at[3], end[3];
  return TILE_WALL_Q(w->q) > 0.5 && tile_domain_node(d, tile, w->node, at) && !tile_link_end(d, at, w->link, end);
}

static bool stays(const struct tile_domain *d, size_t tile, const struct tile_wall *w, size_t *next)
{
  const struct marked m = marked_at(d, tile, w->node, next);
  return !(m.faces >> w->link & 1) && (m.all >> w->link & 1 || !is_beyond(d, tile, w));
}

void walls_drop_faces(struct tile_domain *d)
{
  size_t next = 0, kept = 0, i = 0;
  for (size_t t = 0; d->wall_begin && t < d->tiles; t++) {
    const size_t end = d->wall_begin[t + 1];
    for (; i < end; i++)
      if (stays(d, t, &d->wall[i], &next))
        d->wall[kept++] = d->wall[i];
    d->wall_begin[t + 1] = kept;
  }
  d->walls = kept;
}
