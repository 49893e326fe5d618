// SPDX-License-Identifier: BSD-3-Clause
/* Time steps by lists of sources (indirect addressing) instead of masks. 9 bits say where a population comes from, 24
 * bytes per node in all, and hardly anything is computed. Threads take one node after another, so that none is idle for
 * a solid node. The results are the same to the last bit. The layout must be a staged one. */
#ifndef CUDA_LISTS_CUH
#define CUDA_LISTS_CUH
#include "cuda_update.cuh"

/* The list of a node has LIST_WORDS words, of which list_step are loaded at once. Each word has three sources: of
 * populations 1, 2, 3 in the first word, of 4, 5, 6 in the second, and so on. A source is the rank of the node that the
 * population comes from, and the run (see below) that its value lies in. The remaining bits of the words are the ranks
 * of the node itself in the second and third order, and a bit for each link that interpolated walls cut. Fields lie
 * where they take the fewest instructions: the first run at the bits of its offset in a table of pointers, the last
 * rank at the upper end of the word. */
enum { LIST_WORDS = LBM_CUDA_LIST, RANK_BITS = 6, RUN_BITS = 3, REST = 21, REST_BITS = 5 };
static constexpr __device__ int rank_begin[3] = {6, 12, 26}, run_begin[3] = {3, 18, 0};
/* The choice is the faster one: tests/bench/RESULTS.md. */
template <bool walls> constexpr int list_step = walls || sizeof(SCALAR) == 4 ? 2 : 1;

/* A run is the values of one population in one tile. The runs that a pair of opposite populations i < o comes from are
 * numbered one after another: those of i in the neighbouring tiles and in the tile itself, then those of o in the tile
 * itself and in the neighbouring tiles. A population that bounces back comes from the other half of them. A pair along
 * an axis has 4 runs, a diagonal pair 8. */
enum { RUNS = 3 * 4 + 6 * 8 };

#define FIXED static constexpr __device__
FIXED bool is_diagonal(int i)
{
  return i > 6;
}

/* The first run of the pair that population i belongs to, and the number of runs of each of the two. */
FIXED int first_run(int i)
{
  const int low = i < lbm_opposite[i] ? i : lbm_opposite[i];
  return is_diagonal(i) ? 12 + 8 * ((low - 7) / 4 * 2 + (low - 7) % 4) : 4 * ((low - 1) / 2);
}

FIXED int half_run(int i)
{
  return is_diagonal(i) ? 4 : 2;
}

/* The run of population i within its pair. Bit 0 of `beside`: the source is in another tile along the first axis that i
 * moves along; bit 1: along the second. */
FIXED int run_beside(int i, int beside)
{
  return i < lbm_opposite[i] ? half_run(i) - 1 - beside : half_run(i) + beside;
}

FIXED int run_back(int i)
{
  return run_beside(lbm_opposite[i], 0);
}

/* The words of a row of lbm_cuda_lists: for each i the base of the tile at -c_i, in units of LBM_CUDA_ALIGN bytes; from
 * COUNTS on the numbers of nodes of these tiles, a byte each; NODES, the number of nodes of the tile itself, or 0 if
 * another kernel updates it; FIRST_NODE, the first of them among all nodes; WALL_WORDS, the number of wall words;
 * WALL_LOW and WALL_HIGH, the two halves of the number of the first wall word. */
enum { COUNTS = LBM_Q, NODES = COUNTS + (LBM_Q + 3) / 4, FIRST_NODE, WALL_WORDS, WALL_LOW, WALL_HIGH };
/* Added to the number of nodes of a full tile among full ones. All such tiles share one list. */
enum { ALL_FULL = 128 };

/* ---- making the lists --------------------------------------------------------------------- */

DEVICE uint32_t rank_of(const tile_masks &own, int order, int node)
{
  const int bit = lbm_bit((enum lbm_order)order, node & 3, node >> 2 & 3, node >> 4);
  return rank_in(half_of(own, order, bit), bit & 31);
}

/* The bits of the source of population i in its word. */
DEVICE uint32_t source_bits(int i, uint32_t run, uint32_t rank)
{
  return run << run_begin[(i - 1) % 3] | rank << rank_begin[(i - 1) % 3];
}

