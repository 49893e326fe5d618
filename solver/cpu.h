/* Between cpu.c and the kernels that are compiled once per instruction set. */
#ifndef CPU_H
#define CPU_H

#include "exceptions.h"

/* Rates and force of both precisions, see site.h. */
struct lbm_rates {
  double even, odd, e, eps, q, pi, m, force[3];
};

enum lbm_mode { LBM_STEP, LBM_PROPAGATE, LBM_READ_WRITE };

struct lbm_task {
  const struct lbm_geometry *geometry;
  const struct lbm_condition *condition; /* of the domain's patches */
  struct lbm_rates rates;
  enum lbm_collision collision;
  enum lbm_equilibrium equilibrium;
  bool forced;
  enum lbm_mode mode;
  const struct lbm_exceptions *exceptions;
  void *values;
  bool away; /* see cpu_kernel.h */
};

/* Updates tiles [begin, end). Returns the first tile whose rest population
 * left (-1, 1) or is not a number, SIZE_MAX if there is none. */
typedef size_t lbm_cpu_step(const struct lbm_task *task, size_t begin, size_t end);

struct lbm_isa {
  const char *name;
  lbm_cpu_step *step[LBM_PRECISIONS];
};
extern const struct lbm_isa lbm_isa_plain, lbm_isa_avx2, lbm_isa_avx512;

/* Values behind the last tile that vector loads may touch. */
#define LBM_SLACK 64

#endif
