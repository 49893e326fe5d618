/* SPDX-License-Identifier: BSD-3-Clause */
/* A naive step: all nodes send, then all nodes receive. */
#include "sparse_naive.h"

#include <string.h>

#define SCALAR double
#define REAL double
#define SITE(name) name
#define SITE_FUNC static inline
#include "../../../bench/moments_site.h"
#include "site.h"

static const double SIZE = 0.01; /* of populations */

static void arrive(void *self, const int64_t at[3], int32_t node)
{
  struct naive *n = self;
  for (int i = 0; i < LBM_Q; i++) {
    const int32_t from = sparse_source(n->domain, at, i);
    n->arrived[node][i] = from >= 0 ? n->sent[from][i] : n->sent[node][lbm_opposite[i]];
  }
  for (int i = 1; i < LBM_Q && n->kernel == SPARSE_BITS; i++) {
    const double q = sparse_cut(n->domain, at, i);
    const int o = lbm_opposite[i];
    if (sparse_source(n->domain, at, o) < 0)
      n->arrived[node][o] = q < 0.5 ? 2 * q * n->sent[node][i] + (1 - 2 * q) * n->arrived[node][i]
                                    : n->sent[node][i] / (2 * q) + (1 - 1 / (2 * q)) * n->sent[node][o];
  }
}

static void leave_moments(struct naive *n, int32_t node)
{
  struct arrived s = {0, {0}, {0}, {0}};
  for (int i = 0; i < LBM_Q; i++)
    add_population(&s, n->arrived[node][i], i);
  relax_arrived(n->moments[node], &s, 1 - n->rates.even);
}

/* The outgoing populations follow from the moments. */
static void send_moments(struct naive *n, int32_t node)
{
  for (int i = 0; i < LBM_Q; i++)
    n->sent[node][i] = population(n->moments[node], i);
}

static void leave(void *self, const int64_t at[3], int32_t node)
{
  struct naive *n = self;
  const struct rates k = rates_of(&n->rates);
  (void)at;
  if (SPARSE_OF_MOMENTS(n->kernel)) {
    leave_moments(n, node);
    send_moments(n, node);
  } else {
    memcpy(n->sent[node], n->arrived[node], sizeof *n->sent);
    if (n->kernel < SPARSE_MOMENTS)
      collide(n->sent[node], &k, n->collision == SPARSE_MRT ? LBM_MOMENTS : LBM_TWO_RATES, LBM_QUASI);
  }
}

/* Values depend on the place in the box, not on the number of the node. */
static void begin(void *self, const int64_t at[3], int32_t node)
{
  struct naive *n = self;
  for (int i = 0; i < LBM_Q; i++) {
    const int64_t mixed = (at[0] * 7 + at[1] * 131 + at[2] * 1009 + i * 31) * 7919 % 4001;
    n->sent[node][i] = (float)(SIZE * (double)(mixed - 2000) / 2000 * lbm_weight[i] * 3);
  }
  if (SPARSE_OF_MOMENTS(n->kernel)) {
    memcpy(n->moments[node], n->sent[node], sizeof *n->moments);
    send_moments(n, node);
  }
}

void naive_begin(struct naive *n)
{
  sparse_each_node(n->domain, begin, n);
}

void naive_steps(struct naive *n, int steps)
{
  for (int s = 0; s < steps; s++) {
    sparse_each_node(n->domain, arrive, n);
    sparse_each_node(n->domain, leave, n);
  }
  sparse_each_node(n->domain, arrive, n);
}
