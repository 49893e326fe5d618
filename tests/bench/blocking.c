/* Loop blocking in a cubic cavity, as in K. Iglberger, "Cache optimizations for the lattice Boltzmann method in 3D"
 * (2003): two grids, or one that moves by a cell in each step (grid compression); in one block, or in blocks of space
 * (3-way) or of space and time (4-way); BGK, quasi-compressible, fp64, lid-driven. Prints million site updates per
 * second.
 *
 *   blocking [SIDE]...     the measurement
 *   blocking check         compares every variant with two grids in one block, bit by bit
 *
 * A row of cells along x is LBM_Q runs of values, one per direction, and is updated by vectors. Walls lie half-way: a
 * population from behind a wall is the cell's own opposite one, so that no cells but those of the fluid are stored. */
#include "bandwidth.h"
#include "best.h"
#include "isa.h"
#include "lbm.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define SITE(name) cavity_##name
#define SITE_FUNC static inline __attribute__((always_inline))
#define SCALAR double
#define REAL vector_fp64
#include "site.h"

enum { LANES = sizeof(vector_fp64) / sizeof(double), MARGIN = 2 * LANES };

struct cavity {
  int side, room;  /* room: how far the grid moves; 0: there are two grids */
  size_t run, row; /* in values */
  size_t rows;     /* rows per layer; also the number of layers */
  double *grid[2];
  struct cavity_rates rates;
  double lid; /* velocity along x, at the upper end of z */
};

/* Blocks of `block` rows along y and z, in which `times` steps are made. */
struct sweep {
  const char *name;
  bool compressed;
  int block, times;
};

/* A state: the grid, and how far it has moved. */
struct state {
  double *grid;
  int at;
};

/* ---- the grid ------------------------------------------------------------------------ */

static double *run_of(const struct cavity *c, struct state s, int y, int z, int i)
{
  const size_t line = (size_t)(z + s.at) * c->rows + (size_t)(y + s.at);
  return s.grid + line * c->row + (size_t)i * c->run + MARGIN + s.at;
}

static int open_cavity(struct cavity *c, int side, int room)
{
  static const struct lbm_rates rates = {.even = 1.25, .odd = 1.25};
  *c = (struct cavity){.side = side, .room = room, .lid = 0.05, .rates = cavity_rates_of(&rates)};
  c->rows = (size_t)(side + room);
  c->run = (size_t)(side + room + 2 * MARGIN) / LANES * LANES;
  c->row = c->run * LBM_Q;
  const size_t values = c->rows * c->rows * c->row;
  for (int k = 0; k < (room ? 1 : 2); k++) {
    c->grid[k] = aligned_alloc(64, values * sizeof(double));
    if (!c->grid[k])
      return 1;
#pragma omp parallel for schedule(static)
    for (size_t n = 0; n < values; n++)
      c->grid[k][n] = 0;
  }
  return 0;
}

static void close_cavity(struct cavity *c)
{
  free(c->grid[0]);
  free(c->grid[1]);
}

/* ---- a row --------------------------------------------------------------------------- */

/* The sources of a row: from[i] is run i, shifted along x; `given` is added by the lid. */
struct sources {
  const double *from[LBM_Q], *own[LBM_Q]; /* own: of the opposite direction */
  double given[LBM_Q];
  bool wall[LBM_Q]; /* the whole row uses own */
};

static void find_sources(struct sources *s, const struct cavity *c, struct state old, int y, int z)
{
  for (int i = 0; i < LBM_Q; i++) {
    const int sy = y - lbm_c[i][1], sz = z - lbm_c[i][2];
    s->own[i] = run_of(c, old, y, z, lbm_opposite[i]);
    s->wall[i] = sy < 0 || sy == c->side || sz < 0 || sz == c->side;
    s->from[i] = s->wall[i] ? s->own[i] : run_of(c, old, sy, sz, i) - lbm_c[i][0];
    s->given[i] =
        sz == c->side ? 6 * lbm_weight[i] * lbm_c[i][0] * c->lid : 0; /* Ladd, J. Fluid Mech. 271 (1994) 285 */
  }
}

