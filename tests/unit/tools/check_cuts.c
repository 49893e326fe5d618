/* SPDX-License-Identifier: BSD-3-Clause */
/* Where surfaces cut links: against the exact planes, spheres and other forms of the meshes, and against every
 * triangle. */
#include "mesh_links.h"
#include "mesh_made.h"
#include "suite.h"
#include "tile_domain.h"

enum { N = 24 };
static struct tile_error e;
static const struct surface_ends every;

struct made {
  struct surface s;
  struct inside in;
  size_t count;
  struct tile_wall_at *wall; /* of all slices */
};

static void make_surface(struct made *d, struct mesh *m, const struct surface_place *p, bool cap)
{
  end_mesh(m);
  *d = (struct made){0};
  ck_assert_msg(surface_make(&d->s, m, p, &e) == TILE_OK, "%s", e.text);
  ck_assert(!cap || surface_cap(&d->s, &every, true, &e) == TILE_OK);
}

static void find_cuts(struct made *d, const struct surface_place *p)
{
  struct cuts c;
  ck_assert_int_eq(inside_make(&d->in, &d->s, &e), TILE_OK);
  ck_assert_int_eq(cuts_make(&c, &d->s, &d->in, &e), TILE_OK);
  for (int64_t z = 0; z < p->grid[2]; z++) {
    struct tile_wall_at *wall;
    size_t count;
    ck_assert_int_eq(cuts_slice(&c, z, &wall, &count, &e), TILE_OK);
    d->wall = realloc(d->wall, (d->count + count + 1) * sizeof *wall);
    memcpy(d->wall + d->count, wall, count * sizeof *wall);
    d->count += count;
    free(wall);
  }
  cuts_free(&c);
}

static void make(struct made *d, struct mesh *m, const struct surface_place *p, bool cap)
{
  make_surface(d, m, p, cap);
  find_cuts(d, p);
}

static void drop(struct made *d)
{
  surface_free(&d->s);
  inside_free(&d->in);
  free(d->wall);
}

static const struct surface_place place = {1, {-11.4, -11.7, -11.33}, {N, N, N}, 0};

static void voxel_of(const struct tile_wall_at *w, int64_t at[3])
{
  at[0] = (int64_t)(w->voxel % N);
  at[1] = (int64_t)(w->voxel / N % N);
  at[2] = (int64_t)(w->voxel / N / N);
}

/* Cut links are sorted, listed once, and start at voxels inside; every link from inside to outside is among them. */
static void expect_whole(const struct made *d)
{
  size_t i = 0;
  for (int64_t at[3] = {0}; at[2] < N; at[2]++)
    for (at[1] = 0; at[1] < N; at[1]++)
      for (at[0] = 0; at[0] < N; at[0]++)
        for (int link = 1; link < TILE_LINKS && inside_has(&d->in, at); link++) {
          const int64_t to[3] = {at[0] + tile_link[link][0], at[1] + tile_link[link][1], at[2] + tile_link[link][2]};
          const uint64_t voxel = (uint64_t)(at[0] + N * (at[1] + N * at[2]));
          const bool cut = i < d->count && d->wall[i].voxel == voxel && d->wall[i].link == link;
          ck_assert_msg(cut || inside_has(&d->in, to), "no cut at %ld %ld %ld link %d", (long)at[0], (long)at[1],
                        (long)at[2], link);
          i += cut;
        }
  ck_assert_uint_eq(i, d->count);
}

/* ---- against every triangle ---- */

/* The q at which from + q c meets the triangle (Moeller & Trumbore 1997); 2: they do not meet. */
static double meet(const struct surface *s, size_t triangle, const int64_t from[3], const signed char c[3])
{
  double a[3], b[3], r[3], h[3], k[3], det = 0, u = 0, v = 0, q = 0;
  const double unit = ldexp(1, -s->shift);
  for (int i = 0; i < 3; i++) {
    const double first = unit * s->vertex[s->triangle[triangle][0]][i];
    a[i] = unit * s->vertex[s->triangle[triangle][1]][i] - first;
    b[i] = unit * s->vertex[s->triangle[triangle][2]][i] - first;
    r[i] = (double)from[i] - first;
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    h[i] = c[j] * b[l] - c[l] * b[j];
    k[i] = r[j] * a[l] - r[l] * a[j];
  }
  for (int i = 0; i < 3; i++) {
    det += a[i] * h[i];
    u += r[i] * h[i];
    v += c[i] * k[i];
    q += b[i] * k[i];
  }
  const bool met =
      fabs(det) > 1e-12 && u / det >= 0 && v / det >= 0 && (u + v) / det <= 1 && q / det >= 0 && q / det <= 1;
  return met ? q / det : 2;
}

