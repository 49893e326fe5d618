/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of two papers as they describe them, types and bits of sparse.h, and moments-tiles, which no paper has.
 * Include after arrangement.h, sparse_kernels.h and sparse_moments.h. */

/* The nodes of a tile and one layer around it. */
enum { SPARSE_AROUND = 6 };
#define SPARSE_PLACE(x, y, z) ((x) + 1 + SPARSE_AROUND * ((y) + 1 + SPARSE_AROUND * ((z) + 1)))

/* ---- types: tiles whose nodes have types ---------------------------------------------------- */

/* Entry `at` of the types around a tile. */
SITE_FUNC uint16_t SITE(type_around)(const struct sparse_pass *p, const int32_t near[TILE_WAYS], int at)
{
  const int x = at % SPARSE_AROUND - 1, y = at / SPARSE_AROUND % SPARSE_AROUND - 1,
            z = at / (SPARSE_AROUND * SPARSE_AROUND) - 1;
  const int32_t tile = near[lbm_way(x, y, z)];
  return tile < 0 ? 0 : FETCH(p->type + (size_t)tile * SPARSE_NODES + lbm_node(x, y, z));
}

/* A population comes from its neighbour, unless that is solid: then what the node sent returns. */
SITE_FUNC void SITE(gather_types)(const struct sparse_pass *p, uint32_t tile, int n, const int32_t near[TILE_WAYS],
                                  const uint16_t *type, SCALAR f[LBM_Q])
{
  const SCALAR *from = (const SCALAR *)p->from;
  const int x = n & 3, y = n >> 2 & 3, z = n >> 4;
#define GATHER(i, cx, cy, cz, o, w)                                                                       \
  {                                                                                                       \
    const int sx = x - (cx), sy = y - (cy), sz = z - (cz);                                                \
    const bool there = i == 0 || type[SPARSE_PLACE(sx, sy, sz)];                                          \
    const uint32_t source = there && i ? (uint32_t)near[lbm_way(sx, sy, sz)] : tile;                      \
    const int place =                                                                                     \
        there ? i * SPARSE_NODES + lbm_slot(i, lbm_node(sx, sy, sz)) : o * SPARSE_NODES + lbm_slot(o, n); \
    f[i] = FETCH(from + (size_t)source * LBM_Q * SPARSE_NODES + place);                                   \
  }
  LBM_D3Q19(GATHER)
#undef GATHER
}

SITE_FUNC void SITE(store_types)(const struct sparse_pass *p, uint32_t tile, int n, const SCALAR f[LBM_Q])
{
  SCALAR *to = (SCALAR *)p->to + (size_t)tile * LBM_Q * SPARSE_NODES;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[i * SPARSE_NODES + lbm_slot(i, n)] = f[i];
}

/* ---- moments in tiles with walls ------------------------------------------------------------- */

/* As types, with ten moments a node in rows; what a wall returns follows from the moments of the node itself. */
SITE_FUNC void SITE(update_moment_tile)(const struct sparse_pass *p, uint32_t tile, int n,
                                        const int32_t near[TILE_WAYS], const uint16_t *type,
                                        const struct SITE(rates) * k, const int mode)
{
  const SCALAR *from = (const SCALAR *)p->from;
  const size_t size = (size_t)MOMENTS * SPARSE_NODES, own = tile * size + (size_t)n;
  const int x = n & 3, y = n >> 2 & 3, z = n >> 4;
  struct SITE(arrived) s = {0, {0}, {0}, {0}};
  SCALAR m[MOMENTS] = {0}, *values = (SCALAR *)p->values;
  if (mode == SPARSE_BGK) {
#define GATHER(i, cx, cy, cz, o, w)                                                         \
  {                                                                                         \
    const int sx = x - (cx), sy = y - (cy), sz = z - (cz);                                  \
    const bool there = i == 0 || type[SPARSE_PLACE(sx, sy, sz)];                            \
    const uint32_t source = there && i ? (uint32_t)near[lbm_way(sx, sy, sz)] : tile;        \
    const SCALAR *at = from + (there ? source * size + (size_t)lbm_node(sx, sy, sz) : own); \
    const REAL f = SITE(population_of)(at, SPARSE_NODES, (SCALAR)(there ? 1 : -1), i);      \
    SITE(add_population)(&s, f, i);                                                         \
  }
    LBM_D3Q19(GATHER)
#undef GATHER
    SITE(relax_arrived)(m, &s, (SCALAR)1 - k->even);
  }
  LBM_UNROLL
  for (int v = 0; v < MOMENTS; v++) {
    const size_t place = own + (size_t)v * SPARSE_NODES,
                 at_node = ((size_t)tile * SPARSE_NODES + (size_t)n) * MOMENTS + (size_t)v;
    if (mode == SPARSE_GET)
      values[at_node] = from[place];
    else
      ((SCALAR *)p->to)[place] = mode == SPARSE_PUT ? values[at_node] : m[v];
  }
}

