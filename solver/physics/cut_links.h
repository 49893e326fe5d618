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
 * A wall with velocity u takes 6 w_i (1 + kappa) c_i.u off f_o (closures.h). */
#define K(x) ((SCALAR)(x))

SITE_FUNC SCALAR SITE(kappa)(unsigned q)
{
  return (SCALAR)(LBM_CUT_HALF - (int)q) / (SCALAR)(LBM_CUT_HALF + 2 + (int)q);
}

/* `links` of the node are cut, each as its entry of `cut` says, in order. */
#define LBM_EACH_CUT              \
  LBM_UNROLL                      \
  for (int i = 1; i < LBM_Q; i++) \
    if (links >> i & 1)

/* Gathered populations, after bounce-back. */
SITE_FUNC void SITE(close_cuts)(SCALAR f[LBM_Q], const struct lbm_cut *cut, unsigned links)
{
  LBM_EACH_CUT f[lbm_opposite[i]] += SITE(kappa)((cut++)->q) * f[i];
}

/* From what a collision leaves to what is stored, and back: fields, sums and what else looks at a node. */
SITE_FUNC void SITE(store_cuts)(SCALAR f[LBM_Q], const struct lbm_cut *cut, unsigned links)
{
  LBM_EACH_CUT f[i] -= SITE(kappa)((cut++)->q) * f[lbm_opposite[i]];
}

SITE_FUNC void SITE(restore_cuts)(SCALAR f[LBM_Q], const struct lbm_cut *cut, unsigned links)
{
  LBM_EACH_CUT f[i] += SITE(kappa)((cut++)->q) * f[lbm_opposite[i]];
}
#undef LBM_EACH_CUT
#undef K
