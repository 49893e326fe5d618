/* SPDX-License-Identifier: BSD-3-Clause */
/* A node of ten moments, for the CPU and the GPU: include with SCALAR, REAL, SITE and SITE_FUNC as for site.h.
 * moments.c says which moments are stored, and why ten are enough. */
#include "lattice.h"

#ifndef MOMENTS_SITE_H
#define MOMENTS_SITE_H
/* r - 3/2 tr S, 3 j, 9/2 S_aa, 9 S_xy, 9 S_xz, 9 S_yz. */
enum { MOMENTS = 10, MOMENTS_PAIR = 7 };
LBM_TABLE int moments_pair[3][2] __attribute__((unused)) = {{0, 1}, {0, 2}, {1, 2}};
/* 1 or -1 where direction i moves along both axes of pair a, else 0. */
#define MOMENTS_CROSS(i, a) (lbm_c[i][moments_pair[a][0]] * lbm_c[i][moments_pair[a][1]])
#endif

#define K(x) ((SCALAR)(x))

/* The outgoing population of direction i, minus w. m: at least those moments that direction i needs. */
SITE_FUNC REAL SITE(population)(const REAL m[MOMENTS], const int i)
{
  REAL f = m[0];
  LBM_UNROLL
  for (int a = 0; a < 3; a++) {
    if (lbm_c[i][a])
      f += (lbm_c[i][a] > 0 ? m[1 + a] : -m[1 + a]) + m[4 + a];
    if (MOMENTS_CROSS(i, a) != 0)
      f += MOMENTS_CROSS(i, a) > 0 ? m[MOMENTS_PAIR + a] : -m[MOMENTS_PAIR + a];
  }
  return K(lbm_weight[i]) * f;
}

/* Sums over the incoming populations: f, c f, c_a c_a f, c_a c_b f. */
struct SITE(arrived) {
  REAL r, j[3], p[3], q[3];
};

SITE_FUNC void SITE(add_population)(struct SITE(arrived) * s, REAL f, const int i)
{
  s->r += f;
  LBM_UNROLL
  for (int a = 0; a < 3; a++) {
    if (lbm_c[i][a]) {
      s->j[a] += lbm_c[i][a] > 0 ? f : -f;
      s->p[a] += f;
    }
    if (MOMENTS_CROSS(i, a) != 0)
      s->q[a] += MOMENTS_CROSS(i, a) > 0 ? f : -f;
  }
}

/* The outgoing moments from the incoming sums; keep: 1 - 1 / tau. */
SITE_FUNC void SITE(relax_arrived)(REAL m[MOMENTS], const struct SITE(arrived) * s, SCALAR keep)
{
  const REAL volume = K(1) / (K(1) + s->r), *j = s->j;
  m[0] = s->r;
  LBM_UNROLL
  for (int a = 0; a < 3; a++) {
    const REAL flux = j[a] * j[a] * volume, stress = flux + keep * (s->p[a] - s->r * K(1. / 3) - flux);
    const REAL across = j[moments_pair[a][0]] * j[moments_pair[a][1]] * volume;
    m[0] -= K(1.5) * stress;
    m[1 + a] = K(3) * j[a];
    m[4 + a] = K(4.5) * stress;
    m[MOMENTS_PAIR + a] = K(9) * (across + keep * (s->q[a] - across));
  }
}

#undef K
