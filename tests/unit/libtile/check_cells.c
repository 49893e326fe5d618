/* SPDX-License-Identifier: BSD-3-Clause */
/* Curvatures and directions of simple bodies, whose values are known, and mirrored and rotated images. */
#include "bits_made.h"
#include "pores.h"
#include "suite.h"

#include <math.h>
#include <string.h>

/* ---- bodies -------------------------------------------------------------------- */

struct point {
  double x, y, z;
};
typedef bool body(struct point p);

/* A cube of n^3 nodes. */
static struct tile_bits bits_of(int64_t n, body *is_in)
{
  struct tile_bits b = empty_bits((const int64_t[]){n, n, n});
  for (int64_t z = 0; z < n; z++)
    for (int64_t y = 0; y < n; y++)
      for (int64_t x = 0; x < n; x++)
        if (is_in((struct point){(double)x, (double)y, (double)z}))
          set_bit(&b, x, y, z);
  return b;
}

/* Nodes that belong to the bits become those that do not. */
static void invert(struct tile_bits *b)
{
  struct tile_bits c = empty_bits(b->grid);
  for (int64_t z = 0; z < b->grid[2]; z++)
    for (int64_t y = 0; y < b->grid[1]; y++)
      for (int64_t x = 0; x < b->grid[0]; x++)
        if (!tile_bit(b, x, y, z))
          set_bit(&c, x, y, z);
  tile_bits_free(b);
  *b = c;
}

static double from(struct point p, double x, double y, double z)
{
  return sqrt(pow(p.x - x, 2) + pow(p.y - y, 2) + pow(p.z - z, 2));
}

static double radius = 20;
static bool ball(struct point p)
{
  return from(p, 47.3, 46.8, 47.6) < radius;
}
static bool shell(struct point p)
{
  const double r = from(p, 47.3, 46.8, 47.6);
  return r < 30 && r > 15;
}
static bool torus(struct point p)
{
  return pow(hypot(p.x - 47.3, p.y - 46.8) - 25, 2) + pow(p.z - 47.6, 2) < 10 * 10;
}
static bool two_balls(struct point p)
{
  return from(p, 25.2, 24.7, 25.4) < 20 || from(p, 70.3, 69.8, 68.9) < 20;
}

/* ---- Minkowski functionals ---------------------------------------------------------- */

static struct tile_minkowski measure(const struct tile_bits *b, bool solid)
{
  struct tile_cells c;
  struct tile_minkowski m;
  tile_cells_count(&c, b, NULL, solid);
  tile_cells_minkowski(&m, &c);
  return m;
}

/* Exact values of the smooth body; the same body as the solid. */
static const struct exact {
  body *body;
  double radius, volume, surface, mean_curvature;
  int64_t euler;
} bodies[] = {{ball, 20, 4 * M_PI / 3 * 8000, 4 * M_PI * 400, 4 * M_PI * 20, 1},
              {ball, 30.4, 4 * M_PI / 3 * 28094.464, 4 * M_PI * 924.16, 4 * M_PI * 30.4, 1},
              {ball, 40, 4 * M_PI / 3 * 64000, 4 * M_PI * 1600, 4 * M_PI * 40, 1},
              /* the curvature of the inside is negative, that of a torus 2 pi^2 of its large radius */
              {shell, 0, 4 * M_PI / 3 * (27000 - 3375), 4 * M_PI *(900 + 225), 4 * M_PI *(30 - 15), 2},
              {torus, 0, 2 * M_PI *M_PI * 25 * 100, 4 * M_PI *M_PI * 250, 2 * M_PI *M_PI * 25, 0},
              {two_balls, 0, 8 * M_PI / 3 * 8000, 8 * M_PI * 400, 8 * M_PI * 20, 2}};

LOOP_TEST(smooth, 2 * sizeof bodies / sizeof *bodies)
{
  const struct exact *x = bodies + _i / 2;
  const bool solid = _i % 2;
  radius = x->radius;
  struct tile_bits b = bits_of(95, x->body);
  if (solid)
    invert(&b);
  const struct tile_minkowski m = measure(&b, solid);
  ck_assert_double_eq_tol((double)m.volume, x->volume, 0.01 * x->volume);
  ck_assert_double_eq_tol(m.surface, x->surface, 0.01 * x->surface);
  ck_assert_double_eq_tol(m.mean_curvature, x->mean_curvature, (x->body == torus ? 0.03 : 0.02) * x->mean_curvature);
  ck_assert_int_eq(m.euler, x->euler);
  tile_bits_free(&b);
}

/* Two nodes that meet at a corner are two bodies of pores, but one solid. */
static bool half_space(struct point p)
{
  return p.z < 8;
}

/* A plane normal to z: twice the sum over 26 directions n of weight |n_z|, with the weights 0.045778, 0.036981 and 0.035196
 * (Ohser & Muecklich, Statistical Analysis of Microstructures in Materials Science, Wiley 2000) 0.926629 of its area. */
