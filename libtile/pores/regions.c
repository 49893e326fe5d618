/* SPDX-License-Identifier: BSD-3-Clause */
/* Regions of the phase around the maxima of its distances: a merge tree by union-find, cut by persistence. Nodes of one
 * value join together, in rounds from those beside the regions of larger values, so that the order of nodes does not
 * matter. */
#include "pores.h"

#include <math.h>
#include <stdlib.h>

/* A node that joins a region in this round. */
#define JOINING UINT32_MAX
#define MOST_REGIONS (UINT32_MAX - 16)
enum { AROUND = 3 };

struct region {
  uint32_t parent, square; /* the region that this one is part of; the largest value */
  int64_t volume;
  uint64_t mark; /* of the values around its maximum */
};

/* Where two regions meet at the value that has its turn. */
struct contact {
  uint32_t a, b; /* the larger maximum, the smaller one */
  int64_t faces;
};

struct nodes {
  uint64_t *at;
  size_t count, room;
};

struct growth {
  const struct tile_squares *s;
  double persistence, noise;
  uint32_t *label;
  struct region *region; /* [1 ... regions] */
  size_t regions, region_room;
  struct nodes front, next;
  uint32_t *choice; /* of each node at the front */
  size_t choice_room;
  struct contact *contact;
  size_t contacts, contact_room;
  struct tile_error *e;
};

/* ---- neighbours and lists -------------------------------------------------------- */

/* The six neighbours; returns how many are inside the grid. */
static int neighbours_of(uint64_t to[6], const struct tile_squares *s, uint64_t node)
{
  const int64_t *n = s->grid, i = (int64_t)node, at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
  const int64_t stride[3] = {1, n[0], n[0] * n[1]};
  int count = 0;
  for (int a = 0; a < 3; a++) {
    const bool wraps = s->periodic >> a & 1;
    if (at[a] > 0 || wraps)
      to[count++] = (uint64_t)(at[a] > 0 ? i - stride[a] : i + (n[a] - 1) * stride[a]);
    if (at[a] < n[a] - 1 || wraps)
      to[count++] = (uint64_t)(at[a] < n[a] - 1 ? i + stride[a] : i - (n[a] - 1) * stride[a]);
  }
  return count;
}

static const char what[] = "regions of pores";

static bool push(struct nodes *list, uint64_t node, struct tile_error *e)
{
  if (tile_reserve(&list->at, &list->room, list->count + 1, sizeof *list->at, what, e))
    return false;
  list->at[list->count++] = node;
  return true;
}

static bool has_region(const struct growth *g, uint64_t node)
{
  return g->label[node] && g->label[node] != JOINING;
}

static uint32_t root_of(struct growth *g, uint32_t region)
{
  struct region *r = g->region;
  while (r[region].parent != region)
    region = r[region].parent = r[r[region].parent].parent;
  return region;
}

/* ---- joining ------------------------------------------------------------------------ */

/* A region beside a node: the largest value of its neighbours there, and how many they are. */
struct claim {
  uint32_t region, square;
  int nodes;
};

static bool is_better(const struct growth *g, const struct claim *a, const struct claim *b)
{
  const struct region *ra = g->region + a->region, *rb = g->region + b->region;
  if (a->square != b->square)
    return a->square > b->square;
  if (ra->square != rb->square)
    return ra->square > rb->square;
  if (a->nodes != b->nodes)
    return a->nodes > b->nodes;
  if (ra->volume != rb->volume)
    return ra->volume > rb->volume;
  return ra->mark != rb->mark ? ra->mark > rb->mark : a->region < b->region;
}

/* The region that a node joins; 0: there is none beside it. */
static uint32_t choose(struct growth *g, uint64_t node)
{
  struct claim claim[6];
  uint64_t to[6];
  int claims = 0, best = 0;
  const int count = neighbours_of(to, g->s, node);
  for (int i = 0; i < count; i++) {
    if (!has_region(g, to[i]))
      continue;
    const uint32_t region = root_of(g, g->label[to[i]]), square = g->s->at[to[i]];
    int k = 0;
    while (k < claims && claim[k].region != region)
      k++;
    if (k == claims)
      claim[claims++] = (struct claim){region, 0, 0};
    claim[k].nodes++;
    claim[k].square = square > claim[k].square ? square : claim[k].square;
  }
  for (int k = 1; k < claims; k++)
    if (is_better(g, claim + k, claim + best))
      best = k;
  return claims ? claim[best].region : 0;
}