/* For a surface of one shell, the link leaves through the nearest triangle, seen from inside. */
static void expect_nearest(const struct made *d)
{
  size_t i = 0;
  for (int64_t at[3] = {0}; at[2] < N; at[2]++)
    for (at[1] = 0; at[1] < N; at[1]++)
      for (at[0] = 0; at[0] < N; at[0]++)
        for (int link = 1; link < TILE_LINKS && inside_has(&d->in, at); link++) {
          double q = 2;
          for (size_t k = 0; k < d->s.triangles; k++)
            q = fmin(q, meet(&d->s, k, at, tile_link[link]));
          const uint64_t voxel = (uint64_t)(at[0] + N * (at[1] + N * at[2]));
          const bool cut = i < d->count && d->wall[i].voxel == voxel && d->wall[i].link == link;
          ck_assert_int_eq(cut, q <= 1);
          ck_assert(!cut || fabs(TILE_WALL_Q(d->wall[i].q) - q) <= 0x1p-16);
          i += cut;
        }
}

static void put_kind(struct mesh *m, int kind, int fine)
{
  static const double box[2][3] = {{-6.2, -5.1, -4.3}, {5.7, 6.4, 7.9}}, middle[3] = {0.13, -0.21, 0.34};
  static const double tube[] = {6.7, 14.5};
  switch (kind) {
  case 0:
    return put_box(m, box[0], box[1]);
  case 1:
    return put_sphere(m, 9.3, middle, 8 * fine);
  case 2:
    return put_grid(m, torus_point, (const double[]){7, 2.9}, 8 * fine, 14 * fine);
  default:
    put_grid(m, cylinder_point, tube, 3, 12 * fine);
    return put_ends(m, tube, 12 * fine);
  }
}

START_TEST(nearest_triangle)
{
  struct mesh m = {0};
  struct made d;
  put_kind(&m, _i % 4, 1);
  turn_mesh(&m, 0.37 * (_i / 4), 0.59 * (_i / 4));
  make(&d, &m, &place, false);
  ck_assert_uint_gt(d.count, 1000);
  expect_whole(&d);
  expect_nearest(&d);
  drop(&d);
}
END_TEST

/* An open tube, prolonged at both ends within the grid. */
START_TEST(nearest_triangle_of_extensions)
{
  const struct surface_extensions by = {.count = 1, .item = {{.name = "all", .length = 3}}};
  struct surface_place p = place;
  struct mesh m = {0};
  struct made d;
  put_grid(&m, cylinder_point, (const double[]){6.7, 8}, 3, 12);
  turn_mesh(&m, 0.37 * _i, 0.59 * _i);
  p.reserve = 4;
  make_surface(&d, &m, &p, true);
  ck_assert_int_eq(surface_extend(&d.s, &by, &p, 1, 1, &e), TILE_OK);
  ck_assert_int_eq(p.grid[2], N);
  find_cuts(&d, &p);
  ck_assert_uint_gt(d.count, 1000);
  expect_whole(&d);
  expect_nearest(&d);
  drop(&d);
}
END_TEST

/* ---- against the exact forms ---- */

/* Six planes, straight and tilted: the link leaves through the first plane that it meets. */
START_TEST(planes)
{
  static const double face[2][3] = {{-6.2, -5.1, -4.3}, {5.7, 6.4, 7.9}};
  struct mesh m = {0};
  struct made d;
  const double about_z = 0.3 * _i, about_x = 0.45 * _i;
  put_kind(&m, 0, 1);
  turn_mesh(&m, about_z, about_x);
  make(&d, &m, &place, false);
  for (size_t i = 0; i < d.count; i++) {
    int64_t at[3];
    double p[3], c[3], q = 1;
    voxel_of(&d.wall[i], at);
    for (int a = 0; a < 3; a++) {
      p[a] = (double)at[a] + place.origin[a];
      c[a] = tile_link[d.wall[i].link][a];
    }
    for (int v = 0; v < 2; v++) { /* turned back into the frame of the box */
      double *w = v ? c : p;
      const double y = cos(about_x) * w[1] + sin(about_x) * w[2], z = cos(about_x) * w[2] - sin(about_x) * w[1];
      const double x = cos(about_z) * w[0] + sin(about_z) * y;
      w[1] = cos(about_z) * y - sin(about_z) * w[0];
      w[0] = x;
      w[2] = z;
    }
    for (int a = 0; a < 3; a++)
      if (c[a] != 0)
        q = fmin(q, (face[c[a] > 0][a] - p[a]) / c[a]);
    ck_assert_double_eq_tol(TILE_WALL_Q(d.wall[i].q), q, 1e-4);
  }
  drop(&d);
}
END_TEST

enum { SHRUNK = 3 }; /* scaled down, so that a few triangles are fine enough */

