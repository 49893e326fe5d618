/* SPDX-License-Identifier: BSD-3-Clause */
/* The two ways of propagation of C. Obrecht et al. (Comput. Math. Appl. 61 (2011) 3628, section 7), in a cavity of L^3
 * nodes whose lid z = L - 1 moves along x. Population i of node n is at i * L^3 + n; two copies.
 *   split     along x when reading, along y and z when writing; walls on the nodes: border nodes return what arrives, those of
 *             the lid have the equilibrium of its velocity
 *   reversed  all of it when reading; walls half-way beyond the border nodes */
#ifndef SCHEMES_H
#define SCHEMES_H

#include "lattice.h"
#include "physics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCHEMES_LID 0.05

enum scheme { SCHEMES_SPLIT, SCHEMES_REVERSED, SCHEMES };

struct schemes_pass {
  const void *from;
  void *to;
  int side;
  struct lbm_rates rates;
};

/* tau 0.55, and for MRT the rates of d'Humieres et al., Phil. Trans. R. Soc. A 360 (2002) 437 */
static const struct lbm_rates schemes_rates
    __attribute__((unused)) = {1 / 0.55, 1 / 0.55, 1.19, 1.4, 1.2, 1.4, 1.98, {0, 0, 0}, false, 0};

#endif
