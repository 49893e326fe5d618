/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds a cut: from the nodes beside its point along links, as far as nodes have a share in the plane. */
#include "probe_cut.h"

#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct search {
  const struct fields *f;
  const struct probe_section *section;
  double normal[3];
  int axis;            /* of the columns: that nearest to the normal */
  unsigned char *seen; /* a bit for each place of the block */
  int64_t (*node)[3];  /* found so far; beyond a periodic face coordinates go on */
  size_t count, room;
};

/* The share of a node in its column at the place where the plane crosses it: 1 in the plane, 0 from a voxel on. */
static double share_of(const struct search *s, const int64_t at[3])
{
  double distance = 0;
  for (int a = 0; a < 3; a++)
    distance += s->normal[a] * ((double)at[a] - s->section->at[a]);
  return 1 - fabs(distance / s->normal[s->axis]);
}

/* Brings a node into the grid across periodic faces; false: it lies outside. */
static bool wrap(const struct fields *f, const int64_t at[3], int64_t to[3])
{
  for (int a = 0; a < 3; a++) {
    const int64_t n = f->domain.grid[a];
    const bool inside = at[a] >= 0 && at[a] < n;
    if (!inside && !(f->domain.periodic >> a & 1))
      return false;
    to[a] = inside ? at[a] : (at[a] % n + n) % n;
  }
  return true;
}

/* Adds a node that has a share, is not solid and was not found before. */
static int add(struct search *s, const int64_t at[3], struct tile_error *e)
{
  int64_t inside[3];
  size_t tile;
  int node;
  if (!(share_of(s, at) > 0) || !wrap(s->f, at, inside) || !tile_lookup_node(&s->f->lookup, inside, &tile, &node))
    return 0;
  const size_t place = fields_place(s->f, tile, node);
  if (s->seen[place / 8] >> place % 8 & 1)
    return 0;
  s->seen[place / 8] |= (unsigned char)(1U << place % 8);
  if (tile_reserve(&s->node, &s->room, s->count + 1, sizeof *s->node, "a section", e))
    return e->code;
  memcpy(s->node[s->count++], at, sizeof *s->node);
  return 0;
}

/* Beyond an opening there are no nodes: a plane within a voxel of it would miss a part of the flow. Patches at the sides of
 * the plane are no ends of the flow. */
static int check_opening(const struct search *s, const int64_t at[3], const int64_t next[3], struct tile_error *e)
{
  double along = 0, length = 0;
  size_t tile;
  int64_t inside[3];
  int node;
  if (wrap(s->f, next, inside) && tile_lookup_node(&s->f->lookup, inside, &tile, &node))
    return 0; /* a thin wall */
  for (int a = 0; a < 3; a++) {
    along += s->normal[a] * (double)(next[a] - at[a]);
    length = hypot(length, (double)(next[a] - at[a]));
  }
  if (!(share_of(s, next) > 1e-9) || fabs(along) < 0.5 * length)
    return 0;
  return tile_fail(e, TILE_USAGE, "--section %s: within a voxel of an opening: move it inwards", s->section->text);
}

/* Adds the neighbours to which links lead that no mark cuts. */
static int spread(struct search *s, size_t from, struct tile_error *e)
{
  int64_t at[3], inside[3], next[3];
  memcpy(at, s->node[from], sizeof at);
  wrap(s->f, at, inside);
  const unsigned cut = fields_cut_links(s->f, inside, false);
  for (int i = 1; i < TILE_LINKS; i++) {
    for (int a = 0; a < 3; a++)
      next[a] = at[a] + tile_link[i][a];
    if (cut >> i & 1 ? check_opening(s, at, next, e) : add(s, next, e))
      return e->code;
  }
  return 0;
}

static int in_solid(const struct search *s, struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "--section %s: the point lies in solid", s->section->text);
}

/* Begins at the node nearest to the point that has a share. */
static int begin(struct search *s, struct tile_error *e)
{
  const double *p = s->section->at;
  int64_t best[3] = {0}, at[3];
  double nearest = INFINITY, value[FIELDS];
  for (int i = 0; i < 27; i++) {
    int64_t inside[3];
    double distance = 0;
    for (int a = 0; a < 3; a++) {
      at[a] = (int64_t)floor(p[a] + 0.5) + (int[]){i % 3, i / 3 % 3, i / 9}[a] - 1;
      distance = hypot(distance, (double)at[a] - p[a]);
    }
    if (distance < nearest && distance < 1.5 && share_of(s, at) > 0 && wrap(s->f, at, inside) &&
        fields_node(s->f, inside, value)) {
      nearest = distance;
      memcpy(best, at, sizeof best);
    }
  }
  return isfinite(nearest) ? add(s, best, e) : in_solid(s, e);
}

