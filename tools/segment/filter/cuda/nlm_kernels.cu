// SPDX-License-Identifier: BSD-3-Clause
/* Non-local means. A thread makes one voxel of each slice of a slab, a block of threads a part of all slices: for each
 * offset of the search they share the squares of a slice and their sums along x. The arithmetic is that of filter_nlm.c
 * to the last bit: this file is compiled without fused multiply-adds. */
#include "nlm_kernels.h"
#include "nlm.h"

enum { THREADS = NLM_WIDTH * NLM_ROWS };

static __device__ int mirrored(int i, int n)
{
  i %= 2 * n;
  i = i < 0 ? i + 2 * n : i;
  return i < n ? i : 2 * n - 1 - i;
}

static __global__ void continue_slice(const struct nlm_slices s, int slot, const float *voxels)
{
  const int x = (int)(blockIdx.x * NLM_WIDTH + threadIdx.x), y = (int)(blockIdx.y * NLM_ROWS + threadIdx.y);
  if (x >= s.wide || y >= s.high)
    return;
  const float value = voxels[(size_t)mirrored(y - s.reach, s.ny) * s.nx + mirrored(x - s.reach, s.nx)];
  const bool known = !isnan(value);
  const size_t at = ((size_t)slot * s.high + y) * s.wide + x;
  s.value[at] = known || !s.known ? value : 0;
  if (s.known)
    s.known[at] = known ? 1.0f : 0.0f;
}

/* Voxel x, y of slice z, which may lie around those that are made. */
static __device__ size_t place(const struct nlm_slab &s, int x, int y, int z)
{
  return ((size_t)s.slot[z + s.above] * s.from.high + y + s.from.reach) * s.from.wide + x + s.from.reach;
}

/* PATCH: its radius, or -1: that of the slab. The numbers of a thread, `of` of them, are then in shared memory, `apart`
 * from each other; else loops are unrolled, they are in registers, and all voxels are known. */
template <int PATCH> struct sizes {
  enum {
    most = PATCH < 0 ? NLM_PATCH_MOST : PATCH,
    wide = NLM_WIDTH + 2 * most,
    high = NLM_ROWS + 2 * most,
    unrolled = PATCH < 0 ? 1 : NLM_SLICES + 2 * most,
    width = 2 * most + 1,
    of = width + 2 * NLM_SLICES,
    apart = PATCH < 0 ? THREADS : 1,
    shared = PATCH < 0 ? of * THREADS : 1
  };
};

/* The sum of the squares over the patch along x and y at the voxel of this thread in slice z. */
template <int PATCH> static __device__ float sum_slice(const struct nlm_slab &s, const int o[3], int z)
{
  typedef struct sizes<PATCH> sizes;
  __shared__ float square[sizes::high * sizes::wide], along[sizes::high * NLM_WIDTH];
  const int p = PATCH < 0 ? s.patch : PATCH, wide = NLM_WIDTH + 2 * p, high = NLM_ROWS + 2 * p;
  const int x0 = (int)blockIdx.x * NLM_WIDTH - p, y0 = (int)blockIdx.y * NLM_ROWS - p;
  const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
  const size_t here = place(s, x0, y0, z), there = place(s, x0 + o[0], y0 + o[1], z + o[2]);
  for (int n = ty * NLM_WIDTH + tx; n < wide * high; n += THREADS) {
    const size_t at = (size_t)(n / wide) * s.from.wide + n % wide;
    const float d = s.from.value[here + at] - s.from.value[there + at];
    square[n] = PATCH < 0 && s.from.known ? d * d * (s.from.known[here + at] * s.from.known[there + at]) : d * d;
  }
  __syncthreads();
  for (int y = ty; y < high; y += NLM_ROWS) {
    float sum = square[y * wide + tx];
    for (int i = 1; i <= 2 * p; i++)
      sum += square[y * wide + tx + i];
    along[y * NLM_WIDTH + tx] = sum;
  }
  __syncthreads();
  float sum = along[ty * NLM_WIDTH + tx];
  for (int i = 1; i <= 2 * p; i++)
    sum += along[(ty + i) * NLM_WIDTH + tx];
  return sum;
}

/* How many pairs of the patches around a voxel and its neighbour are both numbers. */
static __device__ float count_pairs(const struct nlm_slab &s, const int o[3], int x, int y, int z, int above)
{
  float pairs = 0;
  for (int k = -above; k <= above; k++)
    for (int j = -s.patch; j <= s.patch; j++) {
      const float *here = s.from.known + place(s, x, y + j, z + k),
                  *there = s.from.known + place(s, x + o[0], y + j + o[1], z + k + o[2]);
      for (int i = -s.patch; i <= s.patch; i++)
        pairs += here[i] * there[i];
    }
  return pairs;
}

