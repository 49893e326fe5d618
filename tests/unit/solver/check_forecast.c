/* The forecast of memory against what flows have, domain by domain. */
#include "arrangement.h"
#include "compressed.h"
#include "cpu_work.h"
#include "cuda_tile.h"
#include "flow_made.h"
#include "forecast.h"
#include "random.h"
#include "suite.h"

#include <math.h>

enum { SIDE = 40 };

/* Balls of solid until so few nodes are left. */
static struct tile_bits porous_bits(double porosity)
{
  struct tile_bits b = full_bits(SIDE, SIDE, SIDE);
  struct random r = {7};
  while ((double)tile_bits_count(&b) > porosity * SIDE * SIDE * SIDE) {
    double at[3], radius = 6;
    for (int a = 0; a < 3; a++)
      at[a] = random_real(&r) * SIDE;
    for (int64_t z = 0; z < SIDE; z++)
      for (int64_t y = 0; y < SIDE; y++)
        for (int64_t x = 0; x < SIDE; x++) {
          double d[3] = {(double)x - at[0], (double)y - at[1], (double)z - at[2]};
          if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < radius * radius)
            b.word[((size_t)z * SIDE + (size_t)y) * b.row] &= ~((uint64_t)1 << x);
        }
  }
  return b;
}

static const struct {
  double porosity;
  int64_t side; /* of a box, where the porosity is 1 */
  unsigned periodic;
} domains[] = {{1, 40, 0}, {1, 40, TILE_X | TILE_Y | TILE_Z}, {1, 38, TILE_X}, {0.7, 0, 0}, {0.3, 0, 7}, {0.1, 0, 4}};

START_TEST(memory_of_the_cpu)
{
  int64_t n = domains[_i].side;
  struct made m;
  struct lbm_census census;
  made_domain(&m, n ? full_bits(n, n, n) : porous_bits(domains[_i].porosity),
              (struct tile_make){.periodic = domains[_i].periodic});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  ck_assert_uint_eq(census.nonsolid, (size_t)tile_domain_nonsolid(&m.domain));
  m.setup.device = "cpu";
  for (int k = 0; k < 2 * LBM_PRECISIONS; k++) {
    m.setup.layout = k % 2 ? LBM_T2C : LBM_PACKED;
    m.setup.precision = (enum lbm_precision)(k / 2);
    made_flow(&m);
    const struct lbm_choice choice = {m.setup.collision, m.setup.precision, m.setup.layout, m.setup.addressing,
                                      m.setup.walls};
    double taken = (double)lbm_memory(m.flow), said = lbm_forecast_of(&census, LBM_ON_CPU, &choice).memory;
    ck_assert_msg(fabs(said / taken - 1) < 0.005, "%s %s: %.0f forecast, %.0f taken", lbm_layout_names[m.setup.layout],
                  lbm_precision_names[m.setup.precision], said, taken);
  }
  made_free(&m);
}
END_TEST

static struct lbm_forecast on_a_card(const struct lbm_census *census, enum lbm_layout layout,
                                     enum lbm_precision precision, enum lbm_collision collision)
{
  const struct lbm_choice choice = {collision, precision, layout, LBM_ADDRESSING_BEST, LBM_WALLS_INTERPOLATED};
  return lbm_forecast_of(census, LBM_ON_CUDA, &choice);
}

/* A full box with all axes periodic has no lists: two copies, and 136 bytes a tile; 416 read for each. */
START_TEST(memory_of_a_card)
{
  struct made m;
  struct lbm_census census;
  made_domain(&m, full_bits(SIDE, SIDE, SIDE), (struct tile_make){.periodic = 7});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  struct lbm_forecast f = on_a_card(&census, LBM_PACKED, LBM_FP32, LBM_TRT);
  ck_assert_double_eq_tol(f.memory, 64000 * 2 * 76 + 1000 * 136 + 67108864, 0.5);
  ck_assert_double_eq_tol(f.traffic, 152 + 416 / 64.0, 1e-9);
  made_free(&m);
}
END_TEST

/* Of ten layers of tiles so many full; of each tile of the others the first nodes. */
static struct tile_bits tiles_of(int full, int nodes)
{
  static const int64_t grid[3] = {SIDE, SIDE, SIDE};
  struct tile_bits b = empty_bits(grid);
  for (int64_t z = 0; z < SIDE; z++)
    for (int64_t y = 0; y < SIDE; y++)
      for (int64_t x = 0; x < SIDE; x++)
        if (z < full * TILE_EDGE || lbm_node((int)x, (int)y, (int)z) < nodes)
          set_bit(&b, x, y, z);
  return b;
}

