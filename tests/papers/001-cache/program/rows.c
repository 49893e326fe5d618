/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of cells, a run of values for each direction, which vectors update; what the thesis leaves to later work. Walls
 * lie half-way: a population from behind a wall is the cell's own opposite one, so that all cells are fluid. */
#include "cache.h"
#include "isa.h"
#include "lbm.h"

#define SITE(name) row_##name
#define SITE_FUNC static inline __attribute__((always_inline))
#define SCALAR double
#define REAL vector_fp64
#include "site.h"

enum { LANES = sizeof(vector_fp64) / sizeof(double) };

/* The sources of a row: from[i] is run i, shifted along x; `given` is added by the lid. */
struct sources {
  const double *from[LBM_Q], *own[LBM_Q]; /* own: of the opposite direction */
  double given[LBM_Q];
  bool wall[LBM_Q]; /* the whole row uses own */
  double *to[LBM_Q];
  struct row_rates rates;
  int side;
};

static double *run_of(const struct cavity *c, struct state s, int y, int z, int i)
{
  return s.grid + s.at * c->move + z * c->plane + y * c->row + i * c->run;
}

static void find_sources(struct sources *s, const struct cavity *c, struct state old, struct state new, int y, int z)
{
  for (int i = 0; i < LBM_Q; i++) {
    const int sy = y - lbm_c[i][1], sz = z - lbm_c[i][2];
    s->own[i] = run_of(c, old, y, z, lbm_opposite[i]);
    s->wall[i] = sy < 0 || sy == c->side || sz < 0 || sz == c->side;
    s->from[i] = s->wall[i] ? s->own[i] : run_of(c, old, sy, sz, i) - lbm_c[i][0];
    s->given[i] =
        sz == c->side ? 6 * lbm_weight[i] * lbm_c[i][0] * c->lid : 0; /* Ladd, J. Fluid Mech. 271 (1994) 285 */
    s->to[i] = run_of(c, new, y, z, i);
  }
}

/* inner: `count` is LANES, and no cell is at an end of the row; lid: the row is next to the lid */
SITE_FUNC void update_cells(const struct sources *s, int x, int count, const bool inner, const bool lid)
{
  vector_fp64 f[LBM_Q];
  const lanes_of_fp64 first = some_fp64(x == 0), last = some_fp64(x + count == s->side ? 1u << (count - 1) : 0),
                      written = some_fp64((1u << count) - 1);
#pragma GCC unroll 19
  for (int i = 0; i < LBM_Q; i++) {
    memcpy(&f[i], s->from[i] + x, sizeof f[i]);
    if (lid)
      f[i] += s->given[i];
    if (!inner && lbm_c[i][0] && !s->wall[i])
      f[i] = load_some_fp64(f[i], s->own[i] + x, lbm_c[i][0] > 0 ? first : last);
  }
  row_collide(f, &s->rates, LBM_TWO_RATES, LBM_QUASI);
#pragma GCC unroll 19
  for (int i = 0; i < LBM_Q; i++)
    if (inner)
      memcpy(s->to[i] + x, &f[i], sizeof f[i]);
    else
      store_some_fp64(s->to[i] + x, f[i], written);
}

/* The order along x follows the motion of the grid, so that values are read before they are overwritten. */
SITE_FUNC void update_row(const struct sources *s, struct range x, bool turn, const bool lid)
{
  for (int left = x.end - x.begin; left > 0;) {
    const int count = left < LANES ? left : LANES;
    const int at = turn ? x.begin + left - count : x.end - left;
    if (count == LANES && at > 0 && at + LANES < s->side)
      update_cells(s, at, LANES, true, lid);
    else
      update_cells(s, at, count, false, lid);
    left -= count;
  }
}

void update_rows(const struct cavity *c, struct state old, struct state new, const struct box *box, bool turn)
{
  static const struct lbm_rates rates = {.even = 1.25, .odd = 1.25};
  const struct range x = box->along[0], y = box->along[1], z = box->along[2];
  struct sources s = {.rates = row_rates_of(&rates), .side = c->side};
  for (int k = 0; k < z.end - z.begin; k++)
    for (int j = 0; j < y.end - y.begin; j++) {
      const int at_y = turn ? y.end - 1 - j : y.begin + j, at_z = turn ? z.end - 1 - k : z.begin + k;
      find_sources(&s, c, old, new, at_y, at_z);
      if (at_z == c->side - 1)
        update_row(&s, x, turn, true);
      else
        update_row(&s, x, turn, false);
    }
}
