/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces as input of tessera-voxelize: their options and their report. */
#include "source_surface.h"
#include "voxelize.h"

#include <math.h>
#include <string.h>

void check_surface(const struct voxelize_options *o)
{
  if (o->voxel.count && o->size[0])
    cli_usage("how large are the voxels of the surface? give either --voxel LENGTH or --size N");
  if (o->voxel.count && !o->voxel.equal)
    cli_usage("the voxels of a surface are cubes: give --voxel one length");
  if (o->json && (!o->output || strcmp(o->output, "-") == 0))
    cli_usage("--json reports on standard output: give -o FILE for the voxels");
  if (o->size[0] && o->size[1])
    cli_usage("--size of a surface is one number, of voxels along its longest side");
}

int open_surface(const struct voxelize_options *o, struct source *s, const char *path, struct tile_error *e)
{
  const struct surface_choice choice = {.voxel = o->voxel.count ? cli_length(&o->voxel.side[0], "--voxel") : 0,
                                        .longest = o->size[0],
                                        .layers = !o->pads.count,
                                        .unit = o->image.unit,
                                        .cap = o->cap ? &o->caps : NULL,
                                        .repair = o->repair,
                                        .bevel = !o->oblique,
                                        .open = o->open ? &o->ends : NULL,
                                        .extend = &o->extend,
                                        .names = o->names.count,
                                        .name = o->names.value};
  return source_surface(s, path, &choice, e);
}

int crop_surface(const struct voxelize_options *o, struct source *s, struct tile_error *e)
{
  struct window w = o->window;
  return window_measure(&w, s->spacing, s->pose.origin, e) || window_fit(&w, s->grid, e)
             ? e->code
             : source_surface_crop(s, w.begin, w.end, e);
}

/* ---- the report ---- */

static void report_triangles(const struct surface_report *r)
{
  report_line(stderr, "triangles", "%zu: %zu degenerate and %zu duplicates dropped, %zu turned; %zu shell%s",
              r->triangles, r->degenerate, r->twice, r->flipped, r->shells, r->shells == 1 ? "" : "s");
  if (r->welded)
    report_line(stderr, "welded", "%zu vertices at open edges, at most %.2g of a voxel apart", r->welded, r->apart);
  const char *closed = !r->open ? ": the surface is closed" : r->capped == r->open ? ", all closed by caps" : "";
  report_line(stderr, "open edges", "%zu%s", r->open, closed);
  if (r->unclear)
    report_line(stderr, "unclear voxels", "%zu, by the winding number", r->unclear);
}

static void report_holes(const struct surface_report *r, double dx)
{
  char area[REPORT_REAL];
  if (r->holes)
    report_line(stderr, "holes", "%zu, up to %s mm2: closed, too small to be openings", r->holes,
                report_real(area, 3, r->hole * dx * dx * 1e6));
}

static void report_inner(const struct surface_report *r, double dx)
{
  char area[REPORT_REAL];
  if (r->inner)
    report_line(stderr, "inner walls", "%zu, %s mm2: without thickness, between fluid and fluid", r->inner,
                report_real(area, 6, r->inner_area * dx * dx * 1e6));
}

/* Rounds to a multiple of step, and removes the sign of -0. */
static double rounded(double value, double step)
{
  return rint(value / step) * step + 0.0;
}

static void place_of(double at[3], const struct surface_cap *c, double dx, const double origin[3])
{
  for (int a = 0; a < 3; a++)
    at[a] = rounded(origin[a] + (c->centre[a] + 0.5) * dx, 1e-6 * dx);
}

static void report_cap(const char *name, const struct surface_cap *c, double dx, const double origin[3])
{
  char area[REPORT_REAL], centre[CLI_LENGTHS_TEXT], length[TILE_REAL_TEXT], more[2 * TILE_REAL_TEXT + 64] = "";
  size_t used = 0;
  double at[3];
  if (c->cropped) {
    report_line(stderr, name, "not among the voxels that --crop keeps");
    return;
  }
  place_of(at, c, dx, origin);
  if (c->extended > 0)
    used += (size_t)snprintf(more, sizeof more, ", extended by %s", cli_length_text(length, c->extended * dx));
  if (c->behind > 0)
    snprintf(more + used, sizeof more - used, ", to the grid by %s", cli_length_text(length, c->behind * dx));
  report_line(stderr, name, "%s mm2, centre %s, normal inwards %.4f %.4f %.4f, %zu edges%s%s",
              report_real(area, 6, c->area * dx * dx * 1e6), cli_lengths_text(centre, at), rounded(c->normal[0], 1e-4),
              rounded(c->normal[1], 1e-4), rounded(c->normal[2], 1e-4), c->edges, c->surface ? "" : ", not opened",
              more);
}

/* Those that are opened are among the openings. */
static void report_ends(const char *what, const struct surface_cap *end, int ends, double dx, const double origin[3])
{
  int opened = 0;
  char name[32];
  for (int i = 0; i < ends; i++)
    opened += end[i].surface != 0;
  snprintf(name, sizeof name, "%ss", what);
  if (ends)
    report_line(stderr, name, "%d, of which %d %s opened", ends, opened, opened == 1 ? "is" : "are");
  for (int i = 0; i < ends; i++) {
    snprintf(name, sizeof name, "%s %d", what, i);
    if (!end[i].surface)
      report_cap(name, &end[i], dx, origin);
  }
}

/* The volume of triangles is that of voxels only if no shells overlap. Voxels are inside if their centres are: a surface
 * through the grid gains and loses parts of voxels, whose sum is a small part of a voxel's width times its area, or at
 * most a half of that if its sides are parallel to the grid. */