DEVICE uint32_t source_of(const neighbourhood &n, int i, int o, int x, int y, int z, int node)
{
  const int way = lbm_way(x, y, z), there = lbm_node(x, y, z);
  if (!is_fluid(n.tile[way], there))
    return source_bits(i, run_back(i), rank_of(n.tile[LBM_SELF], layout::order_of(o), node));
  const int first = lbm_c[i][0]   ? (x & ~3) != 0
                    : lbm_c[i][1] ? (y & ~3) != 0
                                  : (z & ~3) != 0,
            second = is_diagonal(i) && ((lbm_c[i][2] ? z : y) & ~3) != 0;
  return source_bits(i, run_beside(i, first + 2 * second), rank_of(n.tile[way], layout::order_of(i), there));
}

/* Writes the list of a node. links: those that interpolated walls cut. step: list_step. */
DEVICE void list_node(uint32_t *to, const neighbourhood &n, int node, uint32_t links, int step)
{
  const tile_masks &own = n.tile[LBM_SELF];
  const int x = node & 3, y = node >> 2 & 3, z = node >> 4;
  const uint32_t column = rank_of(own, LBM_XYZ, node), nodes = own.half[0][0].w,
                 ranks = rank_of(own, LBM_YZX, node) | rank_of(own, LBM_ZXY, node) << RANK_BITS;
  const uint32_t rest[LIST_WORDS] = {ranks,      ranks >> 5, ranks >> 10 | (links >> 1 & 7) << 2,
                                     links >> 4, links >> 9, links >> 14};
  uint32_t at[LBM_Q];
#define LIST(i, cx, cy, cz, o, w) at[i] = i ? source_of(n, i, o, x - (cx), y - (cy), z - (cz), node) : 0;
  LBM_D3Q19(LIST)
#undef LIST
#pragma unroll
  for (int p = 0; p < LIST_WORDS; p++)
    to[step * (p / step * nodes + column) + p % step] =
        at[3 * p + 1] | at[3 * p + 2] | at[3 * p + 3] | (rest[p] & (1 << REST_BITS) - 1) << REST;
}

/* Writes the wall words of a tile: for each node the number of its first cut link in the tile, a byte each; then the
 * share of each link. A tile without cut links has no words. Returns the cut links of the node. */
DEVICE uint32_t list_walls(const lbm_cuda_domain &d, const lbm_cuda_lists &l, uint32_t *row, uint32_t tile,
                           const tile_masks &own, int node)
{
  const uint64_t begin = d.wall_link_begin[tile], count = d.wall_link_begin[tile + 1] - begin,
                 first = begin + d.first[tile] / 4 + tile;
  const uint32_t bytes = (own.half[0][0].w + 3) / 4;
  uint32_t links = 0;
  if (node == 0) {
    row[WALL_WORDS] = count ? bytes + (uint32_t)count : 0;
    row[WALL_LOW] = (uint32_t)first, row[WALL_HIGH] = (uint32_t)(first >> 32);
  }
  if (count && is_fluid(own, node)) {
    const node_cuts cuts = cuts_of(d, tile, own, node);
    ((uint8_t *)(l.wall + first))[rank_of(own, LBM_XYZ, node)] = (uint8_t)(cuts.wall_link - (d.wall_link + begin));
    links = cuts.links;
  }
  for (uint64_t c = node; c < count; c += 64)
    l.wall[first + bytes + c] = bits_of(factor_of(d.walls, load_cut(d, begin + c).q));
  return links;
}

DEVICE int step_of_lists(const lbm_cuda_domain &d)
{
  return d.wall_link_begin ? list_step<true> : list_step<false>;
}

DEVICE bool is_full(const tile_masks &m)
{
  return (m.half[0][0].x & m.half[0][1].x) == ~0u;
}

/* Executed by 19 of the 64 threads of a tile. */
DEVICE void list_tile_beside(uint32_t *row, const neighbourhood &n, int i)
{
  const half_mask beside = n.tile[LBM_SELF - lbm_c[i][0] - 3 * lbm_c[i][1] - 9 * lbm_c[i][2]].half[0][0];
  row[i] = beside.z;
  ((uint8_t *)(row + COUNTS))[i] = (uint8_t)beside.w;
}

