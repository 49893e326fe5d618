/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between the host code of the CPU backend (cpu.c, cpu_plane.c) and its kernels, which are compiled once per
 * instruction set. */
#ifndef CPU_STEP_H
#define CPU_STEP_H

#include "exceptions.h"
#include "plane.h"
#include "task.h"

/* One time step of some tiles. Everything that it points to stays the caller's. */
struct lbm_cpu_step {
  const struct lbm_task *task;
  const struct lbm_exceptions *exceptions;
  void *values;
  bool away; /* see cpu_kernel.h */
};

/* Updates tiles [begin, end). Returns the first tile that has a rest population outside (-1, 1) or not a number, or
 * SIZE_MAX if there is none. */
typedef size_t lbm_cpu_step(const struct lbm_cpu_step *pass, size_t begin, size_t end);

/* One time step of blocks of D2Q9. */
struct lbm_plane_step {
  const struct lbm_task *task;
  const struct lbm_plane *plane;
  const void *from; /* LBM_SLACK values before and behind may be read */
  void *to;
  bool past; /* stores bypass the caches, which cannot hold both copies */
};

/* Updates blocks [begin, end). Returns false if a rest population is outside (-1, 1) or is not a number. */
typedef bool lbm_cpu_plane_step(const struct lbm_plane_step *pass, size_t begin, size_t end);

struct lbm_isa {
  const char *name;
  lbm_cpu_step *step[LBM_PRECISIONS];
  lbm_cpu_plane_step *plane[LBM_PRECISIONS]; /* NULL: there is no D2Q9 in this precision */
};
extern const struct lbm_isa lbm_isa_plain, lbm_isa_avx2, lbm_isa_avx512;

/* Number of values behind the last tile that vector loads may read. */
#define LBM_SLACK 64

#endif
