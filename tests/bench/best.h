/* SPDX-License-Identifier: BSD-3-Clause */
/* The speed of the updates of a bench program. */
#ifndef BEST_H
#define BEST_H

#include <omp.h>

/* Speed in millions of updates per second: the best of three repetitions of half a second or more, after one that is
 * not counted. One call of make() makes `updates` updates. */
static inline double best_speed(void (*make)(void *self), void *self, double updates)
{
  double best = 0;
  for (int turn = 0; turn < 4; turn++) {
    const double begin = omp_get_wtime();
    double made = 0;
    do {
      make(self);
      made += updates;
    } while (omp_get_wtime() - begin < 0.5 && turn);
    const double speed = made / (omp_get_wtime() - begin) * 1e-6;
    best = turn && speed > best ? speed : best;
  }
  return best;
}

#endif
