/* SPDX-License-Identifier: BSD-3-Clause */
/* The site update and the boundary conditions, against identities of the lattice and against the same operators,
 * written naively here.
 *
 * Values are O(0.1) and every sum has a few hundred terms at most: the tolerance for rounding is 1e-14, far below any
 * wrong coefficient. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define SITE_FUNC static inline __attribute__((unused))
#define SCALAR double
#define REAL double
#define SITE(name) name##_one
#include "site.h"
#include "site_plane.h"
#include "suite.h"
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"
#undef REAL
#undef SITE

typedef double pair __attribute__((vector_size(16)));
#define REAL pair
#define SITE(name) name##_two
#include "site.h"
#undef REAL
#undef SITE

#undef SCALAR
#define SCALAR float
#define REAL float
#define SITE(name) name##_single
#include "site.h"
#undef REAL
#undef SITE
#undef SCALAR
#define SCALAR double

#define NEAR(a, b) ck_assert_double_eq_tol(a, b, 1e-14)
#define EACH_COLLISION(c) for (int c = 0; c < LBM_COLLISIONS; c++)
#define EACH_EQUILIBRIUM(e) for (int e = 0; e < LBM_EQUILIBRIA; e++)
#define EACH(i) for (int i = 0; i < LBM_Q; i++)

/* ---- test values ---- */

static double next(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53 - 0.5;
}

static void random_node(double f[LBM_Q], uint64_t seed)
{
  EACH(i) f[i] = 0.1 * next(&seed) * lbm_weight[i] * 18;
}

static const struct lbm_rates made = {
    .even = 1.3, .odd = 0.7, .e = 1.19, .eps = 1.4, .q = 1.2, .pi = 1.35, .m = 1.98, .force = {0.011, -0.007, 0.005}};

static struct lbm_rates equal_rates(void)
{
  struct lbm_rates k = made;
  k.odd = k.e = k.eps = k.q = k.pi = k.m = k.even;
  return k;
}

/* BGK has two equal rates, and the odd rate of the regularised collision is 1 (flow.c). */
static struct lbm_rates rates_for(int collision)
{
  struct lbm_rates k = made;
  if (collision == LBM_BGK)
    k.odd = k.even;
  if (collision == LBM_REGULARISED)
    k.odd = k.project = 1;
  return k;
}

/* D2Q9 with all rates equal: moments relax as populations do. */
static void random_plane(double p[LBM_PLANE_Q], uint64_t seed)
{
  for (int i = 0; i < LBM_PLANE_Q; i++)
    p[i] = 0.1 * next(&seed) * lbm_plane_weight[i] * 9;
}

TEST(equal_rates_of_a_plane_are_bgk)
{
  const struct lbm_rates equal = equal_rates();
  const struct rates_one k = rates_of_one(&equal);
  EACH_EQUILIBRIUM(e)
  for (uint64_t seed = 1; seed < 40; seed++) {
    double p[LBM_PLANE_Q], q[LBM_PLANE_Q];
    random_plane(p, seed);
    random_plane(q, seed);
    collide_plane_one(p, &k, LBM_TWO_RATES, e);
    collide_plane_one(q, &k, LBM_MOMENTS, e);
    for (int i = 0; i < LBM_PLANE_Q; i++)
      NEAR(p[i], q[i]);
  }
}

static int relaxation_of(int collision)
{
  return collision == LBM_MRT ? LBM_MOMENTS : collision == LBM_REGULARISED ? LBM_LOCAL : LBM_TWO_RATES;
}

static void collide(double f[LBM_Q], const struct lbm_rates *rates, int collision, int equilibrium, bool forced)
{
  struct lbm_rates at = *rates;
  for (int a = 0; a < 3; a++)
    at.force[a] *= forced;
  const struct rates_one k = rates_of_one(&at);
  collide_one(f, &k, relaxation_of(collision), equilibrium);
}

static double dot(const signed char c[3], const double v[3])
{
  return c[0] * v[0] + c[1] * v[1] + c[2] * v[2];
}