/* 64 threads per tile. This kernel leaves out the same tiles as `near` (fill_near). */
static __global__ void list_tiles(const lbm_cuda_domain d, const lbm_cuda_lists l)
{
  __shared__ neighbourhood n;
  const int node = threadIdx.x;
  const uint32_t tile = number_of(d, blockIdx.x), first = (uint32_t)(d.first[tile] - d.first[d.begin]);
  uint32_t *row = l.row + (size_t)blockIdx.x * LBM_CUDA_ROW;
  if (node < 27)
    set_masks(n.tile[node], node == LBM_SELF ? load_tile(d, tile) : find_neighbour(d, blockIdx.x, node));
  const bool plain = __ldg(d.near + (size_t)blockIdx.x * LBM_CUDA_NEAR + LBM_SELF) >= 0;
  __syncthreads();
  const tile_masks &own = n.tile[LBM_SELF];
  const bool cut = d.wall_link_begin && d.wall_link_begin[tile] < d.wall_link_begin[tile + 1],
             all_full = !cut && __syncthreads_and(node >= 27 || !(NEEDED >> node & 1) || is_full(n.tile[node]));
  if (node < LBM_Q)
    list_tile_beside(row, n, node);
  if (node == 0)
    row[NODES] = !plain ? 0 : all_full ? own.half[0][0].w + ALL_FULL : own.half[0][0].w, row[FIRST_NODE] = first;
  if (!plain)
    return;
  const uint32_t links = d.wall_link_begin ? list_walls(d, l, row, tile, own, node) : 0;
  if (!all_full && is_fluid(own, node))
    list_node(l.source + (size_t)first * LIST_WORDS, n, node, links, step_of_lists(d));
}

/* Writes the list that all full tiles among full ones share. 64 threads. */
static __global__ void list_full(const lbm_cuda_domain d, const lbm_cuda_lists l)
{
  __shared__ neighbourhood n;
  if (threadIdx.x < 27)
    set_masks(n.tile[threadIdx.x], make_uint4(~0u, ~0u, 0, 64));
  __syncthreads();
  list_node(l.full, n, threadIdx.x, 0, step_of_lists(d));
}

static cudaError_t launch_lists(const struct lbm_cuda_domain *d, cudaStream_t stream)
{
  list_full<<<1, 64, 0, stream>>>(*d, d->lists);
  if (d->tiles)
    list_tiles<<<d->tiles, 64, 0, stream>>>(*d, d->lists);
  return cudaGetLastError();
}

/* ---- the time step -------------------------------------------------------------------------- */

template <bool walls> struct kappas {
};

template <> struct alignas(16) kappas<true> {
  uint32_t word[LBM_CUDA_CUTS + 64 / 4 + 4]; /* the tile's wall words, from a multiple of four in memory on */
};

/* The shared memory of a warp. */
template <bool walls> struct alignas(128) listed_space {
  STORE out[64 * LBM_Q];
  const STORE *run[RUNS];
  kappas<walls> wall;
};

/* Runs `lane` and 32 + `lane` of each thread: one byte has the i of the tile at -c_i, the next one the population. */
struct run_table {
  uint32_t both[32];
};

FIXED uint32_t direction_to(int x, int y, int z)
{
  for (int i = 0; i < LBM_Q; i++)
    if (lbm_c[i][0] == x && lbm_c[i][1] == y && lbm_c[i][2] == z)
      return i;
  return 0;
}

/* The entry of the run of population i for that value of `beside`; 0: the run lies in the tile itself. */
FIXED uint32_t run_of(int i, int beside)
{
  const bool first[3] = {lbm_c[i][0] != 0, !lbm_c[i][0] && lbm_c[i][1], !lbm_c[i][0] && !lbm_c[i][1]};
  int c[3] = {0, 0, 0};
  for (int a = 0; a < 3; a++)
    c[a] = (first[a] ? beside & 1 : beside >> 1) ? lbm_c[i][a] : 0;
  return direction_to(c[0], c[1], c[2]) | i << 8;
}

