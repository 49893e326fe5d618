/* SPDX-License-Identifier: BSD-3-Clause */
/* Interpolated walls: against a naive step, and against flows with a known solution. */
#include "filling.h"
#include "flow.h"
#include "suite.h"
#include "walls_made.h"

/* ---- the naive step -------------------------------------------------------- */

/* Populations after the collision, and all values of every node, in plain arrays. */
struct dense {
  int64_t grid[3];
  const struct tile_bits *bits;
  double *q; /* node, direction: the distance of cut links; else 0 */
  enum lbm_walls walls;
  double *f; /* node, direction */
};

static int64_t node_at(const struct dense *d, const int64_t at[3], int i, int sign)
{
  int64_t to[3];
  for (int a = 0; a < 3; a++)
    to[a] = (at[a] + sign * lbm_c[i][a] + d->grid[a]) % d->grid[a];
  return tile_bit(d->bits, to[0], to[1], to[2]) ? to[0] + d->grid[0] * (to[1] + d->grid[1] * to[2]) : -1;
}

/* kappa or lambda, as it is stored in 21 bits (wall_links.h). */
static double kept(double share)
{
  int places;
  const double part = frexp((double)(float)share, &places);
  return ldexp(trunc(ldexp(part, 21)), places - 21);
}

/* The distance of the wall in a step. */
static double placed(double q)
{
  const double kappa = kept((1 - 2 * q) / (1 + 2 * q));
  return (1 - kappa) / (1 + kappa) / 2;
}

static double placed_linear(double q)
{
  return q < 0.5 ? q : 1 / (2 * (1 + kept(1 / (2 * q) - 1)));
}

static void naive_collide(double f[LBM_Q], double rate)
{
  double rho = 0, u[3] = {0}, uu = 0;
  for (int i = 0; i < LBM_Q; i++)
    rho += f[i];
  for (int a = 0; a < 3; a++) {
    for (int i = 0; i < LBM_Q; i++)
      u[a] += lbm_c[i][a] * f[i] / (1 + rho);
    uu += u[a] * u[a];
  }
  for (int i = 0; i < LBM_Q; i++) {
    const double cu = lbm_c[i][0] * u[0] + lbm_c[i][1] * u[1] + lbm_c[i][2] * u[2];
    f[i] += rate * (lbm_weight[i] * (rho + (1 + rho) * (3 * cu + 4.5 * cu * cu - 1.5 * uu)) - f[i]);
  }
}

/* Equations 8 and 9 of C. Obrecht et al., Efficient GPU implementation of the linearly interpolated bounce-back boundary
 * condition, where f is the incoming population of the same time step, and h those after the last collision. Where both
 * links of a pair are cut, no fluid node is behind, and they bounce back. */
static void naive_linear(const double *q, const double *h, double f[LBM_Q])
{
  for (int i = 1; i < LBM_Q; i++) {
    const int o = lbm_opposite[i];
    const double at = q[i] > 0 && !(q[o] > 0) ? placed_linear(q[i]) : 0.5;
    if (at < 0.5)
      f[o] = (1 - 2 * at) * f[i] + 2 * at * h[i];
    else if (at > 0.5)
      f[o] = (1 - 1 / (2 * at)) * h[o] + 1 / (2 * at) * h[i];
  }
}

/* The incoming populations of a node, by the rule in its original form. Where both links of a pair are cut, the two
 * central rules are solved by iteration. */
static void naive_gather(const struct dense *d, const int64_t at[3], int64_t n, double f[LBM_Q])
{
  const double *h = d->f + n * LBM_Q, *q = d->q + n * LBM_Q;
  for (int i = 0; i < LBM_Q; i++) {
    const int64_t from = node_at(d, at, i, -1);
    f[i] = from < 0 ? h[lbm_opposite[i]] : d->f[from * LBM_Q + i];
  }
  if (d->walls == LBM_WALLS_LINEAR)
    naive_linear(q, h, f);
  for (int turn = 0; turn < 2000 && d->walls == LBM_WALLS_INTERPOLATED; turn++)
    for (int i = 1; i < LBM_Q; i++) {
      const int o = lbm_opposite[i];
      if (q[i] > 0)
        f[o] = h[i] + (1 - 2 * placed(q[i])) / (1 + 2 * placed(q[i])) * (f[i] - h[o]);
    }
}