/* ---- the lattice ---- */

static double delta(int a, int b)
{
  return a == b;
}

TEST(identities)
{
  double sum = 0;
  EACH(i) sum += lbm_weight[i];
  NEAR(sum, 1);
  for (int a = 0; a < 3; a++) {
    double first = 0;
    EACH(i) first += lbm_weight[i] * lbm_c[i][a];
    NEAR(first, 0);
    for (int b = 0; b < 3; b++) {
      double second = 0;
      EACH(i) second += lbm_weight[i] * lbm_c[i][a] * lbm_c[i][b];
      NEAR(second, delta(a, b) / 3);
      for (int c = 0; c < 3; c++)
        for (int d = 0; d < 3; d++) {
          double fourth = 0;
          EACH(i) fourth += lbm_weight[i] * lbm_c[i][a] * lbm_c[i][b] * lbm_c[i][c] * lbm_c[i][d];
          NEAR(fourth, (delta(a, b) * delta(c, d) + delta(a, c) * delta(b, d) + delta(a, d) * delta(b, c)) / 9);
        }
    }
  }
}

TEST(directions)
{
  ck_assert_int_eq(LBM_Q, TILE_LINKS);
  EACH(i) for (int a = 0; a < 3; a++)
  {
    ck_assert_int_eq(lbm_c[lbm_opposite[i]][a], -lbm_c[i][a]);
    ck_assert_int_eq(lbm_c[i][a], tile_link[i][a]);
  }
}

/* ---- equilibrium ---- */

static void naive_equilibrium(double h[LBM_Q], double rho, double r, const double u[3], int equilibrium)
{
  double square = equilibrium == LBM_STOKES ? 0 : 1;
  double uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  EACH(i)
  {
    double cu = dot(lbm_c[i], u);
    h[i] = lbm_weight[i] * (rho + r * (3 * cu + square * (4.5 * cu * cu - 1.5 * uu)));
  }
}

TEST(equilibrium_moments)
{
  EACH_EQUILIBRIUM(e)
  {
    double rho = 0.03, r = e == LBM_QUASI ? 1 + rho : 1, h[LBM_Q], sum = 0;
    struct moments_one m = {.rho = rho, .r = r, .u = {0.04, -0.05, 0.02}};
    equilibrium_one(h, &m, e);
    EACH(i) sum += h[i];
    NEAR(sum, rho);
    for (int a = 0; a < 3; a++) {
      double j = 0;
      EACH(i) j += lbm_c[i][a] * h[i];
      NEAR(j, r * m.u[a]);
      for (int b = 0; b < 3; b++) {
        double pi = 0;
        EACH(i) pi += lbm_c[i][a] * lbm_c[i][b] * h[i];
        NEAR(pi, rho / 3 * delta(a, b) + (e == LBM_STOKES ? 0 : r * m.u[a] * m.u[b]));
      }
    }
  }
}

TEST(equilibrium_stays)
{
  struct lbm_rates k = made;
  for (int c = 0; c < LBM_COLLISIONS; c++)
    EACH_EQUILIBRIUM(e)
    {
      double f[LBM_Q], g[LBM_Q];
      naive_equilibrium(f, 0.03, e == LBM_QUASI ? 1.03 : 1, (const double[]){0.04, -0.05, 0.02}, e);
      memcpy(g, f, sizeof g);
      collide(g, &k, c, e, false);
      EACH(i) NEAR(g[i], f[i]);
    }
}

/* ---- conservation ---- */

static void sums_of(const double f[LBM_Q], double sum[4])
{
  memset(sum, 0, 4 * sizeof *sum);
  EACH(i)
  {
    sum[0] += f[i];
    for (int a = 0; a < 3; a++)
      sum[1 + a] += lbm_c[i][a] * f[i];
  }
}

