// SPDX-License-Identifier: BSD-3-Clause
/* The time step of one precision and layout: gather, apply boundary conditions, collide, store. STORE, SCALAR, HALVES
 * where STORE is lbm_half, and the layout of a cuda_layout_*.cuh file are defined before.
 *
 * One warp updates a tile. The masks and offsets of its neighbourhood are staged in shared memory, and so are the
 * values that a staged layout writes. A second kernel updates tiles with nodes of patches or with source lists, a few
 * in a hundred. Where interpolated walls cut links, a kernel that is otherwise the same takes the place of the first
 * (cuda_walls.cuh). Where tiles have few nodes or values have few bytes, a kernel takes its place that reads from lists
 * where populations come from (cuda_lists.cuh). */
#include "cuda_update.cuh"

enum { PROPAGATE = LBM_RELAXATIONS, READ_WRITE };

/* The kernels of LBM_LOCAL take the equilibrium as a parameter, and do not know whether nearly all nodes are fluid, so
 * that they are few. They exist where values are stored as they are computed. */
constexpr bool has_local = sizeof(STORE) == sizeof(SCALAR);

enum { WARPS = 2 }; /* per block */
/* With one copy a block takes successive places in the in-place order, and reports once that it has read. */
template <bool in_place> constexpr int warps_of = in_place ? LBM_CUDA_IN_PLACE : WARPS;

/* Warps on a multiprocessor at a time. Many warps keep the memory busy where tiles have solid nodes; a full domain
 * gains more from registers. These are as many as the collision allows without spilling (tests/flow/machine/cuda-spills.sh). */
constexpr int resident_of(int relaxation, int equilibrium, bool dense, bool walls, bool in_place)
{
  const bool local = relaxation == LBM_LOCAL, mrt = relaxation == LBM_MOMENTS || local,
             wide = dense && layout::staged && sizeof(STORE) == 8 && !mrt && !in_place;
  if (sizeof(STORE) == 2 && !walls && !in_place && !mrt)
    return 28;
  if (sizeof(STORE) == 4 && sizeof(SCALAR) == 4 && in_place && !walls && !mrt)
    return 28;
  if (sizeof(SCALAR) == 4)
    return mrt || walls || in_place ? 16 : !layout::staged && equilibrium == LBM_STOKES ? 20 : 24;
  return (walls && in_place) || wide || local || (mrt && (!layout::staged || walls || in_place)) ? 12 : 16;
}

constexpr int blocks_of(int relaxation, int equilibrium, bool dense, bool walls, bool in_place)
{
  return resident_of(relaxation, equilibrium, dense, walls, in_place) / (in_place ? warps_of<true> : WARPS);
}

/* Is the second node of a thread kept in shared memory while the first is updated? It is in kernels that would spill,
 * and with one copy where nearly all nodes are fluid. */
constexpr bool parks(int relaxation, bool dense, bool walls, bool in_place)
{
  return layout::staged && sizeof(SCALAR) == 8 &&
         (relaxation == LBM_MOMENTS || relaxation == LBM_LOCAL || walls || (dense && in_place) || sizeof(STORE) == 4);
}

/* ---- the workspace of a warp --------------------------------------------------------------- */

/* The shared memory of a warp: first the data that it reads by, then, in a staged layout, the values that it writes. */
template <bool walls> struct alignas(128) workspace {
  union {
    neighbourhood beside;
    STORE out[layout::staged ? 64 * LBM_Q : 1];
  };
  /* These are read again rather than kept in registers. */
  tile_masks own;
  uint32_t turn, wait; /* place in the in-place order, and groups to wait for: cuda_in_place.cuh */
  tile_cuts<walls> cuts;
};

/* ---- storing ------------------------------------------------------------------------------ */

/* Sectors that are written in parts cost at least twice as much. In a staged layout a tile is one run of values, which
 * is assembled in shared memory and written whole, with the padding of its last sector; other layouts have holes. */
DEVICE void put_together(STORE *out, uint32_t stride, const ranks &r, const position &at, int which,
                         const SCALAR f[LBM_Q])
{
#ifdef HALVES
  store_halves(out, f, [&](int i) { return own_offset(stride, r, i, at, which); });
#else
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    out[own_offset(stride, r, i, at, which)] = (STORE)f[i];
#endif
}