static void naive_step(struct dense *d, double rate)
{
  double *to = calloc((size_t)(d->grid[0] * d->grid[1] * d->grid[2]) * LBM_Q, sizeof *to);
  int64_t at[3], n = 0;
  for (at[2] = 0; at[2] < d->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < d->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < d->grid[0]; at[0]++, n++)
        if (tile_bit(d->bits, at[0], at[1], at[2])) {
          naive_gather(d, at, n, to + n * LBM_Q);
          naive_collide(to + n * LBM_Q, rate);
        }
  free(d->f);
  d->f = to;
}

/* Random values at the links that lead to solid nodes. */
static void random_walls(struct tile_bits *b, struct dense *d)
{
  uint64_t state = 7;
  int64_t at[3], n = 0;
  b->distances = true;
  b->wall = calloc((size_t)(b->grid[0] * b->grid[1] * b->grid[2]) * LBM_Q, sizeof *b->wall);
  for (at[2] = 0; at[2] < b->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < b->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < b->grid[0]; at[0]++, n++)
        for (int i = 1; i < LBM_Q; i++) {
          state = state * 6364136223846793005u + 1442695040888963407u;
          if (!tile_bit(b, at[0], at[1], at[2]) || node_at(d, at, i, 1) >= 0 || state >> 62 == 0)
            continue;
          const uint16_t q = (uint16_t)(state >> 40 | 0x400); /* above 1/64, so that the naive iteration converges */
          d->q[n * LBM_Q + i] = (q + 1) / 65536.;
          b->wall[b->walls++] = (struct tile_wall_at){.voxel = (uint64_t)n, .q = q, .link = (uint8_t)i};
        }
}

static double *start(const struct made *m)
{
  double *field = calloc(made_nodes(m) * 4, sizeof *field);
  for (size_t n = 0; n < made_nodes(m); n++)
    for (size_t k = 0; k < 4; k++)
      field[4 * n + k] = 0.02 * sin((double)(n * (k + 1)) + (double)k);
  return field;
}

/* The equilibrium at the start, which is quasi-compressible. */
static void naive_start(struct dense *d, const struct made *m, const double *field)
{
  d->f = calloc(made_nodes(m) * LBM_Q, sizeof *d->f);
  for (size_t n = 0; n < made_nodes(m); n++) {
    const int64_t x = (int64_t)n % d->grid[0], y = (int64_t)n / d->grid[0] % d->grid[1],
                  z = (int64_t)n / d->grid[0] / d->grid[1];
    double *f = d->f + n * LBM_Q;
    if (!tile_bit(d->bits, x, y, z))
      continue;
    for (int i = 0; i < LBM_Q; i++) { /* any populations with these moments; the collision makes them equilibrium */
      f[i] = lbm_weight[i] * field[4 * n];
      for (int a = 0; a < 3; a++)
        f[i] += 3 * lbm_weight[i] * (1 + field[4 * n]) * lbm_c[i][a] * field[4 * n + 1 + (size_t)a];
    }
    naive_collide(f, 1);
  }
}

static void naive_fields(const double *f, double field[4])
{
  double j[3] = {0};
  field[0] = 0;
  for (int i = 0; i < LBM_Q; i++) {
    field[0] += f[i];
    for (int a = 0; a < 3; a++)
      j[a] += lbm_c[i][a] * f[i];
  }
  for (int a = 0; a < 3; a++)
    field[1 + a] = j[a] / (1 + field[0]);
}

static void compare(struct made *m, const struct dense *d, int step, double tolerance)
{
  double *field = made_fields(m), want[4];
  for (size_t n = 0; n < made_nodes(m); n++) {
    naive_fields(d->f + n * LBM_Q, want);
    for (size_t k = 0; k < 4; k++)
      ck_assert_msg(fabs(field[4 * n + k] - want[k]) <= tolerance, "%s %s %s: step %d node %zu field %zu: %g, not %g",
                    lbm_backend_name(m->flow), lbm_precision_names[m->setup.precision],
                    lbm_layout_names[m->setup.layout], step, n, k, field[4 * n + k], want[k]);
  }
  free(field);
}

