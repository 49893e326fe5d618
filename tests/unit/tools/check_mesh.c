/* SPDX-License-Identifier: BSD-3-Clause */
/* STL, PLY and OBJ: the triangles that are read, the files that are refused, and every cut and flipped byte of a small
 * file. */
#include "mesh.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[80];

static void put(const char *ending, const void *data, size_t length)
{
  snprintf(path, sizeof path, "check_mesh.%d%s", (int)getpid(), ending);
  unlink(path); /* rewriting a file is slow on some systems */
  FILE *out = fopen(path, "wb");
  ck_assert_uint_eq(fwrite(data, 1, length, out), length);
  fclose(out);
}

static void gone(void)
{
  unlink(path);
}

/* A tetrahedron with corners at 0 and at 1 along each axis, in each kind of file. */
static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const unsigned char face[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static size_t stl_binary(char *to)
{
  memset(to, 0, 84 + 4 * 50);
  strcpy(to, "solid but binary");
  to[80] = 4;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      memcpy(to + 84 + 50 * i + 12 + 12 * k, corner[face[i][k]], 12);
  return 84 + 4 * 50;
}

static size_t stl_text(char *to)
{
  char *at = to + sprintf(to, "solid half one\n");
  for (int i = 0; i < 4; i++) {
    if (i == 2)
      at += sprintf(at, "endsolid half one\nSOLID 2nd\r\n");
    at += sprintf(at, "facet normal 0 0 0\n outer loop\n");
    for (int k = 0; k < 3; k++)
      at += sprintf(at, "  vertex %g %g %g\n", (double)corner[face[i][k]][0], (double)corner[face[i][k]][1],
                    (double)corner[face[i][k]][2]);
    at += sprintf(at, " endloop\nendfacet\n");
  }
  return (size_t)(at - to) + (size_t)sprintf(at, "endsolid\n");
}

static size_t ply_text(char *to)
{
  char *at =
      to + sprintf(to, "ply\nformat ascii 1.0\ncomment made\nelement vertex 4\nproperty float x\nproperty float y\n"
                       "property uchar red\nproperty float z\nelement face 4\nproperty list uchar int "
                       "vertex_indices\nend_header\n");
  for (int i = 0; i < 4; i++)
    at += sprintf(at, "%g %g 7 %g\n", (double)corner[i][0], (double)corner[i][1], (double)corner[i][2]);
  for (int i = 0; i < 4; i++)
    at += sprintf(at, "3 %d %d %d\n", face[i][0], face[i][1], face[i][2]);
  return (size_t)(at - to);
}

static void bytes(char **at, const void *value, int count, bool swap)
{
  for (int i = 0; i < count; i++)
    *(*at)++ = ((const char *)value)[swap ? count - 1 - i : i];
}

static size_t ply_binary(char *to, bool big)
{
  char *at = to + sprintf(to,
                          "ply\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
                          "property float z\nelement face 4\nproperty list ushort uint vertex_index\nproperty short "
                          "flags\nend_header\n",
                          big ? "big" : "little");
  for (int i = 0; i < 4; i++) {
    for (int a = 0; a < 2; a++)
      bytes(&at, &(double){(double)corner[i][a]}, 8, big);
    bytes(&at, &corner[i][2], 4, big);
  }
  for (int i = 0; i < 4; i++) {
    bytes(&at, &(uint16_t){3}, 2, big);
    for (int k = 0; k < 3; k++)
      bytes(&at, &(uint32_t){face[i][k]}, 4, big);
    bytes(&at, &(int16_t){-1}, 2, big);
  }
  return (size_t)(at - to);
}

static size_t ply_little(char *to)
{
  return ply_binary(to, false);
}

static size_t ply_big(char *to)
{
  return ply_binary(to, true);
}

/* Two strips in one list, and one face: -1 ends a strip, and the order of corners alternates. */
static size_t ply_strips(char *to, const char *type, const char *end)
{
  return (size_t)sprintf(to,
                         "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                         "property float z\nelement tristrips 1\nproperty list int %s vertex_indices\n"
                         "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                         "0 0 0\n1 0 0\n0 1 0\n0 0 1\n9 0 2 1 3 %s 2 0 3 %s\n3 0 1 3\n",
                         type, end, end);
}

static size_t obj_text(char *to)
{
  char *at = to + sprintf(to, "# made\nmtllib none.mtl\no half\n");
  for (int i = 0; i < 4; i++)
    at += sprintf(at, "v %g %g %g\n", (double)corner[i][0], (double)corner[i][1], (double)corner[i][2]);
  at += sprintf(at, "vn 0 0 1\nf 1 3/1 2//1\nf 1 2 \\\n4\n");
  return (size_t)(at - to) + (size_t)sprintf(at, "g other\nusemtl x\nf -4 -1 -2\nf 2/1/1 3 4");
}

static const struct {
  const char *ending;
  size_t (*make)(char *to);
  int names;
  bool whole; /* any cut is noticed */
} kinds[] = {{".stl", stl_binary, 0, true}, {".STL", stl_text, 2, false}, {".ply", ply_text, 0, false},
             {".ply", ply_little, 0, true}, {".ply", ply_big, 0, true},   {".obj", obj_text, 2, false}};
enum { KINDS = sizeof kinds / sizeof *kinds };

LOOP_TEST(a_tetrahedron, KINDS)
{
  char data[4096];
  struct mesh m;
  struct tile_error e;
  put(kinds[_i].ending, data, kinds[_i].make(data));
  ck_assert(mesh_is(path));
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  ck_assert_uint_eq(m.vertices, 4);
  ck_assert_uint_eq(m.triangles, 4);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 9; k++)
      ck_assert_double_eq(m.vertex[m.triangle[i][k / 3]][k % 3], (double)corner[face[i][k / 3]][k % 3]);
  ck_assert_int_eq(m.names, kinds[_i].names);
  ck_assert(!m.names || (m.surface[1] == 1 && m.surface[2] == 2));
  if (!strcmp(kinds[_i].ending, ".STL"))
    ck_assert(!strcmp(m.name[0], "half_one") && !strcmp(m.name[1], "s2nd"));
  mesh_free(&m);
}