FIXED run_table make_runs()
{
  run_table t = {};
  for (int i = 1; i < LBM_Q; i++)
    for (int beside = 0; beside < half_run(i); beside++) {
      const int at = first_run(i) + run_beside(i, beside);
      t.both[at % 32] |= run_of(i, beside) << at / 32 * 16;
    }
  return t;
}

#undef FIXED

static __device__ constexpr run_table runs = make_runs();

/* Loads the run table of a thread. It is volatile, as the compiler would otherwise move the load to its use, and the
 * warp would wait for it after its row. */
DEVICE uint32_t load_runs(uint32_t lane)
{
  uint32_t both;
  asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(both) : "l"(__cvta_generic_to_global(runs.both + lane)));
  return both;
}

DEVICE void find_runs(const STORE *run[RUNS], const STORE *from, uint32_t row, uint32_t both, uint32_t lane)
{
#pragma unroll
  for (int h = 0; h < 2; h++) {
    const uint32_t tile = both >> 16 * h & 255, i = both >> 16 * h + 8 & 255,
                   counts = __shfl_sync(~0u, row, COUNTS + tile / 4), base = __shfl_sync(~0u, row, tile),
                   nodes = counts >> 8 * (tile & 3) & 255;
    if (lane + 32 * h < RUNS)
      run[lane + 32 * h] = from + (size_t)base * UNIT + i * nodes;
  }
}

/* A warp waits for its row before it can load its list; therefore the list of the tile that lies so far ahead is
 * prefetched. */
enum { LISTS_AHEAD = 700 };

/* The data that a thread prefetches for a tile that is updated later. */
struct tile_ahead {
  const uint32_t *at;
  uint32_t bytes;
};

DEVICE uint64_t first_wall(uint32_t low, uint32_t high)
{
  return (uint64_t)high << 32 | low;
}

template <bool walls> DEVICE tile_ahead look_ahead(const lbm_cuda_step &p, uint32_t turn, uint32_t lane)
{
  const lbm_cuda_lists &l = p.domain.lists;
  const uint32_t *row = l.row + (size_t)turn * LBM_CUDA_ROW;
  if (lane == 0 && turn + NEIGHBOURS_AHEAD < p.domain.tiles)
    ask(row + NEIGHBOURS_AHEAD * LBM_CUDA_ROW, LBM_CUDA_ROW * sizeof *row);
  if (turn + LISTS_AHEAD >= p.domain.tiles || (lane != 1 && !(walls && lane == 2)))
    return {NULL, 0};
  row += LISTS_AHEAD * LBM_CUDA_ROW;
  if (walls && lane == 2)
    return {l.wall + first_wall(__ldg(row + WALL_LOW), __ldg(row + WALL_HIGH)), __ldg(row + WALL_WORDS) * 4};
  const uint32_t nodes = __ldg(row + NODES);
  return {l.source + (size_t)__ldg(row + FIRST_NODE) * LIST_WORDS, nodes < ALL_FULL ? nodes * LIST_WORDS * 4 : 0};
}

DEVICE void ask_ahead(const tile_ahead &ahead)
{
  if (!ahead.bytes)
    return;
  const size_t at = (size_t)ahead.at, begin = at / 16 * 16;
  ask((const void *)begin, (uint32_t)((at - begin + ahead.bytes + 15) / 16 * 16));
}

/* Extracts a field, with its first bit moved to bit `to`. */
DEVICE uint32_t field(uint32_t word, int begin, int bits, int to)
{
  return (begin < to ? word << to - begin : word >> begin - to) & ((1 << bits) - 1) << to;
}

/* Returns where the values of the run of population i begin. An address of 32 bits takes fewer instructions; it is not
 * used where it was slower, by up to 10 %. */
