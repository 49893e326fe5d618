/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes and connections of pores against definitions node by node, and exact values. */
#include "bits_made.h"
#include "pores.h"
#include "suite.h"

#include <math.h>
#include <string.h>

static struct tile_squares squares_of(const struct tile_bits *b, bool solid, unsigned periodic)
{
  struct tile_squares s;
  struct tile_error e = {0};
  ck_assert_msg(tile_squares_make(&s, b, NULL, solid, periodic, &e) == 0, "%s", e.text);
  return s;
}

static size_t all_of(const struct tile_squares *s)
{
  return (size_t)(s->grid[0] * s->grid[1] * s->grid[2]);
}

static void place(const struct tile_squares *s, size_t node, int64_t at[3])
{
  at[0] = (int64_t)node % s->grid[0];
  at[1] = (int64_t)node / s->grid[0] % s->grid[1];
  at[2] = (int64_t)node / s->grid[0] / s->grid[1];
}

static int64_t square_between(const struct tile_squares *s, size_t i, size_t k)
{
  int64_t a[3], b[3], square = 0;
  place(s, i, a);
  place(s, k, b);
  for (int axis = 0; axis < 3; axis++) {
    int64_t d = llabs(a[axis] - b[axis]);
    if (s->periodic >> axis & 1 && s->grid[axis] - d < d)
      d = s->grid[axis] - d;
    square += d * d;
  }
  return square;
}

/* ---- by definition ---------------------------------------------------------- */

static uint32_t *copy_of(const struct tile_squares *s)
{
  uint32_t *copy = malloc(all_of(s) * sizeof *copy);
  ck_assert(copy != NULL);
  return memcpy(copy, s->at, all_of(s) * sizeof *copy);
}

static void check_distances(const struct tile_squares *s, const struct tile_bits *b, bool solid)
{
  uint32_t most = 0;
  for (size_t i = 0; i < all_of(s); i++) {
    int64_t at[3], least = INT64_MAX;
    place(s, i, at);
    const bool in = tile_bit(b, at[0], at[1], at[2]) != solid;
    for (size_t k = 0; in && k < all_of(s); k++) {
      place(s, k, at);
      if (tile_bit(b, at[0], at[1], at[2]) == solid && square_between(s, i, k) < least)
        least = square_between(s, i, k);
    }
    ck_assert_int_eq(s->at[i], in ? least : 0);
    most = s->at[i] > most ? s->at[i] : most;
  }
  ck_assert_uint_eq(s->most, most);
}

static void check_cover(const struct tile_squares *s, const uint32_t *before)
{
  for (size_t i = 0; i < all_of(s); i++) {
    uint32_t most = 0;
    for (size_t k = 0; k < all_of(s); k++)
      if (before[k] > most && square_between(s, i, k) < before[k])
        most = before[k];
    ck_assert_uint_eq(s->at[i], before[i] ? most : 0);
  }
}

static bool on_face(const struct tile_squares *s, size_t node, unsigned faces)
{
  int64_t at[3];
  place(s, node, at);
  for (int a = 0; a < 3; a++)
    if ((faces >> a & 1 && at[a] == 0) || (faces >> (a + 3) & 1 && at[a] == s->grid[a] - 1))
      return true;
  return false;
}

static bool is_beside(const struct tile_squares *s, size_t i, size_t k, unsigned periodic)
{
  int64_t a[3], b[3], sum = 0;
  place(s, i, a);
  place(s, k, b);
  for (int axis = 0; axis < 3; axis++) {
    int64_t d = llabs(a[axis] - b[axis]);
    if (periodic >> axis & 1 && d == s->grid[axis] - 1)
      d = d ? 1 : 0;
    sum += d;
  }
  return sum == 1;
}

/* Marks the nodes that a way through open nodes joins with the faces. */
static void join(bool *joined, const bool *open, const struct tile_squares *s, unsigned faces)
{
  const unsigned periodic = s->periodic & ~(faces | faces >> 3);
  bool more = true;
  for (size_t i = 0; i < all_of(s); i++)
    joined[i] = open[i] && on_face(s, i, faces);
  while (more) {
    more = false;
    for (size_t i = 0; i < all_of(s); i++)
      for (size_t k = 0; open[i] && !joined[i] && k < all_of(s); k++)
        if (joined[k] && is_beside(s, i, k, periodic))
          joined[i] = more = true;
  }
}

