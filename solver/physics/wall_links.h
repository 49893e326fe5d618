/* SPDX-License-Identifier: BSD-3-Clause */
/* Interpolated walls: a wall cuts a link at the distance q from the node, in lengths of the link. The macros are those
 * of site.h; f are the populations of one node.
 *
 * There are two rules. LBM_WALLS_INTERPOLATED is the central linear interpolation (CLI) of Ginzburg, Verhaeghe &
 * d'Humieres, Commun. Comput. Phys. 3 (2008) 427. Link i is cut, o is its opposite, h are populations after the
 * collision, and the incoming population of the next time step is
 *
 *   f_o = h_i + kappa (f_i - h_o),  kappa = (1 - 2 q) / (1 + 2 q)
 *
 * where f_i is the incoming population of the same time step. The steady states depend on the rates of TRT through
 * their magic product alone. By then h_o has left the node. Therefore a node stores w_i = h_i - kappa h_o in place of
 * h_i, which no other node reads because the link is cut, and the next time step adds kappa f_i to the population that
 * bounces back. Where both links of a pair are cut, the two rules together are bounce-back, whatever q: such links are
 * left out.
 *
 * LBM_WALLS_LINEAR is the linear interpolation of Bouzidi, Firdaouss & Lallemand, Phys. Fluids 13 (2001) 3452, in the
 * form of Pan, Luo & Miller, Comput. Fluids 35 (2006) 898:
 *
 *   q < 1/2:   f_o = 2 q h_i + (1 - 2 q) f_i
 *   q >= 1/2:  f_o = h_i / (2 q) + (1 - 1 / (2 q)) h_o
 *
 * with the same meaning of f_i, which the fluid node behind sends. Let lambda be 1 - 2 q up to q = 1/2, and
 * 1 / (2 q) - 1 beyond. Where it is positive, the next time step moves f_o, which is h_i, by the share lambda towards
 * f_i. Where it is negative, the node stores in place of h_i what lies by the share -lambda between h_i and h_o.
 *
 * kappa and lambda have 21 significant bits in every precision, which fit into the upper half of a double. The relative error of
 * 7e-7 is small compared to the resolution of q, whose 16 bits place a wall to 1.5e-5 of a link.
 *
 * A wall with velocity u subtracts 6 w_i (1 + kappa) c_i.u from f_o, in the second rule 6 w_i c_i.u up to q = 1/2 and
 * 6 w_i c_i.u / (2 q) beyond (boundary_conditions.h). */
#define K(x) ((SCALAR)(x))

SITE_FUNC float SITE(kappa_of)(unsigned q)
{
  float kappa = (float)(LBM_WALL_LINK_HALF - (int)q) / (float)(LBM_WALL_LINK_HALF + 2 + (int)q);
  uint32_t bits;
  memcpy(&bits, &kappa, sizeof bits);
  bits &= ~7u;
  memcpy(&kappa, &bits, sizeof bits);
  return kappa;
}

SITE_FUNC float SITE(lambda_of)(unsigned q)
{
  const int beyond = LBM_WALL_LINK_HALF - (int)q;
  float lambda = (float)beyond / (float)(LBM_WALL_LINK_HALF + 1 - (beyond < 0 ? beyond : 0));
  uint32_t bits;
  memcpy(&bits, &lambda, sizeof bits);
  bits &= ~7u;
  memcpy(&lambda, &bits, sizeof bits);
  return lambda;
}

/* kappa or lambda, by the rule `walls` (enum lbm_walls). */
SITE_FUNC float SITE(factor_of)(int walls, unsigned q)
{
  return walls == LBM_WALLS_LINEAR ? SITE(lambda_of)(q) : SITE(kappa_of)(q);
}

SITE_FUNC SCALAR SITE(kappa)(unsigned q)
{
  return (SCALAR)SITE(kappa_of)(q);
}

SITE_FUNC SCALAR SITE(factor)(int walls, unsigned q)
{
  return (SCALAR)SITE(factor_of)(walls, q);
}

SITE_FUNC SCALAR SITE(positive)(SCALAR x)
{
  return x > K(0) ? x : K(0);
}

/* links: the cut links of the node. NEXT: an expression that yields the share of these links, one after the other. */
#define LBM_EACH_WALL_LINKS       \
  LBM_UNROLL                      \
  for (int i = 1; i < LBM_Q; i++) \
    if (links >> i & 1)
