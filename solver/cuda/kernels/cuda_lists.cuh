/* The step by lists of sources (indirect addressing) in place of masks: 2 bytes say where a population comes from, 38 bytes a
 * node in all, and hardly anything is computed. Threads have nodes in turn, none is idle for a solid node. The same bits come
 * out. After cuda_step.cuh's collide, workspace and writing. */
#ifndef CUDA_LISTS_CUH
#define CUDA_LISTS_CUH

/* A source: 2^WAY times the tile of the neighbourhood, and which value of that tile. */
enum { WAY = 11 };
/* Ranks of a node in the second order, and from this bit on in the third. */
enum { SECOND = 6 };
/* A row of lbm_cuda_lists: the first value of each of 27 tiles, in LBM_CUDA_ALIGN bytes; then nodes of the tile, 0: another
 * kernel updates it; words of its walls, and the first of them in two halves. */
enum { NODES = 27, WALL_WORDS, WALL_LOW, WALL_HIGH };
/* Added to the nodes of a full tile among full ones: all such share one list. */
enum { ALL_FULL = 128 };

/* Of a tile: for each pair of populations (1 and 2, 3 and 4, ...) a word a node, then half a word a node for its ranks. */
DEVICE uint32_t *list_at(const lbm_cuda_lists &l, uint32_t base)
{
  return (uint32_t *)(l.source + (size_t)base * UNIT);
}

/* ---- making them --------------------------------------------------------------------------- */

DEVICE uint32_t source_of(const neighbourhood &n, int i, int o, int x, int y, int z, int node)
{
  const int way = lbm_way(x, y, z), there = lbm_node(x, y, z);
  return is_fluid(n.tile[way], there) ? way << WAY | place_of(n.tile[way], i, there)
                                      : LBM_SELF << WAY | place_of(n.tile[LBM_SELF], o, node);
}

DEVICE uint32_t rank_of(const tile_masks &own, int order, int node)
{
  const int bit = lbm_bit((enum lbm_order)order, node & 3, node >> 2 & 3, node >> 4);
  return rank_in(half_of(own, order, bit), bit & 31);
}

DEVICE void list_node(uint32_t *to, const neighbourhood &n, int node)
{
  const tile_masks &own = n.tile[LBM_SELF];
  const int x = node & 3, y = node >> 2 & 3, z = node >> 4;
  const uint32_t column = rank_of(own, LBM_XYZ, node), nodes = own.half[0][0].w;
  uint32_t at[LBM_Q];
#define LIST(i, cx, cy, cz, o, w) at[i] = source_of(n, i, o, x - (cx), y - (cy), z - (cz), node);
  LBM_D3Q19(LIST)
#undef LIST
#pragma unroll
  for (int p = 0; p < LBM_Q / 2; p++)
    to[p * nodes + column] = at[2 * p + 1] | at[2 * p + 2] << 16;
  ((uint16_t *)(to + LBM_Q / 2 * nodes))[column] =
      (uint16_t)(rank_of(own, LBM_YZX, node) | rank_of(own, LBM_ZXY, node) << SECOND);
}

/* Of a tile: a word a node, its cut links and from bit 20 on the first of them; then kappa of each. Nothing where no link is cut. */
DEVICE void list_walls(const lbm_cuda_domain &d, const lbm_cuda_lists &l, uint32_t *row, uint32_t tile,
                       const tile_masks &own, int node)
{
  const uint64_t begin = d.cut_begin[tile], count = d.cut_begin[tile + 1] - begin, first = begin + d.first[tile];
  const uint32_t nodes = own.half[0][0].w;
  if (node == 0) {
    row[WALL_WORDS] = count ? nodes + (uint32_t)count : 0;
    row[WALL_LOW] = (uint32_t)first, row[WALL_HIGH] = (uint32_t)(first >> 32);
  }
  if (count && is_fluid(own, node)) {
    const node_cuts cuts = cuts_of(d, tile, own, node);
    l.wall[first + rank_of(own, LBM_XYZ, node)] = cuts.links | (uint32_t)(cuts.cut - (d.cut + begin)) << 20;
  }
  for (uint64_t c = node; c < count; c += 64)
    l.wall[first + nodes + c] = bits_of(kappa_of(load_cut(d, begin + c).q));
}

DEVICE bool is_full(const tile_masks &m)
{
  return (m.half[0][0].x & m.half[0][1].x) == ~0u;
}

