// SPDX-License-Identifier: BSD-3-Clause
/* D2Q9 in one precision (SCALAR, TABLE): one thread per node, one block of threads per block of nodes. */
#include "cuda_plane_kernels.h"

#define DEVICE static __device__ __forceinline__
#define SITE(name) name
#define SITE_FUNC DEVICE
#define REAL SCALAR
#include "site.h"
#include "site_plane.h"
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"
#undef REAL
#undef SITE
#undef SITE_FUNC

enum { PROPAGATE = LBM_EQUILIBRIA }; /* no collision */

/* Returns the place that population i of a node comes from if a neighbouring node sends it. */
DEVICE size_t place_beside(const lbm_plane_block &b, int i, int x, int y)
{
  int column = x - lbm_plane_c[i][0], row = y - lbm_plane_c[i][1], way = 4;
  if (lbm_plane_c[i][0] > 0 && column < 0)
    column = b.before[0], way -= 1;
  if (lbm_plane_c[i][0] < 0 && column > b.last[0])
    column = 0, way += 1;
  if (lbm_plane_c[i][1] > 0 && row < 0)
    row = b.before[1], way -= 3;
  if (lbm_plane_c[i][1] < 0 && row > b.last[1])
    row = 0, way += 3;
  return ((size_t)b.near[way] * LBM_PLANE_Q + i) * LBM_PLANE_NODES + LBM_PLANE_EDGE * row + column;
}

/* Gathers the populations of a node. Bit i of `back`: population i bounces back. */
DEVICE void gather(SCALAR p[LBM_PLANE_Q], const lbm_plane_block &b, const SCALAR *from, size_t own, uint32_t back,
                   int x, int y)
{
#pragma unroll
  for (int i = 0; i < LBM_PLANE_Q; i++) {
    const size_t there = back >> i & 1 ? own + lbm_plane_opposite[i] * LBM_PLANE_NODES : place_beside(b, i, x, y);
    p[i] = __ldg(from + there);
  }
}

DEVICE uint32_t back_of(const lbm_plane_block &b, int x, int y)
{
  uint32_t back = 0;
#pragma unroll
  for (int i = 1; i < LBM_PLANE_Q; i++)
    back |= (b.back[i][y] >> x & 1) << i;
  return back;
}

/* A block of threads waits for its block of nodes before it can load anything else; therefore the block of nodes that
 * lies so far ahead is prefetched. */
enum { BLOCKS_AHEAD = 1500 };

DEVICE void ask_ahead(const struct lbm_cuda_plane_step &pass, uint32_t block)
{
#if __CUDA_ARCH__ >= 900
  if (threadIdx.x == 0 && block + BLOCKS_AHEAD < pass.plane.blocks) {
    const size_t ahead = (size_t)(pass.plane.block + block + BLOCKS_AHEAD) / 16 * 16;
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(ahead),
                 "r"((uint32_t)(sizeof(lbm_plane_block) + 15) / 16 * 16));
  }
#endif
}

DEVICE void close(SCALAR p[LBM_PLANE_Q], const struct lbm_cuda_plane_step &pass, uint32_t block, int n,
                  const struct rates &k, bool after)
{
  for (uint32_t i = pass.plane.boundary_begin[block]; i < pass.plane.boundary_begin[block + 1]; i++) {
    const lbm_boundary_node *s = pass.plane.boundary + i;
    SCALAR f[LBM_Q];
    if (s->column != n || (s->boundary > LBM_INTERPOLATED) != after)
      continue;
    unfold(f, p);
    close_node(f, s, pass.plane.condition + s->condition, &k, pass.equilibrium);
    fold(p, f);
  }
}

/* Returns the links of a node that interpolated walls cut; *q becomes their distances. */
DEVICE unsigned cut_links(const struct lbm_cuda_plane_step &pass, const lbm_plane_block &b, int n, const uint16_t **q)
{
  if (!b.cuts)
    return 0;
  const struct lbm_plane_cuts &c = pass.plane.cut_block[b.cuts - 1];
  const uint32_t node = c.node[n];
  *q = pass.plane.q + c.first + LBM_PLANE_FIRST(node);
  return LBM_PLANE_LINKS(node);
}

