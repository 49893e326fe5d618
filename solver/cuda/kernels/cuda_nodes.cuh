/* Densities and momenta of all nodes, and additions to their populations. Arrays are in the order of nodes. Include
 * this file after cuda_exchange.cuh. */

/* 64 threads per tile. */
static __global__ void moment_of_tiles(const struct lbm_cuda_exchange x, int axis, double *to)
{
  const site s = site_of(x.domain, x.domain.begin + blockIdx.x, threadIdx.x);
  if (!s.fluid)
    return;
  const size_t n = x.domain.first[s.number] + rank_in(s.tile.half[0][s.node >> 5], s.node & 31);
  double f[LBM_Q], sum = 0;
  load_restored(f, x, s);
#define SUM(i, cx, cy, cz, o, weight) sum += (axis < 0 ? 1 : axis == 0 ? (cx) : axis == 1 ? (cy) : (cz)) * f[i];
  LBM_D3Q19(SUM)
#undef SUM
  to[n] = sum - to[n];
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

static cudaError_t launch_moment(const struct lbm_cuda_exchange *x, int axis, double *to, cudaStream_t stream)
{
  if (x->domain.tiles)
    moment_of_tiles<<<x->domain.tiles, 64, 0, stream>>>(*x, axis, to);
  return cudaGetLastError();
}

static cudaError_t launch_add(const struct lbm_cuda_exchange *x, const struct lbm_cuda_addition *a, cudaStream_t stream)
{
  if (x->domain.tiles)
    add_to_tiles<<<x->domain.tiles, 64, 0, stream>>>(*x, (const float4 *)a->field, a->mean, a->share);
  return cudaGetLastError();
}