DEVICE void load_back(const STORE *out, uint32_t stride, const ranks &r, const position &at, int which, SCALAR f[LBM_Q])
{
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    f[i] = (SCALAR)widen(out[own_offset(stride, r, i, at, which)]);
}

/* ---- plain tiles -------------------------------------------------------------------------- */

/* Loads the data that a warp needs of its tile. Returns whether the whole neighbourhood is full. */
template <bool walls, bool in_place>
DEVICE bool stage_tile(workspace<walls> &w, cut_run &cut, const lbm_cuda_step &p, uint32_t turn, uint32_t lane)
{
  neighbourhood &n = w.beside;
  const uint4 neighbour = find_neighbour(p.domain, row_of<in_place>(p, turn), lane);
  prefetch_neighbourhood<in_place>(p, turn, lane);
  if constexpr (walls)
    cut = fetch_cuts(w.cuts, p.domain, row_of<in_place>(p, turn), lane);
  if (lane < 27)
    set_masks(n.tile[lane], neighbour);
  if (lane == LBM_SELF)
    w.own = n.tile[LBM_SELF];
  if (lane == 0)
    w.turn = turn;
  __syncwarp();
  return __all_sync(~0u, !(NEEDED >> lane & 1) || (neighbour.x & neighbour.y) == ~0u);
}

template <int relaxation>
DEVICE void gather_tile(const lbm_cuda_step &p, const neighbourhood &n, bool full, const position &at,
                        SCALAR f[2][LBM_Q])
{
  if (relaxation == READ_WRITE)
    gather_own((const STORE *)p.from, n.tile[LBM_SELF], at, f);
  else if (full)
    gather_full((const STORE *)p.from, n, at, f);
  else
    gather_any((const STORE *)p.from, n, at, f);
}

/* Updates one of the two nodes of a thread. */
template <int relaxation, int equilibrium, bool walls, bool in_place, bool parked>
DEVICE void update_node(workspace<walls> &w, STORE *out, const cut_run &cut, const lbm_cuda_step &p,
                        const struct rates &k, const position &at, int which, SCALAR f[LBM_Q])
{
  const uint32_t stride = w.own.half[0][0].w;
  const ranks r = ranks_of(w.own, at, which);
  const uint32_t column = layout::ranked ? r.rank[LBM_XYZ] : node_of(at, which);
  if (parked && which == 1)
    load_back(out, stride, r, at, 1, f);
  if constexpr (walls)
    if (cut.count)
      close_links(f, w.cuts, cut, p.domain.walls, column);
  if constexpr (relaxation < LBM_RELAXATIONS) {
    collide(f, &k, relaxation, relaxation == LBM_LOCAL ? p.equilibrium : equilibrium);
    report_bad<in_place>(p, w.turn, node_of(at, which), f);
  }
  if constexpr (walls)
    if (cut.count)
      store_links(f, w.cuts, cut, p.domain.walls, column);
  put_together(out, stride, r, at, which, f);
}

/* Updates a tile with a warp. walls: some tiles have links that walls cut. in_place: there is one copy of the
 * populations. It may be read through the read-only cache: each value is read before it is overwritten, and is not read
 * again in the time step. */
