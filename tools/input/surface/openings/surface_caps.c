/* SPDX-License-Identifier: BSD-3-Clause */
/* Flat openings, for example where a vessel was cut, are closed and become named surfaces. */
#include "rims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EARS = 20000 }; /* most corners of a polygon, because cutting takes a step for each pair of them */

/* A polygon is flat if no corner is further from the plane than a hundredth of its width, or than vertices are
 * rounded. */
static bool is_flat(const struct surface *s, const struct loop *l)
{
  return l->area > 0 && l->count <= EARS && l->off <= fmax(0.01 * sqrt(l->area), ldexp(2, -s->shift));
}

static bool is_hole(const struct surface *s, const struct loop *l)
{
  return l->area < (l->count <= 4 ? 1e-3 : 1e-5) * s->report.area;
}

static double along_normal(const struct surface *s, uint32_t triangle, const double direction[3])
{
  double side[2][3], normal[3], length = 0, sum = 0;
  for (int k = 0; k < 2; k++)
    for (int a = 0; a < 3; a++)
      side[k][a] = (double)s->vertex[s->triangle[triangle][k + 1]][a] - s->vertex[s->triangle[triangle][0]][a];
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    normal[a] = side[0][b] * side[1][c] - side[0][c] * side[1][b];
    length += normal[a] * normal[a];
    sum += normal[a] * direction[a];
  }
  return length > 0 ? sum / sqrt(length) : 0;
}

/* Whether all triangles at an edge face against this direction, within about 18 degrees. */
static bool faces_against(const struct surface *s, const struct edges *t, uint32_t a, uint32_t b,
                          const double direction[3])
{
  const uint32_t near = a < b ? a : b, far = a < b ? b : a;
  for (uint32_t i = t->begin[near]; i < t->begin[near + 1]; i++)
    if (t->use[i].far == far && along_normal(s, t->use[i].half / 3, direction) > -0.95)
      return false;
  return true;
}

/* Whether the cap would cover the triangles that it should close, because they are a separate flat piece. */
static bool folds(const struct surface *s, const struct pieces *p, const struct loop *l)
{
  const uint32_t *corner = p->loops.corner + l->begin;
  for (size_t i = 0; i < l->count; i++)
    if (!faces_against(s, &p->edges, corner[i], corner[(i + 1) % l->count], l->normal))
      return false;
  return true;
}

static int reject_fold(const struct loop *l, struct tile_error *e)
{
  return tile_fail(
      e, TILE_REJECTED,
      "the piece of %zu open edges at voxel %.0f, %.0f, %.0f is flat and joined to no other: no cap can close "
      "it: merge the vertices of the mesh, or use --repair",
      l->count, l->centre[0], l->centre[1], l->centre[2]);
}

static int close_hole(struct surface *s, const uint32_t *corner, const struct loop *l, struct tile_error *e)
{
  s->report.hole = fmax(s->report.hole, l->area);
  s->report.holes++;
  s->report.capped += l->count;
  return surface_fill_polygon(s, corner, l->count, l->normal, 0, e);
}

static int reject(const struct loop *l, struct tile_error *e)
{
  return tile_fail(
      e, TILE_REJECTED,
      "the opening of %zu edges at voxel %.0f, %.0f, %.0f is not flat (off by %.3g of its width) and cannot "
      "be capped: use --repair",
      l->count, l->centre[0], l->centre[1], l->centre[2], l->area > 0 ? l->off / sqrt(l->area) : 1);
}

static int add_name(struct surface *s, const char *name, struct tile_error *e)
{
  if (s->names == MESH_NAMES)
    return tile_fail(e, TILE_REJECTED, "the surface has more than %d parts and openings", MESH_NAMES);
  if (tile_reserve(&s->name, NULL, (size_t)s->names + 1, sizeof *s->name, "names of surfaces", e))
    return e->code;
  memset(s->name[s->names], 0, sizeof *s->name);
  strcpy(s->name[s->names++], name);
  return TILE_OK;
}

struct surface_cap surface_opening(const struct loop *l)
{
  struct surface_cap c = {.area = l->area, .edges = l->count};
  memcpy(c.centre, l->centre, sizeof c.centre);
  for (int a = 0; a < 3; a++)
    c.normal[a] = -l->normal[a];
  return c;
}

int surface_add_opening(struct surface *s, struct surface_cap *c, struct tile_error *e)
{
  snprintf(c->name, sizeof c->name, "%s%d", s->caps ? "outlet" : "inlet", s->caps);
  if (tile_reserve(&s->cap, NULL, (size_t)s->caps + 1, sizeof *s->cap, "openings", e))
    return e->code;
  if (add_name(s, c->name, e))
    return e->code;
  c->surface = (unsigned char)s->names;
  s->cap[s->caps++] = *c;
  return TILE_OK;
}

/* ---- ends ---- */

struct closing {
  struct surface *s;
  struct pieces p;          /* of the surface as it is, without inner walls */
  bool *rim;                /* for each vertex, whether it belongs to the rim that is looked at */
  const struct loop **end;  /* rims that may become openings, largest first */
  struct surface_cap *kept; /* of each, as it is reported */
  size_t ends;
  bool strict;
};

static const uint32_t *corners_of(const struct closing *c, const struct loop *l)
{
  return c->p.loops.corner + l->begin;
}

