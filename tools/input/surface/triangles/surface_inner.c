/* SPDX-License-Identifier: BSD-3-Clause */
/* Inner walls: pieces without thickness that stand inside a surface, such as flaps, septa and plates. Each becomes both
 * sides of a wall, which leaves the winding numbers, and with them the voxels inside, as they are without it. */
#include "pieces.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limit of the work for loose pieces: solid angles of triangles, a minute. */
static const double ANGLES = 1e9;
enum { TRIES = 32 }; /* of other pieces as the wall */

/* The mark of a triangle that comes first as part of the wall, whatever the area of its piece. */
#define FORCED (UINT32_C(1) << 31)

/* The triangles at an edge. */
struct shared {
  unsigned char wall, own; /* of the wall, and of the piece that is tried */
  short net;               /* of that piece: in one direction, less those in the other */
};

struct inner {
  struct surface *s;
  size_t all, wall;      /* triangles; those of the wall come first */
  struct pieces p;       /* of all triangles, later of the wall */
  size_t edges;          /* that more than two triangles share */
  uint32_t *edge;        /* for each side, the first use of such an edge; else EDGES_NONE */
  struct shared *shared; /* for the first use of each such edge */
  uint32_t *thick;       /* pieces that have a volume */
  size_t thicks;
  bool *aside;          /* for each piece: it does not belong to the wall */
  size_t pieces;        /* that were set aside */
  double (*side)[2][3]; /* of each of these, two points that must lie inside the wall */
  uint32_t *mark;       /* for each triangle, the number of its piece among those set aside, from 1, and FORCED */
};

static int find_shared(struct inner *in, struct tile_error *e)
{
  const struct edges *t = &in->p.edges;
  in->edge = tile_alloc(in->all, 3 * sizeof *in->edge);
  in->shared = tile_alloc(in->all, 3 * sizeof *in->shared);
  if (!in->edge || !in->shared)
    return tile_fail_memory(e, in->all * 24, "the edges of a surface");
  memset(in->edge, 0xff, in->all * 3 * sizeof *in->edge);
  for (uint32_t near = 0; near < in->s->vertices; near++)
    for (uint32_t at = t->begin[near], end; at < t->begin[near + 1]; at = end) {
      end = edges_end(t, near, at);
      in->edges += end - at > 2;
      for (uint32_t i = at; i < end && end - at > 2; i++)
        in->edge[t->use[i].half] = at;
    }
  return TILE_OK;
}

/* ---- which pieces are the wall ---- */

/* Calls f for each side of a piece that more than two triangles share. */
static bool at_shared(struct inner *in, const struct piece *piece, bool (*f)(struct shared *x, bool rises))
{
  bool good = true;
  for (size_t i = piece->begin; i < piece->begin + piece->count; i++)
    for (uint32_t half = 3 * in->p.member[i]; half < 3 * in->p.member[i] + 3; half++)
      if (in->edge[half] != EDGES_NONE)
        good = f(&in->shared[in->edge[half]], edges_rises(in->s, half)) && good;
  return good;
}

static bool count_own(struct shared *x, bool rises)
{
  x->own = (unsigned char)(x->own + (x->own < UCHAR_MAX / 2));
  x->net = (short)(x->net + (rises ? 1 : -1));
  return true;
}

/* Bodies that touch at an edge have there two triangles each, which face alike. */
static bool fits(struct shared *x, bool rises)
{
  (void)rises;
  return x->wall + x->own <= 2 || (!x->net && x->wall % 2 == 0);
}

static bool take_own(struct shared *x, bool rises)
{
  (void)rises;
  x->wall = (unsigned char)(x->wall + (x->wall < UCHAR_MAX / 2 ? x->own : 0));
  x->own = 0;
  x->net = 0;
  return true;
}

static bool drop_own(struct shared *x, bool rises)
{
  (void)rises;
  x->own = 0;
  x->net = 0;
  return true;
}