template <int relaxation, int equilibrium, bool walls, bool in_place, bool parked>
DEVICE void step_tile(workspace<walls> &w, order_of_block<in_place> &b, const lbm_cuda_step &p, const struct rates &k,
                      uint32_t turn, uint32_t lane)
{
  cut_run cut = {0, 0};
  const bool full = stage_tile<walls, in_place>(w, cut, p, turn, lane);
  if (!w.own.half[0][0].w) { /* another kernel updates boundary tiles */
    if constexpr (in_place)
      tell_read(b, p, lane);
    return;
  }
  const position at = position_of_lane(lane);
  SCALAR f[2][LBM_Q];
  gather_tile<relaxation>(p, w.beside, full, at, f);
  if constexpr (in_place)
    if (lane == 0)
      w.wait = groups_to_read(p, w.turn);
  __syncwarp(); /* w.out takes the place of the neighbourhood */
  if constexpr (walls)
    if (cut.count)
      count_cuts(w.cuts, cut, p.domain.walls, lane);
  STORE *out = layout::staged ? w.out : (STORE *)p.to + base_of(w.own.half[0][0]);
  if (parked && is_fluid(w.own, node_of(at, 1)))
    put_together(out, w.own.half[0][0].w, ranks_of(w.own, at, 1), at, 1, f[1]);
#pragma unroll
  for (int h = 0; h < 2; h++)
    if (is_fluid(w.own, node_of(at, h))) {
      update_node<relaxation, equilibrium, walls, in_place, parked>(w, out, cut, p, k, at, h, f[h]);
      asm volatile("" ::: "memory"); /* else all that the other node needs is kept in registers meanwhile */
    }
  lane = lane_now();
  if constexpr (in_place) {
    tell_read(b, p, lane);
    wait_until_read(p, w.wait, lane);
  }
  const half_mask own = w.own.half[0][0];
  if (layout::staged)
    write_run((STORE *)p.to + base_of(own), out, own.w * LBM_Q, lane);
  if constexpr (in_place)
    clear_ahead(p, w.turn, lane);
}

template <int relaxation, int equilibrium, bool walls, bool in_place, bool parked, int blocks>
__global__ void __launch_bounds__(32 * warps_of<in_place>, blocks)
    step_tiles(const lbm_cuda_step p, const struct rates k)
{
  __shared__ workspace<walls> space[warps_of<in_place>];
  __shared__ order_of_block<in_place> b;
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  uint32_t turn;
  if constexpr (in_place)
    turn = begin_in_place(b, p) + warp;
  else
    turn = blockIdx.x * warps_of<in_place> + warp;
  count_step(p);
  if (turn < p.domain.tiles)
    step_tile<relaxation, equilibrium, walls, in_place, parked>(space[warp], b, p, k, turn, lane);
}

/* ---- tiles with nodes of patches, or with source lists ---------------------------------------- */

DEVICE void gather_one(const STORE *from, const neighbourhood &n, int node, SCALAR f[LBM_Q])
{
  const int x = node & 3, y = node >> 2 & 3, z = node >> 4;
#define GATHER(i, cx, cy, cz, o, w)                                                                            \
  {                                                                                                            \
    const int sx = x - (cx), sy = y - (cy), sz = z - (cz), there = lbm_node(sx, sy, sz);                       \
    const tile_masks &t = n.tile[lbm_way(sx, sy, sz)], &own = n.tile[LBM_SELF];                                \
    f[i] = (SCALAR)widen(is_fluid(t, there) ? __ldg(from + base_of(t.half[0][0]) + place_of(t, i, there))      \
                                            : __ldg(from + base_of(own.half[0][0]) + place_of(own, o, node))); \
  }
  LBM_D3Q19(GATHER)
#undef GATHER
}

DEVICE void gather_listed(const STORE *from, const int32_t *source, uint32_t columns, const tile_masks &own, int node,
                          SCALAR f[LBM_Q])
{
  source += layout::ranked ? rank_in(own.half[0][node >> 5], node & 31) : node;
  from += base_of(own.half[0][0]);
  f[0] = widen(__ldg(from + place_of(own, 0, node)));
#pragma unroll
  for (int i = 1; i < LBM_Q; i++)
    f[i] = (SCALAR)widen(__ldg(from + __ldg(source + (size_t)(i - 1) * columns)));
}

/* Applies the boundary conditions of a node, in the order of LBM_BOUNDARY_ROWS. */
DEVICE void close_all(SCALAR f[LBM_Q], const lbm_cuda_step &p, const lbm_cuda_boundary_tile &c, int node,
                      const node_cuts &cuts, const struct rates &k)
{
  bool left = cuts.links;
  for (uint32_t s = c.first[node]; s < c.first[node + 1]; s++) {
    const lbm_boundary_node at = p.domain.boundary[c.boundary + s];
    if (at.boundary > LBM_INTERPOLATED && left) {
      close_cuts(f, cuts.wall_link, cuts.links, p.domain.walls);
      left = false;
    }
    close_node(f, &at, p.condition + at.condition, &k, p.equilibrium);
  }
  if (left)
    close_cuts(f, cuts.wall_link, cuts.links, p.domain.walls);
}