/* Every layout and precision, and both rules; the tolerances are about fifty ulps of values of O(0.1), for six steps. */
START_TEST(steps_are_as_written_down)
{
  struct made m;
  struct dense d = {.grid = {9, 8, 10}, .walls = (enum lbm_walls)_i};
  struct tile_bits bits = random_bits(d.grid, 0.6, 3);
  d.bits = &bits;
  d.q = calloc((size_t)(9 * 8 * 10) * LBM_Q, sizeof *d.q);
  random_walls(&bits, &d);
  made_domain(&m, bits, (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z, .offset = {1, 2, 3}});
  d.bits = &m.bits;
  m.setup.collision = LBM_BGK;
  m.setup.tau = 0.8;
  m.setup.walls = d.walls;
  double *field = start(&m), *naive[6];
  naive_start(&d, &m, field);
  for (int step = 0; step < 6; step++) {
    naive[step] = malloc(made_nodes(&m) * LBM_Q * sizeof *d.f);
    memcpy(naive[step], d.f, made_nodes(&m) * LBM_Q * sizeof *d.f);
    naive_step(&d, 1 / m.setup.tau);
  }
  free(d.f);
  for (int p = 0; p < LBM_PRECISIONS; p++)
    for (int l = 0; l < LBM_LAYOUTS; l++) {
      if (!lbm_layout_stores((enum lbm_layout)l, (enum lbm_precision)p))
        continue;
      m.setup.precision = (enum lbm_precision)p;
      m.setup.layout = (enum lbm_layout)l;
      made_flow(&m);
      made_put_fields(&m, field);
      for (int step = 0; step < 6; step++) {
        d.f = naive[step];
        compare(&m, &d, step,
                p == LBM_FP64        ? (d.walls == LBM_WALLS_LINEAR ? 1e-14 : 2e-14)
                : p == LBM_FP32_FP16 ? 1e-3
                                     : 2e-6);
        made_step(&m, 1);
      }
    }
  for (int step = 0; step < 6; step++)
    free(naive[step]);
  free(field);
  free(d.q);
  made_free(&m);
}
END_TEST

/* ---- flows that are known ------------------------------------------------------ */

/* Distances that a file holds exactly. */
static const double slit_q[] = {3. / 65536, 0.125, 0.359375, 0.5, 0.75, 1};
enum { SLITS = sizeof slit_q / sizeof *slit_q, SLIT_NODES = 5 };

static void make_slit(struct made *m, double below, double above)
{
  const struct slit s = {1 - below, SLIT_NODES + above};
  made_domain(m, walls_bits((const int64_t[]){4, SLIT_NODES + 2, 4}, slit_level, &s),
              (struct tile_make){.periodic = TILE_X | TILE_Z});
}

static void set_patches(struct tile_domain *d, const struct tile_patch *patch, int count)
{
  free(d->patch);
  d->patch = malloc((size_t)count * sizeof *patch);
  memcpy(d->patch, patch, (size_t)count * sizeof *patch);
  d->patches = count;
}

/* The links of the topmost nodes leave through a patch. */
static void mark_above(struct made *m, const struct tile_patch *patch)
{
  struct tile_domain *d = &m->domain;
  set_patches(d, patch, 1);
  free(d->mark);
  d->mark = calloc(64 * d->tiles, sizeof *d->mark);
  for (size_t t = 0; t < d->tiles; t++)
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1) {
      const int node = __builtin_ctzll(mask);
      int64_t at[3];
      tile_domain_node(d, t, node, at);
      if (at[1] == SLIT_NODES)
        d->mark[d->marks++] =
            (struct tile_mark){(uint32_t)t, (uint16_t)node, 1, 1u << 3 | 1u << 7 | 1u << 8 | 1u << 15 | 1u << 16};
    }
}

/* Poiseuille flow along the grid: the rule is exact for linear profiles, and for parabolic ones where the magic
 * parameter is 3 q^2 / 4 (3/16 half-way). */
START_TEST(slit_is_exact)
{
  const double q = slit_q[_i % SLITS], at_q = placed(q), width = SLIT_NODES - 1 + 2 * at_q;
  struct made m;
  make_slit(&m, q, q);
  m.setup.magic = 0.75 * at_q * at_q;
  m.setup.force[0] = 1e-8;
  m.setup.tau = 1.1;
  made_flow(&m);
  made_step(&m, 6000);
  double *field = made_fields(&m);
  for (int y = 1; y <= SLIT_NODES; y++) {
    const double at = y - 1 + at_q, want = 1e-8 / (2 * (1.1 - 0.5) / 3) * at * (width - at);
    ck_assert_double_eq_tol(field[4 * 4 * y + 1] / want, 1, 1e-10);
  }
  free(field);
  made_free(&m);
}
END_TEST

