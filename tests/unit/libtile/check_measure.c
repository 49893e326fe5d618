/* SPDX-License-Identifier: BSD-3-Clause */
/* Measuring a domain, and the models of memory and traffic. */
#include <stdlib.h>
#include <string.h>

#include "bits_made.h"
#include "suite.h"

static struct tile_domain domain_of(const struct tile_bits *b, unsigned periodic, const int offset[3])
{
  struct tile_make how = {4, {offset[0], offset[1], offset[2]}, periodic, TILE_MORTON, 0, NULL};
  struct tile_domain d;
  struct tile_error e = {0};
  ck_assert_msg(tile_domain_make(&d, b, &how, NULL, &e) == 0, "%s", e.text);
  return d;
}

static struct tile_measure measured(const struct tile_domain *d)
{
  struct tile_measure m;
  struct tile_error e = {0};
  ck_assert_msg(tile_measure_domain(&m, d, &e) == 0, "%s", e.text);
  return m;
}

/* One node in every tile of a list, given by the coordinates of the tiles. */
static struct tile_measure tiles_at(const int64_t span[3], unsigned periodic, int count, const int64_t (*at)[3])
{
  struct tile_bits b = empty_bits((const int64_t[]){4 * span[0], 4 * span[1], 4 * span[2]});
  for (int i = 0; i < count; i++)
    set_bit(&b, 4 * at[i][0] + 1, 4 * at[i][1] + 2, 4 * at[i][2]);
  struct tile_domain d = domain_of(&b, periodic, (const int[]){0, 0, 0});
  struct tile_measure m = measured(&d);
  tile_domain_free(&d);
  tile_bits_free(&b);
  return m;
}

