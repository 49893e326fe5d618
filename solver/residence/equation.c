/* SPDX-License-Identifier: BSD-3-Clause */
#include "cells.h"

#include <math.h>

/* The diagonal of a row, and the sum of its other entries times x, which is subtracted. Where fluid comes in, time 0 lies
 * half a voxel outside. */
static double row_of(const struct lbm_equation *q, size_t i, const double *x, double *others)
{
  const struct lbm_cell *cell = q->cells->cell + i;
  double sum = q->leak;
  *others = 0;
  for (int k = 0; k < LBM_AXIAL; k++) {
    const bool inside = lbm_is_cell(cell->to[k]);
    const double in = fmax(-cell->out[k], 0);
    const double weight = in + q->diffusivity * (inside ? 1 : cell->to[k] == LBM_OPENING && in > 0 ? 2 : 0);
    sum += weight;
    *others += inside ? weight * x[cell->to[k]] : 0;
  }
  return sum;
}

static void relax(const struct lbm_equation *q, size_t i, double *x, const double *right)
{
  double others;
  const double diagonal = row_of(q, i, x, &others);
  x[i] = ((right ? right[i] : 1) + others) / diagonal;
}

void lbm_equation_sweep(const struct lbm_equation *q, double *x, const double *right)
{
  const size_t nodes = q->cells->nodes;
  for (size_t i = 0; i < nodes; i++)
    relax(q, q->order[i], x, right);
  for (size_t i = nodes; q->diffusivity > 0 && i > 0; i--)
    relax(q, q->order[i - 1], x, right);
}

void lbm_equation_image(const struct lbm_equation *q, const double *x, double *y)
{
#pragma omp parallel for schedule(static) num_threads(q->cells->threads)
  for (size_t i = 0; i < q->cells->nodes; i++) {
    double others;
    const double diagonal = row_of(q, i, x, &others);
    y[i] = diagonal * x[i] - others;
  }
}

double lbm_equation_residual(const struct lbm_equation *q, const double *x)
{
  double largest = 0;
#pragma omp parallel for schedule(static) num_threads(q->cells->threads) reduction(max : largest)
  for (size_t i = 0; i < q->cells->nodes; i++) {
    double others;
    const double diagonal = row_of(q, i, x, &others);
    largest = fmax(largest, fabs(1 + others - diagonal * x[i]));
  }
  return largest;
}
