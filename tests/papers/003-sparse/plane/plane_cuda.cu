// SPDX-License-Identifier: BSD-3-Clause
/* The kernels of plane-cuda: a block of 256 threads a tile, a thread a node. */
#include "plane_cuda.h"
#include "plane_node.h"

#include <cuda_runtime.h>
#include <stdio.h>

/* ghosts, barrier: without either the populations are wrong, and the speed tells what they cost. */
template <bool ghosts, bool barrier> __global__ void __launch_bounds__(NODES, 4) step_tile(const plane_pass p)
{
  const int n = (int)threadIdx.x;
  double f[Q];
  gather_node(&p, blockIdx.x, n, f, ghosts);
  collide_node(f);
  if (barrier)
    __syncthreads();
  if (is_node(&p, blockIdx.x, n))
    scatter_node(&p, blockIdx.x, n, f, ghosts);
}

static void (*const kernels[PLANE_WAYS])(const plane_pass p) = {step_tile<true, true>, step_tile<true, false>,
                                                                step_tile<false, false>};

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

extern "C" int plane_device_steps(const struct plane_device *d, enum plane_way way, int steps, double *seconds)
{
  cudaEvent_t began, ended;
  float ms = 0;
  int code = failed(cudaEventCreate(&began), "no GPU") || failed(cudaEventCreate(&ended), "an event") ||
             failed(cudaEventRecord(began), "an event");
  for (int s = 0; s < steps && !code; s++)
    if (way == PLANE_COPY)
      code = copy(d);
    else {
      const plane_pass pass = {d->tile, d->f, d->ghost[s % 2], d->ghost[!(s % 2)]};
      kernels[way]<<<(unsigned)d->plane->tiles, NODES>>>(pass);
      code = failed(cudaGetLastError(), "a step");
    }
  code = code || failed(cudaEventRecord(ended), "an event") || failed(cudaEventSynchronize(ended), "a step") ||
         failed(cudaEventElapsedTime(&ms, began, ended), "an event");
  *seconds = ms * 1e-3;
  cudaEventDestroy(began);
  cudaEventDestroy(ended);
  return code;
}
