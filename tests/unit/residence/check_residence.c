/* SPDX-License-Identifier: BSD-3-Clause */
/* Residence times in velocity fields that are given. References: straight flow, where upwind values are exact; an ordinary
 * differential equation; and Gaussian elimination of the same equations. */
#include "cells.h"

#include <math.h>

#include "bits_made.h"
#include "flow_made.h"
#include "suite.h"

#define WITHIN 2e-5 /* relative: the bound of the solution, and the age that fluid forgets */

struct given {
  struct made m;
  size_t nodes;
  float *velocity[3], *time;
  int64_t (*at)[3]; /* of each node, in its order */
  bool open[2];
  struct lbm_residence_flow f;
  struct lbm_residence r;
};

static const struct tile_patch ends[2] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};

static void given_make(struct given *g, struct tile_bits bits)
{
  *g = (struct given){.open = {true, true}};
  made_domain(&g->m, bits, (struct tile_make){.patches = 2, .patch = ends, .offset = {1, 2, 3}});
  const struct tile_domain *d = &g->m.domain;
  g->nodes = (size_t)tile_domain_nonsolid(d);
  for (int axis = 0; axis < 3; axis++)
    g->velocity[axis] = calloc(g->nodes, sizeof(float));
  g->time = calloc(g->nodes, sizeof *g->time);
  g->at = calloc(g->nodes, sizeof *g->at);
  size_t i = 0;
  for (size_t t = 0; t < d->tiles; t++)
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1)
      tile_domain_node(d, t, __builtin_ctzll(mask), g->at[i++]);
  g->f = (struct lbm_residence_flow){d, {g->velocity[0], g->velocity[1], g->velocity[2]}, g->open, 0, 1};
}

static void given_solve(struct given *g)
{
  OK(&g->m, lbm_residence_solve(&g->r, g->time, &g->f, &g->m.e));
}

static void given_free(struct given *g)
{
  for (int axis = 0; axis < 3; axis++)
    free(g->velocity[axis]);
  free(g->time);
  free(g->at);
  made_free(&g->m);
}