/* 64 threads a tile. Tiles that this kernel leaves out were left out by `near` too (fill_near). */
static __global__ void list_tiles(const lbm_cuda_domain d, const lbm_cuda_lists l)
{
  __shared__ neighbourhood n;
  const int node = threadIdx.x;
  const uint32_t tile = number_of(d, blockIdx.x);
  uint32_t *row = l.row + (size_t)blockIdx.x * LBM_CUDA_ROW;
  if (node < 27)
    set_masks(n.tile[node], node == LBM_SELF ? load_tile(d, tile) : find_neighbour(d, blockIdx.x, node));
  const bool plain = __ldg(d.near + (size_t)blockIdx.x * LBM_CUDA_NEAR + LBM_SELF) >= 0;
  __syncthreads();
  const tile_masks &own = n.tile[LBM_SELF];
  const bool all_full = __syncthreads_and(node >= 27 || !(NEEDED >> node & 1) || is_full(n.tile[node]));
  if (node < 27)
    row[node] = n.tile[node].half[0][0].z;
  if (node == NODES)
    row[node] = !plain ? 0 : all_full ? own.half[0][0].w + ALL_FULL : own.half[0][0].w;
  if (!plain)
    return;
  if (d.cut_begin)
    list_walls(d, l, row, tile, own, node);
  if (!all_full && is_fluid(own, node))
    list_node(list_at(l, own.half[0][0].z), n, node);
}

/* The list that full tiles among full ones share. 64 threads. */
static __global__ void list_full(const lbm_cuda_lists l)
{
  __shared__ neighbourhood n;
  if (threadIdx.x < 27)
    set_masks(n.tile[threadIdx.x], make_uint4(~0u, ~0u, 0, 64));
  __syncthreads();
  list_node(l.full, n, threadIdx.x);
}

static cudaError_t launch_lists(const struct lbm_cuda_domain *d, cudaStream_t stream)
{
  if constexpr (layout::staged) {
    list_full<<<1, 64, 0, stream>>>(d->lists);
    if (d->tiles)
      list_tiles<<<d->tiles, 64, 0, stream>>>(*d, d->lists);
  }
  return cudaGetLastError();
}

/* ---- the step ------------------------------------------------------------------------------- */

template <bool walls> struct wall_words {
};

template <> struct alignas(16) wall_words<true> {
  uint32_t word[64 + LBM_CUDA_CUTS + 4]; /* from a multiple of four in memory on */
};

/* In shared memory, of a warp. */
template <bool walls> struct alignas(128) listed_space {
  STORE out[64 * LBM_Q];
  const STORE *from[27]; /* the first value of each tile of the neighbourhood */
  wall_words<walls> wall;
};

/* A warp waits for its row before it can ask for its list: those of so many tiles ahead are asked for. */
enum { LISTS_AHEAD = 700 };

/* What a thread finds out about a tile that is updated later. */
struct tile_ahead {
  uint32_t base, nodes;
};

DEVICE tile_ahead look_ahead(const lbm_cuda_pass &p, uint32_t turn, uint32_t lane)
{
  const uint32_t *row = p.domain.lists.row + (size_t)turn * LBM_CUDA_ROW;
  if (lane == 0 && turn + NEIGHBOURS_AHEAD < p.domain.tiles)
    ask(row + NEIGHBOURS_AHEAD * LBM_CUDA_ROW, LBM_CUDA_ROW * sizeof *row);
  if (lane != 1 || turn + LISTS_AHEAD >= p.domain.tiles)
    return {0, 0};
  row += LISTS_AHEAD * LBM_CUDA_ROW;
  return {__ldg(row + LBM_SELF), __ldg(row + NODES)};
}

DEVICE void ask_ahead(const lbm_cuda_pass &p, const tile_ahead &ahead)
{
  if (!ahead.nodes || ahead.nodes >= ALL_FULL)
    return;
  const size_t at = (size_t)list_at(p.domain.lists, ahead.base), begin = at / 16 * 16,
               bytes = ahead.nodes * LBM_Q * sizeof(uint16_t);
  ask((const void *)begin, (uint32_t)((at - begin + bytes + 15) / 16 * 16));
}

/* Where its words begin in wall_words. */
DEVICE uint32_t fetch_walls(wall_words<true> &wall, const lbm_cuda_lists &l, uint32_t row, uint32_t lane)
{
  const uint32_t count = __shfl_sync(~0u, row, WALL_WORDS);
  const uint64_t first = (uint64_t)__shfl_sync(~0u, row, WALL_HIGH) << 32 | __shfl_sync(~0u, row, WALL_LOW);
  const uint32_t skip = (uint32_t)first & 3;
  for (uint32_t c = 4 * lane; c < skip + count; c += 4 * 32)
    __pipeline_memcpy_async(wall.word + c, l.wall + (first - skip) + c, 16);
  __pipeline_commit();
  return skip;
}

DEVICE SCALAR read_source(const STORE *const from[27], uint32_t at)
{
  return (SCALAR)widen(__ldg(from[at >> WAY & 31] + (at & (1 << WAY) - 1)));
}

DEVICE void gather_listed_node(const STORE *const from[27], const uint32_t *list, uint32_t nodes, uint32_t column,
                               SCALAR f[LBM_Q])
{
  uint32_t both[LBM_Q / 2];
#pragma unroll
  for (int p = 0; p < LBM_Q / 2; p++)
    both[p] = __ldg(list + p * nodes + column);
  f[0] = (SCALAR)widen(__ldg(from[LBM_SELF] + column));
#pragma unroll
  for (int p = 0; p < LBM_Q / 2; p++) {
    f[2 * p + 1] = read_source(from, both[p]);
    f[2 * p + 2] = read_source(from, both[p] >> 16);
  }
}

