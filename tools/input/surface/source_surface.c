/* SPDX-License-Identifier: BSD-3-Clause */
#include "source_surface.h"

#include "mesh_links.h"
#include "surface_openings.h"
#include "prefetch.h"
#include "surface_part.h"
#include "surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct surfaced {
  struct surface surface;
  struct inside inside;
  struct cuts cuts;
  struct surface_part part; /* the part that is kept */
  struct tile_surfaces known;
};

/* ---- slices ---- */

static unsigned char class_at(const struct surfaced *all, int64_t x, int64_t y, int64_t z)
{
  const int64_t *begin = all->part.begin;
  return tile_bit(&all->inside.bits, begin[0] + x, begin[1] + y, begin[2] + z) ? TILE_FLUID : TILE_SOLID;
}

static int get_surface(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  const struct surfaced *all = s->state;
  unsigned char *to = values;
  (void)lane, (void)e;
  for (int64_t y = 0; y < s->grid[1]; y++)
    for (int64_t x = 0; x < s->grid[0]; x++)
      *to++ = class_at(all, x, y, z);
  return TILE_OK;
}

static int read_surface(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  const struct surfaced *all = s->state;
  (void)e;
  for (int64_t y = 0; y < s->grid[1]; y++)
    for (int64_t x = 0; x < s->grid[0]; x++)
      *values++ = class_at(all, x, y, z);
  return TILE_OK;
}

static int get_cuts(const void *of, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e)
{
  const struct surfaced *all = of;
  return surface_part_cuts(&all->part, &all->cuts, z, wall, count, e);
}

static void close_surface(struct source *s)
{
  struct surfaced *all = s->state;
  if (!all)
    return;
  cuts_free(&all->cuts);
  inside_free(&all->inside);
  surface_free(&all->surface);
  tile_surfaces_free(&all->known);
  free(all);
  s->state = NULL;
}

const struct surface *source_surface_of(const struct source *s)
{
  return s->read == read_surface ? &((const struct surfaced *)s->state)->surface : NULL;
}

/* ---- openings ---- */

/* In m, from the corner of voxel 0,0,0. */
static int describe_walls(struct surfaced *all, double dx, struct tile_error *e)
{
  const struct surface *s = &all->surface;
  struct tile_surfaces *to = &all->known;
  to->name = tile_alloc((size_t)s->names + 1, sizeof *to->name);
  to->opening = tile_alloc((size_t)s->caps + 1, sizeof *to->opening);
  if (!to->name || !to->opening)
    return tile_fail_memory(e, sizeof *to->name, "names of surfaces");
  to->count = s->names;
  to->openings = s->caps;
  if (s->names)
    memcpy(to->name, s->name, (size_t)s->names * sizeof *to->name);
  for (int i = 0; i < s->caps; i++) {
    const struct surface_cap *cap = &s->cap[i];
    struct tile_opening *o = &to->opening[i];
    *o = (struct tile_opening){.surface = cap->surface - 1, .area = cap->area * dx * dx, .behind = cap->behind * dx};
    for (int a = 0; a < 3; a++) {
      o->normal[a] = cap->normal[a] + 0.0; /* makes -0 equal to 0 */
      o->centre[a] = (cap->centre[a] + 0.5) * dx;
    }
  }
  return TILE_OK;
}

/* ---- the whole surface ---- */

static int name_file(const char *path, struct tile_error *e)
{
  struct tile_error why = *e;
  return tile_fail(e, why.code, "%s: %s", path, why.text);
}

static int reject_open(const struct surface *s, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED,
                   s->report.shared ? "the surface is not closed: %zu open edges, and %zu that more than two triangles "
                                      "share, as where a rim is capped twice or a wall stands inside, which --cap keeps"
                                    : "the surface is not closed: %zu open edges; flat openings are closed by --cap, "
                                      "others bridged by --repair",
                   s->open, s->report.shared);
}

static int close_openings(struct surface *s, const struct surface_choice *choice, struct tile_error *e)
{
  int code = s->open && (choice->cap || choice->repair) ? surface_keep_inner(s, !choice->repair, e) : TILE_OK;
  if (!code && s->open && choice->cap)
    code = surface_cap(s, choice->cap, !choice->repair, e);
  else if (!code && s->open && choice->repair)
    code = surface_lose_rims(s, e);
  return code || !s->open || choice->repair ? code : reject_open(s, e);
}

/* Files do not state their unit: a model in m or cm that is taken for mm has hardly a voxel. The unit that is proposed gives
 * it 16 voxels or more. */
static int doubt_unit(struct source *to, const struct mesh *m, double voxel, struct tile_error *e)
{
  enum { LEAST = 2, FEW = 8 };
  const double span = surface_span(m), across = span / voxel;
  const char *unit = across * 10 >= 16 ? "cm" : "m";
  const size_t used = strlen(to->warning);
  char text[160];
  if (across >= FEW)
    return TILE_OK;
  snprintf(text, sizeof text, "the model is %.3g mm across, %.2g voxels: is its unit %s? write --unit %s", span, across,
           unit, unit);
  if (across < LEAST)
    return tile_fail(e, TILE_REJECTED, "%s", text);
  snprintf(to->warning + used, sizeof to->warning - used, "%s%s, or --unit mm", used ? "; " : "", text);
  return TILE_OK;
}

