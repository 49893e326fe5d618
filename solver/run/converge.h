/* Has a slowly converging number converged? Three equally spaced samples a, b, c
 * approach their limit as a geometric series of ratio (c-b)/(b-a): what remains
 * is (c-b) ratio/(1-ratio). (Aitken 1926.) */
#ifndef CONVERGE_H
#define CONVERGE_H

#include <stdbool.h>

struct lbm_series {
  double sample[3]; /* the latest last */
  int count;        /* so far, at most 3 are kept */
  int held;         /* successive times that the bound was kept */
};

void lbm_series_clear(struct lbm_series *s);
void lbm_series_add(struct lbm_series *s, double value);
/* Remaining relative change; infinity while it is not known. */
double lbm_series_remaining(const struct lbm_series *s);
/* Adds a sample; true when the bound has been kept twice in succession, so
 * that the turning point of a sound wave is not taken for the end. */
bool lbm_series_settled(struct lbm_series *s, double value, double bound);

#endif
