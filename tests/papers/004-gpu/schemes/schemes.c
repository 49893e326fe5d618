/* SPDX-License-Identifier: BSD-3-Clause */
/* Measurements of the paper on the first GPU of the host, medians of 7 turns.
 *   schemes             speeds of both ways of propagation at 64, 96, 128 and 160, and their occupancy
 *   schemes transfers   nanoseconds of a warp over the number of words
 *   schemes copies      bandwidth of copies by kernels and by cudaMemcpy */
#include "schemes_cuda.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 7 };
typedef int launch(int scheme, int collision, const struct schemes_pass *p);
typedef int occupied(int scheme, int collision, int side, double *occupancy, int *registers);
static const struct precision {
  const char *name;
  size_t bytes;
  launch *launch;
  occupied *occupied;
} precisions[] = {{"fp32", 4, schemes_launch_fp32, schemes_occupancy_fp32},
                  {"fp64", 8, schemes_launch_fp64, schemes_occupancy_fp64}};
static cudaEvent_t began, ended;
static void *array[2];

static void need(cudaError_t code, const char *what)
{
  if (code == cudaSuccess)
    return;
  fprintf(stderr, "schemes: %s: %s\n", what, cudaGetErrorString(code));
  exit(1);
}

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void allocate(size_t bytes)
{
  for (int i = 0; i < 2; i++) {
    need(cudaMalloc(&array[i], bytes), "memory");
    need(cudaMemset(array[i], 0, bytes), "memory");
  }
}

static void release(void)
{
  cudaFree(array[0]), cudaFree(array[1]);
}

/* Work of a turn: what is done `times` times. */
struct work {
  int (*once)(const struct work *w, int n);
  int times;
  const struct precision *precision;
  int scheme, collision, side, words;
  size_t bytes;
};

/* Seconds of one time: median, least, most. The first turn warms up. */
static void measure(const struct work *w, double seconds[3])
{
  double turn[TURNS];
  for (int t = -1; t < TURNS; t++) {
    float ms;
    need(cudaEventRecord(began, 0), "an event");
    for (int n = 0; n < w->times; n++)
      if (w->once(w, n))
        exit(1);
    need(cudaEventRecord(ended, 0), "an event");
    need(cudaEventSynchronize(ended), "a kernel");
    need(cudaEventElapsedTime(&ms, began, ended), "an event");
    turn[t < 0 ? 0 : t] = ms * 1e-3 / w->times;
  }
  qsort(turn, TURNS, sizeof *turn, by_size);
  seconds[0] = turn[TURNS / 2], seconds[1] = turn[0], seconds[2] = turn[TURNS - 1];
}

static int step(const struct work *w, int n)
{
  const struct schemes_pass p = {array[n % 2], array[1 - n % 2], w->side, schemes_rates};
  return w->precision->launch(w->scheme, w->collision, &p);
}

static int transfer(const struct work *w, int n)
{
  (void)n;
  return transfers_launch(w->scheme, w->side, w->words, array[0], array[1]);
}

static int copy(const struct work *w, int n)
{
  (void)n;
  if (w->scheme < 2)
    return transfers_copy(w->scheme, array[0], array[1], w->bytes);
  return cudaMemcpyAsync(array[1], array[0], w->bytes, cudaMemcpyDeviceToDevice, 0) != cudaSuccess;
}

/* GB/s, read and written, of the three copies. */
static void copies(double speed[3])
{
  const size_t bytes = (size_t)1 << 30;
  allocate(bytes);
  for (int kind = 0; kind < 3; kind++) {
    const struct work w = {.once = copy, .times = 5, .scheme = kind, .bytes = bytes};
    double s[3];
    measure(&w, s);
    speed[kind] = 2e-9 * (double)bytes / s[0];
  }
  release();
}

static void speeds(void)
{
  static const int sides[] = {64, 96, 128, 160};
  double copied[3];
  copies(copied);
  const double most = copied[0] > copied[1] ? copied[0] : copied[1];
  puts("precision,scheme,collision,side,mflups,min,max,share,occupancy,registers");
  for (int k = 0; k < 16 * 2; k++) {
    const int side = sides[k % 4];
    const struct precision *p = precisions + k / 16;
    const double nodes = (double)side * side * side;
    const struct work w = {step, 50, p, k / 4 % 2, k / 8 % 2, side, 0, 0};
    double s[3], occupancy;
    int registers;
    allocate((size_t)(nodes * LBM_Q) * p->bytes);
    if (p->occupied(w.scheme, w.collision, side, &occupancy, &registers))
      exit(1);
    measure(&w, s);
    printf("%s,%s,%s,%d,%.1f,%.1f,%.1f,%.4f,%.3f,%d\n", p->name, w.scheme == SCHEMES_SPLIT ? "split" : "reversed",
           w.collision == LBM_MOMENTS ? "MRT" : "BGK", side, 1e-6 * nodes / s[0], 1e-6 * nodes / s[2],
           1e-6 * nodes / s[1], 2e-9 * LBM_Q * (double)p->bytes * nodes / s[0] / most, occupancy, registers);
    release();
  }
}

static void transfers(void)
{
  puts("side,way,words,ns,min,max");
  for (int side = 128; side <= 256; side *= 2)
    for (int apart = 0; apart < 2; apart++)
      for (int words = 1; words <= 20; words++) {
        const double warps = (double)side * side * side / 32;
        const struct work w = {transfer, 5, NULL, apart, 0, side, words, 0};
        double s[3];
        allocate((size_t)side * (size_t)side * (size_t)side * (size_t)(words + 1) * 4);
        measure(&w, s);
        printf("%d,%s,%d,%.5f,%.5f,%.5f\n", side, apart ? "apart" : "in turns", words, 1e9 * s[0] / warps,
               1e9 * s[1] / warps, 1e9 * s[2] / warps);
        release();
      }
}

int main(int count, char **word)
{
  double speed[3];
  need(cudaEventCreate(&began), "no GPU"), need(cudaEventCreate(&ended), "an event");
  if (count < 2)
    speeds();
  else if (!strcmp(word[1], "transfers"))
    transfers();
  else {
    copies(speed);
    printf("kernel, words of 4 bytes,%.1f\nkernel, words of 16 bytes,%.1f\ncudaMemcpy,%.1f\n", speed[0], speed[1],
           speed[2]);
  }
  return 0;
}
