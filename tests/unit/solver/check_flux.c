/* SPDX-License-Identifier: BSD-3-Clause */
/* Flux through patches: against the mass that the domain gains, and against the links of a duct, counted by hand. */
#include "incoming.h"
#include "flux.h"
#include "suite.h"
#include "walls_made.h"

enum { LID, IN, OUT, PATCHES };

/* A duct with a ball between faces of all kinds; its sizes are not multiples of the edge. */
static double ball_level(const double at[3], const void *shape)
{
  const double x = at[0] - 5.2, y = at[1] - 4.1, z = at[2] - 4.6;
  (void)shape;
  return sqrt(x * x + y * y + z * z) - 2.4;
}

static void make_duct(struct made *m)
{
  static const struct tile_patch patch[PATCHES] = {[LID] = {.name = "lid", .face = "y+"},
                                                   [IN] = {.name = "in", .face = "x-"},
                                                   [OUT] = {.name = "out", .face = "x+"}};
  made_domain(m, walls_bits((const int64_t[]){11, 9, 10}, ball_level, NULL),
              (struct tile_make){.periodic = TILE_Z, .offset = {1, 2, 3}, .patches = PATCHES, .patch = patch});
  m->condition[IN] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {1e-2, 1e-3, 0}, .density = 0};
  m->condition[OUT] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 1e-3};
  m->condition[LID] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {2e-3, 3e-3, 1e-2}, .density = 0};
  m->setup.force[0] = 1e-4;
  m->setup.force[2] = -2e-4;
}

static void fluxes_of(struct made *m, struct lbm_gain flux[PATCHES + 1])
{
  struct lbm_incoming a;
  OK(m, lbm_incoming_make(&a, m->flow, &m->e));
  OK(m, lbm_fluxes(flux, &a, &m->e));
  lbm_incoming_free(&a);
}

/* The flows that are watched are these fluxes, to the last bit; pressures are those that patches set, and beside the
 * others those of the nodes. */
static void compare_with_watched(struct made *m, struct lbm_opening_flows *o, const struct lbm_gain flux[PATCHES + 1])
{
  double inflow[PATCHES + 1], pressure[PATCHES];
  OK(m, lbm_opening_flows_now(o, inflow, pressure, &m->e));
  for (int p = 0; p <= PATCHES; p++)
    ck_assert_double_eq(inflow[p], flux[p].mass);
  ck_assert_double_eq(pressure[OUT], 1e-3 / 3);
  if (!isnan(pressure[IN])) /* on a GPU with one copy */
    ck_assert(fabs(pressure[IN]) < 2e-2 && pressure[IN] != 0);
}

static double mass_of(struct made *m)
{
  struct lbm_totals s;
  OK(m, lbm_totals(m->flow, &s, &m->e));
  return s.mass;
}

static void compare_with_step(struct made *m, struct lbm_opening_flows *o)
{
  struct lbm_gain flux[PATCHES + 1];
  const double before = mass_of(m);
  fluxes_of(m, flux);
  compare_with_watched(m, o, flux);
  made_step(m, 1);
  const double gain = mass_of(m) - before, sum = lbm_balance_of(flux, PATCHES).gain;
  ck_assert_double_gt(fabs(flux[IN].mass), 0.1);
  ck_assert_double_gt(fabs(gain), 1e-3);
  /* Each of the 19 x 990 populations, which differ by some 1e-3 from their weights, is rounded where it is stored, by up to 6e-8
   * of itself with fp32 and 5e-4 with fp16: sqrt(19 x 990) times that are 8e-9 and 7e-5, and 6e-8 where fp32 also rounds each
   * of some 50 operations. Seven times that, and more than ten; with fp64 all of them one way, 2e-14. */
  static const double tolerance[LBM_PRECISIONS] = {
      [LBM_FP64] = 2e-14, [LBM_FP32] = 1e-6, [LBM_FP64_FP32] = 1e-7, [LBM_FP32_FP16] = 5e-4};
  ck_assert_double_eq_tol(sum, gain, tolerance[m->setup.precision]);
}

/* Every collision, equilibrium, kind of wall, boundary condition, layout and precision. */
LOOP_TEST(all_that_comes_in_is_what_the_mass_grows_by, 4 * LBM_COLLISIONS * LBM_EQUILIBRIA)
{
  struct made m;
  make_duct(&m);
  m.setup.collision = (enum lbm_collision)(_i % LBM_COLLISIONS);
  m.setup.equilibrium = (enum lbm_equilibrium)(_i / LBM_COLLISIONS % LBM_EQUILIBRIA);
  m.setup.layout = (enum lbm_layout)(_i % LBM_LAYOUTS);
  m.setup.walls = (enum lbm_walls)((_i + _i / LBM_WALLS) % LBM_WALLS);
  if (_i % 4 > 1) /* boundary conditions of openings that are not on a face */
    for (int p = IN; p <= OUT; p++)
      strcpy(m.domain.patch[p].face, "opening");
  else if (_i % 5 == 0)
    m.condition[IN].kind = LBM_AT_PARABOLA;
  for (int p = 0; p < LBM_PRECISIONS && lbm_layout_stores(m.setup.layout, (enum lbm_precision)p); p++) {
    m.setup.precision = (enum lbm_precision)p;
    if (m.setup.device && m.setup.collision == LBM_REGULARISED && p > LBM_FP32) /* no GPU has it */
      continue;
    made_flow(&m);
    struct lbm_opening_flows *o;
    OK(&m, lbm_opening_flows_open(&o, m.flow, true, &m.e));
    made_step(&m, 7);
    compare_with_step(&m, o);
    compare_with_step(&m, o);
    lbm_opening_flows_close(o);
  }
  made_free(&m);
}

