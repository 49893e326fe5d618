/* SPDX-License-Identifier: BSD-3-Clause */
/* The step of a box of cells in the order stream-collide or collide-stream, for one kind of data access. Before it is
 * included: STEP(order), the name of the function; EACH_CELL, the loops over the box; SRC(x, y, z, i) and DST, value i
 * of the cell that lies x, y, z from the present one, before and after. Nothing else differs, as in the thesis.
 * The box has `count` cells along each axis; the first one is `first`, and the next ones follow in direction `way`.
 * STEP_KIND, if it is defined: the kind of the functions, as static. */
#ifndef STEP_KIND
#define STEP_KIND
#endif

/* Each cell gathers from its neighbours, and collides. An obstacle sends back what it gets. */
STEP_KIND void STEP(sc)(const struct cavity *c, struct state old, struct state new, const struct box *box, bool turn)
{
  BEGIN;
  EACH_CELL
  {
    const double flag = SRC(0, 0, 0, FLAG);
    double f[LBM_Q];
    EACH_DIRECTION(q)
    f[q] = SRC(-lbm_c[q][0], -lbm_c[q][1], -lbm_c[q][2], q);
    DST(0, 0, 0, FLAG) = flag;
    if (flag == OBSTACLE) {
      EACH_DIRECTION(q)
      DST(0, 0, 0, lbm_opposite[q]) = f[q];
      continue;
    }
    collide(f, flag, &given);
    EACH_DIRECTION(q)
    DST(0, 0, 0, q) = f[q];
  }
}

/* Each cell collides, and sends to its neighbours. */
STEP_KIND void STEP(cs)(const struct cavity *c, struct state old, struct state new, const struct box *box, bool turn)
{
  BEGIN;
  EACH_CELL
  {
    const double flag = SRC(0, 0, 0, FLAG);
    double f[LBM_Q];
    EACH_DIRECTION(q)
    f[q] = SRC(0, 0, 0, q);
    DST(0, 0, 0, FLAG) = flag;
    if (flag == OBSTACLE) {
      EACH_DIRECTION(q)
      DST(-lbm_c[q][0], -lbm_c[q][1], -lbm_c[q][2], lbm_opposite[q]) = f[q];
      continue;
    }
    collide(f, flag, &given);
    EACH_DIRECTION(q)
    DST(lbm_c[q][0], lbm_c[q][1], lbm_c[q][2], q) = f[q];
  }
}
#undef STEP
#undef BEGIN
#undef EACH_CELL
#undef SRC
#undef DST
#undef STEP_KIND
