/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures of pores of shapes with exact values, and of images that are turned and mirrored. */
#include "boolean_made.h"
#include "pores.h"
#include "suite.h"

#include <string.h>

static struct tile_squares squares_of(const struct tile_bits *b, unsigned periodic)
{
  struct tile_squares s;
  struct tile_error e = {0};
  ck_assert_msg(tile_squares_make(&s, b, NULL, false, periodic, &e) == 0, "%s", e.text);
  return s;
}

static double share_above(const struct tile_squares *s, double square)
{
  int64_t *count, sum = 0;
  struct tile_error e;
  ck_assert_int_eq(tile_squares_count(&count, s, &e), 0);
  for (uint32_t v = (uint32_t)square; v <= s->most; v++)
    sum += count[v];
  free(count);
  return (double)sum / (double)s->nodes;
}

/* ---- a cube ---------------------------------------------------------------------- */

/* Balls of radius r fill a cube of side L but for its edges and corners. The radius of a ball of voxels is known to a voxel
 * or two, as in check_pores.c. */
static double opened(double r, double side)
{
  const double l = side - 2 * r;
  return (l * l * l + 6 * l * l * r + 3 * M_PI * l * r * r + 4 * M_PI / 3 * r * r * r) / (side * side * side);
}

TEST(cube)
{
  const int64_t side = 61;
  struct tile_bits b = box_bits((const int64_t[]){side + 2, side + 2, side + 2}, (const int64_t[]){1, 1, 1},
                                (const int64_t[]){side + 1, side + 1, side + 1});
  struct tile_squares s = squares_of(&b, 0);
  struct tile_error e;
  ck_assert_uint_eq(s.most, 31 * 31);
  ck_assert_int_eq(tile_squares_cover(&s, &e), 0);
  for (double r = 8; r < 30; r += 7) {
    ck_assert_double_ge(share_above(&s, r * r), opened(r, (double)side));
    ck_assert_double_le(share_above(&s, r * r), opened(r - 2.5, (double)side));
  }
  tile_squares_free(&s);
  tile_bits_free(&b);
}

/* ---- overlapping spheres ----------------------------------------------------------- */

/* Two grids of 160^3 with spheres of radius 8 against the exact values: S. Torquato, Random Heterogeneous Materials (2002),
 * chapter 5. tests/validate/pores/pores.py has more of them, and their standard errors. Tolerance: three times the deviation of
 * the mean of two, which 24 grids gave: 0.025, of the surface 3 %. */
enum { SIDE = 160, RADIUS = 8, DISTANCE = 3 };
static const double eta = 0.8, tolerance = 0.025;

struct boolean {
  double porosity, two_point[2], lineal, surface, survival;
};

static double both_are_pores(double r)
{
  return exp(-eta * (1 + 3 * r / (4 * RADIUS) - r * r * r / (16 * RADIUS * RADIUS * RADIUS)));
}

/* Lines of nodes meet 2 (porosity - S2(d)) / d surfaces per length, d the distance of their nodes: with the weights of the
 * 26 directions in minkowski.c this is the surface that voxels can have; for small voxels it is 3 eta porosity / R. */
static double surface_of_voxels(void)
{
  static const double weight[] = {6 * 0.045778, 12 * 0.036981, 8 * 0.035196};
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += 4 * weight[i] * (both_are_pores(0) - both_are_pores(sqrt(i + 1))) / sqrt(i + 1);
  return sum;
}

/* No centre lies less than R from any of the voxels that are at most 3 away: their volume is that of a ball of R + 2.8452
 * (2^21 points). */
static double survival_of_voxels(void)
{
  return exp(-eta * pow(1 + 2.8452 / RADIUS, 3));
}

static double mean_at(double *const value[3], int lag)
{
  return (value[0][lag] + value[1][lag] + value[2][lag]) / 3;
}

