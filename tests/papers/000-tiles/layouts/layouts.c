/* SPDX-License-Identifier: BSD-3-Clause */
/* The arrangements of table 5 on the first GPU of the host.
 *   layouts [SIDE...]   speeds in boxes of SIDE^3 nodes (100 256), periodic and closed: medians of 7 turns
 *   layouts registers   speeds in fp32 by tiles a block and registers a thread (table 4): closed box of 100^3
 *   layouts once [SIDE] one launch of every propagation kernel, for a profiler
 *   layouts launches    seconds of 100 launches one after another, each waited for (figure 13): closed box of 200^3 */
#include "layouts_cuda.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 7, LAUNCHES = 100 };
static const char *const titles[] = {
#define TITLE(name, title) title,
    LAYOUTS_ROWS(TITLE)
#undef TITLE
};
static const char *const mode_names[] = {"step", "propagation", "read/write"};
typedef int launch(int arrangement, int mode, const struct layouts_pass *p);
static const struct precision {
  const char *name;
  int bytes;
  launch *launch;
} precisions[] = {{"fp64", 8, layouts_launch_fp64}, {"fp32", 4, layouts_launch_fp32}};

static void need(cudaError_t code, const char *what)
{
  if (code == cudaSuccess)
    return;
  fprintf(stderr, "layouts: %s: %s\n", what, cudaGetErrorString(code));
  exit(1);
}

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

struct box {
  struct layouts_pass pass;
  void *array[2];
  void *near;
  double nodes;
  size_t bytes;
};

static struct box open_box(int side, bool closed, int bytes)
{
  const int tiles[3] = {side / 4, side / 4, side / 4};
  struct box b = {.pass.tiles = (uint32_t)(tiles[0] * tiles[1] * tiles[2]), .pass.rates = {.even = 1.25, .odd = 1.25}};
  const size_t rows = b.pass.tiles * sizeof *b.pass.near;
  int32_t(*near)[TILE_WAYS] = malloc(rows);
  if (!near)
    exit(1);
  layouts_neighbours(near, tiles, closed);
  b.nodes = (double)b.pass.tiles * LAYOUTS_NODES;
  b.bytes = (size_t)b.pass.tiles * LAYOUTS_VALUES * (size_t)bytes;
  need(cudaMalloc(&b.near, rows), "memory");
  need(cudaMemcpy(b.near, near, rows, cudaMemcpyHostToDevice), "a copy");
  free(near);
  for (int i = 0; i < 2; i++) {
    need(cudaMalloc(&b.array[i], b.bytes), "memory");
    need(cudaMemset(b.array[i], 0, b.bytes), "memory");
  }
  b.pass.near = (const int32_t(*)[TILE_WAYS])b.near;
  return b;
}

static void close_box(struct box *b)
{
  cudaFree(b->near), cudaFree(b->array[0]), cudaFree(b->array[1]);
}

static void step(struct box *b, const struct precision *p, int arrangement, int mode, int n)
{
  b->pass.from = b->array[n % 2], b->pass.to = b->array[1 - n % 2];
  if (p->launch(arrangement, mode, &b->pass))
    exit(1);
}

static cudaEvent_t began, ended;

static double seconds(void)
{
  float ms;
  need(cudaEventRecord(ended, 0), "an event");
  need(cudaEventSynchronize(ended), "a step");
  need(cudaEventElapsedTime(&ms, began, ended), "an event");
  return ms * 1e-3;
}

/* GB/s that cudaMemcpy copies, read and written. */
static double copy_bandwidth(struct box *b)
{
  double turn[TURNS];
  for (int t = -1; t < TURNS; t++) {
    need(cudaEventRecord(began, 0), "an event");
    need(cudaMemcpyAsync(b->array[1], b->array[0], b->bytes, cudaMemcpyDeviceToDevice, 0), "a copy");
    turn[t < 0 ? 0 : t] = seconds();
  }
  qsort(turn, TURNS, sizeof *turn, by_size);
  return 2e-9 * (double)b->bytes / turn[TURNS / 2];
}

/* One step of what is measured. limits: of table 4, else NULL */
struct work {
  const struct precision *precision;
  const struct layouts_limits *limits;
  int arrangement, mode;
};

static void make_step(struct box *b, const struct work *w, int n)
{
  if (!w->limits) {
    step(b, w->precision, w->arrangement, w->mode, n);
    return;
  }
  b->pass.from = b->array[n % 2], b->pass.to = b->array[1 - n % 2];
  if (layouts_launch_limited(w->limits, &b->pass))
    exit(1);
}