static int set_aside(struct inner *in, size_t number, struct tile_error *e)
{
  const struct piece *piece = &in->p.piece[number];
  if (tile_reserve(&in->side, NULL, in->pieces + 1, sizeof *in->side, "the pieces of a surface", e))
    return e->code;
  surface_pieces_sides(&in->p, piece, in->side[in->pieces++]);
  in->aside[number] = true;
  for (size_t i = piece->begin; i < piece->begin + piece->count; i++)
    in->mark[in->p.member[i]] = (in->mark[in->p.member[i]] & FORCED) | (uint32_t)in->pieces;
  return TILE_OK;
}

struct ranked {
  double area;
  size_t piece;
};

static int by_area(const void *a, const void *b)
{
  const struct ranked *one = a, *other = b;
  if (one->area != other->area)
    return one->area > other->area ? -1 : 1;
  return (one->piece > other->piece) - (one->piece < other->piece);
}

/* The wall consists of large pieces, as long as they have at most two triangles at an edge: a septum is smaller than
 * what is on either side of it. */
static int choose_wall(struct inner *in, struct tile_error *e)
{
  const size_t count = in->p.count;
  struct ranked *rank = tile_alloc(count, sizeof *rank);
  int code = rank ? TILE_OK : tile_fail_memory(e, count * sizeof *rank, "the pieces of a surface");
  for (size_t i = 0; i < count && !code; i++)
    rank[i] = (struct ranked){in->mark[in->p.piece[i].largest] & FORCED ? INFINITY : in->p.piece[i].area, i};
  if (!code)
    qsort(rank, count, sizeof *rank, by_area);
  for (size_t i = 0; i < count && !code; i++) {
    const struct piece *piece = &in->p.piece[rank[i].piece];
    at_shared(in, piece, count_own);
    const bool good = at_shared(in, piece, fits);
    at_shared(in, piece, good ? take_own : drop_own);
    code = good ? TILE_OK : set_aside(in, rank[i].piece, e);
  }
  free(rank);
  return code;
}

/* ---- pieces inside others ---- */

/* Whether the piece, closed, has a volume: one that is flat has none. */
static bool is_thick(const struct piece *piece)
{
  return fabs(piece->volume) > 1e-6 * pow(piece->area, 1.5);
}

static bool is_in(struct inner *in, const struct piece *piece, double at[2][3])
{
  return fabs(surface_pieces_winding(&in->p, piece, at[0])) > 0.5 &&
         fabs(surface_pieces_winding(&in->p, piece, at[1])) > 0.5;
}

/* Whether the rims of a piece lie in another one, and not in its openings. */
static bool rims_in(struct inner *in, const struct piece *piece, const struct piece *other)
{
  for (uint32_t l = in->p.first[piece - in->p.piece]; l; l = in->p.next[l - 1]) {
    double at[2][3];
    surface_pieces_rim(&in->p, &in->p.loops.loop[l - 1], at);
    if (!is_in(in, other, at))
      return false;
  }
  return true;
}

/* Whether an open piece lies in another one. If it faces inwards and begins at an opening, there is no fluid in it. */
static bool is_nested(struct inner *in, const struct piece *piece)
{
  double at[2][3];
  surface_pieces_sides(&in->p, piece, at);
  for (size_t i = 0; i < in->thicks && in->p.work < ANGLES; i++) {
    const struct piece *other = &in->p.piece[in->thick[i]];
    if (other != piece && is_in(in, other, at))
      return !is_thick(piece) || (piece->volume > 0) == (other->volume > 0) || rims_in(in, piece, other);
  }
  return false;
}

static int find_thick(struct inner *in, struct tile_error *e)
{
  free(in->thick);
  in->thick = tile_alloc(in->p.count, sizeof *in->thick);
  in->thicks = 0;
  for (size_t i = 0; i < in->p.count && in->thick; i++)
    if (is_thick(&in->p.piece[i]))
      in->thick[in->thicks++] = (uint32_t)i;
  return in->thick ? TILE_OK : tile_fail_memory(e, in->p.count * sizeof *in->thick, "the pieces of a surface");
}

