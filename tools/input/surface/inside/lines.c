/* SPDX-License-Identifier: BSD-3-Clause */
#include "lines.h"

#include <math.h>

/* In every family the infinitesimal move (e, e^2, e^3) of the centres is positive along u and v, and infinitely smaller
 * along v than along u. */
const struct line_family line_family[LINES] = {
    {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}},  {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}},
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}},  {{1, -1, 0}, {0, 0, 1}, {1, 0, 0}, {1, 1, 0}},
    {{1, 1, 0}, {0, 0, 1}, {1, 0, 0}, {1, -1, 0}}, {{1, 0, -1}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}},
    {{1, 0, 1}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 1}}, {{1, 0, 0}, {0, 1, -1}, {0, 0, 1}, {0, 1, 1}},
    {{1, 0, 0}, {0, 1, 1}, {0, 0, 1}, {0, -1, 1}},
};

/* A triangle in u, v, t; absolute coordinates below 2^31. */
struct projected {
  int64_t u[3], v[3], t[3];
  int64_t area; /* twice the signed area in u, v */
  int front;    /* sign of the normal along the line */
  int tie;      /* sign of the normal along the infinitesimal move */
  int shift;
};

static int sign_of(int64_t value)
{
  return (value > 0) - (value < 0);
}

static int64_t dot(const signed char row[3], const int32_t at[3])
{
  return (int64_t)row[0] * at[0] + (int64_t)row[1] * at[1] + (int64_t)row[2] * at[2];
}

static int find_tie(const int32_t *a, const int32_t *b, const int32_t *c)
{
  int tie = 0;
  for (int i = 0; i < 3 && !tie; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    tie = sign_of(((int64_t)b[j] - a[j]) * ((int64_t)c[k] - a[k]) - ((int64_t)b[k] - a[k]) * ((int64_t)c[j] - a[j]));
  }
  return tie;
}

static int determinant(const struct line_family *f)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += f->t[i] * (f->u[(i + 1) % 3] * f->v[(i + 2) % 3] - f->u[(i + 2) % 3] * f->v[(i + 1) % 3]);
  return sum;
}

/* ---- one line: exact ---- */

/* The side of the edge on which the moved point is: never 0 if the edge has a length in u, v. */
static int64_t side(const struct projected *p, int from, int64_t u, int64_t v, int *tie)
{
  const int to = (from + 1) % 3;
  const int64_t du = p->u[to] - p->u[from], dv = p->v[to] - p->v[from];
  const int64_t e = du * (v - p->v[from]) - dv * (u - p->u[from]);
  *tie = e ? sign_of(e) : dv ? -sign_of(dv) : sign_of(du);
  return e;
}

/* t = whole + fraction; if a centre is on the triangle, its infinitesimal move decides. */
static void place_exact(const struct projected *p, const int64_t e[3], struct line_crossing *at)
{
  __int128 sum = 0, unit = (__int128)(p->area < 0 ? -p->area : p->area) << p->shift;
  for (int k = 0; k < 3; k++) /* the weight of a corner is the side of the opposite edge */
    sum += (__int128)e[(k + 1) % 3] * p->t[k];
  if (p->area < 0)
    sum = -sum;
  __int128 whole = sum / unit, rest = sum % unit;
  if (rest < 0) {
    whole--;
    rest += unit;
  }
  at->t = (int64_t)whole;
  at->fraction = (double)rest / (double)unit;
  if (!rest && p->tie * p->front > 0) { /* the crossing is before the moved centre: at the end of the previous link */
    at->t--;
    at->fraction = 1;
  }
}

static void place(const struct projected *p, const int64_t e[3], struct line_crossing *at)
{
  const double area = (double)p->area;
  const double t =
      ldexp((double)p->t[0] +
                ((double)e[2] * (double)(p->t[1] - p->t[0]) + (double)e[0] * (double)(p->t[2] - p->t[0])) / area,
            -p->shift);
  const double whole = floor(t);
  at->t = (int64_t)whole;
  at->fraction = t - whole;
  if (at->fraction < 1e-6 || at->fraction > 1 - 1e-6)
    place_exact(p, e, at);
}

