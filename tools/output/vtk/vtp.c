/* SPDX-License-Identifier: BSD-3-Clause */
#include "vtp.h"

#include "vti.h"

#include <errno.h>
#include <string.h>

/* How many values an array has. */
static size_t length_of(const struct vtp *v, const struct vtp_array *a)
{
  return v->corner && a != v->arrays ? v->triangles : v->points;
}

static uint64_t bytes_of(const struct vtp *v, const struct vtp_array *a)
{
  return (uint64_t)length_of(v, a) * (uint64_t)a->components * vtp_value_bytes(v);
}

/* ---- the header ------------------------------------------------------------ */

static void write_real_array(const struct vtp *v, const struct vtp_array *a, uint64_t *offset, FILE *out)
{
  fprintf(
      out,
      "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%llu\"/>\n",
      v->single ? "Float32" : "Float64", a->name, a->components, (unsigned long long)*offset);
  *offset += sizeof(uint64_t) + bytes_of(v, a);
}

static void write_whole_array(const char *name, size_t count, uint64_t *offset, FILE *out)
{
  fprintf(out, "        <DataArray type=\"Int64\" Name=\"%s\" format=\"appended\" offset=\"%llu\"/>\n", name,
          (unsigned long long)*offset);
  *offset += sizeof(uint64_t) + (uint64_t)count * sizeof(int64_t);
}

/* How many corners the cells have together, and how VTK names them. */
static size_t corners_of(const struct vtp *v)
{
  return v->corner ? 3 * v->triangles : v->points;
}

static const char *name_of_cells(const struct vtp *v)
{
  return v->corner ? "Polys" : v->end ? "Lines" : "Verts";
}

/* The arrays are declared in the order in which they follow. */
static void write_head(const struct vtp *v, FILE *out)
{
  uint64_t offset = 0;
  fputs("<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "  <PolyData>\n",
        out);
  vti_write_units(v->units, out);
  fprintf(out,
          "    <Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"%zu\" NumberOfStrips=\"0\" "
          "NumberOfPolys=\"%zu\">\n      <Points>\n",
          v->points, v->end || v->corner ? 0 : v->points, v->end ? v->lines : 0, v->triangles);
  write_real_array(v, v->arrays, &offset, out);
  fprintf(out, "      </Points>\n      <%s>\n", name_of_cells(v));
  write_whole_array("connectivity", corners_of(v), &offset, out);
  write_whole_array("offsets", vtp_cells(v), &offset, out);
  fprintf(out, "      </%s>\n      <%s %s>\n", name_of_cells(v), v->corner ? "CellData" : "PointData", v->shown);
  for (size_t i = 1; i < v->count; i++)
    write_real_array(v, v->arrays + i, &offset, out);
  fprintf(out, "      </%s>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n   _",
          v->corner ? "CellData" : "PointData");
}

/* ---- the arrays ----------------------------------------------------------- */

static void write_reals(const struct vtp *v, const struct vtp_array *a, FILE *out)
{
  const uint64_t bytes = bytes_of(v, a);
  fwrite(&bytes, sizeof bytes, 1, out);
  for (size_t n = 0; n < length_of(v, a); n++) {
    double value[3];
    float small[3];
    a->point(a->self, n, value);
    for (int k = 0; k < a->components; k++)
      small[k] = (float)value[k];
    fwrite(v->single ? (const void *)small : value, vtp_value_bytes(v), (size_t)a->components, out);
  }
}

/* Writes first, first + step, ... */
static void write_numbers(size_t count, int64_t first, int64_t step, FILE *out)
{
  const uint64_t bytes = (uint64_t)count * sizeof(int64_t);
  fwrite(&bytes, sizeof bytes, 1, out);
  for (size_t n = 0; n < count; n++, first += step)
    fwrite(&first, sizeof first, 1, out);
}

static void write_corners(const struct vtp *v, FILE *out)
{
  const uint64_t bytes = (uint64_t)corners_of(v) * sizeof(int64_t);
  if (!v->corner) {
    write_numbers(v->points, 0, 1, out);
    return;
  }
  fwrite(&bytes, sizeof bytes, 1, out);
  for (size_t i = 0; i < corners_of(v); i++)
    fwrite(&(int64_t){v->corner[i / 3][i % 3]}, sizeof(int64_t), 1, out);
}

static void write_offsets(const struct vtp *v, FILE *out)
{
  const uint64_t bytes = (uint64_t)v->lines * sizeof *v->end;
  if (v->corner || !v->end) {
    write_numbers(vtp_cells(v), v->corner ? 3 : 1, v->corner ? 3 : 1, out);
    return;
  }
  fwrite(&bytes, sizeof bytes, 1, out);
  fwrite(v->end, sizeof *v->end, v->lines, out);
}

int vtp_write(const struct vtp *v, FILE *out, struct tile_error *e)
{
  write_head(v, out);
  write_reals(v, v->arrays, out);
  write_corners(v, out);
  write_offsets(v, out);
  for (size_t i = 1; i < v->count; i++)
    write_reals(v, v->arrays + i, out);
  fputs("\n  </AppendedData>\n</VTKFile>\n", out);
  return ferror(out) ? tile_fail(e, TILE_FAILED, "cannot write the .vtp file: %s", strerror(errno)) : 0;
}
