/* SPDX-License-Identifier: BSD-3-Clause */
/* Flat ends of a closed surface, such as the planes in which a vessel was cut, become openings. */
#include "edges.h"
#include "loops.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An end is a connected set of triangles in one plane, convex and sharp at its rim, compact, and of a size that an end
 * may have. These numbers are also in tessera-surfaces(7). */
static const double SHARP = 30, MEAN = 60;     /* least and mean angle between the end and the wall, degrees */
static const double SHARE = 0.95;              /* of the length of the rim that is sharp */
static const double COMPACT = 0.3;             /* 4 pi area / rim^2: 1 is a circle, 0.785 a square */
static const double MOST = 0.25, LEAST = 1e-5; /* area / area of the surface */
static const double SMALL = 1e-3;              /* area / area of the largest end */
static const double SAME = 3.6, FLAT = 0.01; /* degrees between triangles; distance from the plane / width of the end */

struct plane {
  double sum[3], moment[3], area; /* twice: the area vector; the centre * area; the area */
  double normal[3], offset;
};

struct end {
  struct loop rim;     /* loops_sort needs it first; it begins with the least of the triangles */
  size_t begin, count; /* its triangles in `member` */
};

struct search {
  struct surface *s;
  double near;       /* a triangle within this distance of the plane belongs to it, whatever its normal */
  uint32_t *partner; /* of each side: the side of the only other triangle at its edge */
  uint32_t *of;      /* for each triangle, its region from 1 on, or TAKEN */
  uint32_t *member;  /* triangles, region by region */
  size_t members;
  uint32_t regions;
  struct surface_edge *rim; /* of the present region, as open edges of the other triangles */
  size_t edges, room;
  struct end *end;
  size_t ends;
};

enum { TAKEN = UINT32_MAX };

/* ---- triangles and planes ---- */

/* Corner `next` of a triangle after the beginning of one of its sides. */
static uint32_t corner(const struct surface *s, uint32_t half, uint32_t next)
{
  return s->triangle[half / 3][(half % 3 + next) % 3];
}

/* Twice the area vector; returns its length. */
static double normal_of(const struct surface *s, uint32_t triangle, double n[3])
{
  double r[3][3];
  for (uint32_t k = 0; k < 3; k++)
    surface_point(s, s->triangle[triangle][k], r[k]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = (r[1][j] - r[0][j]) * (r[2][k] - r[0][k]) - (r[1][k] - r[0][k]) * (r[2][j] - r[0][j]);
  }
  return tile_length(n);
}

static double height(const struct plane *p, const struct surface *s, uint32_t vertex)
{
  double at[3];
  surface_point(s, vertex, at);
  return tile_dot(at, p->normal) - p->offset;
}

/* The more triangles a plane has, the better it is known. */
static void add_triangle(struct plane *p, const struct surface *s, uint32_t triangle)
{
  double n[3], at[3];
  const double area = normal_of(s, triangle, n);
  p->area += area;
  for (int a = 0; a < 3; a++)
    p->sum[a] += n[a];
  for (uint32_t k = 0; k < 3; k++) {
    surface_point(s, s->triangle[triangle][k], at);
    for (int a = 0; a < 3; a++)
      p->moment[a] += at[a] * area / 3;
  }
  const double length = sqrt(tile_dot(p->sum, p->sum));
  for (int a = 0; a < 3 && length > 0; a++)
    p->normal[a] = p->sum[a] / length;
  p->offset = p->area > 0 ? tile_dot(p->normal, p->moment) / p->area : 0;
}

static bool is_in_plane(const struct search *f, const struct plane *p, uint32_t triangle)
{
  double n[3], off = 0;
  const double area = normal_of(f->s, triangle, n);
  for (uint32_t k = 0; k < 3; k++)
    off = fmax(off, fabs(height(p, f->s, f->s->triangle[triangle][k])));
  return off <= f->near ||
         (off <= FLAT * sqrt((p->area + area) / 2) && tile_dot(n, p->normal) >= cos(SAME * M_PI / 180) * area);
}

/* ---- regions ---- */

/* Adds the triangles around the first one that are in its plane to `member`. */
static struct plane grow(struct search *f, uint32_t first)
{
  struct plane p = {0};
  size_t done = f->members;
  f->regions++;
  f->member[f->members++] = first;
  f->of[first] = f->regions;
  add_triangle(&p, f->s, first);
  for (; done < f->members; done++)
    for (uint32_t k = 0; k < 3; k++) {
      const uint32_t other = f->partner[3 * f->member[done] + k];
      if (other == EDGES_NONE || f->of[other / 3] || !is_in_plane(f, &p, other / 3))
        continue;
      f->of[other / 3] = f->regions;
      f->member[f->members++] = other / 3;
      add_triangle(&p, f->s, other / 3);
    }
  return p;
}

