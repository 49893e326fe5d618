#include "coarse_graph.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 24, PORTION = 4096, FEW = 300, LAST_SWEEPS = 10 };

struct level {
  struct lbm_graph graph;
  uint32_t *part; /* of each node, on the next level */
  double *diagonal, *x, *b, *old;
};

struct lbm_multigrid {
  int levels, threads;
  struct level level[LEVELS];
  double *direction, *image, *sum; /* of the finest level; of each of its portions */
};

static size_t portions_of(size_t nodes)
{
  return (nodes + PORTION - 1) / PORTION;
}

static size_t end_of(size_t portion, size_t nodes)
{
  const size_t end = (portion + 1) * PORTION;
  return end < nodes ? end : nodes;
}

#define PORTIONS(m, nodes, p)                                                                                          \
  _Pragma(                                                                                                             \
      "omp parallel for schedule(static) num_threads((m)->threads) if (portions_of(nodes) > 1)") for (size_t p = 0;    \
                                                                                                      p < portions_of( \
                                                                                                              nodes);  \
                                                                                                      p++)
#define NODES(p, nodes, i) for (size_t i = (p)*PORTION; i < end_of(p, nodes); i++)

/* ---- making ------------------------------------------------------------ */

static int begin_level(struct level *l, struct tile_error *e)
{
  const struct lbm_graph *g = &l->graph;
  l->diagonal = tile_alloc(g->nodes, sizeof *l->diagonal);
  l->x = tile_alloc(g->nodes, sizeof *l->x);
  l->b = tile_alloc(g->nodes, sizeof *l->b);
  l->old = tile_alloc(g->nodes, sizeof *l->old);
  l->part = tile_alloc(g->nodes, sizeof *l->part);
  if (!l->diagonal || !l->x || !l->b || !l->old || !l->part)
    return tile_fail_memory(e, 5 * g->nodes * sizeof *l->x, "the pressure correction");
  for (size_t i = 0; i < g->nodes; i++) {
    l->diagonal[i] = g->leak[i];
    for (size_t k = g->begin[i]; k < g->begin[i + 1]; k++)
      l->diagonal[i] += g->weight[k];
  }
  return 0;
}

static int make_levels(struct lbm_multigrid *m, struct tile_error *e)
{
  for (m->levels = 1;; m->levels++) {
    struct level *l = m->level + m->levels - 1;
    const size_t nodes = l->graph.nodes;
    if (begin_level(l, e))
      return e->code;
    if (nodes < FEW || m->levels == LEVELS)
      return 0;
    if (lbm_graph_coarsen(&l->graph, l->part, &l[1].graph, e))
      return e->code;
    if (l[1].graph.nodes > nodes - nodes / 5) {
      lbm_graph_free(&l[1].graph);
      return 0;
    }
  }
}

int lbm_multigrid_new(struct lbm_multigrid **made, struct lbm_graph *graph, int threads, struct tile_error *e)
{
  struct lbm_multigrid *m = *made = tile_alloc(1, sizeof *m);
  if (!m) {
    lbm_graph_free(graph);
    return tile_fail_memory(e, sizeof *m, "the pressure correction");
  }
  const size_t nodes = graph->nodes;
  m->level[0].graph = *graph;
  *graph = (struct lbm_graph){0};
  m->threads = threads ? threads : omp_get_max_threads();
  m->direction = tile_alloc(nodes, sizeof *m->direction);
  m->image = tile_alloc(nodes, sizeof *m->image);
  m->sum = tile_alloc(portions_of(nodes), sizeof *m->sum);
  if (!m->direction || !m->image || !m->sum)
    return tile_fail_memory(e, 2 * nodes * sizeof *m->image, "the pressure correction");
  return make_levels(m, e);
}

void lbm_multigrid_free(struct lbm_multigrid *m)
{
  if (!m)
    return;
  for (struct level *l = m->level; l < m->level + LEVELS; l++) {
    lbm_graph_free(&l->graph);
    free(l->part);
    free(l->diagonal);
    free(l->x);
    free(l->b);
    free(l->old);
  }
  free(m->direction);
  free(m->image);
  free(m->sum);
  free(m);
}

/* ---- one cycle --------------------------------------------------------- */

/* By Gauss and Seidel within a portion; what lies outside it is that before the sweep, `old`. NULL: all begins at zero. */
static void relax(const struct level *l, const double *old, size_t i, size_t begin, size_t end)
{
  const struct lbm_graph *g = &l->graph;
  double sum = l->b[i];
  for (size_t k = g->begin[i]; k < g->begin[i + 1]; k++) {
    const uint32_t to = g->to[k];
    if (to >= begin && to < end)
      sum += g->weight[k] * l->x[to];
    else if (old)
      sum += g->weight[k] * old[to];
  }
  if (l->diagonal[i] > 0)
    l->x[i] = sum / l->diagonal[i];
}

