#include "cpu_nodes.h"

#include "cpu_block.h"

static void density_of(const struct lbm_cpu_values *v, size_t tile, double *to)
{
  struct lbm_block b;
  lbm_block_read(&b, v, tile);
  for (int n = 0; n < b.nodes; n++) {
    double sum = 0;
    for (int i = 0; i < LBM_Q; i++)
      sum += b.f[i][b.column[n]];
    to[n] = sum - to[n];
  }
}

static void add_to(const struct lbm_cpu_values *v, size_t tile, size_t first, const struct lbm_addition *a)
{
  struct lbm_block b;
  lbm_block_read(&b, v, tile);
  for (int i = 0; i < LBM_Q; i++)
    for (int n = 0; n < b.nodes; n++) {
      const float *d = a->field[first + (size_t)n];
      const double along = lbm_c[i][0] * (double)d[1] + lbm_c[i][1] * (double)d[2] + lbm_c[i][2] * (double)d[3];
      b.f[i][b.column[n]] += a->share * lbm_weight[i] * ((double)d[0] - a->mean + 3 * along);
    }
  lbm_block_write(&b, v, tile);
}

void lbm_cpu_density(const struct lbm_cpu_values *v, const uint32_t *first, double *to)
{
  const struct lbm_geometry *g = v->geometry;
#pragma omp parallel for schedule(static) num_threads(v->threads)
  for (size_t t = g->begin; t < g->end; t++)
    density_of(v, t, to + first[t - g->begin]);
}

void lbm_cpu_add(const struct lbm_cpu_values *v, const uint32_t *first, const struct lbm_addition *a)
{
  const struct lbm_geometry *g = v->geometry;
#pragma omp parallel for schedule(static) num_threads(v->threads)
  for (size_t t = g->begin; t < g->end; t++)
    add_to(v, t, first[t - g->begin], a);
}
