/* SPDX-License-Identifier: BSD-3-Clause */
/* Sweeps visit nodes in the order in which a depth-first search along the flow leaves them, reversed: where the flow
 * does not return, each node comes after all that flow into it, and one sweep is exact (R. Tarjan, SIAM J. Comput. 1
 * (1972) 146). In vortices the search follows the strongest flow first, so that what flows against the order is
 * little. */
#include "cells.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_SWEEPS = 2000 };

struct search {
  const struct lbm_cells *c;
  uint32_t *stack, *order; /* [nodes] each; order is filled from its end */
  bool *seen;              /* [nodes] */
  size_t left;             /* of order, to be filled */
};

/* ---- the order ------------------------------------------------------------------- */

/* The strongest flow out of a node to one that was not seen, LBM_NOBODY: none. */
static uint32_t next(const struct search *s, uint32_t node)
{
  const struct lbm_cell *cell = s->c->cell + node;
  uint32_t to = LBM_NOBODY;
  double most = 0;
  for (int k = 0; k < LBM_AXIAL; k++)
    if (lbm_is_cell(cell->to[k]) && cell->out[k] > most && !s->seen[cell->to[k]]) {
      most = cell->out[k];
      to = cell->to[k];
    }
  return to;
}

static void search_from(struct search *s, uint32_t node)
{
  size_t depth = 0;
  if (s->seen[node])
    return;
  s->seen[node] = true;
  s->stack[depth++] = node;
  while (depth) {
    const uint32_t to = next(s, s->stack[depth - 1]);
    if (to == LBM_NOBODY) {
      s->order[--s->left] = s->stack[--depth];
      continue;
    }
    s->seen[to] = true;
    s->stack[depth++] = to;
  }
}

static bool lets_in(const struct lbm_cell *cell)
{
  for (int k = 0; k < LBM_AXIAL; k++)
    if (cell->to[k] == LBM_OPENING && cell->out[k] < 0)
      return true;
  return false;
}

/* *order: [nodes], allocated */
static int find_order(const struct lbm_cells *c, uint32_t **order, struct tile_error *e)
{
  const size_t n = c->nodes;
  struct search s = {c, tile_alloc(n, sizeof *s.stack), tile_alloc(n, sizeof *s.order), tile_alloc(n, sizeof *s.seen),
                     n};
  *order = s.order;
  const bool fits = s.stack && s.order && s.seen;
  for (size_t i = 0; fits && i < n; i++)
    if (lets_in(c->cell + i))
      search_from(&s, (uint32_t)i);
  for (size_t i = 0; fits && i < n; i++)
    search_from(&s, (uint32_t)i);
  free(s.stack);
  free(s.seen);
  return fits ? 0 : tile_fail_memory(e, n * (2 * sizeof *s.stack + 1), "the residence time");
}

/* ---- sweeps ----------------------------------------------------------------------- */

/* Without diffusion little flows against the order. */
static void solve_by_sweeps(const struct lbm_equation *q, double *time, struct lbm_swept *s)
{
  for (; s->sweeps < MOST_SWEEPS && s->bound > LBM_RESIDENCE_BOUND; s->sweeps++) {
    lbm_equation_sweep(q, time, NULL);
    s->bound = lbm_equation_residual(q, time);
  }
}

int lbm_cells_sweep(const struct lbm_cells *c, double diffusivity, double leak, double *time, struct lbm_swept *s,
                    struct tile_error *e)
{
  struct lbm_equation q = {.cells = c, .diffusivity = diffusivity, .leak = leak};
  int code = find_order(c, &q.order, e);
  *s = (struct lbm_swept){.bound = (double)INFINITY};
  if (!code && diffusivity > 0)
    code = lbm_equation_conjugate(&q, time, s, e);
  else if (!code)
    solve_by_sweeps(&q, time, s);
  free(q.order);
  return code;
}
