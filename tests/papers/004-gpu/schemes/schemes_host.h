/* SPDX-License-Identifier: BSD-3-Clause */
/* The check of one precision on the CPU, thread after thread: define SCALAR, SITE, and CHECK and
 * STEP, the names of the functions. */
#include "schemes_check.h"

#define REAL SCALAR
#define SITE_FUNC static inline
#define FETCH(p) (*(p))
#include "site.h"
#include "schemes_move.h"

enum { SIDE = 9, WIDTH = 3, NODES = SIDE * SIDE * SIDE, VALUES = NODES * LBM_Q, STEPS = 6 };

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

/* Population i that arrives at node n. */
static SCALAR arriving(const SCALAR *from, int scheme, int n, int i)
{
  const int at[3] = {n % SIDE, n / SIDE % SIDE, n / SIDE / SIDE}, s = source(at, i);
  if (s >= 0 || scheme == SCHEMES_SPLIT)
    return s >= 0 ? from[s] : 0;
  const bool lid = at[2] - lbm_c[i][2] == SIDE && lbm_c[i][0];
  return from[lbm_opposite[i] * NODES + n] + (lid ? (SCALAR)(36 * lbm_weight[i] / 6 * lbm_c[i][0] * SCHEMES_LID) : 0);
}

/* A naive step: population i of node n at i * NODES + n, after the collision. */
static void step_naively(const SCALAR *from, SCALAR *to, int scheme, int collision, const struct SITE(rates) * k)
{
  for (int n = 0; n < NODES; n++) {
    const int at[3] = {n % SIDE, n / SIDE % SIDE, n / SIDE / SIDE};
    const bool border = !at[0] || !at[1] || !at[2] || at[0] == SIDE - 1 || at[1] == SIDE - 1 || at[2] == SIDE - 1;
    SCALAR f[LBM_Q], g[LBM_Q];
    for (int i = 0; i < LBM_Q; i++)
      f[i] = arriving(from, scheme, n, i);
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

/* What a scheme holds at node n for population i, after the naive populations `from`; *there is false where it holds
 * nothing. Split holds it where it arrives along y and z, exchange where it arrives along x. */
static SCALAR held(const SCALAR *from, int scheme, int n, int i, bool *there)
{
  const int split = scheme == SCHEMES_SPLIT, x = n % SIDE, y = n / SIDE % SIDE - split * lbm_c[i][1],
            z = n / SIDE / SIDE - split * lbm_c[i][2];
  *there = y >= 0 && y < SIDE && z >= 0 && z < SIDE;
  if (!*there)
    return 0;
  if (scheme == SCHEMES_PUSH)
    return arriving(from, scheme, n, i);
  const int ring = scheme == SCHEMES_EXCHANGE ? (x - lbm_c[i][0] + SIDE) % SIDE : x;
  return from[i * NODES + ring + SIDE * (y + SIDE * z)];
}

int CHECK(int scheme, int collision, schemes_stepper *make_steps)
{
  static SCALAR naive[2][VALUES], ours[2][VALUES];
  const struct SITE(rates) k = SITE(rates_of)(&schemes_rates);
  bool there;
  for (int v = 0; v < VALUES; v++)
    naive[0][v] = (SCALAR)(v * 7919 % 1009) * (SCALAR)1e-6;
  for (int v = 0; v < VALUES; v++)
    ours[0][v] = ours[1][v] = held(naive[0], scheme, v % NODES, v / NODES, &there);
  for (int s = 0; s < STEPS; s++)
    step_naively(naive[s % 2], naive[1 - s % 2], scheme, collision, &k);
  const struct schemes_pass p = {.side = SIDE, .width = WIDTH, .rates = schemes_rates};
  int wrong = make_steps(scheme, collision, sizeof(SCALAR), p, (void *const[]){ours[0], ours[1]}, STEPS) != 0;
  for (int v = 0; v < VALUES; v++) {
    const SCALAR off = ours[STEPS % 2][v] - held(naive[STEPS % 2], scheme, v % NODES, v / NODES, &there);
    wrong +=
        there && (!(off < (SCALAR)1e-6 && off > (SCALAR)-1e-6) || (sizeof off == 8 && (off > 1e-14 || off < -1e-14)));
  }
  return wrong;
}

int STEP(int scheme, int collision, const struct schemes_pass *p)
{
  const struct SITE(rates) k = SITE(rates_of)(&p->rates);
  for (int z = 0; z < p->side; z++)
    for (int y = 0; y < p->side; y++)
      for (int x = 0; x < p->side; x++)
        SITE(move)(p, x, y, z, &k, scheme, collision);
  for (int i = 0; i < LBM_Q && scheme == SCHEMES_EXCHANGE; i++)
    for (int row = 0; row < p->side * p->side && lbm_c[i][0]; row++)
      SITE(exchange)(p, row, i);
  return 0;
}
