/* SPDX-License-Identifier: BSD-3-Clause */
#include "section.h"

#include "boundary.h"
#include "tile_voxels.h"
#include "memory.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

/* The ways of the stencil, forward and back: along b, along c, and along the diagonal (1, turn). */
enum { WAYS = 3 };

/* A column. beside: its neighbours, -1: the rim, at that distance, in lengths of the way. */
struct cell {
  int64_t at[2];
  int32_t beside[WAYS][2];
  double far[WAYS][2];
};

struct lbm_section {
  const struct tile_domain *domain;
  const struct tile_patch *patch;
  const struct lbm_cap *cap;
  struct tile_lookup lookup;
  int axis, along[2]; /* the nearest to the normal, and the other axes */
  int turn;
  bool flat;     /* the opening is a plane of the grid */
  int64_t layer; /* then: of its nodes, along the axis */
  double height; /* else: of its mean plane */
  double weight[WAYS];
  int64_t low[2], size[2];
  int32_t *number; /* [size[0] * size[1]], of the column there; -1: there is none */
  size_t cells;
  struct cell *cell; /* [cells] */
};

/* ---- columns --------------------------------------------------------------- */

static void choose_axes(struct lbm_section *s)
{
  const double *n = s->patch->normal;
  for (int a = 1; a < 3; a++)
    s->axis = fabs(n[a]) > fabs(n[s->axis]) ? a : s->axis;
  s->along[0] = s->axis == 0 ? 1 : 0;
  s->along[1] = s->axis == 2 ? 1 : 2;
}

static double height_of(const struct lbm_section *s, const double point[3])
{
  const double *n = s->patch->normal;
  return n[0] * point[0] + n[1] * point[1] + n[2] * point[2];
}

/* Do all links cross one plane, or are all nodes in one? */
static void find_plane(struct lbm_section *s)
{
  const struct lbm_cap *cap = s->cap;
  double point[3], first[3];
  s->flat = true;
  for (size_t n = 0; n < cap->count; n++) {
    lbm_cap_point(point, cap->place + n);
    lbm_cap_point(first, cap->place);
    s->flat = s->flat && point[s->axis] == first[s->axis] && cap->place[n].at[s->axis] == cap->place->at[s->axis];
    s->height += height_of(s, point) / (double)cap->count;
  }
  s->layer = cap->count ? cap->place->at[s->axis] : 0;
}

static void find_range(struct lbm_section *s)
{
  for (int k = 0; k < 2; k++) {
    int64_t low = INT64_MAX, high = 0;
    for (size_t n = 0; n < s->cap->count; n++) {
      const int64_t at = s->cap->place[n].at[s->along[k]];
      low = at < low ? at : low;
      high = at > high ? at : high;
    }
    /* nodes beside the rim may have no link through the opening */
    low -= 2;
    high += 2;
    if (s->domain->periodic >> s->along[k] & 1) {
      low = 0;
      high = s->domain->grid[s->along[k]] - 1;
    }
    s->low[k] = low;
    s->size[k] = high - low + 1;
  }
}

/* The place in `number` of a position along both axes, across periodic seams too; -1: outside. */
static int64_t place_of(const struct lbm_section *s, int64_t b, int64_t c)
{
  int64_t at[2] = {b, c};
  for (int k = 0; k < 2; k++) {
    const int64_t n = s->domain->grid[s->along[k]];
    if (s->domain->periodic >> s->along[k] & 1)
      at[k] = (at[k] + n) % n;
    at[k] -= s->low[k];
    if (at[k] < 0 || at[k] >= s->size[k])
      return -1;
  }
  return at[0] + s->size[0] * at[1];
}

static int32_t number_at(const struct lbm_section *s, int64_t b, int64_t c)
{
  const int64_t place = place_of(s, b, c);
  return place < 0 ? -1 : s->number[place];
}

