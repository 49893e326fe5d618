#include "section.h"

#include "boundary.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { WAYS = 8 };
static const int ways[WAYS][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

struct lbm_section {
  const struct tile_domain *domain;
  const struct tile_patch *patch;
  const struct lbm_cap *cap;
  int axis, along[2]; /* the largest component of the normal, and the other axes */
  int64_t low[2], size[2];
  int32_t *cell; /* [size[0] * size[1]], number of the column there; -1: there is none */
  size_t cells;
  int64_t (*at)[2];
  int32_t (*beside)[WAYS]; /* [cells], -1: the rim */
  double *diagonal;        /* [cells], of the Laplacian */
  double weight[WAYS];     /* of the neighbours */
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

static void find_range(struct lbm_section *s)
{
  for (int k = 0; k < 2; k++) {
    int64_t low = INT64_MAX, high = 0;
    for (size_t n = 0; n < s->cap->count; n++) {
      const int64_t at = s->cap->at[n][s->along[k]];
      low = at < low ? at : low;
      high = at > high ? at : high;
    }
    s->low[k] = low;
    s->size[k] = high - low + 1;
  }
}

/* The place in `cell` of a position along both axes, across periodic seams too; -1: outside. */
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

static int make_cells(struct lbm_section *s, struct tile_error *e)
{
  const size_t room = (size_t)(s->size[0] * s->size[1]);
  s->cell = tile_alloc(room, sizeof *s->cell);
  s->at = tile_alloc(s->cap->count, sizeof *s->at);
  s->beside = tile_alloc(s->cap->count, sizeof *s->beside);
  s->diagonal = tile_alloc(s->cap->count, sizeof *s->diagonal);
  if (!s->cell || !s->at || !s->beside || !s->diagonal)
    return tile_fail_memory(e, room * sizeof *s->cell, "the cross-section of a patch");
  for (size_t n = 0; n < room; n++)
    s->cell[n] = -1;
  for (size_t n = 0; n < s->cap->count; n++) {
    const int64_t b = s->cap->at[n][s->along[0]], c = s->cap->at[n][s->along[1]];
    int32_t *cell = s->cell + place_of(s, b, c);
    if (*cell >= 0)
      continue;
    *cell = (int32_t)s->cells;
    s->at[s->cells][0] = b;
    s->at[s->cells++][1] = c;
  }
  return 0;
}

/* ---- the equations --------------------------------------------------------- */

/* How far the rim is from a column, as a part of the way to its neighbour. */
static double *make_distances(const struct lbm_section *s, struct tile_error *e)
{
  const struct tile_domain *d = s->domain;
  const double least = 0.05, aligned = 0.999;
  double *theta = tile_alloc(4 * s->cells, sizeof *theta);
  if (!theta)
    tile_fail_memory(e, 4 * s->cells * sizeof *theta, "the rim of a patch");
  for (size_t n = 0; theta && n < 4 * s->cells; n++)
    theta[n] = 0.5;
  const bool straight = fabs(s->patch->normal[s->axis]) > aligned;
  for (size_t m = 0; theta && straight && d->wall_begin && m < d->marks; m++) {
    int64_t at[3];
    if (d->patch + d->mark[m].patch - 1 != s->patch)
      continue;
    tile_domain_node(d, d->mark[m].tile, d->mark[m].node, at);
    const int32_t cell = s->cell[place_of(s, at[s->along[0]], at[s->along[1]])];
    for (size_t w = lbm_first_wall(d, d->mark[m].tile, d->mark[m].node);
         w < d->wall_begin[d->mark[m].tile + 1] && d->wall[w].node == d->mark[m].node; w++)
      for (int k = 0; k < 4; k++) {
        const signed char *c = lbm_c[d->wall[w].link];
        if (c[s->along[0]] == ways[k][0] && c[s->along[1]] == ways[k][1] && !c[s->axis])
          theta[4 * cell + k] = fmax(TILE_WALL_Q(d->wall[w].q), least);
      }
  }
  return theta;
}

static void make_equations(struct lbm_section *s, const double *theta)
{
  const double *n = s->patch->normal, b = n[s->along[0]], c = n[s->along[1]];
  const double weight[WAYS] = {1 - b * b,  1 - b * b,  1 - c * c, 1 - c * c,
                               -b * c / 2, -b * c / 2, b * c / 2, b * c / 2};
  for (int k = 0; k < WAYS; k++)
    s->weight[k] = weight[k];
  for (size_t i = 0; i < s->cells; i++)
    for (int k = 0; k < WAYS; k++) {
      const int64_t place = place_of(s, s->at[i][0] + ways[k][0], s->at[i][1] + ways[k][1]);
      s->beside[i][k] = place < 0 ? -1 : s->cell[place];
      if (k < 4)
        s->diagonal[i] += weight[k] * (s->beside[i][k] < 0 ? 1 / theta[4 * i + (size_t)k] : 1);
    }
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
  find_range(s);
  if (make_cells(s, e))
    return e->code;
  double *theta = make_distances(s, e);
  if (!theta)
    return e->code;
  make_equations(s, theta);
  free(theta);
  return 0;
}

void lbm_section_free(struct lbm_section *s)
{
  if (!s)
    return;
  free(s->cell);
  free(s->at);
  free(s->beside);
  free(s->diagonal);
  free(s);
}

/* ---- the solution ---------------------------------------------------------- */

/* Conjugate gradients for complex symmetric equations (van der Vorst & Melissen, IEEE Trans. Magn. 26 (1990) 706),
 * preconditioned by the diagonal. */
struct solver {
  const struct lbm_section *s;
  double complex shift;
  double nu;
  double complex *x, *r, *p, *q; /* [cells] */
};

static void multiply(const struct solver *v, double complex *to, const double complex *of)
{
  const struct lbm_section *s = v->s;
  for (size_t i = 0; i < s->cells; i++) {
    double complex sum = s->diagonal[i] * of[i];
    for (int k = 0; k < WAYS; k++)
      if (s->beside[i][k] >= 0)
        sum -= s->weight[k] * of[s->beside[i][k]];
    to[i] = v->shift * of[i] + v->nu * sum;
  }
}

static double complex conditioned(const struct solver *v, size_t i)
{
  return v->r[i] / (v->shift + v->nu * v->s->diagonal[i]);
}

static void iterate(const struct solver *v)
{
  const size_t n = v->s->cells, most = 20 * n + 100;
  const double small = 1e-26; /* of the square of the residual */
  double complex rho = 0;
  for (size_t i = 0; i < n; i++) {
    v->x[i] = 0;
    v->r[i] = 1;
    v->p[i] = conditioned(v, i);
    rho += v->r[i] * v->p[i];
  }
  for (size_t turn = 0; turn < most; turn++) {
    double complex pq = 0, next = 0;
    double rest = 0;
    multiply(v, v->q, v->p);
    for (size_t i = 0; i < n; i++)
      pq += v->p[i] * v->q[i];
    for (size_t i = 0; i < n; i++) {
      v->x[i] += rho / pq * v->p[i];
      v->r[i] -= rho / pq * v->q[i];
      next += v->r[i] * conditioned(v, i);
      rest += creal(v->r[i] * conj(v->r[i]));
    }
    if (!(rest > small * (double)n))
      return;
    for (size_t i = 0; i < n; i++)
      v->p[i] = conditioned(v, i) + next / rho * v->p[i];
    rho = next;
  }
}

/* The value at the projection of a node into the mean plane of the cap along the normal, by the columns around it. */
static double complex value_at(const struct lbm_section *s, const double complex *x, size_t node, double height)
{
  const double *n = s->patch->normal;
  const int64_t *at = s->cap->at[node];
  const double above = n[0] * (double)at[0] + n[1] * (double)at[1] + n[2] * (double)at[2] - height;
  const double b = (double)at[s->along[0]] - above * n[s->along[0]],
               c = (double)at[s->along[1]] - above * n[s->along[1]];
  double complex sum = 0;
  double weights = 0;
  for (int k = 0; k < 4; k++) {
    const int64_t pb = (int64_t)floor(b) + (k & 1), pc = (int64_t)floor(c) + (k >> 1);
    const double weight = (1 - fabs(b - (double)pb)) * (1 - fabs(c - (double)pc));
    const int64_t place = weight > 0 ? place_of(s, pb, pc) : -1;
    if (place < 0 || s->cell[place] < 0)
      continue;
    sum += weight * x[s->cell[place]];
    weights += weight;
  }
  return weights > 0 ? sum / weights : x[s->cell[place_of(s, at[s->along[0]], at[s->along[1]])]];
}

static double mean_height(const struct lbm_section *s)
{
  const double *n = s->patch->normal;
  double sum = 0;
  for (size_t i = 0; i < s->cap->count; i++)
    for (int a = 0; a < 3; a++)
      sum += n[a] * (double)s->cap->at[i][a];
  return sum / (double)s->cap->count;
}

int lbm_section_solve(struct lbm_section *s, double omega, double nu, double *re, double *im, struct tile_error *e)
{
  struct solver v = {.s = s, .shift = omega * I, .nu = nu};
  double complex *all = tile_alloc(4 * s->cells, sizeof *all);
  if (!all)
    return tile_fail_memory(e, 4 * s->cells * sizeof *all, "the shape of a flow");
  v.x = all;
  v.r = all + s->cells;
  v.p = all + 2 * s->cells;
  v.q = all + 3 * s->cells;
  iterate(&v);
  const double height = mean_height(s);
  for (size_t n = 0; n < s->cap->count; n++) {
    const double complex value = value_at(s, v.x, n, height);
    re[n] = creal(value);
    im[n] = cimag(value);
  }
  free(all);
  return 0;
}