static double share_beyond(const struct tile_bits *b, int distance)
{
  struct tile_squares s = squares_of(b, TILE_X | TILE_Y | TILE_Z);
  const double share = share_above(&s, distance * distance + 1) * (double)s.nodes;
  tile_squares_free(&s);
  return share / pow(SIDE, 3);
}

static struct boolean measure(uint64_t seed)
{
  struct tile_bits b = boolean_bits(SIDE, RADIUS, eta, seed);
  struct tile_correlation c;
  struct tile_cells cells;
  struct tile_minkowski m;
  struct tile_error e;
  ck_assert_int_eq(tile_correlation_make(&c, &b, NULL, false, 2 * RADIUS, &e), 0);
  tile_cells_count(&cells, &b, NULL, false);
  tile_cells_minkowski(&m, &cells);
  const struct boolean found = {(double)tile_bits_count(&b) / pow(SIDE, 3),
                                {mean_at(c.two_point, RADIUS), mean_at(c.two_point, 2 * RADIUS)},
                                mean_at(c.lineal, RADIUS),
                                m.surface / pow(SIDE - 1, 3),
                                share_beyond(&b, DISTANCE)};
  tile_correlation_free(&c);
  tile_bits_free(&b);
  return found;
}

static void check_mean(double a, double b, double exact, double within)
{
  ck_assert_double_eq_tol((a + b) / 2, exact, within);
}

TEST(boolean_spheres)
{
  const struct boolean a = measure(1), b = measure(2);
  check_mean(a.porosity, b.porosity, exp(-eta), tolerance);
  check_mean(a.two_point[0], b.two_point[0], both_are_pores(RADIUS), tolerance);
  check_mean(a.two_point[1], b.two_point[1], both_are_pores(2 * RADIUS), tolerance);
  check_mean(a.lineal, b.lineal, exp(-eta * 1.75), tolerance);
  check_mean(a.surface, b.surface, surface_of_voxels(), 0.03 * surface_of_voxels());
  check_mean(a.survival, b.survival, survival_of_voxels(), tolerance);
}

/* ---- turned and mirrored -------------------------------------------------------------- */

static unsigned moved_axes(unsigned axes, const int order[3])
{
  unsigned to = 0;
  for (int a = 0; a < 3; a++)
    to |= (axes >> a & 1) << order[a];
  return to;
}

/* The face at the other end if the axis is mirrored. */
static unsigned moved_face(int face, const int order[3], int mirrors)
{
  const int axis = face % 3;
  return 1U << (order[axis] + 3 * ((face / 3) ^ (mirrors >> axis & 1)));
}

static size_t moved_node(const int64_t n[3], const int64_t at[3], const int order[3], int mirrors)
{
  int64_t to[3], grid[3];
  for (int a = 0; a < 3; a++) {
    grid[order[a]] = n[a];
    to[order[a]] = mirrors >> a & 1 ? n[a] - 1 - at[a] : at[a];
  }
  return (size_t)((to[2] * grid[1] + to[1]) * grid[0] + to[0]);
}

static void check_moved(const void *to, const void *from, size_t size, const int64_t n[3], const int order[3],
                        int mirrors)
{
  const char *a = from, *b = to;
  bool same = true;
  int64_t at[3];
  for (at[2] = 0; at[2] < n[2]; at[2]++)
    for (at[1] = 0; at[1] < n[1]; at[1]++)
      for (at[0] = 0; at[0] < n[0]; at[0]++, a += size)
        same = same && !memcmp(a, b + size * moved_node(n, at, order, mirrors), size);
  ck_assert(same);
}

enum { LAGS = 20 };
/* What is measured of an image, with the periodic axes `periodic` and the inlet `face`. */
struct measured {
  struct tile_squares thick, entered, trapped;
  uint32_t pass[3];
  struct tile_correlation c;
  struct tile_windows w;
  struct tile_map map;
};

