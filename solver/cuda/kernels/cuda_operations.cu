// SPDX-License-Identifier: BSD-3-Clause
/* The operations of solver/steady/multigrid as kernels, with one thread for each i. Sums and scans are made in a fixed
 * order. */
#include "cuda_operations.h"

#define LOOP_FUNC static __device__ __forceinline__
#define LOOP_TAKE(p, n) atomicAdd_system(p, n) /* GPUs of a group share arrays */
struct __align__(16) four
{
  float v[4];
  __device__ __forceinline__ float &operator[](unsigned k)
  {
    return v[k];
  }
  __device__ __forceinline__ float operator[](unsigned k) const
  {
    return v[k];
  }
};
LOOP_FUNC four operator+(const four a, const four b)
{
  return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
}
LOOP_FUNC four operator-(const four a, const four b)
{
  return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], a.v[3] - b.v[3]}};
}
LOOP_FUNC four operator*(float s, const four a)
{
  return {{s * a.v[0], s * a.v[1], s * a.v[2], s * a.v[3]}};
}
#include "operations.h"

enum { THREADS = 256, PORTION = LBM_SUM_OF, WARP = 32 };

static unsigned blocks_of(size_t count, size_t each)
{
  return (unsigned)((count + each - 1) / each);
}

/* ---- operations ------------------------------------------------------------ */

#define KERNEL(name)                                                                                                \
  static __global__ void __launch_bounds__(THREADS, 4) name(const struct lbm_operation a, size_t begin, size_t end) \
  {                                                                                                                 \
    const size_t i = begin + (size_t)blockIdx.x * THREADS + threadIdx.x;                                            \
    if (i < end)                                                                                                    \
      name##_at(&a, i);                                                                                             \
  }
LBM_OPERATION_NAMES(KERNEL)
#undef KERNEL
typedef void kernel(const struct lbm_operation a, size_t begin, size_t end);
#define ROW(name) name,
static kernel *const loops[LBM_OPERATIONS] = {LBM_OPERATION_NAMES(ROW)};
#undef ROW

extern "C" cudaError_t cuda_operations_run(enum lbm_operation_name name, const struct lbm_operation *a, size_t begin,
                                           size_t end, cudaStream_t stream)
{
  if (begin < end)
    loops[name]<<<blocks_of(end - begin, THREADS), THREADS, 0, stream>>>(*a, begin, end);
  return cudaGetLastError();
}

/* ---- sums over a block, as a tree ------------------------------------------------ */

LOOP_FUNC double sum_of_block(double mine)
{
  __shared__ double of_warp[THREADS / WARP];
  for (int distance = WARP / 2; distance; distance /= 2)
    mine += __shfl_down_sync(~0u, mine, distance);
  if (threadIdx.x % WARP == 0)
    of_warp[threadIdx.x / WARP] = mine;
  __syncthreads();
  double sum = 0;
  for (int w = 0; w < THREADS / WARP; w++)
    sum += of_warp[w];
  return sum;
}

static __global__ void __launch_bounds__(THREADS)
    multiply(const float *a, const float *b, size_t begin, size_t end, double *sums)
{
  double mine = 0;
  const size_t portion = begin + (size_t)blockIdx.x * PORTION;
  for (size_t i = portion + threadIdx.x; i < portion + PORTION && i < end; i += THREADS)
    mine += (double)a[i] * (b ? (double)b[i] : 1);
  const double sum = sum_of_block(mine);
  if (threadIdx.x == 0)
    sums[portion / PORTION] = sum;
}

static __global__ void __launch_bounds__(THREADS) add_up(const double *sums, size_t count, double *to)
{
  double mine = 0;
  for (size_t i = threadIdx.x; i < count; i += THREADS)
    mine += sums[i];
  const double sum = sum_of_block(mine);
  if (threadIdx.x == 0)
    *to = sum;
}