static int reject_end(const struct loop *l, bool inside, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED,
                   inside ? "the opening of %zu edges at voxel %.0f, %.0f, %.0f lies inside another piece of the "
                            "surface, where no cap may be: unite the pieces first"
                          : "the opening of %zu edges at voxel %.0f, %.0f, %.0f is no end: its cap would cut the "
                            "surface, or cover another rim, as in a ring: close it in the program that made the "
                            "surface",
                   l->count, l->centre[0], l->centre[1], l->centre[2]);
}

/* Whether more than two triangles share an edge of the rim. */
static bool is_shared(const struct closing *c, const struct loop *l)
{
  const uint32_t *corner = corners_of(c, l);
  const struct edges *t = &c->p.edges;
  for (size_t i = 0; i < l->count; i++) {
    const uint32_t a = corner[i], b = corner[(i + 1) % l->count], near = a < b ? a : b, far = a < b ? b : a;
    size_t count = 0;
    for (uint32_t k = t->begin[near]; k < t->begin[near + 1]; k++)
      count += t->use[k].far == far;
    if (count > 2)
      return true;
  }
  return false;
}

/* Whether a cap may close this rim; if not, and nothing is to be refused, it stays open. */
static int check_end(struct closing *c, const struct loop *l, bool *good, struct tile_error *e)
{
  const uint32_t *corner = corners_of(c, l);
  for (size_t i = 0; i < l->count; i++)
    c->rim[corner[i]] = true;
  const bool cuts = rim_cuts(&c->p, l, c->rim), inside = !cuts && c->p.count > 1 && rim_inside(&c->p, l);
  for (size_t i = 0; i < l->count; i++)
    c->rim[corner[i]] = false;
  *good = !cuts && !inside && !is_shared(c, l);
  c->s->report.inside += !*good;
  return *good || !c->strict ? TILE_OK : reject_end(l, inside, e);
}

static void lose(struct surface *s, const struct loop *l)
{
  if (is_hole(s, l))
    return;
  s->report.lost++;
  s->report.largest = fmax(s->report.largest, l->area);
}

int surface_lose_rims(struct surface *s, struct tile_error *e)
{
  struct loops all;
  if (loops_make(&all, s, e))
    return e->code;
  for (size_t i = 0; i < all.loops; i++)
    lose(s, &all.loop[i]);
  loops_free(&all);
  return TILE_OK;
}

/* Closes holes, and collects the rims that may become openings. */
static int look_at(struct closing *c, const struct loop *l, struct tile_error *e)
{
  const bool flat = is_flat(c->s, l), fold = flat && folds(c->s, &c->p, l);
  bool good;
  if ((!flat || fold) && c->strict)
    return fold ? reject_fold(l, e) : reject(l, e);
  if (!flat || fold) {
    lose(c->s, l);
    return TILE_OK;
  }
  if (is_hole(c->s, l))
    return close_hole(c->s, corners_of(c, l), l, e);
  if (check_end(c, l, &good, e))
    return e->code;
  if (good) {
    c->kept[c->ends] = surface_opening(l);
    c->end[c->ends++] = l;
  }
  return TILE_OK;
}

/* With a name the cap becomes an opening, else wall. */
static int cap(struct closing *c, size_t number, bool named, struct tile_error *e)
{
  const struct loop *l = c->end[number];
  struct surface *s = c->s;
  if (named && surface_add_opening(s, &c->kept[number], e))
    return e->code;
  s->report.capped += l->count;
  return surface_fill_polygon(s, corners_of(c, l), l->count, l->normal, named ? s->names : 0, e);
}

static int cap_chosen(struct closing *c, const struct surface_ends *choice, struct tile_error *e)
{
  int code = TILE_OK;
  for (int i = 0; i < choice->count && !code; i++)
    code = (size_t)choice->number[i] < c->ends
               ? cap(c, (size_t)choice->number[i], true, e)
               : tile_fail(e, TILE_USAGE, "--cap=%d: the surface has %zu opening%s, numbered from 0", choice->number[i],
                           c->ends, c->ends == 1 ? "" : "s");
  for (size_t i = 0; i < c->ends && !code; i++)
    if (!choice->count || !c->kept[i].surface)
      code = cap(c, i, !choice->count, e);
  return code;
}

static int begin(struct closing *c, struct surface *s, struct tile_error *e)
{
  if (surface_pieces_make(&c->p, s, s->inner[1] ? s->inner[0] : s->triangles, e))
    return e->code;
  const size_t loops = c->p.loops.loops + 1;
  c->rim = tile_alloc(s->vertices, sizeof *c->rim);
  c->end = tile_alloc(loops, sizeof *c->end);
  c->kept = tile_alloc(loops, sizeof *c->kept);
  return c->rim && c->end && c->kept ? TILE_OK
                                     : tile_fail_memory(e, loops * sizeof *c->kept, "the openings of a surface");
}

static void end(struct closing *c)
{
  surface_pieces_free(&c->p);
  free(c->rim);
  free(c->end);
  free(c->kept);
}

int surface_cap(struct surface *s, const struct surface_ends *choice, bool strict, struct tile_error *e)
{
  struct closing c = {.s = s, .strict = strict};
  int code = begin(&c, s, e);
  for (size_t i = 0; !code && i < c.p.loops.loops; i++)
    code = look_at(&c, &c.p.loops.loop[i], e);
  if (!code)
    code = cap_chosen(&c, choice, e);
  if (!code && choice->count) {
    s->rim = c.kept;
    s->rims = (int)c.ends;
    c.kept = NULL;
  }
  end(&c);
  if (!code)
    code = surface_find_open(s, e);
  if (!code)
    surface_measure(s);
  return code;
}
