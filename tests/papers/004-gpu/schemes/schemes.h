/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways of propagation of C. Obrecht et al. (Comput. Math. Appl. 61 (2011) 3628, section 7), in a cavity of L^3
 * nodes whose lid z = L - 1 moves along x. Population i of node n is at i * L^3 + n; two copies.
 *   split     along x when reading, along y and z when writing; walls on the nodes: border nodes return what arrives, those of
 *             the lid have the equilibrium of its velocity
 *   reversed  all of it when reading; walls half-way beyond the border nodes
 *   push      all of it when writing; the same walls
 *   exchange  along y and z when reading; along x within blocks of `width` nodes when writing, as through shared memory, where
 *             what leaves a block takes the place that is left vacant at its other end, and a second kernel moves it to the
 *             next block (Toelke; section 6); the same walls. The second kernel takes the rows as rings. */
#ifndef SCHEMES_H
#define SCHEMES_H

#include "lattice.h"
#include "physics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCHEMES_LID 0.1

enum scheme { SCHEMES_SPLIT, SCHEMES_REVERSED, SCHEMES_PUSH, SCHEMES_EXCHANGE, SCHEMES };
#define SCHEMES_WIDTH 32

struct schemes_pass {
  const void *from;
  void *to;
  int side, width;
  struct lbm_rates rates;
};

/* tau 0.55, and for MRT the rates of d'Humieres et al., Phil. Trans. R. Soc. A 360 (2002) 437 */
static const struct lbm_rates schemes_rates __attribute__((unused)) = {
    .even = 1 / 0.55, .odd = 1 / 0.55, .e = 1.19, .eps = 1.4, .q = 1.2, .pi = 1.4, .m = 1.98};

#endif
