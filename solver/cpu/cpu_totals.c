/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of the tiles of a flow on the CPU, two nodes at a time. */
#include "cpu_block.h"

#include <math.h>

typedef double pair __attribute__((vector_size(16)));
#define SCALAR double
#define REAL pair
#define SITE(name) name##_pair
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"

static void add_node(struct lbm_totals *s, const double density, const double u[3])
{
  const double speed = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  s->mass += density;
  for (int a = 0; a < 3; a++)
    s->velocity[a] += u[a];
  s->speed += speed;
  s->fastest = speed > s->fastest ? speed : s->fastest;
}

/* Adds two columns of a block: those of two nodes, or twice the column of the last node, which counts once. */
static void add_pair(struct lbm_totals *s, const struct lbm_block *b, const struct lbm_task *task, const int column[2])
{
  pair f[LBM_Q], field[LBM_FIELDS];
  for (int i = 0; i < LBM_Q; i++)
    f[i] = (pair){b->f[i][column[0]], b->f[i][column[1]]};
  fields_pair(field, f, task->rates.force, (int)task->equilibrium);
  for (int n = 0; n < 1 + (column[0] != column[1]); n++)
    add_node(s, field[0][n], (double[]){field[1][n], field[2][n], field[3][n]});
}

static struct lbm_totals total_tile(const struct lbm_cpu_values *v, const struct lbm_task *task, size_t tile)
{
  struct lbm_block b;
  struct lbm_totals s = {0};
  lbm_block_read(&b, v, tile);
  for (int n = 0; n < b.nodes; n += 2) {
    const int column[2] = {b.column[n], b.column[n + 1 < b.nodes ? n + 1 : n]};
    add_pair(&s, &b, task, column);
  }
  return s;
}

void lbm_cpu_totals(const struct lbm_cpu_values *v, const struct lbm_task *task, struct lbm_totals *sums)
{
  const struct lbm_geometry *g = v->geometry;
#pragma omp parallel for schedule(static) num_threads(v->threads)
  for (size_t t = g->begin; t < g->end; t++)
    sums[t - g->begin] = total_tile(v, task, t);
}
