/* SPDX-License-Identifier: BSD-3-Clause */
/* A step of the solver against a naive one on a dense array: every layout, precision and instruction set, in domains
 * with every kind of seam. */
#include "flow_made.h"
#include "half.h"
#include "suite.h"

#include <config.h>
#include <math.h>

/* ---- the naive step ---- */

struct dense {
  int64_t grid[3];
  unsigned periodic;
  const struct tile_bits *bits;
  double *f; /* node, direction */
};

/* The node at -c_i from (x, y, z), or -1 when it is solid or outside. */
static int64_t source_of(const struct dense *d, const int64_t at[3], int i)
{
  int64_t from[3];
  for (int a = 0; a < 3; a++) {
    from[a] = at[a] - lbm_c[i][a];
    if (d->periodic >> a & 1)
      from[a] = (from[a] + d->grid[a]) % d->grid[a];
    if (from[a] < 0 || from[a] >= d->grid[a])
      return -1;
  }
  if (!tile_bit(d->bits, from[0], from[1], from[2]))
    return -1;
  return from[0] + d->grid[0] * (from[1] + d->grid[1] * from[2]);
}

/* Half-way bounce-back, then BGK with Guo's force, quasi-compressible. */
static void naive_collide(double f[LBM_Q], double rate, const double F[3])
{
  double rho = 0, u[3], uu = 0, uF = 0;
  for (int i = 0; i < LBM_Q; i++)
    rho += f[i];
  for (int a = 0; a < 3; a++) {
    u[a] = F[a] / 2;
    for (int i = 0; i < LBM_Q; i++)
      u[a] += lbm_c[i][a] * f[i];
    u[a] /= 1 + rho;
    uu += u[a] * u[a];
    uF += u[a] * F[a];
  }
  for (int i = 0; i < LBM_Q; i++) {
    const signed char *c = lbm_c[i];
    double cu = c[0] * u[0] + c[1] * u[1] + c[2] * u[2], cF = c[0] * F[0] + c[1] * F[1] + c[2] * F[2];
    double eq = lbm_weight[i] * (rho + (1 + rho) * (3 * cu + 4.5 * cu * cu - 1.5 * uu));
    f[i] += rate * (eq - f[i]) + (1 - rate / 2) * lbm_weight[i] * (3 * (cF - uF) + 9 * cu * cF);
  }
}

static void naive_step(struct dense *d, double rate, const double F[3])
{
  size_t nodes = (size_t)(d->grid[0] * d->grid[1] * d->grid[2]);
  double *to = calloc(nodes * LBM_Q, sizeof *to);
  int64_t at[3], n = 0;
  for (at[2] = 0; at[2] < d->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < d->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < d->grid[0]; at[0]++, n++) {
        if (!tile_bit(d->bits, at[0], at[1], at[2]))
          continue;
        double *f = to + n * LBM_Q;
        for (int i = 0; i < LBM_Q; i++) {
          int64_t from = source_of(d, at, i);
          f[i] = from < 0 ? d->f[n * LBM_Q + lbm_opposite[i]] : d->f[from * LBM_Q + i];
        }
        naive_collide(f, rate, F);
      }
  free(d->f);
  d->f = to;
}

/* ---- comparison ---- */

/* Exact binary fractions below 1/8 in every population of every non-solid node: distinct ones, or (fp16) as many as there are
 * whose sums in pairs are exact in single precision. */
static double distinct_value(const struct made *m, size_t number)
{
  enum { TINY = 0x4000, COUNT = 0x7000 - TINY }; /* halves from 2^-15 to below 1/8 */
  return m->setup.precision == LBM_FP32_FP16 ? (double)lbm_half_value((uint16_t)(TINY + number * 7 % COUNT))
                                             : (double)(number + 1) * 0x1p-19;
}

static double *distinct(const struct made *m)
{
  size_t nodes = made_nodes(m);
  double *f = calloc(nodes * LBM_Q, sizeof *f);
  for (size_t n = 0; n < nodes; n++) {
    int64_t nx = m->domain.grid[0], ny = m->domain.grid[1], k = (int64_t)n;
    if (tile_bit(&m->bits, k % nx, k / nx % ny, k / nx / ny))
      for (size_t i = 0; i < LBM_Q; i++)
        f[n * LBM_Q + i] = distinct_value(m, n * LBM_Q + i);
  }
  return f;
}

