#include "geometry.h"

#include <stdlib.h>
#include <string.h>

/* Special links as they are found, before they are sorted by tile. */
struct found {
  size_t tile;
  struct lbm_special special;
};

struct list {
  struct found *item;
  size_t count, room;
};

static int add(struct list *l, size_t tile, struct lbm_special special, struct tile_error *e)
{
  if (l->count == l->room) {
    size_t room = l->room ? 2 * l->room : 1024;
    struct found *more = tile_grow(l->item, room, sizeof *more);
    if (!more)
      return tile_fail_memory(e, room * sizeof *more, "special links");
    l->item = more;
    l->room = room;
  }
  l->item[l->count++] = (struct found){tile, special};
  return 0;
}

/* ---- marks -> cut links, moving walls, planes ------------------------- */

/* A link listed by several patches belongs to the resting wall, else to the moving wall, if one is among
 * them, else to the first patch. */
static int precedence(const struct tile_mark *m, const struct lbm_condition *condition)
{
  static const int of[] = {[LBM_AT_REST] = 2, [LBM_AT_WALL] = 1, [LBM_AT_VELOCITY] = 0, [LBM_AT_PRESSURE] = 0};
  return m->patch ? of[condition[m->patch - 1].kind] : of[LBM_AT_REST];
}

/* The links of mark m of `marks` marks of one node that are its own. */
static uint32_t own_links(const struct tile_mark *mark, size_t marks, size_t m, const struct lbm_condition *condition)
{
  uint32_t links = mark[m].links;
  int mine = precedence(mark + m, condition);
  for (size_t o = 0; o < marks; o++) {
    int other = precedence(mark + o, condition);
    if (o != m && (other > mine || (other == mine && mark[o].patch < mark[m].patch)))
      links &= ~mark[o].links;
  }
  return links;
}

static int add_mark(struct list *l, const struct tile_domain *d, const struct tile_mark *m, uint32_t links,
                    const struct lbm_condition *condition, struct tile_error *e)
{
  struct lbm_special s = {.node = (uint8_t)m->node, .kind = LBM_CUT, .links = links};
  if (m->patch) {
    const char *face = d->patch[m->patch - 1].face;
    enum lbm_condition_kind kind = condition[m->patch - 1].kind;
    if (kind == LBM_AT_REST)
      return 0; /* resting wall */
    s.kind = kind == LBM_AT_WALL ? LBM_MOVING : LBM_PLANE;
    s.link = (uint8_t)(2 * (face[0] - 'x') + (face[1] == '+'));
    s.patch = (uint8_t)(m->patch - 1);
  }
  return links ? add(l, m->tile, s, e) : 0;
}

static int add_marks(struct list *l, const struct tile_domain *d, const struct lbm_condition *condition,
                     struct tile_error *e)
{
  for (size_t m = 0, end; m < d->marks; m = end) {
    for (end = m; end < d->marks && d->mark[end].tile == d->mark[m].tile && d->mark[end].node == d->mark[m].node;)
      end++;
    for (size_t i = m; i < end; i++)
      if (add_mark(l, d, d->mark + i, own_links(d->mark + m, end - m, i - m, condition), condition, e))
        return e->code;
  }
  return 0;
}

/* ---- periodic seams where the size is no multiple of the edge --------- */

static unsigned open_seams(const struct tile_domain *d)
{
  unsigned open = 0;
  for (int a = 0; a < 3; a++)
    if (d->periodic >> a & 1 && d->grid[a] % d->edge)
      open |= 1u << a;
  return open;
}

/* Source at -c_i of a node, when the way there crosses an open seam. */
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

