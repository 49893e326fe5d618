/* SPDX-License-Identifier: BSD-3-Clause */
/* Our .vti files, parsed byte by byte. */
#include "config.h"

#include "vti.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { NX = 3, NY = 2, NZ = 4, N = NX * NY * NZ };

static struct tile_error e;

static double pressure_at(int64_t i)
{
  return 0.25 * (double)i - 1;
}

static int pressure(void *self, int64_t z, void *values, struct tile_error *error)
{
  (void)self, (void)error;
  for (int64_t i = 0; i < NX * NY; i++)
    ((double *)values)[i] = pressure_at(z * NX * NY + i);
  return 0;
}

static int velocity(void *self, int64_t z, void *values, struct tile_error *error)
{
  (void)self, (void)error;
  for (int64_t i = 0; i < 3 * NX * NY; i++)
    ((float *)values)[i] = (float)(z * 3 * NX * NY + i) / 8;
  return 0;
}

static int solid(void *self, int64_t z, void *values, struct tile_error *error)
{
  (void)self, (void)error;
  memset(values, (int)z % 2, NX * NY);
  return 0;
}

static int refuse(void *self, int64_t z, void *values, struct tile_error *error)
{
  (void)self, (void)z, (void)values;
  return tile_fail(error, TILE_REJECTED, "refused");
}

static const struct vti_array arrays[] = {
    {"pressure", VTI_FLOAT64, 1, pressure, NULL},
    {"velocity", VTI_FLOAT32, 3, velocity, NULL},
    {"solid", VTI_UINT8, 1, solid, NULL},
};

static const struct vti example = {{NX, NY, NZ}, 5e-6, {1, 0, -2.5}, "pressure Pa", arrays, 3, {{0}}, false};

static char *written(size_t *length)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, length);
  ck_assert_int_eq(vti_write(&example, file, &e), 0);
  fclose(file);
  return text;
}

