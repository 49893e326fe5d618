/* SPDX-License-Identifier: BSD-3-Clause */
/* PNG files, through libpng. */
#include "picture_page.h"

#include "regular.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SIGNATURE = 8, DENSEST = 1032 }; /* bytes; the highest compression ratio of deflate */

struct open_png {
  const char *path;
  FILE *in;
  uint64_t bytes; /* of the file */
  png_structp png;
  png_infop info;
  bool short_of_memory;
  char said[120]; /* message of libpng's error */
  unsigned char *pixels, **row;
};

bool picture_is(const char *path)
{
  unsigned char begin[SIGNATURE] = {0};
  struct tile_error e;
  FILE *in = tile_read_regular(path, &e);
  const size_t got = in ? fread(begin, 1, SIGNATURE, in) : 0;
  if (in)
    fclose(in);
  return got == SIGNATURE && png_sig_cmp(begin, 0, SIGNATURE) == 0;
}

/* ---- libpng ---- */

static void give_up(png_structp png, png_const_charp text)
{
  struct open_png *o = png_get_error_ptr(png);
  snprintf(o->said, sizeof o->said, "%s", text);
  png_longjmp(png, 1);
}

/* Errors in data other than the pixels are ignored. */
static void pass_over(png_structp png, png_const_charp text)
{
  (void)png, (void)text;
}

static png_voidp allocate(png_structp png, png_alloc_size_t bytes)
{
  struct open_png *o = png_get_mem_ptr(png);
  void *memory = malloc(bytes);
  o->short_of_memory = o->short_of_memory || !memory;
  return memory;
}

static void release(png_structp png, png_voidp memory)
{
  (void)png;
  free(memory);
}

static int fail(const struct open_png *o, struct tile_error *e)
{
  if (o->short_of_memory || errno == EIO)
    return tile_fail(e, TILE_FAILED, "%s: %s", o->path, o->short_of_memory ? "out of memory" : strerror(errno));
  return tile_fail(e, TILE_REJECTED, "%s: cannot be read as PNG: %s", o->path, o->said);
}

static int open_file(struct open_png *o, const char *path, struct tile_error *e)
{
  struct stat status;
  *o = (struct open_png){.path = path, .in = tile_read_regular(path, e)};
  if (!o->in)
    return e->code;
  if (fstat(fileno(o->in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  o->bytes = (uint64_t)status.st_size;
  o->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, o, give_up, pass_over, o, allocate, release);
  o->info = o->png ? png_create_info_struct(o->png) : NULL;
  return o->info ? TILE_OK : tile_fail_memory(e, 1 << 12, "a PNG file");
}

static void close_file(struct open_png *o)
{
  if (o->png)
    png_destroy_read_struct(&o->png, o->info ? &o->info : NULL, NULL);
  if (o->in)
    fclose(o->in);
  free(o->pixels);
  free(o->row);
}

static int read_info(struct open_png *o, struct tile_error *e)
{
  errno = 0;
  if (setjmp(png_jmpbuf(o->png)))
    return fail(o, e);
  png_init_io(o->png, o->in);
  png_read_info(o->png, o->info);
  return TILE_OK;
}

/* ---- the header ---- */

static void get_info(const struct open_png *o, struct picture_page *p)
{
  static const char *const names[] = {[PNG_COLOR_TYPE_GRAY] = "grey",
                                      [PNG_COLOR_TYPE_RGB] = "RGB",
                                      [PNG_COLOR_TYPE_PALETTE] = "palette",
                                      [PNG_COLOR_TYPE_GRAY_ALPHA] = "grey and alpha",
                                      [PNG_COLOR_TYPE_RGB_ALPHA] = "RGB and alpha"};
  const int colour = png_get_color_type(o->png, o->info);
  *p = (struct picture_page){.nx = png_get_image_width(o->png, o->info),
                             .ny = png_get_image_height(o->png, o->info),
                             .type = voxel_type_of('u', png_get_bit_depth(o->png, o->info)),
                             .colours = names[colour],
                             .channels = png_get_channels(o->png, o->info),
                             .grey = colour == PNG_COLOR_TYPE_GRAY};
}

/* A file of this length must be able to contain the image before anything is allocated. */
static int check_claim(const struct open_png *o, const struct picture_page *p, struct tile_error *e)
{
  const uint64_t bytes = (uint64_t)png_get_rowbytes(o->png, o->info) * (uint64_t)p->ny;
  return bytes / DENSEST <= o->bytes
             ? TILE_OK
             : tile_fail(e, TILE_REJECTED,
                         "%s: claims %lld x %lld pixels, more than a file of %llu "
                         "bytes can contain",
                         o->path, (long long)p->nx, (long long)p->ny, (unsigned long long)o->bytes);
}

int picture_describe(const char *path, struct picture_page *p, struct tile_error *e)
{
  struct open_png o;
  int code = open_file(&o, path, e);
  if (!code)
    code = read_info(&o, e);
  if (!code) {
    get_info(&o, p);
    code = check_claim(&o, p, e);
  }
  close_file(&o);
  return code;
}

/* ---- the pixels ---- */

/* Reads all rows: an interlaced file has them in seven passes. */
static int make_rows(struct open_png *o, const struct picture_page *p, struct tile_error *e)
{
  const size_t row = png_get_rowbytes(o->png, o->info);
  o->pixels = tile_alloc((size_t)p->ny, row);
  o->row = tile_alloc((size_t)p->ny, sizeof *o->row);
  if (!o->pixels || !o->row)
    return tile_fail_memory(e, (size_t)p->ny * (row + sizeof *o->row), "one slice");
  for (int64_t y = 0; y < p->ny; y++)
    o->row[y] = o->pixels + (size_t)y * row;
  return TILE_OK;
}

static int read_rows(struct open_png *o, struct tile_error *e)
{
  errno = 0;
  if (setjmp(png_jmpbuf(o->png)))
    return fail(o, e);
  if (png_get_bit_depth(o->png, o->info) == 16)
    png_set_swap(o->png); /* to little-endian */
  png_set_interlace_handling(o->png);
  png_read_update_info(o->png, o->info);
  png_read_image(o->png, o->row);
  png_read_end(o->png, NULL);
  return TILE_OK;
}

static void hold_rows(const struct open_png *o, const struct picture_page *p, int channel, void *values)
{
  const size_t bytes = (size_t)p->nx * (size_t)voxel_type_in_memory(p->type)->bits / 8;
  for (int64_t y = 0; y < p->ny; y++)
    voxel_type_to_memory(p->type, (char *)values + (size_t)y * bytes, o->row[y], (size_t)p->nx, (size_t)channel,
                         (size_t)p->channels);
}

static int check_same(const struct open_png *o, const struct picture_page *p, struct tile_error *e)
{
  struct picture_page now;
  get_info(o, &now);
  return now.nx == p->nx && now.ny == p->ny && now.type == p->type && now.channels == p->channels
             ? TILE_OK
             : tile_fail(e, TILE_REJECTED, "%s: has changed while it was read", o->path);
}

int picture_read(const char *path, const struct picture_page *p, int channel, void *values, struct tile_error *e)
{
  struct open_png o;
  int code = open_file(&o, path, e);
  if (!code)
    code = read_info(&o, e);
  if (!code)
    code = check_same(&o, p, e);
  if (!code)
    code = make_rows(&o, p, e);
  if (!code)
    code = read_rows(&o, e);
  if (!code)
    hold_rows(&o, p, channel, values);
  close_file(&o);
  return code;
}
