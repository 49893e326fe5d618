/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces on the grid: the voxels inside of clean and of faulty meshes; and openings that are capped or prolonged. */
#include "inside.h"
#include "mesh_made.h"
#include "overlap.h"
#include "suite.h"
#include "surface_outer.h"

static struct tile_error e;
static const struct surface_ends every;

/* Voxels of width 1, with the centre of voxel 0,0,0 at `at`. */
static struct surface_place place_at(double at, int64_t n)
{
  return (struct surface_place){1, {at, at, at}, {n, n, n}, 0};
}

static void make(struct surface *s, struct mesh *m, const struct surface_place *p)
{
  end_mesh(m);
  ck_assert_msg(surface_make(s, m, p, &e) == TILE_OK, "%s", e.text);
}

static int64_t count_inside(struct surface *s)
{
  struct inside in;
  ck_assert_msg(inside_make(&in, s, &e) == TILE_OK, "%s", e.text);
  int64_t count = 0;
  const size_t words = in.bits.row * (size_t)(in.bits.grid[1] * in.bits.grid[2]);
  for (size_t i = 0; i < words; i++)
    count += __builtin_popcountll(in.bits.word[i]);
  inside_free(&in);
  return count;
}

/* Both have the same voxels inside. */
static void expect_same(struct surface *a, struct surface *b)
{
  struct inside in[2];
  ck_assert_int_eq(inside_make(&in[0], a, &e), TILE_OK);
  ck_assert_int_eq(inside_make(&in[1], b, &e), TILE_OK);
  const size_t words = in[0].bits.row * (size_t)(in[0].bits.grid[1] * in[0].bits.grid[2]);
  ck_assert(!memcmp(in[0].bits.word, in[1].bits.word, words * sizeof *in[0].bits.word));
  inside_free(&in[0]);
  inside_free(&in[1]);
}

/* ---- exact results ---- */

START_TEST(box)
{
  struct mesh m = {0};
  struct surface s;
  const struct surface_place p = place_at(0.5, 12);
  put_box(&m, (const double[]){2, 2, 2}, (const double[]){5, 6, 9});
  make(&s, &m, &p);
  ck_assert_double_eq(s.report.volume, 84);
  ck_assert_double_eq(s.report.area, 2 * (12 + 21 + 28));
  ck_assert(s.open == 0 && s.report.shells == 1 && s.report.flipped == 0);
  ck_assert_int_eq(count_inside(&s), 84);
  surface_free(&s);
}
END_TEST

struct sums {
  int32_t *sum; /* sum of the signs of the crossings of each link of one family, by the voxel at its lower end */
  int64_t n;
  int family;
};

static void add_crossing(void *with, const struct line_crossing *c)
{
  struct sums *s = with;
  const struct line_family *f = &line_family[s->family];
  for (int64_t i = 0, n = s->n; i < n * n * n; i++) {
    const int64_t at[3] = {i % n, i / n % n, i / n / n};
    int64_t u = 0, v = 0, t = 0;
    for (int a = 0; a < 3; a++) {
      u += f->u[a] * at[a];
      v += f->v[a] * at[a];
      t += f->t[a] * at[a];
    }
    if (u == c->u && v == c->v && t == c->t)
      s->sum[i] += c->sign;
  }
}

/* Tetrahedra with corners on voxel centres: many lines run through corners, along edges and within faces. The winding
 * numbers from the columns of all axes agree, and those at both ends of a link differ by its crossings. */
START_TEST(every_link_agrees_with_its_ends)
{
  enum { N = 7 };
  static const struct line_range whole = {{INT32_MIN, INT32_MAX}, {INT32_MIN, INT32_MAX}};
  struct mesh m = {0};
  struct surface s;
  struct columns c[3];
  const struct surface_place p = place_at(0, N);
  uint64_t random = (uint64_t)_i + 1;
  for (int k = 0; k < 6; k++) {
    double corner[4][3];
    for (int i = 0; i < 12; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      corner[i / 3][i % 3] = (double)(random >> 33) * 0x1p-31 * 2 * (N - 1);
      corner[i / 3][i % 3] = _i % 2 ? floor(corner[i / 3][i % 3] / 2) : floor(corner[i / 3][i % 3]) / 2;
    }
    put_triangle(&m, corner[0], corner[1], corner[2]);
    put_triangle(&m, corner[0], corner[3], corner[1]);
    put_triangle(&m, corner[1], corner[3], corner[2]);
    put_triangle(&m, corner[0], corner[2], corner[3]);
  }
  make(&s, &m, &p);
  ck_assert_uint_eq(s.open, 0);
  for (int a = 0; a < 3; a++)
    ck_assert_int_eq(columns_make(&c[a], &s, a, s.triangle, s.triangles, &e), TILE_OK);
  for (int family = 0; family < LINES; family++) {
    int32_t sum[N * N * N] = {0};
    struct sums sums = {sum, N, family};
    for (size_t i = 0; i < s.triangles; i++) {
      const int32_t *const corner[3] = {s.vertex[s.triangle[i][0]], s.vertex[s.triangle[i][1]],
                                        s.vertex[s.triangle[i][2]]};
      lines_cross(&line_family[family], s.shift, corner, &whole, add_crossing, &sums);
    }
    for (int64_t i = 0; i < N * N * N; i++) {
      const int64_t x = i % N, y = i / N % N, z = i / N / N;
      const int here = columns_winding(&c[0], y, z, x);
      ck_assert_int_eq(here, columns_winding(&c[1], x, z, y));
      ck_assert_int_eq(here, columns_winding(&c[2], x, y, z));
      const signed char *d = line_family[family].c;
      if (x + d[0] < 0 || x + d[0] >= N || y + d[1] < 0 || y + d[1] >= N || z + d[2] >= N)
        continue;
      ck_assert_int_eq(sum[i], here - columns_winding(&c[0], y + d[1], z + d[2], x + d[0]));
    }
  }
  for (int a = 0; a < 3; a++)
    columns_free(&c[a]);
  surface_free(&s);
}
END_TEST

