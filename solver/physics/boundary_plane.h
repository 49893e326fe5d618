/* SPDX-License-Identifier: BSD-3-Clause */
/* Boundary conditions of planes and moving walls for one node, in scalar arithmetic. The macros are those of site.h.
 *
 * The functions act on incoming populations f, before the collision, after half-way bounce-back has filled those that
 * would come from a solid or absent node. In `links` bit i is set if the link towards c_i leaves through the patch, so
 * that the population of the opposite direction is unknown. */
#define K(x) ((SCALAR)(x))

/* A moving wall half a link from the node (Ladd, J. Fluid Mech. 271 (1994) 285), with density 1 at the wall, or at
 * another distance: kappa of wall_links.h, which is 0 half-way, or the negative part of lambda there. */
SITE_FUNC void SITE(close_wall)(SCALAR f[LBM_Q], unsigned links, const SCALAR u[3], SCALAR kappa)
{
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (links >> i & 1)
      f[lbm_opposite[i]] -= K(6) * (K(1) + kappa) * K(lbm_weight[i]) *
                            ((SCALAR)lbm_c[i][0] * u[0] + (SCALAR)lbm_c[i][1] * u[1] + (SCALAR)lbm_c[i][2] * u[2]);
}

/* The sum of the populations whose velocity along `axis` is `sign`; with by >= 0 each times its velocity along `by`. */
SITE_FUNC SCALAR SITE(sum_side)(const SCALAR f[LBM_Q], int axis, int sign, int by)
{
  SCALAR sum = 0;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    if (lbm_c[i][axis] == sign)
      sum += by < 0 ? f[i] : (SCALAR)lbm_c[i][by] * f[i];
  return sum;
}

/* Sets the momentum along the axis a, which is tangential to the plane, to j: the unknown diagonals towards +a and -a
 * take up the difference. */
SITE_FUNC void SITE(set_transverse)(SCALAR f[LBM_Q], unsigned links, int axis, int inward, int a, SCALAR j)
{
  unsigned unknown[2] = {0, 0};
  for (int s = -1; s <= 1; s++)
    j -= SITE(sum_side)(f, axis, s, a);
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (lbm_c[i][axis] == inward && lbm_c[i][a] && links >> lbm_opposite[i] & 1)
      unknown[lbm_c[i][a] > 0] |= 1u << i;
  const SCALAR share = unknown[0] && unknown[1] ? K(0.5) * j : j;
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    if (unknown[1] >> i & 1)
      f[i] += share;
    if (unknown[0] >> i & 1)
      f[i] -= share;
  }
}

/* Sets the sum of the four diagonal populations in the coordinate plane of `axis` and `a`, if the patch cuts both of
 * the unknown ones: these take up the difference in equal parts. */
SITE_FUNC void SITE(set_oblique)(SCALAR f[LBM_Q], unsigned links, int axis, int inward, int a, SCALAR sum)
{
  unsigned unknown = 0;
  int count = 0;
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    const bool oblique = lbm_c[i][axis] && lbm_c[i][a];
    sum -= oblique ? f[i] : K(0);
    if (oblique && lbm_c[i][axis] == inward && links >> lbm_opposite[i] & 1) {
      unknown |= 1u << i;
      count++;
    }
  }
  const SCALAR share = count == 2 ? K(0.5) * sum : K(0);
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (unknown >> i & 1)
      f[i] += share;
}

/* Keeps a developed flow undisturbed. If only the pressure of a flow varies along the axis, the deviations from
 * equilibrium are odd in c along that axis: the sum of a population and its mirror image is that of the equilibrium.
 * The sum of the four diagonals is therefore (rho + 3 j^2 / r) / 9, with rho the density - 1 and j the momentum along
 * the axis. This is not applied together with relax_third_order: below tau = 0.52 the two grow without bound. */
SITE_FUNC void SITE(keep_developed)(SCALAR f[LBM_Q], unsigned links, int axis, int inward, SCALAR rho, SCALAR j,
                                    int equilibrium)
{
  const SCALAR r = equilibrium == LBM_QUASI ? K(1) + rho : K(1);
  const SCALAR square = equilibrium == LBM_STOKES ? K(0) : j * j / r;
  LBM_UNROLL
  for (int a = 0; a < 3; a++)
    if (a != axis)
      SITE(set_oblique)(f, links, axis, inward, a, K(1. / 9) * (rho + K(3) * square));
}