/* The flow rate of Poiseuille flow between linear walls at q beyond the outermost nodes, as a share of the exact one
 * (sums over the nodes). */
static double poiseuille(double q, int nodes, double tau)
{
  const double width = nodes - 1 + 2 * q;
  const struct slit s = {1 - q, nodes + q};
  struct made m;
  made_domain(&m, walls_bits((const int64_t[]){4, nodes + 2, 4}, slit_level, &s),
              (struct tile_make){.periodic = TILE_X | TILE_Z});
  m.setup.walls = LBM_WALLS_LINEAR;
  m.setup.tau = tau;
  m.setup.force[0] = 1e-8;
  made_flow(&m);
  made_step(&m, 60 * nodes * nodes);
  double *field = made_fields(&m), sum = 0, want = 0;
  for (int y = 1; y <= nodes; y++) {
    const double at = y - 1 + q;
    sum += field[4 * 4 * y + 1];
    want += 1e-8 / (2 * (tau - 0.5) / 3) * at * (width - at);
  }
  free(field);
  made_free(&m);
  return sum / want;
}

/* Poiseuille flow between nodes: 12 of them give the flow rate within 1 % where q is 0.36 to 3/4; half-way walls are off
 * by up to 11 %. Elsewhere, and for any q, the error is of second order: with 24 nodes it is a quarter. */
START_TEST(poiseuille_between_linear_walls)
{
  static const double share[] = {0.359375, 0.5, 0.625, 0.75}, taus[] = {0.6, 0.8};
  for (int k = 0; k < 4; k++)
    ck_assert_double_eq_tol(poiseuille(share[k], 12, taus[_i]), 1, 0.01);
  for (int k = 0; k < 2; k++) {
    const double q = k ? 1 : 0.125, error = poiseuille(q, 12, taus[_i]) - 1, fine = poiseuille(q, 24, taus[_i]) - 1;
    ck_assert_double_lt(fabs(error), 0.025);
    ck_assert_double_eq_tol(error / fine, 4, 0.7);
  }
}
END_TEST

/* Walls at two different distances, one of which moves: the profile is linear, whatever the collision and its rates, by
 * both rules. */
START_TEST(couette_is_exact)
{
  const bool linear = _i >= SLITS;
  const double below = slit_q[_i % SLITS], above = slit_q[(_i + 2) % SLITS];
  const double first = (linear ? placed_linear : placed)(below),
               width = SLIT_NODES - 1 + first + (linear ? placed_linear : placed)(above);
  static const struct tile_patch lid = {.name = "lid", .face = "opening", .normal = {0, -1, 0}};
  struct made m;
  make_slit(&m, below, above);
  mark_above(&m, &lid);
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {1e-3, 0, 2e-3}, .density = 0};
  m.setup.equilibrium = LBM_STOKES;
  m.setup.walls = linear ? LBM_WALLS_LINEAR : LBM_WALLS_INTERPOLATED;
  for (int c = 0; c < LBM_COLLISIONS; c++)
    for (int l = 0; l < LBM_LAYOUTS; l++) {
      m.setup.collision = (enum lbm_collision)c;
      m.setup.layout = (enum lbm_layout)l;
      made_flow(&m);
      made_step(&m, 2000);
      double *field = made_fields(&m);
      for (int y = 1; y <= SLIT_NODES; y++)
        for (int k = 0; k < 2; k++)
          ck_assert_double_eq_tol(field[16 * y + 1 + 2 * k], (1 + k) * 1e-3 * (y - 1 + first) / width, 1e-13);
      free(field);
    }
  made_free(&m);
}
END_TEST

/* Openings that are not on a face, half a link outside the ends of a slit of LENGTH nodes. */
enum { LENGTH = 9 };