TEST(mass_and_momentum)
{
  EACH_COLLISION(c) EACH_EQUILIBRIUM(e) for (int forced = 0; forced < 2; forced++)
  {
    struct lbm_rates k = rates_for(c);
    double f[LBM_Q], before[4], after[4];
    random_node(f, 3);
    sums_of(f, before);
    collide(f, &k, c, e, forced);
    sums_of(f, after);
    NEAR(after[0], before[0]);
    for (int a = 0; a < 3; a++)
      NEAR(after[1 + a], before[1 + a] + (forced ? made.force[a] : 0));
  }
}

/* ---- collision against naive operators ---- */

/* Sets density - 1, r and the velocity. Guo et al., Phys. Rev. E 65 (2002) 046308: the velocity includes half the
 * force. He & Luo, J. Stat. Phys. 88 (1997) 927: r = 1. */
static double naive_moments(const double f[LBM_Q], const double F[3], int equilibrium, double *r, double u[3])
{
  double sum[4];
  sums_of(f, sum);
  *r = equilibrium == LBM_QUASI ? 1 + sum[0] : 1;
  for (int a = 0; a < 3; a++)
    u[a] = (sum[1 + a] + F[a] / 2) / *r;
  return sum[0];
}

/* Guo et al. 2002, eq. 20 without its factor 1 - 1/(2 tau). */
static void naive_source(double s[LBM_Q], const double u[3], const double F[3], int equilibrium)
{
  double uF = u[0] * F[0] + u[1] * F[1] + u[2] * F[2];
  EACH(i)
  {
    double cF = dot(lbm_c[i], F), product = equilibrium == LBM_STOKES ? 0 : 9 * dot(lbm_c[i], u) * cF - 3 * uF;
    s[i] = lbm_weight[i] * (3 * cF + product);
  }
}

static void naive_state(const double f[LBM_Q], const double F[3], int equilibrium, double eq[LBM_Q],
                        double source[LBM_Q])
{
  double r, u[3], rho = naive_moments(f, F, equilibrium, &r, u);
  naive_equilibrium(eq, rho, r, u, equilibrium);
  naive_source(source, u, F, equilibrium);
}

/* Even and odd parts of all terms, also of the force, relax with their own rates: Ginzburg, Verhaeghe & d'Humieres,
 * Commun. Comput. Phys. 3 (2008) 427. BGK is the case of equal rates. */
static void naive_two_rates(double f[LBM_Q], double even, double odd, const double F[3], int equilibrium)
{
  double eq[LBM_Q], source[LBM_Q], out[LBM_Q];
  naive_state(f, F, equilibrium, eq, source);
  EACH(i)
  {
    int o = lbm_opposite[i];
    double plus = even * (eq[i] + eq[o] - f[i] - f[o]) / 2 + (1 - even / 2) * (source[i] + source[o]) / 2;
    double minus = odd * (eq[i] - eq[o] - f[i] + f[o]) / 2 + (1 - odd / 2) * (source[i] - source[o]) / 2;
    out[i] = f[i] + plus + minus;
  }
  memcpy(f, out, sizeof out);
}

/* Rows of d'Humieres, Ginzburg, Krafczyk, Lallemand & Luo, Phil. Trans. R. Soc. A 360 (2002) 437, appendix A, as
 * polynomials of c; and their rates. */
static void naive_matrix(double M[LBM_Q][LBM_Q], double s[LBM_Q], const struct lbm_rates *k)
{
  const double rate[LBM_Q] = {0,     k->e,    k->eps, 0,       k->q,    0,       k->q, 0,    k->q, k->even,
                              k->pi, k->even, k->pi,  k->even, k->even, k->even, k->m, k->m, k->m};
  memcpy(s, rate, sizeof rate);
  EACH(i)
  {
    double x = lbm_c[i][0], y = lbm_c[i][1], z = lbm_c[i][2], cc = x * x + y * y + z * z;
    const double row[LBM_Q] = {1,
                               19 * cc - 30,
                               (21 * cc * cc - 53 * cc + 24) / 2,
                               x,
                               (5 * cc - 9) * x,
                               y,
                               (5 * cc - 9) * y,
                               z,
                               (5 * cc - 9) * z,
                               3 * x * x - cc,
                               (3 * cc - 5) * (3 * x * x - cc),
                               y * y - z * z,
                               (3 * cc - 5) * (y * y - z * z),
                               x * y,
                               y * z,
                               x * z,
                               (y * y - z * z) * x,
                               (z * z - x * x) * y,
                               (x * x - y * y) * z};
    EACH(m) M[m][i] = row[m];
  }
}

