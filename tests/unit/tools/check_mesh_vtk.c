/* SPDX-License-Identifier: BSD-3-Clause */
/* VTK polygons and cells, through the program that reads them: the mesh of each kind, refusals, damage. */
#include "mesh.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HAVE_VTK
#define HAVE_VTK 0
#endif

static char path[80];

static void put(const char *ending, const void *data, size_t length)
{
  snprintf(path, sizeof path, "check_mesh_vtk.%d%s", (int)getpid(), ending);
  unlink(path);
  FILE *out = fopen(path, "wb");
  ck_assert_uint_eq(fwrite(data, 1, length, out), length);
  fclose(out);
}

static void gone(void)
{
  unlink(path);
}

/* ---- a tetrahedron with corners at 0 and at 1 along each axis, in each kind of file ---- */

#define XML(type) "<VTKFile type=\"" type "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
#define REALS "<DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">"
#define CORNERS "<Points>" REALS "0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>"
#define INTEGERS(name, values) "<DataArray type=\"Int64\" Name=\"" name "\" format=\"ascii\">" values "</DataArray>"
#define CELLS(ids, offsets) INTEGERS("connectivity", ids) INTEGERS("offsets", offsets)
#define POLYDATA(points, strips, polys) \
  "<PolyData><Piece NumberOfPoints=\"" points "\" NumberOfStrips=\"" strips "\" NumberOfPolys=\"" polys "\">"
#define END_POLYDATA "</Piece></PolyData></VTKFile>\n"
#define GRID(points, cells) "<UnstructuredGrid><Piece NumberOfPoints=\"" points "\" NumberOfCells=\"" cells "\">"
#define END_GRID "</Piece></UnstructuredGrid></VTKFile>\n"
#define FACES "0 2 1 0 1 3 0 3 2 1 2 3"
#define LEGACY(how) "# vtk DataFile Version 3.0\nmade\n" how "\nDATASET "

static const char polygons[] =
    XML("PolyData") POLYDATA("4", "0", "4") CORNERS "<Polys>" CELLS(FACES, "3 6 9 12") "</Polys>" END_POLYDATA;
static const char strips[] =
    XML("PolyData") POLYDATA("4", "1", "0") CORNERS "<Strips>" CELLS("0 2 1 3 0 2", "6") "</Strips>" END_POLYDATA;
/* The tetrahedron, one of its triangles, and a line. */
static const char cells[] = XML("UnstructuredGrid") GRID("4", "3") CORNERS "<Cells>" CELLS("0 1 2 3 0 2 1 0 1", "4 7 9")
    INTEGERS("types", "10 5 3") "</Cells>" END_GRID;
static const char legacy[] = LEGACY("ASCII") "POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
                                             "POLYGONS 4 16\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
static const char grid[] = LEGACY("ASCII") "UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\n"
                                           "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n";

static size_t text(char *to, const char *from, size_t length)
{
  memcpy(to, from, length);
  return length;
}

static size_t make_polygons(char *to)
{
  return text(to, polygons, sizeof polygons - 1);
}

static size_t make_strips(char *to)
{
  return text(to, strips, sizeof strips - 1);
}

static size_t make_cells(char *to)
{
  return text(to, cells, sizeof cells - 1);
}

static size_t make_legacy(char *to)
{
  return text(to, legacy, sizeof legacy - 1);
}

static size_t make_grid(char *to)
{
  return text(to, grid, sizeof grid - 1);
}

static void put_block(char **at, const void *values, uint64_t bytes)
{
  memcpy(*at, &bytes, sizeof bytes);
  memcpy(*at + sizeof bytes, values, bytes);
  *at += sizeof bytes + bytes;
}

