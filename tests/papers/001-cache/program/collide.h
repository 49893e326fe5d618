/* SPDX-License-Identifier: BSD-3-Clause */
/* The collision of a cell of step.h: the solver's own (site.h). */
#ifndef COLLIDE_H
#define COLLIDE_H

/* As the thesis compiles; at -O2 a variant may be half as fast as another with the same loads and stores. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize "O3"
#endif

#include "cache.h"
#include "lbm.h"

#define SITE(name) cell_##name
#define SITE_FUNC static inline __attribute__((always_inline))
#define SCALAR double
#define REAL double
#include "site.h"

#define EACH_DIRECTION(q) _Pragma("GCC unroll 19") for (int q = 0; q < LBM_Q; q++)

static const double RATE = 1.25;

struct given {
  struct cell_rates rates;
  double lid[LBM_Q]; /* the equilibrium of the lid, times the rate */
};

static inline struct given given_of(const struct cavity *c)
{
  const struct lbm_rates rates = {.even = RATE, .odd = RATE};
  struct given g = {.rates = cell_rates_of(&rates)};
  for (int i = 0; i < LBM_Q; i++) {
    const double cu = lbm_c[i][0] * c->lid;
    g.lid[i] = RATE * lbm_weight[i] * (3 * cu + 4.5 * cu * cu - 1.5 * c->lid * c->lid);
  }
  return g;
}

/* In the lid the density is 1, and the velocity is given. */
SITE_FUNC void collide(double f[LBM_Q], double flag, const struct given *g)
{
  if (flag == LID) {
    EACH_DIRECTION(q)
    f[q] = (1 - RATE) * f[q] + g->lid[q];
    return;
  }
  cell_collide(f, &g->rates, LBM_TWO_RATES, LBM_QUASI);
}

#endif
