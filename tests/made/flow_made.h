/* Flow fixtures: flows in small domains, and their values as dense arrays: node (x, y, z) is number x + nx (y + ny z),
 * and the values of solid nodes are 0. */
#ifndef FLOW_MADE_H
#define FLOW_MADE_H

#include <stdlib.h>
#include <string.h>

#include "bits_made.h"
#include "lattice.h"
#include "layout.h"
#include "lbm.h"
#include "suite.h"

struct made {
  struct tile_bits bits;
  struct tile_domain domain;
  struct lbm_condition condition[6];
  struct lbm_setup setup;
  struct lbm *flow;
  struct tile_error e;
};

#define OK(m, call) ck_assert_msg((call) == 0, "%s: %s", #call, (m)->e.text)

/* Makes the domain, and frees the bits in the end. `how` may hold offset, periodic, patches. */
static inline void made_domain(struct made *m, struct tile_bits bits, struct tile_make how)
{
  struct tile_header header = {0};
  *m = (struct made){.bits = bits};
  how.edge = TILE_EDGE;
  OK(m, tile_header_set(&header, &m->e, "grid", "%lld %lld %lld", (long long)bits.grid[0], (long long)bits.grid[1],
                        (long long)bits.grid[2]));
  OK(m, tile_domain_make(&m->domain, &m->bits, &how, &header, &m->e));
  tile_header_free(&header);
  lbm_setup_defaults(&m->setup);
  m->setup.threads = 1;
  m->setup.device = getenv("TESSERA_DEVICE"); /* the best device if unset */
  m->setup.parts = getenv("TESSERA_PARTS") ? atoi(getenv("TESSERA_PARTS")) : 1;
  m->setup.condition = m->condition;
}

/* Makes a flow with the current m->setup. */
static inline void made_flow(struct made *m)
{
  lbm_free(m->flow);
  OK(m, lbm_new(&m->flow, &m->domain, &m->setup, &m->e));
}

static inline void made_free(struct made *m)
{
  lbm_free(m->flow);
  tile_domain_free(&m->domain);
  tile_bits_free(&m->bits);
}

static inline struct tile_bits full_bits(int64_t nx, int64_t ny, int64_t nz)
{
  const int64_t grid[3] = {nx, ny, nz}, zero[3] = {0, 0, 0};
  return box_bits(grid, zero, grid);
}

static inline size_t made_nodes(const struct made *m)
{
  return (size_t)(m->domain.grid[0] * m->domain.grid[1] * m->domain.grid[2]);
}

/* Copies the values of all tiles between the flow and a dense array with `each` values per node. */
static inline void made_move(struct made *m, double *dense, size_t each, bool out,
                             int (*move)(void *flow, size_t tile, void *values, struct tile_error *e))
{
  const struct tile_domain *d = &m->domain;
  double values[64 * LBM_Q];
  const enum lbm_precision p = each == LBM_Q ? m->setup.precision : lbm_fields_precision(m->setup.precision);
  for (size_t t = 0; t < d->tiles; t++) {
    size_t rank = 0;
    if (out)
      OK(m, move(m->flow, t, values, &m->e));
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1, rank++) {
      int64_t at[3];
      tile_domain_node(d, t, __builtin_ctzll(mask), at);
      double *node = dense + each * (size_t)(at[0] + d->grid[0] * (at[1] + d->grid[1] * at[2]));
      if (out)
        lbm_load(p, node, values, rank * each, each);
      else
        lbm_store(p, values, rank * each, node, each);
    }
    if (!out)
      OK(m, move(m->flow, t, values, &m->e));
  }
}

/* The caller frees the result. */
static inline double *made_populations(struct made *m)
{
  double *f = calloc(made_nodes(m) * LBM_Q, sizeof *f);
  made_move(m, f, LBM_Q, true, lbm_get_populations);
  return f;
}

/* density - 1, ux, uy, uz; the caller frees the result. */
static inline double *made_fields(struct made *m)
{
  double *f = calloc(made_nodes(m) * 4, sizeof *f);
  made_move(m, f, 4, true, lbm_get_fields);
  return f;
}

static inline void made_put_populations(struct made *m, double *f)
{
  made_move(m, f, LBM_Q, false, lbm_put_populations);
}

static inline void made_put_fields(struct made *m, double *f)
{
  made_move(m, f, 4, false, lbm_put_fields);
}

static inline void made_step(struct made *m, int64_t steps)
{
  OK(m, lbm_step(m->flow, steps, &m->e));
}

/* Sum of the velocity along an axis over the non-solid nodes, divided by the number of all nodes of the box. */
static inline double made_superficial(struct made *m, int axis)
{
  struct lbm_survey s;
  OK(m, lbm_survey(m->flow, &s, &m->e));
  return s.velocity[axis] / (double)made_nodes(m);
}

/* Steps until the mean flow along an axis changes by less than `change`, relative, in `every` steps. */
static inline double made_steady(struct made *m, int axis, double change, int64_t every, int64_t most)
{
  double before = 0, now = made_superficial(m, axis);
  for (int64_t n = 0; n < most; n += every) {
    made_step(m, every);
    before = now;
    now = made_superficial(m, axis);
    if (__builtin_fabs(now - before) <= change * __builtin_fabs(now))
      return now;
  }
  ck_abort_msg("not steady after %lld steps: %.17g, then %.17g", (long long)most, before, now);
}

#endif