/* ---- faults ---- */

static const double middle[3] = {10.1, 9.7, 9.9};

static void make_sphere(struct surface *s, int faults)
{
  struct mesh m = {0};
  const struct surface_place p = place_at(0, 20);
  put_sphere(&m, 8.3, middle, 12);
  const size_t count = m.triangles;
  for (size_t i = 0; i < count; i++) {
    uint32_t copy[3];
    memcpy(copy, m.triangle[i], sizeof copy);
    if (faults & 1 && i % 3 == 1) { /* flipped */
      m.triangle[i][0] = copy[1];
      m.triangle[i][1] = copy[0];
    }
    if (faults & 2 && i % 2) /* doubled */
      ck_assert_int_eq(mesh_triangle(&m, copy, &e), TILE_OK);
    if (faults & 4 && i % 5 == 0) /* doubled the other way round */
      ck_assert_int_eq(mesh_triangle(&m, (const uint32_t[]){copy[1], copy[0], copy[2]}, &e), TILE_OK);
    if (faults & 8) /* without area */
      ck_assert_int_eq(mesh_triangle(&m, (const uint32_t[]){copy[0], copy[0], copy[2]}, &e), TILE_OK);
    if (faults & 16) { /* all inwards */
      m.triangle[i][0] = copy[1];
      m.triangle[i][1] = copy[0];
    }
  }
  make(s, &m, &p);
}

START_TEST(faults_change_nothing)
{
  struct surface clean, faulty;
  make_sphere(&clean, 0);
  make_sphere(&faulty, _i);
  ck_assert_uint_eq(clean.triangles, faulty.triangles);
  ck_assert_double_eq_tol(clean.report.volume, faulty.report.volume, 1e-9);
  ck_assert_uint_eq(faulty.report.flipped, _i & 1 ? (clean.triangles + 1) / 3 : 0);
  ck_assert_uint_eq(faulty.report.twice, (_i & 2 ? clean.triangles / 2 : 0) + (_i & 4 ? (clean.triangles + 4) / 5 : 0));
  ck_assert_uint_eq(faulty.report.degenerate, _i & 8 ? clean.triangles : 0);
  expect_same(&clean, &faulty);
  surface_free(&clean);
  surface_free(&faulty);
}
END_TEST

static void turn_from(struct mesh *m, size_t first)
{
  for (size_t i = first; i < m->triangles; i++) {
    const uint32_t swap = m->triangle[i][0];
    m->triangle[i][0] = m->triangle[i][1];
    m->triangle[i][1] = swap;
  }
}

/* Shells that overlap are united; a shell that faces inwards inside another one is a hole. */
START_TEST(shells)
{
  const double low[3] = {2, 2, 2}, high[3] = {8, 8, 8}, other_low[3] = {5, 5, 5}, other_high[3] = {11, 11, 11},
               hole_low[3] = {3, 3, 3}, hole_high[3] = {5, 5, 5};
  const struct surface_place p = place_at(0.5, 13);
  struct mesh m = {0}, n = {0};
  struct surface s;
  put_box(&m, low, high);
  put_box(&m, other_low, other_high);
  make(&s, &m, &p);
  ck_assert_uint_eq(s.report.shells, 2);
  ck_assert_int_eq(count_inside(&s), 216 + 216 - 27);
  surface_free(&s);
  put_box(&n, hole_low, hole_high);
  turn_from(&n, 0);
  put_box(&n, low, high);
  make(&s, &n, &p);
  ck_assert_uint_eq(s.report.flipped, 0);
  ck_assert_int_eq(count_inside(&s), 216 - 8);
  surface_free(&s);
}
END_TEST

/* ---- orientation of shells ---- */

struct made_box {
  double low[3], high[3];
  bool inwards;
};

/* The first `count` boxes, in this order and in reverse: the order of the file must not matter. */
static void expect_boxes(const struct made_box *part, size_t count, int64_t inside, size_t turned)
{
  for (int reverse = 0; reverse < 2; reverse++) {
    const struct surface_place p = place_at(0.5, 20);
    struct mesh m = {0};
    struct surface s;
    for (size_t i = 0; i < count; i++) {
      const struct made_box *b = &part[reverse ? count - 1 - i : i];
      const size_t first = m.triangles;
      put_box(&m, b->low, b->high);
      if (b->inwards)
        turn_from(&m, first);
    }
    make(&s, &m, &p);
    ck_assert_uint_eq(s.report.shells, count);
    ck_assert_int_eq(count_inside(&s), inside);
    ck_assert_uint_eq(s.report.flipped, 12 * turned);
    surface_free(&s);
  }
}

/* Where two shells overlap, one winds +1 and the other -1: without turning, the overlap would be solid. The shell of
 * smaller volume is turned. */
START_TEST(shells_of_both_signs_overlap)
{
  const struct made_box part[] = {
      {{2, 2, 2}, {8, 8, 8}, false}, {{5, 5, 5}, {12, 11, 11}, true}, {{14, 2, 2}, {16, 4, 4}, true}};
  expect_boxes(part, 2, 216 + 252 - 27, 1);
  expect_boxes(part, 3, 216 + 252 - 27 + 8, 1);
}
END_TEST

/* A shell that faces inwards, with a hole and a solid part in the hole: it is turned together with all that lies in it.
 * The other shell fills half of the hole. */