/* first, last: the vector is at that end of the row; lid: the row is next to the lid. */
SITE_FUNC void update_cells(const struct cavity *c, const struct sources *s, double *const to[LBM_Q], int x,
                            const bool first, const bool last, const bool lid)
{
  vector_fp64 f[LBM_Q];
#pragma GCC unroll 19
  for (int i = 0; i < LBM_Q; i++) {
    memcpy(&f[i], s->from[i] + x, sizeof f[i]);
    if (lid)
      f[i] += s->given[i];
    if (first && lbm_c[i][0] > 0 && !s->wall[i])
      f[i][0] = s->own[i][0];
    if (last && lbm_c[i][0] < 0 && !s->wall[i])
      f[i][LANES - 1] = s->own[i][c->side - 1];
  }
  cavity_collide(f, &c->rates, LBM_TWO_RATES, LBM_QUASI);
#pragma GCC unroll 19
  for (int i = 0; i < LBM_Q; i++)
    memcpy(to[i] + x, &f[i], sizeof f[i]);
}

/* The order along x follows the motion of the grid, so that values are read before they are overwritten. */
SITE_FUNC void update_all_cells(const struct cavity *c, const struct sources *s, double *const to[LBM_Q], bool turn,
                                const bool lid)
{
  const int last = c->side - LANES;
  if (turn) {
    update_cells(c, s, to, last, last == 0, true, lid);
    for (int x = last - LANES; x > 0; x -= LANES)
      update_cells(c, s, to, x, false, false, lid);
  }
  if (last || !turn)
    update_cells(c, s, to, 0, true, last == 0, lid);
  if (!turn && last) {
    for (int x = LANES; x < last; x += LANES)
      update_cells(c, s, to, x, false, false, lid);
    update_cells(c, s, to, last, false, true, lid);
  }
}

static void update_row(const struct cavity *c, struct state old, struct state new, int y, int z)
{
  struct sources s;
  double *to[LBM_Q];
  find_sources(&s, c, old, y, z);
  for (int i = 0; i < LBM_Q; i++)
    to[i] = run_of(c, new, y, z, i);
  if (z == c->side - 1)
    update_all_cells(c, &s, to, new.at > old.at, true);
  else
    update_all_cells(c, &s, to, new.at > old.at, false);
}

/* ---- a block --------------------------------------------------------------------------- */

struct range {
  int begin, end;
};

/* The rows of step t of a block: each step lags one cell behind the step before, whose results it needs. */
static struct range range_of(int begin, int block, int t, int side)
{
  return (struct range){begin ? begin - t : 0, begin + block >= side ? side : begin + block - t};
}

static int turned(const struct cavity *c, bool turn, int n)
{
  return turn ? c->side - 1 - n : n;
}

/* The rows of a grid that does not move may be updated in any order. */
static void update_block(const struct cavity *c, struct state old, struct state new, struct range y, struct range z)
{
  const bool turn = new.at > old.at;
  const int rows = y.end - y.begin;
  if (old.grid == new.grid) {
    for (int n = 0; n < rows * (z.end - z.begin); n++)
      update_row(c, old, new, turned(c, turn, y.begin + n % rows), turned(c, turn, z.begin + n / rows));
    return;
  }
#pragma omp parallel for schedule(static)
  for (int n = 0; n < rows * (z.end - z.begin); n++)
    update_row(c, old, new, y.begin + n % rows, z.begin + n / rows);
}

static struct state after(const struct cavity *c, struct state s, int direction, int t)
{
  if (c->room)
    return (struct state){s.grid, s.at + direction * t};
  return (struct state){t % 2 ? c->grid[s.grid == c->grid[0]] : s.grid, 0};
}

/* Makes `times` steps over the whole cavity. */
static struct state pass(const struct cavity *c, struct state s, const struct sweep *w)
{
  const int direction = s.at ? -1 : 1;
  for (int z = 0; z < c->side; z += w->block)
    for (int y = 0; y < c->side; y += w->block)
      for (int t = 0; t < w->times; t++)
        update_block(c, after(c, s, direction, t), after(c, s, direction, t + 1), range_of(y, w->block, t, c->side),
                     range_of(z, w->block, t, c->side));
  return after(c, s, direction, w->times);
}