static int make(struct source *to, struct surface_place *place, const char *path, const struct surface_choice *choice,
                double unit, struct tile_error *e)
{
  struct surfaced *all = to->state;
  struct mesh m;
  if (mesh_read(&m, path, e))
    return e->code;
  snprintf(to->warning, sizeof to->warning, "%s", m.warning);
  int code = surface_place(place, &m, choice->voxel / unit, choice->longest, choice->layers, e);
  if (!code && !choice->unit && choice->voxel > 0)
    code = doubt_unit(to, &m, place->width, e);
  if (!code)
    code = surface_extend_reserve(place, choice->extend, place->width * unit, e);
  if (choice->bevel)
    surface_bevel_reserve(place);
  if (code)
    mesh_free(&m);
  else
    code = surface_make(&all->surface, &m, place, e);
  if (!code)
    code = close_openings(&all->surface, choice, e);
  if (!code)
    code = choice->open ? surface_open_ends(&all->surface, choice->open, e) : TILE_OK;
  if (!code)
    code = surface_rename(&all->surface, choice->name, choice->names, e);
  if (!code && choice->extend->count)
    code = surface_extend(&all->surface, choice->extend, place, place->width * unit, choice->layers, e);
  if (!code && choice->bevel)
    code = surface_bevel(&all->surface, place, choice->layers, e);
  if (!code)
    code = inside_make(&all->inside, &all->surface, e);
  if (!code)
    code = cuts_make(&all->cuts, &all->surface, &all->inside, e);
  if (!code)
    code = openings_reached(&all->cuts, place->width, choice->unit ? choice->unit : "mm", e);
  if (!code)
    code = describe_walls(all, place->width * unit, e);
  return code ? name_file(path, e) : TILE_OK;
}

/* The axes of the file are those of the voxels. */
static void set_pose(struct source *s, const struct surface_place *place, double unit)
{
  s->pose.placed = true;
  for (int a = 0; a < 3; a++) {
    s->pose.axis[a][a] = 1;
    s->pose.origin[a] = (place->origin[a] - place->width / 2) * unit;
  }
}

static void describe(struct source *s, const struct surface_place *place, const struct surface_choice *choice,
                     double unit)
{
  struct surfaced *all = s->state;
  memcpy(s->grid, place->grid, sizeof s->grid);
  memcpy(all->part.end, place->grid, sizeof all->part.end);
  s->dx = choice->voxel > 0 ? choice->voxel : place->width * unit;
  for (int a = 0; a < 3; a++)
    s->spacing[a] = s->dx;
  snprintf(s->dx_note, sizeof s->dx_note, "lengths in the file are in %s: %s", choice->unit ? choice->unit : "mm",
           choice->unit ? "by --unit" : "assumed, see --unit");
  set_pose(s, place, unit);
  s->walls = (struct source_walls){.slice = get_cuts, .surfaces = &all->known, .of = all};
  s->lanes = prefetch_lanes((size_t)(s->grid[0] * s->grid[1]), s->grid[2]);
}

int source_surface(struct source *s, const char *path, const struct surface_choice *choice, struct tile_error *e)
{
  const double unit = tile_length_in(1, choice->unit ? choice->unit : "mm");
  struct surface_place place;
  *s = (struct source){.classified = true,
                       .type = "surface",
                       .read = read_surface,
                       .read_typed = get_surface,
                       .memory_type = voxel_type_of('u', 8),
                       .close = close_surface,
                       .rereadable = true};
  struct surfaced *all = s->state = tile_alloc(1, sizeof *all);
  if (!all)
    return tile_fail_memory(e, sizeof *all, "a surface");
  int code = make(s, &place, path, choice, unit, e);
  if (code)
    close_surface(s);
  else
    describe(s, &place, choice, unit);
  return code;
}

/* ---- a part of the surface ---- */

/* Keeps the openings that the part reaches; positions become relative to the part. */
static int keep_openings(struct surfaced *all, double dx, struct tile_error *e)
{
  struct tile_surfaces *known = &all->known;
  int kept = 0;
  for (int i = 0; i < all->surface.caps; i++) {
    struct surface_cap *cap = &all->surface.cap[i];
    bool found;
    if (surface_part_opening(&all->part, &all->cuts, cap, &found, e))
      return e->code;
    cap->cropped = !found;
    for (int a = 0; a < 3; a++) {
      cap->centre[a] -= (double)all->part.begin[a];
      known->opening[i].centre[a] -= (double)all->part.begin[a] * dx;
    }
    if (found)
      known->opening[kept++] = known->opening[i];
  }
  for (int i = 0; i < all->surface.ends; i++)
    for (int a = 0; a < 3; a++)
      all->surface.end[i].centre[a] -= (double)all->part.begin[a];
  for (int i = 0; i < all->surface.rims; i++)
    for (int a = 0; a < 3; a++)
      all->surface.rim[i].centre[a] -= (double)all->part.begin[a];
  known->openings = kept;
  return TILE_OK;
}

int source_surface_crop(struct source *s, const int64_t begin[3], const int64_t end[3], struct tile_error *e)
{
  struct surfaced *all = s->state;
  for (int a = 0; a < 3; a++) {
    all->part.begin[a] = begin[a];
    all->part.end[a] = end[a];
    s->grid[a] = end[a] - begin[a];
    pose_shift(&s->pose, a, (double)begin[a] * s->dx);
  }
  return keep_openings(all, s->dx, e);
}