TEST(plane)
{
  struct tile_bits b = bits_of(17, half_space);
  const double wanted = 2 * (2 * 0.045778 + 8 * 0.036981 / sqrt(2) + 8 * 0.035196 / sqrt(3));
  ck_assert_double_eq_tol(measure(&b, false).surface / (16 * 16), wanted, 2e-5);
  tile_bits_free(&b);
}

TEST(corner)
{
  struct tile_bits b = empty_bits((const int64_t[]){4, 4, 4});
  set_bit(&b, 1, 1, 1);
  set_bit(&b, 2, 2, 2);
  ck_assert_int_eq(measure(&b, false).euler, 2);
  invert(&b);
  ck_assert_int_eq(measure(&b, true).euler, 1);
  tile_bits_free(&b);
}

/* Cells one by one. */
static struct tile_cells cells_by_definition(const struct tile_bits *b, const struct tile_bits *mask, bool solid)
{
  struct tile_cells c = {.solid = solid};
  const int64_t *n = b->grid;
  for (int64_t z = -1; z < n[2]; z++)
    for (int64_t y = -1; y < n[1]; y++)
      for (int64_t x = -1; x < n[0]; x++) {
        unsigned cell = 0, within = 0;
        for (int i = 0; i < 8; i++) {
          const int64_t at[3] = {x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)};
          if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] >= n[0] || at[1] >= n[1] || at[2] >= n[2])
            continue;
          if (mask && !tile_bit(mask, at[0], at[1], at[2]))
            continue;
          within++;
          cell |= (unsigned)(tile_bit(b, at[0], at[1], at[2]) != solid) << i;
        }
        (within == 8 ? c.inside : c.border)[cell]++;
      }
  return c;
}

static const int64_t grids[][3] = {{130, 9, 7}, {64, 5, 4}, {65, 4, 5}, {63, 3, 3}, {1, 6, 5}, {7, 9, 1}};

static void check_cells(const struct tile_bits *b, const struct tile_bits *mask, bool solid)
{
  const struct tile_cells wanted = cells_by_definition(b, mask, solid);
  struct tile_cells c;
  tile_cells_count(&c, b, mask, solid);
  ck_assert_mem_eq(c.inside, wanted.inside, sizeof c.inside);
  ck_assert_mem_eq(c.border, wanted.border, sizeof c.border);
}

LOOP_TEST(by_definition, 2 * sizeof grids / sizeof *grids)
{
  const bool solid = _i % 2;
  struct tile_bits b = random_bits(grids[_i / 2], 0.6, (unsigned)_i + 1), mask = random_bits(grids[_i / 2], 0.9, 5);
  check_cells(&b, NULL, solid);
  check_cells(&b, &mask, solid);
  struct tile_texture t;
  struct tile_error e;
  const int64_t pores = tile_bits_count(&b), all = b.grid[0] * b.grid[1] * b.grid[2];
  ck_assert_int_eq(measure(&b, solid).volume, solid ? all - pores : pores);
  ck_assert_int_eq(tile_texture_make(&t, &b, &e), 0);
  ck_assert_int_eq(measure(&b, false).euler, t.euler);
  tile_texture_free(&t);
  tile_bits_free(&b);
  tile_bits_free(&mask);
}

/* ---- directions ----------------------------------------------------------------------- */

static struct tile_anisotropy directions_of(const struct tile_bits *b)
{
  struct tile_cells c;
  struct tile_anisotropy t;
  struct tile_error e = {0};
  tile_cells_count(&c, b, NULL, false);
  ck_assert_msg(tile_cells_anisotropy(&t, &c, &e) == 0, "%s", e.text);
  return t;
}

static int line_of(int x, int y, int z)
{
  for (int i = 0; i < TILE_DIRECTIONS; i++)
    if (tile_lines[i][0] == x && tile_lines[i][1] == y && tile_lines[i][2] == z)
      return i;
  ck_abort_msg("no such line");
}

/* Plates of 4 nodes normal to z: over 16 periods and a node the lines have exactly a change every 4 nodes. */
static bool plates(struct point p)
{
  return (int64_t)(p.z + 2) / 4 % 2;
}

TEST(across_plates)
{
  struct tile_bits b = bits_of(65, plates);
  const struct tile_anisotropy t = directions_of(&b);
  ck_assert_double_eq_tol(t.intercept[line_of(0, 0, 1)], 4, 1e-12);
  ck_assert_double_eq_tol(t.intercept[line_of(0, 1, 1)], 4 * sqrt(2), 1e-12);
  ck_assert_double_eq_tol(t.intercept[line_of(-1, 1, 1)], 4 * sqrt(3), 1e-12);
  ck_assert(isinf(t.intercept[line_of(1, 0, 0)]) && isinf(t.intercept[line_of(-1, 1, 0)]));
  ck_assert(isinf(t.length[0]) && isinf(t.length[1]) && isnan(t.fabric[0][0]));
  ck_assert_double_eq_tol(t.length[2], 4, 1e-9);
  ck_assert_double_eq_tol(fabs(t.axis[2][2]), 1, 1e-12);
  ck_assert_double_eq(t.degree, 1);
  tile_bits_free(&b);
}

