/* Parabolic walls: sources that are renewed between steps. */
#include "parabola.h"
#include "suite.h"
#include "walls_made.h"

#include <math.h>

/* Slits tilted on the grid, one every `period` along the normal, in units of 1/|normal|. */
struct tilted {
  int normal[3];
  double period, half;
};

static double tilted_at(const double at[3], const struct tilted *s)
{
  const double along = s->normal[0] * at[0] + s->normal[1] * at[1] + s->normal[2] * at[2] - s->period / 2 + 0.25;
  return along - s->period * nearbyint(along / s->period);
}

static double tilted_level(const double at[3], const void *shape)
{
  const struct tilted *s = shape;
  return s->half - fabs(tilted_at(at, s));
}

/* The force is oblique to the slit: pressure holds what of it is across. */
static void make_tilted(struct made *m, const struct tilted *s, enum lbm_walls walls, double tau)
{
  const int64_t side = (int64_t)s->period;
  made_domain(m, walls_bits((const int64_t[]){side, side, 8}, tilted_level, s),
              (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m->setup.equilibrium = LBM_STOKES;
  m->setup.walls = walls;
  m->setup.tau = tau;
  m->setup.force[0] = 1e-6;
  made_flow(m);
}

/* The flux along x, by what it should be. */
static double tilted_flux(struct made *m, const struct tilted *s)
{
  const int64_t side = (int64_t)s->period;
  const double square = s->normal[0] * s->normal[0] + s->normal[1] * s->normal[1] + s->normal[2] * s->normal[2];
  const double force = m->setup.force[0] * (1 - s->normal[0] * s->normal[0] / square);
  double flux = 0, want = 0, *field = made_fields(m);
  for (int64_t n = 0; n < side * side; n++) {
    const double at[3] = {(double)(n % side), (double)(n / side), 0}, d = tilted_at(at, s);
    if (tilted_level(at, s) > 0) {
      flux += field[4 * n + 1];
      want += force / (2 * (m->setup.tau - 0.5) / 3) * (s->half * s->half - d * d) / square;
    }
  }
  free(field);
  return flux / want;
}

static void renew(struct made *m, struct lbm_parabola *p, int times)
{
  for (int n = 0; n < times; n++) {
    made_step(m, LBM_PARABOLA_STEPS - 1);
    if (p)
      OK(m, lbm_parabola_renew(p, &m->e));
    else
      made_step(m, 1);
  }
}

/* In such slits momentum that changes its sign in every step, from layer to layer along z, may be left from the start: the
 * mean of two steps is without it. */
static double tilted_error(const struct tilted *s, enum lbm_walls walls, double tau)
{
  struct made m;
  struct lbm_parabola *p = NULL;
  make_tilted(&m, s, walls, tau);
  if (walls == LBM_WALLS_PARABOLIC)
    OK(&m, lbm_parabola_new(&p, m.flow, &m.e));
  renew(&m, p, 600);
  const double one = tilted_flux(&m, s);
  made_step(&m, 1);
  const double two = tilted_flux(&m, s);
  lbm_parabola_free(p);
  made_free(&m);
  return (one + two) / 2 - 1;
}

/* Distances are exact in 1/65536 where links cross the normal by one or two; by three they are not. */
START_TEST(a_tilted_slit_is_exact)
{
  static const struct tilted slits[] = {{{1, -1, 0}, 16, 3.375}, {{-1, 2, 0}, 16, 4.40625}, {{1, 2, 0}, 24, 8.1}};
  static const double tolerance[] = {1e-9, 2e-5, 2e-5};
  const struct tilted *s = slits + _i;
  ck_assert_double_gt(fabs(tilted_error(s, LBM_WALLS_INTERPOLATED, 1)), 5e-3);
  ck_assert_double_eq_tol(tilted_error(s, LBM_WALLS_PARABOLIC, 1.5), 0, tolerance[_i]);
  ck_assert_double_eq_tol(tilted_error(s, LBM_WALLS_PARABOLIC, 3), 0, tolerance[_i]);
}
END_TEST

/* Sources, and so all fields, are those of one part in any number of them. */
START_TEST(sources_do_not_depend_on_parts)
{
  static const struct tilted slit = {{1, 2, 0}, 24, 8.1};
  double *field[2];
  size_t bytes = 0;
  for (int i = 0; i < 2; i++) {
    struct made m;
    struct lbm_parabola *p;
    make_tilted(&m, &slit, LBM_WALLS_PARABOLIC, 2);
    m.setup.parts = 1 + 2 * i;
    m.setup.threads = 1 + i;
    made_flow(&m);
    OK(&m, lbm_parabola_new(&p, m.flow, &m.e));
    renew(&m, p, 20);
    field[i] = made_fields(&m);
    bytes = 4 * made_nodes(&m) * sizeof(double);
    lbm_parabola_free(p);
    made_free(&m);
  }
  ck_assert_int_eq(memcmp(field[0], field[1], bytes), 0);
  free(field[0]);
  free(field[1]);
}
END_TEST

/* Flow that has settled stays so when it is scaled, and when tau changes. */
START_TEST(sources_go_with_the_flow)
{
  static const struct tilted slit = {{1, -1, 0}, 16, 3.375};
  struct made m;
  struct lbm_parabola *p;
  make_tilted(&m, &slit, LBM_WALLS_PARABOLIC, 1.5);
  OK(&m, lbm_parabola_new(&p, m.flow, &m.e));
  renew(&m, p, 600);
  OK(&m, lbm_scale(m.flow, 3, &m.e));
  m.setup.force[0] *= 3;
  ck_assert_double_eq_tol(tilted_flux(&m, &slit), 1, 1e-9);
  OK(&m, lbm_change_tau(m.flow, 3, &m.e));
  m.setup.tau = 3;
  made_step(&m, 8);
  ck_assert_double_eq_tol(tilted_flux(&m, &slit), 1, 1e-9);
  renew(&m, p, 5);
  ck_assert_double_eq_tol(tilted_flux(&m, &slit), 1, 1e-9);
  lbm_parabola_free(p);
  made_free(&m);
}
END_TEST

START_TEST(parabolic_walls_ask_for_what_they_need)
{
  static const struct tilted slit = {{1, -1, 0}, 16, 3.375};
  struct made m;
  make_tilted(&m, &slit, LBM_WALLS_PARABOLIC, 1.5);
  lbm_free(m.flow);
  m.setup.tau = 1.4;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  lbm_free(m.flow);
  m.setup.tau = 2;
  m.setup.collision = LBM_BGK;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  made_free(&m);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("parabolic walls");
  TCase *t = tcase_create("parabolic walls");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, a_tilted_slit_is_exact, 0, 3);
  tcase_add_test(t, sources_do_not_depend_on_parts);
  tcase_add_test(t, sources_go_with_the_flow);
  tcase_add_test(t, parabolic_walls_ask_for_what_they_need);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}
