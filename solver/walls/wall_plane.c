/* SPDX-License-Identifier: BSD-3-Clause */
#include "wall_plane.h"

#include "vectors.h"

#include <math.h>

/* ---- the mean direction -------------------------------------------------- */

/* Adds w_i c_i over links. */
static void add_links(double sum[3], uint32_t links)
{
  for (int i = 1; i < LBM_Q; i++)
    for (int a = 0; a < 3 && links >> i & 1; a++)
      sum[a] += lbm_weight[i] * lbm_c[i][a];
}

static bool normalise(double v[3])
{
  const double length = tile_length(v);
  for (int a = 0; a < 3; a++)
    v[a] /= length > 1e-9 ? length : 1;
  return length > 1e-9;
}

/* ---- points of the wall, relative to the node ---------------------------- */

/* A point of the wall with its weight w_i. Up to 18 links of the node and of each of its 18 neighbours have one. */
struct point {
  double weight, at[3];
};
struct points {
  int count;
  struct point point[LBM_Q * (LBM_Q - 1)];
};

/* Adds the points of a node at `by`, for its links that point the same way as `out`. Returns these links. */
static uint32_t add_points(struct points *p, const struct lbm_walls_at *w, const signed char by[3], const double out[3])
{
  uint32_t added = 0;
  for (int i = 1; i < LBM_Q; i++) {
    if (!(w->links >> i & 1) || lbm_dot(out, lbm_c[i]) < 1e-9)
      continue;
    struct point *point = &p->point[p->count++];
    point->weight = lbm_weight[i];
    for (int a = 0; a < 3; a++)
      point->at[a] = by[a] + w->q[i] * lbm_c[i][a];
    added |= 1u << i;
  }
  return added;
}

/* Finds the points of the node and of its neighbours. `out` becomes the mean direction of their links. */
static void find_points(struct points *p, const struct lbm_incoming *a, const struct lbm_place *place,
                        const struct lbm_walls_at *own, double out[3])
{
  double sum[3] = {0};
  p->count = 0;
  add_links(sum, add_points(p, own, lbm_c[0], out));
  for (int i = 1; i < LBM_Q; i++) {
    struct lbm_place beside;
    struct lbm_walls_at w;
    if (own->links >> i & 1 || !lbm_place_beside(a, place, i, &beside))
      continue;
    lbm_walls_around(a, &beside, &w);
    add_links(sum, add_points(p, &w, lbm_c[i], out));
  }
  for (int k = 0; k < 3; k++)
    out[k] = sum[k];
  normalise(out);
}

/* ---- the plane through these points -------------------------------------- */

static double determinant(double m[3][3])
{
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Solves m x = b by Cramer's rule. m is regular. */
static void solve(double m[3][3], const double b[3], double x[3])
{
  const double whole = determinant(m);
  for (int c = 0; c < 3; c++) {
    double part[3][3];
    for (int i = 0; i < 9; i++)
      part[i / 3][i % 3] = i % 3 == c ? b[i / 3] : m[i / 3][i % 3];
    x[c] = determinant(part) / whole;
  }
}

/* Fits the height along axis k as a + s p + t q over the other two axes. This small weight holds the slopes to those of
 * `out` where the points do not determine them. */
#define HOLD 1e-6
static void fit_normal(const struct points *p, double out[3])
{
  const int k = fabs(out[0]) > fabs(out[1])   ? (fabs(out[0]) > fabs(out[2]) ? 0 : 2)
                : fabs(out[1]) > fabs(out[2]) ? 1
                                              : 2;
  const int axis[3] = {k, (k + 1) % 3, (k + 2) % 3};
  double m[3][3] = {{0}}, b[3] = {0}, x[3];
  for (int n = 0; n < p->count; n++) {
    const double *at = p->point[n].at, row[3] = {1, at[axis[1]], at[axis[2]]};
    for (int i = 0; i < 9; i++)
      m[i / 3][i % 3] += p->point[n].weight * row[i / 3] * row[i % 3];
    for (int i = 0; i < 3; i++)
      b[i] += p->point[n].weight * row[i] * at[k];
  }
  for (int i = 1; i < 3; i++) {
    m[i][i] += HOLD;
    b[i] -= HOLD * out[axis[i]] / out[k];
  }
  solve(m, b, x);
  const double sign = out[k] > 0 ? 1 : -1;
  out[axis[0]] = sign;
  out[axis[1]] = -sign * x[1];
  out[axis[2]] = -sign * x[2];
  normalise(out);
}

/* Fits the height along the normal as distance + curvature r^2, with r along the plane, since the points of a curved
 * wall lie on one side of its tangent plane. This weight holds the curvature to 0 where few points do not determine
 * it. */
#define HOLD_CURVATURE 1e-2
static void fit_distance(struct lbm_wall_node *to, const struct points *p, const double out[3])
{
  double w = 0, r = 0, rr = HOLD_CURVATURE, h = 0, hr = 0;
  for (int n = 0; n < p->count; n++) {
    const double *at = p->point[n].at, weight = p->point[n].weight;
    const double height = at[0] * out[0] + at[1] * out[1] + at[2] * out[2];
    const double square = at[0] * at[0] + at[1] * at[1] + at[2] * at[2] - height * height;
    w += weight;
    r += weight * square;
    rr += weight * square * square;
    h += weight * height;
    hr += weight * height * square;
  }
  to->distance = fabs((h * rr - hr * r) / (w * rr - r * r));
  to->curvature = 2 * (w * hr - h * r) / (w * rr - r * r);
}

/* ---- normal, distance and area ------------------------------------------- */

static double area_of(uint32_t links, const double out[3])
{
  double cut = 0, density = 0;
  for (int i = 1; i < LBM_Q; i++) {
    cut += links >> i & 1 ? lbm_weight[i] : 0;
    density += lbm_weight[i] * fmax(0, lbm_dot(out, lbm_c[i]));
  }
  return cut / density;
}

bool lbm_wall_plane(struct lbm_wall_node *n, const struct lbm_incoming *a, const struct lbm_walls_at *w)
{
  struct points points;
  double out[3] = {0};
  add_links(out, w->links);
  if (!normalise(out))
    return false;
  find_points(&points, a, &n->place, w, out);
  fit_normal(&points, out);
  fit_distance(n, &points, out);
  n->area = area_of(w->links, out);
  for (int k = 0; k < 3; k++)
    n->normal[k] = -out[k];
  return true;
}
