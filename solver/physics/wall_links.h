/* Interpolated walls: a wall cuts a link at the distance q from the node, in lengths of the link. The macros are those
 * of site.h; f are the populations of one node.
 *
 * The rule is the central linear interpolation (CLI) of Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3
 * (2008) 427. Link i is cut, o is its opposite, h are populations after the collision, and the incoming population of
 * the next time step is
 *
 *   f_o = h_i + kappa (f_i - h_o),  kappa = (1 - 2 q) / (1 + 2 q)
 *
 * where f_i is the incoming population of the same time step. The steady states depend on the rates of TRT through
 * their magic product alone. By then h_o has left the node. Therefore a node stores w_i = h_i - kappa h_o in place of
 * h_i, which no other node reads because the link is cut, and the next time step adds kappa f_i to the population that
 * bounces back. Where both links of a pair are cut, the two rules together are bounce-back, whatever q: such links are
 * left out.
 *
 * kappa has 21 significant bits in every precision, which fit into the upper half of a double. The relative error of
 * 7e-7 is small compared to the resolution of q, whose 16 bits place a wall to 1.5e-5 of a link.
 *
 * A wall with velocity u subtracts 6 w_i (1 + kappa) c_i.u from f_o (boundary_conditions.h). */
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

SITE_FUNC SCALAR SITE(kappa)(unsigned q)
{
  return (SCALAR)SITE(kappa_of)(q);
}

/* links: the cut links of the node. NEXT: an expression that yields kappa of these links, one after the other. */
#define LBM_EACH_WALL_LINKS       \
  LBM_UNROLL                      \
  for (int i = 1; i < LBM_Q; i++) \
    if (links >> i & 1)
#define LBM_CLOSE_WALL_LINKS(NEXT) LBM_EACH_WALL_LINKS f[lbm_opposite[i]] += (NEXT)*f[i]
#define LBM_STORE_WALL_LINKS(NEXT) LBM_EACH_WALL_LINKS f[i] = LBM_LESS(f[i], NEXT, f[lbm_opposite[i]])
#ifdef __CUDACC__ /* this compiler fuses a sum with a product, but not a difference */
#define LBM_LESS(a, kappa, b) fma(-(kappa), b, a)
#else
#define LBM_LESS(a, kappa, b) ((a) - (kappa) * (b))
#endif

/* Completes the incoming populations, after bounce-back. cut: one entry for each of the links. */
SITE_FUNC void SITE(close_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links)
{
  LBM_CLOSE_WALL_LINKS(SITE(kappa)((cut++)->q));
}

/* store_cuts turns populations after the collision into those that are stored; restore_cuts does the reverse, for
 * fields and sums. */
SITE_FUNC void SITE(store_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links)
{
  LBM_STORE_WALL_LINKS(SITE(kappa)((cut++)->q));
}

SITE_FUNC void SITE(restore_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links)
{
  LBM_EACH_WALL_LINKS f[i] += SITE(kappa)((cut++)->q) * f[lbm_opposite[i]];
}

/* The same for a node of D2Q9. q: one distance for each of the links, in order. */
#define LBM_EACH_PLANE_WALL_LINKS       \
  LBM_UNROLL                            \
  for (int i = 1; i < LBM_PLANE_Q; i++) \
    if (links >> i & 1)

SITE_FUNC void SITE(close_plane_cuts)(SCALAR p[LBM_PLANE_Q], const uint16_t *q, unsigned links)
{
  LBM_EACH_PLANE_WALL_LINKS p[lbm_plane_opposite[i]] += SITE(kappa)(*q++) * p[i];
}

SITE_FUNC void SITE(store_plane_cuts)(SCALAR p[LBM_PLANE_Q], const uint16_t *q, unsigned links)
{
  LBM_EACH_PLANE_WALL_LINKS p[i] -= SITE(kappa)(*q++) * p[lbm_plane_opposite[i]];
}

SITE_FUNC void SITE(restore_plane_cuts)(SCALAR p[LBM_PLANE_Q], const uint16_t *q, unsigned links)
{
  LBM_EACH_PLANE_WALL_LINKS p[i] += SITE(kappa)(*q++) * p[lbm_plane_opposite[i]];
}
#undef K