#define LBM_CLOSE_WALL_LINKS(walls, NEXT)                                                       \
  if ((walls) == LBM_WALLS_LINEAR) {                                                            \
    LBM_EACH_WALL_LINKS f[lbm_opposite[i]] += LBM_POSITIVE(NEXT) * (f[i] - f[lbm_opposite[i]]); \
  } else {                                                                                      \
    LBM_EACH_WALL_LINKS f[lbm_opposite[i]] += (NEXT)*f[i];                                      \
  }
#define LBM_STORE_WALL_LINKS(walls, NEXT)                                            \
  if ((walls) == LBM_WALLS_LINEAR) {                                                 \
    LBM_EACH_WALL_LINKS f[i] += LBM_POSITIVE(-(NEXT)) * (f[lbm_opposite[i]] - f[i]); \
  } else {                                                                           \
    LBM_EACH_WALL_LINKS f[i] = LBM_LESS(f[i], NEXT, f[lbm_opposite[i]]);             \
  }
#ifdef __CUDACC__ /* this compiler fuses a sum with a product, but not a difference */
#define LBM_LESS(a, kappa, b) fma(-(kappa), b, a)
#define LBM_POSITIVE(x) fmax(x, (SCALAR)0)
#else
#define LBM_LESS(a, kappa, b) ((a) - (kappa) * (b))
#define LBM_POSITIVE(x) SITE(positive)(x)
#endif

/* Completes the incoming populations, after bounce-back. cut: one entry for each of the links. */
SITE_FUNC void SITE(close_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links, int walls)
{
  LBM_CLOSE_WALL_LINKS(walls, SITE(factor)(walls, (cut++)->q));
}

/* store_cuts turns populations after the collision into those that are stored; restore_cuts does the reverse, for
 * fields and sums. */
SITE_FUNC void SITE(store_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links, int walls)
{
  LBM_STORE_WALL_LINKS(walls, SITE(factor)(walls, (cut++)->q));
}

/* Returns h_i from what is stored for link i, and h_o. */
SITE_FUNC SCALAR SITE(restored)(int walls, unsigned q, SCALAR stored, SCALAR back)
{
  const SCALAR share = SITE(factor)(walls, q), less = SITE(positive)(-share);
  return walls == LBM_WALLS_LINEAR ? stored + less / (K(1) - less) * (stored - back) : stored + share * back;
}

SITE_FUNC void SITE(restore_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links, int walls)
{
  LBM_EACH_WALL_LINKS f[i] = SITE(restored)(walls, (cut++)->q, f[i], f[lbm_opposite[i]]);
}

/* The same for a node of D2Q9. q: one distance for each of the links, in order. */
#define LBM_EACH_PLANE_WALL_LINKS       \
  LBM_UNROLL                            \
  for (int i = 1; i < LBM_PLANE_Q; i++) \
    if (links >> i & 1)

/* Population o, and population i as it is stored. */
SITE_FUNC SCALAR SITE(closed)(int walls, unsigned q, SCALAR back, SCALAR out)
{
  const SCALAR share = SITE(factor)(walls, q);
  return walls == LBM_WALLS_LINEAR ? back + SITE(positive)(share) * (out - back) : back + share * out;
}

SITE_FUNC SCALAR SITE(stored)(int walls, unsigned q, SCALAR out, SCALAR back)
{
  const SCALAR share = SITE(factor)(walls, q);
  return walls == LBM_WALLS_LINEAR ? out + SITE(positive)(-share) * (back - out) : out - share * back;
}

SITE_FUNC void SITE(close_plane_cuts)(SCALAR p[LBM_PLANE_Q], const uint16_t *q, unsigned links, int walls)
{
  LBM_EACH_PLANE_WALL_LINKS
  p[lbm_plane_opposite[i]] = SITE(closed)(walls, *q++, p[lbm_plane_opposite[i]], p[i]);
}

SITE_FUNC void SITE(store_plane_cuts)(SCALAR p[LBM_PLANE_Q], const uint16_t *q, unsigned links, int walls)
{
  LBM_EACH_PLANE_WALL_LINKS p[i] = SITE(stored)(walls, *q++, p[i], p[lbm_plane_opposite[i]]);
}

SITE_FUNC void SITE(restore_plane_cuts)(SCALAR p[LBM_PLANE_Q], const uint16_t *q, unsigned links, int walls)
{
  LBM_EACH_PLANE_WALL_LINKS p[i] = SITE(restored)(walls, *q++, p[i], p[lbm_plane_opposite[i]]);
}
#undef K
