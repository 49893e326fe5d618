/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps over a whole cavity. */
#ifndef SWEEP_H
#define SWEEP_H

#include "cache.h"

struct sweep {
  const struct cavity *cavity;
  updater *update;
  struct blocks blocks;
};

/* Makes blocks.times steps, with as many threads as OpenMP would use. */
struct state sweep_pass(const struct sweep *w, struct state s);

#endif
