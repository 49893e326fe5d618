/* SPDX-License-Identifier: BSD-3-Clause */
/* From regions of nodes to pores, and to throats where two of them share faces. */
#include "bit_rows.h"
#include "pores.h"

#include <math.h>
#include <stdlib.h>

/* What two regions share. Places are twice the distance from the peak of the first one. */
struct shared {
  uint32_t a, b;   /* a < b; b = FACE + face: an opening */
  uint32_t square; /* the largest of the smaller values at both sides of a face; 0: an empty place of the table */
  int64_t area, widest, sum[3]; /* faces; those with that value, and the sum of their places */
};
#define FACE (UINT32_MAX - 8)

/* The peak of a region: its first node with the largest value, and sums of places from there. */
struct peak {
  int64_t node, count, sum[3], all[3];
};

struct work {
  const struct tile_squares *s;
  const struct tile_regions *r;
  struct peak *peak;
  struct shared *table; /* open addressing; `room` is a power of two */
  size_t count, room;
  struct tile_error *e;
};

static void place(const struct tile_squares *s, int64_t node, int64_t at[3])
{
  at[0] = node % s->grid[0];
  at[1] = node / s->grid[0] % s->grid[1];
  at[2] = node / s->grid[0] / s->grid[1];
}

/* From a node to another, the short way around periodic axes. */
static void away(const struct tile_squares *s, int64_t from, int64_t to, int64_t by[3])
{
  int64_t a[3];
  place(s, from, a);
  place(s, to, by);
  for (int i = 0; i < 3; i++) {
    const int64_t n = s->grid[i];
    by[i] -= a[i];
    if (s->periodic >> i & 1)
      by[i] += 2 * by[i] > n ? -n : 2 * by[i] < -n ? n : 0;
  }
}

/* The neighbour behind a face of a node; -1: outside. */
static int64_t behind(const struct tile_squares *s, int64_t node, const int64_t at[3], int face)
{
  const int axis = face % 3;
  const int64_t n = s->grid[axis], stride = axis == 0 ? 1 : axis == 1 ? s->grid[0] : s->grid[0] * s->grid[1];
  const bool wraps = s->periodic >> axis & 1;
  if (face < 3)
    return at[axis] > 0 ? node - stride : wraps ? node + (n - 1) * stride : -1;
  return at[axis] < n - 1 ? node + stride : wraps ? node - (n - 1) * stride : -1;
}

/* ---- pores ------------------------------------------------------------------------ */

static void find_peaks(struct tile_network *n, const struct work *w)
{
  const int64_t all = w->s->grid[0] * w->s->grid[1] * w->s->grid[2];
  for (int64_t i = 0; i < all; i++) {
    if (!w->r->of[i])
      continue;
    struct tile_pore *pore = n->pore + w->r->of[i] - 1;
    struct peak *peak = w->peak + w->r->of[i] - 1;
    const uint32_t square = w->s->at[i];
    if (square > pore->square) {
      pore->square = square;
      *peak = (struct peak){.node = i};
    }
    if (square < pore->square)
      continue;
    int64_t by[3];
    away(w->s, peak->node, i, by);
    peak->count++;
    for (int a = 0; a < 3; a++)
      peak->sum[a] += by[a];
  }
}

static void finish_pore(struct tile_pore *p, const struct peak *peak, const struct tile_squares *s)
{
  int64_t at[3];
  place(s, peak->node, at);
  for (int a = 0; a < 3; a++) {
    p->centre[a] = (double)at[a] + 0.5 + (double)peak->sum[a] / (double)peak->count;
    p->centroid[a] = (double)at[a] + 0.5 + (double)peak->all[a] / (double)p->volume;
  }
}

/* ---- what regions share -------------------------------------------------------------- */

static struct shared *find(const struct work *w, uint32_t a, uint32_t b)
{
  uint64_t key = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
  size_t i = (size_t)(key >> 16) & (w->room - 1);
  while (w->table[i].square && (w->table[i].a != a || w->table[i].b != b))
    i = (i + 1) & (w->room - 1);
  return w->table + i;
}

static bool grow(struct work *w)
{
  const struct work before = *w;
  if (2 * w->count < w->room)
    return true;
  w->room = before.room ? 2 * before.room : 1024;
  w->table = tile_alloc(w->room, sizeof *w->table);
  if (!w->table) {
    *w = before;
    return tile_fail_memory(w->e, 2 * w->room * sizeof *w->table, "throats"), false;
  }
  for (size_t i = 0; i < before.room; i++)
    if (before.table[i].square)
      *find(w, before.table[i].a, before.table[i].b) = before.table[i];
  free(before.table);
  return true;
}

/* A face of a node of region a, behind which is region b, or the outside. */
static bool share(struct work *w, uint32_t a, uint32_t b, uint32_t square, int64_t node, int face)
{
  if (!grow(w))
    return false;
  struct shared *s = find(w, a, b);
  if (!s->square) {
    *s = (struct shared){.a = a, .b = b};
    w->count++;
  }
  s->area++;
  if (square < s->square)
    return true;
  if (square > s->square) {
    s->square = square;
    s->widest = s->sum[0] = s->sum[1] = s->sum[2] = 0;
  }
  int64_t by[3];
  away(w->s, w->peak[a].node, node, by);
  s->widest++;
  for (int i = 0; i < 3; i++)
    s->sum[i] += 2 * by[i];
  s->sum[face % 3] += face < 3 ? -1 : 1;
  return true;
}

