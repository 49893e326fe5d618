/* SPDX-License-Identifier: BSD-3-Clause */
#include "wall_fit.h"

#include "wall_plane.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

#define REACH 3.5         /* largest distance of a point from the foot */
#define STEPS 3           /* links from the node to a point */
#define WIDTH 1.5         /* of the weights */
#define BESIDE_WALL 0.015 /* weight of a node with wall links */
#define LOWEST (-1.0)     /* height of the lowest node above the plane of the wall */
#define MOST_CURVED 0.25  /* larger curvatures are those of corners */
#define SAME_WALL 0.6     /* distance of a point from the wall that is fitted first */
#define OTHER_WALL 0.0015 /* weight of a point of another wall */
#define HOLD 1e-2         /* holds the second derivatives of the wall to 0 where points do not determine them */
#define UNDETERMINED 1e-4 /* share of a column that other columns do not have */
enum { TERMS = 20, QUADRATIC = 10, ALONG_NORMAL = 3, SURFACE = 6, EDGE = 2 * STEPS + 1, NODES = LBM_WALL_TERMS };
_Static_assert(NODES == EDGE * EDGE * EDGE, "the nodes that three links reach");

static size_t node_at(const struct lbm_wall_fit *f, const struct lbm_place *p)
{
  return f->begin[p->tile] + tile_rank(f->incoming->part.domain.mask[p->tile], p->node);
}

/* ---- the nodes around the foot ---------------------------------------------- */

struct near_node {
  struct lbm_place place;
  int by[3]; /* from the first node, also across periodic seams */
  struct lbm_walls_at walls;
  bool counts; /* high enough above the wall to be a point of the fit */
  double weight, term[TERMS];
};
struct near {
  double foot[3];
  int count;
  bool seen[NODES];
  struct near_node node[NODES];
};

static double from_foot(const struct near *s, const double at[3], const double normal[3], double *height)
{
  double square = 0;
  *height = 0;
  for (int a = 0; a < 3; a++) {
    const double x = at[a] - s->foot[a];
    square += x * x;
    *height += x * normal[a];
  }
  return square;
}

/* Adds the node at `by` unless it is there, or too far away. */
static void add_node(struct near *s, const struct lbm_wall_fit *f, const struct lbm_wall_node *n,
                     const struct lbm_place *place, const int by[3])
{
  const int number = by[0] + STEPS + EDGE * (by[1] + STEPS + EDGE * (by[2] + STEPS));
  const double at[3] = {by[0], by[1], by[2]};
  double height;
  const bool first = s->count == 0;
  if (s->seen[number] || (from_foot(s, at, n->normal, &height) > REACH * REACH && !first))
    return;
  struct near_node *to = s->node + s->count++;
  s->seen[number] = true;
  to->place = *place;
  memcpy(to->by, by, sizeof to->by);
  to->counts = height > LOWEST;
  lbm_walls_around(f->incoming, place, &to->walls);
}

static void find_near(struct near *s, const struct lbm_wall_fit *f, const struct lbm_wall_node *n)
{
  for (int a = 0; a < 3; a++)
    s->foot[a] = -n->distance * n->normal[a];
  s->count = 0;
  memset(s->seen, 0, sizeof s->seen);
  add_node(s, f, n, &n->place, (const int[]){0, 0, 0});
  for (int step = 0, done = 0; step < STEPS; step++)
    for (const int end = s->count; done < end; done++)
      for (int i = 1; i < LBM_Q; i++) {
        const struct near_node *from = s->node + done;
        const int by[3] = {from->by[0] + lbm_c[i][0], from->by[1] + lbm_c[i][1], from->by[2] + lbm_c[i][2]};
        struct lbm_place to;
        if (!(from->walls.links >> i & 1) && lbm_place_beside(f->incoming, &from->place, i, &to))
          add_node(s, f, n, &to, by);
      }
}

/* ---- variables and terms ----------------------------------------------------- */