static int32_t add_cell(struct lbm_section *s, int64_t b, int64_t c)
{
  const int64_t place = place_of(s, b, c);
  if (place >= 0 && s->number[place] < 0) {
    s->number[place] = (int32_t)s->cells;
    s->cell[s->cells++] = (struct cell){.at = {b, c}};
  }
  return place < 0 ? -1 : s->number[place];
}

/* ---- the rim --------------------------------------------------------------- */

static int way_of(const struct lbm_section *s, int way, int side, int k)
{
  const int step[WAYS][2] = {{1, 0}, {0, 1}, {1, s->turn}};
  return side ? -step[way][k] : step[way][k];
}

/* Sets *q to the distance at which a wall of the layer cuts the way from a column, half where it is not known. false: no
 * wall does, and fluid is there. */
static bool is_cut(const struct lbm_section *s, const int64_t column[2], int way, int side, double *q)
{
  const struct tile_domain *d = s->domain;
  size_t tile, other;
  int node, next;
  int64_t at[3], to[3];
  bool leaves = false;
  *q = 0.5;
  at[s->axis] = to[s->axis] = s->layer;
  for (int k = 0; k < 2; k++) {
    const int64_t n = d->grid[s->along[k]], beside = column[k] + way_of(s, way, side, k);
    at[s->along[k]] = column[k];
    to[s->along[k]] = d->periodic >> s->along[k] & 1 ? (beside + n) % n : beside;
    leaves = leaves || to[s->along[k]] < 0 || to[s->along[k]] >= n;
  }
  if (!tile_lookup_node(&s->lookup, at, &tile, &node))
    return true;
  for (size_t w = d->wall_begin ? lbm_first_wall(d, tile, node) : 0;
       d->wall_begin && w < d->wall_begin[tile + 1] && d->wall[w].node == node; w++) {
    const signed char *c = lbm_c[d->wall[w].link];
    if (!c[s->axis] && c[s->along[0]] == way_of(s, way, side, 0) && c[s->along[1]] == way_of(s, way, side, 1)) {
      *q = TILE_WALL_Q(d->wall[w].q);
      return true;
    }
  }
  return leaves || !tile_lookup_node(&s->lookup, to, &other, &next);
}

static void find_beside(struct lbm_section *s, size_t n, bool grow)
{
  for (int way = 0; way < WAYS; way++)
    for (int side = 0; side < 2; side++) {
      const int64_t *at = s->cell[n].at, b = at[0] + way_of(s, way, side, 0), c = at[1] + way_of(s, way, side, 1);
      double q = 0.5;
      const bool cut = s->flat && is_cut(s, at, way, side, &q);
      const int32_t next = cut ? -1 : grow ? add_cell(s, b, c) : number_at(s, b, c);
      s->cell[n].beside[way][side] = next;
      s->cell[n].far[way][side] = next < 0 ? fmax(q, 1e-3) : 1;
    }
}

/* All columns that ways which no wall cuts join to those of the cap. */
static int make_cells(struct lbm_section *s, struct tile_error *e)
{
  const size_t room = (size_t)(s->size[0] * s->size[1]);
  s->number = tile_alloc(room, sizeof *s->number);
  s->cell = tile_alloc(room, sizeof *s->cell);
  if (!s->number || !s->cell)
    return tile_fail_memory(e, room * sizeof *s->cell, "the cross-section of a patch");
  for (size_t n = 0; n < room; n++)
    s->number[n] = -1;
  for (size_t n = 0; n < s->cap->count; n++)
    add_cell(s, s->cap->place[n].at[s->along[0]], s->cap->place[n].at[s->along[1]]);
  for (size_t n = 0; n < s->cells; n++)
    find_beside(s, n, s->flat);
  return 0;
}

/* Divides the Laplacian among the ways. */
static void set_weights(struct lbm_section *s)
{
  const double *n = s->patch->normal, by = s->flat ? n[s->axis] : 1, sign = s->flat ? 1 : -1, b = n[s->along[0]] / by,
               c = n[s->along[1]] / by;
  s->turn = sign * b * c < 0 ? -1 : 1;
  s->weight[2] = fabs(b * c);
  s->weight[0] = 1 + sign * b * b - s->weight[2];
  s->weight[1] = 1 + sign * c * c - s->weight[2];
}