static int add_seams(struct list *l, const struct lbm_geometry *g, struct tile_error *e)
{
  const struct tile_domain *d = g->domain;
  unsigned open = open_seams(d);
  struct tile_lookup lookup = {0};
  if (!open || tile_lookup_make(&lookup, d, e))
    return open ? e->code : 0;
  int code = 0;
  for (size_t t = 0; t < d->tiles && !code; t++)
    for (uint64_t mask = d->mask[t]; mask && !code; mask &= mask - 1) {
      int node = __builtin_ctzll(mask), there;
      int64_t at[3], source[3];
      size_t tile;
      tile_domain_node(d, t, node, at);
      for (int i = 1; i < LBM_Q && !code; i++)
        if (seam_source(d, open, at, i, source) && tile_lookup_node(&lookup, source, &tile, &there))
          code = add(l, t,
                     (struct lbm_special){.node = (uint8_t)node,
                                          .kind = LBM_SOURCE,
                                          .link = (uint8_t)i,
                                          .source = lbm_place(g, tile, there, i)},
                     e);
    }
  tile_lookup_free(&lookup);
  return code;
}

/* ---- the whole -------------------------------------------------------- */

/* By tile; within a tile sources and cuts, then walls, then planes in patch order: the later may overwrite. */
static int before(const void *a, const void *b)
{
  const struct found *x = a, *y = b;
  if (x->tile != y->tile)
    return x->tile < y->tile ? -1 : 1;
  if (x->special.kind != y->special.kind)
    return x->special.kind < y->special.kind ? -1 : 1;
  if (x->special.patch != y->special.patch)
    return x->special.patch < y->special.patch ? -1 : 1;
  if (x->special.node != y->special.node)
    return x->special.node < y->special.node ? -1 : 1;
  return (int)x->special.link - (int)y->special.link;
}

static int settle(struct lbm_geometry *g, struct list *l, struct tile_error *e)
{
  size_t tiles = g->domain->tiles;
  g->special_begin = tile_alloc(tiles + 1, sizeof *g->special_begin);
  g->special = tile_alloc(l->count, sizeof *g->special);
  if (!g->special_begin || !g->special)
    return tile_fail_memory(e, l->count * sizeof *g->special, "special links");
  if (l->count)
    qsort(l->item, l->count, sizeof *l->item, before);
  for (size_t i = 0; i < l->count; i++) {
    g->special[i] = l->item[i].special;
    g->special_begin[l->item[i].tile + 1] = i + 1;
  }
  for (size_t t = 0; t < tiles; t++)
    if (g->special_begin[t + 1] < g->special_begin[t])
      g->special_begin[t + 1] = g->special_begin[t];
  return 0;
}

static int place_tiles(struct lbm_geometry *g, size_t align, struct tile_error *e)
{
  size_t tiles = g->domain->tiles, at = 0;
  g->base = tile_alloc(tiles + 1, sizeof *g->base);
  if (!g->base)
    return tile_fail_memory(e, tiles * sizeof *g->base, "tile places");
  for (size_t t = 0; t < tiles; t++) {
    g->base[t] = at;
    at += (LBM_Q * lbm_stride(g, t) + align - 1) / align * align;
    g->nonsolid += (size_t)__builtin_popcountll(g->domain->mask[t]);
  }
  g->base[tiles] = g->values = at;
  return 0;
}

int lbm_geometry_make(struct lbm_geometry *g, const struct tile_domain *d, enum lbm_layout layout, size_t align,
                      const struct lbm_condition *condition, struct tile_error *e)
{
  struct list list = {0};
  *g = (struct lbm_geometry){.domain = d, .layout = layout};
  if (d->edge != TILE_EDGE)
    return tile_fail(e, TILE_USAGE, "tiles of edge %d cannot be run: use tessera tile --edge %d", d->edge, TILE_EDGE);
  if (tile_neighbours(d, &g->near, e) || place_tiles(g, align, e))
    return e->code;
  int code = add_marks(&list, d, condition, e);
  if (!code)
    code = add_seams(&list, g, e);
  if (!code)
    code = settle(g, &list, e);
  free(list.item);
  return code;
}

void lbm_geometry_free(struct lbm_geometry *g)
{
  free(g->near);
  free(g->base);
  free(g->special_begin);
  free(g->special);
  *g = (struct lbm_geometry){0};
}
