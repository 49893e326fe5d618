/* SPDX-License-Identifier: BSD-3-Clause */
/* Real surfaces, turned by the 24 rotations of the lattice: their orientation must not matter. Needs TESSERA_DATA (see
 * its README: unit_sphere.STL, torus.STL, 7_8ths_cube.stl, aorta-open-ends.stl). */
#include "mesh_links.h"
#include "suite.h"
#include "tile_domain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 60 };
static const char *const files[] = {"unit_sphere.STL", "torus.STL", "7_8ths_cube.stl", "aorta-open-ends.stl"};
enum { AORTA = 3 };

static struct tile_error e;
static const struct surface_ends every;
static char path[4096];

static bool find(int file)
{
  const char *folder = getenv("TESSERA_DATA");
  snprintf(path, sizeof path, "%s/%s", folder ? folder : "", files[file]);
  return folder && !access(path, R_OK);
}

/* ---- rotations ---- */

struct turn {
  int axis[3], sign[3]; /* x', y', z' are the named axes times their signs */
};

static int determinant(const struct turn *t)
{
  const bool even = (t->axis[0] + 1) % 3 == t->axis[1];
  return (even ? 1 : -1) * t->sign[0] * t->sign[1] * t->sign[2];
}

/* Of the 48 permutations with signs, the 24 that are rotations. */
static int list_turns(struct turn turn[24])
{
  int count = 0;
  for (int i = 0; i < 6; i++)
    for (int signs = 0; signs < 8; signs++) {
      const int first = i % 3, second = (first + 1 + i / 3) % 3;
      struct turn t = {.axis = {first, second, 3 - first - second}};
      for (int a = 0; a < 3; a++)
        t.sign[a] = signs >> a & 1 ? -1 : 1;
      if (determinant(&t) > 0)
        turn[count++] = t;
    }
  return count;
}

static void apply(struct mesh *m, const struct turn *t)
{
  for (size_t i = 0; i < m->vertices; i++) {
    const double at[3] = {m->vertex[i][0], m->vertex[i][1], m->vertex[i][2]};
    for (int a = 0; a < 3; a++)
      m->vertex[i][a] = t->sign[a] * at[t->axis[a]];
  }
}

/* ---- the measures of a surface ---- */

struct outcome {
  double area, volume;  /* of the mesh */
  double inside, links; /* voxels, and links that are cut */
  double chords;        /* volume from the cut distances of the links along an axis, mean of the three axes */
  double width;
};

static void add_slice(const struct cuts *c, int64_t z, struct outcome *o)
{
  struct tile_wall_at *wall;
  size_t count;
  ck_assert_int_eq(cuts_slice(c, z, &wall, &count, &e), TILE_OK);
  for (size_t i = 0; i < count; i++) {
    const signed char *l = tile_link[wall[i].link];
    o->links += 1;
    if (abs(l[0]) + abs(l[1]) + abs(l[2]) == 1)
      o->chords += (TILE_WALL_Q(wall[i].q) - 0.5) / 3;
  }
  free(wall);
}

static void count_inside(const struct surface *s, const struct inside *in, struct outcome *o)
{
  for (int64_t at[3] = {0}; at[2] < s->grid[2]; at[2]++)
    for (at[1] = 0; at[1] < s->grid[1]; at[1]++)
      for (at[0] = 0; at[0] < s->grid[0]; at[0]++)
        o->inside += inside_has(in, at);
}

static struct outcome look_at(const struct turn *t, int64_t longest)
{
  struct mesh m;
  struct surface_place p;
  struct surface s;
  struct inside in;
  struct cuts c;
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  apply(&m, t);
  ck_assert_int_eq(surface_place(&p, &m, 0, longest, 1, &e), TILE_OK);
  ck_assert_int_eq(surface_make(&s, &m, &p, &e), TILE_OK);
  ck_assert_int_eq(inside_make(&in, &s, &e), TILE_OK);
  ck_assert_int_eq(cuts_make(&c, &s, &in, &e), TILE_OK);
  struct outcome o = {.area = s.report.area, .volume = s.report.volume, .width = p.width};
  count_inside(&s, &in, &o);
  for (int64_t z = 0; z < s.grid[2]; z++)
    add_slice(&c, z, &o);
  o.chords += o.inside;
  cuts_free(&c);
  inside_free(&in);
  surface_free(&s);
  return o;
}

