/* SPDX-License-Identifier: BSD-3-Clause */
/* Ten moments per node instead of 19 populations, in a box without walls: include after moments_site.h and
 * sparse_moves.h. A thread computes its incoming populations from its neighbours' moments; value v of node n is at v *
 * stride + n. */

/* from: the first moment of a node, stride before the next one; turn -1: the population of the opposite direction. */
SITE_FUNC REAL SITE(population_of)(const SCALAR *from, size_t stride, SCALAR turn, const int i)
{
  SCALAR m[MOMENTS] = {0};
  m[0] = FETCH(from);
  LBM_UNROLL
  for (int a = 0; a < 3; a++) {
    if (lbm_c[i][a]) {
      m[1 + a] = turn * FETCH(from + (size_t)(1 + a) * stride);
      m[4 + a] = FETCH(from + (size_t)(4 + a) * stride);
    }
    if (MOMENTS_CROSS(i, a) != 0)
      m[MOMENTS_PAIR + a] = FETCH(from + (size_t)(MOMENTS_PAIR + a) * stride);
  }
  return SITE(population)(m, i);
}

SITE_FUNC void SITE(gather_moments)(const struct sparse_pass *p, const uint32_t at[3], uint32_t n,
                                    struct SITE(arrived) * s)
{
  const SCALAR *from = (const SCALAR *)p->from + n;
  struct SITE(beside) b[3];
  SITE(beside_all)(b, p, at);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    SITE(add_population)(s, SITE(population_of)(from + SITE(away)(b, i, 0, 2, -1), p->stride, 1, i), i);
}

SITE_FUNC void SITE(update_moments)(const struct sparse_pass *p, const uint32_t at[3], const struct SITE(rates) * k,
                                    const int mode)
{
  const uint32_t n = SITE(place_of)(p, at);
  struct SITE(arrived) s = {0, {0}, {0}, {0}};
  SCALAR m[MOMENTS] = {0}, *values = (SCALAR *)p->values;
  if (mode == SPARSE_BGK) {
    SITE(gather_moments)(p, at, n, &s);
    SITE(relax_arrived)(m, &s, (SCALAR)1 - k->even);
  }
  LBM_UNROLL
  for (int v = 0; v < MOMENTS; v++) {
    const size_t place = (size_t)v * p->stride + n, at_node = (size_t)n * MOMENTS + (size_t)v;
    if (mode == SPARSE_GET)
      values[at_node] = ((const SCALAR *)p->from)[place];
    else
      ((SCALAR *)p->to)[place] = mode == SPARSE_PUT ? values[at_node] : m[v];
  }
}