/* ---- output ------------------------------------------------------------------------------- */

enum { WHOLE = 1 << 20 };
static const struct sweep sweeps[] = {
    {"two grids", false, WHOLE, 1},
    {"two grids, 3-way", false, 16, 1},
    {"two grids, 4-way, 2 steps", false, 16, 2},
    {"two grids, 4-way, 4 steps", false, 16, 4},
    {"two grids, 4-way, 8 steps", false, 16, 8},
    {"compressed", true, WHOLE, 1},
    {"compressed, 3-way", true, 16, 1},
    {"compressed, 4-way, 2 steps", true, 16, 2},
    {"compressed, 4-way, 4 steps", true, 16, 4},
    {"compressed, 4-way, 8 steps", true, 16, 8},
};
enum { SWEEPS = sizeof sweeps / sizeof *sweeps };

struct sweeping {
  const struct cavity *cavity;
  const struct sweep *sweep;
  struct state state;
};

static void sweep_twice(void *self)
{
  struct sweeping *s = self;
  s->state = pass(s->cavity, pass(s->cavity, s->state, s->sweep), s->sweep);
}

static double speed_of(const struct cavity *c, const struct sweep *w)
{
  struct sweeping s = {c, w, {c->grid[0], 0}};
  return best_speed(sweep_twice, &s, 2. * w->times * c->side * c->side * c->side);
}

static int with_cavity(int side, const struct sweep *w, double (*ask)(const struct cavity *c, const struct sweep *w),
                       double *answer)
{
  struct cavity c;
  const int code = open_cavity(&c, side, w->compressed ? w->times : 0);
  if (!code)
    *answer = ask(&c, w);
  close_cavity(&c);
  return code;
}

static int measure(int side)
{
  const size_t bytes = (size_t)side * (size_t)side * (size_t)side * LBM_Q * sizeof(double);
  const double bound = lbm_copy_bandwidth(bytes, 0) / (2. * LBM_Q * sizeof(double)) * 1e-6;
  for (const struct sweep *w = sweeps; w < sweeps + SWEEPS; w++) {
    double speed;
    if (w->compressed && omp_get_max_threads() > 1)
      continue; /* the rows of a moving grid are serial */
    if (with_cavity(side, w, speed_of, &speed))
      return 1;
    printf("%d,%d,\"%s\",%.1f,%.1f,%.3f\n", side, omp_get_max_threads(), w->name, speed, bound, speed / bound);
    fflush(stdout);
  }
  return 0;
}

/* ---- check ------------------------------------------------------------------------------------ */

enum { STEPS = 16, LITTLE = 40 };

static double sum_of(const struct cavity *c, struct state s)
{
  double sum = 0;
  for (int z = 0; z < c->side; z++)
    for (int y = 0; y < c->side; y++)
      for (int i = 0; i < LBM_Q; i++)
        for (int x = 0; x < c->side; x++) {
          const double *f = run_of(c, s, y, z, i);
          sum = 0.999 * sum + f[x] * (1 + i + x % 7);
        }
  return sum;
}

static double digest(const struct cavity *c, const struct sweep *w)
{
  struct state s = {c->grid[0], 0};
  for (int n = 0; n < STEPS; n += w->times)
    s = pass(c, s, w);
  return sum_of(c, s);
}

static int check(void)
{
  double want = 0, have;
  int wrong = 0;
  for (const struct sweep *w = sweeps; w < sweeps + SWEEPS; w++) {
    if (with_cavity(LITTLE, w, digest, w == sweeps ? &want : &have))
      return 1;
    if (w > sweeps && have != want)
      wrong += printf("%s: %.17g is not %.17g\n", w->name, have, want) > 0;
  }
  return wrong || want == 0;
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "check"))
    return check();
  puts("side,threads,sweep,mlsups,copy_bound,ratio");
  for (int k = 1; k < argc || k == 1; k++)
    if (measure(argc > 1 ? atoi(argv[k]) : 160))
      return 1;
  return 0;
}