/* Gathers the populations of a thread's node. odd: updates a block only if it has boundary nodes or cut links; else only
 * if it has none. Returns whether the node is to be updated. */
template <bool odd>
DEVICE bool gather_node(SCALAR p[LBM_PLANE_Q], const struct lbm_cuda_plane_step &pass, uint32_t block)
{
  const lbm_plane_block &b = pass.plane.block[block];
  const int n = threadIdx.x, x = n % LBM_PLANE_EDGE, y = n / LBM_PLANE_EDGE;
  const unsigned long long bad = *pass.bad;
  const uint32_t fluid = b.fluid[y], back = back_of(b, x, y);
  if (!odd)
    ask_ahead(pass, block);
  if ((b.bounded || b.cuts) != odd || !(fluid >> x & 1) || bad >> 32 < pass.step)
    return false;
  gather(p, b, (const SCALAR *)pass.from, (size_t)block * LBM_PLANE_Q * LBM_PLANE_NODES + n, back, x, y);
  return true;
}

DEVICE void leave_node(const SCALAR p[LBM_PLANE_Q], const struct lbm_cuda_plane_step &pass, uint32_t block)
{
  SCALAR *to = (SCALAR *)pass.to + (size_t)block * LBM_PLANE_Q * LBM_PLANE_NODES + threadIdx.x;
#pragma unroll
  for (int i = 0; i < LBM_PLANE_Q; i++)
    to[i * LBM_PLANE_NODES] = p[i];
  if (!(p[0] > -1 && p[0] < 1))
    atomicMin(pass.bad, (unsigned long long)pass.step << 32 | block);
}

template <int relaxation, int equilibrium>
static __global__ void __launch_bounds__(LBM_PLANE_NODES, 4)
    step_blocks(const struct lbm_cuda_plane_step pass, const struct rates k)
{
  SCALAR p[LBM_PLANE_Q];
  if (!gather_node<false>(p, pass, blockIdx.x))
    return;
  if (equilibrium < PROPAGATE)
    collide_plane(p, &k, relaxation, equilibrium);
  leave_node(p, pass, blockIdx.x);
}

/* Relaxation, equilibrium and the rule of walls are chosen at run time in the few odd blocks, so that there is only one
 * such kernel. */
DEVICE void collide_as(SCALAR p[LBM_PLANE_Q], const struct rates &k, int relaxation, int equilibrium)
{
#define CASE(r, e)              \
  case LBM_EQUILIBRIA *r + e:   \
    collide_plane(p, &k, r, e); \
    break;
  switch (LBM_EQUILIBRIA * relaxation + equilibrium) {
    CASE(0, 0) CASE(0, 1) CASE(0, 2) CASE(1, 0) CASE(1, 1) CASE(1, 2)
  }
#undef CASE
}

template <bool collides>
static __global__ void __launch_bounds__(LBM_PLANE_NODES, 2)
    step_odd(const struct lbm_cuda_plane_step pass, const struct rates k)
{
  const uint32_t block = pass.plane.odd[blockIdx.x];
  SCALAR p[LBM_PLANE_Q];
  if (!gather_node<true>(p, pass, block))
    return;
  if (collides) {
    const uint16_t *q = nullptr;
    const unsigned links = cut_links(pass, pass.plane.block[block], threadIdx.x, &q);
#pragma unroll 1
    for (int after = 0; after < 2; after++) {
      close(p, pass, block, threadIdx.x, k, after);
      if (!after)
        close_plane_cuts(p, q, links, pass.plane.walls);
    }
    collide_as(p, k, pass.relaxation, pass.equilibrium);
    store_plane_cuts(p, q, links, pass.plane.walls);
  }
  leave_node(p, pass, block);
}