template <bool walls> DEVICE const STORE *find_run(const STORE *const run[RUNS], uint32_t word, int i)
{
  const int bit = run_begin[(i - 1) % 3];
  if constexpr (sizeof(STORE) == 8 && !walls)
    return run[first_run(i) + field(word, bit, RUN_BITS, 0)];
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(run) | field(word, bit, RUN_BITS, 3);
  const STORE *begin;
  asm volatile("ld.shared.u64 %0, [%1];" : "=l"(begin) : "r"(at + first_run(i) * 8));
  return begin;
}

/* Returns population i as it comes to the node whose list is `words`. */
template <bool walls> DEVICE SCALAR read_source(const STORE *const run[RUNS], const uint32_t words[LIST_WORDS], int i)
{
  const uint32_t word = words[(i - 1) / 3];
  const STORE *begin = find_run<walls>(run, word, i);
  return (SCALAR)widen(__ldg(begin + field(word, rank_begin[(i - 1) % 3], RANK_BITS, 0)));
}

template <bool walls>
DEVICE void gather_listed_node(const STORE *const run[RUNS], const STORE *rest, const uint32_t words[LIST_WORDS],
                               SCALAR f[LBM_Q])
{
  f[0] = (SCALAR)widen(__ldg(rest));
#pragma unroll
  for (int i = 1; i < LBM_Q; i++)
    f[i] = read_source<walls>(run, words, i);
}

template <bool walls>
DEVICE void load_words(uint32_t words[LIST_WORDS], const uint32_t *list, uint32_t nodes, uint32_t column)
{
  constexpr int step = list_step<walls>;
#pragma unroll
  for (int w = 0; w < LIST_WORDS; w += step) {
    const uint32_t *at = list + w * nodes + step * column;
    if constexpr (step == 1)
      words[w] = __ldg(at);
    else {
      const uint2 two = __ldg((const uint2 *)at);
      words[w] = two.x, words[w + 1] = two.y;
    }
  }
}

DEVICE uint32_t ranks_in(const uint32_t words[LIST_WORDS])
{
  return field(words[0], REST, 5, 0) | field(words[1], REST, 5, 5) | field(words[2], REST, 2, 10);
}

DEVICE uint32_t links_in(const uint32_t words[LIST_WORDS])
{
  return field(words[2], REST + 2, 3, 1) | field(words[3], REST, 5, 4) | field(words[4], REST, 5, 9) |
         field(words[5], REST, 5, 14);
}

/* Starts to copy the wall words of the tile, and returns where they begin in wall.word. */
DEVICE uint32_t fetch_walls(kappas<true> &wall, const lbm_cuda_lists &l, uint32_t row, uint32_t lane)
{
  const uint32_t count = __shfl_sync(~0u, row, WALL_WORDS);
  const uint64_t first = first_wall(__shfl_sync(~0u, row, WALL_LOW), __shfl_sync(~0u, row, WALL_HIGH));
  const uint32_t skip = (uint32_t)first & 3, end = count ? skip + count : 0;
#pragma unroll 1
  for (uint32_t c = 4 * lane; c < end; c += 4 * 32)
    __pipeline_memcpy_async(wall.word + c, l.wall + (first - skip) + c, 16);
  __pipeline_commit();
  return skip;
}

/* These functions do the same as close_links and store_links of cuda_walls.cuh, with the wall words of the tile. */
DEVICE const uint32_t *first_share(const uint32_t *word, uint32_t nodes, uint32_t column)
{
  return word + (nodes + 3) / 4 + ((const uint8_t *)word)[column];
}

/* Loads a share from shared memory and moves on to that of the next link. It is one statement, as the compiler would add
 * first, into another register, and move that back. */
DEVICE SCALAR next_share(uint32_t &at)
{
  uint32_t bits;
  asm volatile("ld.shared.u32 %0, [%1];\n\tadd.u32 %1, %1, 4;" : "=r"(bits), "+r"(at));
  return share_from(bits);
}

DEVICE void close_listed_links(SCALAR f[LBM_Q], const uint32_t *share, uint32_t links, int rule)
{
  uint32_t at = (uint32_t)__cvta_generic_to_shared(share);
  LBM_CLOSE_WALL_LINKS(rule, next_share(at));
}

