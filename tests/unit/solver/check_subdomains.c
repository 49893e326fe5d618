/* SPDX-License-Identifier: BSD-3-Clause */
/* A flow in several subdomains has the bits of the flow in one: any difference is a failure. */
#include "backend.h"
#include "subdomain.h"
#include "suite.h"
#include "walls_made.h"

#include <omp.h>

/* ---- cases -------------------------------------------------------------------- */

struct of_kind {
  int64_t grid[3];
  double share;      /* of nodes that are not solid */
  unsigned periodic; /* sizes are not multiples of the edge: seams cut tiles */
  bool open;         /* a velocity at x-, a pressure at x+, a moving wall at z+ */
  int walls;         /* enum lbm_walls: a ball with such walls; 0: none */
};
static const struct of_kind kinds[] = {
    {{13, 10, 9}, 1, TILE_X | TILE_Y | TILE_Z, false, 0},
    {{16, 12, 8}, 0.7, TILE_X | TILE_Z, false, 0},
    {{17, 11, 14}, 0.5, TILE_X | TILE_Y, false, 0},
    {{14, 12, 10}, 1, TILE_Y, true, 0},
    {{18, 9, 11}, 0.8, 0, true, 0},
    {{16, 16, 16}, 1, TILE_X | TILE_Y | TILE_Z, false, LBM_WALLS_INTERPOLATED},
    {{16, 16, 16}, 1, TILE_X | TILE_Y | TILE_Z, false, LBM_WALLS_LINEAR},
    {{18, 17, 15}, 1, TILE_Y, true, LBM_WALLS_LINEAR},
    {{16, 4, 4}, 1, TILE_X | TILE_Y | TILE_Z, false, 0}, /* a row: one tile alone lies beside the next subdomain */
};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const int parts[] = {2, 3, 7};
enum { PARTS = sizeof parts / sizeof *parts };

static double ball(const double at[3], const void *unused)
{
  double r2 = 0;
  (void)unused;
  for (int a = 0; a < 3; a++)
    r2 += (at[a] - 7.3 - 0.2 * a) * (at[a] - 7.3 - 0.2 * a);
  return sqrt(r2) - 5.1;
}

static void made_of_kind(struct made *m, const struct of_kind *k)
{
  static const struct tile_patch patch[] = {
      {"in", "x-", {1, 0, 0}}, {"out", "x+", {-1, 0, 0}}, {"lid", "z+", {0, 0, -1}}};
  const struct tile_make how = {
      .periodic = k->periodic, .offset = {1, 0, 2}, .patches = k->open ? 3 : 0, .patch = patch};
  made_domain(m, k->walls ? walls_bits(k->grid, ball, NULL) : random_bits(k->grid, k->share, 5), how);
  m->condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {0.01, 0, 0}};
  m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .density = 1e-3};
  m->condition[2] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {0.02, 0.01, 0}};
  m->setup.tau = 0.7;
  m->setup.walls = k->walls ? (enum lbm_walls)k->walls : LBM_WALLS_INTERPOLATED;
  m->setup.force[0] = 1e-5;
  m->setup.force[1] = -2e-6;
}

/* ---- comparison ------------------------------------------------------------------- */

static void expect_same_bits(struct made *m, const double *want, double *(*made)(struct made *m), size_t each)
{
  double *have = made(m);
  ck_assert_mem_eq(have, want, made_nodes(m) * each * sizeof *want);
  free(have);
}

static void advance(struct made *m)
{
  made_step(m, 3);
  OK(m, lbm_scale(m->flow, 0.75, &m->e)); /* populations are set after an odd and after an even number of steps */
  made_step(m, 4);
}

static void expect_same(struct of_kind k, enum lbm_collision collision, enum lbm_precision precision,
                        enum lbm_layout layout)
{
  struct made m;
  struct lbm_totals one, many;
  double spread, spread_many;
  made_of_kind(&m, &k);
  m.setup.collision = collision;
  m.setup.precision = precision;
  m.setup.layout = layout;
  const struct made fresh = m;
  made_flow(&m);
  advance(&m);
  double *f = made_populations(&m), *fields = made_fields(&m);
  OK(&m, lbm_totals_spread(m.flow, 0, &one, &spread, &m.e));
  for (int i = 0; i < PARTS; i++) {
    memcpy(m.condition, fresh.condition, sizeof m.condition); /* lbm_scale scaled them too */
    m.setup.parts = parts[i];
    made_flow(&m);
    advance(&m);
    expect_same_bits(&m, f, made_populations, LBM_Q);
    expect_same_bits(&m, fields, made_fields, LBM_FIELDS);
    OK(&m, lbm_totals_spread(m.flow, 0, &many, &spread_many, &m.e));
    ck_assert_mem_eq(&many, &one, sizeof one);
    ck_assert_double_eq(spread_many, spread);
  }
  free(f);
  free(fields);
  made_free(&m);
}

static enum lbm_device_kind kind_of_device(void)
{
  const struct lbm_backend *backend;
  struct tile_error e;
  ck_assert_int_eq(lbm_backend_find(&backend, getenv("TESSERA_DEVICE"), LBM_LATTICE_D3Q19, &e), 0);
  return backend->kind;
}

