/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums over a box of a flow whose fields are given: density - 1 is x + 10 y + 100 z, in 1e-4, and the velocity along z
 * is x, in 1e-3. After such a start, the fields of single precision are within 1e-6 of these values. */
#include "flow_made.h"
#include "region.h"
#include "suite.h"

enum { NX = 5, NY = 6, NZ = 7 };

static double density_at(int64_t x, int64_t y, int64_t z)
{
  return 1e-4 * (double)(x + 10 * y + 100 * z);
}

static void made_given(struct made *m, enum lbm_precision precision)
{
  double *field = calloc((size_t)NX * NY * NZ * LBM_FIELDS, sizeof *field), *f = field;
  made_domain(m, full_bits(NX, NY, NZ), (struct tile_make){.offset = {1, 2, 3}});
  m->setup.precision = precision;
  m->setup.equilibrium = LBM_STOKES;
  made_flow(m);
  for (int64_t z = 0; z < NZ; z++)
    for (int64_t y = 0; y < NY; y++)
      for (int64_t x = 0; x < NX; x++, f += LBM_FIELDS) {
        f[LBM_FIELD_DENSITY] = density_at(x, y, z);
        f[LBM_FIELD_VELOCITY + 2] = 1e-3 * (double)x;
      }
  made_put_fields(m, field);
  free(field);
}

/* The means over a box are the values in its middle. */
LOOP_TEST(means, LBM_PRECISIONS)
{
  const double error = _i == LBM_FP64 ? 1e-14 : _i == LBM_FP32_FP16 ? 1e-5 : 1e-6;
  struct made m;
  made_given(&m, (enum lbm_precision)_i);
  struct lbm_region r = {.axis = 2, .begin = {1, 2, 2}, .end = {4, 6, 5}};
  OK(&m, lbm_region_totals(&r, m.flow, &m.e));
  ck_assert_int_eq(r.nodes[0], 3 * 4);
  ck_assert_int_eq(r.nodes[1], 3 * 4);
  ck_assert_double_eq_tol(r.velocity / (3 * 4 * 3), 2e-3, error);
  for (int i = 0; i < 2; i++)
    ck_assert_double_eq_tol(r.density[i] / 12, density_at(2, 0, i ? 4 : 2) + 1e-3 * 3.5, error);
  made_free(&m);
}

TEST(nothing_inside)
{
  struct made m;
  made_given(&m, LBM_FP64);
  struct lbm_region r = {.axis = 1, .end = {NX, NY, 0}};
  OK(&m, lbm_region_totals(&r, m.flow, &m.e));
  ck_assert_int_eq(r.nodes[0] + r.nodes[1], 0);
  ck_assert_double_eq(r.velocity, 0);
  made_free(&m);
}

int main(void)
{
  return run_tests("region", 0, CK_FORK_GETENV);
}