static const struct turn unturned = {{0, 1, 2}, {1, 1, 1}};

/* The box lies around the surface in the same way for every rotation, so that only voxels whose centre lies on the
 * surface may change sides. None of these surfaces has any. */
LOOP_TEST(turned, AORTA)
{
  struct turn turn[24];
  ck_assert_int_eq(list_turns(turn), 24);
  if (!find(_i))
    return;
  const struct outcome first = look_at(&unturned, LONGEST);
  for (int i = 0; i < 24; i++) {
    const struct outcome o = look_at(&turn[i], LONGEST);
    ck_assert_double_eq_tol(o.area / first.area, 1, 1e-9);
    ck_assert_double_eq_tol(o.volume / first.volume, 1, 1e-9);
    ck_assert_double_eq_tol(o.inside / first.inside, 1, 1e-12);
    ck_assert_double_eq_tol(o.links / first.links, 1, 1e-12);
    ck_assert_double_eq_tol(o.chords / first.chords, 1, 1e-7);
  }
}

/* The voxels fill the volume of the mesh, and so do the chords between cut distances; the finer the voxels, the
 * better. */
LOOP_TEST(converges, AORTA)
{
  if (!find(_i))
    return;
  const struct outcome coarse = look_at(&unturned, 17), fine = look_at(&unturned, 163);
  const double first = fabs(coarse.chords / coarse.volume - 1), last = fabs(fine.chords / fine.volume - 1);
  ck_assert_double_eq_tol(fine.inside / fine.volume, 1, 5e-3);
  ck_assert_double_lt(last, 1e-3);
  ck_assert_double_lt(last, first / 4);
  ck_assert_double_eq_tol(coarse.volume * pow(coarse.width, 3), fine.volume * pow(fine.width, 3),
                          1e-4 * fine.volume * pow(fine.width, 3));
  ck_assert_double_eq_tol(coarse.area * pow(coarse.width, 2), fine.area * pow(fine.width, 2),
                          1e-4 * fine.area * pow(fine.width, 2));
}

/* An aorta that is closed by flat caps, as part of its wall. Its ends are those of the README: area, centre and
 * direction outwards. */
LOOP_TEST(ends_of_the_aorta, 2)
{
  static const struct {
    double area, centre[3], normal[3];
    size_t edges;
  } known[] = {{185.58, {221.03, 177.80, 21.30}, {-0.144, 0.988, -0.054}, 113},
               {61.11, {235.24, 101.57, 29.16}, {-0.042, -0.990, 0.133}, 66},
               {59.95, {210.19, 102.87, 30.82}, {-0.042, -0.990, 0.133}, 72}};
  const double width = _i ? 2 : 0.5;
  const struct surface_ends all = {0};
  struct mesh m;
  struct surface_place p;
  struct surface s;
  ck_assert(find(AORTA));
  ck_assert_int_eq(mesh_read(&m, path, &e), TILE_OK);
  ck_assert_int_eq(surface_place(&p, &m, width, 0, 1, &e), TILE_OK);
  ck_assert_int_eq(surface_make(&s, &m, &p, &e), TILE_OK);
  ck_assert_int_eq(surface_cap(&s, &every, true, &e), TILE_OK);
  ck_assert_int_eq(s.caps, 3);
  s.caps = s.names = 0;
  memset(s.name_of, 0, s.triangles);
  ck_assert_msg(surface_open_ends(&s, &all, &e) == TILE_OK, "%s", e.text);
  ck_assert_int_eq(s.caps, 3);
  for (int i = 0; i < 3; i++) {
    ck_assert_double_eq_tol(s.cap[i].area * width * width, known[i].area, 0.01);
    ck_assert_uint_eq(s.cap[i].edges, known[i].edges);
    for (int a = 0; a < 3; a++) {
      ck_assert_double_eq_tol(s.cap[i].normal[a], -known[i].normal[a], 1e-3);
      ck_assert_double_eq_tol(s.cap[i].centre[a] * width + p.origin[a], known[i].centre[a], 0.01);
    }
  }
  surface_free(&s);
}

int main(void)
{
  if (!find(0) || !find(1) || !find(2) || !find(AORTA)) {
    fprintf(stderr, "check_surface_data: skipped: needs real data: set TESSERA_DATA\n");
    return 77;
  }
  return run_tests("surface_data", 120, CK_FORK_GETENV);
}
