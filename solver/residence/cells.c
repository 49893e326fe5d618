/* SPDX-License-Identifier: BSD-3-Clause */
#include "cells.h"

#include "nodes.h"

#include <math.h>
#include <omp.h>

static uint32_t link_of(const struct lbm_graph *g, size_t i, size_t k)
{
  return g->to[(LBM_AXIAL * (i / LBM_SLICE) + k) * LBM_SLICE + i % LBM_SLICE];
}

static void link_all(struct lbm_cells *c, const struct lbm_graph *g)
{
#pragma omp parallel for schedule(static) num_threads(c->threads)
  for (size_t i = 0; i < c->nodes; i++)
    for (size_t k = 0; k < LBM_AXIAL; k++) {
      const uint32_t to = link_of(g, i, k);
      c->cell[i].to[k] = to == i ? LBM_NOBODY : to;
    }
}

/* Links through patches, and through walls between two nodes. */
static void mark_all(struct lbm_cells *c, const struct lbm_residence_flow *f, const uint32_t *first)
{
  const struct tile_domain *d = f->domain;
  for (const struct tile_mark *m = d->mark; m < d->mark + d->marks; m++) {
    struct lbm_cell *cell = c->cell + first[m->tile] + tile_rank(d->mask[m->tile], m->node);
    for (int k = 0; k < LBM_AXIAL; k++)
      if (m->links >> (k + 1) & 1)
        cell->to[k] = m->patch && f->open[m->patch - 1] ? LBM_OPENING : LBM_NOBODY;
  }
}

/* Opposite faces are k and k ^ 1. */
static bool is_mutual(const struct lbm_cells *c, size_t i, int k)
{
  const uint32_t to = c->cell[i].to[k];
  return !lbm_is_cell(to) || c->cell[to].to[k ^ 1] == i;
}

static void set_flow(struct lbm_cells *c, const struct lbm_residence_flow *f, size_t i)
{
  for (int k = 0; k < LBM_AXIAL; k++) {
    const float *u = f->velocity[k / 2];
    const uint32_t to = c->cell[i].to[k];
    const double out = to == LBM_NOBODY || !is_mutual(c, i, k) ? 0
                       : to == LBM_OPENING                     ? (double)u[i]
                                                               : ((double)u[i] + (double)u[to]) / 2;
    c->cell[i].out[k] = k % 2 ? -out : out;
  }
}

/* A wall that is seen from one side alone closes both. */
static void close_others(struct lbm_cells *c, size_t i)
{
  for (int k = 0; k < LBM_AXIAL; k++)
    if (!is_mutual(c, i, k))
      c->cell[i].to[k] = LBM_NOBODY;
}

int lbm_cells_make(struct lbm_cells *c, const struct lbm_graph *g, const struct lbm_residence_flow *f,
                   const uint32_t *first, struct tile_error *e)
{
  *c = (struct lbm_cells){.nodes = g->nodes, .threads = f->threads ? f->threads : omp_get_max_threads()};
  c->cell = tile_alloc(c->nodes, sizeof *c->cell);
  if (!c->cell)
    return tile_fail_memory(e, c->nodes * sizeof *c->cell, "the residence time");
  link_all(c, g);
  mark_all(c, f, first);
#pragma omp parallel for schedule(static) num_threads(c->threads)
  for (size_t i = 0; i < c->nodes; i++)
    set_flow(c, f, i);
  for (size_t i = 0; i < c->nodes; i++)
    close_others(c, i);
  return 0;
}

double lbm_cells_inflow(const struct lbm_cells *c)
{
  double sum = 0;
  for (size_t i = 0; i < c->nodes; i++)
    for (int k = 0; k < LBM_AXIAL; k++)
      sum += c->cell[i].to[k] == LBM_OPENING ? fmax(-c->cell[i].out[k], 0) : 0;
  return sum;
}
