/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "vti.h"

#include "vti_packed.h"
#include "tile_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t bytes;
} type[] = {
    [VTI_FLOAT32] = {"Float32", 4},
    [VTI_FLOAT64] = {"Float64", 8},
    [VTI_UINT8] = {"UInt8", 1},
};

static int too_large(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "the grid is too large for a .vti file");
}

/* Gets the bytes of one slice of an array, and of the whole array. */
static int measure(const struct vti *v, const struct vti_array *a, size_t *slice, size_t *whole, struct tile_error *e)
{
  *slice = *whole = 0;
  if (__builtin_mul_overflow((size_t)v->grid[0] * type[a->type].bytes, (size_t)v->grid[1], slice) ||
      __builtin_mul_overflow(*slice, (size_t)a->components, slice) ||
      __builtin_mul_overflow(*slice, (size_t)v->grid[2], whole))
    return too_large(e);
  return 0;
}

/* In the ascii format a string is an array of character codes that ends with zero. */
void vti_write_units(const char *units, FILE *out)
{
  fputs("    <FieldData>\n"
        "      <Array type=\"String\" Name=\"units\" NumberOfTuples=\"1\" format=\"ascii\">\n        ",
        out);
  for (const char *c = units; *c; c++)
    fprintf(out, "%d ", (unsigned char)*c);
  fputs("0\n      </Array>\n    </FieldData>\n", out);
}

/* Computes the offsets of the arrays if they are not compressed. */
static int find_offsets(const struct vti *v, uint64_t *offset, struct tile_error *e)
{
  uint64_t at = 0;
  for (size_t i = 0; i < v->count; i++) {
    size_t slice, whole;
    if (measure(v, &v->arrays[i], &slice, &whole, e))
      return e->code;
    offset[i] = at;
    if (__builtin_add_overflow(at, sizeof(uint64_t) + whole, &at))
      return too_large(e);
  }
  return 0;
}

/* The offsets of compressed arrays are known only at the end, so every number has the same width. */
static void write_arrays_list(const struct vti *v, const uint64_t *offset, FILE *out)
{
  for (size_t i = 0; i < v->count; i++) {
    const struct vti_array *a = &v->arrays[i];
    char number[32];
    int digits = snprintf(number, sizeof number, "%llu", (unsigned long long)offset[i]);
    fprintf(out,
            "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\""
            " offset=\"%s\"%*s/>\n",
            type[a->type].name, a->name, a->components, number, v->packed ? 20 - digits : 0, "");
  }
}

/* Writes a row per line, with an axis in each column; nothing if the axes are those of the world. */
static void write_direction(const struct vti *v, FILE *out)
{
  char text[TILE_REAL_TEXT];
  bool turned = false;
  for (int i = 0; i < 9; i++)
    turned = turned || (i / 3 != i % 3 && v->axis[i / 3][i % 3] != 0) || (i / 3 == i % 3 && v->axis[i / 3][i % 3] < 0);
  if (!turned)
    return;
  fputs(" Direction=\"", out);
  for (int i = 0; i < 9; i++)
    fprintf(out, "%s%s", i ? " " : "", tile_real_text(text, v->axis[i % 3][i / 3]));
  fputs("\"", out);
}

static bool has_vector(const struct vti *v, const char *name)
{
  for (size_t i = 0; i < v->count; i++)
    if (v->arrays[i].components == 3 && !strcmp(v->arrays[i].name, name))
      return true;
  return false;
}

