/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a canvas, with its pixels per metre. */
#include "canvas.h"

#include "font.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <string.h>

static void fail(png_structp png, png_const_charp why)
{
  tile_fail(png_get_error_ptr(png), TILE_FAILED, "cannot write the picture: %s", why);
  longjmp(png_jmpbuf(png), 1);
}

/* libpng's own function forgets why. */
static void put(png_structp png, png_bytep data, size_t bytes)
{
  if (fwrite(data, 1, bytes, png_get_io_ptr(png)) != bytes)
    png_error(png, strerror(errno));
}

static void flush(png_structp png)
{
  if (fflush(png_get_io_ptr(png)))
    png_error(png, strerror(errno));
}

static void ignore(png_structp png, png_const_charp why)
{
  (void)png, (void)why;
}

/* The rows have an alpha channel, which the file has only if the ground is transparent. */
static void write_rows(png_structp png, png_infop info, const struct canvas *c)
{
  png_write_info(png, info);
  if (!canvas_style.clear)
    png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (int64_t row = 0; row < c->height; row++)
    png_write_row(png, c->rgba + 4 * row * c->width);
  png_write_end(png, NULL);
}

int canvas_write(const struct canvas *c, FILE *out, struct tile_error *e)
{
  const png_uint_32 metre = (png_uint_32)lround(canvas_style.dpi / 0.0254);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, e, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  e->code = TILE_OK;
  if (!info || font_lacks_memory()) {
    png_destroy_write_struct(&png, &info);
    return tile_fail_memory(e, 1 << 16, "the picture");
  }
  if (!setjmp(png_jmpbuf(png))) {
    png_set_write_fn(png, out, put, flush);
    png_set_IHDR(png, info, (png_uint_32)c->width, (png_uint_32)c->height, 8,
                 canvas_style.clear ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, metre, metre, PNG_RESOLUTION_METER);
    write_rows(png, info, c);
  }
  png_destroy_write_struct(&png, &info);
  return e->code;
}
