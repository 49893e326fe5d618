/* SPDX-License-Identifier: BSD-3-Clause */
/* The CPU backend keeps one copy of the populations, divides tiles among OpenMP threads, and chooses the instruction
 * set when a flow is opened (the environment variable TESSERA_ISA overrides the choice). */
#include "cpu.h"
#include "cpu_nodes.h"
#include "precision.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Tiles that a thread takes at a time. */
enum { PORTION = 256 };

struct cpu {
  const struct lbm_geometry *geometry;
  struct lbm_exceptions exceptions;
  const struct lbm_isa *isa;
  enum lbm_precision precision;
  int threads;
  size_t value, bytes; /* bytes of one value, and of all values */
  void *values;
  bool away;     /* see cpu_kernel.h */
  size_t *taken; /* for each thread's range: portions taken so far in this time step */
  char description[32];
};

static int present(struct tile_error *e)
{
  (void)e;
  return 0;
}

/* The range of tiles of thread i. It is the same in every time step, so that the memory of a thread stays near it. */
static void share(const struct cpu *c, size_t i, size_t *begin, size_t *end)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->end - g->begin, n = (size_t)omp_get_num_threads();
  *begin = g->begin + tiles * i / n;
  *end = g->begin + tiles * (i + 1) / n;
}

/* Clears the populations with the threads that will update them, so that their pages lie near those threads. */
static void touch(struct cpu *c)
{
  const size_t *base = c->geometry->base;
#pragma omp parallel num_threads(c->threads)
  {
    size_t begin, end;
    share(c, (size_t)omp_get_thread_num(), &begin, &end);
    memset((char *)c->values + base[begin] * c->value, 0, (base[end] - base[begin]) * c->value);
  }
  const size_t own_end = base[c->geometry->end]; /* copies of tiles of other subdomains lie before and behind */
  memset(c->values, 0, base[c->geometry->begin] * c->value);
  memset((char *)c->values + own_end * c->value, 0, (c->geometry->values + LBM_SLACK - own_end) * c->value);
}

static void cpu_close(void *state)
{
  struct cpu *c = state;
  if (!c)
    return;
  free(c->values);
  free(c->taken);
  lbm_exceptions_free(&c->exceptions);
  free(c);
}

static int cpu_open(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, int part,
                    struct tile_error *e)
{
  (void)part;
  struct cpu *c = tile_alloc(1, sizeof *c);
  *state = c;
  if (!c)
    return tile_fail_memory(e, sizeof *c, "the solver");
  c->geometry = g;
  c->isa = lbm_isa_choose();
  c->precision = setup->precision;
  c->threads = setup->threads ? setup->threads : omp_get_max_threads();
  c->value = lbm_value_bytes_of(setup->precision);
  c->bytes = ((g->values + LBM_SLACK) * c->value + 63) / 64 * 64;
  if (lbm_isa_check(c->isa, e) || lbm_exceptions_make(&c->exceptions, g, e))
    return e->code;
  c->taken = tile_alloc((size_t)c->threads, sizeof *c->taken);
  if (!c->taken)
    return tile_fail_memory(e, (size_t)c->threads * sizeof *c->taken, "threads");
  if (!(c->values = lbm_huge_alloc(c->bytes, e)))
    return e->code;
  touch(c);
  snprintf(c->description, sizeof c->description, "cpu %s, %d thread%s", c->isa->name, c->threads,
           c->threads > 1 ? "s" : "");
  return 0;
}

/* Updates the tiles of the thread's own range, then the portions that slower threads have left of theirs. Returns the
 * first bad tile, or SIZE_MAX. */
static size_t work(const struct cpu *c, const struct lbm_cpu_step *pass)
{
  size_t first = SIZE_MAX, n = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
  for (size_t k = 0; k < n; k++) {
    size_t i = (me + k) % n, begin, end, at;
    share(c, i, &begin, &end);
    while ((at = begin + PORTION * __atomic_fetch_add(c->taken + i, 1, __ATOMIC_RELAXED)) < end) {
      size_t bad = c->isa->step[c->precision](pass, at, end - at < PORTION ? end : at + PORTION);
      first = bad < first ? bad : first;
    }
  }
  return first;
}

static size_t pass_over(struct cpu *c, const struct lbm_task *task)
{
  const struct lbm_cpu_step pass = {task, &c->exceptions, c->values, c->away};
  size_t first = SIZE_MAX;
#pragma omp parallel num_threads(c->threads) reduction(min : first)
  first = work(c, &pass);
  memset(c->taken, 0, (size_t)c->threads * sizeof *c->taken);
  c->away ^= task->mode != LBM_READ_WRITE;
  return first;
}

