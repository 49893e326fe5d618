/* SPDX-License-Identifier: BSD-3-Clause */
/* The first GPU of the host. */
#include "sparse.h"

#include <cuda_runtime_api.h>
#include <stdio.h>

static cudaEvent_t began, ended;

static int failed(cudaError_t code, const char *what)
{
  if (code != cudaSuccess)
    fprintf(stderr, "sparse: %s: %s\n", what, cudaGetErrorString(code));
  return code != cudaSuccess;
}

int sparse_device(void)
{
  return failed(cudaEventCreate(&began), "no GPU") || failed(cudaEventCreate(&ended), "an event");
}

int sparse_alloc(void **array, size_t bytes)
{
  return failed(cudaMalloc(array, bytes), "memory of the GPU");
}

void sparse_free(void *array)
{
  cudaFree(array);
}

int sparse_fill(void *array, int byte, size_t bytes)
{
  return failed(cudaMemset(array, byte, bytes), "memory of the GPU");
}

int sparse_send(void *array, const void *from, size_t bytes)
{
  return failed(cudaMemcpy(array, from, bytes, cudaMemcpyHostToDevice), "a copy to the GPU");
}

int sparse_fetch(void *to, const void *array, size_t bytes)
{
  return failed(cudaMemcpy(to, array, bytes, cudaMemcpyDeviceToHost), "a copy from the GPU");
}

int sparse_begin(void)
{
  return failed(cudaEventRecord(began, 0), "an event");
}

int sparse_end(double *seconds)
{
  float ms = 0;
  const int code = failed(cudaEventRecord(ended, 0), "an event") || failed(cudaEventSynchronize(ended), "a step") ||
                   failed(cudaEventElapsedTime(&ms, began, ended), "an event");
  *seconds = ms * 1e-3;
  return code;
}