DEVICE void store_listed_links(SCALAR f[LBM_Q], const uint32_t *share, uint32_t links, int rule)
{
  uint32_t at = (uint32_t)__cvta_generic_to_shared(share);
  LBM_STORE_WALL_LINKS(rule, next_share(at));
}

/* Returns the node of a tile that has `column` other nodes before it. */
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

/* Warps per block, chosen to suit the memory that blocks share. */
template <bool walls> constexpr int list_warps = sizeof(STORE) == 8 && !walls ? 4 : 2;

/* Is the list of the second node of a thread read before the first node is updated? It is where this was faster and
 * leaves enough registers. */
template <int relaxation, bool walls>
constexpr bool reads_ahead = walls ? sizeof(STORE) == 8 && relaxation == LBM_TWO_RATES
                                   : sizeof(STORE) > 2 || relaxation == LBM_TWO_RATES;

/* Blocks on a multiprocessor at a time: as many as need not spill, and no more than divide_listed_memory has room
 * for. */
template <bool walls> constexpr int listed_blocks(int relaxation, int equilibrium, bool forced)
{
  const bool mrt = relaxation == LBM_MOMENTS || relaxation == LBM_LOCAL, pushed = forced && equilibrium != LBM_STOKES;
  int warps = 16;
  if (sizeof(SCALAR) == 4)
    warps = mrt ? 16 : sizeof(STORE) == 2 ? 32 : 24;
  else if (sizeof(STORE) == 4 && !mrt)
    warps = pushed ? 20 : 22;
  else if (mrt && pushed)
    warps = 12;
  return warps / list_warps<walls>;
}

/* Returns rates without a force, as constants that the compiler knows, so that it leaves out the force; this makes time
 * steps by lists 1 % faster. */
DEVICE struct rates without_force(struct rates k)
{
  for (int a = 0; a < 3; a++)
    k.force[a] = k.push[a] = (SCALAR)-0.0;
  for (int i = 0; i < LBM_Q / 2; i++)
    k.source[i] = (SCALAR)-0.0;
  return k;
}

/* One warp per tile; a thread updates one node after another. Threads beyond the last node repeat that node, with the
 * same result. walls: some tiles have links that walls cut. */
template <int relaxation, int equilibrium, bool forced, bool walls>
__global__ void __launch_bounds__(32 * list_warps<walls>, listed_blocks<walls>(relaxation, equilibrium, forced))
    step_lists(const lbm_cuda_step p, const struct rates k)
{
  __shared__ listed_space<walls> space[list_warps<walls>];
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, turn = blockIdx.x * list_warps<walls> + warp;
  const lbm_cuda_lists &l = p.domain.lists;
  const struct rates without = without_force(k);
  count_step(p);
  if (turn >= p.domain.tiles)
    return;
  listed_space<walls> &s = space[warp];
  const uint32_t row = __ldg(l.row + (size_t)turn * LBM_CUDA_ROW + lane), both = load_runs(lane);
  const tile_ahead ahead = look_ahead<walls>(p, turn, lane);
  const uint32_t own = __shfl_sync(~0u, row, 0), size = __shfl_sync(~0u, row, NODES), nodes = size % ALL_FULL;
  if (!nodes)
    return;
  const uint32_t *word = NULL;
  if constexpr (walls)
    word = s.wall.word + fetch_walls(s.wall, l, row, lane);
  const size_t base = (size_t)own * UNIT;
  const uint32_t first = __shfl_sync(~0u, row, FIRST_NODE);
  const uint32_t *list = size < ALL_FULL ? l.source + (size_t)first * LIST_WORDS : l.full;
  const bool cut = walls && __shfl_sync(~0u, row, WALL_WORDS);
  uint32_t next[LIST_WORDS];
  if (reads_ahead<relaxation, walls>)
    load_words<walls>(next, list, nodes, min(lane, nodes - 1));
  find_runs(s.run, (const STORE *)p.from, row, both, lane);
  __syncwarp();
  ask_ahead(ahead);
#pragma unroll 1
  for (uint32_t done = 0; done < nodes; done += 32) {
    const uint32_t column = min(done + lane, nodes - 1);
    uint32_t words[LIST_WORDS];
    SCALAR f[LBM_Q];
    if (reads_ahead<relaxation, walls>) {
#pragma unroll
      for (int w = 0; w < LIST_WORDS; w++)
        words[w] = next[w];
      if (done + 32 < nodes)
        load_words<walls>(next, list, nodes, min(column + 32, nodes - 1));
    } else
      load_words<walls>(words, list, nodes, column);
    gather_listed_node<walls>(s.run, (const STORE *)p.from + base + column, words, f);
    if constexpr (walls)
      if (cut) {
        __pipeline_wait_prior(0);
        __syncwarp();
        close_listed_links(f, first_share(word, nodes, column), links_in(words), p.domain.walls);
      }
    collide(f, forced ? &k : &without, relaxation, relaxation == LBM_LOCAL ? p.equilibrium : equilibrium);
    if (!(f[0] > -1 && f[0] < 1))
      report_bad<false>(p, turn, node_of_column(load_tile(p.domain, p.domain.begin + turn), column), f);
    if constexpr (walls)
      if (cut)
        store_listed_links(f, first_share(word, nodes, column), links_in(words), p.domain.walls);
    const uint32_t ranks = ranks_in(words),
                   rank[LBM_ORDERS] = {column, ranks & (1 << RANK_BITS) - 1, ranks >> RANK_BITS};
    store_listed_node(s.out, f, nodes, rank);
  }
  write_run((STORE *)p.to + base, s.out, nodes * LBM_Q, lane);
}

