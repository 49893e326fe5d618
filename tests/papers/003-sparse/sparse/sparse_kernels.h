/* SPDX-License-Identifier: BSD-3-Clause */
/* The work of one thread, on SCALAR, for both GPU and CPU: include after site.h, with SITE and SITE_FUNC as there and
 *   FETCH(p)   *p, of an array that nobody writes during the kernel
 * kernel and mode are constants at each call. */

/* ---- incoming populations ---------------------------------------------------------------- */

SITE_FUNC void SITE(gather_own)(const struct sparse_pass *p, uint32_t n, SCALAR f[LBM_Q])
{
  const SCALAR *from = (const SCALAR *)p->from;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    f[i] = from[(size_t)i * p->stride + n];
}

SITE_FUNC void SITE(gather_cm)(const struct sparse_pass *p, uint32_t n, SCALAR f[LBM_Q])
{
  const SCALAR *from = (const SCALAR *)p->from;
  f[0] = FETCH(from + n);
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    f[i] = FETCH(from + FETCH(p->source + (size_t)(i - 1) * p->stride + n));
}

/* Offsets in the box to the two neighbours of a node along an axis. */
struct SITE(beside) {
  int32_t step[2]; /* -1, +1 */
  bool there[2];
};

SITE_FUNC struct SITE(beside) SITE(beside_of)(uint32_t at, uint32_t size, bool wraps, int32_t step)
{
  const bool first = at == 0, last = at + 1 == size;
  const int32_t round = ((int32_t)size - 1) * step;
  struct SITE(beside) b;
  b.step[0] = first ? round : -step;
  b.step[1] = last ? -round : step;
  b.there[0] = !first || wraps;
  b.there[1] = !last || wraps;
  return b;
}

/* at: place in the box; n: the number of that node. */
SITE_FUNC void SITE(gather_fia)(const struct sparse_pass *p, uint32_t at, uint32_t n, SCALAR f[LBM_Q])
{
  const SCALAR *from = (const SCALAR *)p->from;
  const uint32_t row = at / p->grid[0], y = row % p->grid[1], z = row / p->grid[1], nx = p->grid[0];
  const struct SITE(beside) b[3] = {SITE(beside_of)(at - row * nx, nx, p->wraps[0], 1),
                                    SITE(beside_of)(y, p->grid[1], p->wraps[1], (int32_t)nx),
                                    SITE(beside_of)(z, p->grid[2], p->wraps[2], (int32_t)(nx * p->grid[1]))};
  f[0] = FETCH(from + n);
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    int32_t step = 0, source = -1;
    bool there = true;
    LBM_UNROLL
    for (int a = 0; a < 3; a++)
      if (lbm_c[i][a]) {
        step += b[a].step[lbm_c[i][a] < 0];
        there = there && b[a].there[lbm_c[i][a] < 0];
      }
    if (there)
      source = FETCH(p->number + (int32_t)at + step);
    f[i] = FETCH(from +
                 (source >= 0 ? (size_t)i * p->stride + (uint32_t)source : (size_t)lbm_opposite[i] * p->stride + n));
  }
}

SITE_FUNC void SITE(store)(const struct sparse_pass *p, uint32_t n, const SCALAR f[LBM_Q])
{
  SCALAR *to = (SCALAR *)p->to;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[(size_t)i * p->stride + n] = f[i];
}

/* ---- tiles with ghost buffers ------------------------------------------------------------- */

/* Place in the ghost buffer of a face across `axis`. */
SITE_FUNC int SITE(in_face)(int x, int y, int z, int axis)
{
  return axis == 0 ? y + 4 * z : axis == 1 ? x + 4 * z : x + 4 * y;
}

/* Does a step of c from `at` leave the tile? */
SITE_FUNC bool SITE(leaves)(int at, int c)
{
  return c > 0 ? at == 3 : c < 0 && at == 0;
}

/* Reads each incoming population from a ghost buffer or from the tile with one load, so that all loads can be in flight
 * together. Returns the bits of directions from which nothing is sent, beyond the tile: the node's own population
 * bounces back, and is stored in their place. */