/* Relaxation and equilibrium are chosen at run time, so that there is only one such kernel. */
DEVICE void collide_as(SCALAR f[LBM_Q], const struct rates &k, int relaxation, int equilibrium)
{
#define CASE(r, e)            \
  case LBM_EQUILIBRIA *r + e: \
    collide(f, &k, r, e);     \
    break;
  if constexpr (has_local)
    if (relaxation == LBM_LOCAL)
      collide(f, &k, LBM_LOCAL, equilibrium);
  switch (LBM_EQUILIBRIA * relaxation + equilibrium) {
    CASE(0, 0) CASE(0, 1) CASE(0, 2) CASE(1, 0) CASE(1, 1) CASE(1, 2)
  }
#undef CASE
}

/* 64 threads, one per node. With one copy the values wait aside until the time step is over. */
template <int mode> __global__ void __launch_bounds__(64, 8) step_boundary(const lbm_cuda_step p, const struct rates k)
{
  __shared__ neighbourhood n;
  const lbm_cuda_boundary_tile &c = p.domain.boundary_tile[blockIdx.x];
  const int node = threadIdx.x;
  if (node < 27)
    set_masks(n.tile[node], node == LBM_SELF ? load_tile(p.domain, c.tile) : find_neighbour(p.domain, c.row, node));
  __syncthreads();
  const tile_masks &own = n.tile[LBM_SELF];
  if (!is_fluid(own, node))
    return;
  SCALAR f[LBM_Q];
  const STORE *from = (const STORE *)p.from;
  const size_t base = base_of(own.half[0][0]);
  STORE *to = p.in_place.aside ? (STORE *)p.in_place.aside + (size_t)c.aside * UNIT : (STORE *)p.to + base;
  if (mode == LBM_READ_WRITE)
#pragma unroll
    for (int i = 0; i < LBM_Q; i++)
      f[i] = (SCALAR)widen(__ldg(from + base + place_of(own, i, node)));
  else if (c.columns)
    gather_listed(from, p.domain.source + c.list, c.columns, own, node, f);
  else
    gather_one(from, n, node, f);
  if constexpr (mode == LBM_STEP) {
    const node_cuts cuts = cuts_of(p.domain, c.tile, own, node);
    close_all(f, p, c, node, cuts, k);
    collide_as(f, k, p.relaxation, p.equilibrium);
    report_bad<false>(p, c.tile - p.domain.begin, node, f);
    store_cuts(f, cuts.wall_link, cuts.links, p.domain.walls);
  }
#ifdef HALVES
  store_halves(to, f, [&](int i) { return place_of(own, i, node); });
#else
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    to[place_of(own, i, node)] = (STORE)f[i];
#endif
}

/* Copies the values that waited aside to their tiles. */
static __global__ void put_back(const lbm_cuda_step p)
{
  const lbm_cuda_boundary_tile &c = p.domain.boundary_tile[blockIdx.x];
  const uint4 tile = load_tile(p.domain, c.tile),
              *from = (const uint4 *)((STORE *)p.in_place.aside + (size_t)c.aside * UNIT);
  uint4 *to = (uint4 *)((STORE *)p.to + (size_t)tile.z * UNIT);
  for (uint32_t n = threadIdx.x; n < bytes_of(tile.w * LBM_Q) / sizeof *to; n += blockDim.x)
    to[n] = from[n];
}

/* ---- launches --------------------------------------------------------------------------------- */

template <bool walls, bool in_place> static kernel *local_kernel()
{
  if constexpr (has_local)
    return step_tiles<LBM_LOCAL, 0, walls, in_place, parks(LBM_LOCAL, false, walls, in_place),
                      blocks_of(LBM_LOCAL, 0, false, walls, in_place)>;
  else
    return nullptr;
}

/* The kernels by relaxation and equilibrium, then by whether walls cut links, and if they do not, whether nearly all nodes are
 * fluid, and by whether there is one copy. A layout that is not staged leaves tiles with cut links to step_boundary. */
