/* SPDX-License-Identifier: BSD-3-Clause */
/* The speed of the layouts of sparse.h on a domain, beside the predictions of their authors' formulas.
 *
 *   sparse FILE [LAYOUT [fp64|fp32]]
 *       a row for each layout but types, moments-tiles and bits, or for this one, for each precision, or this one, and for
 *       each collision
 *   sparse check FILE     compares the populations of each layout with a naive step; exit 1: one differs
 *   sparse about FILE     prints the numbers of tile_models for the domain
 *
 * FILE: a domain of tessera-tile, without patches. tests/sparse-cuda runs on the GPU; tests/sparse runs the same
 * kernels on the CPU to check them: its speeds mean nothing. */
#include "internal.h"
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 7 };
static const char *only, *only_precision; /* layout, precision; NULL: all */

/* ---- time ------------------------------------------------------------------------------- */

static int later(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int time_steps(struct sparse_flow *f, enum sparse_mode collision, int steps, double *seconds)
{
  int code = sparse_begin();
  for (int s = 0; s < steps && !code; s++)
    code = sparse_step(f, collision);
  return code || sparse_end(seconds);
}

/* Repetitions of at least a twentieth of a second, as in tessera-run --benchmark: seconds per step, sorted. */
static int time_turns(struct sparse_flow *f, enum sparse_mode collision, double seconds[REPEATS])
{
  int steps = 2, code = time_steps(f, collision, 2, seconds) || time_steps(f, collision, 2, seconds);
  while (!code && steps < 1000 && *seconds / 2 * steps < 0.05)
    steps *= 2;
  code = code || time_steps(f, collision, steps, seconds);
  for (int r = 0; r < REPEATS && !code; r++) {
    code = time_steps(f, collision, steps, seconds + r);
    seconds[r] /= steps;
  }
  qsort(seconds, REPEATS, sizeof *seconds, later);
  return code;
}

/* ---- rows --------------------------------------------------------------------------------- */

static struct tile_model model_of(const struct sparse_domain *d, int model, size_t value)
{
  struct tile_model all[TILE_MODELS];
  tile_models(all, &d->measure, TILE_EDGE, LBM_Q, (int)value, 0);
  return all[model];
}

/* Predictions of the formulas: bytes stored per node, bytes moved per node, and bytes moved where whole rows of a tile
 * move. once: the formula counts two launches, and the traffic of the second is subtracted (fia). */
static void print_model(const struct sparse_domain *d, int model, bool once, size_t value)
{
  if (model < 0) {
    printf(",,");
    return;
  }
  const struct tile_model m = model_of(d, model, value);
  const double node = LBM_Q * (double)value, less = once ? 2 * node : 0;
  printf("%.2f,%.2f,%.2f", node * (1 + m.memory_overhead), 2 * node * (1 + m.bandwidth_overhead) - less,
         2 * node * (1 + m.bandwidth_pessimistic) - less);
}

static int measure_collision(struct sparse_flow *f, enum sparse_way way, enum sparse_mode collision)
{
  const struct sparse_domain *d = f->domain;
  const double million = 1e-6 * (double)d->nodes;
  double seconds[REPEATS];
  if (time_turns(f, collision, seconds))
    return 1;
  printf("%.4f,%.4f,%s,%s,%s,%.1f,%.1f,%.1f,%.2f,%.2f,", d->measure.porosity, d->measure.utilisation, f->kind->name,
         sparse_precision_names[f->precision], sparse_collision_name(f->kind->kernel, collision),
         million / seconds[REPEATS / 2], million / seconds[REPEATS - 1], million / seconds[0],
         (double)f->bytes / (double)d->nodes, sparse_moves(f));
  print_model(d, f->kind->model, way == SPARSE_WAY_FIA, f->value);
  puts("");
  fflush(stdout);
  return 0;
}

static int measure_way(const struct sparse_domain *d, enum sparse_way way, int precision)
{
  struct sparse_flow f;
  int code = sparse_open(&f, d, way, precision);
  for (enum sparse_mode c = SPARSE_BGK; c <= SPARSE_MRT && !code; c++)
    if (sparse_collision_name(f.kind->kernel, c))
      code = measure_collision(&f, way, c);
  sparse_close(&f);
  return code;
}

/* The kernels of 000 and 002, and moments in tiles, are measured on request. */
static bool of_others(enum sparse_kernel kernel)
{
  return kernel >= SPARSE_TYPES && kernel <= SPARSE_BITS;
}

static int measure(const struct sparse_domain *d)
{
  int failed = 0;
  puts("porosity,utilisation,layout,precision,collision,mflups,min,max,holds,moves,model_holds,model_moves,model_moves_"
       "rows");
  for (int precision = 0; precision < SPARSE_PRECISIONS; precision++)
    for (int way = 0; way < SPARSE_WAYS; way++)
      if (sparse_fits(d, (enum sparse_way)way) &&
          (only ? !strcmp(only, sparse_kinds[way].name) : !of_others(sparse_kinds[way].kernel)) &&
          (!only_precision || !strcmp(only_precision, sparse_precision_names[precision])))
        failed += measure_way(d, (enum sparse_way)way, precision);
  return failed;
}

static int about(const struct sparse_domain *d)
{
  puts("porosity,utilisation,layout,precision,model_holds,model_moves,model_moves_rows,nodes");
  for (int precision = 0; precision < SPARSE_PRECISIONS; precision++)
    for (int model = 0; model < TILE_MODELS; model++) {
      const size_t value = precision ? sizeof(float) : sizeof(double);
      printf("%.4f,%.4f,%s,%s,", d->measure.porosity, d->measure.utilisation, model_of(d, model, value).layout,
             sparse_precision_names[precision]);
      print_model(d, model, false, value);
      printf(",%zu\n", d->nodes);
    }
  return 0;
}

static bool is_layout(const char *name)
{
  for (int way = 0; way < SPARSE_WAYS; way++)
    if (!strcmp(name, sparse_kinds[way].name))
      return true;
  return false;
}

static const struct {
  const char *name;
  int (*act)(const struct sparse_domain *d);
} acts[] = {{"check", sparse_check}, {"about", about}, {NULL, measure}};

int main(int argc, char **argv)
{
  struct sparse_domain d;
  size_t act = 0;
  while (acts[act].name && !(argc == 3 && !strcmp(argv[1], acts[act].name)))
    act++;
  only = argc >= 3 && !acts[act].name ? argv[2] : NULL;
  only_precision = argc == 4 ? argv[3] : NULL;
  if (argc < 2 || argc > 4 || (only && !is_layout(only))) {
    fprintf(stderr, "usage: sparse FILE [LAYOUT [fp64|fp32]], sparse check FILE, sparse about FILE\n");
    return 2;
  }
  if (acts[act].act != about && sparse_device())
    return 1;
  const int code = sparse_domain_read(&d, only ? argv[1] : argv[argc - 1]) || acts[act].act(&d);
  sparse_domain_free(&d);
  return code ? 1 : 0;
}
