/* Boundary closures of one node, scalar; parameters as in site.h. They act on
 * gathered (pre-collision) populations, after half-way bounce-back has filled
 * every population that comes from a solid or missing node.
 * `links` has bit i set when the link towards c_i leaves through the patch, so
 * the unknown population is that of the opposite direction. */
#define K(x) ((SCALAR)(x))

/* Moving wall half a node outside (Ladd 1994), wall density 1; or elsewhere: kappa of wall_links.h. */
SITE_FUNC void SITE(close_wall)(SCALAR f[LBM_Q], unsigned links, const SCALAR u[3], SCALAR kappa)
{
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (links >> i & 1)
      f[lbm_opposite[i]] -= K(6) * (K(1) + kappa) * K(lbm_weight[i]) *
                            ((SCALAR)lbm_c[i][0] * u[0] + (SCALAR)lbm_c[i][1] * u[1] + (SCALAR)lbm_c[i][2] * u[2]);
}

/* Sum over directions whose component along axis is `sign`; with `by` >= 0 weighted by that component. */
SITE_FUNC SCALAR SITE(sum_side)(const SCALAR f[LBM_Q], int axis, int sign, int by)
{
  SCALAR sum = 0;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    if (lbm_c[i][axis] == sign)
      sum += by < 0 ? f[i] : (SCALAR)lbm_c[i][by] * f[i];
  return sum;
}

/* Momentum j along a, across the plane: the unknown diagonals towards +a and -a take up what misses. */
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

/* The sum of the four populations oblique in the plane of axis and a, where the patch cuts both of the unknown ones:
 * these share what misses. */
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

/* Flow that does not change along the axis but for its pressure deviates from equilibrium by what is odd in the
 * direction along it: sums over both directions are those of the equilibrium, and a plane that keeps them so does not
 * disturb that flow. sum = (rho + 3 j^2 / r) / 9 of the oblique ones, j along the axis. (Not where third-order moments
 * are relaxed besides, see below: below tau 0.52 that grows without bound.) */
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

/* MRT with the rates of d'Humieres all but reverses the third-order moments c_a (c_b^2 - c_c^2) in a step (by 1.98), and
 * the transverse correction below feeds on them: inflows blow up. At a plane they are relaxed at once; density, momentum
 * and stress stay. */
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

/* Zou & He (1997) with transverse correction (Hecht & Harting 2010), plane on
 * the node. inward = +-1 along axis. Velocity or pressure (transverse velocity
 * 0) makes density and momentum exact. Where a resting wall keeps part of the
 * unknown set, the straight population takes up what is left. */
SITE_FUNC void SITE(close_plane)(SCALAR f[LBM_Q], unsigned links, int axis, int inward, const struct lbm_condition *at,
                                 const struct SITE(rates) * k, int equilibrium)
{
  const SCALAR n = (SCALAR)inward;
  SCALAR known = SITE(sum_side)(f, axis, 0, -1) + K(2) * SITE(sum_side)(f, axis, -inward, -1);
  SCALAR rho, j[3];
  if (at->kind == LBM_AT_PRESSURE) {
    rho = K(at->density);
    for (int a = 0; a < 3; a++)
      j[a] = a == axis ? n * (rho - known) : K(-0.5) * k->force[a];
  } else {
    SCALAR half = K(0.5) * n * k->force[axis], un = n * K(at->velocity[axis]);
    rho = equilibrium == LBM_QUASI ? (known + un - half) / (K(1) - un) : known + un - half;
    for (int a = 0; a < 3; a++)
      j[a] = (equilibrium == LBM_QUASI ? K(1) + rho : K(1)) * K(at->velocity[a]) - K(0.5) * k->force[a];
  }
  bool open = false; /* the straight link is cut by this patch, not by a wall */
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