/* The angle in degrees between the end and the wall at an edge; 0 if the edge is not convex. */
static double angle_at(const struct search *f, const struct plane *p, uint32_t half)
{
  const uint32_t other = f->partner[half];
  double n[3];
  if (other == EDGES_NONE || height(p, f->s, corner(f->s, other, 2)) >= 0)
    return 0;
  const double length = normal_of(f->s, other / 3, n);
  return length > 0 ? acos(fmax(-1, fmin(1, tile_dot(n, p->normal) / length))) * 180 / M_PI : 0;
}

static double length_of(const struct surface *s, uint32_t half)
{
  double from[3], to[3];
  surface_point(s, corner(s, half, 0), from);
  surface_point(s, corner(s, half, 1), to);
  for (int a = 0; a < 3; a++)
    to[a] -= from[a];
  return tile_length(to);
}

static int add_rim(struct search *f, uint32_t half, struct tile_error *e)
{
  if (tile_reserve(&f->rim, &f->room, f->edges + 1, sizeof *f->rim, "the rim of an end", e))
    return e->code;
  f->rim[f->edges++] = (struct surface_edge){corner(f->s, half, 1), corner(f->s, half, 0)};
  return TILE_OK;
}

/* Collects the rim of the last region, whose triangles begin at `begin`. */
static int find_rim(struct search *f, const struct plane *p, size_t begin, bool *good, struct tile_error *e)
{
  double length = 0, sharp = 0, sum = 0;
  f->edges = 0;
  for (size_t i = begin; i < f->members; i++)
    for (uint32_t half = 3 * f->member[i]; half < 3 * f->member[i] + 3; half++) {
      const uint32_t other = f->partner[half];
      if (other != EDGES_NONE && f->of[other / 3] == f->regions)
        continue;
      const double angle = angle_at(f, p, half), here = length_of(f->s, half);
      length += here;
      sharp += angle >= SHARP ? here : 0;
      sum += angle * here;
      if (add_rim(f, half, e))
        return e->code;
    }
  const double area = sqrt(tile_dot(p->sum, p->sum)) / 2, all = f->s->report.area;
  *good = sharp >= SHARE * length && sum >= MEAN * length && 4 * M_PI * area >= COMPACT * length * length &&
          area <= MOST * all && area >= LEAST * all;
  return TILE_OK;
}

/* Measures the rim, which must be a single flat loop: an end without holes. */
static int measure_rim(const struct search *f, struct loop *rim, bool *good, struct tile_error *e)
{
  struct surface rest = *f->s;
  struct loops l;
  rest.open = f->edges;
  rest.open_edge = f->rim;
  if (loops_make(&l, &rest, e))
    return e->code;
  *good = l.loops == 1 && l.loop->off <= fmax(FLAT * sqrt(l.loop->area), ldexp(2, -rest.shift));
  if (*good)
    *rim = *l.loop;
  loops_free(&l);
  return TILE_OK;
}

static int keep_end(struct search *f, size_t begin, const struct loop *rim, struct tile_error *e)
{
  if (tile_reserve(&f->end, NULL, f->ends + 1, sizeof *f->end, "the ends of a surface", e))
    return e->code;
  struct end *end = &f->end[f->ends++];
  *end = (struct end){.begin = begin, .count = f->members - begin, .rim = *rim};
  end->rim.begin = f->member[begin];
  for (size_t i = begin; i < f->members; i++)
    end->rim.begin = f->member[i] < end->rim.begin ? f->member[i] : end->rim.begin;
  return TILE_OK;
}

static int try_region(struct search *f, uint32_t first, struct tile_error *e)
{
  const size_t begin = f->members;
  const struct plane p = grow(f, first);
  struct loop rim = {0};
  bool good = false;
  int code = find_rim(f, &p, begin, &good, e);
  if (!code && good)
    code = measure_rim(f, &rim, &good, e);
  return !code && good ? keep_end(f, begin, &rim, e) : code;
}

/* ---- all regions ---- */

struct seed {
  double area;
  uint32_t triangle;
};

static int by_area(const void *a, const void *b)
{
  const struct seed *one = a, *other = b;
  if (one->area != other->area)
    return one->area > other->area ? -1 : 1;
  return (one->triangle > other->triangle) - (one->triangle < other->triangle);
}