/* All nodes at the front join regions as these are before. */
static bool join_front(struct growth *g)
{
  if (tile_reserve(&g->choice, &g->choice_room, g->front.count, sizeof *g->choice, what, g->e))
    return false;
  for (size_t i = 0; i < g->front.count; i++)
    g->choice[i] = choose(g, g->front.at[i]);
  for (size_t i = 0; i < g->front.count; i++) {
    g->label[g->front.at[i]] = g->choice[i];
    g->region[g->choice[i]].volume++;
  }
  return true;
}

/* The neighbours of the front that have the same value and no region yet are the next front. */
static bool advance(struct growth *g, uint32_t value)
{
  uint64_t to[6];
  g->next.count = 0;
  for (size_t i = 0; i < g->front.count; i++) {
    const int count = neighbours_of(to, g->s, g->front.at[i]);
    for (int k = 0; k < count; k++)
      if (g->s->at[to[k]] == value && !g->label[to[k]]) {
        g->label[to[k]] = JOINING;
        if (!push(&g->next, to[k], g->e))
          return false;
      }
  }
  const struct nodes swap = g->front;
  g->front = g->next;
  g->next = swap;
  return true;
}

static bool begin_front(struct growth *g, const uint64_t *node, size_t count)
{
  uint64_t to[6];
  g->front.count = 0;
  for (size_t i = 0; i < count; i++) {
    const int beside = neighbours_of(to, g->s, node[i]);
    int k = 0;
    while (k < beside && !has_region(g, to[k]))
      k++;
    if (k == beside)
      continue;
    g->label[node[i]] = JOINING;
    if (!push(&g->front, node[i], g->e))
      return false;
  }
  return true;
}

static uint64_t mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* A number made of the values around a node and their distances from it: the same in mirrored and turned grids. */
static uint64_t mark_of(const struct tile_squares *s, uint64_t node)
{
  const int64_t *n = s->grid, i = (int64_t)node, at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
  const int64_t cube = 2 * AROUND + 1;
  uint64_t sum = 0;
  for (int64_t k = 0; k < cube * cube * cube; k++) {
    int64_t by[3] = {k % cube - AROUND, k / cube % cube - AROUND, k / cube / cube - AROUND}, to[3];
    bool inside = true;
    for (int a = 0; a < 3; a++) {
      to[a] = at[a] + by[a];
      if (s->periodic >> a & 1)
        to[a] = (to[a] % n[a] + n[a]) % n[a];
      inside &= to[a] >= 0 && to[a] < n[a];
    }
    const uint64_t value = inside ? s->at[(to[2] * n[1] + to[1]) * n[0] + to[0]] : UINT32_MAX;
    sum += mix(value << 16 | (uint64_t)(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]));
  }
  return mix(sum);
}

/* A maximum: all nodes of the value that are connected with one. */
static bool begin_region(struct growth *g, uint64_t node, uint32_t value)
{
  if (g->regions >= MOST_REGIONS)
    return tile_fail(g->e, TILE_REJECTED, "there are too many regions of pores"), false;
  if (tile_reserve(&g->region, &g->region_room, g->regions + 2, sizeof *g->region, what, g->e))
    return false;
  const uint32_t number = (uint32_t)++g->regions;
  g->region[number] = (struct region){number, value, 0, 0};
  g->front.count = 0;
  g->label[node] = JOINING;
  bool good = push(&g->front, node, g->e);
  while (good && g->front.count) {
    for (size_t i = 0; i < g->front.count; i++) {
      g->label[g->front.at[i]] = number;
      g->region[number].mark += mark_of(g->s, g->front.at[i]);
    }
    g->region[number].volume += (int64_t)g->front.count;
    good = advance(g, value);
  }
  return good;
}