/* As close_links and store_links of cuda_walls.cuh, with the words of the tile. */
DEVICE void close_listed_links(SCALAR f[LBM_Q], const uint32_t *word, uint32_t nodes, uint32_t column)
{
  const uint32_t links = word[column], *kappa = word + nodes + (links >> 20);
  LBM_CLOSE_CUTS(kappa_from(*kappa++));
}

DEVICE void store_listed_links(SCALAR f[LBM_Q], const uint32_t *word, uint32_t nodes, uint32_t column)
{
  const uint32_t links = word[column], *kappa = word + nodes + (links >> 20);
  LBM_STORE_CUTS(kappa_from(*kappa++));
}

/* The node of a tile that has `column` others before it. */
DEVICE uint32_t node_of_column(const uint4 &tile, uint32_t column)
{
  uint64_t mask = (uint64_t)tile.y << 32 | tile.x;
#pragma unroll 1
  for (; column; column--)
    mask &= mask - 1;
  return __ffsll((long long)mask) - 1;
}

DEVICE void store_listed_node(STORE *out, const SCALAR f[LBM_Q], uint32_t nodes, const uint32_t rank[LBM_ORDERS])
{
#ifdef HALVES
  store_halves(out, f, [&](int i) { return i * nodes + rank[layout::order_of(i)]; });
#else
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    out[i * nodes + rank[layout::order_of(i)]] = (STORE)f[i];
#endif
}

/* Blocks at a time on a multiprocessor: as many as need not spill, and no more than divide_listed_memory has room for. */
constexpr int listed_blocks(int collision, int equilibrium, bool forced)
{
  const bool large = collision != LBM_BGK && equilibrium != LBM_STOKES && forced;
  return (sizeof(SCALAR) == 8 ? (large ? 12 : 16) : collision == LBM_MRT ? 16 : 24) / WARPS;
}

/* One warp a tile, one node after another. Threads beyond the last node do that once more, all the same. */
template <int collision, int equilibrium, bool forced, bool walls>
__global__ void __launch_bounds__(32 * WARPS, listed_blocks(collision, equilibrium, forced))
    step_lists(const lbm_cuda_pass p, const struct rates k)
{
  __shared__ listed_space<walls> space[WARPS];
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, turn = blockIdx.x * WARPS + warp;
  const lbm_cuda_lists &l = p.domain.lists;
  count_pass(p);
  if (turn >= p.domain.tiles)
    return;
  listed_space<walls> &s = space[warp];
  const uint32_t row = __ldg(l.row + (size_t)turn * LBM_CUDA_ROW + lane);
  const tile_ahead ahead = look_ahead(p, turn, lane);
  const uint32_t own = __shfl_sync(~0u, row, LBM_SELF), size = __shfl_sync(~0u, row, NODES), nodes = size % ALL_FULL;
  if (!nodes)
    return;
  const uint32_t *word = NULL;
  if constexpr (walls)
    word = s.wall.word + fetch_walls(s.wall, l, row, lane);
  if (lane < 27)
    s.from[lane] = (const STORE *)p.from + (size_t)row * UNIT;
  __syncwarp();
  ask_ahead(p, ahead);
  const uint32_t *list = size < ALL_FULL ? list_at(l, own) : l.full;
  const bool cut = walls && __shfl_sync(~0u, row, WALL_WORDS);
  for (uint32_t done = 0; done < nodes; done += 32) {
    const uint32_t column = min(done + lane, nodes - 1),
                   ranks = __ldg((const uint16_t *)(list + LBM_Q / 2 * nodes) + column);
    SCALAR f[LBM_Q];
    gather_listed_node(s.from, list, nodes, column, f);
    if constexpr (walls)
      if (cut) {
        __pipeline_wait_prior(0);
        __syncwarp();
        close_listed_links(f, word, nodes, column);
      }
    collide(f, &k, collision, equilibrium, forced);
    if (!(f[0] > -1 && f[0] < 1))
      report_bad<false>(p, turn, node_of_column(load_tile(p.domain, p.domain.begin + turn), column), f);
    if constexpr (walls)
      if (cut)
        store_listed_links(f, word, nodes, column);
    const uint32_t rank[LBM_ORDERS] = {column, ranks & (1 << SECOND) - 1, ranks >> SECOND};
    store_listed_node(s.out, f, nodes, rank);
  }
  write_run((STORE *)p.to + (size_t)own * UNIT, s.out, nodes * LBM_Q, lane);
}

/* Populations on their way take room in the cache of a multiprocessor, which shares its memory with the workspaces: percent for
 * these. */
static cudaError_t divide_listed_memory(const void *step, bool walls)
{
  const int share = sizeof(STORE) == 8 && walls ? 72 : sizeof(STORE) == 2 ? 44 : 58;
  return cudaFuncSetAttribute(step, cudaFuncAttributePreferredSharedMemoryCarveout, share);
}

#endif