/* Large triangles first, because their planes are known best. */
static int try_regions(struct search *f, struct tile_error *e)
{
  const size_t count = f->s->triangles;
  struct seed *seed = tile_alloc(count, sizeof *seed);
  int code = seed ? TILE_OK : tile_fail_memory(e, count * sizeof *seed, "the ends of a surface");
  double n[3];
  for (uint32_t i = 0; i < count && !code; i++)
    seed[i] = (struct seed){normal_of(f->s, i, n), i};
  if (!code)
    qsort(seed, count, sizeof *seed, by_area);
  for (size_t i = 0; i < count && !code && seed[i].area > 0; i++)
    if (!f->of[seed[i].triangle])
      code = try_region(f, seed[i].triangle, e);
  free(seed);
  if (code || !f->ends)
    return code;
  loops_sort(f->end, sizeof *f->end, f->ends);
  while (f->end[f->ends - 1].rim.area < SMALL * f->end->rim.area)
    f->ends--;
  return TILE_OK;
}

static int begin_search(struct search *f, struct surface *s, struct tile_error *e)
{
  const size_t count = s->triangles;
  struct edges t;
  *f = (struct search){.s = s,
                       .near = fmax(ldexp(2, -s->shift), 1e-5 * sqrt(s->report.area)),
                       .partner = tile_alloc(count, 3 * sizeof *f->partner),
                       .of = tile_alloc(count, sizeof *f->of),
                       .member = tile_alloc(count, sizeof *f->member)};
  if (!f->partner || !f->of || !f->member)
    return tile_fail_memory(e, count * 20, "the ends of a surface");
  if (edges_make(&t, s, e))
    return e->code;
  edges_partners(&t, s, f->partner);
  edges_free(&t);
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < s->caps; k++)
      f->of[i] = s->name_of[i] == s->cap[k].surface ? TAKEN : f->of[i];
  return TILE_OK;
}

static void end_search(struct search *f)
{
  free(f->partner);
  free(f->of);
  free(f->member);
  free(f->rim);
  free(f->end);
}

/* ---- openings ---- */

static int keep_ends(struct search *f, struct tile_error *e)
{
  struct surface *s = f->s;
  s->end = tile_alloc(f->ends, sizeof *s->end);
  if (!s->end)
    return tile_fail_memory(e, f->ends * sizeof *s->end, "the ends of a surface");
  s->ends = (int)f->ends;
  for (size_t i = 0; i < f->ends; i++)
    s->end[i] = surface_opening(&f->end[i].rim);
  return TILE_OK;
}

static int open_end(struct search *f, int number, struct tile_error *e)
{
  struct surface *s = f->s;
  const struct end *end = &f->end[number];
  if (surface_add_opening(s, &s->end[number], e))
    return e->code;
  for (size_t i = 0; i < end->count; i++)
    s->name_of[f->member[end->begin + i]] = s->end[number].surface;
  return TILE_OK;
}

/* Whether an edge of the end belongs to another opening, too, as between two sides of a box. */
static bool touches(const struct search *f, const struct end *end)
{
  const struct surface *s = f->s;
  for (size_t i = end->begin; i < end->begin + end->count; i++)
    for (uint32_t k = 0; k < 3; k++) {
      const uint32_t other = f->partner[3 * f->member[i] + k];
      if (other != EDGES_NONE && s->name_of[other / 3] != s->name_of[f->member[i]] &&
          s->name_of[other / 3] >= s->cap->surface)
        return true;
    }
  return false;
}

static int open_ends(struct search *f, const struct surface_ends *choice, struct tile_error *e)
{
  const int count = choice->count ? choice->count : f->s->ends;
  int code = TILE_OK;
  for (int i = 0; i < count && !code; i++) {
    const int number = choice->count ? choice->number[i] : i;
    code = number < f->s->ends ? open_end(f, number, e)
                               : tile_fail(e, TILE_USAGE, "--open=%d: the surface has %d flat end%s, numbered from 0",
                                           number, f->s->ends, f->s->ends == 1 ? "" : "s");
  }
  for (size_t i = 0; i < f->ends && !code && !choice->count; i++)
    f->s->report.touching = f->s->report.touching || touches(f, &f->end[i]);
  return code;
}

int surface_open_ends(struct surface *s, const struct surface_ends *choice, struct tile_error *e)
{
  struct search f;
  int code = begin_search(&f, s, e);
  if (!code)
    code = try_regions(&f, e);
  if (!code && !f.ends)
    code = tile_fail(e, TILE_REJECTED, "--open: the surface has no flat end with a sharp rim");
  if (!code)
    code = keep_ends(&f, e);
  if (!code)
    code = open_ends(&f, choice, e);
  end_search(&f);
  return code;
}