static bool grow(struct growth *g, const uint64_t *node, size_t count, uint32_t value)
{
  bool good = begin_front(g, node, count);
  while (good && g->front.count)
    good = join_front(g) && advance(g, value);
  for (size_t i = 0; good && i < count; i++)
    if (!g->label[node[i]])
      good = begin_region(g, node[i], value);
  return good;
}

/* ---- merging -------------------------------------------------------------------------- */

static bool is_flat(const struct growth *g, const struct contact *c, uint32_t value)
{
  const double most = sqrt((double)g->region[c->b].square), cut = g->persistence * most;
  return sqrt((double)value) > (cut < most - g->noise ? cut : most - g->noise);
}

static struct contact contact_of(const struct growth *g, uint32_t a, uint32_t b)
{
  const struct region *ra = g->region + a, *rb = g->region + b;
  const bool first = ra->square != rb->square ? ra->square > rb->square : a < b;
  return first ? (struct contact){a, b, 1} : (struct contact){b, a, 1};
}

static int by_regions(const void *a, const void *b)
{
  const struct contact *p = a, *q = b;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

/* Of the node with its neighbours of larger values, and once with those of the same. */
static bool find_contacts(struct growth *g, uint64_t node, uint32_t value)
{
  uint64_t to[6];
  const int count = neighbours_of(to, g->s, node);
  for (int i = 0; i < count; i++) {
    const uint32_t other = g->s->at[to[i]];
    if (other < value || (other == value && to[i] < node) || g->label[to[i]] == g->label[node])
      continue;
    const uint32_t a = root_of(g, g->label[node]), b = root_of(g, g->label[to[i]]);
    const struct contact c = contact_of(g, a, b);
    if (a == b || !is_flat(g, &c, value))
      continue;
    if (tile_reserve(&g->contact, &g->contact_room, g->contacts + 1, sizeof *g->contact, what, g->e))
      return false;
    g->contact[g->contacts++] = c;
  }
  return true;
}

/* One contact for each two regions. */
static void join_contacts(struct growth *g)
{
  size_t count = 0;
  qsort(g->contact, g->contacts, sizeof *g->contact, by_regions);
  for (size_t i = 0; i < g->contacts; i++)
    if (count && by_regions(g->contact + count - 1, g->contact + i) == 0)
      g->contact[count - 1].faces++;
    else
      g->contact[count++] = g->contact[i];
  g->contacts = count;
}

/* A contact with what decides its turn. */
struct turn {
  uint32_t square[2];
  int64_t faces, volume;
  uint64_t mark;
  uint32_t a, b;
};

static int by_turn(const void *a, const void *b)
{
  const struct turn *p = a, *q = b;
  for (int i = 0; i < 2; i++)
    if (p->square[i] != q->square[i])
      return p->square[i] > q->square[i] ? -1 : 1;
  if (p->faces != q->faces)
    return p->faces > q->faces ? -1 : 1;
  if (p->volume != q->volume)
    return p->volume > q->volume ? -1 : 1;
  if (p->mark != q->mark)
    return p->mark > q->mark ? -1 : 1;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

static void merge(struct growth *g, uint32_t a, uint32_t b, uint32_t value)
{
  a = root_of(g, a);
  b = root_of(g, b);
  const struct contact c = contact_of(g, a, b);
  if (a == b || !is_flat(g, &c, value))
    return;
  g->region[c.b].parent = c.a;
  g->region[c.a].volume += g->region[c.b].volume;
  g->region[c.a].mark += g->region[c.b].mark;
}

/* The largest first: a region that could become part of two others goes to the larger one. */
static bool merge_all(struct growth *g, const uint64_t *node, size_t count, uint32_t value)
{
  g->contacts = 0;
  for (size_t i = 0; i < count; i++)
    if (!find_contacts(g, node[i], value))
      return false;
  if (!g->contacts)
    return true;
  join_contacts(g);
  struct turn *turn = tile_alloc(g->contacts, sizeof *turn);
  if (!turn)
    return tile_fail_memory(g->e, g->contacts * sizeof *turn, "regions of pores"), false;
  for (size_t i = 0; i < g->contacts; i++) {
    const struct contact *c = g->contact + i;
    const struct region *a = g->region + c->a, *b = g->region + c->b;
    turn[i] = (struct turn){{a->square, b->square}, c->faces, a->volume + b->volume, a->mark + b->mark, c->a, c->b};
  }
  qsort(turn, g->contacts, sizeof *turn, by_turn);
  for (size_t i = 0; i < g->contacts; i++)
    merge(g, turn[i].a, turn[i].b, value);
  free(turn);
  return true;
}

/* ---- all -------------------------------------------------------------------------------- */

/* The nodes of the phase by value; begin[v]: where those of v begin, [most + 2]. */
static int sort_nodes(uint64_t **order, int64_t **begin, const struct tile_squares *s, struct tile_error *e)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2], values = (size_t)s->most + 2;
  *begin = tile_alloc(values, sizeof **begin);
  *order = tile_alloc((size_t)s->nodes, sizeof **order);
  if (!*begin || !*order)
    return tile_fail_memory(e, (size_t)s->nodes * sizeof **order, "nodes in the order of their distances");
  for (size_t i = 0; i < all; i++)
    if (s->at[i])
      (*begin)[s->at[i]]++;
  int64_t sum = 0;
  for (size_t v = 0; v < values; v++) {
    const int64_t count = (*begin)[v];
    (*begin)[v] = sum;
    sum += count;
  }
  for (size_t i = 0; i < all; i++)
    if (s->at[i])
      (*order)[(*begin)[s->at[i]]++] = i;
  for (size_t v = values - 1; v > 0; v--)
    (*begin)[v] = (*begin)[v - 1];
  (*begin)[0] = 0;
  return TILE_OK;
}