static double row_product(const double a[LBM_Q], const double b[LBM_Q])
{
  double sum = 0;
  EACH(i) sum += a[i] * b[i];
  return sum;
}

/* The rows are orthogonal: the inverse is the transpose, divided by the squares of the rows. */
static void naive_mrt(double f[LBM_Q], const struct lbm_rates *k, const double F[3], int equilibrium)
{
  double M[LBM_Q][LBM_Q], s[LBM_Q], eq[LBM_Q], source[LBM_Q], out[LBM_Q];
  naive_matrix(M, s, k);
  naive_state(f, F, equilibrium, eq, source);
  memcpy(out, f, sizeof out);
  EACH(m)
  {
    double now = row_product(M[m], f), aim = row_product(M[m], eq), push = row_product(M[m], source);
    double change = (s[m] * (aim - now) + (1 - s[m] / 2) * push) / row_product(M[m], M[m]);
    /* momentum: the equilibrium includes half the force, and s = 0 */
    EACH(i) out[i] += M[m][i] * change;
  }
  memcpy(f, out, sizeof out);
}

/* Latt & Chopard, Math. Comput. Simul. 72 (2006) 165: deviations from the equilibrium are replaced by their projection
 * w 9/2 (c c - 1/3):Pi on second moments, here without the trace. The force of Guo et al. is half of it in the velocity,
 * so that the deviation includes -1/2 of the source. */
static void naive_deviation(double pi[3][3], const double f[LBM_Q], const double eq[LBM_Q], const double source[LBM_Q])
{
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      pi[a][b] = 0;
      EACH(i) pi[a][b] += lbm_c[i][a] * lbm_c[i][b] * (f[i] - eq[i] + source[i] / 2);
    }
  const double trace = pi[0][0] + pi[1][1] + pi[2][2];
  for (int a = 0; a < 3; a++)
    pi[a][a] -= trace / 3;
}

static void naive_regularised(double f[LBM_Q], double even, const double F[3], int equilibrium)
{
  double eq[LBM_Q], source[LBM_Q], pi[3][3];
  naive_state(f, F, equilibrium, eq, source);
  naive_deviation(pi, f, eq, source);
  EACH(i)
  {
    double projected = 0;
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        projected += 4.5 * lbm_weight[i] * (lbm_c[i][a] * lbm_c[i][b] - delta(a, b) / 3) * pi[a][b];
    f[i] = eq[i] + (1 - even) * projected + source[i] / 2;
  }
}

TEST(rows_are_orthogonal)
{
  double M[LBM_Q][LBM_Q], s[LBM_Q];
  naive_matrix(M, s, &made);
  EACH(m) EACH(n) if (m != n) ck_assert_double_eq(row_product(M[m], M[n]), 0);
}

static void check_against(int collision, int equilibrium, bool forced, uint64_t seed)
{
  static const double none[3] = {0};
  const struct lbm_rates k = rates_for(collision);
  const double *F = forced ? k.force : none;
  double f[LBM_Q], g[LBM_Q];
  random_node(f, seed);
  memcpy(g, f, sizeof g);
  collide(f, &k, collision, equilibrium, forced);
  if (collision == LBM_MRT)
    naive_mrt(g, &k, F, equilibrium);
  else if (collision == LBM_REGULARISED)
    naive_regularised(g, k.even, F, equilibrium);
  else
    naive_two_rates(g, k.even, k.odd, F, equilibrium);
  EACH(i)
  ck_assert_msg(fabs(f[i] - g[i]) < 1e-14, "collision %d equilibrium %d forced %d: f[%d] %.17g, naive %.17g", collision,
                equilibrium, forced, i, f[i], g[i]);
}