static void compare(struct made *m, const struct dense *d, double tolerance)
{
  double *f = made_populations(m);
  for (size_t n = 0; n < made_nodes(m) * LBM_Q; n++)
    ck_assert_msg(
        fabs(f[n] - d->f[n]) <= tolerance,
        "%s, %s %s, grid %lld %lld %lld periodic %u offset %d %d %d: f[%zu] of node %zu is %.17g, naively %.17g",
        lbm_backend_name(m->flow), lbm_precision_names[m->setup.precision], lbm_layout_names[m->setup.layout],
        (long long)d->grid[0], (long long)d->grid[1], (long long)d->grid[2], d->periodic, m->domain.offset[0],
        m->domain.offset[1], m->domain.offset[2], n % LBM_Q, n / LBM_Q, f[n], d->f[n]);
  free(f);
}

/* `steps` steps from distinct populations, which are set after `before` other steps: a backend may store them elsewhere
 * after an odd number of steps. BGK at tau 1e300 leaves populations unchanged: then a step is propagation alone. */
static void check_steps(struct made *m, int before, int steps, double tolerance)
{
  struct dense d = {
      {m->domain.grid[0], m->domain.grid[1], m->domain.grid[2]}, m->domain.periodic, &m->bits, distinct(m)};
  made_flow(m);
  made_step(m, before);
  made_put_populations(m, d.f);
  for (int s = 0; s < steps; s++)
    naive_step(&d, 1 / m->setup.tau, m->setup.force);
  made_step(m, steps);
  compare(m, &d, tolerance);
  free(d.f);
}

static void check_choices(struct made *m, int steps, const double tolerance[LBM_PRECISIONS])
{
  for (int p = 0; p < LBM_PRECISIONS; p++)
    for (int l = 0; l < LBM_LAYOUTS; l++) {
      if (!lbm_layout_stores((enum lbm_layout)l, (enum lbm_precision)p))
        continue;
      m->setup.precision = (enum lbm_precision)p;
      m->setup.layout = (enum lbm_layout)l;
      for (int before = 0; before < 2; before++)
        check_steps(m, before, steps, tolerance[p]);
    }
}

/* Propagation is exact in every precision. Then three whole steps with populations of O(0.1): 1e-14 is fifty ulps of
 * fp64, 1e-6 about as many of fp32, 5e-4 four of fp16. */
static void check_domain(struct tile_bits bits, struct tile_make how)
{
  struct made m;
  made_domain(&m, bits, how);
  m.setup.collision = LBM_BGK;
  m.setup.tau = 1e300;
  check_choices(&m, 1, (const double[LBM_PRECISIONS]){0});
  m.setup.tau = 0.8;
  memcpy(m.setup.force, (const double[]){1e-3, -2e-3, 3e-3}, sizeof m.setup.force);
  check_choices(&m, 3, (const double[]){1e-14, 1e-6, 1e-6, 5e-4});
  made_free(&m);
}

/* Sizes that are not multiples of 4, are smaller than 4, or are one slice; and whole tiles. */
static const int64_t grids[][3] = {{8, 8, 8}, {5, 6, 7}, {9, 10, 1}, {4, 3, 2}, {13, 4, 5}, {1, 1, 6}};

static const char *const isas[] = {"plain", "avx2", "avx512"};

static bool runs(const char *isa)
{
  struct made m;
  struct tile_error e;
  made_domain(&m, full_bits(1, 1, 1), (struct tile_make){0});
  setenv("TESSERA_ISA", isa, 1);
  bool can = lbm_new(&m.flow, &m.domain, &m.setup, &e) == 0;
  made_free(&m);
  return can;
}

/* Propagation alone, in fp64. */
static void check_propagation(struct tile_bits bits, enum lbm_layout layout)
{
  struct made m;
  made_domain(&m, bits, (struct tile_make){.periodic = 7});
  m.setup.collision = LBM_BGK;
  m.setup.tau = 1e300;
  m.setup.layout = layout;
  check_steps(&m, 0, 1, 0);
  made_free(&m);
}