TEST(polygons_become_fans)
{
  static const char text[] = "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 1 2 3 4 5 # a face\n";
  struct mesh m;
  struct tile_error e;
  put(".obj", text, sizeof text - 1);
  ck_assert_int_eq(mesh_read(&m, path, &e), TILE_OK);
  ck_assert_uint_eq(m.triangles, 3);
  ck_assert(!memcmp(m.triangle, ((const uint32_t[3][3]){{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}), 36));
  mesh_free(&m);
}

static const uint32_t strips[4][3] = {{0, 2, 1}, {1, 2, 3}, {2, 0, 3}, {0, 1, 3}};

LOOP_TEST(strips_become_triangles, 2)
{
  char data[4096];
  struct mesh m;
  struct tile_error e;
  put(".ply", data, _i ? ply_strips(data, "uint", "4294967295") : ply_strips(data, "int", "-1"));
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  ck_assert_uint_eq(m.triangles, 4);
  ck_assert(!memcmp(m.triangle, strips, sizeof strips));
  mesh_free(&m);
}

/* ---- files that break a rule but are clear ---- */

/* Reads the tetrahedron; the warning must contain `says`, or be empty if that is "". */
static void expect_tetrahedron(const char *ending, const char *data, size_t length, const char *says)
{
  struct mesh m;
  struct tile_error e;
  put(ending, data, length);
  ck_assert_msg(mesh_read(&m, path, &e) == TILE_OK, "%s", e.text);
  ck_assert_uint_eq(m.triangles, 4);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 9; k++)
      ck_assert_double_eq(m.vertex[m.triangle[i][k / 3]][k % 3], (double)corner[face[i][k / 3]][k % 3]);
  ck_assert_msg(*says ? !strncmp(m.warning, path, strlen(path)) && strstr(m.warning, says) : !*m.warning, "%s",
                m.warning);
  mesh_free(&m);
}

/* The text with every `from` replaced. */
static char *replaced(char *to, const char *text, const char *from, const char *by)
{
  char *at = to;
  for (const char *found; (found = strstr(text, from)); text = found + strlen(from))
    at += sprintf(at, "%.*s%s", (int)(found - text), text, by);
  strcpy(at, text);
  return to;
}

