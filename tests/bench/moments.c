/* SPDX-License-Identifier: BSD-3-Clause */
/* Ten moments per node instead of nineteen populations: where the collision is regularised (J. Latt & B. Chopard, Math.
 * Comput. Simul. 72 (2006) 165), the outgoing populations follow from density, momentum and second moments,
 *
 *   f_i = w_i (r + 3 c_i.j + 9/2 (c_i c_i - 1/3):S),   S = j u + (1 - 1/tau) (sum f_i c_i c_i - r/3 - j u),   r =
 * density - 1,
 *
 * so that a node stores these, and its neighbours compute its populations from them when they gather. Both methods run
 * in a periodic cube: BGK, quasi-compressible, fp64, two grids.
 *
 *   moments [SIDE]...     million site updates per second
 *   moments check         compares the flow of both methods, and the decay of vortices with theory
 *
 * Ghost modes are lost, and with them the fixed magic parameter of TRT: the position of half-way walls, and a
 * permeability, would depend on tau. Hence this is a measurement, and not an option of tessera-run. */
#include "bandwidth.h"
#include "best.h"
#include "isa.h"
#include "lattice.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define INLINE static inline __attribute__((always_inline))
#define SCALAR double
#define REAL vector_fp64
#define SITE(name) name
#define SITE_FUNC INLINE
#include "moments_site.h"

#define EACH_DIRECTION(i) _Pragma("GCC unroll 19") for (int i = 0; i < LBM_Q; i++)
#define EACH_AXIS(a) _Pragma("GCC unroll 3") for (int a = 0; a < 3; a++)
#define PI 3.14159265358979323846

enum { LANES = sizeof(vector_fp64) / sizeof(double), MARGIN = LANES };

static const double TAU = 0.8;

/* A row of nodes along x is one run per value, with one extra node at each end. */
struct cube {
  int side, values; /* values: MOMENTS or LBM_Q */
  size_t run;
  double *grid[2];
};

static double *run_of(const struct cube *c, double *grid, int y, int z, int value)
{
  const int side = c->side;
  const size_t row = (size_t)((z + side) % side) * (size_t)side + (size_t)((y + side) % side);
  return grid + (row * (size_t)c->values + (size_t)value) * c->run + MARGIN;
}

static int open_cube(struct cube *c, int side, int values)
{
  *c = (struct cube){.side = side, .values = values, .run = (size_t)side + 2 * MARGIN};
  const size_t count = (size_t)side * (size_t)side * c->run * (size_t)values;
  for (int k = 0; k < 2; k++) {
    c->grid[k] = aligned_alloc(64, count * sizeof(double));
    if (!c->grid[k])
      return 1;
#pragma omp parallel for schedule(static)
    for (size_t n = 0; n < count; n++)
      c->grid[k][n] = 0;
  }
  return 0;
}

static void close_cube(struct cube *c)
{
  free(c->grid[0]);
  free(c->grid[1]);
}

/* ---- a node -------------------------------------------------------------------------- */

INLINE void relax(vector_fp64 m[MOMENTS], const vector_fp64 f[LBM_Q])
{
  struct arrived s = {{0}, {{0}}, {{0}}, {{0}}};
  EACH_DIRECTION(i) add_population(&s, f[i], i);
  relax_arrived(m, &s, 1 - 1 / TAU);
}

/* ---- a row ---------------------------------------------------------------------------- */

INLINE vector_fp64 load(const double *from)
{
  vector_fp64 v;
  memcpy(&v, from, sizeof v);
  return v;
}

INLINE void store(double *to, vector_fp64 v)
{
  memcpy(to, &v, sizeof v);
}

/* The moments from which population i is computed. */
INLINE vector_fp64 gather(const double *from, size_t run, int i)
{
  vector_fp64 m[MOMENTS] = {load(from)};
  EACH_AXIS(a)
  {
    if (lbm_c[i][a]) {
      m[1 + a] = load(from + (size_t)(1 + a) * run);
      m[4 + a] = load(from + (size_t)(4 + a) * run);
    }
    if (MOMENTS_CROSS(i, a) != 0)
      m[MOMENTS_PAIR + a] = load(from + (size_t)(MOMENTS_PAIR + a) * run);
  }
  return population(m, i);
}

static void wrap(const struct cube *c, double *to)
{
  for (int v = 0; v < c->values; v++, to += c->run) {
    to[-1] = to[c->side - 1];
    to[c->side] = to[0];
  }
}

INLINE void update_row(const struct cube *c, double *from, double *to, int y, int z, const bool moments)
{
  const double *source[LBM_Q];
  vector_fp64 f[LBM_Q], m[MOMENTS];
  double *out = run_of(c, to, y, z, 0);
  for (int i = 0; i < LBM_Q; i++)
    source[i] = run_of(c, from, y - lbm_c[i][1], z - lbm_c[i][2], moments ? 0 : i) - lbm_c[i][0];
  for (int x = 0; x < c->side; x += LANES) {
    EACH_DIRECTION(i) f[i] = moments ? gather(source[i] + x, c->run, i) : load(source[i] + x);
    relax(m, f);
    if (moments)
      for (int v = 0; v < MOMENTS; v++)
        store(out + (size_t)v * c->run + x, m[v]);
    else
      EACH_DIRECTION(i) store(out + (size_t)i * c->run + x, population(m, i));
  }
  wrap(c, out);
}