TEST(naive_operators)
{
  EACH_COLLISION(c) EACH_EQUILIBRIUM(e) for (uint64_t seed = 1; seed < 20; seed++)
  {
    check_against(c, e, false, seed);
    check_against(c, e, true, seed);
  }
}

/* Without the projection the operator that finds the stress is that of two rates. */
TEST(two_rates_with_the_stress)
{
  EACH_EQUILIBRIUM(e) for (uint64_t seed = 1; seed < 20; seed++)
  {
    const struct rates_one k = rates_of_one(&made);
    double f[LBM_Q], g[LBM_Q];
    random_node(f, seed);
    memcpy(g, f, sizeof g);
    collide_one(f, &k, LBM_LOCAL, e);
    naive_two_rates(g, made.even, made.odd, made.force, e);
    EACH(i) NEAR(f[i], g[i]);
  }
}

TEST(equal_rates_are_bgk)
{
  struct lbm_rates k = equal_rates();
  for (int c = 0; c <= LBM_MRT; c++)
    EACH_EQUILIBRIUM(e) for (int forced = 0; forced < 2; forced++)
    {
      double f[LBM_Q], g[LBM_Q];
      random_node(f, 11);
      memcpy(g, f, sizeof g);
      collide(f, &k, LBM_BGK, e, forced);
      collide(g, &k, c, e, forced);
      EACH(i) NEAR(f[i], g[i]);
    }
}

/* The same C code on vectors: the compiler may contract other products and sums, hence 1e-15 and not equality. */
TEST(vectors_equal_scalars)
{
  EACH_COLLISION(c) EACH_EQUILIBRIUM(e) for (int forced = 0; forced < 2; forced++)
  {
    struct lbm_rates rates = made;
    for (int a = 0; a < 3; a++)
      rates.force[a] *= forced;
    const struct rates_two k = rates_of_two(&rates);
    double f[2][LBM_Q];
    pair v[LBM_Q];
    random_node(f[0], 21);
    random_node(f[1], 22);
    EACH(i) v[i] = (pair){f[0][i], f[1][i]};
    collide_two(v, &k, relaxation_of(c), e);
    for (int lane = 0; lane < 2; lane++) {
      collide(f[lane], &made, c, e, forced);
      EACH(i) ck_assert_double_eq_tol(v[i][lane], f[lane][i], 1e-15);
    }
  }
}

/* ---- boundary conditions ---- */

/* The links that leave through a face, without those that also go towards `wall` (they belong to a resting wall of
 * another axis). */
static unsigned face_links(int axis, int inward, const int wall[3])
{
  unsigned links = 0;
  for (int i = 1; i < LBM_Q; i++) {
    bool kept = false;
    for (int a = 0; a < 3; a++)
      kept |= a != axis && wall[a] && lbm_c[i][a] == wall[a];
    if (lbm_c[i][axis] == -inward && !kept)
      links |= 1u << i;
  }
  return links;
}

struct plane {
  int axis, inward, equilibrium;
  bool forced;
  struct lbm_condition at;
};

static struct rates_one plane_rates(const struct plane *p)
{
  struct lbm_rates k = made;
  for (int a = 0; a < 3; a++)
    k.force[a] *= p->forced;
  return rates_of_one(&k);
}

/* Applies the boundary condition to a random node and compares its moments with those of the patch; `free_axes` bit a:
 * the patch does not fix the transverse momentum along a. */
static void check_plane(const struct plane *p, unsigned links, unsigned free_axes)
{
  const struct rates_one k = plane_rates(p);
  double f[LBM_Q], before[LBM_Q], u[3], r, rho;
  random_node(f, 5);
  memcpy(before, f, sizeof f);
  close_plane_one(f, links, p->axis, p->inward, &p->at, &k, p->equilibrium);
  EACH(i) if (!(links >> lbm_opposite[i] & 1)) ck_assert_double_eq(f[i], before[i]);
  rho = naive_moments(f, k.force, p->equilibrium, &r, u);
  if (p->at.kind == LBM_AT_PRESSURE)
    NEAR(rho, p->at.density);
  for (int a = 0; a < 3; a++)
    if ((p->at.kind == LBM_AT_VELOCITY || a != p->axis) && !(free_axes >> a & 1))
      NEAR(u[a], p->at.velocity[a]);
}