START_TEST(hollow_shells_face_inwards)
{
  const struct made_box part[] = {{{2, 2, 2}, {12, 12, 12}, true},
                                  {{4, 4, 4}, {8, 8, 8}, false},
                                  {{6, 1, 1}, {19, 19, 19}, false},
                                  {{5, 5, 5}, {6, 6, 6}, true}};
  expect_boxes(part, 3, 13 * 18 * 18 + 4 * 100 - 2 * 16, 2);
  expect_boxes(part, 4, 13 * 18 * 18 + 4 * 100 - 2 * 16 + 1, 3);
}
END_TEST

/* The hole of the shell that faces outwards stays. */
START_TEST(hollow_shell_beside_one_that_faces_inwards)
{
  const struct made_box part[] = {
      {{2, 2, 2}, {12, 12, 12}, false}, {{4, 4, 4}, {8, 8, 8}, true}, {{9, 3, 3}, {15, 11, 11}, true}};
  expect_boxes(part, 3, 1000 - 64 + 3 * 64, 1);
}
END_TEST

/* Holes that share parts of faces and edges with the shell around them, a channel through the shell, and a part in a
 * hole that touches it: with a separate shell beside them, none is turned. */
START_TEST(holes_that_touch)
{
  const struct made_box part[][3] = {
      {{{2, 2, 2}, {12, 12, 12}, false}, {{2, 4, 2}, {6, 6, 8}, true}, {{14, 2, 2}, {16, 4, 4}, false}},
      {{{2, 2, 2}, {12, 12, 12}, false}, {{2, 2, 4}, {6, 6, 8}, true}, {{14, 2, 2}, {16, 4, 4}, false}},
      {{{2, 2, 2}, {12, 12, 12}, false}, {{5, 5, 2}, {8, 8, 12}, true}, {{14, 2, 2}, {16, 4, 4}, false}},
      {{{2, 2, 2}, {12, 12, 12}, false}, {{4, 4, 4}, {8, 8, 8}, true}, {{4, 4, 5}, {7, 8, 8}, false}}};
  static const int64_t inside[] = {1000 - 48 + 8, 1000 - 64 + 8, 1000 - 90 + 8, 1000 - 64 + 36};
  for (int i = 0; i < 4; i++)
    expect_boxes(part[i], 3, inside[i], 0);
}
END_TEST

/* Nested shells alternate. When all face the other way, the result is the same, and none is turned on its own. */
START_TEST(nested_shells_alternate)
{
  struct made_box part[] = {{{2, 2, 2}, {12, 12, 12}, false},
                            {{3, 3, 3}, {11, 11, 11}, true},
                            {{5, 5, 5}, {9, 9, 9}, false},
                            {{10, 2, 2}, {16, 4, 4}, false}};
  for (int inwards = 0; inwards < 2; inwards++) {
    expect_boxes(part, 3, 1000 - 512 + 64, 0);
    expect_boxes(part, 4, 1000 - 512 + 64 + 24 - 8 + 1, 0);
    for (int i = 0; i < 4; i++)
      part[i].inwards = !part[i].inwards;
  }
}
END_TEST

/* Spheres: no ray meets them in a face with integer coordinates. Two overlap; one faces inwards and has a hole that
 * faces outwards. */
START_TEST(spheres_face_inwards)
{
  struct surface s[2];
  const struct surface_place p = place_at(0.5, 20);
  for (int inwards = 0; inwards < 2; inwards++) {
    struct mesh m = {0};
    put_sphere(&m, 4.4, (const double[]){12.2, 10, 10}, 12);
    turn_from(&m, 0);
    const size_t hole = m.triangles;
    put_sphere(&m, 5, (const double[]){12.1, 10, 10}, 12);
    if (inwards) {
      turn_from(&m, 0);
      turn_from(&m, hole);
      turn_from(&m, hole);
    }
    put_sphere(&m, 4, (const double[]){6, 10, 10}, 12);
    make(&s[inwards], &m, &p);
  }
  ck_assert_uint_eq(s[0].report.flipped, 0);
  ck_assert_uint_gt(s[1].report.flipped, s[1].triangles / 2);
  ck_assert_double_eq_tol(s[0].report.volume, s[1].report.volume, 1e-9);
  expect_same(&s[0], &s[1]);
  surface_free(&s[0]);
  surface_free(&s[1]);
}
END_TEST

/* A shell inside an open shell is its hole, and open shells are not turned. */
START_TEST(shells_in_an_open_one)
{
  struct shell shell[] = {{.closed = false, .volume = -1, .low = {0, 0, 0}, .high = {9, 9, 9}},
                          {.closed = true, .volume = -1, .low = {1, 1, 1}, .high = {8, 8, 8}},
                          {.closed = true, .volume = 1, .low = {20, 0, 0}, .high = {29, 9, 9}},
                          {.closed = true, .volume = -1, .low = {5, 5, 5}, .high = {25, 9, 9}},
                          {.closed = true, .volume = 1, .low = {15, 6, 6}, .high = {16, 8, 8}}};
  ck_assert_int_eq(surface_turn_outer(shell, 5, &e), TILE_OK);
  for (int i = 0; i < 5; i++)
    ck_assert_int_eq(shell[i].turned, i >= 3);
}
END_TEST

/* ---- open surfaces ---- */

