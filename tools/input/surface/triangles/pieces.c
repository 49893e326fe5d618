/* SPDX-License-Identifier: BSD-3-Clause */
#include "pieces.h"

#include "inside.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- triangles ---- */

static void point_of(const struct pieces *p, uint32_t triangle, int k, double at[3])
{
  for (int a = 0; a < 3; a++)
    at[a] = p->s->vertex[p->s->triangle[triangle][k]][a];
}

/* Six times the volume of a tetrahedron, and twice the area of its base. */
static double volume_of(double r[3][3], const double from[3], double *area)
{
  double side[2][3], n[3], volume = 0;
  for (int a = 0; a < 3; a++) {
    side[0][a] = r[1][a] - r[0][a];
    side[1][a] = r[2][a] - r[0][a];
  }
  tile_cross(n, side[0], side[1]);
  for (int a = 0; a < 3; a++)
    volume += n[a] * (r[0][a] - from[a]);
  *area = tile_length(n);
  return volume;
}

static void add_triangle(struct pieces *p, struct piece *piece, uint32_t triangle, double *largest)
{
  double r[3][3], from[3], area;
  for (int k = 0; k < 3; k++)
    point_of(p, triangle, k, r[k]);
  point_of(p, p->member[piece->begin], 0, from);
  piece->volume += volume_of(r, from, &area);
  piece->area += area;
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++) {
      const int32_t at = (int32_t)r[k][a];
      piece->low[a] = at < piece->low[a] ? at : piece->low[a];
      piece->high[a] = at > piece->high[a] ? at : piece->high[a];
    }
  if (area > *largest) {
    *largest = area;
    piece->largest = triangle;
  }
}

/* ---- pieces ---- */

/* Collects the triangles that are joined to the first one. */
static struct piece spread(struct pieces *p, const uint32_t *partner, size_t begin, uint32_t first)
{
  struct piece piece = {.begin = begin,
                        .low = {INT32_MAX, INT32_MAX, INT32_MAX},
                        .high = {INT32_MIN, INT32_MIN, INT32_MIN},
                        .largest = first};
  double largest = 0;
  size_t end = begin;
  p->member[end++] = first;
  p->of[first] = (uint32_t)p->count;
  for (size_t done = begin; done < end; done++) {
    for (uint32_t k = 0; k < 3; k++) {
      const uint32_t other = partner[3 * p->member[done] + k];
      piece.open = piece.open || other == EDGES_NONE;
      if (other == EDGES_NONE || p->of[other / 3] != EDGES_NONE)
        continue;
      p->of[other / 3] = (uint32_t)p->count;
      p->member[end++] = other / 3;
    }
    add_triangle(p, &piece, p->member[done], &largest);
  }
  piece.count = end - begin;
  return piece;
}

static int add_piece(struct pieces *p, const struct piece *piece, struct tile_error *e)
{
  if (tile_reserve(&p->piece, &p->room, p->count + 1, sizeof *p->piece, "the pieces of a surface", e))
    return e->code;
  p->piece[p->count++] = *piece;
  return TILE_OK;
}

static int find_pieces(struct pieces *p, const uint32_t *partner, size_t triangles, struct tile_error *e)
{
  size_t begin = 0;
  memset(p->of, 0xff, triangles * sizeof *p->of);
  for (uint32_t i = 0; i < triangles; i++)
    if (p->of[i] == EDGES_NONE) {
      const struct piece piece = spread(p, partner, begin, i);
      begin += piece.count;
      if (add_piece(p, &piece, e))
        return e->code;
    }
  return TILE_OK;
}

/* ---- the loops that bound a piece ---- */

/* A triangle of the cone that closes a loop. */
static void cone_of(const struct pieces *p, const struct loop *l, size_t i, double r[3][3])
{
  const uint32_t *corner = p->loops.corner + l->begin;
  const int32_t *one = p->s->vertex[corner[i]], *other = p->s->vertex[corner[(i + 1) % l->count]];
  for (int a = 0; a < 3; a++) {
    r[0][a] = one[a];
    r[1][a] = other[a];
    r[2][a] = ldexp(l->centre[a], p->s->shift);
  }
}

static void close_piece(struct pieces *p, const struct loop *l, struct piece *piece)
{
  double r[3][3], from[3], area;
  point_of(p, p->member[piece->begin], 0, from);
  for (size_t i = 0; i < l->count; i++) {
    cone_of(p, l, i, r);
    piece->volume += volume_of(r, from, &area);
  }
}

