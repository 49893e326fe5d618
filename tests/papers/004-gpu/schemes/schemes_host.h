/* SPDX-License-Identifier: BSD-3-Clause */
/* The check of one precision on the CPU, thread after thread: define SCALAR, SITE and CHECK, the name of the function. */
#include "schemes_check.h"

#define REAL SCALAR
#define SITE_FUNC static inline
#define FETCH(p) (*(p))
#include "site.h"
#include "schemes_move.h"

enum { SIDE = 9, NODES = SIDE * SIDE * SIDE, VALUES = NODES * LBM_Q, STEPS = 6 };

/* Where population i of node at - c is among the populations of all nodes, -1: outside. */
static int source(const int at[3], int i)
{
  int n = 0;
  for (int a = 2; a >= 0; a--) {
    const int s = at[a] - lbm_c[i][a];
    if (s < 0 || s >= SIDE)
      return -1;
    n = n * SIDE + s;
  }
  return i * NODES + n;
}

/* A naive step: population i of node n at i * NODES + n, after the collision. */
static void step_naively(const SCALAR *from, SCALAR *to, int scheme, int collision, const struct SITE(rates) * k)
{
  for (int n = 0; n < NODES; n++) {
    const int at[3] = {n % SIDE, n / SIDE % SIDE, n / SIDE / SIDE};
    const bool border = !at[0] || !at[1] || !at[2] || at[0] == SIDE - 1 || at[1] == SIDE - 1 || at[2] == SIDE - 1;
    SCALAR f[LBM_Q], g[LBM_Q];
    for (int i = 0; i < LBM_Q; i++) {
      const int s = source(at, i);
      f[i] = s >= 0 ? from[s] : scheme == SCHEMES_SPLIT ? 0 : from[lbm_opposite[i] * NODES + n];
      if (s < 0 && scheme == SCHEMES_REVERSED && at[2] - lbm_c[i][2] == SIDE && lbm_c[i][0])
        f[i] += (SCALAR)(36 * lbm_weight[i] / 6 * lbm_c[i][0] * SCHEMES_LID);
    }
    if (scheme == SCHEMES_SPLIT && at[2] == SIDE - 1)
      SITE(ride)(f);
    else if (scheme == SCHEMES_SPLIT && border) {
      for (int i = 0; i < LBM_Q; i++)
        g[i] = f[lbm_opposite[i]];
      for (int i = 0; i < LBM_Q; i++)
        f[i] = g[i];
    } else
      SITE(collide)(f, k, collision, LBM_QUASI);
    for (int i = 0; i < LBM_Q; i++)
      to[i * NODES + n] = f[i];
  }
}

/* The value of the naive step that a scheme holds at node n for population i, -1: none. Split holds it where it arrives along y
 * and z. */
static int held(int scheme, int n, int i)
{
  if (scheme == SCHEMES_REVERSED)
    return i * NODES + n;
  const int x = n % SIDE, y = n / SIDE % SIDE - lbm_c[i][1], z = n / SIDE / SIDE - lbm_c[i][2];
  return y < 0 || y >= SIDE || z < 0 || z >= SIDE ? -1 : i * NODES + x + SIDE * (y + SIDE * z);
}

int CHECK(int scheme, int collision)
{
  static SCALAR naive[2][VALUES], ours[2][VALUES];
  const struct SITE(rates) k = SITE(rates_of)(&schemes_rates);
  for (int v = 0; v < VALUES; v++)
    naive[0][v] = (SCALAR)(v * 7919 % 1009) * (SCALAR)1e-6;
  for (int i = 0; i < LBM_Q; i++)
    for (int n = 0; n < NODES; n++) {
      const int v = held(scheme, n, i);
      ours[0][i * NODES + n] = ours[1][i * NODES + n] = v < 0 ? 0 : naive[0][v];
    }
  for (int s = 0; s < STEPS; s++) {
    const struct schemes_pass p = {ours[s % 2], ours[1 - s % 2], SIDE, schemes_rates};
    step_naively(naive[s % 2], naive[1 - s % 2], scheme, collision, &k);
    for (int n = 0; n < NODES; n++)
      SITE(move)(&p, n % SIDE, n / SIDE % SIDE, n / SIDE / SIDE, &k, scheme, collision);
  }
  int wrong = 0;
  for (int i = 0; i < LBM_Q; i++)
    for (int n = 0; n < NODES; n++) {
      const int v = held(scheme, n, i);
      const SCALAR off = v < 0 ? 0 : ours[STEPS % 2][i * NODES + n] - naive[STEPS % 2][v];
      wrong +=
          !(off < (SCALAR)1e-6 && off > (SCALAR)-1e-6) || (v >= 0 && sizeof off == 8 && (off > 1e-14 || off < -1e-14));
    }
  return wrong;
}