/* A few triangles are missing: the winding number still tells which voxels are inside. */
START_TEST(holes)
{
  struct mesh m = {0};
  struct surface clean, open;
  const struct surface_place p = place_at(0, 20);
  make_sphere(&clean, 0);
  put_sphere(&m, 8.3, middle, 12);
  for (size_t i = 0; i < m.triangles; i += 97)
    m.triangle[i][0] = m.triangle[i][1];
  make(&open, &m, &p);
  ck_assert_uint_eq(open.report.degenerate, open.open / 3);
  ck_assert_uint_gt(open.open, 9);
  expect_same(&clean, &open);
  ck_assert_uint_gt(open.report.unclear, 0);
  surface_free(&clean);
  surface_free(&open);
}
END_TEST

/* The solid angle of a triangle, by 4 pi (A. van Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125). */
static double share_of_sphere(const struct mesh *m, size_t triangle, const double from[3])
{
  double r[3][3], d[3], det = 0;
  for (int c = 0; c < 3; c++) {
    for (int a = 0; a < 3; a++)
      r[c][a] = m->vertex[m->triangle[triangle][c]][a] - from[a];
    d[c] = sqrt(r[c][0] * r[c][0] + r[c][1] * r[c][1] + r[c][2] * r[c][2]);
  }
  for (int a = 0; a < 3; a++)
    det += r[0][a] * (r[1][(a + 1) % 3] * r[2][(a + 2) % 3] - r[1][(a + 2) % 3] * r[2][(a + 1) % 3]);
  double below = d[0] * d[1] * d[2];
  for (int a = 0; a < 3; a++)
    below += r[0][a] * r[1][a] * d[2] + r[1][a] * r[2][a] * d[0] + r[2][a] * r[0][a] * d[1];
  return atan2(det, below) / (2 * MADE_PI);
}

/* A short tube without ends: the winding number, summed over all triangles, decides which voxels are inside, and near
 * the axis none is. Voxels within 1e-6 of one half do not count. */
START_TEST(winding_number_of_a_ring)
{
  enum { SIDE = 23 };
  const double size[] = {9, 3};
  const struct surface_place p = place_at(-11.2, SIDE);
  struct mesh m = {0};
  struct surface s;
  struct inside in;
  static double number[SIDE * SIDE * SIDE];
  put_grid(&m, cylinder_point, size, 5, 60);
  turn_mesh(&m, 0.1, 0.05);
  for (int n = 0; n < SIDE * SIDE * SIDE; n++)
    for (size_t t = 0; t < m.triangles; t++)
      number[n] +=
          share_of_sphere(&m, t, (const double[]){n % SIDE - 11.2, n / SIDE % SIDE - 11.2, n / SIDE / SIDE - 11.2});
  make(&s, &m, &p);
  ck_assert_int_eq(inside_make(&in, &s, &e), TILE_OK);
  int some = 0;
  for (int n = 0; n < SIDE * SIDE * SIDE; n++) {
    const bool within = fabs(number[n]) > 0.5;
    some += within;
    if (fabs(fabs(number[n]) - 0.5) > 1e-6)
      ck_assert_int_eq(tile_bit(&in.bits, n % SIDE, n / SIDE % SIDE, n / SIDE / SIDE), within);
  }
  ck_assert_int_gt(some, 0);
  inside_free(&in);
  surface_free(&s);
}
END_TEST

/* An edge that is one edge on one side and two on the other. */
START_TEST(edges_that_do_not_match)
{
  struct mesh m = {0};
  struct surface s, clean;
  const struct surface_place p = place_at(0.3, 8);
  const double low[3] = {1, 1, 1}, high[3] = {6, 6, 6};
  put_box(&m, low, high);
  for (int k = 0; k < 3; k++) {
    double at[3][3], half[3];
    for (int c = 0; c < 3; c++)
      memcpy(at[c], m.vertex[m.triangle[0][c]], sizeof at[c]);
    for (int a = 0; a < 3; a++)
      half[a] = (at[0][a] + at[1][a]) / 2;
    if (k == 2)
      m.triangle[0][0] = m.triangle[0][1];
    else
      put_triangle(&m, k ? half : at[0], k ? at[1] : half, at[2]);
  }
  make(&s, &m, &p);
  ck_assert_uint_eq(s.open, 3);
  m = (struct mesh){0};
  put_box(&m, low, high);
  make(&clean, &m, &p);
  expect_same(&s, &clean);
  surface_free(&s);
  surface_free(&clean);
}
END_TEST

/* ---- caps ---- */

static void make_tube(struct surface *s, bool ends, double about_z, double about_x)
{
  enum { COLUMNS = 60 };
  const double size[] = {4, 14};
  const struct surface_place p = place_at(-11.2, 23);
  struct mesh m = {0};
  put_grid(&m, cylinder_point, size, 5, COLUMNS);
  if (ends)
    put_ends(&m, size, COLUMNS);
  turn_mesh(&m, about_z, about_x);
  make(s, &m, &p);
}

/* A tube of 60 sides along a slanted axis, cut across: its ends are polygons of 60 corners. */
START_TEST(tube_capped)
{
  const double angle = 0.3 * _i, area = 30 * 16 * sin(2 * MADE_PI / 60);
  struct surface open, closed;
  make_tube(&open, false, 0.2, angle);
  make_tube(&closed, true, 0.2, angle);
  ck_assert_uint_eq(open.open, 120);
  ck_assert_uint_eq(closed.open, 0);
  ck_assert_int_eq(surface_cap(&open, &every, true, &e), TILE_OK);
  ck_assert_uint_eq(open.open, 0);
  ck_assert_int_eq(open.caps, 2);
  ck_assert_uint_eq(open.report.capped, 120);
  ck_assert_double_eq_tol(open.report.volume, area * 14, 1e-4);
  for (int i = 0; i < 2; i++) {
    const struct surface_cap *c = &open.cap[i];
    const double side = c->centre[2] > 11.2 || (c->centre[2] == 11.2 && c->centre[1] < 11.2) ? 1 : -1;
    const double axis[3] = {0, -sin(angle), cos(angle)};
    ck_assert_double_eq_tol(c->area, area, 1e-4);
    for (int a = 0; a < 3; a++) {
      ck_assert_double_eq_tol(c->normal[a], -side * axis[a], 1e-5);
      ck_assert_double_eq_tol(c->centre[a], 11.2 + side * 7 * axis[a], 1e-5);
    }
    ck_assert(!strcmp(c->name, i ? "outlet1" : "inlet0"));
    ck_assert_int_eq(c->surface, i + 1);
  }
  expect_same(&open, &closed);
  surface_free(&open);
  surface_free(&closed);
}
END_TEST

