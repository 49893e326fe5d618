/* Every way against a naive one, step by step, from populations that differ from node to node. */
#include "own.h"
#include "sparse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCALAR double
#define REAL double
#define SITE(name) name
#define SITE_FUNC static inline
#include "site.h"

enum { STEPS = 7 };
/* Populations are below 0.01; a step adds some roundings of 1.1e-16 or 6e-8 relative. */
static const double SIZE = 0.01, tolerance[SPARSE_PRECISIONS] = {1e-15, 1e-8};

/* ---- the naive one ----------------------------------------------------------------------- */

struct naive {
  const struct sparse_domain *domain;
  enum sparse_mode collision;
  struct rates rates;
  double (*sent)[LBM_Q], (*arrived)[LBM_Q]; /* of each node */
};

static void arrive(void *self, const int64_t at[3], int32_t node)
{
  struct naive *n = self;
  for (int i = 0; i < LBM_Q; i++) {
    const int32_t from = sparse_source(n->domain, at, i);
    n->arrived[node][i] = from >= 0 ? n->sent[from][i] : n->sent[node][lbm_opposite[i]];
  }
}

static void leave(void *self, const int64_t at[3], int32_t node)
{
  struct naive *n = self;
  (void)at;
  memcpy(n->sent[node], n->arrived[node], sizeof *n->sent);
  collide(n->sent[node], &n->rates, n->collision == SPARSE_BGK ? LBM_BGK : LBM_TRT, LBM_QUASI, true);
}

/* Of a place in the box, whatever its number. */
static void begin(void *self, const int64_t at[3], int32_t node)
{
  struct naive *n = self;
  for (int i = 0; i < LBM_Q; i++) {
    const int64_t mixed = (at[0] * 7 + at[1] * 131 + at[2] * 1009 + i * 31) * 7919 % 4001;
    n->sent[node][i] = (float)(SIZE * (double)(mixed - 2000) / 2000 * lbm_weight[i] * 3);
  }
}

static void make_steps(struct naive *n, const struct lbm_rates *rates)
{
  n->rates = rates_of(rates);
  sparse_each_node(n->domain, begin, n);
  for (int s = 0; s < STEPS; s++) {
    sparse_each_node(n->domain, arrive, n);
    sparse_each_node(n->domain, leave, n);
  }
  sparse_each_node(n->domain, arrive, n);
}

/* ---- a way --------------------------------------------------------------------------------- */

/* Between the order of nodes and that of the threads of a way. */
struct move {
  const struct sparse_flow *flow;
  void *values; /* of the flow's precision, by thread */
  double (*nodes)[LBM_Q];
  bool back;
  double worst;
};

static void move_value(struct move *m, size_t at, double *value)
{
  double *wide = (double *)m->values + at;
  float *narrow = (float *)m->values + at;
  if (m->back) {
    const double found = m->flow->precision ? (double)*narrow : *wide, off = fabs(found - *value);
    m->worst = off <= m->worst ? m->worst : off; /* not a number: worst */
  } else if (m->flow->precision)
    *narrow = (float)*value;
  else
    *wide = *value;
}

static void move_node(struct move *m, size_t thread, int32_t node)
{
  for (int i = 0; i < LBM_Q; i++)
    move_value(m, thread * LBM_Q + (size_t)i, &m->nodes[node][i]);
}

static void move_tiles(struct move *m)
{
  const struct sparse_domain *d = m->flow->domain;
  const int64_t *grid = d->tiles.grid;
  for (size_t thread = 0; thread < sparse_threads(m->flow); thread++) {
    int64_t at[3];
    const size_t tile = thread / SPARSE_NODES;
    const int n = (int)(thread % SPARSE_NODES);
    if (d->tiles.mask[tile] >> n & 1 && tile_domain_node(&d->tiles, tile, n, at))
      move_node(m, thread, d->number[at[0] + grid[0] * (at[1] + grid[1] * at[2])]);
  }
}

static void move_all(struct move *m)
{
  if (m->flow->kind->kernel == SPARSE_TGB)
    move_tiles(m);
  else
    for (size_t n = 0; n < sparse_threads(m->flow); n++)
      move_node(m, n, (int32_t)n);
}

/* -> the largest difference; not a number: memory, or the device. */
static double follow(struct sparse_flow *f, struct naive *n)
{
  struct move m = {.flow = f, .nodes = n->sent, .values = tile_alloc(sparse_threads(f) * LBM_Q, f->value)};
  sparse_each_node(n->domain, begin, n);
  move_all(&m);
  int code = !m.values || sparse_put(f, m.values);
  for (int s = 0; s < STEPS && !code; s++)
    code = sparse_step(f, n->collision);
  make_steps(n, &f->pass.rates);
  code = code || sparse_get(f, m.values);
  m.nodes = n->arrived, m.back = true;
  if (!code)
    move_all(&m);
  free(m.values);
  return code ? (double)NAN : m.worst;
}

static int check_way(struct naive *n, enum sparse_way way, int precision)
{
  struct sparse_flow f;
  double worst = (double)NAN;
  if (!sparse_open(&f, n->domain, way, precision))
    worst = follow(&f, n);
  sparse_close(&f);
  const bool good = worst <= tolerance[precision];
  printf("%s,%s,%s,%.3g,%s\n", sparse_kinds[way].name, sparse_precision_names[precision],
         n->collision == SPARSE_BGK ? "bgk" : "trt", worst, good ? "good" : "DIFFERS");
  fflush(stdout);
  return !good;
}

int sparse_check(const struct sparse_domain *d)
{
  struct naive n = {.domain = d, .sent = tile_alloc(d->nodes, sizeof *n.sent)};
  n.arrived = tile_alloc(d->nodes, sizeof *n.arrived);
  int wrong = !n.sent || !n.arrived;
  puts("way,precision,collision,largest_difference,verdict");
  for (int way = SPARSE_WAY_CM; way < SPARSE_WAYS && n.sent && n.arrived; way++)
    for (int precision = 0; precision < SPARSE_PRECISIONS; precision++)
      for (n.collision = SPARSE_BGK; n.collision <= SPARSE_TRT; n.collision++)
        wrong += check_way(&n, (enum sparse_way)way, precision);
  free(n.sent);
  free(n.arrived);
  return wrong;
}
