/* SPDX-License-Identifier: BSD-3-Clause */
#include "export.h"

#include "npy.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- headers ---- */

static int nothing(struct export *x, struct tile_error *e)
{
  (void)x, (void)e;
  return TILE_OK;
}

static int npy(struct export *x, struct tile_error *e)
{
  const int64_t shape[] = {x->grid[2], x->grid[1], x->grid[0]};
  errno = 0;
  return npy_head(x->output.file, x->reals ? "<f4" : "|u1", shape, 3) ? TILE_OK : export_failed(x, e);
}

/* These formats use mm: returns the number that a reader converts to the same number of metres. */
static double millimetres(double metres)
{
  double mm = metres * 1e3;
  if (nextafter(mm, 0) * 1e-3 == metres)
    return nextafter(mm, 0);
  return nextafter(mm, (double)INFINITY) * 1e-3 == metres ? nextafter(mm, (double)INFINITY) : mm;
}

/* Prints the shortest text that reads back as the same number; prefers `mm` if that is as good. */
static void print_length(FILE *out, double metres)
{
  char text[TILE_REAL_TEXT];
  const double mm = metres * 1e3;
  fputs(tile_real_text(text, mm * 1e-3 == metres ? mm : millimetres(metres)), out);
}

static void print_three(FILE *out, const char *begin, const double v[3], double scale, const char *end)
{
  char text[TILE_REAL_TEXT];
  for (int i = 0; i < 3; i++)
    fprintf(out, "%s%s", i ? (*end == ')' ? "," : " ") : begin, tile_real_text(text, v[i] * scale + 0.0));
  fputs(end, out);
}

static void print_spacing(const struct export *x, const char *key, FILE *out)
{
  fputs(key, out);
  for (int a = 0; a < 3; a++) {
    fputs(" ", out);
    print_length(out, x->frame.dx);
  }
}

static void print_nrrd(const struct export *x, FILE *out)
{
  const struct frame *f = &x->frame;
  const bool directed = f->dx > 0 && (f->oriented || f->placed);
  fprintf(out, "NRRD0004\n# %s\ntype: %s\ndimension: 3\nsizes: %lld %lld %lld\n", x->what,
          x->reals ? "float\nendian: little" : "uint8", (long long)x->grid[0], (long long)x->grid[1],
          (long long)x->grid[2]);
  if (directed) {
    fputs("space: left-posterior-superior\nspace units: \"mm\" \"mm\" \"mm\"\nspace directions:", out);
    for (int a = 0; a < 3; a++)
      print_three(out, " (", f->axis[a], 1e3 * f->dx, ")");
    if (f->placed)
      print_three(out, "\nspace origin: (", f->centre, 1e3, ")");
    fputs("\n", out);
  } else if (f->dx > 0) {
    print_spacing(x, "spacings:", out);
    fputs("\nunits: \"mm\" \"mm\" \"mm\"\n", out);
  }
  fputs("encoding: raw\n\n", out);
}

static void print_metaimage(const struct export *x, FILE *out)
{
  const struct frame *f = &x->frame;
  fprintf(out,
          "ObjectType = Image\nNDims = 3\nComment = %s\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
          "CompressedData = False\n",
          x->what);
  if (f->oriented || f->placed) {
    fputs("TransformMatrix =", out);
    for (int a = 0; a < 3; a++)
      print_three(out, " ", f->axis[a], 1, "");
  }
  if (f->placed && f->dx > 0)
    print_three(out, "\nOffset = ", f->centre, 1e3, "");
  if (f->oriented || f->placed)
    fputs("\n", out);
  if (f->dx > 0) {
    print_spacing(x, "ElementSpacing =", out);
    fputs("\nDistanceUnits = mm\n", out);
  }
  fprintf(out, "DimSize = %lld %lld %lld\nElementType = %s\nElementDataFile = LOCAL\n", (long long)x->grid[0],
          (long long)x->grid[1], (long long)x->grid[2], x->reals ? "MET_FLOAT" : "MET_UCHAR");
}

