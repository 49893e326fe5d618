/* SPDX-License-Identifier: BSD-3-Clause */
/* The potential phi solves sum over faces (phi_i - phi_j) = sum over faces of the flow out of node i, by multigrid in
 * single precision, improved with residuals in double precision. */
#include "cells.h"
#include "multigrid.h"

#include <math.h>
#include <stdlib.h>

/* Each round reduces the residual to ROUND of it; the divergence of all nodes together ends below ENOUGH of the flow through
 * all openings. */
#define ROUND 1e-2
#define ENOUGH 1e-9
enum { MOST_ROUNDS = 20, MOST_ITERATIONS = 200 };

struct projection {
  struct lbm_cells *c;
  struct lbm_multigrid m;
  double *phi;
};

static bool is_open(const struct lbm_cells *c, size_t i, int k)
{
  return c->cell[i].to[k] != LBM_NOBODY;
}

/* Arrays of a graph on the host may be written. */
static void weigh(const struct projection *p)
{
  const struct lbm_graph *g = p->m.level;
#pragma omp parallel for schedule(static) num_threads(p->c->threads)
  for (size_t i = 0; i < p->c->nodes; i++) {
    int faces = 0, openings = 0;
    for (int k = 0; k < LBM_AXIAL; k++) {
      const bool inside = lbm_is_cell(p->c->cell[i].to[k]);
      g->weight[(LBM_AXIAL * (i / LBM_SLICE) + (size_t)k) * LBM_SLICE + i % LBM_SLICE] = inside;
      faces += is_open(p->c, i, k);
      openings += is_open(p->c, i, k) && !inside;
    }
    g->leak[i] = (float)openings;
    g->inverse[i] = faces ? 1 / (float)faces : 0;
  }
}

static double flow_through(const struct projection *p, size_t i, int k)
{
  const struct lbm_cell *cell = p->c->cell + i;
  if (!is_open(p->c, i, k))
    return 0;
  return cell->out[k] - (p->phi[i] - (lbm_is_cell(cell->to[k]) ? p->phi[cell->to[k]] : 0));
}

/* The right-hand side; the sum of its magnitudes is returned. */
static double find_rest(const struct projection *p)
{
  float *b = p->m.level->b;
  double sum = 0;
#pragma omp parallel for schedule(static) num_threads(p->c->threads)
  for (size_t i = 0; i < p->c->nodes; i++) {
    double rest = 0;
    for (int k = 0; k < LBM_AXIAL; k++)
      rest += flow_through(p, i, k);
    b[i] = (float)rest;
  }
  for (size_t i = 0; i < p->c->nodes; i++)
    sum += fabs((double)b[i]);
  return sum;
}

static double through_openings(const struct lbm_cells *c)
{
  double sum = 0;
  for (size_t i = 0; i < c->nodes; i++)
    for (int k = 0; k < LBM_AXIAL; k++)
      sum += c->cell[i].to[k] == LBM_OPENING ? fabs(c->cell[i].out[k]) : 0;
  return sum;
}

static int solve(struct projection *p, struct tile_error *e)
{
  const double enough = ENOUGH * through_openings(p->c);
  for (int i = 0; i < MOST_ROUNDS && find_rest(p) > enough; i++)
    if (lbm_multigrid_solve(&p->m, NULL, ROUND, MOST_ITERATIONS, NULL, e))
      return e->code;
  return 0;
}

/* Puts the new flow in its place; the relative change is returned. */
static double put(const struct projection *p)
{
  double sum = 0, change = 0;
  for (size_t i = 0; i < p->c->nodes; i++)
    for (int k = 0; k < LBM_AXIAL; k++) {
      double *out = p->c->cell[i].out + k;
      const double now = flow_through(p, i, k);
      sum += fabs(*out);
      change += fabs(now - *out);
      *out = now;
    }
  return sum > 0 ? change / sum : 0;
}

static int project(struct projection *p, double *changed, struct tile_error *e)
{
  if (lbm_graph_weights(p->m.device, p->m.level, e))
    return e->code;
  weigh(p);
  if (lbm_multigrid_make(&p->m, e) || lbm_multigrid_weigh(&p->m, e))
    return e->code;
  p->m.sum = p->phi = tile_alloc(p->c->nodes, sizeof *p->phi);
  if (!p->phi)
    return tile_fail_memory(e, p->c->nodes * sizeof *p->phi, "the residence time");
  if (solve(p, e))
    return e->code;
  *changed = put(p);
  return 0;
}

int lbm_cells_project(struct lbm_cells *c, struct lbm_graph *g, const struct lbm_device *d, double *changed,
                      struct tile_error *e)
{
  struct projection p = {.c = c, .m = {.device = d, .level = {*g}}};
  *g = (struct lbm_graph){0};
  const int code = project(&p, changed, e);
  lbm_multigrid_free(&p.m);
  free(p.phi);
  return code;
}