static double random_of(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

/* A mean flow along z with noise of twice its size. */
static void put_noise(struct given *g)
{
  uint64_t state = 7;
  for (size_t i = 0; i < g->nodes; i++)
    for (int axis = 0; axis < 3; axis++)
      g->velocity[axis][i] = (float)(0.01 * ((axis == 2) + 4 * random_of(&state) - 2));
}

/* ---- straight flow ------------------------------------------------------------------- */

/* Speed along z: plug flow, or the parabola of a slit between walls at y = 0 and y = 9. */
static double speed_at(bool slit, int64_t y)
{
  const double s = ((double)y + 0.5) / 9;
  return slit ? 0.04 * s * (1 - s) : 0.01;
}

LOOP_TEST(straight_flow_is_exact, 2)
{
  struct given g;
  double sum = 0;
  given_make(&g, full_bits(4, 9, 30));
  for (size_t i = 0; i < g.nodes; i++)
    sum += g.velocity[2][i] = (float)speed_at(_i, g.at[i][1]);
  given_solve(&g);
  ck_assert_uint_eq(g.r.missing, 0);
  ck_assert_int_eq(g.r.sweeps, 1);
  /* a node has the value of the end of its volume */
  for (size_t i = 0; i < g.nodes; i++) {
    const double exact = (double)(g.at[i][2] + 1) / speed_at(_i, g.at[i][1]);
    ck_assert_double_eq_tol((double)g.time[i], exact, WITHIN * exact);
  }
  const double mean = (double)g.nodes / (sum / 30);
  ck_assert_double_eq_tol(g.r.mean, mean, 1e-6 * mean);
  ck_assert_double_eq_tol(g.r.leaving, mean, WITHIN * mean);
  ck_assert_double_eq_tol(g.r.changed, 0, 1e-6);
  given_free(&g);
}

/* u T' - kappa T'' = 1, T(0) = 0 and T'(L) = 0, with u L / kappa = 8. The upwind values add u / 2 to kappa. */
TEST(diffusion_along_the_flow)
{
  struct given g;
  const double u = 0.01, length = 80, kappa = u * length / 8;
  given_make(&g, full_bits(2, 2, (int64_t)length));
  for (size_t i = 0; i < g.nodes; i++)
    g.velocity[2][i] = (float)u;
  g.f.diffusivity = kappa - u / 2;
  given_solve(&g);
  ck_assert_double_le(g.r.bound, LBM_RESIDENCE_BOUND);
  for (size_t i = 0; i < g.nodes; i++) {
    const double x = (double)g.at[i][2] + 0.5;
    const double exact = x / u - kappa / (u * u) * (exp(u * (x - length) / kappa) - exp(-u * length / kappa));
    ck_assert_double_eq_tol((double)g.time[i], exact, 0.01 * length / u);
  }
  given_free(&g);
}

/* ---- any flow ------------------------------------------------------------------------- */

/* What leaves has been inside for volume / flow, once the flow is free of divergence. */
LOOP_TEST(what_leaves_has_the_mean_time, 2)
{
  struct given g;
  given_make(&g, _i ? random_bits((const int64_t[]){14, 13, 24}, 0.8, 3) : full_bits(14, 13, 24));
  put_noise(&g);
  given_solve(&g);
  ck_assert_double_gt(g.r.changed, 0.05);
  ck_assert_double_le(g.r.bound, LBM_RESIDENCE_BOUND);
  /* closed pores keep their fluid, and are part of the volume */
  const double mean = g.r.mean * (double)(g.nodes - g.r.missing) / (double)g.nodes;
  ck_assert_double_eq_tol(g.r.leaving, mean, 1e-3 * mean);
  ck_assert_double_le(g.r.within[0], g.r.within[1]);
  ck_assert_double_le(g.r.within[2], g.r.largest);
  given_free(&g);
}

/* Solves the dense equations; a: [n][n + 1], the last column is the right-hand side. */
static void eliminate(double *a, size_t n)
{
  for (size_t p = 0; p < n; p++)
    for (size_t row = 0; row < n; row++) {
      const double factor = row == p ? 0 : a[row * (n + 1) + p] / a[p * (n + 1) + p];
      for (size_t i = p; factor != 0 && i <= n; i++)
        a[row * (n + 1) + i] -= factor * a[p * (n + 1) + i];
    }
}

static void fill(double *a, const struct lbm_cells *c, double kappa, double leak)
{
  const size_t n = c->nodes;
  for (size_t i = 0; i < n; i++) {
    double *row = a + i * (n + 1);
    row[i] = leak;
    row[n] = 1;
    for (int k = 0; k < LBM_AXIAL; k++) {
      const uint32_t to = c->cell[i].to[k];
      const double out = c->cell[i].out[k], in = out < 0 ? -out : 0;
      if (lbm_is_cell(to)) {
        ck_assert_double_eq(out, -c->cell[to].out[k ^ 1]);
        row[i] += in + kappa;
        row[to] -= in + kappa;
      } else if (to == LBM_OPENING)
        row[i] += in > 0 ? in + 2 * kappa : 0;
      else
        ck_assert_double_eq(out, 0);
    }
  }
}

static void number(uint32_t *first, const struct tile_domain *d)
{
  for (size_t t = 0; t < d->tiles; t++)
    first[t + 1] = first[t] + (uint32_t)__builtin_popcountll(d->mask[t]);
}

/* The cells of a flow, free of divergence. */
static void make_cells(struct lbm_cells *c, struct given *g)
{
  struct lbm_host host = {1};
  const struct lbm_device device = {&lbm_device_cpu, &host};
  struct lbm_operation a;
  double changed;
  uint32_t *first = calloc(g->m.domain.tiles + 1, sizeof *first);
  number(first, &g->m.domain);
  OK(&g->m, lbm_graph_make(&device, &a, &g->m.domain, first, NULL, &g->m.e));
  OK(&g->m, lbm_cells_make(c, &a.g, &g->f, first, &g->m.e));
  OK(&g->m, lbm_cells_project(c, &a.g, &device, &changed, &g->m.e));
  device.row->release(device.self, a.node.given);
  free(first);
}

LOOP_TEST(sweeps_solve_the_equations, 2)
{
  struct given g;
  struct lbm_cells c;
  struct lbm_swept s;
  const double kappa = _i ? 0.003 : 0;
  given_make(&g, random_bits((const int64_t[]){7, 6, 9}, 0.85, 11));
  put_noise(&g);
  make_cells(&c, &g);
  const double inflow = lbm_cells_inflow(&c), leak = 1e-4 * inflow / (double)c.nodes;
  for (size_t i = 0; i < c.nodes; i++) {
    double divergence = 0;
    for (int k = 0; k < LBM_AXIAL; k++)
      divergence += c.cell[i].out[k];
    ck_assert_double_le(fabs(divergence), 1e-9 * inflow);
  }
  double *a = calloc(c.nodes * (c.nodes + 1), sizeof *a), *time = calloc(c.nodes, sizeof *time);
  fill(a, &c, kappa, leak);
  eliminate(a, c.nodes);
  OK(&g.m, lbm_cells_sweep(&c, kappa, leak, time, &s, &g.m.e));
  ck_assert_double_le(s.bound, LBM_RESIDENCE_BOUND);
  for (size_t i = 0; i < c.nodes; i++) {
    const double exact = a[i * (c.nodes + 1) + c.nodes] / a[i * (c.nodes + 1) + i];
    ck_assert_double_eq_tol(time[i], exact, s.bound * exact);
  }
  free(a);
  free(time);
  free(c.cell);
  given_free(&g);
}

TEST(threads_do_not_matter)
{
  struct given g;
  given_make(&g, random_bits((const int64_t[]){30, 28, 26}, 0.8, 5));
  put_noise(&g);
  given_solve(&g);
  float *one = g.time;
  const struct lbm_residence of_one = g.r;
  g.time = calloc(g.nodes, sizeof *g.time);
  g.f.threads = 3;
  given_solve(&g);
  ck_assert_int_eq(memcmp(one, g.time, g.nodes * sizeof *one), 0);
  ck_assert_int_eq(memcmp(&of_one, &g.r, sizeof of_one), 0);
  free(one);
  given_free(&g);
}

/* ---- where nothing flows ------------------------------------------------------------------- */

TEST(closed_pores_have_no_time)
{
  struct given g;
  struct tile_bits b = full_bits(9, 4, 12);
  for (int64_t z = 0; z < 12; z++)
    for (int64_t y = 0; y < 4; y++) {
      clear_bit(&b, 4, y, z);
      for (int64_t x = 5; x < 9 && (z == 0 || z == 11); x++)
        clear_bit(&b, x, y, z);
    }
  given_make(&g, b);
  for (size_t i = 0; i < g.nodes; i++)
    g.velocity[2][i] = 0.02F;
  given_solve(&g);
  ck_assert_uint_eq(g.r.missing, 4 * 4 * 10);
  for (size_t i = 0; i < g.nodes; i++)
    ck_assert_int_eq(isnan(g.time[i]), g.at[i][0] > 4);
  ck_assert_double_eq_tol(g.r.largest, 12 / 0.02, 1e-3);
  given_free(&g);
}

/* Walls between fluid nodes that one of the two alone has, in each way along each axis: no face stays open from either side,
 * and what is cut off this way has no time. */
LOOP_TEST(walls_of_one_side_close_both, 2)
{
  struct given g;
  struct lbm_cells c;
  struct tile_bits b = full_bits(6, 6, 12);
  b.distances = true;
  b.wall = calloc(36, sizeof *b.wall);
  for (uint64_t n = 0; n < 36; n++) /* a plane half-way between z = 5 and 6; link 5 leads up, link 6 down */
    b.wall[b.walls++] = (struct tile_wall_at){
        .voxel = n + 36 * (uint64_t)(_i ? 6 : 5), .q = tile_wall_number(0.5), .link = (uint8_t)(_i ? 6 : 5)};
  given_make(&g, b);
  for (size_t i = 0; i < g.nodes; i++)
    g.velocity[2][i] = 0.01F;
  make_cells(&c, &g);
  size_t closed = 0;
  for (size_t i = 0; i < c.nodes; i++)
    for (int k = 4; k < 6; k++)
      if (g.at[i][2] == 5 + (k == 5)) {
        ck_assert(c.cell[i].to[k] == LBM_NOBODY && c.cell[i].out[k] == 0);
        closed++;
      }
  ck_assert_uint_eq(closed, 2 * 36);
  free(c.cell);
  given_free(&g);
}

LOOP_TEST(fluid_at_rest_has_no_time, 2)
{
  struct given g;
  given_make(&g, full_bits(4, 4, 8));
  g.open[0] = _i;
  given_solve(&g);
  ck_assert_double_eq(g.r.flow, 0);
  ck_assert_uint_eq(g.r.missing, g.nodes);
  for (size_t i = 0; i < g.nodes; i++)
    ck_assert(isnan(g.time[i]));
  given_free(&g);
}

int main(void)
{
  return run_tests("residence", 0, CK_FORK_GETENV);
}