static void check_invaded(const struct tile_squares *s, const uint32_t *before, uint32_t most, unsigned faces)
{
  bool *open = calloc(all_of(s), 1), *joined = calloc(all_of(s), 1);
  uint32_t *best = calloc(all_of(s), sizeof *best);
  ck_assert(open && joined && best);
  for (uint32_t v = 1; v <= most; v++) {
    for (size_t i = 0; i < all_of(s); i++)
      open[i] = before[i] >= v;
    join(joined, open, s, faces);
    for (size_t i = 0; i < all_of(s); i++)
      best[i] = joined[i] ? v : best[i];
  }
  ck_assert_mem_eq(best, s->at, all_of(s) * sizeof *best);
  free(open);
  free(joined);
  free(best);
}

/* A node is entered at its square if it is joined with the outlet by nodes that are entered at it or later, or never. */
static void check_trapped(const struct tile_squares *s, const uint32_t *before, uint32_t most, unsigned faces)
{
  bool *open = calloc(all_of(s), 1), *joined = calloc(all_of(s), 1);
  ck_assert(open && joined);
  for (uint32_t v = 1; v <= most; v++) {
    for (size_t i = 0; i < all_of(s); i++)
      open[i] = before[i] && before[i] <= v;
    join(joined, open, s, faces);
    for (size_t i = 0; i < all_of(s); i++)
      if (before[i] == v)
        ck_assert_uint_eq(s->at[i], joined[i] ? v : 0);
  }
  free(open);
  free(joined);
}

static const int64_t sizes[][3] = {{9, 7, 6}, {5, 1, 11}, {12, 10, 1}, {1, 1, 9}, {70, 3, 2}};
static const double shares[] = {0.95, 0.7, 0.3};

LOOP_TEST(by_definition, slow() ? 120 : 40)
{
  const double share = shares[_i % 3];
  const unsigned periodic = (unsigned)_i % 8;
  const bool solid = _i % 5 == 4;
  struct tile_bits b = random_bits(sizes[_i % 5], solid ? 1 - share : share, (unsigned)_i + 1);
  const int64_t pores = tile_bits_count(&b), all = b.grid[0] * b.grid[1] * b.grid[2];
  if (pores && pores < all) {
    struct tile_squares s = squares_of(&b, solid, periodic);
    struct tile_error e;
    check_distances(&s, &b, solid);
    uint32_t *before = copy_of(&s), most = s.most;
    ck_assert_int_eq(tile_squares_invade(&s, 1U << _i % 6, &e), 0);
    check_invaded(&s, before, most, 1U << _i % 6);
    free(before);
    before = copy_of(&s), most = s.most;
    ck_assert_int_eq(tile_squares_trap(&s, 1U << (_i + 3) % 6, &e), 0);
    check_trapped(&s, before, most, 1U << (_i + 3) % 6);
    memcpy(s.at, before, all_of(&s) * sizeof *before);
    s.most = most;
    ck_assert_int_eq(tile_squares_cover(&s, &e), 0);
    check_cover(&s, before);
    free(before);
    tile_squares_free(&s);
  }
  tile_bits_free(&b);
}

/* ---- exact values ------------------------------------------------------------- */

static double share_above(const struct tile_squares *s, uint32_t square)
{
  int64_t *count, sum = 0;
  struct tile_error e;
  ck_assert_int_eq(tile_squares_count(&count, s, &e), 0);
  for (uint32_t v = square; v <= s->most; v++)
    sum += count[v];
  free(count);
  return (double)sum / (double)s->nodes;
}

/* Balls of radius r open a duct of side L but for its corners: 1 - (4 - pi) r^2 / L^2. The radius of a ball of voxels is
 * known to a voxel or two. */
static double opened(double r, double side)
{
  return 1 - (4 - M_PI) * pow(r / side, 2);
}

TEST(duct)
{
  const int64_t side = 101;
  struct tile_bits b = box_bits((const int64_t[]){side + 2, side + 2, 1}, (const int64_t[]){1, 1, 0},
                                (const int64_t[]){side + 1, side + 1, 1});
  struct tile_squares s = squares_of(&b, false, TILE_Z);
  struct tile_error e;
  ck_assert_uint_eq(s.most, 51 * 51);
  ck_assert_int_eq(tile_squares_cover(&s, &e), 0);
  for (uint32_t r = 10; r < 50; r += 13) {
    ck_assert_double_ge(share_above(&s, r * r), opened(r, (double)side));
    ck_assert_double_le(share_above(&s, r * r), opened(r - 2.5, (double)side));
  }
  ck_assert_double_eq_tol(share_above(&s, 1), 1, 1e-15);
  tile_squares_free(&s);
  tile_bits_free(&b);
}

