/* Interpolated walls: links that a wall cuts at the share q of their length. Parameters as in site.h, f of one node.
 *
 * Central linear interpolation (CLI; Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3 (2008) 427): link i is cut,
 * o is its opposite, h post-collision, and what comes to the node in the next step is
 *
 *   f_o = h_i + kappa (f_i - h_o),  kappa = (1 - 2 q) / (1 + 2 q)
 *
 * with f_i that arrives in the same step. Its steady states depend on the rates of TRT through their magic product alone.
 * h_o has left the node by then. So a node stores w_i = h_i - kappa h_o in the place of h_i, which nobody else reads as
 * the link is cut, and the next step adds kappa f_i to what bounces back. Where both links of a pair are cut, the two
 * rules together are bounce-back, whatever q: such links are left out.
 * kappa has 21 significant bits in every precision, which fill the upper half of a double: a wall is where q, of 16 bits, says to
 * 1.5e-5 of a link, and this is 7e-7.
 * A wall with velocity u takes 6 w_i (1 + kappa) c_i.u off f_o (boundary_conditions.h). */
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

/* `links` of the node are cut; NEXT is kappa of one after the other, in order. */
#define LBM_EACH_WALL_LINKS       \
  LBM_UNROLL                      \
  for (int i = 1; i < LBM_Q; i++) \
    if (links >> i & 1)
#define LBM_CLOSE_WALL_LINKS(NEXT) LBM_EACH_WALL_LINKS f[lbm_opposite[i]] += (NEXT)*f[i]
#define LBM_STORE_WALL_LINKS(NEXT) LBM_EACH_WALL_LINKS f[i] = LBM_LESS(f[i], NEXT, f[lbm_opposite[i]])
#ifdef __CUDACC__ /* which joins a sum to a product before it, a difference not */
#define LBM_LESS(a, kappa, b) fma(-(kappa), b, a)
#else
#define LBM_LESS(a, kappa, b) ((a) - (kappa) * (b))
#endif

/* Gathered populations, after bounce-back; each link as its entry of `cut` says. */
SITE_FUNC void SITE(close_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links)
{
  LBM_CLOSE_WALL_LINKS(SITE(kappa)((cut++)->q));
}

/* From what a collision leaves to what is stored, and back: fields, sums and what else looks at a node. */
SITE_FUNC void SITE(store_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links)
{
  LBM_STORE_WALL_LINKS(SITE(kappa)((cut++)->q));
}

SITE_FUNC void SITE(restore_cuts)(SCALAR f[LBM_Q], const struct lbm_wall_link *cut, unsigned links)
{
  LBM_EACH_WALL_LINKS f[i] += SITE(kappa)((cut++)->q) * f[lbm_opposite[i]];
}

/* The same of a node of D2Q9, whose cuts come one after the other. */
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