static struct tile_squares enter(struct measured *m, const struct tile_bits *b, unsigned periodic, unsigned face,
                                 bool trap)
{
  struct tile_squares s = squares_of(b, periodic & ~(face | face >> 3));
  struct tile_error e;
  for (int a = 0; a < 3; a++)
    ck_assert_int_eq(tile_squares_pass(&s, a, m->pass + a, &e), 0);
  ck_assert_int_eq(tile_squares_invade(&s, face, &e), 0);
  ck_assert_int_eq(tile_squares_cover(&s, &e), 0);
  if (trap)
    ck_assert_int_eq(tile_squares_trap(&s, (face >> 3 | face << 3) & 63, &e), 0);
  return s;
}

static void measure_all(struct measured *m, const struct tile_bits *b, unsigned periodic, unsigned face)
{
  struct tile_error e;
  m->thick = squares_of(b, periodic);
  ck_assert_int_eq(tile_squares_cover(&m->thick, &e), 0);
  m->entered = enter(m, b, periodic, face, false);
  m->trapped = enter(m, b, periodic, face, true);
  ck_assert_int_eq(tile_correlation_make(&m->c, b, NULL, false, LAGS, &e), 0);
  ck_assert_int_eq(tile_windows_measure(&m->w, b, NULL, 5, &e), 0);
  ck_assert_int_eq(tile_map_make(&m->map, b, 5, periodic, &e), 0);
}

static void free_all(struct measured *m)
{
  tile_squares_free(&m->thick);
  tile_squares_free(&m->entered);
  tile_squares_free(&m->trapped);
  tile_correlation_free(&m->c);
  tile_map_free(&m->map);
}

static void check_all(const struct measured *to, const struct measured *from, const int order[3], int mirrors)
{
  const int64_t *n = from->thick.grid;
  check_moved(to->thick.at, from->thick.at, sizeof *to->thick.at, n, order, mirrors);
  check_moved(to->entered.at, from->entered.at, sizeof *to->entered.at, n, order, mirrors);
  check_moved(to->trapped.at, from->trapped.at, sizeof *to->trapped.at, n, order, mirrors);
  check_moved(to->map.at, from->map.at, sizeof *to->map.at, n, order, mirrors);
  ck_assert_mem_eq(&to->w, &from->w, sizeof to->w);
  for (int a = 0; a < 3; a++) {
    ck_assert_uint_eq(to->pass[order[a]], from->pass[a]);
    ck_assert_mem_eq(to->c.two_point[order[a]], from->c.two_point[a], (LAGS + 1) * sizeof(double));
    ck_assert_mem_eq(to->c.lineal[order[a]], from->c.lineal[a], (LAGS + 1) * sizeof(double));
  }
}

LOOP_TEST(turned, slow() ? 12 : 4)
{
  const unsigned periodic = (unsigned)(3 * _i) % 8;
  const int64_t grid[3] = {30, 15, 20}; /* windows of 5 fill it: they begin at the corner */
  struct tile_bits b = boolean_bits(30, 3.3, 0.9, (uint64_t)_i), part = empty_bits(grid);
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++)
      for (int64_t x = 0; x < grid[0]; x++)
        if (tile_bit(&b, x, y, z))
          set_bit(&part, x, y, z);
  struct measured from, to;
  measure_all(&from, &part, periodic, 1U << _i % 6);
  for (int i = 0; i < 48; i++) {
    const int *order = moved_orders[i / 8];
    struct tile_bits other = moved_bits(&part, order, i % 8);
    measure_all(&to, &other, moved_axes(periodic, order), moved_face(_i % 6, order, i % 8));
    check_all(&to, &from, order, i % 8);
    free_all(&to);
    tile_bits_free(&other);
  }
  free_all(&from);
  tile_bits_free(&part);
  tile_bits_free(&b);
}

int main(void)
{
  return run_tests("shapes", 60, CK_FORK_GETENV);
}