/* Measures the cost of reading and writing alone: all signs change. */
static __global__ void __launch_bounds__(LBM_PLANE_NODES) flip_blocks(const struct lbm_cuda_plane_step pass)
{
  const size_t own = (size_t)blockIdx.x * LBM_PLANE_Q * LBM_PLANE_NODES + threadIdx.x;
  SCALAR p[LBM_PLANE_Q];
  if (!(pass.plane.block[blockIdx.x].fluid[threadIdx.x / LBM_PLANE_EDGE] >> threadIdx.x % LBM_PLANE_EDGE & 1))
    return;
#pragma unroll
  for (int i = 0; i < LBM_PLANE_Q; i++)
    p[i] = __ldg((const SCALAR *)pass.from + own + i * LBM_PLANE_NODES);
#pragma unroll
  for (int i = 0; i < LBM_PLANE_Q; i++)
    ((SCALAR *)pass.to)[own + i * LBM_PLANE_NODES] = -p[i];
}

typedef void kernel(const struct lbm_cuda_plane_step pass, const struct rates k);
/* clang-format off */
#define STEPS(r) {step_blocks<r, 0>, step_blocks<r, 1>, step_blocks<r, 2>}
static kernel *const steps[LBM_LOCAL][LBM_EQUILIBRIA] = {STEPS(LBM_TWO_RATES), STEPS(LBM_MOMENTS)};
/* clang-format on */
#undef STEPS

static cudaError_t launch_step(const struct lbm_cuda_plane_step *pass, cudaStream_t stream)
{
  const struct rates k = rates_of(&pass->rates);
  const bool collides = pass->mode == LBM_STEP;
  kernel *step = collides ? steps[pass->relaxation][pass->equilibrium] : step_blocks<LBM_TWO_RATES, PROPAGATE>;
  if (pass->mode == LBM_READ_WRITE) {
    flip_blocks<<<pass->plane.blocks, LBM_PLANE_NODES, 0, stream>>>(*pass);
    return cudaGetLastError();
  }
  step<<<pass->plane.blocks, LBM_PLANE_NODES, 0, stream>>>(*pass, k);
  if (pass->plane.odds)
    (collides ? step_odd<true> : step_odd<false>)<<<pass->plane.odds, LBM_PLANE_NODES, 0, stream>>>(*pass, k);
  return cudaGetLastError();
}

/* One thread per tile of the domain adds up its nodes in their order, in double precision, as lbm_plane_totals does. */
static __global__ void total_tiles(const struct lbm_cuda_plane_step pass, struct lbm_cuda_sums *sums)
{
  const uint32_t tile = blockIdx.x * blockDim.x + threadIdx.x;
  if (tile >= pass.plane.tiles)
    return;
  struct lbm_cuda_sums s = {};
  struct rates k = {};
  for (int a = 0; a < 3; a++)
    k.force[a] = (SCALAR)-pass.rates.force[a];
  for (uint64_t n = pass.plane.first[tile]; n < pass.plane.first[tile + 1]; n++) {
    SCALAR p[LBM_PLANE_Q];
    struct moments m;
    const uint32_t place = pass.plane.place[n], block = place / (LBM_PLANE_Q * LBM_PLANE_NODES);
    const uint16_t *q = nullptr;
    const unsigned links = cut_links(pass, pass.plane.block[block], place % (LBM_PLANE_Q * LBM_PLANE_NODES), &q);
#pragma unroll
    for (int i = 0; i < LBM_PLANE_Q; i++)
      p[i] = ((const SCALAR *)pass.from)[place + i * LBM_PLANE_NODES];
    restore_plane_cuts(p, q, links, pass.plane.walls);
    measure_plane(&m, p, &k, pass.equilibrium);
    const double u = m.u[0], v = m.u[1], speed = sqrt(u * u + v * v);
    s.mass += m.rho;
    s.velocity[0] += u;
    s.velocity[1] += v;
    s.speed += speed;
    s.fastest = fmax(s.fastest, speed);
  }
  sums[tile] = s;
}

static cudaError_t launch_totals(const struct lbm_cuda_plane_step *pass, struct lbm_cuda_sums *sums,
                                 cudaStream_t stream)
{
  enum { THREADS = 64 };
  total_tiles<<<(pass->plane.tiles + THREADS - 1) / THREADS, THREADS, 0, stream>>>(*pass, sums);
  return cudaGetLastError();
}

static cudaError_t usable(void)
{
  struct cudaFuncAttributes a;
  return cudaFuncGetAttributes(&a, flip_blocks);
}

const struct lbm_cuda_plane_kernels TABLE = {launch_step, launch_totals, usable};