/* Two chambers of 9 nodes and a throat of 3 between: squares of their half widths. */
TEST(throat)
{
  struct tile_bits b = chambers_bits();
  struct tile_squares s = squares_of(&b, false, 0);
  struct tile_error e;
  uint32_t square;
  ck_assert_int_eq(tile_squares_pass(&s, 0, &square, &e), 0);
  ck_assert_uint_eq(square, 4);
  ck_assert_int_eq(tile_squares_pass(&s, 1, &square, &e), 0);
  ck_assert_uint_eq(square, 0);
  ck_assert_int_eq(tile_squares_invade(&s, 1, &e), 0);
  ck_assert_uint_eq(s.at[(5 * 11 + 5) * 25 + 2], 25);
  ck_assert_uint_eq(s.at[(5 * 11 + 5) * 25 + 20], 4);
  tile_squares_free(&s);
  tile_bits_free(&b);
}

TEST(refusals)
{
  struct tile_bits b = empty_bits((const int64_t[]){4, 4, 4});
  struct tile_squares s;
  struct tile_error e;
  ck_assert_int_eq(tile_squares_make(&s, &b, NULL, false, 0, &e), TILE_REJECTED);
  ck_assert_int_eq(tile_squares_make(&s, &b, NULL, true, 0, &e), TILE_REJECTED);
  tile_bits_free(&b);
}

/* ---- correlations --------------------------------------------------------------- */

static bool bit_at(const struct tile_bits *b, const int64_t at[3], int axis, int64_t by, bool solid)
{
  int64_t to[3] = {at[0], at[1], at[2]};
  to[axis] += by;
  return tile_bit(b, to[0], to[1], to[2]) != solid;
}

static void check_share(double found, int64_t part, int64_t all)
{
  if (all)
    ck_assert_double_eq_tol(found, (double)part / (double)all, 1e-15);
  else
    ck_assert(isnan(found));
}

/* mask NULL: all nodes count */
static void check_lag(const struct tile_correlation *c, const struct tile_bits *b, const struct tile_bits *mask,
                      bool solid, int axis, int lag)
{
  int64_t pairs = 0, ways = 0, both = 0, path = 0, at[3];
  for (at[2] = 0; at[2] < b->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < b->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < b->grid[0]; at[0]++) {
        if (at[axis] + lag >= b->grid[axis])
          continue;
        bool whole = true, way = true;
        for (int by = 0; by <= lag; by++) {
          way &= !mask || bit_at(mask, at, axis, by, false);
          whole &= way && bit_at(b, at, axis, by, solid);
        }
        const bool pair = !mask || (bit_at(mask, at, axis, 0, false) && bit_at(mask, at, axis, lag, false));
        pairs += pair;
        ways += way;
        both += pair && bit_at(b, at, axis, 0, solid) && bit_at(b, at, axis, lag, solid);
        path += whole;
      }
  check_share(c->two_point[axis][lag], both, pairs);
  check_share(c->lineal[axis][lag], path, ways);
}

LOOP_TEST(correlations, 12)
{
  static const int64_t grids[][3] = {{130, 9, 7}, {64, 12, 5}, {63, 1, 20}};
  struct tile_bits b = random_bits(grids[_i % 3], 0.8, 7), inside = random_bits(grids[_i % 3], 0.9, 8);
  const struct tile_bits *mask = _i >= 6 ? &inside : NULL;
  const bool solid = _i % 6 >= 3;
  struct tile_correlation c;
  struct tile_error e;
  ck_assert_int_eq(tile_correlation_make(&c, &b, mask, solid, 70, &e), 0);
  for (int axis = 0; axis < 3; axis++)
    for (int lag = 0; lag <= 70; lag++)
      check_lag(&c, &b, mask, solid, axis, lag);
  tile_correlation_free(&c);
  tile_bits_free(&b);
  tile_bits_free(&inside);
}

/* ---- windows ------------------------------------------------------------------------ */

struct window {
  int64_t begin[3], end[3];
};

static bool is_in(const struct window *w, const int64_t at[3])
{
  for (int a = 0; a < 3; a++)
    if (at[a] < w->begin[a] || at[a] >= w->end[a])
      return false;
  return true;
}

static bool counts(const struct tile_bits *mask, const int64_t at[3])
{
  return !mask || tile_bit(mask, at[0], at[1], at[2]);
}

