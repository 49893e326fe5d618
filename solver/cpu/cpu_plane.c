/* SPDX-License-Identifier: BSD-3-Clause */
/* The CPU backend of D2Q9 keeps two copies of the populations, and divides blocks among OpenMP threads. */
#include "cpu.h"
#include "plane_sums.h"
#include "precision.h"

#include <omp.h>
#include <stdlib.h>

/* Bytes, approximately, that stay in the caches from one time step to the next. */
enum { CACHES = 32 << 20 };

struct plane_cpu {
  struct lbm_plane plane;
  const struct lbm_isa *isa;
  enum lbm_precision precision;
  int threads, now;
  size_t value, bytes; /* bytes of one value; of one copy, with LBM_SLACK values before and behind */
  char *copy[2];
  char description[48];
};

static void *values_of(const struct plane_cpu *c, int copy)
{
  return c->copy[copy] + LBM_SLACK * c->value;
}

static struct lbm_plane_populations now(const struct plane_cpu *c)
{
  return (struct lbm_plane_populations){&c->plane, c->precision, values_of(c, c->now), c->threads};
}

static int present(struct tile_error *e)
{
  (void)e;
  return 0;
}

static void plane_close(void *state)
{
  struct plane_cpu *c = state;
  if (!c)
    return;
  for (int k = 0; k < 2; k++)
    free(c->copy[k]);
  lbm_plane_free(&c->plane);
  free(c);
}

/* Clears a copy with the threads that will update it, so that its pages lie near those threads. */
static void touch(const struct plane_cpu *c, char *copy)
{
  const size_t slack = LBM_SLACK * c->value, block = LBM_PLANE_Q * LBM_PLANE_NODES * c->value;
  memset(copy, 0, slack);
  memset(copy + c->bytes - slack, 0, slack);
#pragma omp parallel for schedule(static) num_threads(c->threads)
  for (size_t b = 0; b < c->plane.blocks; b++)
    memset(copy + slack + b * block, 0, block);
}

static int plane_open(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, int part,
                      struct tile_error *e)
{
  (void)part;
  struct plane_cpu *c = tile_alloc(1, sizeof *c);
  *state = c;
  if (!c)
    return tile_fail_memory(e, sizeof *c, "the solver");
  c->isa = lbm_isa_choose();
  c->precision = setup->precision;
  c->threads = setup->threads ? setup->threads : omp_get_max_threads();
  c->value = lbm_value_bytes_of(setup->precision);
  if (lbm_isa_check(c->isa, e) || lbm_plane_make(&c->plane, g, e))
    return e->code;
  c->bytes = (lbm_plane_values(&c->plane) + 2 * LBM_SLACK) * c->value;
  for (int k = 0; k < 2; k++) {
    if (!(c->copy[k] = lbm_huge_alloc(c->bytes, e)))
      return e->code;
    touch(c, c->copy[k]);
  }
  snprintf(c->description, sizeof c->description, "cpu %s, %d thread%s", c->isa->name, c->threads,
           c->threads > 1 ? "s" : "");
  return 0;
}

static bool pass_over(struct plane_cpu *c, const struct lbm_task *task)
{
  const struct lbm_plane_step pass = {task, &c->plane, values_of(c, c->now), values_of(c, !c->now),
                                      2 * c->bytes > CACHES};
  const size_t blocks = c->plane.blocks;
  bool good = true;
#pragma omp parallel num_threads(c->threads) reduction(&& : good)
  {
    const size_t n = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
    good = c->isa->plane[c->precision](&pass, blocks * me / n, blocks * (me + 1) / n);
  }
  c->now = !c->now;
  return good;
}

static int plane_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o,
                       struct tile_error *e)
{
  struct plane_cpu *c = state;
  const double begin = omp_get_wtime();
  bool good = true;
  (void)e;
  *o = (struct lbm_outcome){.tile = SIZE_MAX, .node = -1};
  while (o->steps < count && good) {
    good = pass_over(c, task);
    o->steps++;
  }
  o->seconds = omp_get_wtime() - begin;
  const struct lbm_plane_populations p = now(c);
  if (!good)
    o->tile = lbm_plane_bad_tile(&p);
  return 0;
}

static int plane_get(void *state, size_t tile, void *values, struct tile_error *e)
{
  const struct lbm_plane_populations p = now(state);
  (void)e;
  lbm_plane_get(p.plane, p.precision, p.values, tile, values);
  return 0;
}

static int plane_put(void *state, size_t tile, const void *values, struct tile_error *e)
{
  const struct lbm_plane_populations p = now(state);
  (void)e;
  lbm_plane_put(p.plane, p.precision, p.values, tile, values);
  return 0;
}

static size_t plane_memory(const void *state)
{
  const struct plane_cpu *c = state;
  return 2 * c->bytes + lbm_plane_bytes(&c->plane);
}

static int plane_copies(const void *state)
{
  (void)state;
  return 2;
}

static const char *describe(const void *state)
{
  return ((const struct plane_cpu *)state)->description;
}

static int plane_moments(void *state, const uint32_t *first, double (*last)[LBM_FIELDS], float (*change)[LBM_FIELDS],
                         struct tile_error *e)
{
  const struct lbm_plane_populations p = now(state);
  (void)e;
  lbm_plane_moments(&p, first, last, change);
  return 0;
}

static int plane_add(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e)
{
  const struct lbm_plane_populations p = now(state);
  (void)e;
  lbm_plane_add(&p, first, a);
  return 0;
}

static int plane_totals(void *state, const struct lbm_task *task, struct lbm_totals *sums, struct tile_error *e)
{
  const struct lbm_plane_populations p = now(state);
  (void)e;
  lbm_plane_totals(&p, task, sums);
  return 0;
}

const struct lbm_backend lbm_backend_cpu_plane = {
    .name = "cpu",
    .kind = LBM_ON_CPU,
    .lattice = LBM_LATTICE_D2Q9,
    .present = present,
    .align = 64,
    .masks = true,
    .open = plane_open,
    .close = plane_close,
    .steps = plane_steps,
    .get = plane_get,
    .put = plane_put,
    .memory = plane_memory,
    .copies = plane_copies,
    .describe = describe,
    .moments = plane_moments,
    .add = plane_add,
    .totals = plane_totals,
};