static int cpu_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o,
                     struct tile_error *e)
{
  double begin = omp_get_wtime();
  (void)e;
  *o = (struct lbm_outcome){.tile = SIZE_MAX, .node = -1};
  while (o->steps < count && o->tile == SIZE_MAX) {
    o->tile = pass_over(state, task);
    o->steps++;
  }
  o->seconds = omp_get_wtime() - begin;
  return 0;
}

static inline void copy_value(char *to, const char *from, size_t bytes)
{
  if (bytes == 8) /* constant sizes become moves, not calls */
    memcpy(to, from, 8);
  else if (bytes == 4)
    memcpy(to, from, 4);
  else
    memcpy(to, from, 2);
}

/* Copies the populations of a tile between the layout and node, direction order. Populations that are away lie where
 * their opposites came from. */
static void transpose(const struct cpu *c, size_t tile, char *values, bool out)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t stride = lbm_stride(g, tile);
  for (uint64_t mask = g->domain->mask[tile]; mask; mask &= mask - 1) {
    const int node = __builtin_ctzll(mask);
    const size_t home = lbm_offset(g, tile, node, 0);
    for (int i = 0; i < LBM_Q; i++, values += c->value) {
      const size_t offset = c->away ? lbm_source(g, tile, node, lbm_opposite[i]) : home + (size_t)i * stride;
      char *there = (char *)c->values + c->value * offset;
      copy_value(out ? values : there, out ? there : values, c->value);
    }
  }
}

static int cpu_get(void *state, size_t tile, void *values, struct tile_error *e)
{
  (void)e;
  transpose(state, tile, values, true);
  return 0;
}

static int cpu_put(void *state, size_t tile, const void *values, struct tile_error *e)
{
  (void)e;
  transpose(state, tile, (char *)values, false);
  return 0;
}

static struct lbm_cpu_values values_of(const struct cpu *c)
{
  return (struct lbm_cpu_values){c->geometry, c->precision, c->values, c->away, c->threads};
}

static int cpu_moments(void *state, const uint32_t *first, double (*last)[LBM_FIELDS], float (*change)[LBM_FIELDS],
                       struct tile_error *e)
{
  const struct lbm_cpu_values v = values_of(state);
  (void)e;
  lbm_cpu_moments(&v, first, last, change);
  return 0;
}

static int cpu_add(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e)
{
  const struct lbm_cpu_values v = values_of(state);
  (void)e;
  lbm_cpu_add(&v, first, a);
  return 0;
}

static int cpu_totals(void *state, const struct lbm_task *task, struct lbm_totals *sums, struct tile_error *e)
{
  const struct lbm_cpu_values v = values_of(state);
  (void)e;
  lbm_cpu_totals(&v, task, sums);
  return 0;
}

/* For fewer places threads cost more than they save. */
enum { PLACES = 4096 };

static const void *cpu_values(const void *state)
{
  return ((const struct cpu *)state)->values;
}

static int cpu_pack(void *state, const struct lbm_places *from, void *values, struct tile_error *e)
{
  const struct cpu *c = state;
  (void)e;
#pragma omp parallel for schedule(static) num_threads(c->threads) if (from->count > PLACES)
  for (size_t n = 0; n < from->count; n++)
    copy_value((char *)values + n * c->value, (const char *)c->values + from->at[n] * c->value, c->value);
  return 0;
}

static int cpu_unpack(void *state, const struct lbm_places *to, const void *values, struct tile_error *e)
{
  const struct cpu *c = state;
  (void)e;
#pragma omp parallel for schedule(static) num_threads(c->threads) if (to->count > PLACES)
  for (size_t n = 0; n < to->count; n++)
    copy_value((char *)c->values + to->at[n] * c->value, (const char *)values + n * c->value, c->value);
  return 0;
}

static bool cpu_away(const void *state)
{
  return ((const struct cpu *)state)->away;
}

static size_t cpu_memory(const void *state)
{
  const struct cpu *c = state;
  return c->bytes + c->exceptions.begin[c->geometry->domain->tiles] * sizeof *c->exceptions.at;
}

static const char *describe(const void *state)
{
  return ((const struct cpu *)state)->description;
}

const struct lbm_backend lbm_backend_cpu = {
    .name = "cpu",
    .kind = LBM_ON_CPU,
    .present = present,
    .align = 64,
    .open = cpu_open,
    .close = cpu_close,
    .steps = cpu_steps,
    .get = cpu_get,
    .put = cpu_put,
    .memory = cpu_memory,
    .describe = describe,
    .moments = cpu_moments,
    .add = cpu_add,
    .totals = cpu_totals,
    .pack = cpu_pack,
    .unpack = cpu_unpack,
    .away = cpu_away,
    .values = cpu_values,
};