struct frame {
  double foot[3], axis[3][3]; /* two along the wall, and the normal */
  double surface[SURFACE];    /* height of the wall: factors of 1, x, y, x^2, x y, y^2 */
  double curvature;           /* mean curvature */
};

static void set_axes(struct frame *r, const struct near *s, const struct lbm_wall_node *n)
{
  const int k = fabs(n->normal[0]) < 0.7 ? 0 : 1;
  double *u = r->axis[0], *v = r->axis[1], *w = r->axis[2];
  memcpy(r->foot, s->foot, sizeof r->foot);
  memcpy(w, n->normal, sizeof r->axis[2]);
  for (int a = 0; a < 3; a++)
    u[a] = (a == k) - w[k] * w[a];
  const double length = tile_length(u);
  for (int a = 0; a < 3; a++)
    u[a] /= length;
  tile_cross(v, w, u);
}

/* Sets x to a point in the axes of the frame. Returns its weight, 0 if it is too far away. */
static double position_of(double x[3], const struct frame *r, const double at[3])
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    x[k] = 0;
    for (int a = 0; a < 3; a++)
      x[k] += r->axis[k][a] * (at[a] - r->foot[a]);
    square += x[k] * x[k];
  }
  return square > REACH * REACH ? 0 : exp(-square / (WIDTH * WIDTH));
}

static void surface_terms(double term[TERMS], const double x[3])
{
  const double terms[SURFACE] = {1, x[0], x[1], x[0] * x[0], x[0] * x[1], x[1] * x[1]};
  memcpy(term, terms, sizeof terms);
}

static double height_of(const struct frame *r, const double x[3])
{
  double term[TERMS], height = x[2];
  surface_terms(term, x);
  for (int i = 0; i < SURFACE; i++)
    height -= r->surface[i] * term[i];
  return height;
}

/* Sets the terms of a point at a height above the wall in the order of their degree: 1, then the three variables. */
static void terms_of(double term[TERMS], const struct frame *r, const double x[3], double height)
{
  const double variable[3] = {x[0], x[1], height / (1 + fmax(0, r->curvature) * height)};
  double power[3][4];
  for (int k = 0; k < 3; k++) {
    power[k][0] = 1;
    for (int d = 1; d < 4; d++)
      power[k][d] = power[k][d - 1] * variable[k];
  }
  int t = 0;
  for (int degree = 0; degree < 4; degree++)
    for (int i = degree; i >= 0; i--)
      for (int j = degree - i; j >= 0; j--)
        term[t++] = power[0][i] * power[1][j] * power[2][degree - i - j];
}

/* ---- least squares ------------------------------------------------------------ */

/* Normal equations for up to TERMS terms and three right-hand sides. With the right-hand side of a unit vector the
 * solution x gives a factor of the fit as a linear function of the values: weight (term.x) is the share of a row. */
struct equations {
  int terms;
  double m[TERMS][TERMS], b[TERMS][3]; /* the lower half of m */
};

static void add_row(struct equations *s, const double term[TERMS], double weight)
{
  for (int i = 0; i < s->terms; i++)
    for (int j = 0; j <= i; j++)
      s->m[i][j] += weight * term[i] * term[j];
}

/* The share of a row in the factor whose unit vector was right-hand side k. */
static double share_of(const struct equations *s, const double term[TERMS], double weight, int k)
{
  double sum = 0;
  for (int i = 0; i < s->terms; i++)
    sum += term[i] * s->b[i][k];
  return weight * sum;
}

/* Solves them by Cholesky's method: b becomes the solution. A term whose column the terms before it nearly have gets
 * the factor 0. */
