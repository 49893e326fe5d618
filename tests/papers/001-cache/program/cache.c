/* SPDX-License-Identifier: BSD-3-Clause */
/* Ways to update a cavity (cache.h, variant.h).
 *
 *   cache speed SIDE VARIANT...        million site updates per second, the median of three rounds
 *   cache wall SIDE VARIANT...         the same by the clock, also of one thread
 *   cache steps SIDE STEPS VARIANT     makes as many steps, for a profiler
 *   cache bytes SIDE VARIANT...        memory of the grids
 *   cache bound SIDE                   updates per second that the copy bandwidth allows, in millions
 *   cache check                        compares all variants with two grids in one block, bit by bit */
#include "bandwidth.h"
#include "lattice.h"
#include "variant.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 3 };

static bool by_clock;

/* Seconds; of one thread those of the processor, which other programs do not lengthen. */
static double now(void)
{
  struct timespec t;
  if (by_clock || omp_get_max_threads() > 1 || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t))
    return omp_get_wtime();
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Speed of one round: as many passes as take a tenth of a second, after one that is not counted if passes are short. */
static int round_of(const struct variant *v, int side, double *speed)
{
  struct cavity c;
  if (variant_open(v, &c, side))
    return 1;
  const struct sweep w = {&c, v->kernel->update, v->blocks};
  struct state s = {c.grid[0], 0};
  double begin = now(), took;
  int passes = 0;
  s = sweep_pass(&w, s);
  if (now() - begin < 0.1)
    begin = now();
  else
    passes++;
  while ((took = now() - begin) < 0.1 || passes == 0) {
    s = sweep_pass(&w, s);
    passes++;
  }
  *speed = (double)passes * v->blocks.times * side * side * side / took * 1e-6;
  cavity_close(&c);
  return 0;
}

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The variants take turns, so that a slow moment of the machine meets all of them. */
static int print_speeds(int side, const struct variant *v, char **name, int count)
{
  double(*speed)[ROUNDS] = calloc((size_t)count, sizeof *speed);
  int code = !speed;
  for (int n = 0; n < ROUNDS * count && !code; n++)
    code = round_of(&v[n % count], side, &speed[n % count][n / count]);
  for (int k = 0; k < count && !code; k++) {
    qsort(speed[k], ROUNDS, sizeof speed[k][0], by_value);
    printf("%d,%d,%s,%.2f\n", side, omp_get_max_threads(), name[k], speed[k][ROUNDS / 2]);
  }
  free(speed);
  return code;
}

static int print_bytes(int side, const struct variant *v, char **name, int count)
{
  for (int k = 0; k < count; k++) {
    struct cavity c;
    if (variant_open(&v[k], &c, side))
      return 1;
    printf("%d,%s,%zu\n", side, name[k], c.bytes);
    cavity_close(&c);
  }
  return 0;
}

static int make_steps(int side, int steps, const struct variant *v)
{
  struct cavity c;
  if (variant_open(v, &c, side))
    return 1;
  const struct sweep w = {&c, v->kernel->update, v->blocks};
  struct state s = {c.grid[0], 0};
  for (int n = 0; n < steps; n += v->blocks.times)
    s = sweep_pass(&w, s);
  cavity_close(&c);
  return 0;
}

static double copy_bound(int side)
{
  const size_t bytes = (size_t)side * (size_t)side * (size_t)side * LBM_Q * sizeof(double);
  return lbm_copy_bandwidth(bytes, 0) / (2. * LBM_Q * sizeof(double)) * 1e-6;
}

int main(int argc, char **argv)
{
  enum { MOST = 64 };
  struct variant v[MOST];
  const char *mode = argc > 1 ? argv[1] : "";
  if (!strcmp(mode, "check"))
    return check_all();
  const int side = argc > 2 ? atoi(argv[2]) : 0, skip = strcmp(mode, "steps") != 0 ? 3 : 4, count = argc - skip;
  if (!strcmp(mode, "bound") && side > 0)
    return printf("%.1f\n", copy_bound(side)) < 0;
  if (side < 4 || count < 1 || count > MOST) {
    fputs("usage: cache speed|wall|bytes SIDE VARIANT... | steps SIDE STEPS VARIANT | bound SIDE | check\n", stderr);
    return 2;
  }
  for (int k = 0; k < count; k++)
    if (variant_of(&v[k], argv[skip + k])) {
      fprintf(stderr, "cache: no variant %s\n", argv[skip + k]);
      return 2;
    }
  by_clock = !strcmp(mode, "wall");
  if (by_clock || !strcmp(mode, "speed"))
    return print_speeds(side, v, argv + skip, count);
  if (!strcmp(mode, "bytes"))
    return print_bytes(side, v, argv + skip, count);
  return make_steps(side, atoi(argv[3]), v);
}
