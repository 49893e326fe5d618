// SPDX-License-Identifier: BSD-3-Clause
/* Reads and writes populations and fields of tiles, and adds up totals, for precision STORE and the layout that was
 * included before. Fields are computed in double precision, as on the host. */
#include "cuda_offset.cuh"

#undef SCALAR
#define SCALAR double
#define REAL double
#define SITE(name) name##_field
#define SITE_FUNC DEVICE
#include "site.h"
#include "wall_links.h"
#undef SITE
#undef SITE_FUNC
#undef REAL
#undef SCALAR

/* A node of a tile: whether it is fluid, and the data that find its populations. */
struct site {
  bool fluid;
  uint32_t number;
  tile_masks tile;
  int node;
};

DEVICE site site_of(const lbm_cuda_domain &d, uint32_t tile, int node)
{
  site s = {.number = tile, .node = node};
  set_masks(s.tile, load_tile(d, tile));
  s.fluid = is_fluid(s.tile, node);
  return s;
}

DEVICE STORE *population(void *populations, const site &s, int i)
{
  return (STORE *)populations + (size_t)s.tile.half[0][0].z * (LBM_CUDA_ALIGN / sizeof(STORE)) +
         place_of(s.tile, i, s.node);
}

/* Load the populations of a node as the collision left them, or store such populations (wall_links.h). */
DEVICE void load_restored(double f[LBM_Q], const struct lbm_cuda_exchange &x, const site &s)
{
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    f[i] = (double)widen(*population(x.populations, s, i));
  const node_cuts cuts = cuts_of(x.domain, s.number, s.tile, s.node);
  restore_cuts_field(f, cuts.wall_link, cuts.links, x.domain.walls);
}

DEVICE void keep_restored(double f[LBM_Q], const struct lbm_cuda_exchange &x, const site &s)
{
  const node_cuts cuts = cuts_of(x.domain, s.number, s.tile, s.node);
  store_cuts_field(f, cuts.wall_link, cuts.links, x.domain.walls);
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    narrow(population(x.populations, s, i), f[i]);
}

DEVICE void fields_of(const struct lbm_cuda_exchange &x, const site &s, double field[LBM_FIELDS])
{
  double f[LBM_Q];
  load_restored(f, x, s);
  fields_field(field, f, x.force, x.equilibrium);
}

/* The type of fields: see lbm_fields_precision. */
DEVICE double field_type(double);
DEVICE float field_type(float);
DEVICE float field_type(lbm_half);
typedef decltype(field_type(STORE())) FIELD;

DEVICE void start(const struct lbm_cuda_exchange &x, const site &s, const FIELD *given)
{
  double f[LBM_Q];
  const double field[LBM_FIELDS] = {(double)given[0], (double)given[1], (double)given[2], (double)given[3]};
  start_field(f, field, x.force, x.equilibrium);
  keep_restored(f, x, s);
}

/* 64 threads per tile. */
static __global__ void exchange_tiles(const struct lbm_cuda_exchange x)
{
  const uint32_t tile = x.begin + blockIdx.x;
  const site s = site_of(x.domain, tile, threadIdx.x);
  if (!s.fluid)
    return;
  const size_t n = x.domain.first[tile] - x.domain.first[x.begin] + rank_in(s.tile.half[0][s.node >> 5], s.node & 31);
  if (!x.fields) {
    STORE *values = (STORE *)x.values + LBM_Q * n;
    for (int i = 0; i < LBM_Q; i++)
      if (x.out)
        values[i] = *population(x.populations, s, i);
      else
        *population(x.populations, s, i) = values[i];
    return;
  }
  FIELD *values = (FIELD *)x.values + LBM_FIELDS * n;
  double field[LBM_FIELDS];
  if (!x.out) {
    start(x, s, values);
    return;
  }
  fields_of(x, s, field);
  for (int k = 0; k < LBM_FIELDS; k++)
    values[k] = (FIELD)field[k];
}

/* Totals of each tile, by 64 threads, one per node. Sums are made in a fixed order, as a tree. */
static __global__ void total_tiles(const struct lbm_cuda_exchange x, struct lbm_cuda_sums *sums)
{
  __shared__ double other[6];
  double mine[6] = {}, field[4];
  const site s = site_of(x.domain, x.domain.begin + blockIdx.x, threadIdx.x);
  if (s.fluid) {
    fields_of(x, s, field);
    for (int k = 0; k < LBM_FIELDS; k++)
      mine[k] = field[k];
    mine[4] = mine[5] = sqrt(field[1] * field[1] + field[2] * field[2] + field[3] * field[3]);
  }
  for (int distance = 16; distance; distance /= 2) {
    for (int k = 0; k < 5; k++)
      mine[k] += __shfl_down_sync(~0u, mine[k], distance);
    mine[5] = fmax(mine[5], __shfl_down_sync(~0u, mine[5], distance));
  }
  if (threadIdx.x == 32)
    for (int k = 0; k < 6; k++)
      other[k] = mine[k];
  __syncthreads();
  if (threadIdx.x == 0)
    sums[blockIdx.x] = {mine[0] + other[0],
                        {mine[1] + other[1], mine[2] + other[2], mine[3] + other[3]},
                        mine[4] + other[4],
                        fmax(mine[5], other[5])};
}

static __global__ void scale_values(STORE *values, size_t count, double factor)
{
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
    narrow(values + i, factor * (double)widen(values[i]));
}

/* ---- launches ------------------------------------------------------------------- */

static cudaError_t launch_exchange(const struct lbm_cuda_exchange *x, cudaStream_t stream)
{
  exchange_tiles<<<x->end - x->begin, 64, 0, stream>>>(*x);
  return cudaGetLastError();
}

static cudaError_t launch_totals(const struct lbm_cuda_exchange *x, struct lbm_cuda_sums *sums, cudaStream_t stream)
{
  if (x->domain.tiles)
    total_tiles<<<x->domain.tiles, 64, 0, stream>>>(*x, sums);
  return cudaGetLastError();
}

static cudaError_t launch_scale(void *values, size_t count, double factor, cudaStream_t stream)
{
  scale_values<<<4096, 256, 0, stream>>>((STORE *)values, count, factor);
  return cudaGetLastError();
}