TEST(xml_head)
{
  size_t length;
  char *text = written(&length);
  static const char *const lines[] = {
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\""
      " header_type=\"UInt64\">\n",
      "<ImageData WholeExtent=\"0 2 0 1 0 3\" Origin=\"1 0 -2.5\" Spacing=\"5e-06 5e-06 5e-06\">",
      "<Piece Extent=\"0 2 0 1 0 3\">",
      "<DataArray type=\"Float64\" Name=\"pressure\" NumberOfComponents=\"1\" format=\"appended\" offset=\"0\"/>",
      "<DataArray type=\"Float32\" Name=\"velocity\" NumberOfComponents=\"3\" format=\"appended\" offset=\"200\"/>",
      "<DataArray type=\"UInt8\" Name=\"solid\" NumberOfComponents=\"1\" format=\"appended\" offset=\"496\"/>",
      "112 114 101 115 115 117 114 101 32 80 97 0\n", /* "pressure Pa" */
      "<AppendedData encoding=\"raw\">\n   _",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    ck_assert_msg(memmem(text, length, lines[i], strlen(lines[i])), "no %s", lines[i]);
  free(text);
}

/* Offsets count from the byte after the underscore; each array begins with its length. */
static const void *array_at(const char *data, size_t offset, uint64_t bytes)
{
  uint64_t head;
  memcpy(&head, data + offset, sizeof head);
  ck_assert_uint_eq(head, bytes);
  return data + offset + sizeof head;
}

TEST(binary_part)
{
  static const char end[] = "\n  </AppendedData>\n</VTKFile>\n";
  size_t length;
  char *text = written(&length);
  static const char begin[] = "<AppendedData encoding=\"raw\">\n   _";
  const char *data = (const char *)memmem(text, length, begin, strlen(begin)) + strlen(begin);
  double p[N];
  float u[3 * N];
  memcpy(p, array_at(data, 0, sizeof p), sizeof p);
  memcpy(u, array_at(data, 200, sizeof u), sizeof u);
  const char *s = array_at(data, 496, N);
  for (int i = 0; i < N; i++) {
    ck_assert_double_eq(p[i], pressure_at(i));
    ck_assert_int_eq(s[i], i / (NX * NY) % 2);
  }
  for (int i = 0; i < 3 * N; i++)
    ck_assert_float_eq(u[i], (float)i / 8);
  ck_assert_uint_eq((size_t)(s + N - text) + strlen(end), length);
  ck_assert_int_eq(memcmp(s + N, end, strlen(end)), 0);
  free(text);
}

/* An array in VTK's blocks: their number, their size, the size of a smaller last one, their compressed sizes; then the
 * blocks. */
static void unpack(const char *data, size_t offset, void *to, uint64_t bytes)
{
  const char *at = data + offset;
  uint64_t head[3], packed, done = 0;
  memcpy(head, at, sizeof head);
  ck_assert_uint_eq(head[0], (bytes + head[1] - 1) / head[1]);
  ck_assert_uint_eq(head[2], bytes % head[1]);
  const char *block = at + sizeof head + 8 * head[0];
  for (uint64_t i = 0; i < head[0]; i++) {
    uLongf size = i + 1 == head[0] && head[2] ? head[2] : head[1];
    memcpy(&packed, at + sizeof head + 8 * i, 8);
    ck_assert_int_eq(uncompress((unsigned char *)to + done, &size, (const unsigned char *)block, packed), Z_OK);
    done += size;
    block += packed;
  }
  ck_assert_uint_eq(done, bytes);
}

static size_t offset_of(const char *text, size_t length, const char *name)
{
  const char *array = memmem(text, length, name, strlen(name));
  ck_assert_ptr_nonnull(array);
  return strtoul(strstr(array, "offset=\"") + 8, NULL, 10);
}

enum { WIDE = 300, TALL = 70, DEEP = 60 }; /* 10 MB: several batches of blocks, and part of one */

static int counted(void *self, int64_t z, void *values, struct tile_error *error)
{
  (void)self, (void)error;
  for (int64_t i = 0; i < WIDE * TALL; i++)
    ((double *)values)[i] = (double)(z * WIDE * TALL + i) * (i % 3 ? 1e-3 : 0);
  return 0;
}

TEST(blocks_are_packed)
{
  static const struct vti_array both[] = {{"first", VTI_FLOAT64, 1, counted, NULL},
                                          {"behind", VTI_FLOAT64, 1, counted, NULL}};
  const struct vti v = {
      .grid = {WIDE, TALL, DEEP}, .spacing = 1, .units = "", .arrays = both, .count = 2, .packed = true};
  static const char begin[] = "<AppendedData encoding=\"raw\">\n   _", end[] = "\n  </AppendedData>\n</VTKFile>\n";
  const size_t count = WIDE * TALL * DEEP;
  FILE *out = tmpfile();
  ck_assert_int_eq(vti_write(&v, out, &e), 0);
  const size_t length = (size_t)ftell(out);
  char *text = malloc(length + 1);
  double *values = malloc(count * sizeof *values);
  rewind(out);
  ck_assert_uint_eq(fread(text, 1, length + 1, out), length);
  ck_assert_uint_lt(length, 2 * count * sizeof *values / 2);
  ck_assert_ptr_nonnull(memmem(text, length, "compressor=\"vtkZLibDataCompressor\"", 34));
  ck_assert_int_eq(memcmp(text + length - strlen(end), end, strlen(end)), 0);
  const char *data = (const char *)memmem(text, length, begin, strlen(begin)) + strlen(begin);
  for (int k = 0; k < 2; k++) {
    unpack(data, offset_of(text, length, both[k].name), values, count * sizeof *values);
    for (size_t i = 0; i < count; i++)
      ck_assert(values[i] == (double)i * (i % (WIDE * TALL) % 3 ? 1e-3 : 0));
  }
  free(values);
  free(text);
  fclose(out);
}

TEST(failures_come_through)
{
  struct vti_array bad = {"pressure", VTI_FLOAT64, 1, refuse, NULL};
  struct vti v = {.grid = {1, 1, 1}, .spacing = 1, .units = "", .arrays = &bad, .count = 1};
  FILE *file = tmpfile();
  ck_assert_int_eq(vti_write(&v, file, &e), TILE_REJECTED);
  ck_assert_str_eq(e.text, "refused");
  for (int a = 0; a < 3; a++)
    v.grid[a] = INT64_C(1) << 31;
  ck_assert_int_eq(vti_write(&v, file, &e), TILE_FAILED);
  fclose(file);
}

TEST(a_full_disk_is_reported)
{
  FILE *full = fopen("/dev/full", "w");
  if (!full)
    return;
  setvbuf(full, NULL, _IONBF, 0);
  ck_assert_int_eq(vti_write(&example, full, &e), TILE_FAILED);
  ck_assert_ptr_nonnull(strstr(e.text, "No space left"));
  fclose(full);
}

int main(void)
{
  return run_tests("vti", 0, CK_FORK_GETENV);
}
