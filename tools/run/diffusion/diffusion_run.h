/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-run --diffusion: Laplace's equation in the pores of a domain, in place of a flow. */
#ifndef DIFFUSION_RUN_H
#define DIFFUSION_RUN_H

#include "cli.h"

struct diffusion_run {
  const char *input, *device; /* NULL: standard input, the best device */
  unsigned axes;              /* set of axes */
  double bound;               /* relative; 0: the default */
  int threads;                /* 0: as OpenMP decides */
  bool json, refine;
  const struct cli_values *conductivities; /* of --conductivity; none: 1 everywhere */
  const char *output;                      /* NULL: the concentration is not written */
  int argc;
  char *const *argv; /* for the history of the output */
};

/* Reads the domain, solves along each axis, prints the report, and returns the exit status. Errors end the program. */
int diffusion_run(const struct diffusion_run *how);

#endif