/* A tile with a full neighbourhood takes a shorter path in the code: one solid node is put in each neighbour in turn,
 * around the middle tile of 3 x 3 x 3. */
static void check_full_but_one(void)
{
  static const int beside[3] = {3, 5, 8};
  for (int k = 0; k < 2 * 27; k++) {
    int x = beside[k % 3], y = beside[k / 3 % 3], z = beside[k / 9 % 3];
    if (x != 5 && y != 5 && z != 5)
      continue; /* no link leads to corners */
    struct tile_bits b = full_bits(12, 12, 12);
    b.word[z * 12 + y] &= ~((uint64_t)1 << x);
    check_propagation(b, k < 27 ? LBM_PACKED : LBM_T2C);
  }
}

/* Each test has one instruction set; one that the machine lacks is skipped. */
LOOP_TEST(naive_steps, 3)
{
  if (!runs(isas[_i])) {
    fprintf(stderr, "%s is not available here\n", isas[_i]);
#if HAVE_PLAIN
    ck_assert_int_ne(_i, 0);
#endif
    return;
  }
  for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
    for (unsigned periodic = 0; periodic < 8; periodic++) {
      int o = (periodic + g) % 2;
      struct tile_make how = {.periodic = periodic, .offset = {o, 2 * o, 3 * o}};
      check_domain(random_bits(grids[g], 0.7, (unsigned)g + 7), how);
      if (periodic % 7 == 0)
        check_domain(full_bits(grids[g][0], grids[g][1], grids[g][2]), how);
    }
  check_full_but_one();
}

TEST(orders_of_tiles)
{
  for (int order = TILE_ROWS; order <= TILE_HILBERT; order++)
    check_domain(random_bits((const int64_t[]){11, 9, 10}, 0.5, 4),
                 (struct tile_make){.periodic = TILE_Y, .order = (enum tile_order)order});
}

TEST(isa_must_exist)
{
  struct made m;
  made_domain(&m, full_bits(1, 1, 1), (struct tile_make){0});
  m.setup.device = "cpu";
  setenv("TESSERA_ISA", "z80", 1);
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  ck_assert_ptr_nonnull(strstr(m.e.text, "z80"));
  unsetenv("TESSERA_ISA"); /* without a fork the next test would see it */
  made_free(&m);
}

/* ---- starts ---- */

/* Fields of O(0.01) that differ from node to node. */
static void put_bumpy(struct made *m, double size)
{
  double *field = calloc(made_nodes(m) * 4, sizeof *field);
  for (size_t n = 0; n < made_nodes(m) * 4; n++)
    field[n] = size * sin(1 + 1.7 * (double)n);
  made_put_fields(m, field);
  free(field);
}

/* A seam cuts a tile: 10 periodic nodes are the same as two periods in 20. The order of sums differs, hence 1e-14 and
 * not equality. */
TEST(seams_equal_doubling)
{
  for (int axis = 0; axis < 3; axis++) {
    int64_t one[3] = {6, 6, 6}, two[3] = {6, 6, 6};
    one[axis] = 10;
    two[axis] = 20;
    struct made m[2];
    struct tile_bits small = random_bits(one, 0.8, 3), large = empty_bits(two);
    for (int64_t z = 0; z < two[2]; z++)
      for (int64_t y = 0; y < two[1]; y++)
        for (int64_t x = 0; x < two[0]; x++)
          if (tile_bit(&small, x % one[0], y % one[1], z % one[2]))
            set_bit(&large, x, y, z);
    made_domain(&m[0], small, (struct tile_make){.periodic = 7});
    made_domain(&m[1], large, (struct tile_make){.periodic = 7, .offset = {0, 1, 2}});
    for (int k = 0; k < 2; k++) {
      memcpy(m[k].setup.force, (const double[]){1e-4, 2e-4, -3e-4}, sizeof m[k].setup.force);
      made_flow(&m[k]);
      made_step(&m[k], 50);
    }
    double *f = made_populations(&m[0]), *g = made_populations(&m[1]);
    for (int64_t n = 0; n < two[0] * two[1] * two[2]; n++) {
      int64_t x = n % two[0] % one[0], y = n / two[0] % two[1] % one[1], z = n / two[0] / two[1] % one[2];
      for (int64_t i = 0; i < LBM_Q; i++)
        ck_assert_double_eq_tol(g[n * LBM_Q + i], f[(x + one[0] * (y + one[1] * z)) * LBM_Q + i], 1e-14);
    }
    free(f);
    free(g);
    made_free(&m[0]);
    made_free(&m[1]);
  }
}