static void make_openings(struct made *m)
{
  static struct tile_patch ends[] = {{.name = "in", .face = "opening", .normal = {1, 0, 0}},
                                     {.name = "out", .face = "opening", .normal = {-1, 0, 0}}};
  const struct slit s = {0.5, SLIT_NODES + 0.5};
  made_domain(m, walls_bits((const int64_t[]){LENGTH, SLIT_NODES + 2, 4}, slit_level, &s),
              (struct tile_make){.periodic = TILE_Z});
  struct tile_domain *d = &m->domain;
  set_patches(d, ends, 2);
  free(d->mark);
  d->mark = calloc(64 * d->tiles, sizeof *d->mark);
  for (size_t t = 0; t < d->tiles; t++)
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1) {
      const int node = __builtin_ctzll(mask);
      int64_t at[3];
      uint32_t links = 0;
      tile_domain_node(d, t, node, at);
      for (int i = 1; i < LBM_Q; i++)
        if (at[0] + lbm_c[i][0] < 0 || at[0] + lbm_c[i][0] >= LENGTH)
          links |= 1u << i;
      if (links)
        d->mark[d->marks++] = (struct tile_mark){(uint32_t)t, (uint16_t)node, (uint16_t)(at[0] ? 2 : 1), links};
    }
}

/* A force between the pressures that balance it: the fluid rests, and its pressure is linear, exactly. */
START_TEST(pressures_of_openings_balance_a_force)
{
  const double force = 1e-4;
  struct made m;
  make_openings(&m);
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 3 * force * LENGTH};
  m.setup.force[0] = force;
  m.setup.equilibrium = (enum lbm_equilibrium)(_i % LBM_EQUILIBRIA ? LBM_STOKES : LBM_INCOMPRESSIBLE);
  m.setup.layout = (enum lbm_layout)_i;
  made_flow(&m);
  made_step(&m, 6000);
  double *field = made_fields(&m);
  for (int64_t x = 0; x < LENGTH; x++) {
    const double *at = field + 4 * (x + LENGTH * 3);
    ck_assert_double_eq_tol(at[0], 3 * force * ((double)x + 0.5), 1e-12);
    ck_assert_double_eq_tol(at[1], 0, 1e-12);
  }
  free(field);
  made_free(&m);
}
END_TEST

/* The flow that enters through one opening leaves through the other. */
START_TEST(velocity_of_an_opening_is_the_flow)
{
  struct made m;
  make_openings(&m);
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {1e-3, 0, 0}, .density = 0};
  m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  m.setup.equilibrium = (enum lbm_equilibrium)_i;
  made_flow(&m);
  made_step(&m, 5000);
  double *field = made_fields(&m);
  for (int64_t x = 1; x < LENGTH - 1; x++) {
    double sum = 0;
    for (int64_t y = 1; y <= SLIT_NODES; y++)
      sum += field[4 * (x + LENGTH * y) + 1] / SLIT_NODES;
    ck_assert_double_eq_tol(sum / 1e-3, 1, 0.02);
  }
  free(field);
  made_free(&m);
}
END_TEST

/* ---- the counts of the paper ---- */

/* A sphere of diameter 30 whose centre lies amid eight nodes. */
static double sphere_level(const double at[3], const void *shape)
{
  (void)shape;
  return hypot(hypot(at[0] - 17.5, at[1] - 17.5), at[2] - 17.5) - 15;
}

/* The paper on interpolated bounce-back counts 3960 boundary nodes and 32 736 additional accesses to memory for it, two
 * for each cut link (the populations of both directions). */