static void solve(struct equations *s)
{
  bool left_out[TERMS];
  for (int i = 0; i < s->terms; i++) {
    const double whole = s->m[i][i];
    for (int j = 0; j <= i; j++) {
      double sum = s->m[i][j];
      for (int k = 0; k < j; k++)
        sum -= s->m[i][k] * s->m[j][k];
      if (j < i)
        s->m[i][j] = left_out[j] ? 0 : sum / s->m[j][j];
      else if (!(left_out[i] = !(sum > UNDETERMINED * whole)))
        s->m[i][i] = sqrt(sum);
    }
    for (int k = 0; left_out[i] && k < i; k++)
      s->m[i][k] = 0;
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < i; k++)
        s->b[i][c] -= s->m[i][k] * s->b[k][c];
      s->b[i][c] = left_out[i] ? 0 : s->b[i][c] / s->m[i][i];
    }
  }
  for (int i = s->terms - 1; i >= 0; i--)
    for (int c = 0; c < 3; c++) {
      for (int k = i + 1; k < s->terms; k++)
        s->b[i][c] -= s->m[k][i] * s->b[k][c];
      s->b[i][c] = left_out[i] ? 0 : s->b[i][c] / s->m[i][i];
    }
}

/* ---- points of walls ------------------------------------------------------------ */

/* A point where a wall cuts a link. */
struct point {
  double x[3], weight, q;
  const double *velocity;
  int link;
  bool inward; /* the link leads against the normal */
};
typedef void on_point(void *self, const struct frame *r, const struct point *p);

static void visit_points(const struct lbm_wall_fit *f, const struct near *s, const struct frame *r, on_point *visit,
                         void *self)
{
  static const double at_rest[3];
  for (const struct near_node *n = s->node; n < s->node + s->count; n++)
    for (int i = 1; i < LBM_Q; i++) {
      if (!n->counts || !(n->walls.links >> i & 1))
        continue;
      struct point p = {.link = i, .q = n->walls.q[i], .inward = lbm_dot(r->axis[2], lbm_c[i]) < -1e-9};
      const double at[3] = {n->by[0] + p.q * lbm_c[i][0], n->by[1] + p.q * lbm_c[i][1], n->by[2] + p.q * lbm_c[i][2]};
      p.weight = position_of(p.x, r, at) * lbm_weight[i] / lbm_weight[1];
      p.velocity = n->walls.marked >> i & 1 ? f->incoming->geometry.condition[n->walls.patch[i]].velocity : at_rest;
      visit(self, r, &p);
    }
}

static bool is_same_wall(const struct frame *r, const struct point *p)
{
  return p->inward && fabs(height_of(r, p->x)) < SAME_WALL;
}

static void add_to_surface(void *self, const struct frame *r, const struct point *p)
{
  double term[TERMS];
  surface_terms(term, p->x);
  if (!is_same_wall(r, p))
    return;
  struct equations *e = self;
  add_row(e, term, p->weight);
  for (int i = 0; i < SURFACE; i++)
    e->b[i][0] += p->weight * term[i] * p->x[2];
}

/* Fits the height of the wall, first with the mean curvature of *n. */
static void set_surface(struct frame *r, const struct lbm_wall_fit *f, const struct near *s,
                        const struct lbm_wall_node *n)
{
  struct equations e = {.terms = SURFACE};
  const double curvature = fmax(-MOST_CURVED, fmin(MOST_CURVED, n->curvature));
  memset(r->surface, 0, sizeof r->surface);
  r->surface[3] = r->surface[5] = -curvature / 2;
  visit_points(f, s, r, add_to_surface, &e);
  for (int i = 3; i < SURFACE; i++)
    e.m[i][i] += HOLD;
  solve(&e);
  for (int i = 0; i < SURFACE; i++)
    r->surface[i] = e.b[i][0];
  r->curvature = fmax(-MOST_CURVED, fmin(MOST_CURVED, -r->surface[3] - r->surface[5]));
}

/* Sums over the links of the wall, for the flow along each of the two axes along it, with the part of the momentum along
 * that axis that each link carries. */
struct slip_sums {
  double magic, part[2][2], weight[2]; /* of the second and of the first derivative along the normal */
};

/* The second derivative of the velocity along a link is (c.n)^2 times that along the normal; and as the velocity is that
 * of the wall along a curved wall, the height above it times the first. */
