/* SPDX-License-Identifier: BSD-3-Clause */
/* Stabilised biconjugate gradients (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631), preconditioned from the
 * right by a symmetric Gauss-Seidel sweep. Sums are made in the order of nodes. */
#include "cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 1000, VECTORS = 6 };

struct conjugate {
  const struct lbm_equation *q;
  size_t n;
  double *x, *rest, *direction, *image, *better, *better_image, *last;
  double rho, alpha, omega;
};

/* The residual at the start is 1 everywhere, and the fixed vector of the method is that. */
static double sum_of(const double *a, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

static double product(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* better = M^-1 of, image = A better */
static void apply(const struct conjugate *c, const double *of, double *better, double *image)
{
  memset(better, 0, c->n * sizeof *better);
  lbm_equation_sweep(c->q, better, of);
  lbm_equation_image(c->q, better, image);
}

static void add(double *to, double factor, const double *from, size_t n)
{
  for (size_t i = 0; i < n; i++)
    to[i] += factor * from[i];
}

/* Returns false if the method breaks down. */
static bool step(struct conjugate *c)
{
  const double rho = sum_of(c->rest, c->n), beta = rho / c->rho * (c->alpha / c->omega);
  for (size_t i = 0; i < c->n; i++)
    c->direction[i] = c->rest[i] + beta * (c->direction[i] - c->omega * c->image[i]);
  apply(c, c->direction, c->better, c->image);
  c->rho = rho;
  c->alpha = rho / sum_of(c->image, c->n);
  if (!isfinite(c->alpha))
    return false;
  add(c->x, c->alpha, c->better, c->n);
  add(c->rest, -c->alpha, c->image, c->n);
  apply(c, c->rest, c->last, c->better_image);
  c->omega = product(c->better_image, c->rest, c->n) / product(c->better_image, c->better_image, c->n);
  if (!isfinite(c->omega))
    return false;
  add(c->x, c->omega, c->last, c->n);
  add(c->rest, -c->omega, c->better_image, c->n);
  return c->omega != 0 && rho != 0;
}

static void solve(struct conjugate *c, struct lbm_swept *s)
{
  for (size_t i = 0; i < c->n; i++)
    c->rest[i] = 1;
  for (bool goes_on = true; goes_on && s->bound > LBM_RESIDENCE_BOUND && s->sweeps < MOST_ITERATIONS; s->sweeps++) {
    goes_on = step(c);
    s->bound = lbm_equation_residual(c->q, c->x);
  }
}

int lbm_equation_conjugate(const struct lbm_equation *q, double *x, struct lbm_swept *s, struct tile_error *e)
{
  const size_t n = q->cells->nodes;
  double *all = tile_alloc(VECTORS * n, sizeof *all);
  if (!all)
    return tile_fail_memory(e, VECTORS * n * sizeof *all, "the residence time");
  struct conjugate c = {q, n, x, all, all + n, all + 2 * n, all + 3 * n, all + 4 * n, all + 5 * n, 1, 1, 1};
  solve(&c, s);
  free(all);
  return 0;
}