static void try_line(const struct projected *p, int64_t u, int64_t v, const int64_t t[2], line_take *take, void *with)
{
  const int wanted = sign_of(p->area);
  const int64_t unit = (int64_t)1 << p->shift;
  int64_t e[3];
  int tie;
  for (int k = 0; k < 3; k++) {
    e[k] = side(p, k, u * unit, v * unit, &tie);
    if (tie != wanted)
      return;
  }
  struct line_crossing at = {.u = u, .v = v, .sign = p->front};
  place(p, e, &at);
  if (at.t >= t[0] && at.t <= t[1])
    take(with, &at);
}

/* ---- many lines: candidates ---- */

static int64_t least(const int64_t value[3])
{
  const int64_t two = value[0] < value[1] ? value[0] : value[1];
  return two < value[2] ? two : value[2];
}

static int64_t most(const int64_t value[3])
{
  const int64_t two = value[0] > value[1] ? value[0] : value[1];
  return two > value[2] ? two : value[2];
}

static double between(double a, double b, double share)
{
  return a + (b - a) * share;
}

/* Reduces low ... high to the part in which a + slope (u - at) is within t, with a small margin. */
static void clip(double *low, double *high, double at, double a, double slope, const double t[2])
{
  if (fabs(slope) < 1e-9)
    return;
  const double one = at + (t[0] - a) / slope, other = at + (t[1] - a) / slope;
  *low = fmax(*low, fmin(one, other));
  *high = fmin(*high, fmax(one, other));
}

/* The lines of this v that the triangle may cover with t in the range, and a few more. */
static void row_range(const struct projected *p, int64_t v, const int64_t t[2], int64_t range[2])
{
  const double unit = ldexp(1, p->shift), at = (double)v * unit,
               row[2] = {((double)t[0] - 1) * unit, ((double)t[1] + 2) * unit};
  double low = INFINITY, high = -INFINITY, t_low = 0, t_high = 0;
  for (int k = 0; k < 3; k++) {
    const int n = (k + 1) % 3;
    const double v0 = (double)p->v[k], v1 = (double)p->v[n];
    if (fmin(v0, v1) > at || fmax(v0, v1) < at)
      continue;
    for (int end = 0; end < 2; end++) { /* two points only if the edge is within the row */
      const double share = v0 == v1 ? end : (at - v0) / (v1 - v0);
      const double u = between((double)p->u[k], (double)p->u[n], share);
      if (u < low)
        t_low = between((double)p->t[k], (double)p->t[n], share);
      if (u > high)
        t_high = between((double)p->t[k], (double)p->t[n], share);
      low = fmin(low, u);
      high = fmax(high, u);
    }
  }
  if (high > low + unit)
    clip(&low, &high, low, t_low, (t_high - t_low) / (high - low), row);
  range[0] = low <= high ? (int64_t)ceil(low / unit - 1e-3) : 1;
  range[1] = low <= high ? (int64_t)floor(high / unit + 1e-3) : 0;
}

/* Converts units to voxels, rounded up. */
static int64_t round_up(int64_t value, int shift)
{
  return (value + ((int64_t)1 << shift) - 1) >> shift;
}

static void cross_rows(const struct projected *p, const struct line_range *range, line_take *take, void *with)
{
  const int64_t low = round_up(least(p->v), p->shift), high = most(p->v) >> p->shift;
  for (int64_t v = low > range->v[0] ? low : range->v[0]; v <= high && v <= range->v[1]; v++) {
    int64_t row[2];
    row_range(p, v, range->t, row);
    for (int64_t u = row[0]; u <= row[1]; u++)
      try_line(p, u, v, range->t, take, with);
  }
}

void lines_cross(const struct line_family *family, int shift, const int32_t *const corner[3],
                 const struct line_range *range, line_take *take, void *with)
{
  struct projected p = {.shift = shift};
  for (int k = 0; k < 3; k++) {
    p.u[k] = dot(family->u, corner[k]);
    p.v[k] = dot(family->v, corner[k]);
  }
  if (round_up(least(p.u), shift) > most(p.u) >> shift || round_up(least(p.v), shift) > most(p.v) >> shift)
    return;
  p.area = (p.u[1] - p.u[0]) * (p.v[2] - p.v[0]) - (p.v[1] - p.v[0]) * (p.u[2] - p.u[0]);
  if (!p.area)
    return;
  for (int k = 0; k < 3; k++)
    p.t[k] = dot(family->t, corner[k]);
  p.front = sign_of(p.area) * determinant(family);
  p.tie = find_tie(corner[0], corner[1], corner[2]);
  cross_rows(&p, range, take, with);
}
