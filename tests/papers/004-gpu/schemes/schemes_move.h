/* SPDX-License-Identifier: BSD-3-Clause */
/* What one thread does. Include after site.h; define FETCH(p), which reads a value. collision: enum
 * lbm_relaxation_kind. Populations that come from beyond the cavity, at nodes of walls, are 0. */
SITE_FUNC bool SITE(within)(int x, int side)
{
  return x >= 0 && x < side;
}

/* The populations h of the equilibrium at density 1 and the velocity of the lid. */
SITE_FUNC void SITE(ride)(SCALAR f[LBM_Q])
{
#define RIDE(i, cx, cy, cz, o, w) \
  f[i] =                          \
      (SCALAR)(w / 36. *          \
               (3 * cx * SCHEMES_LID + 4.5 * cx * cx * SCHEMES_LID * SCHEMES_LID - 1.5 * SCHEMES_LID * SCHEMES_LID));
  LBM_D3Q19(RIDE)
#undef RIDE
}

SITE_FUNC void SITE(swap_all)(SCALAR f[LBM_Q])
{
#define SWAP(i, cx, cy, cz, o, w) \
  if (i < o) {                    \
    const SCALAR t = f[i];        \
    f[i] = f[o], f[o] = t;        \
  }
  LBM_D3Q19(SWAP)
#undef SWAP
}

SITE_FUNC void SITE(move_split)(const struct schemes_pass *p, int x, int y, int z, const struct SITE(rates) * k,
                                const int collision)
{
  const int side = p->side;
  const ptrdiff_t all = (ptrdiff_t)side * side * side, n = x + (ptrdiff_t)side * (y + (ptrdiff_t)side * z);
  const SCALAR *from = (const SCALAR *)p->from + n;
  SCALAR *to = (SCALAR *)p->to + n, f[LBM_Q];
#define READ(i, cx, cy, cz, o, w) f[i] = cx == 0 || SITE(within)(x - (cx), side) ? FETCH(from + i * all - (cx)) : 0;
  LBM_D3Q19(READ)
#undef READ
  if (z == side - 1)
    SITE(ride)(f);
  else if (x == 0 || x == side - 1 || y == 0 || y == side - 1 || z == 0)
    SITE(swap_all)(f);
  else
    SITE(collide)(f, k, collision, LBM_QUASI);
#define WRITE(i, cx, cy, cz, o, w)                                                            \
  if ((cy == 0 || SITE(within)(y + (cy), side)) && (cz == 0 || SITE(within)(z + (cz), side))) \
    to[i * all + (cy) * (ptrdiff_t)side + (cz) * (ptrdiff_t)side * side] = f[i];
  LBM_D3Q19(WRITE)
#undef WRITE
}

SITE_FUNC void SITE(move_reversed)(const struct schemes_pass *p, int x, int y, int z, const struct SITE(rates) * k,
                                   const int collision)
{
  const int side = p->side;
  const ptrdiff_t all = (ptrdiff_t)side * side * side, n = x + (ptrdiff_t)side * (y + (ptrdiff_t)side * z);
  const SCALAR *from = (const SCALAR *)p->from + n;
  SCALAR *to = (SCALAR *)p->to + n, f[LBM_Q];
#define READ(i, cx, cy, cz, o, w)                                                                                      \
  {                                                                                                                    \
    const bool inside = (cx == 0 || SITE(within)(x - (cx), side)) && (cy == 0 || SITE(within)(y - (cy), side)) &&      \
                        (cz == 0 || SITE(within)(z - (cz), side));                                                     \
    f[i] = FETCH(from + (inside ? i * all - (cx) - (cy) * (ptrdiff_t)side - (cz) * (ptrdiff_t)side * side : o * all)); \
    if (cz < 0 && cx != 0 && z == side - 1)                                                                            \
      f[i] += (SCALAR)(w / 6. * cx * SCHEMES_LID);                                                                     \
  }
  LBM_D3Q19(READ)
#undef READ
  SITE(collide)(f, k, collision, LBM_QUASI);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[i * all] = f[i];
}