static int choose_nested(struct inner *in, struct tile_error *e)
{
  int code = find_thick(in, e);
  for (size_t i = 0; in->p.count > 1 && i < in->p.count && !code; i++)
    if (in->p.piece[i].open && is_nested(in, &in->p.piece[i]))
      code = set_aside(in, i, e);
  return code;
}

/* ---- the order of the triangles ---- */

static void move(struct surface *s, uint32_t *mark, size_t to, const uint32_t corner[3], int name, uint32_t its)
{
  memcpy(s->triangle[to], corner, sizeof *s->triangle);
  s->name_of[to] = (unsigned char)name;
  mark[to] = its;
}

/* Moves the triangles of the pieces that are aside to the end of the wall. */
static int part_wall(struct inner *in, struct tile_error *e)
{
  struct surface *s = in->s, rest = {0};
  size_t wall = 0;
  uint32_t *its = tile_alloc(in->wall, sizeof *its);
  int code = its ? TILE_OK : tile_fail_memory(e, in->wall * sizeof *its, "the pieces of a surface");
  for (size_t i = 0; i < in->wall && !code; i++)
    if (in->aside[in->p.of[i]]) {
      its[rest.triangles] = in->mark[i];
      code = surface_add_triangle(&rest, s->triangle[i], s->name_of[i], e);
    } else
      move(s, in->mark, wall++, s->triangle[i], s->name_of[i], in->mark[i]);
  for (size_t i = 0; i < rest.triangles && !code; i++)
    move(s, in->mark, wall + i, rest.triangle[i], rest.name_of[i], its[i]);
  free(rest.triangle);
  free(rest.name_of);
  free(its);
  in->wall = code ? in->wall : wall;
  return code;
}

/* Finds the pieces of the wall alone; with `turn`, they are joined and turned as if there was nothing else. */
static int look_at_wall(struct inner *in, bool turn, struct tile_error *e)
{
  struct surface *s = in->s;
  const double work = in->p.work;
  s->triangles = in->wall;
  surface_pieces_free(&in->p);
  free(in->aside);
  in->aside = NULL;
  if (turn) {
    s->report.shells = 0;
    if (surface_join(s, e))
      return e->code;
  }
  if (surface_find_open(s, e) || surface_pieces_make(&in->p, s, in->wall, e))
    return e->code;
  in->p.work = work;
  in->aside = tile_alloc(in->p.count, sizeof *in->aside);
  return in->aside ? TILE_OK : tile_fail_memory(e, in->p.count, "the pieces of a surface");
}

static int find_wall(struct inner *in, struct tile_error *e)
{
  if (choose_wall(in, e) || part_wall(in, e) || look_at_wall(in, in->pieces > 0, e) || choose_nested(in, e))
    return e->code;
  const size_t before = in->wall;
  if (part_wall(in, e))
    return e->code;
  return in->wall < before ? look_at_wall(in, false, e) : TILE_OK;
}

/* ---- what lies aside ---- */

static int reject_piece(const struct inner *in, const double at[3], bool upon, struct tile_error *e)
{
  const double unit = ldexp(1, -in->s->shift);
  return tile_fail(e, TILE_REJECTED,
                   upon ? "%zu edges have more than two triangles, and the piece at voxel %.0f, %.0f, %.0f lies upon "
                          "another, as where a rim is capped twice: remove one of them"
                        : "%zu edges have more than two triangles, and the piece at voxel %.0f, %.0f, %.0f is not "
                          "inside the others: it is not clear what the wall is: remove it",
                   in->edges, at[0] * unit, at[1] * unit, at[2] * unit);
}

/* How many of the two sides of a piece are inside the wall. */
static int sides_inside(struct inner *in, size_t number)
{
  double winding[2] = {0, 0};
  for (size_t k = 0; k < in->p.count; k++)
    for (int i = 0; i < 2; i++)
      winding[i] += surface_pieces_winding(&in->p, &in->p.piece[k], in->side[number][i]);
  return (fabs(winding[0]) > 0.5) + (fabs(winding[1]) > 0.5);
}