/* The cache of a multiprocessor, which values in flight need, and the workspaces of blocks share one memory of 228 kB.
 * This function sets the share of the workspaces, in percent; a GPU takes the next larger size of 100, 132, 164 and 196
 * kB. */
static cudaError_t divide_listed_memory(const void *step, double utilisation, bool walls)
{
  enum { TO_100 = 43, TO_132 = 57, TO_164 = 71, TO_196 = 72 };
  const bool narrow = utilisation < 0.55;
  const int share = sizeof(STORE) == 8   ? (walls && narrow ? TO_196 : TO_164)
                    : sizeof(STORE) == 2 ? TO_100
                                         : (narrow && sizeof(SCALAR) == 4 ? TO_164 : TO_132);
  return cudaFuncSetAttribute(step, cudaFuncAttributePreferredSharedMemoryCarveout, share);
}

/* One kernel with and without a force and for all equilibria, where values are stored as they are computed. */
template <bool walls> static kernel *local_list_kernel()
{
  if constexpr (sizeof(STORE) == sizeof(SCALAR))
    return step_lists<LBM_LOCAL, 0, true, walls>;
  else
    return nullptr;
}
static kernel *const local_list_kernels[2] = {local_list_kernel<false>(), local_list_kernel<true>()};

/* By relaxation, equilibrium, whether there is a force, and whether walls cut links. */
/* clang-format off */
#define WALLS(r, e, f) {step_lists<r, e, f, false>, step_lists<r, e, f, true>}
#define FORCED(r, e) {WALLS(r, e, false), WALLS(r, e, true)}
static kernel *const list_kernels[LBM_LOCAL][LBM_EQUILIBRIA][2][2] = {
  {FORCED(0, 0), FORCED(0, 1), FORCED(0, 2)}, {FORCED(1, 0), FORCED(1, 1), FORCED(1, 2)}};
/* clang-format on */
#undef FORCED
#undef WALLS

static cudaError_t launch_by_lists(const struct lbm_cuda_step *p, cudaStream_t stream)
{
  const bool walls = p->domain.wall_link_begin;
  const double *force = p->rates.force;
  const bool forced = force[0] != 0 || force[1] != 0 || force[2] != 0;
  kernel *step = p->relaxation == LBM_LOCAL ? local_list_kernels[walls]
                                            : list_kernels[p->relaxation][p->equilibrium][forced][walls];
  const cudaError_t divided = divide_listed_memory((const void *)step, p->utilisation, walls);
  return divided != cudaSuccess ? divided : launch(step, p, walls ? list_warps<true> : list_warps<false>, stream);
}

#define LIST_TABLE                \
  {                               \
    launch_lists, launch_by_lists \
  }

#endif
