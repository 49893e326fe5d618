/* Between cpu.c and the kernels that are compiled once per instruction set. */
#ifndef CPU_H
#define CPU_H

#include "backend.h"
#include "exceptions.h"

/* One pass over the populations of some tiles. */
struct lbm_pass {
  const struct lbm_task *task;
  const struct lbm_exceptions *exceptions;
  void *values;
  bool away; /* see cpu_kernel.h */
};

/* Updates tiles [begin, end). Returns the first tile whose rest population
 * left (-1, 1) or is not a number, SIZE_MAX if there is none. */
typedef size_t lbm_cpu_step(const struct lbm_pass *pass, size_t begin, size_t end);

struct lbm_isa {
  const char *name;
  lbm_cpu_step *step[LBM_PRECISIONS];
};
extern const struct lbm_isa lbm_isa_plain, lbm_isa_avx2, lbm_isa_avx512;

/* Values behind the last tile that vector loads may touch. */
#define LBM_SLACK 64

#endif