static void write_head(const struct vti *v, const uint64_t *offset, FILE *out)
{
  char extent[80], origin[3][TILE_REAL_TEXT], spacing[TILE_REAL_TEXT];
  snprintf(extent, sizeof extent, "0 %lld 0 %lld 0 %lld", (long long)v->grid[0] - 1, (long long)v->grid[1] - 1,
           (long long)v->grid[2] - 1);
  for (int a = 0; a < 3; a++)
    tile_real_text(origin[a], v->origin[a]);
  tile_real_text(spacing, v->spacing);
  fprintf(out,
          "<?xml version=\"1.0\"?>\n"
          "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\"%s>\n"
          "  <ImageData WholeExtent=\"%s\" Origin=\"%s %s %s\" Spacing=\"%s %s %s\"",
          v->packed ? " compressor=\"vtkZLibDataCompressor\"" : "", extent, origin[0], origin[1], origin[2], spacing,
          spacing, spacing);
  write_direction(v, out);
  fputs(">\n", out);
  vti_write_units(v->units, out);
  fprintf(out, "    <Piece Extent=\"%s\">\n      <PointData%s>\n", extent,
          has_vector(v, "velocity") ? " Vectors=\"velocity\"" : "");
  write_arrays_list(v, offset, out);
  fputs("      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n   _", out);
}

/* Destination of an array: written as it is, or compressed in blocks. */
struct sink {
  FILE *out;
  struct vti_packer *packer; /* NULL: not compressed */
};

static int sink_begin(struct sink *s, uint64_t bytes, struct tile_error *e)
{
  if (s->packer)
    return vti_packer_begin(s->packer, s->out, bytes, e);
  return fwrite(&bytes, sizeof bytes, 1, s->out) == 1 ? 0 : vti_failed(e);
}

static int sink_put(struct sink *s, const void *values, size_t bytes, struct tile_error *e)
{
  if (s->packer)
    return vti_packer_put(s->packer, values, bytes, e);
  return fwrite(values, 1, bytes, s->out) == bytes ? 0 : vti_failed(e);
}

static int write_slices(const struct vti *v, const struct vti_array *a, struct sink *s, struct tile_error *e)
{
  size_t bytes, whole;
  if (measure(v, a, &bytes, &whole, e))
    return e->code;
  void *values = tile_alloc(bytes, 1);
  int status = values ? sink_begin(s, whole, e) : tile_fail_memory(e, bytes, "a slice");
  for (int64_t z = 0; z < v->grid[2] && !status; z++) {
    status = a->slice(a->self, z, values, e);
    if (!status)
      status = sink_put(s, values, bytes, e);
  }
  free(values);
  return status;
}

static int write_array(const struct vti *v, const struct vti_array *a, FILE *out, struct tile_error *e)
{
  struct vti_packer packer = {0};
  struct sink s = {out, v->packed ? &packer : NULL};
  int status = write_slices(v, a, &s, e);
  if (!status && v->packed)
    status = vti_packer_end(&packer, e);
  vti_packer_free(&packer);
  return status;
}

static int write_arrays(const struct vti *v, uint64_t *offset, FILE *out, struct tile_error *e)
{
  const off_t begin = v->packed ? ftello(out) : 0;
  for (size_t i = 0; i < v->count; i++) {
    if (v->packed)
      offset[i] = (uint64_t)(ftello(out) - begin);
    if (write_array(v, &v->arrays[i], out, e))
      return e->code;
  }
  fputs("\n  </AppendedData>\n</VTKFile>\n", out);
  return ferror(out) ? vti_failed(e) : 0;
}

/* Writes the header a second time, when the offsets are known. */
static int correct_head(const struct vti *v, const uint64_t *offset, off_t begin, FILE *out, struct tile_error *e)
{
  if (fseeko(out, begin, SEEK_SET) != 0)
    return vti_failed(e);
  write_head(v, offset, out);
  return fseeko(out, 0, SEEK_END) == 0 && !ferror(out) ? 0 : vti_failed(e);
}

int vti_write(const struct vti *v, FILE *out, struct tile_error *e)
{
  uint64_t *offset = tile_alloc(v->count, sizeof *offset);
  if (!offset)
    return tile_fail_memory(e, v->count * sizeof *offset, "the arrays");
  const off_t begin = v->packed ? ftello(out) : 0;
  int status = find_offsets(v, offset, e);
  if (!status) {
    write_head(v, offset, out);
    status = write_arrays(v, offset, out, e);
  }
  if (!status && v->packed)
    status = correct_head(v, offset, begin, out, e);
  free(offset);
  return status;
}