static const struct {
  const char *ending;
  size_t (*make)(char *to);
  const char *before, *from, *by, *after, *says;
} lax[] = {
    {".stl", stl_text, "  \t", "x", "x", "", ""},
    {".stl", stl_text, "\r\n\n", "x", "x", "\n\n", ""},
    {".stl", stl_text, "\xef\xbb\xbf", "x", "x", "", ""},
    {".stl", stl_text, "\xef\xbb\xbf \n", "x", "x", "\x1a", ""},
    {".stl", stl_text, "# made by a program\n", "x", "x", "# end\n", ": 1 line before 'solid' is not read"},
    {".stl", stl_text, "made by\n\n a program\n", "x", "x", "", ": 2 lines before 'solid' are not read"},
    {".stl", stl_text, "", "facet normal", "// a comment\nfacet normal", "; end", ""},
    {".stl", stl_text, "", "endsolid", "end solid", "", ""},
    {".stl", stl_text, "", "endfacet", "END Facet", "", ""},
    {".stl", stl_text, "", "endloop", "end loop", "", ""},
    {".stl", stl_text, "", "normal 0 0 0", "normal -1.#IND nan -nan(ind)", "", ""},
    {".stl", stl_text, "", "normal 0 0 0", "normal 0,5 1.#QNAN Inf", "", ""},
    {".stl", stl_text, "", "normal 0 0 0", "normal", "", ""},
    {".ply", ply_text, "\xef\xbb\xbf", "x", "x", "", ""},
    {".ply", ply_text, "", " 7 ", " -1.#IND ", "", ""},
    {".obj", obj_text, "\xef\xbb\xbf", "x", "x", "", ""},
    {".obj", obj_text, "", "vn 0 0 1", "vn -1.#IND nan 1", "", ""},
};

LOOP_TEST(lax_text, sizeof lax / sizeof *lax)
{
  char data[4096] = "", text[4096], whole[8192];
  lax[_i].make(data);
  sprintf(whole, "%s%s%s", lax[_i].before, replaced(text, data, lax[_i].from, lax[_i].by), lax[_i].after);
  expect_tetrahedron(lax[_i].ending, whole, strlen(whole), lax[_i].says);
}

TEST(lax_binary_stl)
{
  char data[4096] = "";
  const size_t length = stl_binary(data);
  memset(data + 80, 0, 4);
  expect_tetrahedron(".stl", data, length, ": states 0 triangles, but its size is that of 4, which are read");
  memset(data + 80, 0xff, 4);
  expect_tetrahedron(".stl", data, length, ": states 4294967295 triangles, but its size is that of 4, which are read");
  memset(data, ' ', 80); /* the header alone looks like text */
  memcpy(data, "solid", 5);
  expect_tetrahedron(".stl", data, length, "is that of 4");
  stl_binary(data);
  expect_tetrahedron(".stl", data, length + 7, ": the 7 bytes behind the 4 triangles that it states are not read");
  expect_tetrahedron(".stl", data, length + 100, ": the 100 bytes behind the 4 triangles");
}

/* ---- refusals ---- */

#define PLY_VERTICES "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_FACES "element face 4294967295\nproperty list uint uint vertex_indices\nend_header\n"
static const struct refusal {
  const char *ending, *text, *says;
} refusals[] = {
    {".stl", "", "is not STL: 0 bytes"},
    {".stl", "solid\nendsolid\n", "contains no triangle"},
    {".stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", "line 4: a vertex has the coordinate nan"},
    {".stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 1e999 0\n", "line 4: a vertex has the coordinate inf"},
    {".stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 x 0\n", "line 4: 'x' is not a number"},
    {".stl", "solid\nfacet\n", "'normal' is expected where the file ends"},
    {".stl", "solix\nfacet normal 0 0 1\n", "line 2: 'solid' is expected in place of 'facet'"},
    {".stl", "one line\nand another\n", "is not STL: 21 bytes"},
    {".stl", "solid\nfacet normal nan\n", "line 3: the file ends where a number is expected"},
    {".stl", "solid\nfacet normal 0 0 1 0\n", "line 2: 'outer' is expected in place of '0'"},
    {".stl", "solid\nend\n", "line 2: 'facet' is expected in place of 'end'"},
    {".stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 -1.#IND 0\n", "line 4: '-1.#IND' is not a number"},
    {".stl", "solid\nfacette\n", "line 2: 'facet' is expected in place of 'facette'"},
    {".ply", "plx\n", "line 1: is not PLY"},
    {".ply", "ply\nformat ascii 1.0\n", "the file ends within its header"},
    {".ply", "ply\nformat binary_middle_endian 1.0\n", "line 2: format 'binary_middle_endian'"},
    {".ply", "ply\nelement vertex -1\n", "line 2: '-1' is not a number of elements"},
    {".ply", "ply\nproperty float x\n", "a property comes before all elements"},
    {".ply", "ply\nelement vertex 1\nproperty real x\n", "line 3: 'real' is no type"},
    {".ply", "ply\nformat ascii 1.0\n" PLY_VERTICES "end_header\n0 0 0\n", "no faces or tristrips with vertex_indices"},
    {".ply", "ply\nformat ascii 1.0\n" PLY_VERTICES PLY_FACES "0 0 0\n", "it is not complete"},
    {".ply", "ply\nformat ascii 1.0\n" PLY_VERTICES PLY_FACES "0 0 0\n4294967295 0 0 0", "it is not complete"},
    {".ply", "ply\nformat ascii 1.0\n" PLY_VERTICES PLY_FACES "0 0 0\n3 0 0 -1", "a face has the vertex -1"},
    {".ply", "ply\nformat binary_little_endian 1.0\n" PLY_VERTICES PLY_FACES "000000000000\xff\xff\xff\xff",
     "it is not complete"},
    {".ply",
     "ply\nformat ascii 1.0\n" PLY_VERTICES "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
     "0 0 0\n3 0 0 -2\n",
     "a strip has the vertex -2"},
    {".ply",
     "ply\nformat ascii 1.0\n" PLY_VERTICES "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
     "0 0 0\n3 0 0 1\n",
     "a triangle has the vertex 2 of 1"},
    {".obj", "v 0 0\n", "line 1: a vertex needs three numbers"},
    {".obj", "v 0 0 0\nf 1 1\n", "line 2: a face has 2 vertices"},
    {".obj", "v 0 0 0\nf 1 1 2\n", "a triangle has the vertex 2 of 1"},
    {".obj", "v 0 0 0\nf 1 1 0\n", "line 2: '0' is not a vertex of a face"},
    {".obj", "v 0 0 0\nf 1 1 -2\n", "line 2: '-2' is not a vertex of a face"},
    {".obj", "v 0 0 0\nf 1 1 99999999999999999999\n", "is not a vertex of a face"},
    {".obj", "hello\n", "contains no triangle"},
};