int lbm_section_make(struct lbm_section **made, const struct tile_domain *d, int patch, const struct lbm_cap *cap,
                     struct tile_error *e)
{
  struct lbm_section *s = *made = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "the cross-section of a patch");
  s->domain = d;
  s->patch = d->patch + patch;
  s->cap = cap;
  choose_axes(s);
  find_plane(s);
  set_weights(s);
  find_range(s);
  return tile_lookup_make(&s->lookup, d, e) || make_cells(s, e) ? e->code : 0;
}

void lbm_section_free(struct lbm_section *s)
{
  if (!s)
    return;
  tile_lookup_free(&s->lookup);
  free(s->number);
  free(s->cell);
  free(s);
}

/* ---- the equations --------------------------------------------------------- */

/* The second derivative along a way, without the values at the rim, which are 0. */
static double complex curvature(const struct cell *c, int way, const double complex *x, double complex own)
{
  const double *far = c->far[way];
  double complex sum = 0;
  for (int side = 0; side < 2; side++)
    sum += ((c->beside[way][side] < 0 ? 0 : x[c->beside[way][side]]) - own) / far[side];
  return 2 / (far[0] + far[1]) * sum;
}

static double diagonal_of(const struct lbm_section *s, const struct cell *c)
{
  double sum = 0;
  for (int way = 0; way < WAYS; way++)
    sum += s->weight[way] * 2 / (c->far[way][0] * c->far[way][1]);
  return sum;
}

/* BiCGStab (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631), preconditioned by the diagonal. */
struct solver {
  const struct lbm_section *s;
  double complex shift;
  double nu;
  double complex *x, *r, *r0, *p, *v, *t; /* [cells] */
};

/* to = (D^-1 A) of */
static void multiply(const struct solver *m, double complex *to, const double complex *of)
{
  const struct lbm_section *s = m->s;
  for (size_t i = 0; i < s->cells; i++) {
    const struct cell *c = s->cell + i;
    double complex sum = 0;
    for (int way = 0; way < WAYS; way++)
      sum += s->weight[way] * curvature(c, way, of, of[i]);
    to[i] = (m->shift * of[i] - m->nu * sum) / (m->shift + m->nu * diagonal_of(s, c));
  }
}

static double complex dot(const double complex *a, const double complex *b, size_t n)
{
  double complex sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += conj(a[i]) * b[i];
  return sum;
}

static void begin(const struct solver *m)
{
  for (size_t i = 0; i < m->s->cells; i++) {
    m->x[i] = m->p[i] = m->v[i] = 0;
    m->r[i] = m->r0[i] = 1 / (m->shift + m->nu * diagonal_of(m->s, m->s->cell + i));
  }
}

static void iterate(const struct solver *m)
{
  const size_t n = m->s->cells;
  begin(m);
  const double small = 1e-26 * creal(dot(m->r, m->r, n));
  double complex rho = 1, alpha = 1, omega = 1;
  for (size_t turn = 0; turn < 20 * n + 100 && creal(dot(m->r, m->r, n)) > small; turn++) {
    const double complex next = dot(m->r0, m->r, n), beta = next / rho * (alpha / omega);
    for (size_t i = 0; i < n; i++)
      m->p[i] = m->r[i] + beta * (m->p[i] - omega * m->v[i]);
    multiply(m, m->v, m->p);
    alpha = next / dot(m->r0, m->v, n);
    for (size_t i = 0; i < n; i++)
      m->r[i] -= alpha * m->v[i];
    multiply(m, m->t, m->r);
    const double tt = creal(dot(m->t, m->t, n));
    omega = tt > 0 ? dot(m->t, m->r, n) / tt : 0;
    for (size_t i = 0; i < n; i++) {
      m->x[i] += alpha * m->p[i] + omega * m->r[i];
      m->r[i] -= omega * m->t[i];
    }
    rho = next;
  }
}

/* ---- values at points ------------------------------------------------------ */

