/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu_nodes.h"

#include "cpu_block.h"

/* Each column of a block is added up, also those without a node, so that the loops become vector instructions. */
static void moments_of(const struct lbm_cpu_values *v, size_t tile, double (*last)[LBM_FIELDS],
                       float (*change)[LBM_FIELDS])
{
  struct lbm_block b;
  double m[LBM_FIELDS][64] = {0};
  lbm_block_read(&b, v, tile);
  for (int i = 0; i < LBM_Q; i++)
    for (int k = 0; k < LBM_FIELDS; k++) {
      const double share = k ? lbm_c[i][k - 1] : 1;
      for (int c = 0; c < 64 && share != 0; c++)
        m[k][c] += share * b.f[i][c];
    }
  for (int n = 0; n < b.nodes; n++)
    for (int k = 0; k < LBM_FIELDS; k++) {
      const double now = m[k][b.column[n]];
      change[n][k] = (float)(now - last[n][k]);
      last[n][k] = now;
    }
}

static void add_to(const struct lbm_cpu_values *v, size_t tile, size_t first, const struct lbm_addition *a)
{
  struct lbm_block b;
  double d[LBM_FIELDS][64] = {0};
  lbm_block_begin(&b, v->geometry, tile);
  for (int n = 0; n < b.nodes; n++)
    for (int k = 0; k < LBM_FIELDS; k++)
      d[k][b.column[n]] = (double)a->field[first + (size_t)n][k] - (k ? 0 : a->mean);
  for (int i = 0; i < LBM_Q; i++) {
    const double x = lbm_c[i][0], y = lbm_c[i][1], z = lbm_c[i][2], factor = a->share * lbm_weight[i];
    for (int c = 0; c < 64; c++)
      b.f[i][c] = factor * (d[0][c] + 3 * (x * d[1][c] + y * d[2][c] + z * d[3][c]));
  }
  lbm_block_add(&b, v, tile);
}

void lbm_cpu_moments(const struct lbm_cpu_values *v, const uint32_t *first, double (*last)[LBM_FIELDS],
                     float (*change)[LBM_FIELDS])
{
  const struct lbm_geometry *g = v->geometry;
#pragma omp parallel for schedule(static) num_threads(v->threads)
  for (size_t t = g->begin; t < g->end; t++)
    moments_of(v, t, last + first[t - g->begin], change + first[t - g->begin]);
}

void lbm_cpu_add(const struct lbm_cpu_values *v, const uint32_t *first, const struct lbm_addition *a)
{
  const struct lbm_geometry *g = v->geometry;
#pragma omp parallel for schedule(static) num_threads(v->threads)
  for (size_t t = g->begin; t < g->end; t++)
    add_to(v, t, first[t - g->begin], a);
}