/* The ends of the closed tube are the same openings; the flat strips of its wall are none. */
START_TEST(tube_opened)
{
  const double angle = 0.3 * _i, area = 30 * 16 * sin(2 * MADE_PI / 60);
  const struct surface_ends all = {0}, last = {.count = 1, .number = {1}};
  struct surface s, one, closed;
  make_tube(&s, true, 0.2, angle);
  make_tube(&one, true, 0.2, angle);
  make_tube(&closed, true, 0.2, angle);
  ck_assert_msg(surface_open_ends(&s, &all, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(surface_open_ends(&one, &last, &e), TILE_OK);
  ck_assert_int_eq(s.ends, 2);
  ck_assert_int_eq(s.caps, 2);
  ck_assert_int_eq(one.ends, 2);
  ck_assert_int_eq(one.caps, 1);
  ck_assert(!s.report.touching && one.end[0].surface == 0 && one.end[1].surface == 1);
  ck_assert(!strcmp(one.cap[0].name, "inlet0") && !memcmp(one.cap[0].centre, s.cap[1].centre, sizeof s.cap->centre));
  for (int i = 0; i < 2; i++) {
    const struct surface_cap *c = &s.cap[i];
    const double side = c->centre[2] > 11.2 || (c->centre[2] == 11.2 && c->centre[1] < 11.2) ? 1 : -1;
    const double axis[3] = {0, -sin(angle), cos(angle)};
    ck_assert_double_eq_tol(c->area, area, 1e-4);
    for (int a = 0; a < 3; a++) {
      ck_assert_double_eq_tol(c->normal[a], -side * axis[a], 1e-5);
      ck_assert_double_eq_tol(c->centre[a], 11.2 + side * 7 * axis[a], 1e-5);
    }
    ck_assert(!strcmp(c->name, i ? "outlet1" : "inlet0"));
    ck_assert_int_eq(c->surface, i + 1);
  }
  size_t named[3] = {0};
  for (size_t i = 0; i < s.triangles; i++)
    named[s.name_of[i]]++;
  ck_assert(named[1] == named[2] && named[1] && named[0] == 2 * 5 * 60);
  expect_same(&s, &closed);
  surface_free(&s);
  surface_free(&one);
  surface_free(&closed);
}
END_TEST

/* Each side of a box is an end if its area is at most a quarter; a sixth of a cube is. A long thin side is none. */
START_TEST(sides_of_a_box)
{
  static const struct {
    double high[3];
    int ends;
    double largest;
  } boxes[] = {{{5, 5, 5}, 6, 16}, {{3, 3, 9}, 6, 16}, {{2, 2, 20}, 2, 1}, {{9, 9, 3}, 4, 16}};
  const struct surface_ends all = {0}, far = {.count = 2, .number = {0, 6}};
  const struct surface_place p = place_at(0.5, 22);
  struct mesh m = {0};
  struct surface s;
  put_box(&m, (const double[]){1, 1, 1}, boxes[_i].high);
  make(&s, &m, &p);
  ck_assert_int_eq(surface_open_ends(&s, &all, &e), TILE_OK);
  ck_assert_int_eq(s.caps, boxes[_i].ends);
  ck_assert_double_eq_tol(s.cap[0].area, boxes[_i].largest, 1e-9);
  ck_assert_int_eq(s.report.touching, boxes[_i].ends > 2);
  surface_free(&s);
  m = (struct mesh){0};
  put_box(&m, (const double[]){1, 1, 1}, boxes[_i].high);
  make(&s, &m, &p);
  ck_assert_int_eq(surface_open_ends(&s, &far, &e), TILE_USAGE);
  ck_assert_msg(strstr(e.text, "--open=6: the surface has"), "%s", e.text);
  surface_free(&s);
}
END_TEST

/* An L-shaped section of a channel. */
static const double corners[6][2] = {{1, 1}, {9, 1}, {9, 4}, {4, 4}, {4, 9}, {1, 9}};

START_TEST(opening_that_is_not_convex)
{
  struct mesh m = {0};
  struct surface s;
  const struct surface_place p = place_at(0.5, 11);
  for (int i = 0; i < 6; i++) {
    const double *a = corners[i], *b = corners[(i + 1) % 6];
    put_quad(&m, (const double[]){a[0], a[1], 1}, (const double[]){b[0], b[1], 1}, (const double[]){b[0], b[1], 10},
             (const double[]){a[0], a[1], 10});
  }
  make(&s, &m, &p);
  ck_assert_int_eq(surface_cap(&s, &every, true, &e), TILE_OK);
  ck_assert_double_eq_tol(s.cap[0].area, 39, 1e-9);
  ck_assert_double_eq_tol(s.cap[0].centre[0] + 0.5, (24 * 5 + 15 * 2.5) / 39, 1e-9);
  ck_assert_double_eq_tol(s.report.volume, 39 * 9, 1e-9);
  ck_assert_int_eq(count_inside(&s), 39 * 9);
  surface_free(&s);
}
END_TEST

START_TEST(opening_that_is_not_flat)
{
  struct mesh m = {0};
  struct surface s;
  const struct surface_place p = place_at(0.5, 8);
  put_box(&m, (const double[]){1, 1, 1}, (const double[]){6, 6, 6});
  m.triangle[0][0] = m.triangle[0][1]; /* removes one of x- */
  m.triangle[8][0] = m.triangle[8][1]; /* removes one of z-, next to it */
  make(&s, &m, &p);
  const int code = surface_cap(&s, &every, true, &e);
  ck_assert_msg(code == (s.report.capped ? TILE_OK : TILE_REJECTED), "%s", e.text);
  surface_free(&s);
  m = (struct mesh){0};
  put_box(&m, (const double[]){1, 1, 1}, (const double[]){6, 6, 6});
  for (int i = 0; i < 4; i += 3)
    for (int k = 0; k < 2; k++) /* two faces that share an edge: x- and y- */
      m.triangle[i + k + (i == 3)][0] = m.triangle[i + k + (i == 3)][1];
  make(&s, &m, &p);
  ck_assert_uint_gt(s.open, 4);
  surface_free(&s);
}
END_TEST

/* ---- extensions ---- */

/* size: first and last z, a distance by which every third corner of the rims is off their plane, an angle about x. */
static void tube_point(const double *size, double u, double v, double at[3])
{
  const double along = u > 0 && u < 1 ? 0 : lrint(60 * v) % 3 ? 0 : size[2];
  cylinder_point((const double[]){4, 0}, u, v, at);
  const double y = at[1], z = size[0] + (size[1] - size[0]) * u + along;
  at[1] = cos(size[3]) * y - sin(size[3]) * z;
  at[2] = sin(size[3]) * y + cos(size[3]) * z;
}

/* An open tube of radius 4 and 60 sides. */
static void put_tube(struct mesh *m, double from, double to, double off, double angle)
{
  put_grid(m, tube_point, (const double[]){from, to, off, angle}, 5, 60);
}

/* A grid of voxels of width 1 around the origin. */
static struct surface_place place_for_tube(void)
{
  struct surface_place p = place_at(-11.2, 23);
  p.reserve = 40;
  return p;
}

static void make_capped(struct surface *s, struct mesh *m, const struct surface_place *p)
{
  make(s, m, p);
  ck_assert_msg(surface_cap(s, &every, true, &e) == TILE_OK, "%s", e.text);
}

static struct surface_extensions extend_by(const char *name, double length)
{
  struct surface_extensions all = {.count = 1, .item = {{.text = name, .length = length}}};
  strcpy(all.item[0].name, name);
  return all;
}

/* The distance of a cap from the origin along its normal. */
static double distance_of(const struct surface_cap *c, const struct surface_place *p)
{
  double distance = 0;
  for (int a = 0; a < 3; a++)
    distance -= c->normal[a] * (c->centre[a] + p->origin[a]);
  return distance;
}

/* Both ends of a tube, prolonged, give the longer tube: the same voxels, area, volume and openings. */
START_TEST(tube_extended)
{
  const double angle = 0.3 * _i, area = 30 * 16 * sin(2 * MADE_PI / 60);
  struct surface_place p = place_for_tube();
  struct surface_extensions both = extend_by("all", 6);
  struct mesh m = {0}, n = {0};
  struct surface s, longer;
  both.item[both.count++] = (struct surface_extension){.name = "outlet1", .length = 3};
  put_tube(&m, -7, 7, 0, angle);
  make_capped(&s, &m, &p);
  const bool upper = s.cap[0].normal[2] < 0; /* the inlet is the end at z = 7 */
  ck_assert_msg(surface_extend(&s, &both, &p, 1, 1, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(surface_find_open(&s, &e), TILE_OK);
  ck_assert_uint_eq(s.open, 0);
  put_tube(&n, upper ? -10 : -13, upper ? 13 : 10, 0, angle);
  make_capped(&longer, &n, &p);
  expect_same(&s, &longer);
  ck_assert_double_eq_tol(s.report.volume, area * 23, 1e-3);
  ck_assert_double_eq_tol(s.report.area, longer.report.area, 1e-3);
  ck_assert_int_eq(s.caps, 2);
  for (int i = 0; i < 2; i++) {
    ck_assert_double_eq_tol(distance_of(&s.cap[i], &p), i ? 10 : 13, 1e-5);
    ck_assert_double_eq_tol(s.cap[i].area, area, 1e-4);
    ck_assert_double_eq(s.cap[i].extended, i ? 3 : 6);
  }
  surface_free(&s);
  surface_free(&longer);
}
END_TEST

/* The ends of a closed surface are prolonged, too. */
START_TEST(end_extended)
{
  struct surface_place p = place_for_tube();
  const struct surface_ends all = {0};
  const struct surface_extensions by = extend_by("all", 4);
  struct mesh m = {0};
  struct surface s;
  put_grid(&m, cylinder_point, (const double[]){4, 14}, 5, 60);
  put_ends(&m, (const double[]){4, 14}, 60);
  make(&s, &m, &p);
  ck_assert_int_eq(surface_open_ends(&s, &all, &e), TILE_OK);
  ck_assert_msg(surface_extend(&s, &by, &p, 0.5, 1, &e) == TILE_OK, "%s", e.text); /* 8 voxels each */
  ck_assert_double_eq_tol(s.report.volume, 30 * 16 * sin(2 * MADE_PI / 60) * 30, 1e-3);
  surface_free(&s);
}
END_TEST

/* By half a diameter. The grid grows by whole layers, and has as many around the surface as it shall. */
START_TEST(extension_moves_the_grid)
{
  static const double rim[4][2] = {{1, 1}, {6, 1}, {6, 6}, {1, 6}};
  struct surface_place p = place_at(0.5, 7);
  struct surface_extensions by = extend_by("all", 0.5);
  struct mesh m = {0};
  struct surface s;
  p.reserve = 20;
  by.item[0].diameters = true;
  for (int i = 0; i < 4; i++) {
    const double *a = rim[i], *b = rim[(i + 1) % 4];
    put_quad(&m, (const double[]){a[0], a[1], 1}, (const double[]){b[0], b[1], 1}, (const double[]){b[0], b[1], 6},
             (const double[]){a[0], a[1], 6});
  }
  make_capped(&s, &m, &p);
  ck_assert_int_eq(surface_extend(&s, &by, &p, 1, _i, &e), TILE_OK);
  ck_assert_double_eq_tol(s.cap[0].extended, 2.5, 1e-6);
  ck_assert_int_eq(s.grid[2], 7 + 2 * (2 + _i)); /* the surface ends in the middle of a voxel */
  ck_assert_double_eq(p.origin[2], 0.5 - 2 - _i);
  ck_assert(s.grid[0] == 7 && s.grid[1] == 7 && p.origin[0] == 0.5 && p.grid[2] == s.grid[2]);
  ck_assert_int_eq(count_inside(&s), 25 * 10);
  surface_free(&s);
}
END_TEST

/* Heights of the corners of an opening along its normal, from the origin. */
static void heights_of(const struct surface *s, const struct surface_cap *c, const struct surface_place *p,
                       double range[2])
{
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (size_t i = 0; i < s->triangles; i++)
    for (int k = 0; k < 3 && s->name_of[i] == c->surface; k++) {
      double height = 0;
      for (int a = 0; a < 3; a++)
        height -= (ldexp(s->vertex[s->triangle[i][k]][a], -s->shift) + p->origin[a]) * c->normal[a];
      range[0] = fmin(range[0], height);
      range[1] = fmax(range[1], height);
    }
}

/* A rim that is flat within a hundredth of its width: lengths begin at its farthest corner, and the far end is flat. */
START_TEST(rim_that_is_not_flat)
{
  struct surface_place p = place_for_tube();
  const struct surface_extensions by = extend_by("outlet1", 4);
  struct mesh m = {0};
  struct surface s;
  double before[2], after[2];
  put_tube(&m, -7, 7, 0.05, 0.7);
  make_capped(&s, &m, &p);
  heights_of(&s, &s.cap[1], &p, before);
  ck_assert_double_eq_tol(before[1] - before[0], 0.05, 1e-4);
  ck_assert_int_eq(surface_extend(&s, &by, &p, 1, 1, &e), TILE_OK);
  heights_of(&s, &s.cap[1], &p, after);
  ck_assert_double_eq_tol(after[0], before[1] + 4, 1e-4); /* vertices are rounded to 2^-20, or 2^-21 */
  ck_assert_double_eq_tol(after[1], before[1] + 4, 1e-4);
  ck_assert_double_eq(s.cap[0].extended, 0);
  surface_free(&s);
}
END_TEST

/* A tube that ends at z = -2 is prolonged towards another tube from z = 3 on, or a sphere from z = 3.1 on that is
 * narrower than the prism. */
static const struct {
  bool sphere;
  const char *all; /* or the one end alone */
  double length;
  int code;
} meetings[] = {{false, NULL, 4.9, TILE_OK},   {false, NULL, 5, TILE_USAGE},    {false, NULL, 30, TILE_USAGE},
                {false, "all", 2.4, TILE_OK},  {false, "all", 2.6, TILE_USAGE}, {true, NULL, 5, TILE_OK},
                {true, NULL, 5.5, TILE_USAGE}, {true, NULL, 30, TILE_USAGE}};

START_TEST(extension_meets_the_surface)
{
  struct surface_place p = place_for_tube();
  struct mesh m = {0};
  struct surface s;
  put_tube(&m, -10, -2, 0, 0);
  if (meetings[_i].sphere)
    put_sphere(&m, 1.5, (const double[]){0.1, 0.2, 4.6}, 6);
  else
    put_tube(&m, 3, 10, 0, 0);
  make_capped(&s, &m, &p);
  int end = 0;
  while (fabs(s.cap[end].centre[2] + p.origin[2] + 2) > 1e-3)
    end++;
  const struct surface_extensions by = extend_by(meetings[_i].all ? "all" : s.cap[end].name, meetings[_i].length);
  ck_assert_int_eq(surface_extend(&s, &by, &p, 1, 1, &e), meetings[_i].code);
  surface_free(&s);
}
END_TEST

/* Corners of two triangles, and whether they meet. */
static const struct {
  int32_t corner[6][3];
  bool meet;
} pairs[] = {
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {2, 2, -1}, {2, 2, 1}, {9, 9, 9}}, true},
    {{{2, 2, -1}, {2, 2, 1}, {9, 9, 9}, {0, 0, 0}, {9, 0, 0}, {0, 9, 0}}, true},
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {2, 2, 1}, {2, 3, 2}, {9, 9, 9}}, false},
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {2, 2, 0}, {2, 3, 2}, {9, 9, 9}}, true},   /* a corner on the triangle */
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {9, 9, 0}, {2, 3, 2}, {9, 9, 9}}, false},  /* one in its plane */
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {4, 0, -1}, {4, 0, 1}, {4, -9, 0}}, true}, /* edge on edge */
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, false},  /* in one plane */
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 0}, {3, 3, -1}, {3, 3, 1}}, true},  /* a common corner */
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 0}, {3, 3, 2}, {3, 3, 1}}, false},
    {{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {0, 0, 0}, {9, 0, 0}, {3, 3, 1}}, false}, /* a common edge */
    /* one unit apart, and not apart, in units of 2^-29 of the coordinates */
    {{{-536870911, -536870911, 0}, {536870911, -536870911, 1}, {0, 536870911, 0}, {0, 0, 1}, {1, 0, 9}, {0, 1, 9}},
     false},
    {{{-536870911, -536870911, 0}, {536870911, -536870911, 1}, {0, 536870911, 0}, {0, 0, 0}, {1, 0, 9}, {0, 1, 9}},
     true}};