static void expect_rejection(struct tile_error *e, const char *says)
{
  struct mesh m;
  ck_assert_int_eq(mesh_read(&m, path, e), TILE_REJECTED);
  ck_assert_msg(!strncmp(e->text, path, strlen(path)) && !strchr(e->text, '\n') && strstr(e->text, says), "%s",
                e->text);
}

LOOP_TEST(refused, sizeof refusals / sizeof *refusals)
{
  struct tile_error e;
  put(refusals[_i].ending, refusals[_i].text, strlen(refusals[_i].text));
  expect_rejection(&e, refusals[_i].says);
}

TEST(claims_of_binary_stl)
{
  struct tile_error e;
  char data[4096];
  size_t length = stl_binary(data);
  memset(data + 80, 0xff, 4);
  put(".stl", data, length - 1);
  expect_rejection(&e, "states 4294967295 triangles, which are 214748364834 bytes of binary STL, but has 283");
  memset(data + 80, 0, 4);
  put(".stl", data, length - 1);
  expect_rejection(&e, "states 0 triangles, which are 84 bytes of binary STL, but has 283");
  put(".stl", data, 84);
  expect_rejection(&e, "contains no triangle");
  data[80] = 5;
  put(".stl", data, length);
  expect_rejection(&e, "states 5 triangles, which are 334 bytes of binary STL, but has 284");
  length = stl_binary(data);
  memset(data + 84 + 12, 0xff, 4);
  put(".stl", data, length);
  expect_rejection(&e, "a vertex has the coordinate");
}

/* ---- damage ---- */

static int read_damaged(const char *ending, const char *data, size_t length, size_t at)
{
  struct mesh m;
  struct tile_error e;
  put(ending, data, length);
  const int code = mesh_read(&m, path, &e);
  ck_assert_msg(!code || (code == TILE_REJECTED && !strncmp(e.text, path, strlen(path)) && !strchr(e.text, '\n')),
                "at %zu: %d %s", at, code, e.text);
  if (!code) {
    ck_assert_uint_ge(m.triangles, 1);
    ck_assert_uint_le(m.triangles, length);
    mesh_free(&m);
  }
  return code;
}

LOOP_TEST(every_truncation, KINDS)
{
  char data[4096];
  const size_t length = kinds[_i].make(data);
  for (size_t cut = 0; cut < length; cut++) {
    const int code = read_damaged(kinds[_i].ending, data, cut, cut);
    ck_assert_msg(!kinds[_i].whole || code, "cut at %zu is not noticed", cut);
  }
}

LOOP_TEST(every_flipped_byte, KINDS)
{
  char data[4096];
  const size_t length = kinds[_i].make(data);
  size_t rejected = 0;
  for (size_t at = 0; at < length; at++)
    for (int bit = 0; bit < 2; bit++) {
      const char flip = (char)(bit ? 1 << at % 8 : 0xff);
      data[at] ^= flip;
      rejected += read_damaged(kinds[_i].ending, data, length, at) != TILE_OK;
      data[at] ^= flip;
    }
  ck_assert_uint_gt(rejected, 5);
}

int main(void)
{
  tcase_add_checked_fixture(suite_tests(), NULL, gone);
  return run_tests("mesh", 60, CK_FORK_GETENV);
}
