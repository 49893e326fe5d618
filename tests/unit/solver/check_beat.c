/* SPDX-License-Identifier: BSD-3-Clause */
/* Averages over beats: the indices of shears whose averages are known, in a linear flow beside a plane wall that is put
 * into the nodes sample by sample; the steps of samples; sums that a checkpoint holds. */
#include "beat.h"
#include "cap.h"
#include "flow_made.h"

#include <math.h>

enum { HEIGHT = 10 };
static const double period = 1000.5, pi = 3.14159265358979323846;

/* Nodes y = 0 ... HEIGHT - 1 between half-way walls, periodic along x and z. */
static void make(struct made *m, struct lbm_parameters *p)
{
  made_domain(m, full_bits(4, HEIGHT, 4), (struct tile_make){.periodic = TILE_X | TILE_Z});
  m->setup.equilibrium = LBM_INCOMPRESSIBLE;
  made_flow(m);
  *p = (struct lbm_parameters){.setup = m->setup, .period = period};
  lbm_beat_record_clear(&p->beat);
}

static int64_t still_above = HEIGHT; /* nodes from this layer on are at rest */

/* A flow whose shear on the wall y = -1/2 is (x, z). */
static void put_shear(struct made *m, double x, double z)
{
  const double nu = (m->setup.tau - 0.5) / 3;
  double *fields = calloc(made_nodes(m), LBM_FIELDS * sizeof *fields);
  for (size_t n = 0; n < made_nodes(m); n++) {
    const int64_t y = (int64_t)(n / 4 % HEIGHT);
    const double height = y < still_above ? (double)y + 0.5 : 0;
    fields[LBM_FIELDS * n + 1] = x * height / nu;
    fields[LBM_FIELDS * n + 3] = z * height / nu;
  }
  made_move(m, fields, LBM_FIELDS, false, lbm_put_fields);
  free(fields);
}

/* Takes the samples of a beat, of the shear mean + swing cos along x and across sin along z. */
static void take_beat(struct made *m, struct lbm_beat *b, double mean, double swing, double across)
{
  for (int i = 0; i < LBM_BEAT_SAMPLES; i++) {
    const int64_t step = lbm_beat_next(b, lbm_steps_done(m->flow));
    const double phase = 2 * pi * i / LBM_BEAT_SAMPLES;
    put_shear(m, mean + swing * cos(phase), across * sin(phase));
    lbm_set_steps_done(m->flow, step);
    OK(m, lbm_beat_sample(b, &m->e));
  }
}

/* Index of a node in this layer. */
static double index_in(struct lbm_beat *b, enum lbm_index which, int64_t layer)
{
  float *all = calloc(b->map.nodes, sizeof *all);
  double value = NAN;
  lbm_beat_index(all, b, which);
  for (size_t i = 0; i < b->map.walls.count; i++)
    if (b->map.walls.node[i].place.at[1] == layer)
      value = (double)all[b->map.row[i].own];
  for (size_t n = 0, away = 0; n < b->map.nodes; n++)
    ck_assert_uint_le(away += isnan(all[n]) ? 0 : 1, b->map.walls.count);
  free(all);
  return value;
}

/* Of a node beside the lower wall. */
static double index_at(struct lbm_beat *b, enum lbm_index which)
{
  return index_in(b, which, 0);
}

/* For r = swing / mean > 1: TAWSS = mean 2/pi (asin(1/r) + sqrt(r^2 - 1)), OSI = (1 - mean / TAWSS) / 2. The sum over 100
 * samples of a curve with kinks agrees to 1e-3. */
LOOP_TEST(indices_of_a_shear_that_turns, 3)
{
  static const double ratio[] = {1.5, 2, 4}, osi[] = {.07495, .15181, .30963};
  const double mean = 1e-6, r = ratio[_i];
  struct made m;
  struct lbm_parameters p;
  struct lbm_beat *b;
  make(&m, &p);
  OK(&m, lbm_beat_open(&b, m.flow, &p, &m.e));
  take_beat(&m, b, mean, r * mean, 0);
  const double tawss = mean * 2 / pi * (asin(1 / r) + sqrt(r * r - 1));
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_TAWSS), tawss, 1e-3 * tawss);
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_OSI), osi[_i], 1e-3 * osi[_i]);
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_RRT), 1 / mean, 1e-5 / mean);
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_ECAP), osi[_i] / tawss, 2e-3 * osi[_i] / tawss);
  ck_assert(isnan(index_at(b, LBM_INDEX_TRANSWSS)));
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_PEAK_TIME), period / LBM_BEAT_SAMPLES, 1e-3);
  lbm_beat_close(b);
  lbm_parameters_free(&(struct lbm_parameters){.beat = p.beat});
  made_free(&m);
}

/* A part b sin across the mean: transWSS = 2 b / pi, from the second beat on. */
TEST(shear_across_the_mean)
{
  struct made m;
  struct lbm_parameters p;
  struct lbm_beat *b;
  make(&m, &p);
  OK(&m, lbm_beat_open(&b, m.flow, &p, &m.e));
  take_beat(&m, b, 1e-6, 0, 3e-7);
  ck_assert(isnan(index_at(b, LBM_INDEX_TRANSWSS)));
  take_beat(&m, b, 1e-6, 0, 3e-7);
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_TRANSWSS), 2 * 3e-7 / pi, 1e-3 * 3e-7);
  ck_assert_int_eq(p.beat.beats, 2);
  ck_assert_double_eq_tol(p.beat.change[LBM_CHANGE_SHEAR], 0, 1e-6);
  take_beat(&m, b, 1.1e-6, 0, 0); /* the other wall has the same change, not from this linear flow */
  ck_assert(p.beat.change[LBM_CHANGE_SHEAR] > 0.01);
  lbm_beat_close(b);
  lbm_parameters_free(&(struct lbm_parameters){.beat = p.beat});
  made_free(&m);
}