/* As a flow has it: the gap of its order, what passes count, boundary tiles aside, and no second copy. */
START_TEST(memory_of_one_copy)
{
  static const struct lbm_storage storage = {LBM_PACKED, LBM_CUDA_ALIGN / sizeof(double), true, true, false};
  struct made m;
  struct lbm_census census;
  struct lbm_part part;
  struct lbm_geometry g;
  struct lbm_compressed order;
  double memory;
  made_domain(&m, porous_bits(domains[_i].porosity), (struct tile_make){.periodic = domains[_i].periodic});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  OK(&m, lbm_forecast_one_copy(&memory, &census, LBM_FP64, &m.e));
  OK(&m, lbm_part_make(&part, &m.domain, 0, m.domain.tiles, &m.e));
  OK(&m, lbm_geometry_make(&g, &part, &storage, m.condition, LBM_WALLS_HALFWAY, &m.e));
  OK(&m, lbm_compressed_make(&order, &g, &m.e));
  ck_assert_double_eq_tol(memory,
                          (double)(8 * (g.values + order.gap) + lbm_cuda_turns_bytes(order.groups) +
                                   lbm_cuda_bytes(m.domain.tiles, 0, 0, 0) + LBM_CUDA_WINDOWS),
                          0.5);
  lbm_compressed_free(&order);
  lbm_geometry_free(&g);
  lbm_part_free(&part);
  made_free(&m);
}
END_TEST

/* A quarter of each tile: sources are listed. 24 bytes a node and 128 a tile more, in place of the masks and neighbours in a
 * step; those of the list that full tiles share. */
START_TEST(memory_of_lists)
{
  struct made m;
  struct lbm_census census;
  made_domain(&m, tiles_of(0, 16), (struct tile_make){.periodic = 7});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  struct lbm_forecast f = on_a_card(&census, LBM_PACKED, LBM_FP64, LBM_TRT);
  ck_assert_double_eq_tol(f.memory, 16000 * (304 + 24) + 1000 * (136 + 128) + 64 * 24 + 67108864, 0.5);
  ck_assert_double_eq_tol(f.traffic, 304 + 24 + 128 / 16.0, 1e-9);
  f = on_a_card(&census, LBM_T2C, LBM_FP64, LBM_TRT);
  ck_assert_double_eq_tol(f.traffic, 304 + 416 / 16.0, 1e-9);
  made_free(&m);
}
END_TEST

/* What H200s measured (half-way walls, some 4257 GB/s of copying; tests/bench/RESULTS.md), in a domain that has as many full layers of
 * ten, and in tiles of the others so many nodes, that its tiles hold as many nodes as those of the one measured on average, and as many of
 * them are full with full neighbours. */
static const struct {
  int full, nodes;
  double mflups[LBM_PRECISIONS][LBM_COLLISIONS]; /* in the order of LBM_PRECISION_ROWS; 0: not measured */
} measured[] = {
    {10, 0, {{13336, 13346}, {26163, 26160}, {25073, 25086, 19529}, {42926, 41458, 35976}}},
    {9, 44, {{0, 13111}, {25249, 25220}, {24078, 24144}, {40967, 40265}}},
    {7, 43, {{13084, 13087}, {24656, 24656}, {23248, 23258, 18537}, {38463, 38185, 32715}}},
    {0, 41, {{12438, 12369}, {21765, 21749}, {20863, 20917, 15605}, {31638, 31350, 27026}}},
    {0, 31, {{11393, 11310}, {19985, 19934}, {19595, 19643}, {27339, 26655}}},
    {0, 23, {{10470, 10532}, {19181, 19124}, {17489, 17478}, {21955, 21409}}},
};

static void compare_speeds(const struct lbm_census *census, int row, enum lbm_precision precision,
                           enum lbm_collision collision)
{
  const struct lbm_forecast f = on_a_card(census, LBM_PACKED, precision, collision);
  const double mflups = 1e-6 / lbm_forecast_seconds(&f, 4257e9), was = measured[row].mflups[precision][collision];
  ck_assert_msg(fabs(mflups / was - 1) < 0.1, "%s, %s, row %d: %.0f forecast, %.0f measured",
                lbm_precision_names[precision], lbm_collision_names[collision], row, mflups, was);
}

START_TEST(speeds_of_a_card)
{
  struct made m;
  struct lbm_census census;
  made_domain(&m, tiles_of(measured[_i].full, measured[_i].nodes), (struct tile_make){.periodic = 7});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  for (int p = 0; p < LBM_PRECISIONS; p++)
    for (int c = 0; c < LBM_COLLISIONS; c++)
      if (measured[_i].mflups[p][c])
        compare_speeds(&census, _i, (enum lbm_precision)p, (enum lbm_collision)c);
  made_free(&m);
}
END_TEST

/* The same of lattice d2q9 (BGK, 4240 GB/s), whose blocks have as many nodes each. */
static const struct {
  int nodes;
  enum lbm_precision precision;
  double mflups;
} measured_plane[] = {
    {256, LBM_FP64, 26212}, {179, LBM_FP64, 20767}, {102, LBM_FP64, 12726},
    {256, LBM_FP32, 50009}, {179, LBM_FP32, 39131}, {102, LBM_FP32, 22952},
};