/* Tomczak & Szafran: "for four tiles arranged in 2 x 2 x 1 mesh there are 4 common faces and 1 common edge". */
TEST(faces_and_edges_of_a_square)
{
  const int64_t four[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  struct tile_measure m = tiles_at((const int64_t[]){2, 2, 1}, 0, 4, four);
  ck_assert_double_eq(m.faces_per_tile, 1);
  ck_assert_double_eq(m.edges_per_tile, 0.25);
}

TEST(faces_and_edges_of_some)
{
  const int64_t corner[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  const int64_t diagonal[][3] = {{0, 1, 0}, {1, 0, 0}}, apart[][3] = {{0, 0, 0}, {2, 0, 0}};
  struct tile_measure m = tiles_at((const int64_t[]){2, 2, 1}, 0, 3, corner);
  ck_assert_double_eq(m.faces_per_tile, 2.0 / 3);
  ck_assert_double_eq(m.edges_per_tile, 1.0 / 3);
  m = tiles_at((const int64_t[]){2, 2, 1}, 0, 2, diagonal);
  ck_assert_double_eq(m.faces_per_tile, 0);
  ck_assert_double_eq(m.edges_per_tile, 0.5);
  /* two of the thirty buffers, since a diagonal population passes two faces */
  ck_assert_double_eq(m.ghost_share, 2.0 / 30);
  ck_assert_double_eq(m.ghost_moves, (2 + 1.0) / 72);
  m = tiles_at((const int64_t[]){3, 1, 1}, 0, 2, apart);
  ck_assert_double_eq(m.faces_per_tile, 0);
  m = tiles_at((const int64_t[]){3, 1, 1}, TILE_X, 2, apart);
  ck_assert_double_eq(m.faces_per_tile, 0.5);
}

static int stored(const unsigned char *tile, int n, int x, int y, int z, bool wraps)
{
  if (wraps)
    return tile[(x + n) % n + n * ((y + n) % n + n * ((z + n) % n))];
  return x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n && tile[x + n * (y + n * z)];
}

/* Reference: edge by edge, along the lines of each axis through every corner of the span. */
static int edges_slowly(const unsigned char *tile, int n, bool wraps)
{
  int count = 0, begin = wraps ? 0 : -1;
  for (int axis = 0; axis < 3; axis++)
    for (int z = begin; z < n; z++)
      for (int y = begin; y < n; y++)
        for (int x = begin; x < n; x++) {
          int a[3] = {axis != 0, axis == 0, 0}, b[3] = {0, axis == 2, axis != 2};
          int lower = stored(tile, n, x, y, z, wraps);
          int upper = stored(tile, n, x + a[0] + b[0], y + a[1] + b[1], z + a[2] + b[2], wraps);
          int one = stored(tile, n, x + a[0], y + a[1], z + a[2], wraps);
          int other = stored(tile, n, x + b[0], y + b[1], z + b[2], wraps);
          count += (lower && upper) || (one && other);
        }
  return count;
}

TEST(edges_of_random_tiles)
{
  enum { N = 5 };
  for (unsigned seed = 0; seed < 30; seed++) {
    struct tile_bits some = random_bits((const int64_t[]){N, N, N}, 0.03 * seed, seed + 1);
    unsigned char tile[N * N * N];
    int64_t at[N * N * N][3];
    int count = 0;
    for (int i = 0; i < N * N * N; i++) {
      tile[i] = tile_bit(&some, i % N, i / N % N, i / N / N);
      if (tile[i])
        memcpy(at[count++], (const int64_t[]){i % N, i / N % N, i / N / N}, sizeof *at);
    }
    for (int wraps = 0; wraps < 2 && count; wraps++) {
      struct tile_measure m = tiles_at((const int64_t[]){N, N, N}, wraps ? 7 : 0, count, at);
      ck_assert_double_eq_tol(m.edges_per_tile * count, edges_slowly(tile, N, wraps), 1e-9);
    }
    tile_bits_free(&some);
  }
}

TEST(periodic_and_full)
{
  struct tile_bits b = box_bits((const int64_t[]){16, 12, 8}, (const int64_t[]){0, 0, 0}, (const int64_t[]){16, 12, 8});
  struct tile_domain d = domain_of(&b, 7, (const int[]){0, 0, 0});
  struct tile_measure m = measured(&d);
  ck_assert_double_eq(m.faces_per_tile, 3);
  ck_assert_double_eq(m.edges_per_tile, 3);
  ck_assert_double_eq(m.ghost_share, 1);
  ck_assert_double_eq(m.utilisation, 1);
  ck_assert_double_eq(m.porosity, 1);
  ck_assert_double_eq(m.boundary_share, 0);
  ck_assert_int_eq(m.histogram[9], m.tiles);
  ck_assert_int_eq(m.tiles, m.tiles_all);
  ck_assert_int_eq(m.components, 1);
  ck_assert(m.percolates[0] && m.percolates[1] && m.percolates[2]);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* 5 x 4 x 4 non-solid nodes: a full tile, and one with 16 nodes, 0.25 of it. */
TEST(histogram_and_mean)
{
  struct tile_bits b = box_bits((const int64_t[]){9, 4, 4}, (const int64_t[]){0, 0, 0}, (const int64_t[]){5, 4, 4});
  struct tile_domain d = domain_of(&b, 0, (const int[]){0, 0, 0});
  struct tile_measure m = measured(&d);
  ck_assert_int_eq(m.tiles, 2);
  ck_assert_int_eq(m.tiles_all, 3);
  ck_assert_int_eq(m.histogram[9], 1);
  ck_assert_int_eq(m.histogram[2], 1);
  ck_assert_double_eq(m.utilisation, 80 / 128.0);
  ck_assert_double_eq(m.porosity, 80 / 144.0);
  ck_assert_int_eq(m.tiles_mod16[0], 2);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* ---- the volume, and its boundary nodes ---- */

static bool touches_solid(const struct tile_bits *b, unsigned periodic, int64_t x, int64_t y, int64_t z)
{
  for (int i = 1; i < TILE_LINKS; i++) {
    int64_t at[3] = {x + tile_link[i][0], y + tile_link[i][1], z + tile_link[i][2]};
    for (int a = 0; a < 3; a++) {
      if (periodic >> a & 1)
        at[a] = (at[a] + b->grid[a]) % b->grid[a];
      else if (at[a] < 0 || at[a] >= b->grid[a])
        return true;
    }
    if (!tile_bit(b, at[0], at[1], at[2]))
      return true;
  }
  return false;
}

static double boundary_slowly(const struct tile_bits *b, unsigned periodic)
{
  int64_t count = 0;
  for (int64_t z = 0; z < b->grid[2]; z++)
    for (int64_t y = 0; y < b->grid[1]; y++)
      for (int64_t x = 0; x < b->grid[0]; x++)
        count += tile_bit(b, x, y, z) && touches_solid(b, periodic, x, y, z);
  return (double)count / (double)tile_bits_count(b);
}

static const int64_t grids[][3] = {{5, 7, 6}, {64, 3, 2}, {63, 4, 5}, {130, 5, 1}, {3, 2, 17}, {1, 1, 1}};

TEST(bits_come_back)
{
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
    for (unsigned periodic = 0; periodic < 8; periodic++) {
      struct tile_bits b = random_bits(grids[i], 0.9, (unsigned)i + 7), back;
      struct tile_domain d = domain_of(&b, periodic, (const int[]){1, 3, 2});
      struct tile_error e;
      ck_assert_int_eq(tile_domain_bits(&back, &d, &e), 0);
      ck_assert_uint_eq(back.row, b.row);
      ck_assert_mem_eq(back.word, b.word, b.row * (size_t)(b.grid[1] * b.grid[2]) * sizeof *b.word);
      tile_bits_free(&back);
      tile_domain_free(&d);
      tile_bits_free(&b);
    }
}

TEST(boundary_nodes)
{
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
    for (unsigned periodic = 0; periodic < 8; periodic++)
      for (int k = 0; k < 4; k++) {
        struct tile_bits b = random_bits(grids[i], 1 - 0.03 * k, (unsigned)i + 7);
        struct tile_domain d = domain_of(&b, periodic, (const int[]){1, 3, 2});
        ck_assert_double_eq(measured(&d).boundary_share, boundary_slowly(&b, periodic));
        tile_domain_free(&d);
        tile_bits_free(&b);
      }
}

TEST(marks_of_thin_walls_count)
{
  struct tile_bits b = box_bits((const int64_t[]){8, 8, 8}, (const int64_t[]){0, 0, 0}, (const int64_t[]){8, 8, 8});
  struct tile_domain d = domain_of(&b, 7, (const int[]){0, 0, 0});
  struct tile_mark marks[] = {{0, 5, 0, 2}, {0, 5, 1, 8}, {1, 0, 0, 4}};
  d.mark = marks;
  d.marks = 3;
  ck_assert_double_eq(measured(&d).boundary_share, 2.0 / 512);
  d.mark = NULL;
  d.marks = 0;
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* ---- models: the formulas with q = 19, s_d = 8, s_t = 2, s_i = 4, computed by hand ---- */

static struct tile_measure full_box(void)
{
  return (struct tile_measure){.nodes = 64000,
                               .nonsolid = 64000,
                               .tiles = 1000,
                               .tiles_all = 1000,
                               .porosity = 1,
                               .utilisation = 1,
                               .ghost_share = 1,
                               .ghost_moves = 1,
                               .boundary_share = 0.1,
                               .tiles_mod16 = {[0] = 1000}};
}

TEST(models_of_a_full_box)
{
  static const struct {
    const char *layout;
    double memory, bandwidth;
  } expected[TILE_MODELS] = {
      {"cm", 1.4736842105263157, 0.23684210526315788},
      {"fia", 1.0263157894736843, 1.013157894736842},
      {"t2c", 1.0135690789473684, 0.022203947368421052 + 0.003700657894736842},
      {"tgb", 0.013157894736842105 + 0.7894736842105263 + 0.029605263157894735,
       0.022203947368421052 + 0.014802631578947368},
      {"packed", 1.0139802631578947, 0.021381578947368422},
  };
  struct tile_measure m = full_box();
  struct tile_model model[TILE_MODELS];
  tile_models(model, &m, 4, 19, 8, 304e9);
  for (int i = 0; i < TILE_MODELS; i++) {
    ck_assert_str_eq(model[i].layout, expected[i].layout);
    ck_assert_double_eq_tol(model[i].memory_overhead, expected[i].memory, 1e-12);
    ck_assert_double_eq_tol(model[i].bandwidth_overhead, expected[i].bandwidth, 1e-12);
    ck_assert_double_eq_tol(model[i].memory_bytes, 64000 * 152 * (1 + expected[i].memory), 1e-3);
    ck_assert_double_eq_tol(model[i].mflups, 1000 / (1 + expected[i].bandwidth), 1e-9);
  }
}

/* Half of each tile is solid: where whole bursts move, t2c moves twice as much, and tgb 72 ghost buffers of 16 values for
 * 64 * 19 in addition, relative to half of the nodes. */
TEST(pessimistic_tiles)
{
  struct tile_measure m = full_box();
  struct tile_model model[TILE_MODELS];
  m.nonsolid = 32000;
  m.utilisation = 0.5;
  tile_models(model, &m, 4, 19, 8, 0);
  for (int i = 0; i < TILE_MODELS; i++)
    ck_assert_double_eq_tol(model[i].bandwidth_pessimistic - model[i].bandwidth_overhead,
                            i == 2   ? 1
                            : i == 3 ? 1 + 72 * 16 / (0.5 * 2 * 64 * 19)
                                     : 0,
                            1e-12);
}

/* Rational numbers by hand from the formulas, with utilisation 3/4, porosity 1/10, 4/5 of the ghost buffers of which 3/4
 * of the values move, and ten times as many tiles as are stored. D2Q9 in tiles of 16 x 16 nodes has 12 buffers that a
 * tile writes and 16 that it reads, 4 of them at corners; D3Q27 54 and 98, 8 at corners. */
TEST(models_of_other_lattices)
{
  static const struct {
    int q, edge, value;
    double expected[4][5]; /* memory, traffic, with whole bursts; both where ideal */
  } rows[] = {
      {9,
       16,
       8,
       {{13. / 9, 2. / 9, 2. / 9, 4. / 9, 2. / 9},
        {14. / 9, 23. / 18, 23. / 18, 5. / 9, 5. / 18},
        {983. / 576, 85. / 3456, 1237. / 3456, 1. / 3, 3. / 128},
        {89. / 160, 95. / 3456, 1547. / 3456, 1. / 3, 3. / 128}}},
      {9,
       16,
       4,
       {{17. / 9, 4. / 9, 4. / 9, 8. / 9, 4. / 9},
        {19. / 9, 14. / 9, 14. / 9, 10. / 9, 5. / 9},
        {503. / 288, 85. / 1728, 661. / 1728, 1. / 3, 3. / 64},
        {433. / 720, 95. / 1728, 827. / 1728, 1. / 3, 3. / 64}}},
      {19,
       4,
       8,
       {{28. / 19, 9. / 38, 9. / 38, 9. / 19, 9. / 38},
        {24. / 19, 43. / 38, 43. / 38, 5. / 19, 5. / 38},
        {1541. / 912, 21. / 608, 671. / 1824, 1. / 3, 9. / 304},
        {281. / 228, 15. / 304, 781. / 912, 1. / 3, 9. / 304}}},
      {27,
       4,
       8,
       {{40. / 27, 13. / 54, 13. / 54, 13. / 27, 13. / 54},
        {32. / 27, 59. / 54, 59. / 54, 5. / 27, 5. / 54},
        {727. / 432, 67. / 2592, 931. / 2592, 1. / 3, 1. / 48},
        {2383. / 1620, 65. / 1296, 1373. / 1296, 1. / 3, 1. / 48}}},
  };
  struct tile_measure m = full_box();
  m.porosity = 0.1;
  m.utilisation = 0.75;
  m.ghost_share = 0.8;
  m.ghost_moves = 0.75;
  m.tiles_all = 10 * m.tiles;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    struct tile_model model[TILE_MODELS];
    tile_models(model, &m, rows[r].edge, rows[r].q, rows[r].value, 0);
    for (int i = 0; i < 4; i++) {
      const double *expected = rows[r].expected[i];
      ck_assert_double_eq_tol(model[i].memory_overhead, expected[0], 1e-12);
      ck_assert_double_eq_tol(model[i].bandwidth_overhead, expected[1], 1e-12);
      ck_assert_double_eq_tol(model[i].bandwidth_pessimistic, expected[2], 1e-12);
      ck_assert_double_eq_tol(model[i].memory_ideal, expected[3], 1e-12);
      ck_assert_double_eq_tol(model[i].bandwidth_ideal, expected[4], 1e-12);
    }
  }
}

/* Three of the six squares of 48 x 32 nodes, counted by hand: of 12 buffers a tile they write 4, 6 and 4, and read 3, 6
 * and 3 at edges and one value each across the corner between the first and the last. */
TEST(squares_of_a_slice)
{
  struct tile_error e = {0};
  struct tile_bits b = empty_bits((const int64_t[]){48, 32, 1});
  for (int x = 0; x < 10; x++)
    set_bit(&b, x, 3, 0);
  set_bit(&b, 31, 0, 0);
  set_bit(&b, 16, 31, 0);
  struct tile_domain d = domain_of(&b, 4, (const int[]){0, 0, 0});
  struct tile_measure m = measured(&d);
  ck_assert_int_eq(tile_measure_squares(&m, &d, 16, &e), 0);
  ck_assert_int_eq(m.tiles, 3);
  ck_assert_int_eq(m.tiles_all, 6);
  ck_assert_int_eq(m.nonsolid, 12);
  ck_assert_double_eq_tol(m.utilisation, 12. / 3 / 256, 1e-15);
  ck_assert_int_eq(m.histogram[0], 3);
  ck_assert_int_eq(m.tiles_mod16[10], 1);
  ck_assert_int_eq(m.tiles_mod16[1], 2);
  ck_assert_double_eq_tol(m.faces_per_tile, 2. / 3, 1e-15);
  ck_assert_double_eq_tol(m.ghost_share, 14. / 36, 1e-15);
  ck_assert_double_eq_tol(m.ghost_moves, (14 + 12 + 2 / 16.) / (3 * (24 + 4 / 16.)), 1e-15);
  ck_assert_int_eq(tile_measure_squares(&m, &d, 6, &e), TILE_USAGE);
  tile_domain_free(&d);
  tile_bits_free(&b);
  b = empty_bits((const int64_t[]){8, 8, 8});
  set_bit(&b, 1, 1, 1);
  d = domain_of(&b, 0, (const int[]){0, 0, 0});
  ck_assert_int_eq(tile_measure_squares(&m, &d, 16, &e), TILE_USAGE);
  tile_domain_free(&d);
  tile_bits_free(&b);
}

/* Tiles with one node hold 19 values: 5 lines of 4 in fp64, 3 lines of 8 in fp32. */
TEST(padding_of_packed)
{
  struct tile_measure m = full_box();
  struct tile_model model[TILE_MODELS];
  m.nonsolid = 1000;
  m.utilisation = 1.0 / 64;
  m.boundary_share = 1;
  m.tiles_mod16[0] = 0;
  m.tiles_mod16[1] = 1000;
  tile_models(model, &m, 4, 19, 8, 0);
  ck_assert_double_eq_tol(model[4].memory_overhead, 2 * 20 / 19.0 - 1 + 136 / 152.0, 1e-12);
  ck_assert_double_nan(model[4].mflups);
  tile_models(model, &m, 4, 19, 4, 0);
  ck_assert_double_eq_tol(model[4].memory_overhead, 2 * 24 / 19.0 - 1 + 136 / 76.0, 1e-12);
}

static bool is_pore(const struct tile_bits *b, int64_t x, int64_t y, int64_t z)
{
  return x < b->grid[0] && y < b->grid[1] && z < b->grid[2] && tile_bit(b, x, y, z);
}

/* Are the node at x, y, z and its next nodes along the axes in `axes` all pores? */
static bool all_pore(const struct tile_bits *b, int64_t x, int64_t y, int64_t z, unsigned axes)
{
  for (unsigned i = 0; i < 8; i++)
    if (!(i & ~axes) && !is_pore(b, x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)))
      return false;
  return true;
}

/* Reference: nodes - pairs + squares - cubes for the Euler number, and the other numbers by their definitions. */
LOOP_TEST(textures_are_as_defined, 5)
{
  static const int64_t sizes[][3] = {{7, 6, 5}, {64, 3, 4}, {65, 4, 3}, {130, 5, 1}, {1, 9, 8}};
  static const int sign[] = {1, -1, -1, 1, -1, 1, 1, -1}; /* by axes: node, pairs, squares, cube */
  struct tile_bits b = random_bits(sizes[_i], 0.6, 3);
  const int64_t *n = b.grid;
  int64_t euler = 0, surface = 0, nodes = 0, runs[3] = {0}, layer[3][130] = {{0}};
  for (int64_t i = 0; i < n[0] * n[1] * n[2]; i++) {
    int64_t x = i % n[0], y = i / n[0] % n[1], z = i / n[0] / n[1], at[3] = {x, y, z};
    for (unsigned axes = 0; axes < 8; axes++)
      euler += all_pore(&b, x, y, z, axes) ? sign[axes] : 0;
    nodes += is_pore(&b, x, y, z);
    for (int a = 0; a < 3; a++) {
      bool here = is_pore(&b, x, y, z), next = is_pore(&b, x + (a == 0), y + (a == 1), z + (a == 2));
      surface += at[a] + 1 < n[a] && here != next;
      runs[a] += here && !next;
      layer[a][at[a]] += here;
    }
  }
  struct tile_texture t;
  struct tile_error e = {0};
  ck_assert_int_eq(tile_texture_make(&t, &b, &e), TILE_OK);
  ck_assert_int_eq(t.euler, euler);
  ck_assert_int_eq(t.surface, surface);
  for (int a = 0; a < 3; a++) {
    ck_assert_double_eq_tol(t.chord[a], (double)nodes / (double)runs[a], 1e-12);
    for (int64_t i = 0; i < n[a]; i++)
      ck_assert_int_eq(t.profile[a][i], layer[a][i]);
  }
  tile_texture_free(&t);
  tile_bits_free(&b);
}

/* The Euler number of a ball is 1, of a ring 0, of a shell 2; a dent does not change that of the ball. */
TEST(euler_numbers)
{
  struct tile_error e = {0};
  static const struct {
    int hole[2]; /* the z from and to which nodes are removed in the middle of 3^3 */
    int64_t euler;
  } kinds[] = {{{0, 0}, 1}, {{0, 3}, 0}, {{1, 2}, 2}, {{0, 2}, 1}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    struct tile_texture t;
    struct tile_bits b = box_bits((int64_t[]){5, 5, 5}, (int64_t[]){1, 1, 1}, (int64_t[]){4, 4, 4});
    for (int z = kinds[k].hole[0]; z < kinds[k].hole[1]; z++)
      b.word[(z + 1) * 5 + 2] &= ~(uint64_t)4;
    ck_assert_int_eq(tile_texture_make(&t, &b, &e), TILE_OK);
    ck_assert_int_eq(t.euler, kinds[k].euler);
    tile_texture_free(&t);
    tile_bits_free(&b);
  }
}

int main(void)
{
  return run_tests("measure", 60, CK_FORK_GETENV);
}