static void warn_of_volume(const struct surface *s, double dx)
{
  const struct surface_report *r = &s->report;
  const double mm3 = dx * dx * dx * 1e9, voxels = (double)r->voxels;
  char found[REPORT_REAL], stated[REPORT_REAL];
  if (s->open || !(fabs(voxels - r->volume) > 0.25 * r->area))
    return;
  cli_warn("the voxels inside have %s mm3, the triangles %s mm3, which differs by more than a quarter of a voxel over "
           "the whole surface: shells overlap or contain each other, or walls are thinner than a voxel",
           report_real(found, 6, voxels * mm3), report_real(stated, 6, r->volume * mm3));
}

static void warn_of_lost(const struct surface *s, double dx)
{
  char area[REPORT_REAL];
  if (s->report.lost)
    cli_warn("--repair bridges %zu rim%s, the largest of %s mm2, by a guess: there %s%s", s->report.lost,
             s->report.lost == 1 ? "" : "s", report_real(area, 3, s->report.largest * dx * dx * 1e6),
             s->report.lost == 1 ? "is no opening" : "are no openings",
             s->caps ? "" : ", which --cap makes of flat ones");
}

static void warn_of_oblique(const struct surface *s)
{
  for (int i = 0; i < s->caps; i++)
    if (s->cap[i].oblique)
      cli_warn("%s ends in steps, since there is no room to prolong it up to a plane of the grid: what is said of the "
               "flow within its width is not exact; a longer end of the vessel, or --extend, makes room",
               s->cap[i].name);
}

void warn_surface(const struct source *source)
{
  const struct surface *s = source_surface_of(source);
  if (s)
    warn_of_volume(s, source->dx);
  if (s)
    warn_of_lost(s, source->dx);
  if (s && s->report.inside)
    cli_warn(
        "%zu flat rims are no ends, because caps would cut the surface or lie inside it: they stay open, and what is "
        "inside there is a guess",
        s->report.inside);
  if (s && s->report.shared)
    cli_warn("%zu edges have more than two triangles, as where a rim is capped twice or a part stands inside: what is "
             "inside there is a guess",
             s->report.shared);
  if (s)
    warn_of_oblique(s);
  if (s && s->report.touching)
    cli_warn("--open: openings share edges, as the sides of a box do: choose some by their numbers, as --open=0,1");
}

void report_surface(const struct source *source)
{
  const struct surface *s = source_surface_of(source);
  char area[REPORT_REAL], volume[REPORT_REAL];
  const double dx = source->dx;
  if (!s)
    return;
  report_triangles(&s->report);
  report_line(stderr, "surface", "area %s mm2, volume %s mm3", report_real(area, 6, s->report.area * dx * dx * 1e6),
              report_real(volume, 6, s->report.volume * dx * dx * dx * 1e9));
  report_line(stderr, "voxels inside", "%lld, %s mm3", (long long)s->report.voxels,
              report_real(volume, 6, (double)s->report.voxels * dx * dx * dx * 1e9));
  report_holes(&s->report, dx);
  report_inner(&s->report, dx);
  for (int i = 0; i < s->caps; i++)
    report_cap(s->cap[i].name, &s->cap[i], dx, source->pose.origin);
  report_ends("flat rim", s->rim, s->rims, dx, source->pose.origin);
  report_ends("flat end", s->end, s->ends, dx, source->pose.origin);
}

/* ---- the report as JSON ---- */

static void json_vector(struct json *j, const char *key, const double value[3])
{
  json_open(j, key, '[');
  for (int a = 0; a < 3; a++)
    json_real(j, NULL, value[a]);
  json_close(j, ']');
}

static void json_cap(struct json *j, const struct surface_cap *c, double dx, const double origin[3])
{
  double centre[3], normal[3];
  place_of(centre, c, dx, origin);
  for (int a = 0; a < 3; a++)
    normal[a] = c->normal[a] + 0.0;
  json_open(j, NULL, '{');
  json_text(j, "name", c->name);
  json_real(j, "area_m2", c->area * dx * dx);
  json_vector(j, "centre_m", centre);
  json_vector(j, "normal", normal);
  json_int(j, "edges", (int64_t)c->edges);
  json_real(j, "extended_m", c->extended * dx);
  json_real(j, "behind_m", c->behind * dx);
  json_close(j, '}');
}

void json_surface(const struct segmentation *p)
{
  const struct source *source = p->source;
  const struct surface *s = source_surface_of(source);
  const double dx = source->dx;
  struct json j = json_begin(stdout);
  json_open(&j, "grid", '[');
  for (int a = 0; a < 3; a++)
    json_int(&j, NULL, p->size[a]);
  json_close(&j, ']');
  json_real(&j, "voxel_size", dx);
  json_real(&j, "porosity", p->porosity);
  json_real(&j, "area_m2", s->report.area * dx * dx);
  json_real(&j, "volume_m3", s->report.volume * dx * dx * dx);
  json_int(&j, "welded", (int64_t)s->report.welded);
  json_real(&j, "welded_apart_m", s->report.apart * dx);
  json_int(&j, "voxels_inside", s->report.voxels);
  json_open(&j, "openings", '[');
  for (int i = 0; i < s->caps; i++)
    if (!s->cap[i].cropped)
      json_cap(&j, &s->cap[i], dx, source->pose.origin);
  json_close(&j, ']');
  json_warnings(&j);
  json_close(&j, '}');
}