/* The population i = -c that leaves the cavity is the opposite one of this node in the next step. */
SITE_FUNC void SITE(move_push)(const struct schemes_pass *p, int x, int y, int z, const struct SITE(rates) * k,
                               const int collision)
{
  const int side = p->side;
  const ptrdiff_t all = (ptrdiff_t)side * side * side, n = x + (ptrdiff_t)side * (y + (ptrdiff_t)side * z);
  const SCALAR *from = (const SCALAR *)p->from + n;
  SCALAR *to = (SCALAR *)p->to + n, f[LBM_Q];
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    f[i] = FETCH(from + i * all);
  SITE(collide)(f, k, collision, LBM_QUASI);
#define WRITE(i, cx, cy, cz, o, w)                                                                                \
  {                                                                                                               \
    const bool inside = (cx == 0 || SITE(within)(x + (cx), side)) && (cy == 0 || SITE(within)(y + (cy), side)) && \
                        (cz == 0 || SITE(within)(z + (cz), side));                                                \
    if (cz > 0 && cx != 0 && z == side - 1)                                                                       \
      f[i] -= (SCALAR)(w / 6. * (cx)*SCHEMES_LID);                                                                \
    to[inside ? i * all + (cx) + (cy) * (ptrdiff_t)side + (cz) * (ptrdiff_t)side * side : o * all] = f[i];        \
  }
  LBM_D3Q19(WRITE)
#undef WRITE
}

/* Population i lies where it arrives along x, on a ring; one that comes from beyond a wall is the opposite one of this node. */
SITE_FUNC void SITE(move_exchange)(const struct schemes_pass *p, int x, int y, int z, const struct SITE(rates) * k,
                                   const int collision)
{
  const int side = p->side, first = x - x % p->width, place = x % p->width;
  const ptrdiff_t all = (ptrdiff_t)side * side * side, row = (ptrdiff_t)side * (y + (ptrdiff_t)side * z);
  const SCALAR *from = (const SCALAR *)p->from + row;
  SCALAR *to = (SCALAR *)p->to + row + first, f[LBM_Q];
#define READ(i, cx, cy, cz, o, w)                                                                                   \
  {                                                                                                                 \
    const bool inside = (cx == 0 || SITE(within)(x - (cx), side)) && (cy == 0 || SITE(within)(y - (cy), side)) &&   \
                        (cz == 0 || SITE(within)(z - (cz), side));                                                  \
    const int back = x - (cx) < 0 ? side - 1 : x - (cx) == side ? 0 : x - (cx);                                     \
    f[i] = FETCH(from +                                                                                             \
                 (inside ? i * all + x - (cy) * (ptrdiff_t)side - (cz) * (ptrdiff_t)side * side : o * all + back)); \
    if (cz < 0 && cx != 0 && z == side - 1)                                                                         \
      f[i] += (SCALAR)(w / 6. * cx * SCHEMES_LID);                                                                  \
  }
  LBM_D3Q19(READ)
#undef READ
  SITE(collide)(f, k, collision, LBM_QUASI);
#define WRITE(i, cx, cy, cz, o, w) \
  to[i * all + (place + (cx) < 0 ? p->width - 1 : place + (cx) == p->width ? 0 : place + (cx))] = f[i];
  LBM_D3Q19(WRITE)
#undef WRITE
}

/* The second kernel: of row `row` and population i, the values that left the blocks move on by one block. */
SITE_FUNC void SITE(exchange)(const struct schemes_pass *p, ptrdiff_t row, int i)
{
  const int side = p->side, width = p->width, way = lbm_c[i][0];
  SCALAR *at = (SCALAR *)p->to + i * (ptrdiff_t)side * side * side + row * side + (way > 0 ? 0 : width - 1);
  SCALAR held = way > 0 ? at[side - width] : at[0];
  for (int n = 0; n < side; n += width) {
    SCALAR *value = at + (way > 0 ? n : side - width - n);
    const SCALAR next = *value;
    *value = held;
    held = next;
  }
}

SITE_FUNC void SITE(move)(const struct schemes_pass *p, int x, int y, int z, const struct SITE(rates) * k,
                          const int scheme, const int collision)
{
  if (scheme == SCHEMES_SPLIT)
    SITE(move_split)(p, x, y, z, k, collision);
  else if (scheme == SCHEMES_REVERSED)
    SITE(move_reversed)(p, x, y, z, k, collision);
  else if (scheme == SCHEMES_PUSH)
    SITE(move_push)(p, x, y, z, k, collision);
  else
    SITE(move_exchange)(p, x, y, z, k, collision);
}