/* Half a face for each of its two nodes that lies in the window; both in the mask. Returns whether all of the window is. */
static bool measure_window(const struct tile_bits *b, const struct tile_bits *mask, const struct window *w,
                           double *porosity, double *surface)
{
  bool whole = true;
  int64_t nodes = 0, all = 0, halves = 0, at[3];
  for (at[2] = 0; at[2] < b->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < b->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < b->grid[0]; at[0]++)
        for (int a = 0; a < 3; a++) {
          int64_t next[3] = {at[0], at[1], at[2]};
          next[a]++;
          all += a == 0 && is_in(w, at);
          nodes += a == 0 && is_in(w, at) && tile_bit(b, at[0], at[1], at[2]);
          whole = whole && (!is_in(w, at) || counts(mask, at));
          if (next[a] < b->grid[a] && counts(mask, at) && counts(mask, next) &&
              tile_bit(b, at[0], at[1], at[2]) != tile_bit(b, next[0], next[1], next[2]))
            halves += is_in(w, at) + is_in(w, next);
        }
  *porosity = (double)nodes / (double)all;
  *surface = tile_area_of_face(b->grid) * (double)halves / 2 / (double)all;
  return whole;
}

static void check_spread(const struct tile_spread *s, const double *value, int count)
{
  double mean = 0, squares = 0;
  for (int i = 0; i < count; i++)
    mean += value[i] / count;
  for (int i = 0; i < count; i++)
    squares += pow(value[i] - mean, 2);
  ck_assert_double_eq_tol(s->mean, mean, 1e-13);
  if (count == 1)
    ck_assert(isnan(s->deviation));
  else
    ck_assert_double_eq_tol(s->deviation, sqrt(squares / (count - 1)), 1e-13);
}

static void check_windows(const struct tile_bits *b, const struct tile_bits *mask, int64_t edge)
{
  static double porosity[4096], surface[4096];
  struct tile_windows w;
  struct tile_error e;
  const int64_t *n = b->grid, deep = n[2] == 1 ? 1 : edge;
  int count = 0;
  for (int64_t z = 0; z + deep <= n[2]; z += deep)
    for (int64_t y = 0; y + edge <= n[1]; y += edge)
      for (int64_t x = 0; x + edge <= n[0]; x += edge)
        count += measure_window(b, mask, &(struct window){{x, y, z}, {x + edge, y + edge, z + deep}}, porosity + count,
                                surface + count);
  ck_assert_int_eq(tile_windows_measure(&w, b, mask, edge, &e), 0);
  ck_assert_int_eq(w.edge, edge);
  ck_assert_int_eq(w.count, count);
  if (!count) {
    ck_assert(isnan(w.porosity.mean) && isnan(w.surface.mean));
    return;
  }
  check_spread(&w.porosity, porosity, count);
  check_spread(&w.surface, surface, count);
}

LOOP_TEST(windows, 5)
{
  static const int64_t grids[][3] = {{130, 9, 7}, {66, 68, 67}, {64, 12, 5}, {90, 70, 1}, {7, 7, 7}};
  static const int64_t edges[][3] = {{4, 7, 3}, {64, 66, 65}, {5, 4, 1}, {9, 65, 70}, {7, 2, 4}};
  struct tile_bits b = random_bits(grids[_i], 0.7, (unsigned)_i + 1), mask = random_bits(grids[_i], 0.997, 3);
  for (int i = 0; i < 3; i++) {
    check_windows(&b, NULL, edges[_i][i]);
    check_windows(&b, &mask, edges[_i][i]);
  }
  tile_bits_free(&b);
  tile_bits_free(&mask);
}

LOOP_TEST(box, 5)
{
  static const int64_t ends[][2][3] = {{{0, 0, 0}, {130, 9, 7}},
                                       {{1, 2, 3}, {129, 9, 6}},
                                       {{64, 1, 0}, {128, 3, 7}},
                                       {{63, 0, 2}, {64, 9, 3}},
                                       {{70, 4, 4}, {130, 5, 5}}};
  const int64_t *begin = ends[_i][0], *end = ends[_i][1];
  struct tile_bits b = random_bits((const int64_t[]){130, 9, 7}, 0.5, 4), part;
  struct tile_error e;
  int64_t nodes = 0;
  ck_assert_int_eq(tile_bits_box(&part, &b, begin, end, &e), 0);
  for (int64_t z = begin[2]; z < end[2]; z++)
    for (int64_t y = begin[1]; y < end[1]; y++)
      for (int64_t x = begin[0]; x < end[0]; x++) {
        ck_assert_int_eq(tile_bit(&part, x - begin[0], y - begin[1], z - begin[2]), tile_bit(&b, x, y, z));
        nodes += tile_bit(&b, x, y, z);
      }
  ck_assert_int_eq(tile_bits_count(&part), nodes);
  tile_bits_free(&b);
  tile_bits_free(&part);
}

