/* SPDX-License-Identifier: BSD-3-Clause */
/* Measurements of the paper on the first GPU of the host, medians of 7 turns.
 *   schemes             speeds of both ways of propagation at 64, 96, 128 and 160, and their occupancy
 *   schemes ways        the same of all ways, and of parts of exchange, with BGK
 *   schemes shifts      copies whose reads or writes are not aligned
 *   schemes cavity SIDE velocities of schemes_cavity.h
 *   schemes transfers   nanoseconds of a warp over the number of words
 *   schemes copies      bandwidth of copies by kernels and by cudaMemcpy */
#include "schemes_cavity.h"
#include "schemes_cuda.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 7 };
typedef int launch(int scheme, int collision, int parts, const struct schemes_pass *p);
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
  int scheme, collision, side, words, parts;
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
  const struct schemes_pass p = {array[n % 2], array[1 - n % 2], w->side, SCHEMES_WIDTH, schemes_rates};
  return w->precision->launch(w->scheme, w->collision, w->parts, &p);
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
    const struct work w = {step, 50, p, k / 4 % 2, k / 8 % 2, side, 0, 3, 0};
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
        const struct work w = {transfer, 5, NULL, apart, 0, side, words, 0, 0};
        double s[3];
        allocate((size_t)side * (size_t)side * (size_t)side * (size_t)(words + 1) * 4);
        measure(&w, s);
        printf("%d,%s,%d,%.5f,%.5f,%.5f\n", side, apart ? "apart" : "in turns", words, 1e9 * s[0] / warps,
               1e9 * s[1] / warps, 1e9 * s[2] / warps);
        release();
      }
}

/* What is measured of each way: parts as of the launch. */
static const struct way {
  const char *name;
  int scheme, parts;
} ways[] = {{"split", SCHEMES_SPLIT, 3},
            {"reversed", SCHEMES_REVERSED, 3},
            {"push", SCHEMES_PUSH, 3},
            {"exchange", SCHEMES_EXCHANGE, 3},
            {"exchange, first kernel", SCHEMES_EXCHANGE, 1},
            {"exchange, second kernel", SCHEMES_EXCHANGE, 2}};

static void all_ways(void)
{
  static const int sides[] = {64, 96, 128, 160, 256};
  enum { SIDES = sizeof sides / sizeof *sides, WAYS = sizeof ways / sizeof *ways };
  puts("precision,way,side,us,min,max");
  for (int k = 0; k < 2 * SIDES * WAYS; k++) {
    const int side = sides[k / WAYS % SIDES];
    const struct precision *p = precisions + k / WAYS / SIDES;
    const struct way *way = ways + k % WAYS;
    const struct work w = {step, 50, p, way->scheme, LBM_TWO_RATES, side, 0, way->parts, 0};
    double s[3];
    allocate((size_t)side * (size_t)side * (size_t)side * LBM_Q * p->bytes);
    measure(&w, s);
    printf("%s,%s,%d,%.3f,%.3f,%.3f\n", p->name, way->name, side, 1e6 * s[0], 1e6 * s[1], 1e6 * s[2]);
    release();
  }
}

/* words: of 4 or 8 bytes; scheme and collision: words that reads and writes are off */
static int shifted(const struct work *w, int n)
{
  (void)n;
  return transfers_shift(w->words == 8, w->scheme, w->collision, w->bytes, array[0], array[1]);
}

static void shifts(void)
{
  static const int off[][2] = {{0, 0}, {1, 0}, {0, 1}, {31, 0}, {0, 31}, {1, 1}};
  const size_t bytes = (size_t)1 << 30;
  puts("bytes,read,write,GBps,min,max");
  allocate(bytes + 1024);
  for (int wide = 4; wide <= 8; wide += 4)
    for (size_t k = 0; k < sizeof off / sizeof *off; k++) {
      const struct work w = {shifted, 5, NULL, off[k][0], off[k][1], 0, wide, 0, bytes / (size_t)wide};
      double s[3];
      measure(&w, s);
      printf("%d,%d,%d,%.1f,%.1f,%.1f\n", wide, off[k][0], off[k][1], 2e-9 * (double)bytes / s[0],
             2e-9 * (double)bytes / s[2], 2e-9 * (double)bytes / s[1]);
    }
  release();
}

static int on_device(int scheme, int collision, size_t value, struct schemes_pass p, void *const f[2], int steps)
{
  const size_t bytes = (size_t)p.side * (size_t)p.side * (size_t)p.side * LBM_Q * value;
  allocate(bytes);
  for (int i = 0; i < 2; i++)
    need(cudaMemcpy(array[i], f[i], bytes, cudaMemcpyHostToDevice), "a copy");
  int code = 0;
  for (int s = 0; s < steps && !code; s++) {
    p.from = array[s % 2], p.to = array[1 - s % 2];
    code = precisions[value == sizeof(double)].launch(scheme, collision, 3, &p);
  }
  need(cudaMemcpy(f[steps % 2], array[steps % 2], bytes, cudaMemcpyDeviceToHost), "a copy");
  release();
  return code;
}

static int side_of(int count, char **word)
{
  const int side = count > 2 ? atoi(word[2]) : 96;
  return side % SCHEMES_WIDTH || side < SCHEMES_WIDTH ? fprintf(stderr, "schemes: a side is a multiple of 32\n"),
         exit(2), 0 : side;
}

int main(int count, char **word)
{
  double speed[3];
  need(cudaEventCreate(&began), "no GPU"), need(cudaEventCreate(&ended), "an event");
  if ((count < 2 || !strcmp(word[1], "ways") || !strcmp(word[1], "cavity")) && schemes_check_all(on_device))
    return 1;
  if (count < 2)
    speeds();
  else if (!strcmp(word[1], "transfers"))
    transfers();
  else if (!strcmp(word[1], "ways"))
    all_ways();
  else if (!strcmp(word[1], "shifts"))
    shifts();
  else if (!strcmp(word[1], "cavity"))
    return schemes_cavities_by(on_device, side_of(count, word));
  else {
    copies(speed);
    printf("kernel, words of 4 bytes,%.1f\nkernel, words of 16 bytes,%.1f\ncudaMemcpy,%.1f\n", speed[0], speed[1],
           speed[2]);
  }
  return 0;
}