static void add_slip(void *self, const struct frame *r, const struct point *p)
{
  struct slip_sums *m = self;
  double c[3];
  for (int k = 0; k < 3; k++)
    c[k] = lbm_dot(r->axis[k], lbm_c[p->link]);
  if (!is_same_wall(r, p))
    return;
  const double error = p->weight * (p->q * p->q / 2 - m->magic);
  const double bend = 2 * (r->surface[3] * c[0] * c[0] + r->surface[4] * c[0] * c[1] + r->surface[5] * c[1] * c[1]);
  for (int k = 0; k < 2; k++) {
    m->part[k][0] += error * c[k] * c[k] * c[2] * c[2];
    m->part[k][1] -= error * c[k] * c[k] * bend;
    m->weight[k] += p->weight * c[k] * c[k];
  }
}

static struct slip_sums sum_slip(const struct lbm_wall_fit *f, const struct near *s, const struct frame *r)
{
  struct slip_sums m = {.magic = f->magic};
  visit_points(f, s, r, add_slip, &m);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2; i++)
      m.part[k][i] /= m.weight[k] > 0 ? m.weight[k] : 1;
  return m;
}

/* Turns the two axes along the wall to the principal directions of its curvature: vessels lead the flow along them. */
static void turn_axes(struct frame *r, const struct lbm_wall_fit *f, const struct near *s,
                      const struct lbm_wall_node *n)
{
  const double mixed = r->surface[4], other = r->surface[3] - r->surface[5];
  if (!(hypot(mixed, other) > 1e-3))
    return;
  const double angle = atan2(mixed, other) / 2, x = cos(angle), y = sin(angle);
  for (int a = 0; a < 3; a++) {
    const double u = r->axis[0][a], v = r->axis[1][a];
    r->axis[0][a] = x * u + y * v;
    r->axis[1][a] = x * v - y * u;
  }
  set_surface(r, f, s, n);
}

/* ---- rows ---------------------------------------------------------------------- */

/* Sets the terms of all nodes, and their weights. */
static void fill_rows(struct near *s, const struct frame *r)
{
  double x[3];
  for (struct near_node *n = s->node; n < s->node + s->count; n++) {
    n->weight = position_of(x, r, (const double[]){n->by[0], n->by[1], n->by[2]});
    terms_of(n->term, r, x, height_of(r, x));
  }
}

static double weight_of_velocity(const struct near_node *n)
{
  return n->walls.links ? BESIDE_WALL * n->weight : n->weight;
}

/* Staircases scatter about the wall that is fitted to them: their points count as points of it. The velocity less
 * `part` of its slope is that of the wall, and the slip. */
static double row_of_point(double term[TERMS], const struct frame *r, const struct point *p, double part)
{
  const bool same = is_same_wall(r, p);
  terms_of(term, r, p->x, same ? 0 : height_of(r, p->x));
  term[ALONG_NORMAL] -= part;
  return same ? p->weight : OTHER_WALL * p->weight;
}

/* The rows of walls, and what follows from them: the share of the slip, and that of the velocities of walls. */
struct wall_rows {
  struct equations *equations;
  double part, slip, moving[3];
};

static void add_point(void *self, const struct frame *r, const struct point *p)
{
  const struct wall_rows *w = self;
  double term[TERMS];
  const double weight = row_of_point(term, r, p, w->part);
  add_row(w->equations, term, weight);
}

static void add_share(void *self, const struct frame *r, const struct point *p)
{
  struct wall_rows *w = self;
  double term[TERMS];
  const double weight = row_of_point(term, r, p, w->part), share = share_of(w->equations, term, weight, 0);
  w->slip += share;
  for (int a = 0; a < 3; a++)
    w->moving[a] += share * p->velocity[a];
}

/* ---- the linear function ------------------------------------------------------- */

static void add_nodes(struct equations *e, const struct near *s, bool velocities)
{
  for (const struct near_node *n = s->node; n < s->node + s->count; n++)
    if (n->counts)
      add_row(e, n->term, velocities ? weight_of_velocity(n) : n->weight);
}

