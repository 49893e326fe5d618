#include "vti.h"

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

/* Bytes of one slice of an array, and of the whole array. */
static int measure(const struct vti *v, const struct vti_array *a, size_t *slice, size_t *whole,
                   struct tile_error *e)
{
  *slice = *whole = 0;
  if (__builtin_mul_overflow((size_t)v->grid[0] * type[a->type].bytes, (size_t)v->grid[1], slice) ||
      __builtin_mul_overflow(*slice, (size_t)a->components, slice) ||
      __builtin_mul_overflow(*slice, (size_t)v->grid[2], whole))
    return too_large(e);
  return 0;
}

/* A string array in ascii form is its character codes with an ending zero. */
static void write_units(const char *units, FILE *out)
{
  fputs("    <FieldData>\n"
        "      <Array type=\"String\" Name=\"units\" NumberOfTuples=\"1\" format=\"ascii\">\n        ",
        out);
  for (const char *c = units; *c; c++)
    fprintf(out, "%d ", (unsigned char)*c);
  fputs("0\n      </Array>\n    </FieldData>\n", out);
}

static int write_arrays_list(const struct vti *v, FILE *out, struct tile_error *e)
{
  uint64_t offset = 0;
  for (size_t i = 0; i < v->count; i++) {
    const struct vti_array *a = &v->arrays[i];
    size_t slice, whole;
    if (measure(v, a, &slice, &whole, e))
      return e->code;
    fprintf(out,
            "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\""
            " offset=\"%llu\"/>\n",
            type[a->type].name, a->name, a->components, (unsigned long long)offset);
    if (__builtin_add_overflow(offset, sizeof(uint64_t) + whole, &offset))
      return too_large(e);
  }
  return 0;
}

/* Row by row, an axis a column; left out where there is nothing to turn. */
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

static int write_head(const struct vti *v, FILE *out, struct tile_error *e)
{
  char extent[80], origin[3][TILE_REAL_TEXT], spacing[TILE_REAL_TEXT];
  snprintf(extent, sizeof extent, "0 %lld 0 %lld 0 %lld", (long long)v->grid[0] - 1,
           (long long)v->grid[1] - 1, (long long)v->grid[2] - 1);
  for (int a = 0; a < 3; a++)
    tile_real_text(origin[a], v->origin[a]);
  tile_real_text(spacing, v->spacing);
  fprintf(out,
          "<?xml version=\"1.0\"?>\n"
          "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
          "  <ImageData WholeExtent=\"%s\" Origin=\"%s %s %s\" Spacing=\"%s %s %s\"",
          extent, origin[0], origin[1], origin[2], spacing, spacing, spacing);
  write_direction(v, out);
  fputs(">\n", out);
  write_units(v->units, out);
  fprintf(out, "    <Piece Extent=\"%s\">\n      <PointData Vectors=\"velocity\">\n", extent);
  if (write_arrays_list(v, out, e))
    return e->code;
  fputs("      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n   _", out);
  return 0;
}

static int write_failed(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "cannot write the .vti file: %s", strerror(errno));
}

static int write_array(const struct vti *v, const struct vti_array *a, FILE *out, struct tile_error *e)
{
  size_t bytes, whole;
  if (measure(v, a, &bytes, &whole, e))
    return e->code;
  void *values = tile_alloc(bytes, 1);
  if (!values)
    return tile_fail_memory(e, bytes, "a slice");
  uint64_t head = whole;
  int status = fwrite(&head, sizeof head, 1, out) == 1 ? 0 : write_failed(e);
  for (int64_t z = 0; z < v->grid[2] && !status; z++) {
    status = a->slice(a->self, z, values, e);
    if (!status && fwrite(values, 1, bytes, out) != bytes)
      status = write_failed(e);
  }
  free(values);
  return status;
}

int vti_write(const struct vti *v, FILE *out, struct tile_error *e)
{
  if (write_head(v, out, e))
    return e->code;
  for (size_t i = 0; i < v->count; i++)
    if (write_array(v, &v->arrays[i], out, e))
      return e->code;
  fputs("\n  </AppendedData>\n</VTKFile>\n", out);
  return ferror(out) ? write_failed(e) : 0;
}