TEST(populations_come_back)
{
  for (int p = 0; p < LBM_PRECISIONS; p++)
    for (int l = 0; l < LBM_LAYOUTS; l++) {
      if (!lbm_layout_stores((enum lbm_layout)l, (enum lbm_precision)p))
        continue;
      struct made m;
      made_domain(&m, random_bits((const int64_t[]){7, 9, 6}, 0.6, 2), (struct tile_make){.offset = {1, 0, 2}});
      m.setup.precision = (enum lbm_precision)p;
      m.setup.layout = (enum lbm_layout)l;
      double *f = distinct(&m), *back;
      made_flow(&m);
      made_put_populations(&m, f);
      back = made_populations(&m);
      ck_assert_mem_eq(back, f, made_nodes(&m) * LBM_Q * sizeof *f);
      free(f);
      free(back);
      made_free(&m);
    }
}

/* Tolerances: rounding in fp64; fp32 has 24 bits of populations of O(0.01) w, fp16 has 11. */
TEST(fields_come_back)
{
  static const double tolerance[LBM_PRECISIONS] = {1e-15, 1e-8, 1e-8, 5e-5};
  for (int p = 0; p < LBM_PRECISIONS; p++)
    for (int q = 0; q < LBM_EQUILIBRIA; q++) {
      struct made m;
      made_domain(&m, random_bits((const int64_t[]){6, 5, 9}, 0.8, 6), (struct tile_make){0});
      m.setup.precision = (enum lbm_precision)p;
      m.setup.equilibrium = (enum lbm_equilibrium)q;
      memcpy(m.setup.force, (const double[]){1e-3, 2e-3, -3e-3}, sizeof m.setup.force);
      made_flow(&m);
      put_bumpy(&m, 0.03);
      double *field = made_fields(&m);
      int64_t n = 0;
      for (int64_t z = 0; z < 9; z++)
        for (int64_t y = 0; y < 5; y++)
          for (int64_t x = 0; x < 6; x++, n += 4)
            for (int64_t k = n; k < n + 4 && tile_bit(&m.bits, x, y, z); k++)
              ck_assert_double_eq_tol(field[k], 0.03 * sin(1 + 1.7 * (double)k), tolerance[p]);
      free(field);
      made_free(&m);
    }
}

/* Densities between two pressures that are set at the start, in either precision. */
LOOP_TEST(range_of_density, LBM_PRECISIONS)
{
  struct made m;
  double range[2];
  made_domain(&m, random_bits((const int64_t[]){7, 6, 9}, 0.9, 4), (struct tile_make){.offset = {1, 2, 3}});
  m.setup.precision = (enum lbm_precision)_i;
  made_flow(&m);
  OK(&m, lbm_start_gradient(m.flow, 2, 0.03, -0.01, &m.e));
  OK(&m, lbm_density_range(m.flow, range, &m.e));
  const double tolerance = _i == LBM_FP32_FP16 ? 1e-5 : 1e-8; /* rounded sums of 19 values */
  ck_assert_double_eq_tol(range[0], -0.01, tolerance);
  ck_assert_double_eq_tol(range[1], 0.03, tolerance);
  made_free(&m);
}