/* Distance from the exact form of the mesh. */
static double distance(int kind, const double p[3])
{
  const double at[3] = {SHRUNK * p[0], SHRUNK * p[1], SHRUNK * p[2]};
  if (kind == 1)
    return (hypot(hypot(at[0] - 0.13, at[1] + 0.21), at[2] - 0.34) - 9.3) / SHRUNK;
  if (kind == 2)
    return (hypot(hypot(at[0], at[1]) - 7, at[2]) - 2.9) / SHRUNK;
  return fmax(hypot(at[0], at[1]) - 6.7, fabs(at[2]) - 7.25) / SHRUNK;
}

/* Where a link of the voxel at `from` first meets the surface, found in steps of 1/1000 and by bisection. */
static double first_met(int kind, const double from[3], const signed char c[3])
{
  double low = 0, high = 1;
  bool met = false;
  for (int i = 1; i <= 1000 + 40; i++) {
    const double q = met ? (low + high) / 2 : i / 1000.0,
                 p[3] = {from[0] + q * c[0], from[1] + q * c[1], from[2] + q * c[2]};
    const bool out = distance(kind, p) >= 0;
    if (met || out)
      *(out ? &high : &low) = q;
    else
      low = q;
    met = met || out;
  }
  return high;
}

/* Tolerance: chords of an arc of radius r and angle w lie within r (1 - cos(w/2)) of it: 2.4e-5 of a voxel here, twice
 * as much where both curvatures add up; and q is rounded to 2^-17. Along a link that meets the surface at an angle the
 * error is larger. */
START_TEST(curved)
{
  struct mesh m = {0};
  struct made d;
  size_t steep = 0;
  put_kind(&m, _i, 64);
  for (size_t i = 0; i < m.vertices; i++)
    for (int a = 0; a < 3; a++)
      m.vertex[i][a] /= SHRUNK;
  make(&d, &m, &place, false);
  for (size_t i = 0; i < d.count; i++) {
    const signed char *c = tile_link[d.wall[i].link];
    const double q = TILE_WALL_Q(d.wall[i].q);
    int64_t at[3];
    double p[3], from[3], before[3];
    voxel_of(&d.wall[i], at);
    for (int a = 0; a < 3; a++) {
      from[a] = (double)at[a] + place.origin[a];
      p[a] = from[a] + q * c[a];
      before[a] = p[a] - 1e-3 * c[a];
    }
    ck_assert_double_lt(fabs(distance(_i, p)), 1e-4);
    if (-distance(_i, before) > 0.5e-3) { /* the link does not run along the surface */
      ck_assert_double_eq_tol(q, first_met(_i, from, c), 1e-4);
      steep++;
    }
  }
  ck_assert_uint_gt(steep, d.count / 2);
  expect_whole(&d);
  drop(&d);
}
END_TEST

/* ---- corners and faces on voxel centres ---- */

static const struct surface_place whole = {1, {0, 0, 0}, {N, N, N}, 0};

/* The face at 3 belongs to the voxels there, that at 9 does not (centres count as moved towards +): q is almost 0 and
 * 1. */
START_TEST(faces_on_centres)
{
  struct mesh m = {0};
  struct made d;
  put_box(&m, (const double[]){3, 3, 3}, (const double[]){9, 9, 9});
  make(&d, &m, &whole, false);
  expect_whole(&d);
  for (size_t i = 0; i < d.count; i++) {
    const signed char *c = tile_link[d.wall[i].link];
    int64_t at[3];
    voxel_of(&d.wall[i], at);
    double q = 1;
    for (int a = 0; a < 3; a++) {
      ck_assert(at[a] >= 3 && at[a] < 9);
      q = at[a] == 3 && c[a] < 0 ? 0 : q;
    }
    ck_assert_double_eq_tol(TILE_WALL_Q(d.wall[i].q), q, 0x1p-15);
  }
  drop(&d);
}
END_TEST

/* An octahedron with corners on centres: lines run through corners, along edges and in faces. An octahedron of radius r
 * around a centre holds the centres with |x|+|y|+|z| < r, and some of those at r. */
START_TEST(corners_on_centres)
{
  enum { C = 10, R = 6 };
  struct mesh m = {0};
  struct made d;
  for (int i = 0; i < 8; i++) {
    double at[3][3] = {{C, C, C}, {C, C, C}, {C, C, C}};
    const int odd = __builtin_popcount((unsigned)i) & 1;
    at[0][0] += i & 1 ? -R : R;
    at[1 + odd][1] += i & 2 ? -R : R;
    at[2 - odd][2] += i & 4 ? -R : R;
    put_triangle(&m, at[0], at[1], at[2]);
  }
  make(&d, &m, &whole, false);
  ck_assert_uint_eq(d.s.report.flipped, 0);
  expect_whole(&d);
  for (size_t i = 0; i < d.count; i++) {
    int64_t at[3];
    double sum = 0;
    voxel_of(&d.wall[i], at);
    for (int a = 0; a < 3; a++)
      sum += fabs((double)at[a] - C + TILE_WALL_Q(d.wall[i].q) * tile_link[d.wall[i].link][a]);
    ck_assert_double_eq_tol(sum, R, 0x1p-14);
  }
  drop(&d);
}
END_TEST