static int text_head(struct export *x, void print(const struct export *, FILE *), struct tile_error *e)
{
  errno = 0;
  print(x, x->output.file);
  return ferror(x->output.file) ? export_failed(x, e) : TILE_OK;
}

static int nrrd(struct export *x, struct tile_error *e)
{
  return text_head(x, print_nrrd, e);
}

static int metaimage(struct export *x, struct tile_error *e)
{
  return text_head(x, print_metaimage, e);
}

/* ---- the formats ---- */

static const struct export_format {
  const char *ending;
  int (*head)(struct export *x, struct tile_error *e); /* writes the bytes before all slices */
  int (*page)(struct export *x, struct tile_error *e); /* writes the bytes before each slice */
} formats[] = {
    {".mha", metaimage, nothing},
    {".npy", npy, nothing},
    {".nrrd", nrrd, nothing},
    {".raw", nothing, nothing},
    {".tif", export_tiff_head, export_tiff_page},
    {".tiff", export_tiff_head, export_tiff_page},
};

static const struct export_format *format_of(const char *path)
{
  const size_t length = strlen(path);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (length > strlen(formats[i].ending) &&
        strcasecmp(path + length - strlen(formats[i].ending), formats[i].ending) == 0)
      return &formats[i];
  return NULL;
}

int export_check(const char *path, struct tile_error *e)
{
  return format_of(path) ? TILE_OK : tile_fail(e, TILE_USAGE, "must end in " EXPORT_ENDINGS);
}

int export_parse(void *to, const char *value, struct tile_error *e)
{
  return export_check(value, e) ? e->code : cli_text(to, value, e);
}

/* ---- slice by slice ---- */

static int open_as(struct export *x, const char *path, const struct tile_header *h, struct tile_error *e)
{
  size_t slice;
  x->format = format_of(path);
  frame_read(&x->frame, h);
  const bool large = __builtin_mul_overflow((size_t)x->grid[0], (size_t)x->grid[1], &slice);
  x->slice = large ? NULL : tile_alloc(x->reals ? 1 : slice, 1);
  if (!x->slice)
    return tile_fail_memory(e, large ? SIZE_MAX : slice, "one slice");
  return cli_open_output(&x->output, path, true, e) ? e->code : x->format->head(x, e);
}

int export_open(struct export *x, const char *path, const int64_t grid[3], const struct tile_header *h,
                struct tile_error *e)
{
  *x = (struct export){.grid = {grid[0], grid[1], grid[2]}, .what = "1: fluid, 0: solid"};
  return open_as(x, path, h, e);
}

int export_open_reals(struct export *x, const char *path, const int64_t grid[3], const struct tile_header *h,
                      const char *what, struct tile_error *e)
{
  *x = (struct export){.grid = {grid[0], grid[1], grid[2]}, .what = what, .reals = true};
  return open_as(x, path, h, e);
}

static int put_page(struct export *x, const void *values, size_t bytes, struct tile_error *e)
{
  if (x->format->page(x, e))
    return e->code;
  x->z++;
  return export_write(x, values, bytes, e);
}

int export_reals(struct export *x, const float *values, struct tile_error *e)
{
  return put_page(x, values, (size_t)(x->grid[0] * x->grid[1]) * sizeof *values, e);
}

int export_slice(struct export *x, const void *bits, size_t row, struct tile_error *e)
{
  const unsigned char *byte = bits;
  unsigned char *to = x->slice;
  for (int64_t y = 0; y < x->grid[1]; y++, byte += row)
    for (int64_t i = 0; i < x->grid[0]; i++)
      *to++ = byte[i / 8] >> (i % 8) & 1;
  return put_page(x, x->slice, (size_t)(x->grid[0] * x->grid[1]), e);
}

int export_close(struct export *x, struct tile_error *e)
{
  return cli_commit(&x->output, e);
}

void export_free(struct export *x)
{
  free(x->slice);
  x->slice = NULL;
}
