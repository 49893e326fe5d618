// SPDX-License-Identifier: BSD-3-Clause
/* The kernels of plane-cuda: a block of 256 threads a tile, a thread a node. */
#include "plane_cuda.h"
#include "plane_node.h"

#include <cuda_runtime.h>
#include <stdio.h>

#define SCALAR double
#define REAL double
#define SITE(name) site_##name
#define SITE_FUNC static __device__ __forceinline__
#include "site.h"
#include "site_plane.h"

/* The directions of site_plane.h: 6 and 8 in turn. */
template <int collision> __device__ __forceinline__ void collide_as(double f[Q], const site_rates *k)
{
  if (collision == PLANE_NONE)
    return;
  if (collision == PLANE_OWN) {
    collide_node(f);
    return;
  }
  const bool moments = collision == PLANE_MRT_INCOMPRESSIBLE || collision == PLANE_MRT;
  const bool quasi = collision == PLANE_BGK || collision == PLANE_MRT;
  double g[Q] = {f[0], f[1], f[2], f[3], f[4], f[5], f[8], f[7], f[6]};
  site_collide_plane(g, k, moments ? LBM_MOMENTS : LBM_TWO_RATES, quasi ? LBM_QUASI : LBM_INCOMPRESSIBLE);
  EACH_DIRECTION(i)
  f[i] = g[i == 6 ? 8 : i == 8 ? 6 : i];
}

/* ghosts, barrier: without either the populations are wrong, and the speed tells what they cost. */
template <bool ghosts, bool barrier, int collision>
__global__ void __launch_bounds__(NODES, collision < PLANE_MRT_INCOMPRESSIBLE ? 4 : 3)
    step_tile(const plane_pass p, const site_rates k)
{
  const int n = (int)threadIdx.x;
  double f[Q];
  gather_node(&p, blockIdx.x, n, f, ghosts);
  collide_as<collision>(f, &k);
  if (barrier)
    __syncthreads();
  if (is_node(&p, blockIdx.x, n))
    scatter_node(&p, blockIdx.x, n, f, ghosts);
}

#define WAYS(collision)                                                                                     \
  {                                                                                                         \
    step_tile<true, true, collision>, step_tile<true, false, collision>, step_tile<false, false, collision> \
  }
static void (*const kernels[PLANE_COLLISIONS][PLANE_WAYS])(const plane_pass p, const site_rates k) = {
    WAYS(PLANE_OWN), WAYS(PLANE_NONE), WAYS(PLANE_BGK_INCOMPRESSIBLE), WAYS(PLANE_BGK), WAYS(PLANE_MRT_INCOMPRESSIBLE),
    WAYS(PLANE_MRT)};
#undef WAYS

static int failed(cudaError_t code, const char *what)
{
  if (code != cudaSuccess)
    fprintf(stderr, "plane: %s: %s\n", what, cudaGetErrorString(code));
  return code != cudaSuccess;
}

static size_t bytes_of_values(const plane *p)
{
  return (p->tiles + 1) * Q * NODES * sizeof(double);
}

static size_t bytes_of_ghosts(const plane *p)
{
  return (p->tiles + 1) * SLOTS * EDGE * sizeof(double);
}

static int send(void **to, const void *from, size_t bytes)
{
  return failed(cudaMalloc(to, bytes), "memory of the GPU") ||
         failed(cudaMemcpy(*to, from, bytes, cudaMemcpyHostToDevice), "a copy to the GPU");
}

extern "C" int plane_device_open(struct plane_device *d, const struct plane *p)
{
  *d = {};
  d->plane = p;
  int code =
      send((void **)&d->tile, p->tile, p->tiles * sizeof *p->tile) || send((void **)&d->f, p->f, bytes_of_values(p));
  for (int k = 0; k < 2; k++)
    code = code || send((void **)&d->ghost[k], p->ghost[k], bytes_of_ghosts(p));
  return code;
}

extern "C" int plane_device_fetch(const struct plane_device *d, struct plane *p)
{
  int code = failed(cudaMemcpy(p->f, d->f, bytes_of_values(p), cudaMemcpyDeviceToHost), "a copy from the GPU");
  for (int k = 0; k < 2; k++)
    code = code || failed(cudaMemcpy(p->ghost[k], d->ghost[k], bytes_of_ghosts(p), cudaMemcpyDeviceToHost),
                          "a copy from the GPU");
  return code;
}

extern "C" void plane_device_close(struct plane_device *d)
{
  cudaFree(d->tile);
  cudaFree(d->f);
  cudaFree(d->ghost[0]);
  cudaFree(d->ghost[1]);
}

/* The array of populations once to itself: half of it to the other half. */
static int copy(const plane_device *d)
{
  const size_t half = bytes_of_values(d->plane) / 2;
  return failed(cudaMemcpyAsync((char *)d->f + half, d->f, half, cudaMemcpyDeviceToDevice), "a copy on the GPU");
}

extern "C" int plane_device_steps(const struct plane_device *d, enum plane_way way, enum plane_collision collision,
                                  int steps, double *seconds)
{
  const lbm_rates rates = {.even = RATE, .odd = RATE, .e = 1.4, .eps = 1.4, .q = 1.2, .pi = 1.4, .m = 1.98};
  const site_rates k = site_rates_of(&rates);
  cudaEvent_t began, ended;
  float ms = 0;
  int code = failed(cudaEventCreate(&began), "no GPU") || failed(cudaEventCreate(&ended), "an event") ||
             failed(cudaEventRecord(began), "an event");
  for (int s = 0; s < steps && !code; s++)
    if (way == PLANE_COPY)
      code = copy(d);
    else {
      const plane_pass pass = {d->tile, d->f, d->ghost[s % 2], d->ghost[!(s % 2)]};
      kernels[collision][way]<<<(unsigned)d->plane->tiles, NODES>>>(pass, k);
      code = failed(cudaGetLastError(), "a step");
    }
  code = code || failed(cudaEventRecord(ended), "an event") || failed(cudaEventSynchronize(ended), "a step") ||
         failed(cudaEventElapsedTime(&ms, began, ended), "an event");
  *seconds = ms * 1e-3;
  cudaEventDestroy(began);
  cudaEventDestroy(ended);
  return code;
}
