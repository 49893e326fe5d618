/* Steps over a whole cavity. */
#ifndef SWEEP_H
#define SWEEP_H

#include "grid.h"

struct sweep {
  const struct cavity *cavity;
  updater *update;
  struct blocks blocks;
};

/* Makes blocks.times steps, with as many threads as OpenMP would use. */
struct state sweep_pass(const struct sweep *w, struct state s);
/* s after t steps in this direction (1 or -1: of a moving grid) */
struct state sweep_after(const struct cavity *c, struct state s, int direction, int t);

#endif
