// SPDX-License-Identifier: BSD-3-Clause
/* The parts of an update alone, a node a thread, for counts of instructions: parts.sh. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SCALAR double
#define REAL double
#define SITE(name) name
#define SITE_FUNC static __device__ __forceinline__
#include "site.h"
#include "site_plane.h"

#define NODE (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

template <int relaxation, int equilibrium>
__global__ void whole(const double *from, double *to, size_t all, const rates k)
{
  double f[LBM_Q];
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    f[i] = from[i * all + NODE];
  collide(f, &k, relaxation, equilibrium);
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    to[i * all + NODE] = f[i];
}

template <int relaxation, int equilibrium>
__global__ void plane(const double *from, double *to, size_t all, const rates k)
{
  double f[LBM_PLANE_Q];
  LBM_UNROLL
  for (int i = 0; i < LBM_PLANE_Q; i++)
    f[i] = from[i * all + NODE];
  collide_plane(f, &k, relaxation, equilibrium);
  LBM_UNROLL
  for (int i = 0; i < LBM_PLANE_Q; i++)
    to[i * all + NODE] = f[i];
}

template <int equilibrium> __global__ void velocity(const double *from, double *to, size_t all, const rates k)
{
  double f[LBM_Q];
  sums s;
  moments m;
  LBM_UNROLL
  for (int i = 0; i < LBM_Q; i++)
    f[i] = from[i * all + NODE];
  add_up(&s, f);
  measure(&m, f, &s, &k, equilibrium);
  to[NODE] = m.rho;
  for (int a = 0; a < 3; a++)
    to[(a + 1) * all + NODE] = m.u[a];
}

__global__ void division(const double *from, double *to, size_t all)
{
  to[NODE] = from[NODE] / from[all + NODE];
}

template __global__ void whole<0, 1>(const double *, double *, size_t, const rates);
template __global__ void whole<0, 0>(const double *, double *, size_t, const rates);
template __global__ void whole<1, 1>(const double *, double *, size_t, const rates);
template __global__ void whole<1, 0>(const double *, double *, size_t, const rates);
template __global__ void plane<0, 1>(const double *, double *, size_t, const rates);
template __global__ void plane<0, 0>(const double *, double *, size_t, const rates);
template __global__ void plane<1, 1>(const double *, double *, size_t, const rates);
template __global__ void plane<1, 0>(const double *, double *, size_t, const rates);
template __global__ void velocity<1>(const double *, double *, size_t, const rates);
template __global__ void velocity<0>(const double *, double *, size_t, const rates);