struct step_kernels {
  kernel *sparse[2], *dense[2], *walls[2];
};
/* clang-format off */
#define STEP(r, e, d, w, t) step_tiles<r, e, w, t && layout::staged, \
  parks(r, d, w, t && layout::staged), blocks_of(r, e, d, w, t && layout::staged)>
#define PAIR(r, e, d, w) {STEP(r, e, d, w, false), STEP(r, e, d, w, true)}
#define STEPS(r, e) {PAIR(r, e, false, false), PAIR(r, e, true, false), PAIR(r, e, false, layout::staged)}
static const struct step_kernels steps[LBM_LOCAL][LBM_EQUILIBRIA] = {{STEPS(0, 0), STEPS(0, 1), STEPS(0, 2)},
                                                                     {STEPS(1, 0), STEPS(1, 1), STEPS(1, 2)}};
static kernel *const local_kernels[2][2] = {{local_kernel<false, false>(), local_kernel<false, layout::staged>()},
  {local_kernel<layout::staged, false>(), local_kernel<layout::staged, layout::staged>()}};
#define MEASURE(mode) {step_tiles<mode, 0, false, false, false, 16 / WARPS>, \
  step_tiles<mode, 0, false, layout::staged, false, 16 / warps_of<layout::staged>>}
static kernel *const measures[2][2] = {MEASURE(PROPAGATE), MEASURE(READ_WRITE)};
/* clang-format on */
#undef MEASURE
#undef STEPS
#undef PAIR
#undef STEP
static kernel *const boundary_kernels[] = {step_boundary<LBM_STEP>, step_boundary<LBM_PROPAGATE>,
                                           step_boundary<LBM_READ_WRITE>}; /* by mode */

static kernel *step_of(const struct lbm_cuda_step *p, bool in_place)
{
  if (p->relaxation == LBM_LOCAL)
    return local_kernels[p->domain.wall_link_begin != NULL][in_place];
  const struct step_kernels *s = &steps[p->relaxation][p->equilibrium];
  return (p->domain.wall_link_begin ? s->walls : p->utilisation > 0.97 ? s->dense : s->sparse)[in_place];
}

/* The cache of a multiprocessor, which values in flight need, and the workspaces of blocks share one memory. Where most
 * nodes of the tiles are non-solid, a larger cache is worth more than another block. The share of the workspaces is in
 * percent; -1 lets the most blocks run. */
static cudaError_t divide_memory(kernel *step, const struct lbm_cuda_step *p)
{
  enum { SEVEN_BLOCKS = 71 };
  const int share = sizeof(STORE) == 8 && p->utilisation > 0.8 ? SEVEN_BLOCKS : -1;
  return p->domain.wall_link_begin
             ? cudaFuncSetAttribute((const void *)step, cudaFuncAttributePreferredSharedMemoryCarveout, share)
             : cudaSuccess;
}

static cudaError_t launch_tiles(const struct lbm_cuda_step *p, cudaStream_t stream)
{
  const bool in_place = p->in_place.progress;
  kernel *step = p->mode == LBM_STEP ? step_of(p, in_place) : measures[p->mode == LBM_READ_WRITE][in_place];
  const cudaError_t divided = divide_memory(step, p);
  return divided != cudaSuccess ? divided
                                : launch(step, p, layout::staged && in_place ? warps_of<true> : WARPS, stream);
}

static cudaError_t launch_boundary(const struct lbm_cuda_step *p, cudaStream_t stream)
{
  if (p->domain.boundary_tiles)
    boundary_kernels[p->mode]<<<p->domain.boundary_tiles, 64, 0, stream>>>(*p, rates_of(&p->rates));
  return cudaGetLastError();
}

static cudaError_t launch_put_back(const struct lbm_cuda_step *p, cudaStream_t stream)
{
  if (p->domain.boundary_tiles)
    put_back<<<p->domain.boundary_tiles, 128, 0, stream>>>(*p);
  return cudaGetLastError();
}

static cudaError_t usable(void)
{
  cudaFuncAttributes a;
  return cudaFuncGetAttributes(&a, steps[0][0].sparse[0]);
}