extern "C" cudaError_t cuda_operations_multiply(const float *a, const float *b, size_t begin, size_t end, double *sums,
                                                cudaStream_t stream)
{
  if (begin < end)
    multiply<<<blocks_of(end - begin, PORTION), THREADS, 0, stream>>>(a, b, begin, end, sums);
  return cudaGetLastError();
}

extern "C" cudaError_t cuda_operations_add_up(const double *sums, size_t count, double *to, cudaStream_t stream)
{
  add_up<<<1, THREADS, 0, stream>>>(sums, count, to);
  return cudaGetLastError();
}

/* ---- scans ------------------------------------------------------------------------ */

/* Returns the sum over the threads of the block before this one; *all becomes the sum over all threads. */
LOOP_FUNC uint32_t before_in_block(uint32_t mine, uint32_t *all)
{
  __shared__ uint32_t of_warp[THREADS / WARP];
  uint32_t with = mine, before = 0;
  for (unsigned distance = 1; distance < WARP; distance *= 2) {
    const uint32_t other = __shfl_up_sync(~0u, with, distance);
    with += threadIdx.x % WARP >= distance ? other : 0;
  }
  __syncthreads(); /* all threads have read the values of the previous call */
  if (threadIdx.x % WARP == WARP - 1)
    of_warp[threadIdx.x / WARP] = with;
  __syncthreads();
  *all = 0;
  for (unsigned w = 0; w < THREADS / WARP; w++) {
    before += w < threadIdx.x / WARP ? of_warp[w] : 0;
    *all += of_warp[w];
  }
  return before + with - mine;
}

/* Adds up each portion. */
static __global__ void __launch_bounds__(THREADS) sum_portions(const uint32_t *values, size_t count, uint32_t *sums)
{
  uint32_t mine = 0, all;
  const size_t begin = (size_t)blockIdx.x * PORTION;
  for (size_t i = begin + threadIdx.x; i < begin + PORTION && i < count; i += THREADS)
    mine += values[i];
  before_in_block(mine, &all);
  if (threadIdx.x == 0)
    sums[blockIdx.x] = all;
}

/* Scans with one block; values[count] becomes the sum of all values. */
static __global__ void __launch_bounds__(THREADS) scan_alone(uint32_t *values, size_t count)
{
  uint32_t sum = 0, all;
  for (size_t begin = 0; begin < count; begin += THREADS) {
    const size_t i = begin + threadIdx.x;
    const uint32_t before = before_in_block(i < count ? values[i] : 0, &all);
    if (i < count)
      values[i] = sum + before;
    sum += all;
  }
  if (threadIdx.x == 0)
    values[count] = sum;
}

/* Scans each portion. sums[k] is the sum of the portions before portion k. */
static __global__ void __launch_bounds__(THREADS) scan_portions(uint32_t *values, size_t count, const uint32_t *sums)
{
  uint32_t sum = sums[blockIdx.x], all;
  const size_t portion = (size_t)blockIdx.x * PORTION;
  for (size_t begin = portion; begin < portion + PORTION; begin += THREADS) {
    const size_t i = begin + threadIdx.x;
    const uint32_t before = before_in_block(i < count ? values[i] : 0, &all);
    if (i < count)
      values[i] = sum + before;
    sum += all;
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
    values[count] = sum;
}

extern "C" size_t cuda_operations_scan_room(size_t count)
{
  return blocks_of(count, PORTION) + 1;
}

extern "C" cudaError_t cuda_operations_scan(uint32_t *values, size_t count, uint32_t *room, cudaStream_t stream)
{
  const unsigned blocks = blocks_of(count, PORTION);
  if (blocks <= 1) {
    scan_alone<<<1, THREADS, 0, stream>>>(values, count);
    return cudaGetLastError();
  }
  sum_portions<<<blocks, THREADS, 0, stream>>>(values, count, room);
  scan_alone<<<1, THREADS, 0, stream>>>(room, blocks);
  scan_portions<<<blocks, THREADS, 0, stream>>>(values, count, room);
  return cudaGetLastError();
}
