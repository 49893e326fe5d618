/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks the walls of a domain file (WALL). */
#include "input.h"
#include "nodes.h"
#include "surfaces.h"

#include <stdlib.h>
#include <string.h>

struct reading {
  struct tile_input *in;
  struct tile_lookup lookup; /* made at the first wall */
  int surfaces;
  size_t room, count;    /* number of walls: allocated in the domain; read so far */
  size_t tile, begin;    /* tile of the last wall, and index in the domain of the first wall of that tile */
  struct tile_wall last; /* the last wall read */
  size_t mark;           /* earlier marks belong to nodes before that of the last wall */
};

static bool is_fluid(const struct tile_domain *d, size_t tile, int node)
{
  return d->mask[tile * d->words + (size_t)(node / 64)] >> (node % 64) & 1;
}

/* Does the link lead to a solid node or out of the grid? */
static bool ends(const struct reading *r, size_t tile, const struct tile_wall *w)
{
  const struct tile_domain *d = r->in->domain;
  int64_t at[3], end[3];
  size_t other;
  int node;
  tile_domain_node(d, tile, w->node, at);
  return !tile_link_end(d, at, w->link, end) || !tile_lookup_node(&r->lookup, end, &other, &node);
}

/* Checks the marks of the link (W6, W7); NULL: correct. */
static const char *mark_fault(struct reading *r, size_t tile, const struct tile_wall *w)
{
  const struct tile_domain *d = r->in->domain;
  bool cut = false;
  while (r->mark < d->marks &&
         (d->mark[r->mark].tile < tile || (d->mark[r->mark].tile == tile && d->mark[r->mark].node < w->node)))
    r->mark++;
  for (size_t i = r->mark; i < d->marks && d->mark[i].tile == tile && d->mark[i].node == w->node; i++)
    if (d->mark[i].links >> w->link & 1) {
      if (d->mark[i].patch && !tile_patch_opens(&d->patch[d->mark[i].patch - 1]))
        return "its link leaves through the patch of a face";
      cut = true;
    }
  return cut || ends(r, tile, w) ? NULL : "its link leads to a node that is not solid, and no mark says that it is cut";
}

static bool sorted(const struct reading *r, size_t tile, const struct tile_wall *w)
{
  if (!r->count || tile != r->tile)
    return !r->count || tile > r->tile;
  return r->last.node != w->node ? r->last.node < w->node : r->last.link < w->link;
}

static const char *fault(struct reading *r, uint32_t tile, const struct tile_wall *w)
{
  const struct tile_domain *d = r->in->domain;
  if (tile >= d->tiles)
    return "no such tile";
  if (w->node >= d->edge * d->edge * d->edge)
    return "no such node";
  if (!is_fluid(d, tile, w->node))
    return "its node is solid";
  if (w->link < 1 || w->link >= TILE_LINKS)
    return "links are 1 ... 18";
  if (w->surface > r->surfaces)
    return "no such surface";
  return sorted(r, tile, w) ? mark_fault(r, tile, w) : "not in order of tile, node, link";
}

/* After the last wall of a tile: adds them to the digest, and drops them if the keeper does. */
static void end_tile(struct reading *r)
{
  struct tile_domain *d = r->in->domain;
  const struct tile_keeper *k = r->in->keeper;
  if (!r->count)
    return;
  tile_digest_cuts_of(r->in->digest, d->coord[r->tile], d->wall + r->begin, d->walls - r->begin);
  if (k && !k->keeps(k->self, d, r->tile))
    d->walls = r->begin;
  d->wall_begin[r->tile + 1] = d->walls - r->begin;
  r->begin = d->walls;
}

static int add_wall(struct reading *r, const unsigned char *entry, struct tile_error *e)
{
  struct tile_domain *d = r->in->domain;
  struct tile_wall wall;
  uint32_t tile;
  memcpy(&tile, entry, sizeof tile);
  memcpy(&wall, entry + sizeof tile, sizeof wall);
  const char *why = entry[10] || entry[11] ? "the last two bytes are not 0" : fault(r, tile, &wall);
  if (why)
    return tile_reader_reject(r->in->reader, e, "wall %zu (tile %u node %u link %u): %s", r->count, tile, wall.node,
                              wall.link, why);
  if (tile != r->tile)
    end_tile(r);
  d->wall[d->walls++] = r->last = wall;
  r->tile = tile;
  r->count++;
  return TILE_OK;
}

/* Growth by a quarter wastes little memory. */
static int make_room(struct reading *r, size_t count, struct tile_error *e)
{
  struct tile_domain *d = r->in->domain;
  if (d->walls + count <= r->room)
    return TILE_OK;
  const size_t room = r->room + r->room / 4 + count;
  if (tile_reserve(&d->wall, NULL, room, sizeof *d->wall, "the links that walls cut", e))
    return e->code;
  r->room = room;
  return TILE_OK;
}

static int add_walls(struct reading *r, struct tile_error *e)
{
  size_t count;
  if (input_entries(r->in, TILE_CUT_BYTES, SIZE_MAX, &count, e) || make_room(r, count, e))
    return e->code;
  if (!r->lookup.slot && tile_lookup_make(&r->lookup, r->in->domain, e))
    return e->code;
  for (size_t i = 0; i < count; i++)
    if (add_wall(r, r->in->next.data + i * TILE_CUT_BYTES, e))
      return e->code;
  return TILE_OK;
}

static int read_surfaces(struct reading *r, struct tile_error *e)
{
  struct tile_surfaces s;
  if (tile_surfaces_read(&s, &r->in->domain->header, e))
    return tile_reader_blame(r->in->reader, "header", e);
  r->surfaces = s.count;
  tile_surfaces_free(&s);
  return TILE_OK;
}

static int read_walls(struct reading *r, struct tile_error *e)
{
  struct tile_domain *d = r->in->domain;
  d->wall_begin = tile_alloc(d->tiles + 1, sizeof *d->wall_begin);
  if (!d->wall_begin)
    return tile_fail_memory(e, (d->tiles + 1) * sizeof *d->wall_begin, "the links that walls cut");
  while (input_is(r->in, "WALL"))
    if (add_walls(r, e) || input_next(r->in, e))
      return e->code;
  end_tile(r);
  for (size_t t = 0; t < d->tiles; t++)
    d->wall_begin[t + 1] += d->wall_begin[t];
  return TILE_OK;
}

int input_walls(struct tile_input *in, struct tile_error *e)
{
  bool distances;
  struct reading r = {.in = in};
  if (tile_keys_distances(&in->domain->header, &distances, e))
    return tile_reader_blame(in->reader, "header", e);
  if (read_surfaces(&r, e))
    return e->code;
  if (!distances)
    return TILE_OK;
  const int code = read_walls(&r, e);
  tile_lookup_free(&r.lookup);
  return code;
}