/* Where a line along the normal from a point meets the columns: along both axes. */
static void project(const struct lbm_section *s, const double point[3], double to[2])
{
  const double *n = s->patch->normal,
               by = s->flat ? ((double)s->layer - point[s->axis]) / n[s->axis] : s->height - height_of(s, point);
  for (int k = 0; k < 2; k++)
    to[k] = point[s->along[k]] + by * n[s->along[k]];
}

/* Value and derivatives along both axes at a distance from a column, by the parabola through its neighbours. */
static double complex expand(const struct lbm_section *s, const double complex *x, int32_t number, const double by[2],
                             double complex slope[2])
{
  const struct cell *c = s->cell + number;
  const double complex own = x[number];
  double complex g[2], h[WAYS];
  for (int way = 0; way < WAYS; way++) {
    const double a = c->far[way][0], b = c->far[way][1];
    const double complex ahead = c->beside[way][0] < 0 ? 0 : x[c->beside[way][0]],
                         back = c->beside[way][1] < 0 ? 0 : x[c->beside[way][1]];
    h[way] = curvature(c, way, x, own);
    if (way < 2)
      g[way] = ((ahead - own) * b / a - (back - own) * a / b) / (a + b);
  }
  const double complex mixed = s->turn * (h[2] - h[0] - h[1]) / 2;
  slope[0] = g[0] + h[0] * by[0] + mixed * by[1];
  slope[1] = g[1] + h[1] * by[1] + mixed * by[0];
  return own + (g[0] + slope[0]) / 2 * by[0] + (g[1] + slope[1]) / 2 * by[1];
}

/* The value at a place. *slope: the derivative along its link, of a function that is constant along the normal. */
static double complex value_at(const struct lbm_section *s, const double complex *x, const struct lbm_cap_place *place,
                               double complex *slope)
{
  const double *n = s->patch->normal;
  const signed char *link = lbm_c[place->link];
  double point[3], to[2], by[2];
  double complex g[2];
  lbm_cap_point(point, place);
  project(s, point, to);
  int32_t number = number_at(s, lround(to[0]), lround(to[1]));
  if (number < 0 || s->flat)
    number = number_at(s, place->at[s->along[0]], place->at[s->along[1]]);
  for (int k = 0; k < 2; k++)
    by[k] = to[k] - (double)s->cell[number].at[k];
  const double complex value = expand(s, x, number, by, g);
  /* what leads from the end of the link back, along the normal, to the layer or to the plane */
  const double turn = s->flat ? link[s->axis] / n[s->axis] : link[0] * n[0] + link[1] * n[1] + link[2] * n[2];
  *slope = 0;
  for (int k = 0; k < 2; k++)
    *slope += g[k] * (link[s->along[k]] - turn * n[s->along[k]]);
  return value;
}

static double node_value(const struct lbm_section *s, const double complex *x, const struct lbm_cap_place *place)
{
  const struct lbm_cap_place node = {.at = {place->at[0], place->at[1], place->at[2]}};
  double complex slope;
  return creal(value_at(s, x, &node, &slope));
}

int lbm_section_solve(struct lbm_section *s, double omega, double nu, double *re, double *im,
                      struct lbm_section_shape *shape, struct tile_error *e)
{
  const size_t n = s->cells;
  double complex *all = tile_alloc(6 * n, sizeof *all);
  if (!all)
    return tile_fail_memory(e, 6 * n * sizeof *all, "the shape of a flow");
  const struct solver m = {s, omega * I, nu, all, all + n, all + 2 * n, all + 3 * n, all + 4 * n, all + 5 * n};
  iterate(&m);
  for (size_t i = 0; i < s->cap->count; i++) {
    double complex along, value = value_at(s, m.x, s->cap->place + i, &along);
    re[i] = omega > 0 ? creal(value) : fmax(creal(value), 0);
    im[i] = cimag(value);
    if (shape)
      shape[i] = (struct lbm_section_shape){creal(along), node_value(s, m.x, s->cap->place + i)};
  }
  free(all);
  return 0;
}