/* ---- walls between voxels that are both inside ---- */

/* Two boxes with a gap between 7.3 and 7.6 (or no gap, at 7.3): links across it are cut from both ends. */
START_TEST(thin)
{
  struct mesh m = {0};
  struct made d;
  const double far = _i ? 7.3 : 7.6;
  size_t across = 0;
  put_box(&m, (const double[]){2.5, 2.5, 2.5}, (const double[]){7.3, 9.5, 9.5});
  put_box(&m, (const double[]){far, 2.5, 2.5}, (const double[]){12.5, 9.5, 9.5});
  make(&d, &m, &whole, false);
  expect_whole(&d);
  for (size_t i = 0; i < d.count; i++) {
    int64_t at[3];
    voxel_of(&d.wall[i], at);
    const int side = tile_link[d.wall[i].link][0];
    const bool inner = at[1] > 3 && at[1] < 9 && at[2] > 3 && at[2] < 9;
    if (!inner || (at[0] != 7 && at[0] != 8) || side != (at[0] == 7 ? 1 : -1))
      continue;
    ck_assert_double_eq_tol(TILE_WALL_Q(d.wall[i].q), at[0] == 7 ? 0.3 : 8 - far, 1e-5);
    across++;
  }
  ck_assert_uint_eq(across, 2 * 5 * 25);
  drop(&d);
}
END_TEST

/* Boxes that overlap: no wall remains where one lies within the other. */
START_TEST(overlap)
{
  struct mesh m = {0};
  struct made d;
  put_box(&m, (const double[]){2.3, 2.3, 2.3}, (const double[]){9.4, 9.4, 9.4});
  put_box(&m, (const double[]){5.1, 4.3, 4.2}, (const double[]){14.6, 8.8, 8.7});
  make(&d, &m, &whole, false);
  expect_whole(&d);
  for (size_t i = 0; i < d.count; i++) {
    int64_t at[3];
    voxel_of(&d.wall[i], at);
    const bool within = at[0] > 5 && at[0] < 9 && at[1] > 5 && at[1] < 8 && at[2] > 5 && at[2] < 8;
    ck_assert(!within);
  }
  drop(&d);
}
END_TEST

/* Links that pass a cap have its name. */
START_TEST(caps_are_named)
{
  struct mesh m = {0};
  struct made d;
  size_t count[3] = {0};
  put_grid(&m, cylinder_point, (const double[]){6.7, 14.5}, 3, 24);
  make(&d, &m, &place, true);
  for (size_t i = 0; i < d.count; i++) {
    const double z =
        (double)(d.wall[i].voxel / N / N) + place.origin[2] + TILE_WALL_Q(d.wall[i].q) * tile_link[d.wall[i].link][2];
    ck_assert_uint_le(d.wall[i].surface, 2);
    ck_assert_int_eq(d.wall[i].surface != 0, fabs(fabs(z) - 7.25) < 1e-4);
    count[d.wall[i].surface]++;
  }
  ck_assert(count[0] > 500 && count[1] > 500 && count[2] > 500);
  expect_whole(&d);
  drop(&d);
}
END_TEST

/* Every link to the outside is cut, even where no triangle is. */
START_TEST(open_surface)
{
  struct mesh m = {0};
  struct made d;
  put_kind(&m, 1, 1);
  for (size_t i = 0; i < m.triangles; i += 29)
    m.triangle[i][0] = m.triangle[i][1];
  make(&d, &m, &place, false);
  ck_assert(!d.in.closed);
  expect_whole(&d);
  drop(&d);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cuts");
  TCase *c = tcase_create("all");
  tcase_add_loop_test(c, nearest_triangle, 0, 12);
  tcase_add_loop_test(c, nearest_triangle_of_extensions, 0, 4);
  tcase_add_loop_test(c, planes, 0, 5);
  tcase_add_loop_test(c, curved, 1, 4);
  tcase_add_test(c, faces_on_centres);
  tcase_add_test(c, corners_on_centres);
  tcase_add_loop_test(c, thin, 0, 2);
  tcase_add_test(c, overlap);
  tcase_add_test(c, caps_are_named);
  tcase_add_test(c, open_surface);
  tcase_set_timeout(c, 60);
  suite_add_tcase(suite, c);
  return run_suite(suite, CK_FORK_GETENV);
}
