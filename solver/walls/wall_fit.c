#include "wall_fit.h"

#include "wall_plane.h"

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
enum { TERMS = 20, QUADRATIC = 10, ALONG_NORMAL = 3, SURFACE = 6, EDGE = 2 * STEPS + 1, NODES = EDGE * EDGE * EDGE };

static const struct lbm_moments *moments_at(const struct lbm_wall_fit *f, const struct lbm_place *p)
{
  const uint64_t before = f->incoming->part.domain.mask[p->tile] & ((UINT64_C(1) << p->node) - 1);
  return f->at + f->begin[p->tile] + __builtin_popcountll(before);
}

/* ---- the nodes around the foot ---------------------------------------------- */

struct near_node {
  struct lbm_place place;
  int by[3]; /* from the first node, also across periodic seams */
  struct lbm_walls_at walls;
  bool counts; /* high enough above the wall to be a point of the fit */
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
  const double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int a = 0; a < 3; a++)
    u[a] /= length;
  for (int a = 0; a < 3; a++)
    v[a] = w[(a + 1) % 3] * u[(a + 2) % 3] - w[(a + 2) % 3] * u[(a + 1) % 3];
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

/* Normal equations for up to TERMS terms and three right-hand sides. */
struct equations {
  int terms;
  double m[TERMS][TERMS], b[TERMS][3]; /* the lower half of m */
};

static void add_row(struct equations *s, const double term[TERMS], double weight, const double value[3])
{
  for (int i = 0; i < s->terms; i++) {
    for (int j = 0; j <= i; j++)
      s->m[i][j] += weight * term[i] * term[j];
    for (int k = 0; k < 3; k++)
      s->b[i][k] += weight * term[i] * value[k];
  }
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
  if (is_same_wall(r, p))
    add_row(self, term, p->weight, (const double[]){p->x[2], 0, 0});
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

/* Sums over the links of the wall, with the part of the momentum along the flow that each carries. */
struct slip_sums {
  double along[3];               /* the flow beside the wall */
  double magic, part[2], weight; /* of the second and of the first derivative along the normal */
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
  const double carried = lbm_dot(m->along, lbm_c[p->link]), weight = p->weight * carried * carried;
  const double error = weight * (p->q * p->q / 2 - m->magic);
  m->part[0] += error * c[2] * c[2];
  m->part[1] -= error * 2 * (r->surface[3] * c[0] * c[0] + r->surface[4] * c[0] * c[1] + r->surface[5] * c[1] * c[1]);
  m->weight += weight;
}

/* ---- rows ---------------------------------------------------------------------- */

/* Adds the densities, or the velocities, of the nodes. */
static void add_nodes(struct equations *to, const struct lbm_wall_fit *f, const struct near *s, const struct frame *r,
                      bool densities)
{
  double term[TERMS], x[3];
  for (const struct near_node *n = s->node; n < s->node + s->count; n++) {
    if (!n->counts)
      continue;
    const struct lbm_moments *m = moments_at(f, &n->place);
    const double weight = position_of(x, r, (const double[]){n->by[0], n->by[1], n->by[2]});
    terms_of(term, r, x, height_of(r, x));
    add_row(to, term, n->walls.links ? BESIDE_WALL * weight : weight,
            densities ? (const double[]){m->density, 0, 0} : m->velocity);
  }
}

/* Rows of walls: the velocity less `part` of its slope is that of the wall, and `slip`. */
struct wall_rows {
  struct equations *to;
  double part, slip[3];
};

/* Staircases scatter about the wall that is fitted to them: their points count as points of it. */
static void add_point(void *self, const struct frame *r, const struct point *p)
{
  const struct wall_rows *s = self;
  const bool same = is_same_wall(r, p);
  double term[TERMS], value[3];
  terms_of(term, r, p->x, same ? 0 : height_of(r, p->x));
  term[ALONG_NORMAL] -= s->part;
  for (int a = 0; a < 3; a++)
    value[a] = p->velocity[a] + s->slip[a];
  add_row(s->to, term, same ? p->weight : OTHER_WALL * p->weight, value);
}

/* Sets grad p - F at the wall. Returns density - 1 there. */
static double find_push(double push[3], const struct lbm_wall_fit *f, const struct near *s, const struct frame *r)
{
  struct equations e = {.terms = QUADRATIC};
  add_nodes(&e, f, s, r, true);
  solve(&e);
  for (int a = 0; a < 3; a++) {
    push[a] = -f->force[a];
    for (int k = 0; k < 3; k++)
      push[a] += r->axis[k][a] * e.b[1 + k][0] / 3;
  }
  return e.b[0][0];
}

/* Sets the factors of the second and of the first derivative along the normal in the slip. */
static void find_slip(double part[2], const struct lbm_wall_fit *f, const struct near *s, const struct frame *r)
{
  struct slip_sums m = {.magic = f->magic};
  double x[3], along = 0;
  for (const struct near_node *n = s->node; n < s->node + s->count; n++) {
    const double weight = position_of(x, r, (const double[]){n->by[0], n->by[1], n->by[2]});
    for (int a = 0; a < 3 && n->counts; a++)
      m.along[a] += weight * moments_at(f, &n->place)->velocity[a];
  }
  for (int a = 0; a < 3; a++)
    along += m.along[a] * r->axis[2][a];
  for (int a = 0; a < 3; a++)
    m.along[a] -= along * r->axis[2][a];
  visit_points(f, s, r, add_slip, &m);
  for (int k = 0; k < 2; k++)
    part[k] = m.weight > 0 ? m.part[k] / m.weight : 0;
}

void lbm_wall_slope(const struct lbm_wall_fit *f, struct lbm_wall_node *n, double slope[3])
{
  struct near s;
  struct frame r;
  find_near(&s, f, n);
  set_axes(&r, &s, n);
  set_surface(&r, f, &s, n);
  struct equations e = {.terms = TERMS};
  double push[3], part[2], along = 0;
  n->density = find_push(push, f, &s, &r);
  for (int a = 0; a < 3; a++)
    along += push[a] * n->normal[a];
  find_slip(part, f, &s, &r);
  struct wall_rows rows = {&e, part[1] - 2 * r.curvature * part[0], {0}};
  for (int a = 0; a < 3; a++)
    rows.slip[a] = (part[0] + f->magic / 3) * (push[a] - along * n->normal[a]) / f->viscosity;
  add_nodes(&e, f, &s, &r, false);
  visit_points(f, &s, &r, add_point, &rows);
  solve(&e);
  memcpy(slope, e.b[ALONG_NORMAL], 3 * sizeof *slope);
}