static int grow_all(struct growth *g)
{
  uint64_t *order = NULL;
  int64_t *begin = NULL;
  int code = sort_nodes(&order, &begin, g->s, g->e);
  for (uint32_t v = g->s->most; !code && v > 0; v--) {
    const uint64_t *node = order + begin[v];
    const size_t count = (size_t)(begin[(size_t)v + 1] - begin[v]);
    if (count && !(grow(g, node, count, v) && merge_all(g, node, count, v)))
      code = g->e->code;
  }
  free(order);
  free(begin);
  return code;
}

/* Numbers by the first node of each. */
static int number(struct tile_regions *r, struct growth *g)
{
  const struct tile_squares *s = g->s;
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2];
  uint32_t *name = tile_alloc(g->regions + 1, sizeof *name), count = 0;
  if (!name)
    return tile_fail_memory(g->e, (g->regions + 1) * sizeof *name, "regions of pores");
  for (size_t i = 0; i < all; i++) {
    if (!g->label[i])
      continue;
    uint32_t *of = name + root_of(g, g->label[i]);
    if (!*of)
      *of = ++count;
    g->label[i] = *of;
  }
  free(name);
  r->count = count;
  r->of = g->label;
  return TILE_OK;
}

static void growth_free(struct growth *g)
{
  free(g->region);
  free(g->front.at);
  free(g->next.at);
  free(g->choice);
  free(g->contact);
}

int tile_regions_make(struct tile_regions *r, const struct tile_squares *s, double persistence, double noise,
                      struct tile_error *e)
{
  const size_t all = (size_t)s->grid[0] * (size_t)s->grid[1] * (size_t)s->grid[2];
  struct growth g = {.s = s, .persistence = persistence, .noise = noise, .e = e};
  *r = (struct tile_regions){0};
  g.label = tile_alloc(all, sizeof *g.label);
  if (!g.label)
    return tile_fail_memory(e, all * sizeof *g.label, "regions of pores");
  const int code = grow_all(&g) || number(r, &g) ? e->code : TILE_OK;
  growth_free(&g);
  if (code)
    free(g.label);
  return code;
}

void tile_regions_free(struct tile_regions *r)
{
  free(r->of);
  *r = (struct tile_regions){0};
}
