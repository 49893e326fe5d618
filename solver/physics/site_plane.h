/* SPDX-License-Identifier: BSD-3-Clause */
/* The site update of D2Q9, for domains of one slice that is periodic along z. The macros are those of site.h; include
 * site.h before.
 *
 * A flow that does not vary along z, with two relaxation rates, is a flow of D2Q9: population i is the sum over c_z of
 * the populations of D3Q19 with the same c_x and c_y, and the sums propagate, bounce back and collide as populations of
 * D2Q9 do (weights: Qian, d'Humieres & Lallemand, Europhys. Lett. 17 (1992) 479). There is no velocity along z. */
#define K(x) ((SCALAR)(x))
/* As in site.h: in single precision these are the nearest numbers whose sum is 1, and for which the sum of 3 w c c is 1
 * too when 3 w is rounded. */
#define EXACT(x, single) (sizeof(SCALAR) == sizeof(float) ? K(single) : K(x))
#define WEIGHT_REST EXACT(4. / 9, 0xE38E39p-25)
#define WEIGHT_AXIS EXACT(1. / 9, 0xE38E39p-27)
#define WEIGHT_DIAGONAL EXACT(1. / 36, 0xE38E38p-29)

/* Populations of one node from D3Q19 to D2Q9. */
SITE_FUNC void SITE(fold)(SCALAR p[LBM_PLANE_Q], const SCALAR f[LBM_Q])
{
  p[0] = f[0] + (f[5] + f[6]);
  p[1] = f[1] + (f[11] + f[12]);
  p[2] = f[2] + (f[13] + f[14]);
  p[3] = f[3] + (f[15] + f[16]);
  p[4] = f[4] + (f[17] + f[18]);
  for (int i = 5; i < LBM_PLANE_Q; i++)
    p[i] = f[i + 2];
}

/* Populations of one node from D2Q9 to D3Q19, in proportion to the weights. `fold` gives the same bits again. */
SITE_FUNC void SITE(unfold)(SCALAR f[LBM_Q], const SCALAR p[LBM_PLANE_Q])
{
  f[5] = f[6] = K(0.125) * p[0];
  f[0] = p[0] - K(0.25) * p[0];
  for (int i = 1; i < 5; i++) {
    f[i] = K(0.5) * p[i];
    f[9 + 2 * i] = f[10 + 2 * i] = K(0.25) * p[i];
  }
  for (int i = 5; i < LBM_PLANE_Q; i++)
    f[i + 2] = p[i];
}

SITE_FUNC void SITE(measure_plane)(struct SITE(moments) * m, const REAL p[LBM_PLANE_Q], const struct SITE(rates) * k,
                                   const int equilibrium)
{
  const REAL none = {0}, even = (p[5] + p[8]) + (p[6] + p[7]), up = p[5] - p[8], down = p[7] - p[6];
  m->rho = p[0] + ((p[1] + p[2]) + (p[3] + p[4])) + even;
  m->j[0] = (p[1] - p[2]) + (up + down);
  m->j[1] = (p[3] - p[4]) + (up - down);
  m->j[2] = m->u[2] = none;
  for (int a = 0; a < 2; a++)
    m->j[a] += K(0.5) * k->force[a];
  m->r = equilibrium == LBM_QUASI ? m->rho + K(1) : none + K(1);
  const REAL inverse = K(1) / m->r;
  for (int a = 0; a < 2; a++)
    m->u[a] = equilibrium == LBM_QUASI ? m->j[a] * inverse : m->j[a];
}

SITE_FUNC void SITE(relax_plane_pairs)(REAL p[LBM_PLANE_Q], const struct SITE(moments) * m,
                                       const struct SITE(rates) * k, const int equilibrium)
{
  const REAL *u = m->u;
  REAL j[2], v[2];
  SITE(driven)(j, v, m, 2, k, equilibrium);
  const REAL base = equilibrium == LBM_STOKES ? m->rho : m->rho - K(1.5) * (u[0] * v[0] + u[1] * v[1]);
  p[0] += k->even * (WEIGHT_REST * base - p[0]);
#define RELAX(i, o, cj, cu, cv, weight, source) \
  SITE(relax_pair)(&p[i], &p[o], cj, cu, cv, base, weight, source, k, equilibrium);
  RELAX(1, 2, j[0], u[0], v[0], WEIGHT_AXIS, K(2) * k->source[0]) /* its weight is twice that of D3Q19 */
  RELAX(3, 4, j[1], u[1], v[1], WEIGHT_AXIS, K(2) * k->source[1])
  RELAX(5, 8, j[0] + j[1], u[0] + u[1], v[0] + v[1], WEIGHT_DIAGONAL, k->source[3])
  RELAX(7, 6, j[0] - j[1], u[0] - u[1], v[0] - v[1], WEIGHT_DIAGONAL, k->source[4])
#undef RELAX
}