START_TEST(links_of_a_sphere_are_those_of_the_paper)
{
  struct made m;
  size_t nodes = 0;
  made_domain(&m, walls_bits((const int64_t[]){36, 36, 36}, sphere_level, NULL),
              (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m.setup.walls = LBM_WALLS_LINEAR;
  made_flow(&m);
  const struct lbm_geometry *g = &m.flow->local->geometry;
  const size_t tiles = g->domain->tiles;
  for (size_t t = 0; t < tiles; t++) {
    int last = -1;
    for (size_t c = g->wall_link_begin[t]; c < g->wall_link_begin[t + 1]; c++) {
      const int column = LBM_WALL_LINK_COLUMN(g->wall_link[c].at);
      nodes += column != last;
      last = column;
    }
  }
  ck_assert_uint_eq(nodes, 3960);
  ck_assert_uint_eq(2 * m.domain.walls, 32736);
  made_free(&m);
}
END_TEST

/* ---- independence of tau ------------------------------------------------------------- */

static void make_balls(struct made *m, double tau)
{
  made_domain(m, walls_bits((const int64_t[]){11, 11, 11}, balls_level, NULL),
              (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z, .offset = {1, 2, 3}});
  m->setup.equilibrium = LBM_STOKES;
  m->setup.tau = tau;
  m->setup.force[0] = 1e-6;
  made_flow(m);
}

/* Permeability in units of the force; the number of steps leaves only rounding. */
static double permeability(struct made *m, int64_t steps)
{
  struct lbm_totals s;
  made_step(m, steps);
  OK(m, lbm_totals(m->flow, &s, &m->e));
  return (m->setup.tau - 0.5) / 3 * s.velocity[0] / 1e-6;
}

START_TEST(permeability_has_no_tau)
{
  static const double taus[] = {0.55, 0.7, 1, 2};
  double first = 0;
  for (int i = 0; i < 4; i++) {
    struct made m;
    make_balls(&m, taus[i]);
    const double now = permeability(&m, 6000);
    first = i ? first : now;
    ck_assert_double_eq_tol(now / first, 1, 1e-10);
    made_free(&m);
  }
  struct made m; /* and it differs from that of half-way walls */
  make_balls(&m, 1);
  m.setup.walls = LBM_WALLS_HALFWAY;
  made_flow(&m);
  ck_assert_double_gt(fabs(permeability(&m, 3000) / first - 1), 0.01);
  made_free(&m);
}
END_TEST

/* By the linear rule it does: from tau 0.55 to 2 by the given shares of the value at 1. */
START_TEST(permeability_has_tau_with_linear_walls)
{
  static const double taus[] = {0.55, 1, 2}, share[] = {0.948143, 1, 1.096};
  double k[3];
  for (int i = 0; i < 3; i++) {
    struct made m;
    make_balls(&m, taus[i]);
    m.setup.walls = LBM_WALLS_LINEAR;
    made_flow(&m);
    ck_assert(lbm_depends_on_tau(&m.setup));
    k[i] = permeability(&m, 6000);
    made_free(&m);
  }
  for (int i = 0; i < 3; i++)
    ck_assert_double_eq_tol(k[i] / k[1], share[i], 1e-4);
}
END_TEST

START_TEST(a_change_of_tau_keeps_the_steady_flow)
{
  struct made m;
  make_balls(&m, 0.7);
  const double before = permeability(&m, 6000);
  OK(&m, lbm_change_tau(m.flow, 1.4, &m.e));
  m.setup.tau = 1.4;
  for (int n = 0; n < 3; n++)
    ck_assert_double_eq_tol(permeability(&m, n) / before, 1, 1e-11);
  OK(&m, lbm_scale(m.flow, 3, &m.e));
  ck_assert_double_eq_tol(permeability(&m, 5) / before, 3, 1e-11);
  made_free(&m);
}
END_TEST

/* ---- convergence ------------------------------------------------------------------ */

/* Three layers gain 1, -1 and 0: the fluxes between them are 0, -1, 0, 0, with mean -1/4. An even rise of 2 per node is
 * no filling. */
START_TEST(layers_that_fill)
{
  const double before[] = {5, 7, 1}, after[] = {6, 6, 1}, risen[] = {9, 13, 3};
  const int64_t nodes[] = {2, 3, 1};
  ck_assert_double_eq_tol(lbm_filling_of(3, before, after, NULL), 0.75, 1e-15);
  ck_assert_double_eq_tol(lbm_filling_of(3, before, risen, nodes), 0, 1e-14);
  ck_assert_double_gt(lbm_filling_of(3, before, risen, NULL), 1);
}
END_TEST

static double filling(struct made *m, struct lbm_filling *f)
{
  struct lbm_totals s;
  double spread;
  OK(m, lbm_filling_begin(f, m->flow, &m->domain, 0, true, &m->e));
  made_step(m, 1);
  OK(m, lbm_filling_end(f, m->flow, &m->domain, 0, &s, &spread, &m->e));
  return spread;
}

/* In steady flow mass passes the walls, so that the flux differs from layer to layer; no layer fills. */
START_TEST(steady_flow_fills_nothing)
{
  struct made m;
  struct lbm_totals s;
  struct lbm_filling f = {0};
  double spread;
  make_balls(&m, 0.8);
  made_step(&m, 10);
  ck_assert_double_gt(filling(&m, &f), 1e-3);
  made_step(&m, 6000);
  ck_assert_double_lt(filling(&m, &f), 1e-9);
  OK(&m, lbm_totals_spread(m.flow, 0, &s, &spread, &m.e));
  ck_assert_double_gt(spread, 1e-4);
  lbm_filling_free(&f);
  made_free(&m);
}
END_TEST

/* With half-way walls the filling is the spread of the flux, to a factor of order one. */
START_TEST(filling_is_the_spread_of_the_flux)
{
  struct made m;
  struct lbm_totals s;
  struct lbm_filling f = {0};
  double spread;
  make_balls(&m, 0.8);
  m.setup.walls = LBM_WALLS_HALFWAY;
  made_flow(&m);
  for (int n = 0; n < 3; n++) {
    made_step(&m, 25);
    const double now = filling(&m, &f);
    OK(&m, lbm_totals_spread(m.flow, 0, &s, &spread, &m.e));
    ck_assert_msg(now > 0.5 * spread && now < 3 * spread, "%g, not %g", now, spread);
  }
  lbm_filling_free(&f);
  made_free(&m);
}
END_TEST

/* ---- storage ------------------------------------------------------------------------ */

/* Populations that are read and set in another layout continue bit for bit. */
START_TEST(populations_continue)
{
  struct made m;
  make_balls(&m, 0.8);
  m.setup.walls = _i / 2 ? LBM_WALLS_LINEAR : LBM_WALLS_INTERPOLATED;
  made_flow(&m);
  made_step(&m, 7 + _i);
  double *before = made_populations(&m);
  made_step(&m, 9);
  double *want = made_populations(&m);
  m.setup.layout = LBM_T2C;
  made_flow(&m);
  made_put_populations(&m, before);
  made_step(&m, 9);
  double *have = made_populations(&m);
  ck_assert_mem_eq(want, have, made_nodes(&m) * LBM_Q * sizeof *want);
  free(before);
  free(want);
  free(have);
  made_free(&m);
}
END_TEST

/* On the CPU: four bytes per cut link and eight per tile, and some rounding up of sizes. */
START_TEST(memory_is_small)
{
  struct made m;
  make_balls(&m, 1);
  m.setup.device = "cpu";
  m.setup.parts = 1;
  made_flow(&m);
  const size_t with = lbm_memory(m.flow);
  m.setup.walls = LBM_WALLS_HALFWAY;
  made_flow(&m);
  const size_t more = with - lbm_memory(m.flow);
  ck_assert_uint_gt(more, 0);
  ck_assert_uint_le(more, 4 * (m.domain.walls + 16) + 8 * (m.domain.tiles + 1));
  made_free(&m);
}
END_TEST

/* In a closed box without a drive, walls at any distance keep rest as it is. In steady flow the mass drifts, by far
 * less than the velocity. */
START_TEST(mass_drifts_little)
{
  struct made m;
  struct lbm_totals s, later;
  make_balls(&m, 1);
  made_step(&m, 4000);
  OK(&m, lbm_totals(m.flow, &s, &m.e));
  made_step(&m, 1000);
  OK(&m, lbm_totals(m.flow, &later, &m.e));
  ck_assert_double_le(fabs(later.mass - s.mass) / 1000, 1e-4 * s.speed);
  made_free(&m);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("interpolated walls");
  TCase *t = tcase_create("interpolated walls");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, steps_are_as_written_down, LBM_WALLS_INTERPOLATED, LBM_WALLS);
  /* not the first distance: its magic parameter would be almost 0 */
  tcase_add_loop_test(t, slit_is_exact, 1, SLITS);
  tcase_add_loop_test(t, poiseuille_between_linear_walls, 0, 2);
  tcase_add_loop_test(t, couette_is_exact, 0, 2 * SLITS);
  tcase_add_loop_test(t, pressures_of_openings_balance_a_force, 0, LBM_LAYOUTS);
  tcase_add_loop_test(t, velocity_of_an_opening_is_the_flow, 0, LBM_EQUILIBRIA);
  tcase_add_test(t, links_of_a_sphere_are_those_of_the_paper);
  tcase_add_test(t, permeability_has_no_tau);
  tcase_add_test(t, permeability_has_tau_with_linear_walls);
  tcase_add_test(t, a_change_of_tau_keeps_the_steady_flow);
  tcase_add_test(t, layers_that_fill);
  tcase_add_test(t, steady_flow_fills_nothing);
  tcase_add_test(t, filling_is_the_spread_of_the_flux);
  tcase_add_loop_test(t, populations_continue, 0, 4);
  tcase_add_test(t, memory_is_small);
  tcase_add_test(t, mass_drifts_little);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
