/* SPDX-License-Identifier: BSD-3-Clause */
/* Propagation alone in a box without walls, in the two ways of C. Obrecht et al. (A new approach to the lattice
 * Boltzmann method for graphics processing units, Comput. Math. Appl. 61 (2011) 3628): reversed, all of it when
 * reading; split, along x when reading and along y and z when writing. Population i of node n is at i * stride + n.
 * Include after sparse_kernels.h. */

/* The offset from a node along the axes first ... last, with population i (sign 1) or against it (-1). */
SITE_FUNC int32_t SITE(away)(const struct SITE(beside) b[3], const int i, const int first, const int last,
                             const int sign)
{
  int32_t step = 0;
  LBM_UNROLL
  for (int a = 0; a < 3; a++)
    if (lbm_c[i][a] && first <= a && a <= last)
      step += b[a].step[lbm_c[i][a] == sign];
  return step;
}

SITE_FUNC void SITE(beside_all)(struct SITE(beside) b[3], const struct sparse_pass *p, const uint32_t at[3])
{
  int32_t step = 1;
  LBM_UNROLL
  for (int a = 0; a < 3; a++) {
    b[a] = SITE(beside_of)(at[a], p->grid[a], true, step);
    step *= (int32_t)p->grid[a];
  }
}

SITE_FUNC uint32_t SITE(place_of)(const struct sparse_pass *p, const uint32_t at[3])
{
  return at[0] + p->grid[0] * (at[1] + p->grid[1] * at[2]);
}

SITE_FUNC void SITE(move_node)(const struct sparse_pass *p, const uint32_t at[3], const bool split)
{
  const uint32_t n = SITE(place_of)(p, at);
  const SCALAR *from = (const SCALAR *)p->from + n;
  SCALAR *to = (SCALAR *)p->to + n, f[LBM_Q];
  struct SITE(beside) b[3];
  SITE(beside_all)(b, p, at);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    f[i] = FETCH(from + (int64_t)((size_t)i * p->stride) + SITE(away)(b, i, 0, split ? 0 : 2, -1));
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[(int64_t)((size_t)i * p->stride) + (split ? SITE(away)(b, i, 1, 2, 1) : 0)] = f[i];
}