/* The flux of a uniform flow is the same in all layers, also where the first and the last tile lie in the grid in part. */
LOOP_TEST(uniform_flow_has_no_spread, 2)
{
  struct made m;
  struct lbm_totals s;
  double spread;
  made_domain(&m, full_bits(7, 6, 9), (struct tile_make){.offset = {1, 2, 3}, .periodic = _i ? TILE_X | TILE_Z : 0});
  made_flow(&m);
  double *field = calloc(made_nodes(&m) * 4, sizeof *field);
  for (size_t n = 0; n < made_nodes(&m); n++)
    for (size_t a = 0; a < 3; a++)
      field[4 * n + 1 + a] = 1e-3 * (double)(a + 1);
  made_put_fields(&m, field);
  free(field);
  for (int axis = 0; axis < 3; axis++) {
    OK(&m, lbm_totals_spread(m.flow, axis, &s, &spread, &m.e));
    ck_assert_double_eq_tol(s.velocity[axis], 1e-3 * (axis + 1) * (double)made_nodes(&m), 1e-12);
    ck_assert_double_le(spread, 1e-12);
  }
  made_free(&m);
}

/* Rest stays rest under a force too; a node between solid ones stays at rest, to rounding of F. */
TEST(starts_at_rest)
{
  struct made m;
  struct lbm_totals s;
  struct tile_bits bits = empty_bits((const int64_t[]){5, 5, 5});
  set_bit(&bits, 2, 2, 2);
  made_domain(&m, bits, (struct tile_make){.periodic = 7});
  memcpy(m.setup.force, (const double[]){1e-3, 2e-3, -3e-3}, sizeof m.setup.force);
  for (int c = 0; c < LBM_COLLISIONS; c++) {
    m.setup.collision = (enum lbm_collision)c;
    made_flow(&m);
    for (int steps = 0; steps < 5; steps++) {
      OK(&m, lbm_totals(m.flow, &s, &m.e));
      ck_assert_double_lt(s.fastest, 1e-17);
      made_step(&m, steps);
    }
  }
  made_free(&m);
}

/* ---- conservation ---- */

static void totals(struct made *m, double sum[4])
{
  double *f = made_populations(m);
  memset(sum, 0, 4 * sizeof *sum);
  for (size_t n = 0; n < made_nodes(m) * LBM_Q; n++) {
    const signed char *c = lbm_c[n % LBM_Q];
    sum[0] += f[n];
    for (int a = 0; a < 3; a++)
      sum[1 + a] += c[a] * f[n];
  }
  free(f);
}

/* 1000 steps with about 500 nodes, whose sums are O(1): rounding adds up to about 1e-13. */
static void check_conserved(struct made *m, int sums)
{
  double before[4], after[4];
  for (int c = 0; c < LBM_COLLISIONS; c++) {
    m->setup.collision = (enum lbm_collision)c;
    made_flow(m);
    put_bumpy(m, 0.02);
    totals(m, before);
    made_step(m, 1000);
    totals(m, after);
    for (int k = 0; k < sums; k++)
      ck_assert_double_eq_tol(after[k], before[k], 2e-12);
  }
}

TEST(closed_box_keeps_mass)
{
  struct made m;
  made_domain(&m, random_bits((const int64_t[]){10, 9, 7}, 0.8, 5), (struct tile_make){0});
  check_conserved(&m, 1);
  made_free(&m);
}

TEST(periodic_box_keeps_momentum)
{
  struct made m;
  made_domain(&m, full_bits(8, 9, 7), (struct tile_make){.periodic = 7});
  check_conserved(&m, 4);
  made_free(&m);
}

/* ---- independence ---- */

static double *state_after(struct tile_bits bits, int threads, enum lbm_layout layout, int64_t steps)
{
  struct made m;
  made_domain(&m, bits, (struct tile_make){.periodic = TILE_X, .order = TILE_MORTON});
  m.setup.threads = threads;
  m.setup.layout = layout;
  m.setup.force[0] = 1e-4;
  made_flow(&m);
  put_bumpy(&m, 0.02);
  made_step(&m, steps);
  double *f = made_populations(&m);
  made_free(&m);
  return f;
}