/* Every piece that is aside must be inside the wall; `outside` is set to the first one that is not, if it lies apart. */
static int judge(struct inner *in, size_t *outside, struct tile_error *e)
{
  for (size_t i = 0; i < in->pieces; i++) {
    const int inside = sides_inside(in, i);
    *outside = inside ? SIZE_MAX : i;
    if (inside < 2)
      return reject_piece(in, in->side[i][0], inside, e);
    if (in->p.work > ANGLES)
      return tile_fail(e, TILE_REJECTED, "the surface has %zu pieces inside it, which is too many: clean it first",
                       in->pieces);
  }
  return TILE_OK;
}

static double area_of(const struct inner *in)
{
  struct surface part = *in->s;
  part.triangle += in->wall;
  part.triangles = in->all - in->wall;
  part.open = 0;
  part.caps = 0;
  surface_measure(&part);
  return part.report.area;
}

static int add_backs(struct inner *in, struct tile_error *e)
{
  struct surface *s = in->s;
  s->report.inner = in->pieces;
  s->report.inner_area = area_of(in);
  for (size_t i = in->wall; i < in->all; i++) {
    const uint32_t back[3] = {s->triangle[i][0], s->triangle[i][2], s->triangle[i][1]};
    if (surface_add_triangle(s, back, s->name_of[i], e))
      return e->code;
  }
  s->inner[0] = in->wall;
  s->inner[1] = s->triangles;
  if (surface_find_open(s, e))
    return e->code;
  s->report.open = s->open;
  surface_measure(s);
  return TILE_OK;
}

/* ---- all ---- */

static int begin(struct inner *in, struct tile_error *e)
{
  in->pieces = in->edges = 0;
  in->wall = in->all;
  if (look_at_wall(in, false, e))
    return e->code;
  free(in->edge);
  free(in->shared);
  in->edge = NULL;
  in->shared = NULL;
  return find_shared(in, e);
}

/* A piece that is not inside the others must be part of the wall: tries that, once. */
static bool force(struct inner *in, size_t number)
{
  bool any = false;
  for (size_t i = 0; i < in->all; i++) {
    const bool this = (in->mark[i] & ~FORCED) == number + 1;
    any = any || (this && !(in->mark[i] & FORCED));
    in->mark[i] = (in->mark[i] & FORCED) | (this ? FORCED : 0);
  }
  return any;
}

static int search(struct inner *in, struct tile_error *e)
{
  struct tile_error first;
  int code = TILE_OK;
  for (int tried = 0; tried < TRIES; tried++) {
    size_t outside = SIZE_MAX;
    code = begin(in, e) || (in->p.count > 1 && find_wall(in, e)) ? e->code : judge(in, &outside, e);
    if (code != TILE_REJECTED)
      return code;
    first = tried ? first : *e;
    if (outside == SIZE_MAX || !force(in, outside))
      break;
  }
  *e = first;
  return code;
}

static void end(struct inner *in)
{
  surface_pieces_free(&in->p);
  free(in->edge);
  free(in->shared);
  free(in->aside);
  free(in->thick);
  free(in->side);
  free(in->mark);
}

int surface_keep_inner(struct surface *s, bool strict, struct tile_error *e)
{
  struct inner in = {.s = s, .all = s->triangles, .mark = tile_alloc(s->triangles, sizeof *in.mark)};
  int code = in.mark ? search(&in, e) : tile_fail_memory(e, s->triangles * sizeof *in.mark, "the pieces of a surface");
  s->triangles = in.all;
  if (!code && in.wall < in.all)
    code = add_backs(&in, e);
  else if (!code || (code == TILE_REJECTED && !strict)) /* as it was */
    code = surface_find_open(s, e);
  end(&in);
  return code;
}
