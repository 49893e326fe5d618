/* SPDX-License-Identifier: BSD-3-Clause */
/* What one thread does: gathers the populations of a node of a tile, collides and stores. Include
 * after site.h; define FETCH(p), which reads a value. near: the neighbours of the tile. */
SITE_FUNC void SITE(move)(const struct layouts_pass *p, const int32_t *near, uint32_t tile, int node,
                          const struct SITE(rates) * k, const int arrangement, const int mode, const int relaxation,
                          const int equilibrium)
{
  const SCALAR *from = (const SCALAR *)p->from;
  SCALAR *to = (SCALAR *)p->to + (size_t)tile * LAYOUTS_VALUES, f[LBM_Q];
  const int x = node & 3, y = node >> 2 & 3, z = node >> 4;
#define GATHER(i, cx, cy, cz, o, w)                                                                          \
  {                                                                                                          \
    const int sx = x - (cx), sy = y - (cy), sz = z - (cz);                                                   \
    const int32_t there = i == 0 || mode == LBM_READ_WRITE ? (int32_t)tile : near[lbm_way(sx, sy, sz)];      \
    const int place = mode == LBM_READ_WRITE ? i * LAYOUTS_NODES + layouts_place(arrangement, i, node)       \
                      : there < 0            ? o * LAYOUTS_NODES + layouts_place(arrangement, o, node)       \
                                             : i * LAYOUTS_NODES + layouts_place(arrangement, i, lbm_node(sx, sy, sz)); \
    f[i] = FETCH(from + (size_t)(there < 0 ? tile : (uint32_t)there) * LAYOUTS_VALUES + place);              \
  }
  LBM_D3Q19(GATHER)
#undef GATHER
  if (mode == LBM_STEP)
    SITE(collide)(f, k, relaxation, equilibrium);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[i * LAYOUTS_NODES + layouts_place(arrangement, i, node)] = f[i];
}