/* MRT of D2Q9 (Lallemand & Luo, Phys. Rev. E 61 (2000) 6546): energy, its square, both fluxes of energy, and both
 * stresses relax to their values in the equilibrium above, as in relax_moments of site.h and with its rates. */
SITE_FUNC void SITE(relax_plane_moments)(REAL p[LBM_PLANE_Q], const struct SITE(moments) * m,
                                         const struct SITE(rates) * k, const int equilibrium)
{
  const bool linear = equilibrium == LBM_STOKES;
  const SCALAR *F = k->force;
  const REAL zero = {0}, *u = m->u;
  const REAL sum[2] = {p[1] + p[2], p[3] + p[4]}, difference[2] = {p[1] - p[2], p[3] - p[4]};
  const REAL even = p[5] + p[8], mixed = p[7] + p[6], up = p[5] - p[8], down = p[7] - p[6];
  const REAL axes = sum[0] + sum[1], diagonals = even + mixed;
  const REAL xx = linear ? zero : m->r * u[0] * u[0], yy = linear ? zero : m->r * u[1] * u[1],
             xy = linear ? zero : m->r * u[0] * u[1];
  const REAL fx = K(2) * u[0] * F[0], fy = K(2) * u[1] * F[1], fxy = u[0] * F[1] + u[1] * F[0];
#define HALF(rate) (K(1) - K(0.5) * (rate))
#define BACK(rate, eq, now, source, norm) \
  (((rate) * ((eq) - (now)) + (linear ? zero : HALF(rate) * (source))) * K(1. / (norm)))
  const REAL e =
      BACK(k->e, K(3) * (xx + yy) - K(2) * m->rho, K(2) * diagonals - axes - K(4) * p[0], K(3) * (fx + fy), 36);
  const REAL eps =
      BACK(k->eps, m->rho - K(3) * (xx + yy), K(4) * p[0] - K(2) * axes + diagonals, K(-3) * (fx + fy), 36);
  const REAL pxx = BACK(k->even, xx - yy, sum[0] - sum[1], fx - fy, 4);
  const REAL pxy = BACK(k->even, xy, even - mixed, fxy, 4);
  const REAL around[2] = {up + down, up - down};
  REAL axis[2], diagonal[2]; /* change of the odd parts: that of the momentum, the force, and that of the flux */
  for (int a = 0; a < 2; a++) {
    const REAL q = (k->q * (K(2) * difference[a] - around[a] - m->j[a]) - HALF(k->q) * (zero + F[a])) * K(1. / 12);
    axis[a] = K(1. / 6) * F[a] - K(2) * q;
    diagonal[a] = K(1. / 6) * F[a] + q;
  }
#undef BACK
#undef HALF
  p[0] += K(4) * (eps - e);
  for (int a = 0; a < 2; a++) {
    const REAL mean = K(0.5) * sum[a] + ((a ? -pxx : pxx) - e - K(2) * eps), half = K(0.5) * difference[a] + axis[a];
    p[1 + 2 * a] = mean + half;
    p[2 + 2 * a] = mean - half;
  }
  const REAL all = K(2) * e + eps, along = K(0.5) * even + (all + pxy), across = K(0.5) * mixed + (all - pxy);
  const REAL half_up = K(0.5) * up + (diagonal[0] + diagonal[1]),
             half_down = K(0.5) * down + (diagonal[0] - diagonal[1]);
  p[5] = along + half_up;
  p[8] = along - half_up;
  p[7] = across + half_down;
  p[6] = across - half_down;
}

SITE_FUNC void SITE(collide_plane)(REAL p[LBM_PLANE_Q], const struct SITE(rates) * k, const int relaxation,
                                   const int equilibrium)
{
  struct SITE(moments) m;
  SITE(measure_plane)(&m, p, k, equilibrium);
  if (relaxation == LBM_MOMENTS)
    SITE(relax_plane_moments)(p, &m, k, equilibrium);
  else
    SITE(relax_plane_pairs)(p, &m, k, equilibrium);
}
#undef WEIGHT_DIAGONAL
#undef WEIGHT_AXIS
#undef WEIGHT_REST
#undef EXACT
#undef K
