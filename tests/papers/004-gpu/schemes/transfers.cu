// SPDX-License-Identifier: BSD-3-Clause
/* Transfers of section 4 of the paper: code 1, the same from one array into another, and copies. */
#include "schemes_cuda.h"

#include <stdio.h>

enum { BLOCK = 256 };

template <bool apart> __global__ void transfer(int side, int words, const float *from, float *to)
{
  const size_t all = (size_t)side * side * side,
               n = threadIdx.x + (size_t)side * (blockIdx.x + (size_t)side * blockIdx.y);
  for (int j = 0; j < words; j++)
    if (apart)
      to[j * all + n] = from[j * all + n] * 0.5f;
    else
      to[(j + 1) * all + n] = to[j * all + n] * 0.5f;
}

template <typename word> __global__ void copy(const word *from, word *to, size_t words)
{
  const size_t n = blockIdx.x * (size_t)BLOCK + threadIdx.x;
  if (n < words)
    to[n] = from[n];
}

template <typename word> __global__ void shift(const word *from, word *to, size_t words, int read, int write)
{
  const size_t n = blockIdx.x * (size_t)BLOCK + threadIdx.x;
  if (n < words)
    to[n + write] = from[n + read];
}

static int launched(void)
{
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess)
    fprintf(stderr, "schemes: a launch: %s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}

extern "C" int transfers_launch(int apart, int side, int words, const float *from, float *to)
{
  const dim3 grid((unsigned)side, (unsigned)side);
  if (apart)
    transfer<true><<<grid, (unsigned)side>>>(side, words, from, to);
  else
    transfer<false><<<grid, (unsigned)side>>>(side, words, from, to);
  return launched();
}

extern "C" int transfers_copy(int wide, const void *from, void *to, size_t bytes)
{
  const size_t words = bytes / (wide ? sizeof(float4) : sizeof(float));
  const unsigned blocks = (unsigned)((words + BLOCK - 1) / BLOCK);
  if (wide)
    copy<<<blocks, BLOCK>>>((const float4 *)from, (float4 *)to, words);
  else
    copy<<<blocks, BLOCK>>>((const float *)from, (float *)to, words);
  return launched();
}

extern "C" int transfers_shift(int wide, int read, int write, size_t words, const void *from, void *to)
{
  const unsigned blocks = (unsigned)((words + BLOCK - 1) / BLOCK);
  if (wide)
    shift<<<blocks, BLOCK>>>((const double *)from, (double *)to, words, read, write);
  else
    shift<<<blocks, BLOCK>>>((const float *)from, (float *)to, words, read, write);
  return launched();
}
