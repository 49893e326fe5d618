/* SPDX-License-Identifier: BSD-3-Clause */
/* The check of one precision on the CPU, thread after thread: define SCALAR, SITE and CHECK, the name of the function. */
#include "layouts_count.h"

#include <stdlib.h>

#define REAL SCALAR
#define SITE_FUNC static inline
#define FETCH(p) (*(p))
#include "site.h"
#include "layouts_move.h"

/* A naive step on a box of nodes: population i of node n at n * 19 + i. */
static void step_naively(const SCALAR *from, SCALAR *to, const int size[3], bool closed, const struct SITE(rates) * k,
                         int mode)
{
  for (int n = 0; n < size[0] * size[1] * size[2]; n++) {
    const int at[3] = {n % size[0], n / size[0] % size[1], n / size[0] / size[1]};
    for (int i = 0; i < LBM_Q; i++) {
      int there = 0, beyond = 0;
      for (int a = 2; a >= 0; a--) {
        const int s = at[a] - lbm_c[i][a];
        beyond |= s < 0 || s >= size[a];
        there = there * size[a] + (s + size[a]) % size[a];
      }
      to[n * LBM_Q + i] = beyond && closed ? from[n * LBM_Q + lbm_opposite[i]] : from[there * LBM_Q + i];
    }
    if (mode == LBM_STEP)
      SITE(collide)(to + (size_t)n * LBM_Q, k, LBM_TWO_RATES, LBM_INCOMPRESSIBLE);
  }
}

/* Where population i of node n of the box lies. */
static size_t place_in(int arrangement, const int tiles[3], int n, int i)
{
  const int x = n % (4 * tiles[0]), y = n / (4 * tiles[0]) % (4 * tiles[1]), z = n / (16 * tiles[0] * tiles[1]);
  const size_t tile = (size_t)(x / 4 + tiles[0] * (y / 4 + tiles[1] * (z / 4)));
  return tile * LAYOUTS_VALUES + (size_t)(i * LAYOUTS_NODES + layouts_place(arrangement, i, lbm_node(x, y, z)));
}

int CHECK(int arrangement, int mode, bool closed)
{
  enum { TILES = 3 * 2 * 4, NODES = TILES * LAYOUTS_NODES, VALUES = NODES * LBM_Q };
  static const int tiles[3] = {3, 2, 4}, size[3] = {12, 8, 16};
  static SCALAR naive[2][VALUES], tiled[2][VALUES];
  static int32_t near[TILES][TILE_WAYS];
  struct layouts_pass p = {tiled[0], tiled[1], (const int32_t(*)[TILE_WAYS])near, TILES, layouts_rates};
  const struct SITE(rates) k = SITE(rates_of)(&p.rates);
  layouts_neighbours(near, tiles, closed);
  for (int n = 0; n < NODES; n++)
    for (int i = 0; i < LBM_Q; i++)
      tiled[0][place_in(arrangement, tiles, n, i)] = naive[0][n * LBM_Q + i] =
          (SCALAR)((n * 19 + i) * 7919 % 1009) * (SCALAR)1e-5;
  step_naively(naive[0], naive[1], size, closed, &k, mode);
  for (uint32_t t = 0; t < TILES; t++)
    for (int node = 0; node < LAYOUTS_NODES; node++)
      SITE(move)(&p, near[t], t, node, &k, arrangement, mode, LBM_TWO_RATES, LBM_INCOMPRESSIBLE);
  int wrong = 0;
  for (int n = 0; n < NODES; n++)
    for (int i = 0; i < LBM_Q; i++)
      wrong += mode == LBM_READ_WRITE ? tiled[0][n * LBM_Q + i] != tiled[1][n * LBM_Q + i]
                                      : tiled[1][place_in(arrangement, tiles, n, i)] != naive[1][n * LBM_Q + i];
  return wrong;
}