/* Adds the neighbours at this offset to sum and weight. across: a ring of the sums of slices. */
template <int PATCH, bool deep>
static __device__ void add_offset(const struct nlm_slab &s, const int o[3], float *sum, float *weight, float *across)
{
  typedef struct sizes<PATCH> sizes;
  const int p = deep ? PATCH < 0 ? s.patch : PATCH : 0, width = 2 * p + 1, slices = deep ? NLM_SLICES : 1;
  const int x = (int)(blockIdx.x * NLM_WIDTH + threadIdx.x) + o[0];
  const int y = (int)(blockIdx.y * NLM_ROWS + threadIdx.y) + o[1];
#pragma unroll(sizes::unrolled)
  for (int n = 0; n < slices + 2 * p; n++) {
    across[n % width * sizes::apart] = sum_slice<PATCH>(s, o, n - p);
    const int z = n - 2 * p;
    if (z < 0)
      continue;
    float apart = across[z % width * sizes::apart];
    for (int k = 1; k < width; k++)
      apart += across[(z + k) % width * sizes::apart];
    const size_t beside = place(s, x, y, z + o[2]);
    if (PATCH < 0 && s.from.known)
      apart = nlm_of_all(apart, count_pairs(s, o, x - o[0], y - o[1], z, p), s.voxels);
    float w = nlm_weight(apart, s.per_square, s.expected);
    if (PATCH < 0 && s.from.known)
      w = s.from.known[beside] * w;
    sum[z * sizes::apart] += w * s.from.value[beside];
    weight[z * sizes::apart] += w;
  }
}

template <int PATCH, bool deep>
static __global__ void __launch_bounds__(THREADS, PATCH < 0 ? 3 : 0) means(const struct nlm_slab s)
{
  typedef struct sizes<PATCH> sizes;
  __shared__ float room[sizes::shared];
  float kept[sizes::of];
  float *sum = PATCH < 0 ? room + threadIdx.y * NLM_WIDTH + threadIdx.x : kept;
  float *weight = sum + NLM_SLICES * sizes::apart, *across = weight + NLM_SLICES * sizes::apart;
  const int r = s.search, above = deep ? r : 0, x = (int)(blockIdx.x * NLM_WIDTH + threadIdx.x);
  const int y = (int)(blockIdx.y * NLM_ROWS + threadIdx.y);
  for (int z = 0; z < NLM_SLICES; z++)
    sum[z * sizes::apart] = weight[z * sizes::apart] = 0;
  for (int k = -above; k <= above; k++)
    for (int j = -r; j <= r; j++)
      for (int i = -r; i <= r; i++) {
        const int o[3] = {i, j, k};
        add_offset<PATCH, deep>(s, o, sum, weight, across);
      }
  if (x >= s.from.nx || y >= s.from.ny)
    return;
#pragma unroll
  for (int z = 0; z < NLM_SLICES; z++)
    if (z < s.nz)
      s.made[((size_t)z * s.from.ny + y) * s.from.nx + x] = s.from.known && !(s.from.known[place(s, x, y, z)] > 0)
                                                                ? NAN
                                                                : sum[z * sizes::apart] / weight[z * sizes::apart];
}

static dim3 blocks_of(int wide, int high)
{
  return dim3((unsigned)((wide + NLM_WIDTH - 1) / NLM_WIDTH), (unsigned)((high + NLM_ROWS - 1) / NLM_ROWS));
}
static const dim3 threads(NLM_WIDTH, NLM_ROWS);

extern "C" cudaError_t nlm_continue(const struct nlm_slices *s, int slot, const float *voxels)
{
  continue_slice<<<blocks_of(s->wide, s->high), threads>>>(*s, slot, voxels);
  return cudaGetLastError();
}

template <bool deep> static void launch(const struct nlm_slab *s)
{
  static void (*const of[])(const struct nlm_slab) = {means<0, deep>, means<1, deep>, means<-1, deep>};
  void (*const kernel)(const struct nlm_slab) = of[s->patch < 2 && !s->from.known ? s->patch : 2];
  kernel<<<blocks_of(s->from.nx, s->from.ny), threads>>>(*s);
}

extern "C" cudaError_t nlm_means(const struct nlm_slab *s)
{
  (s->above ? launch<true> : launch<false>)(s);
  return cudaGetLastError();
}
