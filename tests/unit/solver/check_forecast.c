/* The forecast of memory against what flows have, domain by domain. */
#include "arrangement.h"
#include "compressed.h"
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
    double taken = (double)lbm_memory(m.flow),
           said = lbm_forecast_of(&census, LBM_ON_CPU, m.setup.layout, m.setup.precision).memory;
    ck_assert_msg(fabs(said / taken - 1) < 0.005, "%s %s: %.0f forecast, %.0f taken", lbm_layout_names[m.setup.layout],
                  lbm_precision_names[m.setup.precision], said, taken);
  }
  made_free(&m);
}
END_TEST

/* A full box with all axes periodic has no lists: two copies, and 136 bytes a tile; 416 read for each. */
START_TEST(memory_of_a_card)
{
  struct made m;
  struct lbm_census census;
  made_domain(&m, full_bits(SIDE, SIDE, SIDE), (struct tile_make){.periodic = 7});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  struct lbm_forecast f = lbm_forecast_of(&census, LBM_ON_CUDA, LBM_PACKED, LBM_FP32);
  ck_assert_double_eq_tol(f.memory, 64000 * 2 * 76 + 1000 * 136 + 67108864, 0.5);
  ck_assert_double_eq_tol(f.traffic, 152 + 416 / 64.0, 1e-9);
  made_free(&m);
}
END_TEST

/* Of each tile the first nodes. */
static struct tile_bits tiles_of(int nodes)
{
  static const int64_t grid[3] = {SIDE, SIDE, SIDE};
  struct tile_bits b = empty_bits(grid);
  for (int64_t z = 0; z < SIDE; z++)
    for (int64_t y = 0; y < SIDE; y++)
      for (int64_t x = 0; x < SIDE; x++)
        if (lbm_node((int)x, (int)y, (int)z) < nodes)
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
  made_domain(&m, tiles_of(16), (struct tile_make){.periodic = 7});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  struct lbm_forecast f = lbm_forecast_of(&census, LBM_ON_CUDA, LBM_PACKED, LBM_FP64);
  ck_assert_double_eq_tol(f.memory, 16000 * (304 + 24) + 1000 * (136 + 128) + 64 * 24 + 67108864, 0.5);
  ck_assert_double_eq_tol(f.traffic, 304 + 24 + 128 / 16.0, 1e-9);
  f = lbm_forecast_of(&census, LBM_ON_CUDA, LBM_T2C, LBM_FP64);
  ck_assert_double_eq_tol(f.traffic, 304 + 416 / 16.0, 1e-9);
  made_free(&m);
}
END_TEST

/* What H200s measured (TRT, half-way walls, some 4257 GB/s of copying; tests/bench/RESULTS.md), in a domain whose tiles have as many
 * nodes each as those of the one measured have on average. */
static const struct {
  int nodes;
  enum lbm_precision precision;
  double mflups;
} measured[] = {
    {64, LBM_FP64, 13300},      {58, LBM_FP64, 12962},      {41, LBM_FP64, 11887},      {31, LBM_FP64, 11202},
    {23, LBM_FP64, 10391},      {64, LBM_FP32, 25940},      {62, LBM_FP32, 24596},      {58, LBM_FP32, 23415},
    {41, LBM_FP32, 21247},      {31, LBM_FP32, 19745},      {23, LBM_FP32, 18316},      {64, LBM_FP64_FP32, 22982},
    {58, LBM_FP64_FP32, 21513}, {41, LBM_FP64_FP32, 18900}, {31, LBM_FP64_FP32, 16805}, {23, LBM_FP64_FP32, 14117},
    {64, LBM_FP32_FP16, 38077}, {58, LBM_FP32_FP16, 35389}, {41, LBM_FP32_FP16, 28934}, {31, LBM_FP32_FP16, 24547},
    {23, LBM_FP32_FP16, 18824},
};

START_TEST(speeds_of_a_card)
{
  struct made m;
  struct lbm_census census;
  made_domain(&m, tiles_of(measured[_i].nodes), (struct tile_make){.periodic = 7});
  OK(&m, lbm_census_make(&census, &m.domain, &m.e));
  const struct lbm_forecast f = lbm_forecast_of(&census, LBM_ON_CUDA, LBM_PACKED, measured[_i].precision);
  const double mflups = 1e-6 / lbm_forecast_seconds(&f, 4257e9), ratio = mflups / measured[_i].mflups;
  ck_assert_msg(ratio > 0.9 && ratio < 1.1, "%s, %d nodes a tile: %.0f forecast, %.0f measured",
                lbm_precision_names[measured[_i].precision], measured[_i].nodes, mflups, measured[_i].mflups);
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
  tcase_set_timeout(t, 60);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