/* Factors of the density: its value at the wall, and its derivatives along the wall. */
static void find_densities(struct equations *e, const struct near *s)
{
  *e = (struct equations){.terms = QUADRATIC};
  add_nodes(e, s, false);
  for (int k = 0; k < 3; k++)
    e->b[k][k] = 1;
  solve(e);
}

/* Is an opening so near that the pressure beside it, which changes from node to node, says nothing of the slip? */
static bool is_at_opening(const struct near *s)
{
  bool any = false;
  for (const struct near_node *n = s->node; n < s->node + s->count; n++)
    any = any || n->walls.opened;
  return any;
}

/* The factor of the slope of the velocity along an axis. */
static void find_slopes(struct wall_rows *w, const struct lbm_wall_fit *f, const struct near *s, const struct frame *r)
{
  visit_points(f, s, r, add_point, w);
  w->equations->b[ALONG_NORMAL][0] = 1;
  solve(w->equations);
  visit_points(f, s, r, add_share, w);
}

static void add_terms(struct lbm_wall_stencil *to, const struct lbm_wall_fit *f, const struct near *s,
                      const struct equations slopes[2], const struct equations *densities, const double push[2])
{
  to->count = 0;
  for (const struct near_node *n = s->node; n < s->node + s->count; n++) {
    if (!n->counts)
      continue;
    struct lbm_wall_term *t = to->term + to->count++;
    t->node = node_at(f, &n->place);
    t->density = share_of(densities, n->term, n->weight, 0);
    for (int k = 0; k < 2; k++) {
      t->velocity[k] = share_of(slopes + k, n->term, weight_of_velocity(n), 0);
      t->push[k] = share_of(densities, n->term, n->weight, 1 + k) * push[k];
    }
  }
}

void lbm_wall_stencil_find(struct lbm_wall_stencil *to, const struct lbm_wall_fit *f, const struct lbm_wall_node *n)
{
  struct near s;
  struct frame r;
  find_near(&s, f, n);
  set_axes(&r, &s, n);
  set_surface(&r, f, &s, n);
  turn_axes(&r, f, &s, n);
  fill_rows(&s, &r);
  const struct slip_sums m = sum_slip(f, &s, &r);
  struct equations slopes[2] = {{.terms = TERMS}}, densities;
  double push[2];
  add_nodes(slopes, &s, true);
  slopes[1] = slopes[0];
  find_densities(&densities, &s);
  for (int k = 0; k < 2; k++) {
    struct wall_rows rows = {slopes + k, m.part[k][1] - 2 * r.curvature * m.part[k][0], 0, {0}};
    find_slopes(&rows, f, &s, &r);
    const double slip = rows.slip * (m.part[k][0] + f->magic / 3) / f->viscosity;
    memcpy(to->axis[k], r.axis[k], sizeof to->axis[k]);
    to->constant[k] = 0;
    for (int a = 0; a < 3; a++)
      to->constant[k] += r.axis[k][a] * (rows.moving[a] - slip * f->force[a]);
    push[k] = is_at_opening(&s) ? 0 : slip / 3;
  }
  add_terms(to, f, &s, slopes, &densities, push);
}

double lbm_wall_slope(const struct lbm_wall_stencil *s, const struct lbm_moments *at, double slope[3])
{
  double density = 0, along[2] = {s->constant[0], s->constant[1]};
  for (const struct lbm_wall_term *t = s->term; t < s->term + s->count; t++) {
    const struct lbm_moments *m = at + t->node;
    density += t->density * m->density;
    for (int k = 0; k < 2; k++)
      along[k] += t->velocity[k] * lbm_along(s->axis[k], m->velocity) + t->push[k] * m->density;
  }
  for (int a = 0; a < 3; a++)
    slope[a] = along[0] * s->axis[0][a] + along[1] * s->axis[1][a];
  return density;
}