static void add_node(struct probe_cut *cut, double share, const double value[FIELDS])
{
  const double *u = value + FIELD_UX, pressure = lbm_gauge_pressure(value[FIELD_DENSITY]);
  for (int a = 0; a < 3; a++)
    cut->velocity[a] += share * u[a];
  cut->area += share;
  cut->pressure += share * pressure;
  cut->least = fmin(cut->least, pressure);
  cut->most = fmax(cut->most, pressure);
  cut->speed = fmax(cut->speed, tile_length(u));
}

static void sum_up(struct probe_cut *cut, const struct search *s)
{
  double value[FIELDS];
  int64_t inside[3];
  *cut = (struct probe_cut){.least = INFINITY, .most = -INFINITY};
  memcpy(cut->normal, s->normal, sizeof cut->normal);
  for (size_t i = 0; i < s->count; i++) {
    wrap(s->f, s->node[i], inside);
    fields_node(s->f, inside, value);
    add_node(cut, share_of(s, s->node[i]) / fabs(s->normal[s->axis]), value);
  }
  cut->pressure /= cut->area;
  for (int a = 0; a < 3; a++)
    cut->flow += cut->velocity[a] * cut->normal[a];
}

static int find(struct probe_cut *cut, struct search *s, const double normal[3], size_t bytes, struct tile_error *e)
{
  memcpy(s->normal, normal, sizeof s->normal);
  s->axis = 0;
  for (int a = 1; a < 3; a++)
    s->axis = fabs(normal[a]) > fabs(normal[s->axis]) ? a : s->axis;
  memset(s->seen, 0, bytes);
  s->count = 0;
  if (begin(s, e))
    return e->code;
  for (size_t i = 0; i < s->count; i++)
    if (spread(s, i, e))
      return e->code;
  sum_up(cut, s);
  return 0;
}

/* Returns false for a vector of length 0. */
static bool make_unit(double to[3], const double from[3])
{
  const double length = hypot(hypot(from[0], from[1]), from[2]);
  for (int a = 0; a < 3; a++)
    to[a] = from[a] / length;
  return length > 0 && isfinite(length);
}

/* Turns the plane until it is at right angles to the flow through it, which takes a few times. */
static int align(struct probe_cut *cut, struct search *s, size_t bytes, struct tile_error *e)
{
  enum { TURNS = 4 };
  double value[FIELDS], normal[3];
  if (!fields_sample(s->f, s->section->at, value))
    return in_solid(s, e);
  memcpy(cut->velocity, value + FIELD_UX, sizeof cut->velocity);
  for (int i = 0; i < TURNS; i++) {
    if (!make_unit(normal, cut->velocity))
      return tile_fail(e, TILE_USAGE, "--section %s: nothing flows there: give a normal, as X,Y,Z:NX,NY,NZ",
                       s->section->text);
    if (find(cut, s, normal, bytes, e))
      return e->code;
  }
  return 0;
}

int probe_cut_make(struct probe_cut *cut, const struct probe_section *section, const struct fields *f,
                   struct tile_error *e)
{
  const struct tile_domain *d = &f->domain;
  const size_t bytes = d->tiles * (size_t)(d->edge * d->edge * d->edge) / 8;
  struct search s = {.f = f, .section = section, .seen = tile_alloc(bytes, 1)};
  if (!s.seen)
    return tile_fail_memory(e, bytes, "a section");
  const int code = section->aligned ? align(cut, &s, bytes, e) : find(cut, &s, section->normal, bytes, e);
  free(s.seen);
  free(s.node);
  return code;
}

/* ---- the option ---- */

int probe_parse_section(struct probe_section *s, const char *text, struct tile_error *e)
{
  char copy[256];
  *s = (struct probe_section){.text = text, .aligned = !strchr(text, ':')};
  if (strlen(text) < sizeof copy) {
    strcpy(copy, text);
    char *normal = copy, *at = strsep(&normal, ":");
    if (!cli_place(&s->place, at, e) &&
        (!normal || (!cli_reals3(s->normal, normal, e) && make_unit(s->normal, s->normal))))
      return 0;
  }
  return tile_fail(e, TILE_USAGE,
                   "expected a point X,Y,Z in voxels or lengths, or a point and a normal X,Y,Z:NX,NY,NZ");
}