/* A face between two regions counts once: seen from the one of the smaller number. */
static bool visit_face(struct tile_network *n, struct work *w, int64_t node, int64_t to, int face)
{
  const struct tile_squares *s = w->s;
  const uint32_t a = w->r->of[node] - 1, square = s->at[node];
  if (to < 0) {
    n->pore[a].faces |= 1U << face;
    return share(w, a, FACE + (uint32_t)face, square, node, face);
  }
  if (!s->at[to]) { /* the cut of a mask is no wall */
    n->pore[a].surface += !s->mask || tile_voxel_bit(s->mask, (uint64_t)to);
    return true;
  }
  const uint32_t b = w->r->of[to] - 1;
  return a >= b || share(w, a, b, square < s->at[to] ? square : s->at[to], node, face);
}

static bool visit(struct tile_network *n, struct work *w, int64_t node)
{
  const uint32_t a = w->r->of[node] - 1;
  int64_t at[3], by[3];
  place(w->s, node, at);
  away(w->s, w->peak[a].node, node, by);
  n->pore[a].volume++;
  for (int i = 0; i < 3; i++)
    w->peak[a].all[i] += by[i];
  for (int face = 0; face < 6; face++)
    if (!visit_face(n, w, node, behind(w->s, node, at, face), face))
      return false;
  return true;
}

static int visit_all(struct tile_network *n, struct work *w)
{
  const int64_t all = w->s->grid[0] * w->s->grid[1] * w->s->grid[2];
  for (int64_t i = 0; i < all; i++)
    if (w->r->of[i] && !visit(n, w, i))
      return w->e->code;
  return TILE_OK;
}

/* ---- throats ------------------------------------------------------------------------ */

static int64_t order_of(const struct tile_throat *t)
{
  return t->pore[1] < 0;
}

static int by_pores(const void *a, const void *b)
{
  const struct tile_throat *p = a, *q = b;
  if (order_of(p) != order_of(q))
    return order_of(p) ? 1 : -1;
  if (p->pore[0] != q->pore[0])
    return p->pore[0] < q->pore[0] ? -1 : 1;
  return p->pore[1] < q->pore[1] ? -1 : p->pore[1] > q->pore[1];
}

static double distance(const struct tile_squares *s, const double a[3], const double b[3])
{
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    const double n = (double)s->grid[i], d = b[i] - a[i];
    sum += pow(s->periodic >> i & 1 ? d - n * rint(d / n) : d, 2);
  }
  return sqrt(sum);
}

static double at_least_half(double length)
{
  return length > 0.5 ? length : 0.5;
}

static void fill_throat(struct tile_throat *t, struct tile_network *n, const struct work *w, const struct shared *s)
{
  int64_t at[3];
  const bool opening = s->b >= FACE;
  *t = (struct tile_throat){{s->a, opening ? -1 - (int64_t)(s->b - FACE) : s->b}, .square = s->square, .area = s->area};
  place(w->s, w->peak[s->a].node, at);
  for (int a = 0; a < 3; a++)
    t->centre[a] = (double)at[a] + 0.5 + (double)s->sum[a] / (2 * (double)s->widest);
  t->part[0] = at_least_half(distance(w->s, n->pore[s->a].centre, t->centre));
  t->length = t->part[0];
  *(opening ? &n->openings : &n->throats) += 1;
  if (opening)
    return;
  t->part[1] = at_least_half(distance(w->s, n->pore[s->b].centre, t->centre));
  t->length = distance(w->s, n->pore[s->a].centre, n->pore[s->b].centre);
  n->pore[s->a].throats++;
  n->pore[s->b].throats++;
}

static int make_throats(struct tile_network *n, const struct work *w)
{
  struct tile_throat *t = n->throat = tile_alloc(w->count, sizeof *n->throat);
  if (!t)
    return tile_fail_memory(w->e, w->count * sizeof *t, "throats");
  for (size_t i = 0; i < w->room; i++)
    if (w->table[i].square)
      fill_throat(t++, n, w, w->table + i);
  qsort(n->throat, w->count, sizeof *n->throat, by_pores);
  return TILE_OK;
}

static int make_pores(struct tile_network *n, struct work *w)
{
  const size_t pores = (size_t)n->pores;
  n->pore = tile_alloc(pores, sizeof *n->pore);
  w->peak = tile_alloc(pores, sizeof *w->peak);
  if (!n->pore || !w->peak)
    return tile_fail_memory(w->e, pores * (sizeof *n->pore + sizeof *w->peak), "pores");
  find_peaks(n, w);
  if (visit_all(n, w))
    return w->e->code;
  for (size_t i = 0; i < pores; i++)
    finish_pore(n->pore + i, w->peak + i, w->s);
  return TILE_OK;
}

int tile_network_make(struct tile_network *n, const struct tile_squares *s, const struct tile_regions *r,
                      struct tile_error *e)
{
  struct work w = {.s = s, .r = r, .e = e};
  *n = (struct tile_network){.pores = r->count};
  const int code = make_pores(n, &w) || make_throats(n, &w) ? e->code : TILE_OK;
  free(w.peak);
  free(w.table);
  if (code)
    tile_network_free(n);
  return code;
}

void tile_network_free(struct tile_network *n)
{
  free(n->pore);
  free(n->throat);
  *n = (struct tile_network){0};
}
