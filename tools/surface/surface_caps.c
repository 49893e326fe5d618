/* Flat openings, as where a vessel was cut, are closed and become surfaces with names of their own. */
#include "loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EARS = 20000 }; /* corners of a polygon that is cut with a step for each pair */

/* Corners as far from the plane as a hundredth of its width, or as vertices are rounded, are flat. */
static bool is_flat(const struct surface *s, const struct loop *l)
{
  return l->area > 0 && l->count <= EARS && l->off <= fmax(0.01 * sqrt(l->area), ldexp(2, -s->shift));
}

static bool is_hole(const struct surface *s, const struct loop *l)
{
  return l->area < (l->count <= 4 ? 1e-3 : 1e-5) * s->report.area;
}

static int close_hole(struct surface *s, const struct loops *loops, const struct loop *l, struct tile_error *e)
{
  s->report.hole = fmax(s->report.hole, l->area);
  s->report.holes++;
  s->report.capped += l->count;
  return surface_fill_polygon(s, loops->corner + l->begin, l->count, l->normal, 0, e);
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
  void *grown = tile_grow(s->name, (size_t)s->names + 1, sizeof *s->name);
  if (!grown)
    return tile_fail_memory(e, sizeof *s->name, "names of surfaces");
  s->name = grown;
  memset(s->name[s->names], 0, sizeof *s->name);
  strcpy(s->name[s->names++], name);
  return TILE_OK;
}

static int cap(struct surface *s, const struct loops *loops, const struct loop *l, struct tile_error *e)
{
  struct surface_cap c = {.area = l->area, .edges = l->count};
  snprintf(c.name, sizeof c.name, "%s%d", s->caps ? "outlet" : "inlet", s->caps);
  memcpy(c.centre, l->centre, sizeof c.centre);
  for (int a = 0; a < 3; a++)
    c.normal[a] = -l->normal[a];
  struct surface_cap *grown = tile_grow(s->cap, (size_t)s->caps + 1, sizeof *grown);
  if (!grown)
    return tile_fail_memory(e, sizeof *grown, "openings");
  s->cap = grown;
  if (add_name(s, c.name, e) || surface_fill_polygon(s, loops->corner + l->begin, l->count, l->normal, s->names, e))
    return e->code;
  c.surface = (unsigned char)s->names;
  s->cap[s->caps++] = c;
  s->report.capped += l->count;
  return TILE_OK;
}

int surface_cap(struct surface *s, bool strict, struct tile_error *e)
{
  struct loops l;
  int code = loops_make(&l, s, e);
  for (size_t i = 0; i < l.loops && !code; i++)
    if (is_flat(s, &l.loop[i]))
      code = (is_hole(s, &l.loop[i]) ? close_hole : cap)(s, &l, &l.loop[i], e);
    else if (strict)
      code = reject(&l.loop[i], e);
  loops_free(&l);
  if (!code)
    code = surface_find_open(s, e);
  if (!code)
    surface_measure(s);
  return code;
}
