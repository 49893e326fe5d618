/* Parabolic walls: interpolated ones (cut_links.h), and a source of each link that is cut, which takes away what they are
 * off for a parabola. It is found from the flow as it is, and again every few steps until it stays: of steady flow alone is
 * the answer better. Collision: TRT.
 *
 * Let g+ and g- be the even and the odd part of what a collision adds to the populations of a link i. In steady Stokes flow
 * they are 3 w d_i j_i and 3 w (d_i P - F_i - L+ d_i^2 j_i), with P = rho/3, d_i the derivative along c_i and L+- = tau+- - 1/2
 * (Ginzburg, Verhaeghe & d'Humieres 2008). Interpolated walls then hold j_i + q d_i j_i - L- g-/3w = 0; with
 *
 *   x_i = 2 (1 + kappa) [(L- - a/L+) g- + (a/L+) 3 w (d_i P - F_i)],  a = q^2/2
 *
 * added to what comes back they hold j_i + q d_i j_i + q^2/2 d_i^2 j_i = 0, under a force, a pressure and both. d_i P is the
 * difference to the node behind; without one there x_i is 0, as it is in nooks (behind.h) and where both links of a pair are cut. */
#ifndef PARABOLA_H
#define PARABOLA_H

#include "lbm.h"

/* Steps between renewals, which are made at its multiples. */
enum { LBM_PARABOLA_STEPS = 10 };

struct lbm_parabola;
/* Memory: of behind.h. Free it also after an error. */
int lbm_parabola_new(struct lbm_parabola **made, struct lbm *flow, struct tile_error *e);
void lbm_parabola_free(struct lbm_parabola *p);
/* One step, and the sources as they should be after it. */
int lbm_parabola_renew(struct lbm_parabola *p, struct tile_error *e);

#endif
