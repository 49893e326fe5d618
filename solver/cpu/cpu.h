/* Between cpu.c and the kernels that are compiled once per instruction set. */
#ifndef CPU_H
#define CPU_H

#include "backend.h"
#include "exceptions.h"
#include "plane.h"

/* One pass over the populations of some tiles. */
struct lbm_cpu_step {
  const struct lbm_task *task;
  const struct lbm_exceptions *exceptions;
  void *values;
  bool away; /* see cpu_kernel.h */
};

/* Updates tiles [begin, end). Returns the first tile whose rest population
 * left (-1, 1) or is not a number, SIZE_MAX if there is none. */
typedef size_t lbm_cpu_step(const struct lbm_cpu_step *pass, size_t begin, size_t end);

/* One pass over blocks of D2Q9. */
struct lbm_plane_step {
  const struct lbm_task *task;
  const struct lbm_plane *plane;
  const void *from; /* LBM_SLACK values before and behind may be read */
  void *to;
  bool past; /* the caches, which do not hold both */
};

/* Updates blocks [begin, end). False: a rest population left (-1, 1) or is not a number. */
typedef bool lbm_cpu_plane_step(const struct lbm_plane_step *pass, size_t begin, size_t end);

struct lbm_isa {
  const char *name;
  lbm_cpu_step *step[LBM_PRECISIONS];
  lbm_cpu_plane_step *plane[LBM_PRECISIONS]; /* NULL: D2Q9 has not this precision */
};
extern const struct lbm_isa lbm_isa_plain, lbm_isa_avx2, lbm_isa_avx512;
/* The best that is built and runs here, or that of TESSERA_ISA; NULL: none, which lbm_isa_check says. */
const struct lbm_isa *lbm_isa_choose(void);
int lbm_isa_check(const struct lbm_isa *isa, struct tile_error *e);
/* In huge pages where the system gives them; free(). */
void *lbm_huge_alloc(size_t bytes, struct tile_error *e);

/* Values behind the last tile that vector loads may touch. */
#define LBM_SLACK 64

#endif