static void check_planes(const int wall[3], unsigned free_axes)
{
  static const struct lbm_condition at[] = {{.kind = LBM_AT_VELOCITY, .velocity = {0.03, -0.02, 0.04}, .density = 0},
                                            {.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0.07}};
  EACH_EQUILIBRIUM(e)
  for (int face = 0; face < 6; face++)
    for (int c = 0; c < 2; c++)
      for (int forced = 0; forced < 2; forced++) {
        struct plane p = {face / 2, face % 2 ? -1 : 1, e, forced, at[c]};
        check_plane(&p, face_links(p.axis, p.inward, wall), free_axes & ~(1u << p.axis));
      }
}

/* Zou & He, Phys. Fluids 9 (1997) 1591, with the transverse correction of Hecht & Harting, J. Stat. Mech. (2010)
 * P01018. */
TEST(plane_is_exact)
{
  check_planes((const int[]){0, 0, 0}, 0);
}

/* The oblique populations of a pressure plane: the two directions along the plane together are at equilibrium. */
TEST(pressure_plane_keeps_developed_flow)
{
  EACH_EQUILIBRIUM(e)
  for (int face = 0; face < 6; face++)
    for (int forced = 0; forced < 2; forced++) {
      struct plane p = {
          face / 2, face % 2 ? -1 : 1, e, forced, {.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0.07}};
      const struct rates_one k = plane_rates(&p);
      double f[LBM_Q], eq[LBM_Q], u[3], r, rho;
      random_node(f, 9);
      close_plane_one(f, face_links(p.axis, p.inward, (const int[]){0, 0, 0}), p.axis, p.inward, &p.at, &k, e);
      rho = naive_moments(f, k.force, e, &r, u);
      naive_equilibrium(eq, rho, r, u, e);
      for (int a = 0; a < 3; a++) {
        double sum = 0;
        EACH(i) sum += a != p.axis && lbm_c[i][p.axis] && lbm_c[i][a] ? f[i] - eq[i] : 0;
        NEAR(sum, 0);
      }
    }
}

/* Edges and corners with resting walls: one diagonal of a pair remains. */
TEST(plane_is_exact_at_walls)
{
  for (int n = 0; n < 27; n++)
    check_planes((const int[]){n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}, 0);
}

/* The extra step of MRT: no third-order moment remains, and all lower ones stay. */
TEST(third_order_is_relaxed)
{
  double f[LBM_Q], g[LBM_Q];
  random_node(f, 5);
  memcpy(g, f, sizeof g);
  relax_third_order_one(g);
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    double mass = 0, momentum = 0, stress = 0, cross = 0, third = 0;
    EACH(i)
    {
      const double d = g[i] - f[i];
      mass += d;
      momentum += lbm_c[i][a] * d;
      stress += lbm_c[i][a] * lbm_c[i][a] * d;
      cross += lbm_c[i][a] * lbm_c[i][b] * d;
      third += lbm_c[i][a] * (lbm_c[i][b] * lbm_c[i][b] - lbm_c[i][c] * lbm_c[i][c]) * g[i];
    }
    NEAR(mass, 0);
    NEAR(momentum, 0);
    NEAR(stress, 0);
    NEAR(cross, 0);
    NEAR(third, 0);
  }
}