/* MFLUPS: median, least, most. */
static void measure(struct box *b, const struct work *w, double speed[3])
{
  const int steps = b->nodes > 4e6 ? 20 : 100;
  double turn[TURNS];
  for (int t = -1; t < TURNS; t++) {
    need(cudaEventRecord(began, 0), "an event");
    for (int n = 0; n < steps; n++)
      make_step(b, w, n);
    turn[t < 0 ? 0 : t] = seconds();
  }
  qsort(turn, TURNS, sizeof *turn, by_size);
  const double work = 1e-6 * b->nodes * steps;
  speed[0] = work / turn[TURNS / 2], speed[1] = work / turn[TURNS - 1], speed[2] = work / turn[0];
}

static void row(struct box *b, const struct precision *p, int side, bool closed, double copy, int arrangement, int mode)
{
  double speed[3];
  measure(b, &(struct work){.precision = p, .arrangement = arrangement, .mode = mode}, speed);
  printf("%d,%s,%s,%s,%s,%.1f,%.1f,%.1f,%.1f\n", side, closed ? "closed" : "periodic", p->name,
         mode == LBM_READ_WRITE ? "rw only" : titles[arrangement], mode_names[mode], speed[0], speed[1], speed[2],
         copy);
}

static void rows(int side, bool closed, const struct precision *p)
{
  struct box b = open_box(side, closed, p->bytes), large = open_box(256, false, p->bytes);
  const double copy = copy_bandwidth(&large);
  close_box(&large);
  for (int mode = LBM_STEP; mode < LBM_READ_WRITE; mode++)
    for (int a = 0; a < LAYOUTS; a++)
      row(&b, p, side, closed, copy, a, mode);
  row(&b, p, side, closed, copy, LAYOUTS_XYZ, LBM_READ_WRITE);
  close_box(&b);
}

static void registers(void)
{
  static const char *const names[] = {"read/write only",         "propagation only",    "BGK, incompressible",
                                      "BGK, quasi-compressible", "MRT, incompressible", "MRT, quasi-compressible"};
  struct box b = open_box(100, true, 4);
  b.pass.rates = (struct lbm_rates){.even = 1.25, .odd = 1.25, .e = 1.19, .eps = 1.4, .q = 1.2, .pi = 1.4, .m = 1.98};
  puts("kernel;arrangement;tiles;registers;used;spilled;mflups;min;max");
  for (int k = 0; k < LAYOUTS_KERNELS; k++)
    for (int n = 0; n < 8; n++) {
      const struct layouts_limits l = {n / 4, n % 2 ? 40 : 48, k, n / 2 % 2 ? 1 : 2};
      double speed[3];
      int used;
      size_t spilled;
      if (layouts_limited_uses(&l, &used, &spilled))
        exit(1);
      measure(&b, &(struct work){.limits = &l}, speed);
      printf("%s;%s;%u;%d;%d;%zu;%.1f;%.1f;%.1f\n", names[k], l.rows ? "XYZ" : "all three", l.tiles, l.registers, used,
             spilled, speed[0], speed[1], speed[2]);
    }
  close_box(&b);
}

static void once(int side)
{
  for (int p = 0; p < 2; p++) {
    struct box b = open_box(side, false, precisions[p].bytes);
    for (int a = 0; a <= LAYOUTS; a++)
      step(&b, precisions + p, a % LAYOUTS, a < LAYOUTS ? LBM_PROPAGATE : LBM_READ_WRITE, 0);
    need(cudaDeviceSynchronize(), "a step");
    close_box(&b);
  }
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void launches(void)
{
  struct box b = open_box(200, true, 8);
  for (int n = -10; n < LAUNCHES; n++) {
    const double start = now();
    step(&b, precisions, LAYOUTS_ALL, LBM_STEP, n + 10);
    need(cudaDeviceSynchronize(), "a step");
    const double took = now() - start;
    if (n >= 0)
      printf("%d,%.9f,%.1f\n", n, took, 1e-6 * b.nodes / took);
  }
  close_box(&b);
}

int main(int count, char **word)
{
  need(cudaEventCreate(&began), "no GPU"), need(cudaEventCreate(&ended), "an event");
  if (count > 1 && !strcmp(word[1], "once"))
    return once(count > 2 ? atoi(word[2]) : 100), 0;
  if (count > 1 && !strcmp(word[1], "registers"))
    return registers(), 0;
  if (count > 1 && !strcmp(word[1], "launches"))
    return launches(), 0;
  puts("side,box,precision,arrangement,mode,mflups,min,max,copy");
  for (int s = 1; s < (count > 1 ? count : 3); s++)
    for (int closed = 0; closed < 2; closed++)
      for (int p = 0; p < 2; p++)
        rows(count > 1 ? atoi(word[s]) : s == 1 ? 100 : 256, closed, precisions + p);
  return 0;
}