/* Sets the third-order moments c_a (c_b^2 - c_c^2) to zero; density, momentum and stress do not change. MRT with the
 * rates of d'Humieres et al. nearly reverses these moments in a time step (rate 1.98), and the transverse correction
 * below amplifies them, so that inflows would diverge. */
SITE_FUNC void SITE(relax_third_order)(SCALAR f[LBM_Q])
{
  LBM_UNROLL
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    SCALAR sum = 0;
    LBM_UNROLL
    for (int i = 0; i < LBM_Q; i++)
      sum += (SCALAR)(lbm_c[i][a] * (lbm_c[i][b] * lbm_c[i][b] - lbm_c[i][c] * lbm_c[i][c])) * f[i];
    LBM_UNROLL
    for (int i = 0; i < LBM_Q; i++)
      f[i] -= (SCALAR)(lbm_c[i][a] * (lbm_c[i][b] * lbm_c[i][b] - lbm_c[i][c] * lbm_c[i][c])) * sum * K(0.125);
  }
}

/* The condition of Zou & He, Phys. Fluids 9 (1997) 1591, with the transverse correction of Hecht & Harting, J. Stat.
 * Mech. (2010) P01018, for a plane through the node. inward: +1 or -1, the direction into the domain along `axis`. A
 * velocity, or a pressure with tangential velocity 0, makes density and momentum of the node exact. Where a wall at
 * rest owns some of the unknown populations, the one normal to the plane takes up the remaining difference, or the rest
 * population if a wall owns that one. */
SITE_FUNC void SITE(close_plane)(SCALAR f[LBM_Q], unsigned links, int axis, int inward, const struct lbm_condition *at,
                                 const struct SITE(rates) * k, int equilibrium)
{
  const SCALAR n = (SCALAR)inward;
  SCALAR known = SITE(sum_side)(f, axis, 0, -1) + K(2) * SITE(sum_side)(f, axis, -inward, -1);
  SCALAR rho, j[3];
  if (at->kind == LBM_AT_PRESSURE) {
    const SCALAR back = (K(at->density) - known) * n * K(at->velocity[axis]);
    rho = K(at->density) - (back > K(0) && equilibrium != LBM_STOKES ? K(1.5) * back * back : K(0));
    for (int a = 0; a < 3; a++)
      j[a] = a == axis ? n * (rho - known) : K(-0.5) * k->force[a];
  } else {
    const bool weighs = equilibrium == LBM_QUASI && at->kind != LBM_AT_FLOW; /* the velocity is not that at density 1 */
    SCALAR half = K(0.5) * n * k->force[axis], un = n * K(at->velocity[axis]);
    rho = weighs ? (known + un - half) / (K(1) - un) : known + un - half;
    for (int a = 0; a < 3; a++)
      j[a] = (weighs ? K(1) + rho : K(1)) * K(at->velocity[a]) - K(0.5) * k->force[a];
  }
  bool open = false; /* the link normal to the plane leaves through this patch, not through a wall */
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    const int o = lbm_opposite[i];
    if (!(links >> i & 1) || lbm_c[i][axis] != -inward)
      continue;
    f[o] = f[i] - K(6) * K(lbm_weight[i]) *
                      ((SCALAR)lbm_c[i][0] * j[0] + (SCALAR)lbm_c[i][1] * j[1] + (SCALAR)lbm_c[i][2] * j[2]);
    open |= lbm_weight[i] > 1. / 20;
  }
  if (at->kind == LBM_AT_PRESSURE && !k->relax_third)
    SITE(keep_developed)(f, links, axis, inward, rho, j[axis] + K(0.5) * k->force[axis], equilibrium);
  LBM_UNROLL
  for (int a = 0; a < 3; a++)
    if (a != axis)
      SITE(set_transverse)(f, links, axis, inward, a, j[a]);
  const SCALAR rest = n * j[axis] - SITE(sum_side)(f, axis, inward, -1) + SITE(sum_side)(f, axis, -inward, -1);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    if (open ? lbm_c[i][axis] == inward && lbm_weight[i] > 1. / 20 : i == 0)
      f[i] += rest;
  if (k->relax_third)
    SITE(relax_third_order)(f);
}
#undef K