START_TEST(triangles_meet)
{
  struct surface s = {0};
  int32_t vertex[6][3];
  uint32_t corner[6];
  memcpy(vertex, pairs[_i].corner, sizeof vertex);
  s.vertex = vertex;
  for (uint32_t k = 0; k < 6; k++) /* equal points are one vertex */
    for (corner[k] = 0; memcmp(vertex[corner[k]], vertex[k], sizeof *vertex) != 0;)
      corner[k]++;
  ck_assert_int_eq(overlap_triangles(&s, corner, corner + 3), pairs[_i].meet);
}
END_TEST

/* ---- convergence ---- */

static double share_inside(int n, double about_z, double about_x)
{
  struct mesh m = {0};
  struct surface s;
  struct surface_place p;
  put_grid(&m, torus_point, (const double[]){2, 0.7}, 40, 80);
  turn_mesh(&m, about_z, about_x);
  end_mesh(&m);
  ck_assert_int_eq(surface_place(&p, &m, 5.4 / n, 0, 1, &e), TILE_OK);
  ck_assert_int_eq(surface_make(&s, &m, &p, &e), TILE_OK);
  const double share = (double)count_inside(&s) / s.report.volume;
  surface_free(&s);
  return share;
}

/* The voxels have the volume of the mesh within 1 %, and within 0.2 % at a third of the width. 24 directions. */
START_TEST(voxels_fill_the_volume)
{
  const double about_z = _i % 4 * MADE_PI / 2 + 0.1, about_x = _i / 4 * MADE_PI / 3 + 0.05;
  ck_assert_double_eq_tol(share_inside(30, about_z, about_x), 1, 0.01);
  ck_assert_double_eq_tol(share_inside(90, about_z, about_x), 1, 0.002);
}
END_TEST

