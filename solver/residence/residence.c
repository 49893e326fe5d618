/* SPDX-License-Identifier: BSD-3-Clause */
#include "residence.h"

#include "cells.h"
#include "nodes.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>

const double lbm_residence_shares[LBM_RESIDENCE_SHARES] = {0.5, 0.9, 0.99};

/* ---- the flow ------------------------------------------------------------------------ */

static int make_cells(struct lbm_cells *c, const struct lbm_residence_flow *f, double *changed, struct tile_error *e)
{
  struct lbm_host host = {.threads = f->threads};
  const struct lbm_device device = {&lbm_device_cpu, &host};
  struct lbm_operation a = {0};
  uint32_t *first;
  const int code = tile_domain_number(&first, f->domain, LBM_NOBODY / 2, e) ||
                           lbm_graph_make(&device, &a, f->domain, first, NULL, e) ||
                           lbm_cells_make(c, &a.g, f, first, e) || lbm_cells_project(c, &a.g, &device, changed, e)
                       ? e->code
                       : 0;
  lbm_graph_free(&device, &a.g);
  device.row->release(device.self, a.node.given);
  free(first);
  return code;
}

/* ---- what the times are like ----------------------------------------------------------- */

/* The mean over the fluid that leaves, before times are missing. */
static double leaving(const struct lbm_cells *c, const double *time)
{
  double sum = 0, flow = 0;
  for (size_t i = 0; i < c->nodes; i++)
    for (int k = 0; k < LBM_AXIAL; k++)
      if (c->cell[i].to[k] == LBM_OPENING && c->cell[i].out[k] > 0) {
        sum += c->cell[i].out[k] * time[i];
        flow += c->cell[i].out[k];
      }
  return flow > 0 ? sum / flow : (double)NAN;
}

/* Sorts time[nodes]. */
static void describe(struct lbm_residence *r, double *time)
{
  const size_t some = r->nodes - r->missing;
  qsort(time, r->nodes, sizeof *time, tile_ascending);
  for (int i = 0; i < LBM_RESIDENCE_SHARES; i++)
    r->within[i] = some ? time[(size_t)(lbm_residence_shares[i] * (double)(some - 1))] : (double)NAN;
  r->largest = some ? time[some - 1] : (double)NAN;
}

/* Missing times are the largest. */
static void keep(struct lbm_residence *r, float *to, const double *time)
{
  const double most = LBM_RESIDENCE_MOST * r->mean;
  for (size_t i = 0; i < r->nodes; i++) {
    to[i] = time[i] <= most ? (float)time[i] : NAN;
    r->missing += !(time[i] <= most);
  }
}

/* ---- all ------------------------------------------------------------------------------- */

static void without_flow(struct lbm_residence *r, float *time)
{
  r->missing = r->nodes;
  r->mean = r->leaving = r->largest = (double)NAN;
  for (int i = 0; i < LBM_RESIDENCE_SHARES; i++)
    r->within[i] = (double)NAN;
  for (size_t i = 0; i < r->nodes; i++)
    time[i] = NAN;
}

static int solve(struct lbm_residence *r, float *to, const struct lbm_residence_flow *f, const struct lbm_cells *c,
                 struct tile_error *e)
{
  struct lbm_swept swept;
  r->mean = (double)c->nodes / r->flow;
  double *time = tile_alloc(c->nodes, sizeof *time);
  const int code = time ? lbm_cells_sweep(c, f->diffusivity, 1 / (LBM_RESIDENCE_FORGOTTEN * r->mean), time, &swept, e)
                        : tile_fail_memory(e, c->nodes * sizeof *time, "the residence time");
  if (!code) {
    r->sweeps = swept.sweeps;
    r->bound = swept.bound;
    r->leaving = leaving(c, time);
    keep(r, to, time);
    describe(r, time);
  }
  free(time);
  return code;
}

int lbm_residence_solve(struct lbm_residence *r, float *time, const struct lbm_residence_flow *f, struct tile_error *e)
{
  struct lbm_cells c = {0};
  *r = (struct lbm_residence){0};
  int code = make_cells(&c, f, &r->changed, e);
  if (!code) {
    r->nodes = c.nodes;
    r->flow = lbm_cells_inflow(&c);
    if (r->flow > 0)
      code = solve(r, time, f, &c, e);
    else
      without_flow(r, time);
  }
  free(c.cell);
  return code;
}
