/* SPDX-License-Identifier: BSD-3-Clause */
/* The walls as points, coloured by the shear where it is known: a picture, and the points for the script that turns it. */
#include <config.h>

#include "report.h"
#include "view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 80000, SIDE = 640, PALETTE = 64, RECORD = 10, PLATE = 124 };
static const struct colour ground = {238, 240, 243}, plain = {176, 120, 90}, ink = {60, 60, 60};
/* The first view; the script begins with the same. */
static const double yaw = -0.6, pitch = 0.45;

struct point {
  float at[3], normal[3], value;
};
struct cloud {
  struct point *point;
  size_t count, room, seen;
  uint32_t every;                  /* one of so many is kept */
  double most;                     /* the value of the last colour; 0: none are known */
  double spacing;                  /* of points on the walls, in voxels */
  double scale;                    /* sides of the picture that the longest side of the grid has */
  const char *title, *name, *unit; /* of the values */
};

/* Keeps one of `every` without any order, which regular steps would show as stripes. */
static void add_point(struct cloud *c, const struct point *p)
{
  const uint32_t mixed = (uint32_t)(c->seen++ * UINT64_C(11400714819323198485) >> 33);
  if (c->point && c->count < c->room && mixed % c->every == 0)
    c->point[c->count++] = *p;
}

static int make_room(struct cloud *c, size_t found, size_t most, struct tile_error *e)
{
  c->every = (uint32_t)(found / most + 1);
  c->room = found;
  c->seen = 0;
  c->spacing = sqrt((double)c->every);
  c->point = tile_alloc(found, sizeof *c->point);
  return c->point ? 0 : tile_fail_memory(e, found * sizeof *c->point, "the picture of the walls");
}

/* ---- walls with shear ---- */

