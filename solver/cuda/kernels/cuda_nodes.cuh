// SPDX-License-Identifier: BSD-3-Clause
/* Densities and momenta of all nodes, and additions to their populations. Arrays are in the order of nodes. Include
 * this file after cuda_exchange.cuh. */

/* 64 threads per tile. */
static __global__ void moments_of_tiles(const struct lbm_cuda_exchange x, double2 (*last)[2], float4 *change)
{
  const site s = site_of(x.domain, x.domain.begin + blockIdx.x, threadIdx.x);
  if (!s.fluid)
    return;
  const size_t n = x.domain.first[s.number] + rank_in(s.tile.half[0][s.node >> 5], s.node & 31);
  double f[LBM_Q], m[4] = {0};
  load_restored(f, x, s);
#define SUM(i, cx, cy, cz, o, weight) m[0] += f[i], m[1] += (cx)*f[i], m[2] += (cy)*f[i], m[3] += (cz)*f[i];
  LBM_D3Q19(SUM)
#undef SUM
  const double2 low = last[n][0], high = last[n][1];
  change[n] = make_float4((float)(m[0] - low.x), (float)(m[1] - low.y), (float)(m[2] - high.x), (float)(m[3] - high.y));
  last[n][0] = make_double2(m[0], m[1]);
  last[n][1] = make_double2(m[2], m[3]);
}

static __global__ void add_to_tiles(const struct lbm_cuda_exchange x, const float4 *field, double mean, double share)
{
  const site s = site_of(x.domain, x.domain.begin + blockIdx.x, threadIdx.x);
  if (!s.fluid)
    return;
  const float4 d = field[x.domain.first[s.number] + rank_in(s.tile.half[0][s.node >> 5], s.node & 31)];
  double f[LBM_Q];
  load_restored(f, x, s);
#define ADD(i, cx, cy, cz, o, weight) \
  f[i] += share * (weight / 36.) *    \
          ((double)d.x - mean + 3 * ((cx) * (double)d.y + (cy) * (double)d.z + (cz) * (double)d.w));
  LBM_D3Q19(ADD)
#undef ADD
  keep_restored(f, x, s);
}

static cudaError_t launch_moments(const struct lbm_cuda_exchange *x, double (*last)[4], float (*change)[4],
                                  cudaStream_t stream)
{
  if (x->domain.tiles)
    moments_of_tiles<<<x->domain.tiles, 64, 0, stream>>>(*x, (double2(*)[2])last, (float4 *)change);
  return cudaGetLastError();
}

static cudaError_t launch_add(const struct lbm_cuda_exchange *x, const struct lbm_cuda_addition *a, cudaStream_t stream)
{
  if (x->domain.tiles)
    add_to_tiles<<<x->domain.tiles, 64, 0, stream>>>(*x, (const float4 *)a->field, a->mean, a->share);
  return cudaGetLastError();
}
