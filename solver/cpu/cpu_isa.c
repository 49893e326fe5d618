/* SPDX-License-Identifier: BSD-3-Clause */
/* The choice of the instruction set, and memory for populations. */
#include "cpu.h"

#include <config.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if HAVE_AVX2
#include <cpuid.h>
#endif

/* Returns the value of TESSERA_ISA, or NULL: the best instruction set is wanted. */
static const char *wanted_isa(void)
{
  const char *name = getenv("TESSERA_ISA");
  return name && *name ? name : NULL;
}

/* Returns `before` if it is the wanted instruction set, else `next`. */
static const struct lbm_isa *better(const struct lbm_isa *before, const struct lbm_isa *next, const char *wanted)
{
  return before && wanted && !strcmp(before->name, wanted) ? before : next;
}

#if HAVE_AVX2
/* __builtin_cpu_supports of clang 14 does not know F16C. */
static bool converts_half(void)
{
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}
#endif

const struct lbm_isa *lbm_isa_choose(void)
{
  const char *wanted = wanted_isa();
  const struct lbm_isa *best = NULL;
#if HAVE_PLAIN
  best = better(best, &lbm_isa_plain, wanted);
#endif
#if HAVE_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
      converts_half())
    best = better(best, &lbm_isa_avx2, wanted);
#endif
#if HAVE_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    best = better(best, &lbm_isa_avx512, wanted);
#endif
  return best;
}

int lbm_isa_check(const struct lbm_isa *isa, struct tile_error *e)
{
  const char *wanted = wanted_isa();
  if (!isa)
    return tile_fail(e, TILE_FAILED, "this processor has none of the instruction sets that the solver was built for");
  if (!wanted || !strcmp(wanted, isa->name))
    return 0;
  return tile_fail(e, TILE_USAGE, "TESSERA_ISA=%s: not available here (plain, avx2 and avx512 are known; %s would run)",
                   wanted, isa->name);
}

/* The neighbourhood of a tile touches about sixty small pages, but few huge ones. */
void *lbm_huge_alloc(size_t bytes, struct tile_error *e)
{
  const size_t page = (size_t)2 << 20, whole = bytes < page ? bytes : (bytes + page - 1) / page * page;
  if (tile_afford(whole, 1, "the populations", e))
    return NULL;
  void *p = aligned_alloc(bytes < page ? 64 : page, whole);
  if (!p)
    tile_fail_memory(e, whole, "the populations");
#ifdef MADV_HUGEPAGE
  if (p && bytes >= page)
    madvise(p, whole, MADV_HUGEPAGE);
#endif
  return p;
}