/* Each loop belongs to the piece of a triangle at its first corner. */
static int find_loops(struct pieces *p, size_t triangles, struct tile_error *e)
{
  uint32_t *at = tile_alloc(p->s->vertices, sizeof *at);
  p->first = tile_alloc(p->count + 1, sizeof *p->first);
  p->next = tile_alloc(p->loops.loops + 1, sizeof *p->next);
  p->owner = tile_alloc(p->loops.loops + 1, sizeof *p->owner);
  if (!at || !p->first || !p->next || !p->owner) {
    free(at);
    return tile_fail_memory(e, p->s->vertices * sizeof *at, "the pieces of a surface");
  }
  for (size_t i = 0; i < 3 * triangles; i++)
    at[p->s->triangle[i / 3][i % 3]] = p->of[i / 3];
  for (size_t i = p->loops.loops; i-- > 0;) {
    const struct loop *l = &p->loops.loop[i];
    const uint32_t piece = at[p->loops.corner[l->begin]];
    p->owner[i] = piece;
    p->next[i] = p->first[piece];
    p->first[piece] = (uint32_t)i + 1;
    close_piece(p, l, &p->piece[piece]);
  }
  free(at);
  return TILE_OK;
}

int surface_pieces_make(struct pieces *p, struct surface *s, size_t triangles, struct tile_error *e)
{
  struct surface part = *s; /* shares everything with s */
  part.triangles = triangles;
  *p = (struct pieces){.s = s,
                       .triangles = triangles,
                       .of = tile_alloc(triangles, sizeof *p->of),
                       .member = tile_alloc(triangles, sizeof *p->member)};
  uint32_t *partner = tile_alloc(triangles, 3 * sizeof *partner);
  int code = p->of && p->member && partner ? TILE_OK : tile_fail_memory(e, triangles * 20, "the pieces of a surface");
  if (!code)
    code = edges_make(&p->edges, &part, e);
  if (!code) {
    edges_partners(&p->edges, &part, partner);
    code = find_pieces(p, partner, triangles, e);
  }
  free(partner);
  if (!code)
    code = loops_make(&p->loops, s, e);
  if (!code)
    code = find_loops(p, triangles, e);
  if (code)
    surface_pieces_free(p);
  return code;
}

void surface_pieces_free(struct pieces *p)
{
  edges_free(&p->edges);
  loops_free(&p->loops);
  free(p->of);
  free(p->member);
  free(p->piece);
  free(p->first);
  free(p->next);
  free(p->owner);
  *p = (struct pieces){0};
}

/* ---- winding numbers ---- */

void surface_pieces_sides(const struct pieces *p, const struct piece *piece, double at[2][3])
{
  const double by = fmax(4, 0.01 * sqrt(piece->area / 2));
  double r[3][3], n[3], length = 0;
  for (int k = 0; k < 3; k++)
    point_of(p, piece->largest, k, r[k]);
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    n[a] = (r[1][b] - r[0][b]) * (r[2][c] - r[0][c]) - (r[1][c] - r[0][c]) * (r[2][b] - r[0][b]);
    length += n[a] * n[a];
  }
  for (int a = 0; a < 3; a++) {
    const double middle = (r[0][a] + r[1][a] + r[2][a]) / 3, step = length > 0 ? by * n[a] / sqrt(length) : 0;
    at[0][a] = middle - step;
    at[1][a] = middle + step;
  }
}

void surface_pieces_rim(const struct pieces *p, const struct loop *l, double at[2][3])
{
  const double by = fmax(4, ldexp(0.01 * sqrt(l->area), p->s->shift));
  for (int i = 0; i < 2; i++)
    for (int a = 0; a < 3; a++)
      at[i][a] = ldexp(l->centre[a], p->s->shift) + (i ? by : -by) * l->normal[a];
}

static double angle_from(double r[3][3], const double at[3])
{
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++)
      r[k][a] -= at[a];
  return winding_angle(r);
}

double surface_pieces_winding(struct pieces *p, const struct piece *piece, const double at[3])
{
  double angle = 0, r[3][3];
  p->work++;
  for (int a = 0; a < 3; a++)
    if (at[a] < piece->low[a] || at[a] > piece->high[a])
      return 0;
  for (size_t i = piece->begin; i < piece->begin + piece->count; i++) {
    for (int k = 0; k < 3; k++)
      point_of(p, p->member[i], k, r[k]);
    angle += angle_from(r, at);
  }
  p->work += (double)piece->count;
  for (uint32_t l = p->first[piece - p->piece]; l; l = p->next[l - 1]) {
    const struct loop *loop = &p->loops.loop[l - 1];
    for (size_t i = 0; i < loop->count; i++) {
      cone_of(p, loop, i, r);
      angle += angle_from(r, at);
    }
  }
  return angle / (4 * acos(-1));
}