TEST(threads_change_nothing)
{
  const int64_t grid[3] = {21, 12, 13};
  double *one = state_after(random_bits(grid, 0.6, 1), 1, LBM_PACKED, 50);
  for (int threads = 2; threads < 6; threads++) {
    double *more = state_after(random_bits(grid, 0.6, 1), threads, LBM_PACKED, 50);
    ck_assert_mem_eq(one, more, (size_t)(21 * 12 * 13 * LBM_Q) * sizeof *one);
    free(more);
  }
  free(one);
}

TEST(threads_are_as_asked)
{
  struct made m;
  made_domain(&m, full_bits(8, 8, 8), (struct tile_make){0});
  m.setup.device = "cpu";
  m.setup.threads = 3;
  made_flow(&m);
  ck_assert_msg(strstr(lbm_backend_name(m.flow), "3 threads") != NULL, "%s", lbm_backend_name(m.flow));
  made_free(&m);
}

TEST(layouts_agree)
{
  const int64_t grid[3] = {13, 8, 9};
  double *packed = state_after(random_bits(grid, 0.6, 1), 1, LBM_PACKED, 200);
  double *t2c = state_after(random_bits(grid, 0.6, 1), 1, LBM_T2C, 200);
  for (int n = 0; n < 13 * 8 * 9 * LBM_Q; n++)
    ck_assert_double_eq_tol(packed[n], t2c[n], 1e-14);
  free(packed);
  free(t2c);
}

/* Populations h and the force are doubled: so is the velocity, where it is not divided by the density. */
TEST(scaling_doubles)
{
  struct made m;
  struct lbm_totals before, after;
  made_domain(&m, random_bits((const int64_t[]){8, 8, 8}, 0.8, 1), (struct tile_make){.periodic = TILE_X});
  m.setup.equilibrium = LBM_INCOMPRESSIBLE;
  m.setup.force[0] = 1e-6;
  made_flow(&m);
  made_step(&m, 100);
  OK(&m, lbm_totals(m.flow, &before, &m.e));
  OK(&m, lbm_scale(m.flow, 2, &m.e));
  OK(&m, lbm_totals(m.flow, &after, &m.e));
  ck_assert_double_eq_tol(after.velocity[0] / before.velocity[0], 2, 1e-14);
  ck_assert_double_eq_tol(after.fastest / before.fastest, 2, 1e-14);
  made_free(&m);
}

/* ---- divergence ---- */

TEST(divergence_is_told)
{
  for (int p = 0; p < LBM_PRECISIONS; p++) {
    struct made m;
    made_domain(&m, full_bits(6, 6, 6), (struct tile_make){.periodic = TILE_X});
    m.setup.collision = LBM_BGK;
    m.setup.precision = (enum lbm_precision)p;
    m.setup.tau = 0.501;
    m.setup.force[0] = 0.2;
    made_flow(&m);
    ck_assert_int_eq(lbm_step(m.flow, 2000, &m.e), LBM_DIVERGED);
    ck_assert_int_lt((int)lbm_steps_done(m.flow), 2000);
    ck_assert_ptr_nonnull(strstr(m.e.text, "first bad node"));
    ck_assert_ptr_nonnull(strstr(m.e.text, "tau 0.501"));
    made_free(&m);
  }
}

/* One bad value is set; the error names its node. */
TEST(divergence_names_the_node)
{
  struct made m;
  made_domain(&m, full_bits(9, 6, 5), (struct tile_make){0});
  made_flow(&m);
  double *f = calloc(made_nodes(&m) * LBM_Q, sizeof *f);
  f[(7 + 9 * (4 + 6 * 3)) * LBM_Q] = NAN;
  made_put_populations(&m, f);
  ck_assert_int_eq(lbm_step(m.flow, 1, &m.e), LBM_DIVERGED);
  ck_assert_msg(strstr(m.e.text, "7,4,3") != NULL, "%s", m.e.text);
  free(f);
  made_free(&m);
}

TEST(senseless_setups_are_refused)
{
  struct made m;
  made_domain(&m, full_bits(4, 4, 4), (struct tile_make){0});
  m.setup.tau = 0.5;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  lbm_free(m.flow);
  m.setup.tau = 1;
  m.setup.magic = 0;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  made_free(&m);
}

int main(void)
{
  return run_tests("flow", 120, CK_FORK_GETENV);
}