/* A plane has 9 by 10 nodes with five links each. Of the row at y = 0 the link towards y- belongs to the wall; of the
 * last row the link towards y+ belongs to the lid. The 11 by 10 nodes below the lid have five links each, and those at
 * the ends share none with the planes. */
TEST(links_are_counted_once)
{
  struct made m;
  struct lbm_gain flux[PATCHES + 1];
  make_duct(&m);
  made_flow(&m);
  fluxes_of(&m, flux);
  ck_assert_int_eq(flux[IN].links, 9 * 10 * 5 - 2 * 10);
  ck_assert_int_eq(flux[OUT].links, flux[IN].links);
  ck_assert_int_eq(flux[LID].links, 11 * 10 * 5);
  ck_assert_int_gt(flux[PATCHES].links, 0);
  m.setup.walls = LBM_WALLS_HALFWAY;
  made_flow(&m);
  fluxes_of(&m, flux);
  ck_assert_int_eq(flux[PATCHES].links, 0);
  ck_assert_double_eq(flux[PATCHES].mass, 0);
  made_free(&m);
}

/* The same bits with any number of threads and subdomains. */
TEST(neither_threads_nor_parts_matter)
{
  struct made m;
  struct lbm_gain one[PATCHES + 1], many[PATCHES + 1];
  make_duct(&m);
  m.setup.device = "cpu";
  made_flow(&m);
  made_step(&m, 9);
  fluxes_of(&m, one);
  m.setup.threads = m.setup.parts = 3;
  made_flow(&m);
  struct lbm_opening_flows *o;
  OK(&m, lbm_opening_flows_open(&o, m.flow, true, &m.e));
  made_step(&m, 9);
  fluxes_of(&m, many);
  compare_with_watched(&m, o, one);
  lbm_opening_flows_close(o);
  for (int p = 0; p <= PATCHES; p++) {
    ck_assert_double_eq(many[p].mass, one[p].mass);
    ck_assert_int_eq(many[p].links, one[p].links);
  }
  made_free(&m);
}

/* The pressure beside an inflow is the mean of its nodes: in a duct at rest, filled to a density, that density. */
TEST(pressure_beside_a_patch)
{
  struct made m;
  double inflow[PATCHES], pressure[PATCHES];
  struct lbm_opening_flows *o;
  make_duct(&m);
  for (int p = 0; p < PATCHES; p++)
    m.condition[p] = (struct lbm_condition){.kind = p == LID ? LBM_AT_WALL : LBM_AT_VELOCITY};
  memset(m.setup.force, 0, sizeof m.setup.force);
  made_flow(&m);
  double *field = calloc(made_nodes(&m) * 4, sizeof *field);
  for (size_t n = 0; n < made_nodes(&m); n++)
    field[4 * n] = 0.03;
  made_put_fields(&m, field);
  OK(&m, lbm_opening_flows_open(&o, m.flow, false, &m.e));
  OK(&m, lbm_opening_flows_now(o, inflow, pressure, &m.e));
  for (int p = 0; p < PATCHES; p++) {
    ck_assert_double_eq_tol(pressure[p], 0.01, 1e-15);
    ck_assert_double_eq_tol(inflow[p], 0, 1e-15);
  }
  lbm_opening_flows_close(o);
  free(field);
  made_free(&m);
}

/* The flow beside a patch is the sum over all nodes of the tiles with its marks, each tile once: against the fields. */
static double beside(struct made *m, const double *field, int patch)
{
  const struct tile_domain *d = &m->domain;
  double sum = 0;
  for (size_t t = 0; t < d->tiles; t++) {
    bool marked = false;
    for (size_t i = 0; i < d->marks; i++)
      marked = marked || (d->mark[i].tile == t && d->mark[i].patch == patch + 1);
    for (int node = 0; node < 64 && marked; node++) {
      int64_t at[3];
      if (!(d->mask[t] >> node & 1) || !tile_domain_node(d, t, node, at))
        continue;
      const double *u = field + 4 * (at[0] + d->grid[0] * (at[1] + d->grid[1] * at[2])) + 1;
      for (int a = 0; a < 3; a++)
        sum += u[a] * d->patch[patch].normal[a];
    }
  }
  return sum;
}

TEST(flow_beside_patches)
{
  struct made m;
  struct lbm_totals s;
  double one[PATCHES], many[PATCHES];
  make_duct(&m);
  m.setup.device = "cpu";
  made_flow(&m);
  made_step(&m, 9);
  OK(&m, lbm_totals_patches(m.flow, &s, one, &m.e));
  ck_assert_double_eq(s.mass, mass_of(&m));
  double *field = made_fields(&m);
  for (int p = 0; p < PATCHES; p++)
    ck_assert_double_eq_tol(one[p], beside(&m, field, p), 1e-12);
  ck_assert_double_gt(one[IN], 0.1);
  free(field);
  m.setup.threads = m.setup.parts = 3;
  made_flow(&m);
  made_step(&m, 9);
  OK(&m, lbm_totals_patches(m.flow, &s, many, &m.e));
  for (int p = 0; p < PATCHES; p++)
    ck_assert_double_eq(many[p], one[p]);
  made_free(&m);
}

int main(void)
{
  return run_tests("flux", 120, CK_FORK_GETENV);
}
