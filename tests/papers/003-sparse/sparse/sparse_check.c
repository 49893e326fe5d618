/* SPDX-License-Identifier: BSD-3-Clause */
/* Every layout against a naive step, from populations that differ from node to node. */
#include "internal.h"
#include "sparse_naive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 7 };
/* Populations are below 0.01; a step adds a few roundings of 1.1e-16 or 6e-8, relative. */
static const double tolerance[SPARSE_PRECISIONS] = {1e-15, 1e-8};

/* ---- a layout ------------------------------------------------------------------------------ */

/* Copies between the order of nodes and that of the threads of a layout. */
struct move {
  const struct sparse_flow *flow;
  void *values; /* in the precision of the flow, by thread */
  double *nodes;
  int count; /* per node */
  bool back;
  double worst;
};

static void move_value(struct move *m, size_t at, double *value)
{
  double *wide = (double *)m->values + at;
  float *narrow = (float *)m->values + at;
  if (m->back) {
    const double found = m->flow->precision ? (double)*narrow : *wide, off = fabs(found - *value);
    m->worst = off <= m->worst || isnan(m->worst) ? m->worst : off;
  } else if (m->flow->precision)
    *narrow = (float)*value;
  else
    *wide = *value;
}

static void move_node(struct move *m, size_t thread, int32_t node)
{
  for (int i = 0; i < m->count; i++)
    move_value(m, thread * (size_t)m->count + (size_t)i, m->nodes + node * m->count + i);
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
  if (SPARSE_IN_TILES(m->flow->kind->kernel))
    move_tiles(m);
  else
    for (size_t n = 0; n < sparse_threads(m->flow); n++)
      move_node(m, n, (int32_t)n);
}

/* Returns the largest difference; NaN: not enough memory, or an error of the device. */
static double follow(struct sparse_flow *f, struct naive *n)
{
  const int count = f->kind->values;
  struct move m = {.flow = f, .count = count, .values = tile_alloc(sparse_threads(f) * (size_t)count, f->value)};
  m.nodes = SPARSE_OF_MOMENTS(n->kernel) ? *n->moments : *n->sent;
  n->rates = sparse_rates(n->collision);
  naive_begin(n);
  if (m.values)
    move_all(&m);
  int code = !m.values || sparse_put(f, m.values);
  for (int s = 0; s < STEPS && !code; s++)
    code = sparse_step(f, n->collision);
  naive_steps(n, STEPS);
  code = code || sparse_get(f, m.values);
  m.nodes = SPARSE_OF_MOMENTS(n->kernel) ? *n->moments : n->kernel > SPARSE_MOMENTS ? *n->sent : *n->arrived;
  m.back = true;
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
         sparse_collision_name(n->kernel, n->collision), worst, good ? "good" : "DIFFERS");
  fflush(stdout);
  return !good;
}

static int check_collisions(struct naive *n, enum sparse_way way, int precision)
{
  int wrong = 0;
  n->kernel = sparse_kinds[way].kernel;
  for (n->collision = SPARSE_BGK; n->collision <= SPARSE_MRT; n->collision++)
    if (sparse_collision_name(n->kernel, n->collision))
      wrong += check_way(n, way, precision);
  return wrong;
}

int sparse_check(const struct sparse_domain *d)
{
  struct naive n = {.domain = d,
                    .sent = tile_alloc(d->nodes, sizeof *n.sent),
                    .arrived = tile_alloc(d->nodes, sizeof *n.arrived),
                    .moments = tile_alloc(d->nodes, sizeof *n.moments)};
  const bool memory = n.sent && n.arrived && n.moments;
  int wrong = !memory;
  puts("way,precision,collision,largest_difference,verdict");
  for (int way = SPARSE_WAY_CM; way < SPARSE_WAYS && memory; way++)
    for (int precision = 0; precision < SPARSE_PRECISIONS && sparse_fits(d, (enum sparse_way)way); precision++)
      wrong += check_collisions(&n, (enum sparse_way)way, precision);
  free(n.sent);
  free(n.arrived);
  free(n.moments);
  return wrong;
}