/* ---- bits: an array over the box with a field of bits for each node -------------------------- */

/* Cell of population i of the node that lies c back, among those of the row of the node. */
SITE_FUNC int64_t SITE(cell)(const struct sparse_pass *p, const struct SITE(beside) b[3], int64_t own, const int i)
{
  const int64_t row = (int64_t)p->grid[0];
  int64_t step = 0;
  LBM_UNROLL
  for (int a = 0; a < 3; a++)
    if (lbm_c[i][a])
      step += (a ? LBM_Q * (int64_t)b[a].step[lbm_c[i][a] < 0] : (int64_t)b[a].step[lbm_c[i][a] < 0]);
  return own + i * row + step;
}

/* Reads all populations, those of solid nodes too, among which are the wall distances; then closes the cut links with
 * two populations of the node more for each. `at`: the node of the box. Returns false at a solid node. */
SITE_FUNC bool SITE(gather_bits)(const struct sparse_pass *p, const uint32_t at[3], SCALAR f[LBM_Q])
{
  const uint32_t *size = p->grid;
  const int64_t line = at[1] + (int64_t)size[1] * at[2], own = at[0] + (int64_t)size[0] * LBM_Q * line;
  const uint32_t bits = FETCH(p->bits + at[0] + (int64_t)size[0] * line);
  if (bits & 1)
    return false;
  const SCALAR *from = (const SCALAR *)p->from;
  const struct SITE(beside)
      b[3] = {SITE(beside_of)(at[0], size[0], true, 1), SITE(beside_of)(at[1], size[1], true, (int32_t)size[0]),
              SITE(beside_of)(at[2], size[2], true, (int32_t)(size[0] * size[1]))};
  f[0] = FETCH(from + own);
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    f[i] = FETCH(from + SITE(cell)(p, b, own, i));
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (bits >> i & 1) {
      const int o = lbm_opposite[i];
      const SCALAR q = f[o], sent = FETCH(from + own + i * (int64_t)size[0]),
                   back = FETCH(from + own + o * (int64_t)size[0]);
      f[o] = q < (SCALAR)0.5 ? 2 * q * sent + (1 - 2 * q) * f[i] : (sent + (2 * q - 1) * back) / (2 * q);
    }
  return true;
}

SITE_FUNC void SITE(store_bits)(const struct sparse_pass *p, const uint32_t at[3], const SCALAR f[LBM_Q])
{
  SCALAR *to = (SCALAR *)p->to + at[0] + (int64_t)p->grid[0] * LBM_Q * (at[1] + (int64_t)p->grid[1] * at[2]);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[i * (int64_t)p->grid[0]] = f[i];
}

SITE_FUNC void SITE(update_bits)(const struct sparse_pass *p, const uint32_t at[3], const struct SITE(rates) * k,
                                 const int mode)
{
  SCALAR f[LBM_Q];
  if (!SITE(gather_bits)(p, at, f))
    return;
  const uint32_t n = mode == SPARSE_PUT || mode == SPARSE_GET
                         ? (uint32_t)p->number[at[0] + (int64_t)p->grid[0] * (at[1] + (int64_t)p->grid[1] * at[2])]
                         : 0;
  SITE(change)(p, n, f, k, mode);
  if (mode != SPARSE_GET)
    SITE(store_bits)(p, at, f);
}