static void step(const struct cube *c, double *from, double *to)
{
#pragma omp parallel for schedule(static)
  for (int n = 0; n < c->side * c->side; n++)
    if (c->values == MOMENTS)
      update_row(c, from, to, n % c->side, n / c->side, true);
    else
      update_row(c, from, to, n % c->side, n / c->side, false);
}

static void make_steps(const struct cube *c, int pairs)
{
  for (int n = 0; n < pairs; n++) {
    step(c, c->grid[0], c->grid[1]);
    step(c, c->grid[1], c->grid[0]);
  }
}

/* ---- output ----------------------------------------------------------------------------- */

static void make_two(void *cube)
{
  make_steps(cube, 1);
}

static int measure(int side)
{
  static const int values[] = {LBM_Q, MOMENTS};
  const size_t bytes = (size_t)side * (size_t)side * (size_t)side * LBM_Q * sizeof(double);
  const double bound = lbm_copy_bandwidth(bytes, 0) / (2. * LBM_Q * sizeof(double)) * 1e-6;
  for (int k = 0; k < 2; k++) {
    struct cube c;
    if (open_cube(&c, side, values[k]))
      return 1;
    const double speed = best_speed(make_two, &c, 2. * side * side * side);
    close_cube(&c);
    printf("%d,%d,%d,%.1f,%.1f,%.3f\n", side, omp_get_max_threads(), values[k], speed, bound, speed / bound);
    fflush(stdout);
  }
  return 0;
}

/* ---- check -------------------------------------------------------------------------------- */

enum { LITTLE = 32, STEPS = 100 };
static const double SPEED = 0.01;

/* Taylor-Green vortices in the plane of x and y, without their stress. */
static void put_vortices(const struct cube *c)
{
  const double k = 2 * PI / c->side;
  for (int z = 0; z < c->side; z++)
    for (int y = 0; y < c->side; y++) {
      double *to = run_of(c, c->grid[0], y, z, 0);
      for (int x = 0; x < c->side; x++) {
        const double u[2] = {-SPEED * sin(k * x) * cos(k * y), SPEED * cos(k * x) * sin(k * y)};
        for (int v = 0; v < c->values; v++)
          to[(size_t)v * c->run + (size_t)x] = c->values == MOMENTS
                                                   ? (v == 1 || v == 2 ? 3 * u[v - 1] : 0)
                                                   : 3 * lbm_weight[v] * (lbm_c[v][0] * u[0] + lbm_c[v][1] * u[1]);
      }
      wrap(c, to);
    }
}

/* 3 times the momentum of a node along y. */
static double momentum(const struct cube *c, int x, int y, int z)
{
  const double *at = run_of(c, c->grid[0], y, z, 0) + x;
  double sum = 0;
  if (c->values == MOMENTS)
    return at[2 * c->run];
  for (int i = 0; i < LBM_Q; i++)
    sum += 3 * lbm_c[i][1] * at[(size_t)i * c->run];
  return sum;
}

/* Both methods agree to rounding; the rate 2 nu k^2 (Taylor & Green 1937) holds within 0.5 %, the error of the
 * lattice. */
static int differ(const struct cube *some, const struct cube *all)
{
  const double early = momentum(some, 0, LITTLE / 4, 3), rate = 2 * (TAU - 0.5) / 3 * pow(2 * PI / LITTLE, 2);
  int wrong = 0;
  for (int y = 0; y < LITTLE; y++)
    for (int x = 0; x < LITTLE; x++)
      wrong += !(fabs(momentum(some, x, y, 7) - momentum(all, x, y, 7)) <= 1e-14);
  make_steps(some, STEPS / 2);
  const double found = log(early / momentum(some, 0, LITTLE / 4, 3)) / STEPS;
  if (wrong || !(fabs(found / rate - 1) < 0.005))
    printf("%d nodes differ; vortices decay at %g, exactly %g\n", wrong, found, rate);
  return wrong || !(fabs(found / rate - 1) < 0.005);
}

static int check(void)
{
  struct cube some, all;
  int code = open_cube(&some, LITTLE, MOMENTS);
  code = open_cube(&all, LITTLE, LBM_Q) || code;
  if (!code) {
    put_vortices(&some);
    put_vortices(&all);
    make_steps(&some, STEPS / 2);
    make_steps(&all, STEPS / 2);
    code = differ(&some, &all);
  }
  close_cube(&some);
  close_cube(&all);
  return code;
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "check"))
    return check();
  puts("side,threads,values,mlsups,copy_bound,ratio");
  for (int k = 1; k < argc || k == 1; k++)
    if (measure(argc > 1 ? atoi(argv[k]) : 160))
      return 1;
  return 0;
}