/* Of each block the first nodes. */
static struct tile_bits blocks_of(int nodes)
{
  static const int64_t grid[3] = {64, 64, 1};
  struct tile_bits b = empty_bits(grid);
  for (int64_t y = 0; y < grid[1]; y++)
    for (int64_t x = 0; x < grid[0]; x++)
      if (16 * (y % 16) + x % 16 < nodes)
        set_bit(&b, x, y, 0);
  return b;
}

START_TEST(speeds_of_a_plane)
{
  struct made m;
  struct lbm_forecast f;
  made_domain(&m, blocks_of(measured_plane[_i].nodes), (struct tile_make){.periodic = 7});
  OK(&m, lbm_forecast_plane(&f, &m.domain, LBM_ON_CUDA, measured_plane[_i].precision, &m.e));
  const double mflups = 1e-6 / lbm_forecast_seconds(&f, 4240e9), ratio = mflups / measured_plane[_i].mflups;
  ck_assert_msg(ratio > 0.9 && ratio < 1.1, "%s, %d nodes a block: %.0f forecast, %.0f measured",
                lbm_precision_names[measured_plane[_i].precision], measured_plane[_i].nodes, mflups,
                measured_plane[_i].mflups);
  made_free(&m);
}
END_TEST

/* One thread takes its time for every kind of tile, more than is added to it, and no longer than a slow machine would. */
START_TEST(work_of_a_thread)
{
  struct made m;
  struct lbm_setup setup[2 * LBM_PRECISIONS];
  double work[2 * LBM_PRECISIONS];
  int64_t n = domains[_i].side;
  made_domain(&m, n ? full_bits(n, n, n) : porous_bits(domains[_i].porosity),
              (struct tile_make){.periodic = domains[_i].periodic});
  const double nodes = (double)tile_domain_nonsolid(&m.domain);
  for (int k = 0; k < 2 * LBM_PRECISIONS; k++) {
    setup[k] = m.setup;
    setup[k].layout = k % 2 ? LBM_T2C : LBM_PACKED;
    setup[k].precision = (enum lbm_precision)(k / 2);
  }
  OK(&m, lbm_cpu_work(work, setup, 2 * LBM_PRECISIONS, &m.domain, &m.e));
  for (int k = 0; k < 2 * LBM_PRECISIONS; k++)
    ck_assert_msg(work[k] > 50e-9 * (double)m.domain.tiles / nodes && work[k] < 1e-4, "%g s a node", work[k]);
  made_free(&m);
}
END_TEST

/* Blocks of D2Q9 take their time, as long as a slow machine would at most. */
START_TEST(work_of_blocks)
{
  struct made m;
  struct lbm_setup setup[2];
  double work[2];
  made_domain(&m, blocks_of(measured_plane[_i].nodes), (struct tile_make){.periodic = 7});
  for (int k = 0; k < 2; k++) {
    setup[k] = m.setup;
    setup[k].lattice = LBM_LATTICE_D2Q9;
    setup[k].precision = k ? LBM_FP32 : LBM_FP64;
  }
  OK(&m, lbm_cpu_work(work, setup, 2, &m.domain, &m.e));
  const double share = measured_plane[_i].nodes / 256.;
  for (int k = 0; k < 2; k++)
    ck_assert_msg(work[k] * share > 1e-11 && work[k] < 1e-4, "%g s a node", work[k]);
  made_free(&m);
}
END_TEST

/* Two threads: half of work and of their own traffic, unless all of it takes longer. */
START_TEST(speeds_of_threads)
{
  struct lbm_forecast f = {.traffic = 300};
  ck_assert_double_eq_tol(lbm_forecast_seconds(&f, 50e9), 6e-9, 1e-15);
  lbm_forecast_threads(&f, 12e-9, 30e9, 2);
  ck_assert_double_eq_tol(f.work, 11e-9, 1e-15);
  ck_assert_double_eq_tol(lbm_forecast_seconds(&f, 1e15), 11e-9, 1e-15);
  ck_assert_double_eq_tol(lbm_forecast_seconds(&f, 0.3e9), 1e-6 / 0.96, 1e-12);
  lbm_forecast_threads(&f, (double)NAN, 30e9, 2);
  ck_assert(isnan(lbm_forecast_seconds(&f, 50e9)));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("forecast");
  TCase *t = tcase_create("forecast");
  tcase_add_loop_test(t, memory_of_the_cpu, 0, sizeof domains / sizeof *domains);
  tcase_add_test(t, memory_of_a_card);
  tcase_add_test(t, memory_of_lists);
  tcase_add_loop_test(t, memory_of_one_copy, 0, sizeof domains / sizeof *domains);
  tcase_add_loop_test(t, speeds_of_a_card, 0, sizeof measured / sizeof *measured);
  tcase_add_loop_test(t, speeds_of_a_plane, 0, sizeof measured_plane / sizeof *measured_plane);
  tcase_add_loop_test(t, work_of_a_thread, 0, sizeof domains / sizeof *domains);
  tcase_add_loop_test(t, work_of_blocks, 0, 3);
  tcase_add_test(t, speeds_of_threads);
  tcase_set_timeout(t, 60);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