static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Appended data, as bytes. */
static size_t make_raw(char *to)
{
  static const int64_t ids[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, offsets[4] = {3, 6, 9, 12};
  char *at =
      to +
      sprintf(to,
              XML("PolyData") POLYDATA(
                  "4", "0",
                  "4") "<Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"appended\" offset=\"0\"/>"
                       "</Points><Polys><DataArray type=\"Int64\" Name=\"connectivity\" format=\"appended\" "
                       "offset=\"56\"/><DataArray type=\"Int64\" Name=\"offsets\" format=\"appended\" offset=\"160\"/>"
                       "</Polys></Piece></PolyData><AppendedData encoding=\"raw\">_");
  put_block(&at, corner, sizeof corner);
  put_block(&at, ids, sizeof ids);
  put_block(&at, offsets, sizeof offsets);
  return (size_t)(at - to) + (size_t)sprintf(at, "</AppendedData></VTKFile>\n");
}

/* Legacy files are big-endian. */
static void put_words(char **at, const void *values, int count)
{
  for (int i = 0; i < 4 * count; i++)
    *(*at)++ = ((const char *)values)[i / 4 * 4 + 3 - i % 4];
}

static size_t make_binary(char *to)
{
  static const int32_t faces[16] = {3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3};
  char *at = to + sprintf(to, LEGACY("BINARY") "POLYDATA\nPOINTS 4 float\n");
  put_words(&at, corner, 12);
  at += sprintf(at, "\nPOLYGONS 4 16\n");
  put_words(&at, faces, 16);
  *at++ = '\n';
  return (size_t)(at - to);
}

static const struct {
  const char *ending;
  size_t (*make)(char *to);
} kinds[] = {{".vtp", make_polygons}, {".VTP", make_strips}, {".vtp", make_raw}, {".vtu", make_cells},
             {".vtk", make_legacy},   {".vtk", make_binary}, {".vtk", make_grid}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Checks the tetrahedron for any order of points and faces; each face may be several triangles. */
static void expect_tetrahedron(const struct mesh *m, size_t points, size_t faces)
{
  double volume = 0;
  ck_assert_uint_eq(m->vertices, points);
  ck_assert_uint_eq(m->triangles, 4 * faces);
  for (size_t i = 0; i < m->triangles; i++) {
    const double *a = m->vertex[m->triangle[i][0]], *b = m->vertex[m->triangle[i][1]],
                 *c = m->vertex[m->triangle[i][2]];
    for (int k = 0; k < 3; k++)
      volume += a[k] * (b[(k + 1) % 3] * c[(k + 2) % 3] - b[(k + 2) % 3] * c[(k + 1) % 3]) / 6;
  }
  ck_assert_double_eq_tol(volume, 1.0 / 6, 1e-12);
}

START_TEST(a_tetrahedron)
{
  char data[4096];
  struct mesh m;
  struct tile_error e;
  put(kinds[_i].ending, data, kinds[_i].make(data));
  ck_assert(mesh_is(path));
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  expect_tetrahedron(&m, 4, 1);
  mesh_free(&m);
}
END_TEST

/* Cells of second order: the nodes in the middle of edges are corners too. And a polyhedron, beside a polygon that is
 * ignored. */
START_TEST(other_cells)
{
  static const char *const files[] = {
      XML("UnstructuredGrid")
          GRID("10", "1") "<Points>" REALS "0 0 0 1 0 0 0 1 0 0 0 1 .5 0 0 .5 .5 0 0 .5 0 0 0 .5 "
                          ".5 0 .5 0 .5 .5</DataArray></Points><Cells>" CELLS("0 1 2 3 4 5 6 7 8 9", "10")
                              INTEGERS("types", "24") "</Cells>" END_GRID,
      XML("UnstructuredGrid") GRID("4", "2") CORNERS "<Cells>" CELLS("0 1 2 3 0 1 2", "4 7") INTEGERS("types", "42 7")
          INTEGERS("faces", "4 3 0 2 1 3 0 1 3 3 0 3 2 3 1 2 3") INTEGERS("faceoffsets", "17 -1") "</Cells>" END_GRID};
  struct mesh m;
  struct tile_error e;
  put(".vtu", files[_i], strlen(files[_i]));
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  expect_tetrahedron(&m, _i ? 4 : 10, _i ? 1 : 4);
  mesh_free(&m);
}
END_TEST

/* An image is not a surface. */
START_TEST(images_are_not_surfaces)
{
  static const char image[] = LEGACY("ASCII") "STRUCTURED_POINTS\nDIMENSIONS 1 1 1\n";
  put(".vtk", image, sizeof image - 1);
  ck_assert(!mesh_is(path));
}
END_TEST

/* Points and triangles that take more than one message: a strip along a band of 2 x 40000 points. */
START_TEST(many)
{
  enum { LONG = 40000 };
  put(".vtk", "", 0);
  FILE *out = fopen(path, "wb");
  fprintf(out, LEGACY("ASCII") "POLYDATA\nPOINTS %d float\n", 2 * LONG);
  for (int i = 0; i < 2 * LONG; i++)
    fprintf(out, "%d %d 0\n", i / 2, i % 2);
  fprintf(out, "TRIANGLE_STRIPS 1 %d\n%d", 2 * LONG + 1, 2 * LONG);
  for (int i = 0; i < 2 * LONG; i++)
    fprintf(out, " %d", i);
  fprintf(out, "\n");
  fclose(out);
  struct mesh m;
  struct tile_error e;
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  ck_assert_uint_eq(m.vertices, 2 * LONG);
  ck_assert_uint_eq(m.triangles, 2 * LONG - 2);
  for (int i = 0; i < 2 * LONG; i++)
    ck_assert(m.vertex[i][0] == i / 2 && m.vertex[i][1] == i % 2);
  for (size_t i = 0; i < m.triangles; i++)
    for (int k = 0; k < 3; k++)
      ck_assert(m.triangle[i][k] >= i && m.triangle[i][k] <= i + 2);
  mesh_free(&m);
}
END_TEST

/* ---- refusals ---- */

static const struct refusal {
  const char *ending, *text, *says;
} refusals[] = {
    {".vtp", "", "is not a VTK XML file, or is cut off"},
    {".vtp", "hello</VTKFile>", "VTK cannot read it"},
    {".vtu", XML("UnstructuredGrid") "</VTKFile>", "VTK cannot read it"},
    {".vtp", XML("PolyData") POLYDATA("0", "0", "0") END_POLYDATA, "VTK cannot read it: No Points element"},
    {".vtp", XML("PolyData") POLYDATA("4", "0", "99999999999999") CORNERS END_POLYDATA, "claims more points"},
    {".vtu", XML("UnstructuredGrid") GRID("99999999999", "0") END_GRID, "claims more points"},
    {".vtp", XML("PolyData") POLYDATA("4", "0", "1") CORNERS "<Polys>" CELLS("0 1 4", "3") "</Polys>" END_POLYDATA,
     "a cell has points that are not there"},
    {".vtp", XML("PolyData") POLYDATA("4", "0", "1") CORNERS "<Polys>" CELLS("0 1 -1", "3") "</Polys>" END_POLYDATA,
     "a cell has points that are not there"},
    {".vtu",
     XML("UnstructuredGrid") GRID("4", "1") CORNERS "<Cells>" CELLS("0 1 2", "3")
         INTEGERS("types", "10") "</Cells>" END_GRID,
     "a cell has points that are not there"},
    {".vtu",
     XML("UnstructuredGrid") GRID("4", "1") CORNERS "<Cells>" CELLS("0 1", "2")
         INTEGERS("types", "3") "</Cells>" END_GRID,
     "contains no triangle"},
    {".vtk", LEGACY("ASCII") "POLYDATA\nPOINTS 999999999999 float\n0 0 0", "claims more points"},
    {".vtk", LEGACY("ASCII") "POLYDATA\nPOINTS 4 float\n0 0 0", "contains no triangle"},
    {".vtk", LEGACY("ASCII") "POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 7\n",
     "a cell has points that are not there"},
    {".vtk", LEGACY("ASCII") "POLYDATA\nPOINTS 3 float\n0 0 nan 1 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 2\n",
     "VTK cannot read it: Unrecognized keyword: nan"},
    {".vtk", LEGACY("ASCII") "POLYDATA\n\033[31m\377 4 float\n", "VTK cannot read it: Unrecognized keyword: ?[31m?"},
};

START_TEST(refused)
{
  struct mesh m;
  struct tile_error e;
  put(refusals[_i].ending, refusals[_i].text, strlen(refusals[_i].text));
  ck_assert_int_eq(mesh_read(&m, path, &e), TILE_REJECTED);
  ck_assert_msg(!strncmp(e.text, path, strlen(path)) && !strchr(e.text, '\n') && strstr(e.text, refusals[_i].says),
                "%s", e.text);
}
END_TEST

START_TEST(built_without)
{
  struct mesh m;
  struct tile_error e;
  put(".vtp", polygons, sizeof polygons - 1);
  ck_assert_int_eq(mesh_read(&m, path, &e), TILE_FAILED);
  ck_assert_msg(strstr(e.text, "built without VTK"), "%s", e.text);
}
END_TEST

/* ---- damage: each read starts the program and loads VTK, so that only some bytes are tried ---- */

static void read_damaged(const char *ending, const char *data, size_t length, size_t at)
{
  struct mesh m;
  struct tile_error e;
  put(ending, data, length);
  const int code = mesh_is(path) ? mesh_read(&m, path, &e) : TILE_USAGE;
  const bool said = code == TILE_REJECTED && !strncmp(e.text, path, strlen(path)) && !strchr(e.text, '\n');
  ck_assert_msg(!code || code == TILE_USAGE || said, "at %zu: %d %s", at, code, e.text);
  if (code)
    return;
  ck_assert(m.triangles >= 1 && m.triangles <= length);
  mesh_free(&m);
}

START_TEST(truncations)
{
  char data[4096];
  const size_t length = kinds[_i].make(data);
  for (size_t cut = 3 * (size_t)_i; cut < length; cut += 31)
    read_damaged(kinds[_i].ending, data, cut, cut);
}
END_TEST

START_TEST(flipped_bytes)
{
  char data[4096];
  const size_t length = kinds[_i].make(data);
  for (size_t at = (size_t)_i; at < length; at += 13) {
    const char flip = (char)(at % 2 ? 1 << at / 2 % 8 : 0xff);
    data[at] ^= flip;
    read_damaged(kinds[_i].ending, data, length, at);
    data[at] ^= flip;
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("mesh_vtk");
  TCase *c = tcase_create("all");
  tcase_add_checked_fixture(c, NULL, gone);
  tcase_add_test(c, images_are_not_surfaces);
  if (HAVE_VTK) {
    tcase_add_loop_test(c, a_tetrahedron, 0, KINDS);
    tcase_add_loop_test(c, other_cells, 0, 2);
    tcase_add_test(c, many);
    tcase_add_loop_test(c, refused, 0, sizeof refusals / sizeof *refusals);
    tcase_add_loop_test(c, truncations, 0, KINDS);
    tcase_add_loop_test(c, flipped_bytes, 0, KINDS);
  } else
    tcase_add_test(c, built_without);
  tcase_set_timeout(c, 120);
  suite_add_tcase(suite, c);
  return run_suite(suite, CK_FORK_GETENV);
}