LOOP_TEST(every_kind, KINDS)
{
  for (int l = 0; l < LBM_LAYOUTS; l++)
    for (int c = 0; c < LBM_COLLISIONS && lbm_layouts[l].copies[kind_of_device()]; c++)
      for (int p = 0; p < LBM_PRECISIONS; p++)
        if (lbm_layout_stores((enum lbm_layout)l, (enum lbm_precision)p))
          expect_same(kinds[_i], (enum lbm_collision)c, (enum lbm_precision)p, (enum lbm_layout)l);
}

/* Most subdomains have no tiles. */
TEST(more_parts_than_tiles)
{
  struct made m;
  made_of_kind(&m, &kinds[2]);
  made_flow(&m);
  made_step(&m, 3);
  double *f = made_populations(&m);
  m.setup.parts = 100;
  made_flow(&m);
  made_step(&m, 3);
  expect_same_bits(&m, f, made_populations, LBM_Q);
  free(f);
  made_free(&m);
}

/* The state of one subdomain, set into several after an odd number of steps, continues as in one. */
TEST(goes_on)
{
  struct made m;
  made_of_kind(&m, &kinds[1]);
  made_flow(&m);
  made_step(&m, 5);
  double *middle = made_populations(&m);
  made_step(&m, 6);
  double *end = made_populations(&m);
  for (int before = 0; before < 2; before++) {
    m.setup.parts = 3;
    made_flow(&m);
    made_step(&m, before);
    made_put_populations(&m, middle);
    made_step(&m, 6);
    expect_same_bits(&m, end, made_populations, LBM_Q);
  }
  free(middle);
  free(end);
  made_free(&m);
}

TEST(tau_is_changed)
{
  struct made m;
  double *f[2];
  made_of_kind(&m, &kinds[2]);
  m.setup.equilibrium = LBM_STOKES;
  for (int n = 0; n < 2; n++) {
    m.setup.parts = n ? 4 : 1;
    made_flow(&m);
    made_step(&m, 4);
    OK(&m, lbm_change_tau(m.flow, 1.4, &m.e));
    made_step(&m, 2);
    f[n] = made_populations(&m);
  }
  ck_assert_mem_eq(f[0], f[1], made_nodes(&m) * LBM_Q * sizeof(double));
  free(f[0]);
  free(f[1]);
  made_free(&m);
}

/* The error names the same step and node, whatever the number of subdomains. */
TEST(divergence)
{
  struct made m;
  char text[sizeof m.e.text] = "";
  made_of_kind(&m, &kinds[0]);
  m.setup.collision = LBM_BGK;
  m.setup.tau = 0.501;
  m.setup.force[0] = 0.2;
  for (int n = 1; n < 6; n++) {
    m.setup.parts = n;
    made_flow(&m);
    ck_assert_int_eq(lbm_step(m.flow, 1000, &m.e), LBM_DIVERGED);
    if (n > 1)
      ck_assert_str_eq(m.e.text, text);
    memcpy(text, m.e.text, sizeof text);
  }
  made_free(&m);
}

/* ---- partition ----------------------------------------------------------------------- */

TEST(pieces_cost_the_same)
{
  struct made m;
  made_domain(&m, random_bits((const int64_t[]){64, 48, 52}, 0.3, 3), (struct tile_make){0});
  for (int n = 2; n <= 16; n++) {
    size_t first[17], most = 0, nodes = 0;
    lbm_partition(first, &m.domain, n);
    ck_assert_int_eq((int)first[0], 0);
    ck_assert_int_eq((int)first[n], (int)m.domain.tiles);
    for (int p = 0; p < n; p++, nodes = 0) {
      for (size_t t = first[p]; t < first[p + 1]; t++)
        nodes += (size_t)__builtin_popcountll(m.domain.mask[t]);
      most = nodes > most ? nodes : most;
    }
    ck_assert_double_le((double)most * n / (double)tile_domain_nonsolid(&m.domain), 1.02);
  }
  made_free(&m);
}

/* The subdomains of a process together are the range that it has with one: so it knows its range before the flow is
 * made. */
TEST(parts_divide_shares)
{
  enum { SHARES = 7, MOST = 4 };
  struct made m;
  size_t share[SHARES + 1], part[SHARES * MOST + 1];
  made_domain(&m, random_bits((int64_t[3]){61, 37, 29}, 0.4, 5), (struct tile_make){.periodic = TILE_X});
  lbm_partition(share, &m.domain, SHARES);
  for (int here = 1; here <= MOST; here++) {
    lbm_partition(part, &m.domain, SHARES * here);
    for (int s = 0; s <= SHARES; s++)
      ck_assert_uint_eq(part[s * here], share[s]);
  }
  ck_assert_uint_gt(share[1], 0);
  made_free(&m);
}

int main(void)
{
  omp_set_num_threads(1); /* the domains are small: more threads would wait for each other */
  return run_tests("parts", 60, CK_FORK_GETENV);
}
