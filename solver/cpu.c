/* The CPU backend: one copy of the populations, OpenMP over tiles, the
 * instruction set chosen when the flow is opened (TESSERA_ISA overrides). */
#include "backend.h"

#include <config.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct cpu {
  const struct lbm_geometry *geometry;
  const struct lbm_isa *isa;
  enum lbm_precision precision;
  int threads;
  size_t value, bytes; /* of a value; of all */
  void *values;
  bool away; /* see cpu_kernel.h */
  char description[32];
};

static bool present(void)
{
  return true;
}

/* NULL: the best. */
static const char *wanted_isa(void)
{
  const char *name = getenv("TESSERA_ISA");
  return name && *name ? name : NULL;
}

static const struct lbm_isa *choose_isa(void)
{
  const char *wanted = wanted_isa();
#if HAVE_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && (!wanted || !strcmp(wanted, "avx512")))
    return &lbm_isa_avx512;
#endif
#if HAVE_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
      (!wanted || !strcmp(wanted, "avx2")))
    return &lbm_isa_avx2;
#endif
  return &lbm_isa_plain;
}

static int check_isa(const struct lbm_isa *isa, struct tile_error *e)
{
  const char *wanted = wanted_isa();
  if (!wanted || !strcmp(wanted, isa->name))
    return 0;
  return tile_fail(e, TILE_USAGE, "TESSERA_ISA=%s: not available here (plain, avx2 and avx512 are known; %s would run)",
                   wanted, isa->name);
}

/* The tiles of one thread: the same ones in every pass, so memory stays near. */
static void share(const struct cpu *c, size_t *begin, size_t *end)
{
  size_t tiles = c->geometry->domain->tiles, n = (size_t)omp_get_num_threads(), i = (size_t)omp_get_thread_num();
  *begin = tiles * i / n;
  *end = tiles * (i + 1) / n;
}

/* In huge pages where the system gives them: a tile's neighbourhood touches
 * about sixty small pages. */
static void *huge_alloc(size_t bytes)
{
  const size_t page = (size_t)2 << 20;
  void *p = bytes < page ? aligned_alloc(64, bytes) : aligned_alloc(page, (bytes + page - 1) / page * page);
#ifdef MADV_HUGEPAGE
  if (p && bytes >= page)
    madvise(p, (bytes + page - 1) / page * page, MADV_HUGEPAGE);
#endif
  return p;
}

static void touch(struct cpu *c)
{
  const size_t *base = c->geometry->base;
#pragma omp parallel num_threads(c->threads)
  {
    size_t begin, end;
    share(c, &begin, &end);
    memset((char *)c->values + base[begin] * c->value, 0, (base[end] - base[begin]) * c->value);
  }
  memset((char *)c->values + c->geometry->values * c->value, 0, LBM_SLACK * c->value);
}

static void cpu_close(void *state)
{
  struct cpu *c = state;
  if (!c)
    return;
  free(c->values);
  free(c);
}

static int cpu_open(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, struct tile_error *e)
{
  struct cpu *c = tile_alloc(1, sizeof *c);
  *state = c;
  if (!c)
    return tile_fail_memory(e, sizeof *c, "the solver");
  c->geometry = g;
  c->isa = choose_isa();
  c->precision = setup->precision;
  c->threads = setup->threads ? setup->threads : omp_get_max_threads();
  c->value = setup->precision == LBM_FP64 ? sizeof(double) : sizeof(float);
  c->bytes = ((g->values + LBM_SLACK) * c->value + 63) / 64 * 64;
  if (check_isa(c->isa, e))
    return e->code;
  if (!(c->values = huge_alloc(c->bytes)))
    return tile_fail_memory(e, c->bytes, "the populations");
  touch(c);
  snprintf(c->description, sizeof c->description, "cpu %s, %d thread%s", c->isa->name, c->threads,
           c->threads > 1 ? "s" : "");
  return 0;
}

static int cpu_pass(void *state, const struct lbm_task *task, size_t *bad, struct tile_error *e)
{
  struct cpu *c = state;
  struct lbm_task mine = *task;
  lbm_cpu_step *step = c->isa->step[c->precision];
  size_t first = SIZE_MAX;
  (void)e;
  mine.values = c->values;
  mine.away = c->away;
#pragma omp parallel num_threads(c->threads) reduction(min : first)
  {
    size_t begin, end;
    share(c, &begin, &end);
    first = step(&mine, begin, end);
  }
  c->away ^= task->mode != LBM_READ_WRITE;
  *bad = first;
  return 0;
}

/* Where population i of a node comes from in a step that gathers. */
static size_t source_place(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  size_t list = g->list[tile], entries = g->list[tile + 1] - list;
  if (!i)
    return lbm_place(g, tile, node, i);
  if (entries)
    return g->base[tile] + (size_t)(int64_t)g->source[list + (size_t)(i - 1) * (entries / (LBM_Q - 1)) +
                                                      (size_t)lbm_column(g, tile, node)];
  int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1], z = (node >> 4) - lbm_c[i][2];
  int32_t there = g->near[tile][13 + (x >> 2) + 3 * (y >> 2) + 9 * (z >> 2)]; /* arithmetic shift: -1, 0, 1 */
  return lbm_place(g, (size_t)there, (x & 3) + 4 * (y & 3) + 16 * (z & 3), i);
}

/* Populations that are away went where their opposites came from. */
static char *place(const struct cpu *c, size_t tile, int node, int i)
{
  const struct lbm_geometry *g = c->geometry;
  return (char *)c->values +
         c->value * (c->away ? source_place(g, tile, node, lbm_opposite[i]) : lbm_place(g, tile, node, i));
}

/* Between the layout and node, direction order. */
static void transpose(const struct cpu *c, size_t tile, char *values, bool out)
{
  for (uint64_t mask = c->geometry->domain->mask[tile]; mask; mask &= mask - 1)
    for (int i = 0; i < LBM_Q; i++, values += c->value) {
      char *there = place(c, tile, __builtin_ctzll(mask), i);
      memcpy(out ? values : there, out ? there : values, c->value);
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

static size_t cpu_memory(const void *state)
{
  const struct cpu *c = state;
  return c->bytes;
}

static const char *describe(const void *state)
{
  return ((const struct cpu *)state)->description;
}

const struct lbm_backend lbm_backend_cpu = {
    .name = "cpu",
    .present = present,
    .align = 64,
    .open = cpu_open,
    .close = cpu_close,
    .pass = cpu_pass,
    .get = cpu_get,
    .put = cpu_put,
    .memory = cpu_memory,
    .describe = describe,
};
