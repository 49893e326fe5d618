/* SPDX-License-Identifier: BSD-3-Clause */
#include "loops.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The path along open edges; where it returns to one of its vertices, a loop is cut off. */
struct way {
  const struct surface *s;
  struct loops *l;
  bool *used;     /* for each open edge */
  uint32_t *path; /* vertices of the path */
  size_t length;
  uint32_t *place; /* for each vertex, its position in the path from 1; 0: not in it */
};

static int compare_edges(const void *a, const void *b)
{
  const struct surface_edge *one = a, *other = b;
  if (one->b != other->b)
    return one->b < other->b ? -1 : 1;
  return (one->a > other->a) - (one->a < other->a);
}

/* An unused edge along which a cap would leave this vertex; s->open: there is none. */
static size_t next_edge(const struct way *w, uint32_t from)
{
  const struct surface_edge *edge = w->s->open_edge;
  size_t low = 0, high = w->s->open;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (edge[middle].b < from)
      low = middle + 1;
    else
      high = middle;
  }
  while (low < w->s->open && edge[low].b == from && w->used[low])
    low++;
  return low < w->s->open && edge[low].b == from ? low : w->s->open;
}

static void cut_loop(struct way *w, uint32_t at)
{
  const size_t begin = w->place[at] - 1, count = w->length - begin;
  w->l->loop[w->l->loops++] = (struct loop){.begin = w->l->corners, .count = count};
  memcpy(w->l->corner + w->l->corners, w->path + begin, count * sizeof *w->path);
  w->l->corners += count;
  for (size_t i = begin; i < w->length; i++)
    w->place[w->path[i]] = 0;
  w->length = begin;
}

/* Every vertex has as many edges that leave as edges that arrive, so the path ends where it began. */
static void follow(struct way *w, uint32_t at)
{
  for (size_t edge = 0; edge < w->s->open;) {
    if (w->place[at])
      cut_loop(w, at);
    w->path[w->length++] = at;
    w->place[at] = (uint32_t)w->length;
    edge = next_edge(w, at);
    if (edge < w->s->open) {
      w->used[edge] = true;
      at = w->s->open_edge[edge].a;
    }
  }
  while (w->length)
    w->place[w->path[--w->length]] = 0;
}

/* ---- geometry of a loop ---- */

static void less(double to[3], const double a[3], const double b[3])
{
  for (int i = 0; i < 3; i++)
    to[i] = a[i] - b[i];
}

/* Twice the area vector of triangle i of the fan from the first corner, and three times its centre relative to that
 * corner. */
static void fan(const struct surface *s, const uint32_t *corner, size_t i, double n[3], double middle[3])
{
  double first[3], one[3], other[3];
  surface_point(s, corner[0], first);
  surface_point(s, corner[i], one);
  surface_point(s, corner[i + 1], other);
  less(one, one, first);
  less(other, other, first);
  tile_cross(n, one, other);
  for (int a = 0; a < 3; a++)
    middle[a] = one[a] + other[a];
}

/* Signed sums over a fan: correct for every polygon, convex or not. */
static void measure(const struct surface *s, const uint32_t *corner, struct loop *l)
{
  double n[3], middle[3], sum[3] = {0}, moment[3] = {0}, first[3];
  for (size_t i = 1; i + 1 < l->count; i++) {
    fan(s, corner, i, n, middle);
    for (int a = 0; a < 3; a++)
      sum[a] += n[a];
  }
  const double length = tile_length(sum);
  l->area = length / 2;
  for (int a = 0; a < 3; a++)
    l->normal[a] = length > 0 ? sum[a] / length : 0;
  for (size_t i = 1; i + 1 < l->count; i++) {
    fan(s, corner, i, n, middle);
    for (int a = 0; a < 3; a++)
      moment[a] += tile_dot(n, l->normal) * middle[a] / 3;
  }
  surface_point(s, corner[0], first);
  for (int a = 0; a < 3; a++)
    l->centre[a] = first[a] + (length > 0 ? moment[a] / length : 0);
  for (size_t i = 0; i < l->count; i++) {
    surface_point(s, corner[i], n);
    less(n, n, l->centre);
    l->off = fmax(l->off, fabs(tile_dot(n, l->normal)));
  }
}

/* ---- their order ---- */

/* Areas that differ by less of themselves, and centres by less of the width, are those of equal loops: welding and rounding,
 * which depend on the voxel, change both. */
static const double SAME_AREA = 1e-3, SAME_PLACE = 1e-2;

static int compare_keys(const void *a, const void *b)
{
  const struct loop *one = a, *other = b;
  if (one->key != other->key)
    return one->key < other->key ? -1 : 1;
  return (one->begin > other->begin) - (one->begin < other->begin);
}

/* By the area (k = 0), and what is equal by z, y and x. */
static void sort_by(char *at, size_t each, size_t count, int k)
{
  for (size_t i = 0; i < count; i++) {
    struct loop *l = (struct loop *)(at + i * each);
    l->key = k ? l->centre[3 - k] : -l->area;
  }
  qsort(at, count, each, compare_keys);
  for (size_t begin = 0, end; k < 3 && begin < count; begin = end) {
    const struct loop *first = (const struct loop *)(at + begin * each);
    const double most = first->key + (k ? SAME_PLACE * sqrt(first->area) : SAME_AREA * first->area);
    end = begin + 1;
    while (end < count && ((const struct loop *)(at + end * each))->key <= most)
      end++;
    if (end - begin > 1)
      sort_by(at + begin * each, each, end - begin, k + 1);
  }
}

void loops_sort(void *loops, size_t each, size_t count)
{
  sort_by(loops, each, count, 0);
}

int loops_make(struct loops *l, struct surface *s, struct tile_error *e)
{
  *l = (struct loops){.corner = tile_alloc(s->open + 1, sizeof *l->corner),
                      .loop = tile_alloc(s->open / 2 + 1, sizeof *l->loop)};
  struct way w = {s,
                  l,
                  tile_alloc(s->open + 1, 1),
                  tile_alloc(s->open + 2, sizeof *w.path),
                  0,
                  tile_alloc(s->vertices, sizeof *w.place)};
  const bool good = l->corner && l->loop && w.used && w.path && w.place;
  if (good) {
    if (s->open)
      qsort(s->open_edge, s->open, sizeof *s->open_edge, compare_edges);
    for (size_t i = 0; i < s->open; i++)
      if (!w.used[i])
        follow(&w, s->open_edge[i].b);
    for (size_t i = 0; i < l->loops; i++)
      measure(s, l->corner + l->loop[i].begin, &l->loop[i]);
    loops_sort(l->loop, sizeof *l->loop, l->loops);
  } else
    loops_free(l);
  free(w.used);
  free(w.path);
  free(w.place);
  return good ? TILE_OK : tile_fail_memory(e, s->vertices * 4 + s->open * 100, "the openings of a surface");
}

void loops_free(struct loops *l)
{
  free(l->corner);
  free(l->loop);
  *l = (struct loops){0};
}
