/* SPDX-License-Identifier: BSD-3-Clause */
/* Corners that are one vertex in the program that made the surface, but were written in different roundings. */
#include "surface.h"

#include <stdlib.h>

struct welding {
  struct surface *s;
  int32_t cell;      /* side of a cell in units, beyond which nothing is welded */
  struct weld cells; /* those that have vertices, */
  uint32_t *vertex;  /* and the first of each, */
  size_t room;
  uint32_t *next; /* behind which the others follow; NONE: no more */
  int32_t *reach; /* of each vertex: the most by which a coordinate may differ */
  uint32_t *to;   /* for each vertex, the one that replaces it */
};

enum { NONE = UINT32_MAX };

/* The largest difference of a coordinate. */
static int32_t apart(const struct surface *s, uint32_t a, uint32_t b)
{
  int32_t most = 0;
  for (int k = 0; k < 3; k++) {
    const int32_t d = abs(s->vertex[a][k] - s->vertex[b][k]);
    most = d > most ? d : most;
  }
  return most;
}

/* A quarter of the shortest side that begins at the vertex: two corners of a triangle never become one. */
static void find_reach(struct welding *w, const struct mesh *m)
{
  for (size_t v = 0; v < w->s->vertices; v++)
    w->reach[v] = w->cell;
  for (size_t i = 0; i < 3 * m->triangles; i++) {
    const uint32_t a = m->triangle[i / 3][i % 3], b = m->triangle[i / 3][(i % 3 + 1) % 3];
    const int32_t most = a == b ? w->cell : apart(w->s, a, b) / 4;
    w->reach[a] = most < w->reach[a] ? most : w->reach[a];
    w->reach[b] = most < w->reach[b] ? most : w->reach[b];
  }
}

/* The nearest vertex of this cell that both may be welded with, if it is nearer than *found. */
static void try_cell(const struct welding *w, uint32_t vertex, const int32_t cell[3], uint32_t *found)
{
  uint32_t index;
  if (!weld_find(&w->cells, cell, &index))
    return;
  for (uint32_t other = w->vertex[index]; other != NONE; other = w->next[other]) {
    const int32_t d = apart(w->s, vertex, other);
    if (d <= w->reach[vertex] && d <= w->reach[other] && (*found == vertex || d < apart(w->s, vertex, *found)))
      *found = other;
  }
}

static int keep(struct welding *w, uint32_t vertex, const int32_t cell[3], struct tile_error *e)
{
  const size_t before = w->cells.count;
  uint32_t index;
  if (weld_point(&w->cells, cell, &index, e) ||
      tile_reserve(&w->vertex, &w->room, w->cells.count, sizeof *w->vertex, "the vertices of a surface", e))
    return e->code;
  w->next[vertex] = w->cells.count > before ? NONE : w->vertex[index];
  w->vertex[index] = vertex;
  return TILE_OK;
}

static int weld_one(struct welding *w, uint32_t vertex, struct tile_error *e)
{
  struct surface_report *r = &w->s->report;
  int32_t cell[3];
  for (int a = 0; a < 3; a++) /* from the lowest unit, so that the division rounds down */
    cell[a] = (int32_t)(((int64_t)w->s->vertex[vertex][a] - INT32_MIN) / w->cell);
  for (int i = 0; i < 27; i++)
    try_cell(w, vertex, (const int32_t[]){cell[0] + i % 3 - 1, cell[1] + i / 3 % 3 - 1, cell[2] + i / 9 - 1},
             &w->to[vertex]);
  if (w->to[vertex] == vertex)
    return keep(w, vertex, cell, e);
  r->welded++;
  r->apart = fmax(r->apart, ldexp(apart(w->s, vertex, w->to[vertex]), -w->s->shift));
  return TILE_OK;
}

/* Only vertices of open edges, which a copy of them might close. */
static int weld_open(struct welding *w, const struct mesh *m, bool *open, struct tile_error *e)
{
  const struct surface *s = w->s;
  int code = TILE_OK;
  find_reach(w, m);
  for (size_t i = 0; i < s->open; i++)
    open[s->open_edge[i].a] = open[s->open_edge[i].b] = true;
  for (uint32_t v = 0; v < s->vertices && !code; v++) {
    w->to[v] = v;
    code = open[v] ? weld_one(w, v, e) : TILE_OK;
  }
  return code;
}

int surface_weld(struct surface *s, struct mesh *m, double part, struct tile_error *e)
{
  const size_t n = s->vertices;
  struct welding w = {.s = s,
                      .cell = (int32_t)fmax(1, part * (1 << s->shift)),
                      .cells.bytes = 3 * sizeof(int32_t),
                      .next = tile_alloc(n, sizeof *w.next),
                      .reach = tile_alloc(n, sizeof *w.reach),
                      .to = tile_alloc(n, sizeof *w.to)};
  bool *open = tile_alloc(n, sizeof *open);
  int code = w.next && w.reach && w.to && open ? weld_open(&w, m, open, e)
                                               : tile_fail_memory(e, n * 13, "the vertices of a surface");
  for (size_t i = 0; i < m->triangles && !code; i++)
    for (int k = 0; k < 3; k++)
      m->triangle[i][k] = w.to[m->triangle[i][k]];
  weld_free(&w.cells);
  free(w.vertex);
  free(w.next);
  free(w.reach);
  free(w.to);
  free(open);
  return code;
}