/* A gap of one node: no diagonal remains to correct the momentum across it; the other moments stay exact. */
TEST(plane_in_a_gap)
{
  for (int face = 0; face < 6; face++) {
    int axis = face / 2, across = (axis + 1) % 3;
    struct plane p = {axis,
                      face % 2 ? -1 : 1,
                      LBM_QUASI,
                      true,
                      {.kind = LBM_AT_VELOCITY, .velocity = {0.03, -0.02, 0.04}, .density = 0}};
    unsigned links = face_links(axis, p.inward, (const int[]){0, 0, 0});
    for (int i = 1; i < LBM_Q; i++)
      if (lbm_c[i][across])
        links &= ~(1u << i);
    check_plane(&p, links, 1u << across);
  }
}

/* Ladd, J. Fluid Mech. 271 (1994) 285: f(-c) = f(c) - 6 w c.u, so that c.u < 0 (an approaching wall) adds momentum. */
TEST(wall_adds_momentum)
{
  const double u[3] = {0.03, -0.02, 0.04};
  double f[LBM_Q], g[LBM_Q];
  unsigned links = face_links(1, 1, (const int[]){0, 0, 0});
  random_node(f, 8);
  memcpy(g, f, sizeof g);
  close_wall_one(g, links, u, 0);
  EACH(i)
  {
    int o = lbm_opposite[i];
    NEAR(g[i] - f[i], links >> o & 1 ? 6 * lbm_weight[i] * dot(lbm_c[i], u) : 0);
  }
}

/* Anti-bounce-back leaves an equilibrium at the pressure of the patch unchanged: -e(c) + 2 e+ = e(-c). The velocity in
 * its quadratic part is that of the node, found without that part: an error of third order in the velocity. */
TEST(pressure_keeps_equilibrium)
{
  const struct lbm_boundary_node node = {.boundary = LBM_OPEN, .links = face_links(2, 1, (const int[]){1, 0, 0})};
  const struct lbm_condition at = {.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0.07};
  const struct rates_one k = {0};
  EACH_EQUILIBRIUM(e)
  {
    const struct moments_one m = {
        .rho = at.density, .r = e == LBM_QUASI ? 1 + at.density : 1, .u = {0.03, -0.02, 0.01}};
    double f[LBM_Q], g[LBM_Q];
    equilibrium_one(f, &m, e);
    EACH(i) g[i] = node.links >> lbm_opposite[i] & 1 ? f[lbm_opposite[i]] : f[i]; /* bounced back */
    close_node_one(g, &node, &at, &k, e);
    EACH(i) ck_assert_double_eq_tol(g[i], f[i], e == LBM_STOKES ? 1e-15 : 2e-5);
  }
}

static int direction_of(int x, int y, int z)
{
  int i = 0;
  while (lbm_c[i][0] != x || lbm_c[i][1] != y || lbm_c[i][2] != z)
    i++;
  return i;
}

/* Equilibria of a density alone and of a momentum alone, both powers of 2, from zero: only the weights are rounded. The
 * sum of w is 1, and so is that of 3 w c_x c_x over two axes and eight diagonals. */
TEST(single_precision_conserves)
{
  const struct rates_single k = rates_of_single(&(struct lbm_rates){.even = 1, .odd = 1});
  const int x = direction_of(1, 0, 0), xy = direction_of(1, 1, 0), xz = direction_of(1, 0, 1);
  float rest[LBM_Q] = {0x1p-6f}, axis[LBM_Q] = {0}, moves[LBM_Q] = {0};
  axis[x] = axis[lbm_opposite[x]] = 0x1p-7f;
  moves[xy] = 0x1p-6f;
  moves[lbm_opposite[xy]] = -0x1p-6f;
  collide_single(rest, &k, LBM_TWO_RATES, LBM_STOKES);
  collide_single(axis, &k, LBM_TWO_RATES, LBM_STOKES);
  collide_single(moves, &k, LBM_TWO_RATES, LBM_STOKES);
  double sum = (double)axis[0];
  for (int i = 1; i < LBM_Q; i++)
    sum += (double)rest[i];
  ck_assert_double_eq(sum, 0x1p-6);
  ck_assert_double_eq(2 * (double)moves[x] + 8 * (double)moves[xz], 0x1p-5);
}

int main(void)
{
  return run_tests("site", 0, CK_FORK_GETENV);
}