/* Plates of 4 nodes along x, normal to x + y: 4 / sqrt(2) thick. */
static bool slanted(struct point p)
{
  return (int64_t)(p.x + p.y) / 4 % 2;
}

TEST(across_slanted)
{
  struct tile_bits b = bits_of(65, slanted);
  const struct tile_anisotropy t = directions_of(&b);
  ck_assert_double_eq_tol(t.intercept[line_of(1, 0, 0)], 4, 0.04);
  ck_assert_double_eq_tol(t.intercept[line_of(1, 1, 0)], 4 / sqrt(2), 0.04);
  ck_assert(isinf(t.intercept[line_of(-1, 1, 0)]));
  ck_assert_double_eq_tol(t.length[2], 4 / sqrt(2), 0.04);
  ck_assert_double_eq_tol(t.axis[2][0], sqrt(0.5), 1e-3);
  ck_assert_double_eq_tol(t.axis[2][1], sqrt(0.5), 1e-3);
  ck_assert_double_ge(t.degree, 0.9);
  tile_bits_free(&b);
}

TEST(of_ball)
{
  radius = 30.4;
  struct tile_bits b = bits_of(95, ball);
  const struct tile_anisotropy t = directions_of(&b);
  /* a line has the area 1 / spacing: of all of them through the ball two changes */
  for (int i = 0; i < TILE_DIRECTIONS; i++)
    ck_assert_double_eq_tol(t.intercept[i], 94. * 94 * 94 / (2 * M_PI * radius * radius), 0.02 * t.intercept[i]);
  ck_assert_double_le(t.degree, 0.01);
  ck_assert_double_eq_tol(t.fabric[0][0], t.intercept[0], 0.02 * t.intercept[0]);
  tile_bits_free(&b);
}

/* Ellipsoids with half axes 12, 6, 6 along x: one changes 2 pi of the others' product along a line, 4.5 times it. */
static bool ellipsoids(struct point p)
{
  const double x = fmod(p.x, 32) - 15.7, y = fmod(p.y, 16) - 7.8, z = fmod(p.z, 16) - 7.6;
  return x * x / 144 + y * y / 36 + z * z / 36 < 1;
}

TEST(of_ellipsoids)
{
  struct tile_bits b = bits_of(97, ellipsoids);
  const struct tile_anisotropy t = directions_of(&b);
  /* an ellipsoid fits exactly: the projected area along n is pi a b c |n / half axes| */
  ck_assert_double_eq_tol(t.length[0] / t.length[1], 2, 0.06);
  ck_assert_double_eq_tol(t.length[0], 32. * 16 * 16 / (2 * M_PI * 36), 0.03 * t.length[0]);
  ck_assert_double_eq_tol(t.axis[0][0], 1, 1e-3);
  ck_assert_double_eq_tol(t.degree, 0.5, 0.02);
  tile_bits_free(&b);
}

/* ---- mirrored and rotated images --------------------------------------------------------- */

static void check_same(const struct tile_anisotropy *t, const struct tile_anisotropy *of, const int order[3],
                       int mirrors)
{
  ck_assert_mem_eq(t->length, of->length, sizeof t->length);
  ck_assert_mem_eq(&t->degree, &of->degree, sizeof t->degree);
  for (int a = 0; a < 3; a++)
    for (int i = 0; i < 3; i++) {
      const bool turned = (mirrors >> a ^ mirrors >> i) & 1;
      ck_assert_double_eq(fabs(t->axis[i][order[a]]), fabs(of->axis[i][a]));
      ck_assert_double_eq(t->fabric[order[a]][order[i]], turned ? -of->fabric[a][i] : of->fabric[a][i]);
    }
}

LOOP_TEST(mirrors_and_rotations, 4)
{
  struct tile_bits b = random_bits((const int64_t[]){70, 13, 9}, 0.5, (unsigned)_i + 3);
  const struct tile_minkowski m = measure(&b, _i % 2);
  const struct tile_anisotropy t = directions_of(&b);
  for (int i = 0; i < 48; i++) {
    struct tile_bits to = moved_bits(&b, moved_orders[i / 8], i % 8);
    const struct tile_minkowski n = measure(&to, _i % 2);
    const struct tile_anisotropy u = directions_of(&to);
    ck_assert_int_eq(n.euler, m.euler);
    ck_assert_int_eq(n.volume, m.volume);
    ck_assert_double_eq(n.surface, m.surface);
    ck_assert_double_eq(n.mean_curvature, m.mean_curvature);
    check_same(&u, &t, moved_orders[i / 8], i % 8);
    tile_bits_free(&to);
  }
  tile_bits_free(&b);
}

TEST(one_slice)
{
  struct tile_bits b = random_bits((const int64_t[]){9, 9, 1}, 0.5, 1);
  struct tile_cells c;
  struct tile_anisotropy t;
  struct tile_error e;
  tile_cells_count(&c, &b, NULL, false);
  ck_assert_int_eq(tile_cells_anisotropy(&t, &c, &e), TILE_REJECTED);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("cells", 60, CK_FORK_GETENV);
}