/* Only the shear on the upper wall changes, from u to another, and that on the lower one stays l: with areas 3 below and 1
 * above the mean change is |u' - u| / (3 l + u'). */
TEST(changes_are_weighted_by_area)
{
  struct made m;
  struct lbm_parameters p;
  struct lbm_beat *b;
  make(&m, &p);
  OK(&m, lbm_beat_open(&b, m.flow, &p, &m.e));
  for (size_t i = 0; i < b->map.walls.count; i++)
    b->map.walls.node[i].area = b->map.walls.node[i].place.at[1] == 0 ? 3 : 1;
  take_beat(&m, b, 1e-6, 0, 0);
  const double before = index_in(b, LBM_INDEX_TAWSS, HEIGHT - 1);
  still_above = HEIGHT / 2;
  take_beat(&m, b, 1e-6, 0, 0);
  still_above = HEIGHT;
  const double lower = index_at(b, LBM_INDEX_TAWSS), upper = index_in(b, LBM_INDEX_TAWSS, HEIGHT - 1),
               change = fabs(upper - before) / (3 * lower + upper);
  ck_assert_double_gt(change, 0.1);
  ck_assert_double_eq_tol(p.beat.change[LBM_CHANGE_SHEAR], change, 1e-5 * change);
  lbm_beat_close(b);
  lbm_parameters_free(&(struct lbm_parameters){.beat = p.beat});
  made_free(&m);
}

/* Purely oscillating: OSI 1/2, and no RRT, which would be infinite; no shear: no index but TAWSS. */
TEST(indices_are_missing_rather_than_infinite)
{
  struct made m;
  struct lbm_parameters p;
  struct lbm_beat *b;
  make(&m, &p);
  OK(&m, lbm_beat_open(&b, m.flow, &p, &m.e));
  take_beat(&m, b, 0, 1e-6, 0);
  ck_assert_double_eq_tol(index_at(b, LBM_INDEX_OSI), 0.5, 1e-6);
  ck_assert(isnan(index_at(b, LBM_INDEX_RRT)));
  take_beat(&m, b, 0, 0, 0);
  ck_assert_double_eq(index_at(b, LBM_INDEX_TAWSS), 0);
  ck_assert(isnan(index_at(b, LBM_INDEX_OSI)));
  lbm_beat_close(b);
  lbm_parameters_free(&(struct lbm_parameters){.beat = p.beat});
  made_free(&m);
}

/* Samples are at most half a step from the times i T / 100, and the last one of beat n is at its end. */
TEST(steps_of_samples)
{
  struct lbm_parameters p = {.period = period};
  const struct lbm_beat b = {.parameters = &p};
  int64_t step = 0;
  for (int i = 1; i <= 3 * LBM_BEAT_SAMPLES; i++) {
    const int64_t next = lbm_beat_next(&b, step);
    ck_assert_double_le(fabs((double)next - i * period / LBM_BEAT_SAMPLES), 0.5);
    for (int64_t s = step; s < next; s++)
      ck_assert_int_eq(lbm_beat_next(&b, s), next);
    step = next;
  }
  ck_assert_int_eq(step, lbm_beat_end(period, 3));
}

TEST(short_periods_are_refused)
{
  struct made m;
  struct lbm_parameters p;
  struct lbm_beat *b;
  make(&m, &p);
  p.period = 199;
  ck_assert_int_eq(lbm_beat_open(&b, m.flow, &p, &m.e), TILE_USAGE);
  lbm_beat_close(b);
  p.period = 0;
  ck_assert_int_eq(lbm_beat_open(&b, m.flow, &p, &m.e), TILE_USAGE);
  lbm_beat_close(b);
  made_free(&m);
}

/* An opening of radius 4 across z, prolonged by 3 voxels: what is left out reaches from a radius before it to 1.5 radii
 * and a voxel behind its end. */
TEST(places_beside_an_opening)
{
  const struct tile_opening o = {
      .normal = {0, 0, 1}, .centre = {10, 10, 20}, .area = 16 * 3.141592653589793, .behind = 3};
  static const struct {
    double at[3];
    bool beside;
  } place[] = {{{14, 10, 23.9}, true}, {{14, 10, 24.1}, false}, {{14, 10, 17}, true},
               {{14, 10, 0}, false},   {{15.9, 10, 20}, true},  {{16.1, 10, 20}, false},
               {{10, 4.1, 19}, true},  {{14, 10, 10.1}, true},  {{14, 10, 9.9}, false}};
  for (size_t n = 0; n < sizeof place / sizeof *place; n++)
    ck_assert_msg(lbm_opening_is_beside(&o, place[n].at) == place[n].beside, "place %zu", n);
  ck_assert(!lbm_opening_is_beside(&(struct tile_opening){.area = 0}, place[0].at));
}

int main(void)
{
  return run_tests("beats", 0, CK_FORK_GETENV);
}