/* Missing single triangles are not openings; the ends of the tube are. */
START_TEST(holes_are_no_openings)
{
  struct mesh m = {0};
  struct surface s;
  const struct surface_place p = place_at(-11.2, 23);
  const double size[] = {4, 14}, triangle = 8 * sin(MADE_PI / 60) * 14 / 40 / 2;
  static const size_t missing[] = {1001, 2500, 2501};
  put_grid(&m, cylinder_point, size, 40, 60);
  for (int i = 0; i < 3; i++)
    m.triangle[missing[i]][0] = m.triangle[missing[i]][1];
  make(&s, &m, &p);
  ck_assert_int_eq(surface_cap(&s, &every, true, &e), TILE_OK);
  ck_assert_uint_eq(s.open, 0);
  ck_assert_uint_eq(s.report.capped, 120 + 3 + 4);
  ck_assert_uint_eq(s.report.holes, 2);
  ck_assert_double_eq_tol(s.report.hole, 2 * triangle, 1e-4);
  ck_assert_int_eq(s.caps, 2);
  ck_assert_double_eq_tol(s.report.volume, 30 * 16 * sin(2 * MADE_PI / 60) * 14, 1e-3);
  surface_free(&s);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("surface");
  TCase *c = tcase_create("all");
  tcase_add_test(c, box);
  tcase_add_loop_test(c, every_link_agrees_with_its_ends, 0, 40);
  tcase_add_loop_test(c, faults_change_nothing, 0, 16);
  tcase_add_loop_test(c, faults_change_nothing, 16, 17);
  tcase_add_test(c, shells);
  tcase_add_test(c, shells_of_both_signs_overlap);
  tcase_add_test(c, hollow_shells_face_inwards);
  tcase_add_test(c, hollow_shell_beside_one_that_faces_inwards);
  tcase_add_test(c, holes_that_touch);
  tcase_add_test(c, nested_shells_alternate);
  tcase_add_test(c, spheres_face_inwards);
  tcase_add_test(c, shells_in_an_open_one);
  tcase_add_test(c, holes);
  tcase_add_test(c, winding_number_of_a_ring);
  tcase_add_test(c, edges_that_do_not_match);
  tcase_add_loop_test(c, tube_capped, 0, 6);
  tcase_add_loop_test(c, tube_opened, 0, 6);
  tcase_add_loop_test(c, sides_of_a_box, 0, 4);
  tcase_add_test(c, holes_are_no_openings);
  tcase_add_test(c, opening_that_is_not_convex);
  tcase_add_test(c, opening_that_is_not_flat);
  tcase_add_loop_test(c, tube_extended, 0, 6);
  tcase_add_test(c, end_extended);
  tcase_add_loop_test(c, extension_moves_the_grid, 0, 2);
  tcase_add_test(c, rim_that_is_not_flat);
  tcase_add_loop_test(c, extension_meets_the_surface, 0, sizeof meetings / sizeof *meetings);
  tcase_add_loop_test(c, triangles_meet, 0, sizeof pairs / sizeof *pairs);
  tcase_add_loop_test(c, voxels_fill_the_volume, 0, 24);
  tcase_set_timeout(c, 60);
  suite_add_tcase(suite, c);
  return run_suite(suite, CK_FORK_GETENV);
}