static int compare(const void *a, const void *b)
{
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static int find_most(struct cloud *c, struct tile_error *e)
{
  float *value = tile_alloc(c->count + 1, sizeof *value);
  if (!value)
    return tile_fail_memory(e, c->count * sizeof *value, "the shear on walls");
  for (size_t i = 0; i < c->count; i++)
    value[i] = c->point[i].value;
  qsort(value, c->count, sizeof *value, compare);
  c->most = c->count ? (double)value[(c->count - 1) - c->count / 100] : 0;
  free(value);
  return 0;
}

/* The size of the shear, or a named value of averages. */
static double value_at(const struct report_file *r, const struct lbm_wall_node *at, int value)
{
  const double *t = at->shear, unit = lbm_unit(&r->f.units, LBM_PRESSURE);
  if (value >= 0)
    return (double)r->f.values.column[value][fields_place(&r->f, at->place.tile, at->place.node)];
  return hypot(hypot(t[0], t[1]), t[2]) * (isfinite(unit) ? unit : 1);
}

/* The mean over the area of a vessel's wall. */
static void add_shear(const struct report_file *r)
{
  const struct lbm_wall_nodes *w = &r->walls.nodes;
  double sum = 0, area = 0;
  if (!report_has_openings(r) || r->walls.averages)
    return;
  for (size_t n = 0; n < w->count; n++) {
    const double value = value_at(r, w->node + n, -1);
    if (isfinite(value)) {
      sum += value * w->node[n].area;
      area += w->node[n].area;
    }
  }
  report_result(r->report, QUANTITY_SHEAR, "", sum / area, (double)NAN,
                isfinite(lbm_unit(&r->f.units, LBM_PRESSURE)) ? "Pa" : "lattice units");
}

/* value: number of the named value; -1: the shear. */
static int take_nodes(struct cloud *c, const struct report_file *r, int value, size_t most, struct tile_error *e)
{
  const struct lbm_wall_nodes *w = &r->walls.nodes;
  if (make_room(c, w->count, most, e))
    return e->code;
  for (size_t n = 0; n < w->count; n++) {
    const struct lbm_wall_node *from = w->node + n;
    struct point p = {.value = (float)value_at(r, from, value)};
    int64_t at[3];
    if (!tile_domain_node(&r->f.domain, from->place.tile, from->place.node, at))
      continue;
    for (int a = 0; a < 3; a++) {
      p.at[a] = (float)((double)at[a] - from->distance * from->normal[a]);
      p.normal[a] = (float)from->normal[a];
    }
    if (isfinite(p.value))
      add_point(c, &p);
  }
  return find_most(c, e);
}

/* ---- nodes beside solid ones ---- */

static bool is_solid(const struct tile_bits *b, const int64_t at[3], int x, int y, int z)
{
  const int64_t to[3] = {at[0] + x, at[1] + y, at[2] + z};
  for (int a = 0; a < 3; a++)
    if (to[a] < 0 || to[a] >= b->grid[a])
      return false;
  return !tile_bit(b, to[0], to[1], to[2]);
}

/* The normal points away from the solid neighbours; false: there are none. */
static bool normal_of(float normal[3], const struct tile_bits *b, const int64_t at[3])
{
  double sum[3] = {0}, length;
  bool any = false;
  for (int i = 1; i < TILE_LINKS; i++) {
    const signed char *link = tile_link[i];
    if (!is_solid(b, at, link[0], link[1], link[2]))
      continue;
    any = true;
    for (int a = 0; a < 3; a++)
      sum[a] -= link[a];
  }
  length = hypot(hypot(sum[0], sum[1]), sum[2]);
  for (int a = 0; a < 3; a++)
    normal[a] = length > 0 ? (float)(sum[a] / length) : 0;
  return any;
}

static void visit_walls(struct cloud *c, const struct tile_bits *b)
{
  int64_t at[3];
  for (at[2] = 0; at[2] < b->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < b->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < b->grid[0]; at[0]++) {
        struct point p = {.value = 0};
        if (!tile_bit(b, at[0], at[1], at[2]) || !normal_of(p.normal, b, at))
          continue;
        for (int a = 0; a < 3; a++)
          p.at[a] = (float)at[a];
        add_point(c, &p);
      }
}

static int take_geometry(struct cloud *c, const struct report_file *r, size_t most, struct tile_error *e)
{
  c->every = 1;
  visit_walls(c, &r->bits);
  if (make_room(c, c->seen, most, e))
    return e->code;
  visit_walls(c, &r->bits);
  return 0;
}

/* ---- the picture ---- */

/* Places in a cube of side 1 around 0; to[2] is the depth. */
static void turn(double to[3], const double p[3])
{
  const double across = p[0] * cos(yaw) - p[1] * sin(yaw), deep = p[0] * sin(yaw) + p[1] * cos(yaw);
  to[0] = across;
  to[1] = p[2] * cos(pitch) + deep * sin(pitch);
  to[2] = deep * cos(pitch) - p[2] * sin(pitch);
}

static double longest_side(const struct report_file *r)
{
  const int64_t *n = r->f.domain.grid;
  return (double)(n[0] > n[1] ? n[0] > n[2] ? n[0] : n[2] : n[1] > n[2] ? n[1] : n[2]);
}

static void place_of(double to[3], const struct report_file *r, const float at[3])
{
  for (int a = 0; a < 3; a++)
    to[a] = ((double)at[a] - 0.5 * (double)(r->f.domain.grid[a] - 1)) / longest_side(r);
}

/* So that the first view is filled. */
static void find_scale(struct cloud *c, const struct report_file *r)
{
  double most = 0;
  for (size_t i = 0; i < c->count; i++) {
    double at[3], to[3];
    place_of(at, r, c->point[i].at);
    turn(to, at);
    most = fmax(most, fmax(fabs(to[0]), fabs(to[1])));
  }
  c->scale = most > 0 ? fmin(0.46 / most, 8) : 1;
}

static int level_of(const struct cloud *c, const struct point *p)
{
  return c->most > 0 ? (int)lround(fmin((double)p->value / c->most, 1) * (PALETTE - 1)) : 0;
}

static struct colour colour_of(const struct cloud *c, int level)
{
  return c->most > 0 ? colour_sequential((double)level / (PALETTE - 1)) : plain;
}

static double splat_of(const struct cloud *c, const struct report_file *r)
{
  return 1.5 * c->spacing / longest_side(r) * c->scale;
}

static void draw_point(struct view *v, const struct cloud *c, const struct report_file *r, const struct point *p)
{
  double at[3];
  place_of(at, r, p->at);
  view_square(v, at, (const double[]){(double)p->normal[0], (double)p->normal[1], (double)p->normal[2]},
              splat_of(c, r) / c->scale, colour_of(c, level_of(c, p)));
}

/* On a plate, for the walls may be as dark as they are. */
static void draw_axes(struct canvas *picture)
{
  canvas_rectangle(picture, 0, SIDE - PLATE, PLATE, PLATE, ground);
  for (int a = 0; a < 3; a++) {
    double at[3] = {0}, to[3];
    at[a] = 1;
    turn(to, at);
    for (int i = 0; i <= 40; i++)
      canvas_rectangle(picture, lround(60 + i * to[0]), lround(SIDE - 60 - i * to[1]), 2, 2, ink);
    canvas_text(picture, lround(56 + 52 * to[0]), lround(SIDE - 66 - 52 * to[1]), cli_axis_names[a], ink);
  }
}

static void draw(struct canvas *picture, struct view *v, const struct cloud *c, const struct report_file *r)
{
  v->scale = SIDE * c->scale;
  for (int a = 0; a < 3; a++) {
    double to[3];
    turn(to, (const double[]){a == 0, a == 1, a == 2});
    for (int k = 0; k < 3; k++)
      v->axis[k][a] = to[k];
  }
  for (size_t i = 0; i < c->count; i++)
    draw_point(v, c, r, c->point + i);
  view_put(v, picture, 0, 0);
  draw_axes(picture);
}

static int put_picture(const struct cloud *c, const struct report_file *r, struct tile_error *e)
{
  struct canvas picture = {0};
  struct view v;
  size_t bytes;
  int code = view_make(&v, SIDE, SIDE, ground, e) || canvas_make(&picture, SIDE, SIDE, ground, e) ? e->code : 0;
  if (!code) {
    draw(&picture, &v, c, r);
    fputs("<img src=\"", r->report->piece[PIECE_PICTURES].to);
    code = html_png(r->report->piece[PIECE_PICTURES].to, &picture, &bytes, e);
    fprintf(r->report->piece[PIECE_PICTURES].to, "\" alt=\"The walls\" width=\"%d\" height=\"%d\">\n", SIDE, SIDE);
  }
  canvas_free(&picture);
  view_free(&v);
  return code;
}

/* ---- the points for the script ---- */

static void pack(unsigned char to[RECORD], const struct cloud *c, const struct report_file *r, const struct point *p)
{
  double at[3];
  place_of(at, r, p->at);
  for (int a = 0; a < 3; a++) {
    const unsigned place = (unsigned)lround(65535 * fmin(fmax(at[a] + 0.5, 0), 1));
    to[2 * a] = (unsigned char)(place & 255);
    to[2 * a + 1] = (unsigned char)(place >> 8);
    to[6 + a] = (unsigned char)(signed char)lround(127 * fmin(fmax((double)p->normal[a], -1), 1));
  }
  to[9] = (unsigned char)level_of(c, p);
}

static int put_points(const struct cloud *c, const struct report_file *r, struct tile_error *e)
{
  FILE *out = r->report->piece[PIECE_PICTURES].to;
  unsigned char *data = tile_alloc(c->count, RECORD);
  if (!data)
    return tile_fail_memory(e, c->count * RECORD, "the picture of the walls");
  for (size_t i = 0; i < c->count; i++)
    pack(data + i * RECORD, c, r, c->point + i);
  fprintf(
      out,
      "<canvas width=\"%d\" height=\"%d\" tabindex=\"0\" role=\"img\" hidden aria-label=\"The walls; arrow keys turn "
      "them\" data-scale=\"%.5g\" data-splat=\"%.5g\" data-palette=\"",
      SIDE, SIDE, c->scale, splat_of(c, r));
  for (int i = 0; i < PALETTE; i++) {
    const struct colour k = colour_of(c, i);
    fprintf(out, "%02x%02x%02x", k.r, k.g, k.b);
  }
  fputs("\" data-points=\"", out);
  html_base64(out, data, c->count * RECORD);
  fputs("\"></canvas>\n", out);
  free(data);
  return 0;
}

static int put_cloud(struct cloud *c, const struct report_file *r, struct tile_error *e)
{
  FILE *out = r->report->piece[PIECE_PICTURES].to;
  find_scale(c, r);
  fprintf(out, "<figure class=\"walls\"><figcaption>%s<small>%zu of %zu points%s</small></figcaption>\n", c->title,
          c->count, c->seen, c->most > 0 ? "; one of a hundred has more than the last colour" : "");
  fputs("<div class=\"turns\">\n", out);
  if (put_picture(c, r, e) || put_points(c, r, e))
    return e->code;
  fputs("</div>\n<p class=\"hint\" hidden>Drag or use the arrow keys to turn it, + and − to make it larger or "
        "smaller.</p>\n",
        out);
  if (c->most > 0)
    html_colours(out, colour_sequential, 0, c->most, c->name, c->unit, r->report->number++);
  fputs("</figure>\n", out);
  return 0;
}

static int put_nodes(const struct report_file *r, struct cloud *c, int value, size_t most, struct tile_error *e)
{
  const int code = take_nodes(c, r, value, most, e) || (c->count && put_cloud(c, r, e)) ? e->code : 0;
  free(c->point);
  return code;
}

static int put_averages(const struct report_file *r, size_t most, struct tile_error *e)
{
  static const struct {
    const char *value, *title;
  } shown[] = {{"tawss", "Wall: TAWSS"}, {"osi", "Wall: OSI"}};
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    char name[REPORT_PART];
    const int value = node_values_find(&r->f.values, shown[i].value);
    const char *unit = value < 0 ? "" : r->f.values.value[value].unit;
    struct cloud c = {
        .title = shown[i].title, .name = report_name(name, shown[i].value), .unit = strcmp(unit, "1") ? unit : ""};
    if (value >= 0 && put_nodes(r, &c, value, most / 2, e))
      return e->code;
  }
  return 0;
}

int report_walls(struct report_file *r, struct tile_error *e)
{
  const bool pascal = isfinite(lbm_unit(&r->f.units, LBM_PRESSURE));
  struct cloud plain_walls = {.title = "Wall"},
               shear = {.title = "Wall: shear", .name = "Wall shear", .unit = pascal ? "Pa" : "lattice units"};
  const size_t most = (size_t)(POINTS / r->report->files);
  if (r->f.domain.grid[2] == 1 || (!r->walls.nodes.count && r->repeats))
    return 0;
  add_shear(r);
  if (r->walls.nodes.count)
    return r->walls.averages ? put_averages(r, most, e) : put_nodes(r, &shear, -1, most, e);
  const int code =
      take_geometry(&plain_walls, r, most, e) || (plain_walls.count && put_cloud(&plain_walls, r, e)) ? e->code : 0;
  free(plain_walls.point);
  return code;
}