static void sweep_up(const struct lbm_multigrid *m, const struct level *l, const double *old)
{
  const size_t nodes = l->graph.nodes;
  PORTIONS(m, nodes, p)
  NODES(p, nodes, i)
  relax(l, old, i, p * PORTION, end_of(p, nodes));
}

static void sweep_down(const struct lbm_multigrid *m, const struct level *l, const double *old)
{
  const size_t nodes = l->graph.nodes;
  PORTIONS(m, nodes, p)
  for (size_t i = end_of(p, nodes); i-- > p * PORTION;)
    relax(l, old, i, p * PORTION, end_of(p, nodes));
}

/* (A x)_i */
static double image_of(const struct level *l, const double *x, size_t i)
{
  const struct lbm_graph *g = &l->graph;
  double sum = l->diagonal[i] * x[i];
  for (size_t k = g->begin[i]; k < g->begin[i + 1]; k++)
    sum -= g->weight[k] * x[g->to[k]];
  return sum;
}

static void restrict_residual(const struct lbm_multigrid *m, const struct level *l)
{
  const size_t nodes = l->graph.nodes;
  PORTIONS(m, nodes, p)
  NODES(p, nodes, i)
  l->old[i] = l->b[i] - image_of(l, l->x, i);
  memset(l[1].b, 0, l[1].graph.nodes * sizeof *l[1].b);
  for (size_t i = 0; i < nodes; i++)
    if (l->part[i] != LBM_NO_PART)
      l[1].b[l->part[i]] += l->old[i];
}

static void solve_last(const struct lbm_multigrid *m, const struct level *l)
{
  const size_t bytes = l->graph.nodes * sizeof *l->x;
  for (int i = 0; i < 2 * LAST_SWEEPS; i++) {
    memcpy(l->old, l->x, bytes);
    (i < LAST_SWEEPS ? sweep_up : sweep_down)(m, l, l->old);
  }
}

/* What the next level found; old is then what x is. */
static void prolong(const struct lbm_multigrid *m, const struct level *l)
{
  const size_t nodes = l->graph.nodes;
  PORTIONS(m, nodes, p)
  NODES(p, nodes, i)
  {
    if (l->part[i] != LBM_NO_PART)
      l->x[i] += l[1].x[l->part[i]];
    l->old[i] = l->x[i];
  }
}

static void cycle(const struct lbm_multigrid *m, int number)
{
  const struct level *l = m->level + number;
  memset(l->x, 0, l->graph.nodes * sizeof *l->x);
  if (number == m->levels - 1) {
    solve_last(m, l);
    return;
  }
  sweep_up(m, l, NULL);
  restrict_residual(m, l);
  cycle(m, number + 1);
  prolong(m, l);
  sweep_down(m, l, l->old);
}

/* ---- conjugate gradients ----------------------------------------------- */

static double product(const struct lbm_multigrid *m, const double *a, const double *b)
{
  const size_t nodes = m->level->graph.nodes;
  double sum = 0;
  PORTIONS(m, nodes, p)
  {
    m->sum[p] = 0;
    NODES(p, nodes, i)
    m->sum[p] += a[i] * b[i];
  }
  for (size_t p = 0; p < portions_of(nodes); p++)
    sum += m->sum[p];
  return sum;
}

static void follow(const struct lbm_multigrid *m, double share)
{
  const struct level *l = m->level;
  const size_t nodes = l->graph.nodes;
  PORTIONS(m, nodes, p)
  NODES(p, nodes, i)
  m->direction[i] = l->x[i] + share * m->direction[i];
  PORTIONS(m, nodes, p)
  NODES(p, nodes, i)
  m->image[i] = image_of(l, m->direction, i);
}

static void move(const struct lbm_multigrid *m, double far, double *x, double *rest)
{
  const size_t nodes = m->level->graph.nodes;
  PORTIONS(m, nodes, p)
  NODES(p, nodes, i)
  {
    x[i] += far * m->direction[i];
    rest[i] -= far * m->image[i];
  }
}

int lbm_multigrid_solve(struct lbm_multigrid *m, double *b, double *x, double tolerance, int most)
{
  const size_t bytes = m->level->graph.nodes * sizeof *b;
  const double enough = tolerance * tolerance * product(m, b, b);
  double now = 0;
  memset(x, 0, bytes);
  memset(m->direction, 0, bytes);
  for (int count = 0; count < most; count++) {
    if (!(product(m, b, b) > enough))
      return count;
    memcpy(m->level->b, b, bytes);
    cycle(m, 0);
    const double before = now;
    now = product(m, b, m->level->x);
    follow(m, count ? now / before : 0);
    const double curve = product(m, m->direction, m->image);
    if (!(curve > 0))
      return count;
    move(m, now / curve, x, b);
  }
  return most;
}