SITE_FUNC uint32_t SITE(gather_tgb)(const struct sparse_pass *p, uint32_t thread, SCALAR f[LBM_Q])
{
  const uint32_t tile = thread / SPARSE_NODES, n = thread % SPARSE_NODES;
  const int at[3] = {(int)(n & 3), (int)(n >> 2 & 3), (int)(n >> 4)};
  const SCALAR *own = (const SCALAR *)p->from + (size_t)tile * LBM_Q * SPARSE_NODES + n;
  const SCALAR *ghost = (const SCALAR *)p->ghost;
  const int32_t *index = p->index + (size_t)tile * SPARSE_INDICES;
  uint32_t closed = 0;
  f[0] = own[0];
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    const int a = SPARSE_FIRST(lbm_c[i]), b = SPARSE_SECOND(lbm_c[i]);
    const int x = (at[0] - lbm_c[i][0]) & 3, y = (at[1] - lbm_c[i][1]) & 3, z = (at[2] - lbm_c[i][2]) & 3;
    const bool first = SITE(leaves)(at[a], -lbm_c[i][a]), second = i > 6 && SITE(leaves)(at[b], -lbm_c[i][b]);
    const int slot = !second ? SPARSE_READ(i, 0) : first ? SPARSE_READ(i, 2) : SPARSE_READ(i, 1);
    const int32_t buffer = first || second ? FETCH(index + slot) : -1;
    const SCALAR *face = ghost + (int64_t)buffer * SPARSE_FACE + SITE(in_face)(x, y, z, first ? a : b);
    f[i] = *(buffer >= 0 ? face : own + i * SPARSE_NODES);
    closed |= (uint32_t)((first || second) && buffer < 0) << i;
  }
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++)
    if (f[i] != f[i]) {
      closed |= (uint32_t)1 << i;
      f[i] = own[i * SPARSE_NODES];
    }
  return closed;
}

/* Stores into a ghost buffer, into the tile, or back at the node. */
SITE_FUNC void SITE(store_tgb)(const struct sparse_pass *p, uint32_t thread, const SCALAR f[LBM_Q], uint32_t closed)
{
  const uint32_t tile = thread / SPARSE_NODES, n = thread % SPARSE_NODES;
  const int at[3] = {(int)(n & 3), (int)(n >> 2 & 3), (int)(n >> 4)};
  const uint64_t mask = FETCH(p->mask + tile);
  SCALAR *own = (SCALAR *)p->to + (size_t)tile * LBM_Q * SPARSE_NODES, *ghost = (SCALAR *)p->next_ghost;
  const int32_t *index = p->index + (size_t)tile * SPARSE_INDICES;
  own[n] = f[0];
  LBM_UNROLL
  for (int i = 1; i < LBM_Q; i++) {
    const int a = SPARSE_FIRST(lbm_c[i]), b = SPARSE_SECOND(lbm_c[i]), o = lbm_opposite[i];
    const int to = (int)n + lbm_c[i][0] + 4 * lbm_c[i][1] + 16 * lbm_c[i][2];
    const bool first = SITE(leaves)(at[a], lbm_c[i][a]), second = i > 6 && SITE(leaves)(at[b], lbm_c[i][b]);
    const bool out = first || second, stays = !out && mask >> (to & 63) & 1;
    const int slot = first || i <= 6 ? SPARSE_WRITE(i, 0) : SPARSE_WRITE(i, 1);
    const int32_t buffer = out && !(closed >> o & 1) ? FETCH(index + slot) : -1;
    SCALAR *face = ghost + (int64_t)buffer * SPARSE_FACE + SITE(in_face)(at[0], at[1], at[2], first ? a : b);
    *(buffer >= 0 ? face : own + (stays ? i * SPARSE_NODES + to : o * SPARSE_NODES + (int)n)) = f[i];
  }
}

/* ---- changes between gathering and storing -------------------------------------------------- */

SITE_FUNC void SITE(change)(const struct sparse_pass *p, uint32_t thread, SCALAR f[LBM_Q], const struct SITE(rates) * k,
                            const int mode)
{
  SCALAR *values = (SCALAR *)p->values;
  const size_t at = (size_t)thread * LBM_Q;
  if (mode == SPARSE_BGK || mode == SPARSE_TRT)
    SITE(collide)(f, k, LBM_TWO_RATES, LBM_QUASI);
  if (mode == SPARSE_MRT)
    SITE(collide)(f, k, LBM_MOMENTS, LBM_QUASI);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q && mode == SPARSE_PUT; i++)
    f[i] = values[at + (size_t)i];
  LBM_UNROLL
  for (int i = 0; i < LBM_Q && mode == SPARSE_GET; i++)
    values[at + (size_t)i] = f[i];
}

/* For cm, fia and read/write. The threads of tiles wait for those of their tile between gathering and storing. */
SITE_FUNC void SITE(update)(const struct sparse_pass *p, uint32_t thread, const struct SITE(rates) * k,
                            const int kernel, const int mode)
{
  SCALAR f[LBM_Q];
  const int32_t n = kernel == SPARSE_FIA ? FETCH(p->number + thread) : (int32_t)thread;
  if (n < 0)
    return;
  if (kernel == SPARSE_FIA)
    SITE(gather_fia)(p, thread, (uint32_t)n, f);
  else if (kernel == SPARSE_CM)
    SITE(gather_cm)(p, (uint32_t)n, f);
  else
    SITE(gather_own)(p, (uint32_t)n, f);
  SITE(change)(p, (uint32_t)n, f, k, mode);
  if (mode != SPARSE_GET)
    SITE(store)(p, (uint32_t)n, f);
}