/* The window that is the whole grid, and windows that fill it, have the surface of all. */
TEST(whole_windows)
{
  struct tile_bits b = random_bits((const int64_t[]){24, 24, 24}, 0.4, 5);
  struct tile_texture t;
  struct tile_windows w;
  struct tile_error e;
  ck_assert_int_eq(tile_texture_make(&t, &b, &e), 0);
  for (int64_t edge = 4; edge <= 24; edge += edge) {
    edge = edge == 16 ? 24 : edge;
    ck_assert_int_eq(tile_windows_measure(&w, &b, NULL, edge, &e), 0);
    ck_assert_double_eq_tol(w.porosity.mean, (double)tile_bits_count(&b) / 13824, 1e-14);
    ck_assert_double_eq_tol(w.surface.mean, 2. / 3 * (double)t.surface / 13824, 1e-14);
  }
  tile_texture_free(&t);
  tile_bits_free(&b);
}

TEST(window_sizes)
{
  int64_t size[12];
  ck_assert_int_eq(tile_windows_sizes(size, 5, (const int64_t[]){1024, 2000, 1025}), 5);
  for (int i = 0; i < 5; i++)
    ck_assert_int_eq(size[i], (int64_t)4 << (2 * i));
  ck_assert_int_eq(tile_windows_sizes(size, 12, (const int64_t[]){8, 8, 7}), 4); /* 4, 5, 6, 7 */
  ck_assert_int_eq(size[2], 6);
  ck_assert_int_eq(tile_windows_sizes(size, 12, (const int64_t[]){8, 3, 7}), 1);
  ck_assert_int_eq(size[0], 3);
  ck_assert_int_eq(tile_windows_sizes(size, 1, (const int64_t[]){80, 90, 1}), 1);
  ck_assert_int_eq(size[0], 80);
}

/* ---- the porosity around each node ---------------------------------------------------- */

/* Whether a node at `at` of an axis of n nodes lies in the cube around `centre`. */
static bool is_around(int64_t at, int64_t centre, int64_t n, int64_t edge, bool wraps)
{
  const int64_t by = llabs(at - centre);
  return by <= edge / 2 || (wraps && n - by <= edge / 2);
}

static float porosity_around(const struct tile_bits *b, const int64_t centre[3], int64_t edge, unsigned periodic)
{
  int64_t pores = 0, all = 0, at[3];
  for (at[2] = 0; at[2] < b->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < b->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < b->grid[0]; at[0]++) {
        bool in = true;
        for (int a = 0; a < 3; a++)
          in = in && is_around(at[a], centre[a], b->grid[a], edge, periodic >> a & 1);
        all += in;
        pores += in && tile_bit(b, at[0], at[1], at[2]);
      }
  return (float)((double)pores / (double)all);
}

LOOP_TEST(map, 16)
{
  static const int64_t grids[][3] = {{70, 5, 6}, {9, 12, 8}, {13, 11, 1}, {1, 4, 15}};
  static const int64_t edges[] = {1, 5, 7, 13};
  const unsigned periodic = (unsigned)_i % 8;
  struct tile_bits b = random_bits(grids[_i % 4], 0.6, (unsigned)_i + 1);
  struct tile_map m;
  struct tile_error e;
  for (int i = 0; i < 4; i++) {
    ck_assert_int_eq(tile_map_make(&m, &b, edges[i], periodic, &e), 0);
    int64_t at[3], node = 0;
    for (at[2] = 0; at[2] < b.grid[2]; at[2]++)
      for (at[1] = 0; at[1] < b.grid[1]; at[1]++)
        for (at[0] = 0; at[0] < b.grid[0]; at[0]++)
          ck_assert_float_eq(m.at[node++], porosity_around(&b, at, edges[i], periodic));
    tile_map_free(&m);
  }
  tile_bits_free(&b);
}

TEST(map_edges)
{
  static const int64_t grids[][4] = {{49, 60, 70, 5},      {60, 49, 1, 5},        {69, 90, 80, 7},
                                     {1000, 1000, 1, 101}, {1000, 1200, 990, 99}, {3, 3, 3, 5}};
  for (int i = 0; i < 6; i++)
    ck_assert_int_eq(tile_map_edge(grids[i]), grids[i][3]);
}

int main(void)
{
  return run_tests("pores", 60, CK_FORK_GETENV);
}
