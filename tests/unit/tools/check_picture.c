/* SPDX-License-Identifier: BSD-3-Clause */
/* Colour maps and the PNG of a slice, read back with libpng. */
#include <config.h>

#include "canvas.h"
#include "colour.h"
#include "font.h"
#include "glyphs.h"
#include "label.h"
#include "picture.h"
#include "probe.h"
#include "suite.h"
#include "voxel_view.h"
#include "voxels.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 20, TOP = 46 }; /* corner of the slice in the picture */

static struct tile_error e;

struct image {
  int width, height;
  unsigned char *rgb;
};

static struct image read_back(FILE *file)
{
  png_image png = {.version = PNG_IMAGE_VERSION};
  rewind(file);
  ck_assert(png_image_begin_read_from_stdio(&png, file));
  png.format = PNG_FORMAT_RGB;
  struct image i = {(int)png.width, (int)png.height, malloc(PNG_IMAGE_SIZE(png))};
  ck_assert(png_image_finish_read(&png, NULL, i.rgb, 0, NULL));
  fclose(file);
  return i;
}

static struct image draw(const struct picture *p)
{
  FILE *file = tmpfile();
  ck_assert_int_eq(picture_write(p, file, &e), 0);
  return read_back(file);
}

static struct colour pixel(const struct image *i, int64_t x, int64_t y)
{
  struct colour c;
  ck_assert(x < i->width && y < i->height);
  memcpy(&c, i->rgb + 3 * (y * i->width + x), 3);
  return c;
}

static bool same(struct colour a, struct colour b)
{
  return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* CIE lightness of an sRGB colour. */
static double linear(unsigned char s)
{
  double x = s / 255.0;
  return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static double lightness(struct colour c)
{
  return 116 * cbrt(0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b)) - 16;
}

TEST(lightness_rises_evenly)
{
  colour_map *const maps[] = {colour_sequential, colour_blue_yellow, colour_black_red, colour_grey};
  for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
    double begin = lightness(maps[m](0)), end = lightness(maps[m](1));
    ck_assert_double_gt(end - begin, 70);
    for (int i = 1; i <= 32; i++) {
      double rise = lightness(maps[m](i / 32.0)) - lightness(maps[m]((i - 1) / 32.0));
      ck_assert_double_gt(rise, (m == 2 ? 0.3 : 0.6) * (end - begin) / 32); /* the darkest colours are nearly black */
      ck_assert_double_lt(rise, 1.6 * (end - begin) / 32);
    }
  }
}

TEST(labels_of_axes)
{
  static const struct {
    const char *title;
    int exponent;
    const char *label;
  } cases[] = {{"flow rate (mL/s)", 0, "Flow rate (mL/s)"},
               {"speed (m/s)", -6, "Speed (10\xe2\x81\xbb\xe2\x81\xb6 m/s)"},
               {"flux (m3/s)", 12, "Flux (10\xc2\xb9\xc2\xb2 m\xc2\xb3/s)"},
               {"wall_shear (Pa)", 0, "Wall shear (Pa)"},
               {"radius (um)", 0, "Radius (\xc2\xb5m)"},
               {"OSI (1)", 0, "OSI"},
               {"slice", 0, "Slice"},
               {"", 0, ""}};
  char text[LABEL_TEXT];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    label_of_title(text, cases[i].title, cases[i].exponent);
    ck_assert_str_eq(text, cases[i].label);
  }
  label_length(text, 5e-5);
  ck_assert_str_eq(text, "50 \xc2\xb5m");
  label_length(text, 0.02);
  ck_assert_str_eq(text, "2 cm");
  ck_assert_int_eq(label_exponent(0.02), 0);
  ck_assert_int_eq(label_exponent(6e-4), -6);
  ck_assert_int_eq(label_exponent(9999), 0);
}

/* Letters are smooth, and nearly as wide in dots as in the font at three times the resolution. */
TEST(text_has_its_size)
{
  struct canvas c;
  int between = 0;
  canvas_style.dpi = 288;
  const int64_t wide = canvas_text_width("Speed");
  ck_assert_int_eq(canvas_px(14), 42);
  ck_assert_int_gt(wide, 100);
  ck_assert_int_lt(wide, 200);
  ck_assert_int_eq(canvas_make(&c, 200, 60, (struct colour){255, 255, 255}, &e), 0);
  canvas_text(&c, 0, 0, "Speed", (struct colour){0, 0, 0});
  for (int64_t i = 0; i < 200 * 60; i++) {
    between += c.rgba[4 * i] > 0 && c.rgba[4 * i] < 255;
    ck_assert(c.rgba[4 * i] == 255 || i % 200 <= wide);
  }
  ck_assert(font_there() ? between > 100 : between == 0);
  canvas_free(&c);
}

/* Of what is drawn on a transparent ground only that is opaque; the resolution is in the file. */
TEST(grounds_and_resolutions)
{
  struct canvas c;
  char *data;
  size_t bytes;
  canvas_style = (struct canvas_style){.dpi = 300, .clear = true};
  ck_assert_int_eq(canvas_make(&c, 9, 5, (struct colour){255, 255, 255}, &e), 0);
  canvas_rectangle(&c, 1, 1, 1, 1, (struct colour){10, 20, 30});
  canvas_blend(&c, 2, 2, 0.5, (struct colour){10, 20, 30});
  FILE *out = open_memstream(&data, &bytes);
  ck_assert_int_eq(canvas_write(&c, out, &e), 0);
  fclose(out);
  const char *at = memmem(data, bytes, "pHYs", 4);
  ck_assert_mem_eq(at + 4, "\0\0\x2e\x23\0\0\x2e\x23\1", 9); /* 300 / 0.0254 = 11811 */
  png_image png = {.version = PNG_IMAGE_VERSION};
  ck_assert(png_image_begin_read_from_memory(&png, data, bytes));
  ck_assert(png.format & PNG_FORMAT_FLAG_ALPHA);
  png.format = PNG_FORMAT_RGBA;
  unsigned char all[9 * 5 * 4];
  ck_assert(png_image_finish_read(&png, NULL, all, 0, NULL));
  ck_assert_mem_eq(all + 4 * 10, "\x0a\x14\x1e\xff", 4);
  ck_assert_mem_eq(all + 4 * 20, "\x0a\x14\x1e\x80", 4);
  ck_assert_int_eq(all[3], 0);
  free(data);
  canvas_free(&c);
}

/* A line covers half of the pixels at its borders where these are in their middle. */
TEST(lines_are_smooth)
{
  struct canvas c;
  ck_assert_int_eq(canvas_make(&c, 9, 9, (struct colour){255, 255, 255}, &e), 0);
  canvas_line(&c, (const double[]){0, 4.5}, (const double[]){9, 4.5}, 2, (struct colour){0, 0, 0});
  ck_assert_int_eq(c.rgba[4 * (4 * 9 + 4)], 0);
  ck_assert_int_le(abs(c.rgba[4 * (3 * 9 + 4)] - 128), 1);
  ck_assert_int_le(abs(c.rgba[4 * (5 * 9 + 4)] - 128), 1);
  ck_assert_int_eq(c.rgba[4 * (2 * 9 + 4)], 255);
  canvas_free(&c);
}

TEST(diverging_is_lightest_in_the_middle)
{
  double middle = lightness(colour_diverging(0.5));
  ck_assert_double_gt(middle, 92);
  for (int i = 1; i <= 10; i++) {
    double left = lightness(colour_diverging(0.5 - i / 20.0)), right = lightness(colour_diverging(0.5 + i / 20.0));
    ck_assert_double_lt(left, middle);
    ck_assert_double_le(fabs(left - right), 8);
  }
  ck_assert_int_gt(colour_diverging(0).b, colour_diverging(0).r);
  ck_assert_int_gt(colour_diverging(1).r, colour_diverging(1).b);
}

TEST(whole_factors)
{
  ck_assert_int_eq(picture_scale(100, 100), 4);
  ck_assert_int_eq(picture_scale(101, 300), 4);
  ck_assert_int_eq(picture_scale(150, 900), 1);
  ck_assert_int_eq(picture_scale(400, 400), 1);
  ck_assert_int_eq(picture_scale(5000, 10), 1);
  ck_assert_int_eq(picture_scale(1, 1), 400);
}

/* Values from 0 at the left to 3 at the right, solid at 1,1: every voxel has its colour. */
static const double small[] = {0, 1, 2, 3, 0, NAN, 2, 3};

TEST(colours_of_a_slice)
{
  struct picture p = {
      .width = 4, .height = 2, .value = small, .from_zero = true, .label = "speed", .unit = "m/s", .place = "z = 0"};
  struct image i = draw(&p);
  int64_t scale = picture_scale(4, 2);
  for (int64_t y = 0; y < 2; y++)
    for (int64_t x = 0; x < 4; x++) {
      double value = small[4 * y + x];
      struct colour c = pixel(&i, LEFT + x * scale + scale / 2, TOP + y * scale + scale / 2);
      if (isnan(value))
        ck_assert(c.r == c.g && c.g == c.b);
      else
        ck_assert(same(c, colour_sequential(value / 3)));
    }
  free(i.rgb);
}

TEST(solid_is_outlined)
{
  struct picture p = {
      .width = 4, .height = 2, .value = small, .from_zero = true, .label = "speed", .unit = "m/s", .place = "z = 0"};
  struct image i = draw(&p);
  int64_t scale = picture_scale(4, 2);
  struct colour inside = pixel(&i, LEFT + scale + scale / 2, TOP + scale + scale / 2);
  struct colour edge = pixel(&i, LEFT + scale, TOP + scale + scale / 2);
  ck_assert_double_gt(lightness(inside), lightness(edge) + 30);
  /* the border of the slice has no outline */
  ck_assert(same(inside, pixel(&i, LEFT + scale + scale / 2, TOP + 2 * scale - 1)));
  free(i.rgb);
}

/* Values rise by 1 a voxel along x: lines of 0.5, 1, ... at these distances from the middle of the first voxel, none between. A
 * bar of 0.5 mm, half a voxel. */
TEST(contours_and_lengths)
{
  static const double rising[] = {0, 1, 2, 3, 0, 1, 2, 3};
  struct picture p = {.width = 4,
                      .height = 2,
                      .value = rising,
                      .from_zero = true,
                      .label = "speed",
                      .unit = "m/s",
                      .place = "z = 0",
                      .dx = 1e-3,
                      .contours = true};
  struct image i = draw(&p);
  const int64_t scale = picture_scale(4, 2);
  for (int64_t k = 2; k < 6; k++) { /* halves of a voxel */
    const int64_t x = LEFT + scale / 2 + k * scale / 2;
    ck_assert_double_lt(lightness(pixel(&i, x, TOP + scale)), 0.8 * lightness(pixel(&i, x + 5, TOP + scale)));
    ck_assert(same(pixel(&i, x + scale / 8, TOP + scale), colour_sequential(floor(0.5 + 0.5 * (double)k + 0.125) / 3)));
  }
  const int64_t right = LEFT + 4 * scale, y = TOP + 2 * scale + 12;
  ck_assert_double_lt(lightness(pixel(&i, right - 1, y)), 30);
  ck_assert_double_lt(lightness(pixel(&i, right - scale / 2 + 1, y)), 30);
  ck_assert_double_gt(lightness(pixel(&i, right - scale / 2 - 2, y)), 90);
  free(i.rgb);
  p.dx = 2.5e-3; /* 1 mm is 80 pixels: 2 mm fit, 5 do not */
  i = draw(&p);
  ck_assert_double_lt(lightness(pixel(&i, right - 158, y)), 30);
  ck_assert_double_gt(lightness(pixel(&i, right - 163, y)), 90);
  free(i.rgb);
}

TEST(signed_values_have_zero_in_the_middle)
{
  const double values[] = {-1, 0, 4};
  struct picture p = {.width = 3,
                      .height = 1,
                      .value = values,
                      .signed_values = true,
                      .label = "ux",
                      .unit = "lattice",
                      .place = "z = 0"};
  struct image i = draw(&p);
  int64_t scale = picture_scale(3, 1);
  for (int64_t x = 0; x < 3; x++)
    ck_assert(same(pixel(&i, LEFT + x * scale + scale / 2, TOP + scale / 2), colour_diverging((values[x] + 4) / 8)));
  free(i.rgb);
}

/* Without flow, with equal values, with tiny or huge values: a picture is written. */
TEST(odd_ranges)
{
  const double values[][2] = {{NAN, NAN}, {0, 0}, {7, 7}, {-7, -7}, {1e-300, 1e-290}, {-1e200, 1e200}};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    for (int kind = 0; kind < 3; kind++) {
      struct picture p = {.width = 2,
                          .height = 1,
                          .value = values[k],
                          .signed_values = kind == 1,
                          .from_zero = kind == 2,
                          .label = "pressure",
                          .unit = "Pa",
                          .place = "x = 3"};
      struct image i = draw(&p);
      ck_assert_int_lt(i.width, 2000);
      free(i.rgb);
    }
}

static void check_glyphs(const char *text)
{
  for (const char *at = text; *at; at++) {
    struct canvas c;
    int ink = 0;
    ck_assert_int_eq(canvas_make(&c, 20, 20, (struct colour){0}, &e), 0);
    glyphs_draw(&c, 0, 0, 1, (const char[]){*at, 0}, (struct colour){255, 255, 255});
    for (int i = 0; i < 20 * 20; i++)
      ink += c.rgba[4 * i] != 0;
    ck_assert_msg(ink > 0, "%s: '%c' is blank", text, *at);
    canvas_free(&c);
  }
}

/* Every character of the labels of pictures, and of names of patches, in the font of dots. */
TEST(labels_have_all_their_glyphs)
{
  const struct probe_field *f = NULL;
  while ((f = probe_field_next(NULL, f, PROBE_IN_PICTURES)))
    check_glyphs(f->name);
  check_glyphs("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  check_glyphs("abcdefghijklmnopqrstuvwxyz0123456789_-");
}

/* Along -z, 10 pixels a unit, the origin in the middle. */
static void begin_view(struct view *v)
{
  ck_assert_int_eq(view_make(v, 40, 20, (struct colour){255, 255, 255}, &e), 0);
  v->scale = 10;
  v->axis[0][0] = v->axis[1][1] = 1;
  v->axis[2][2] = -1;
}

static struct image end_view(struct view *v)
{
  static struct canvas c;
  ck_assert_int_eq(canvas_make(&c, 50, 30, (struct colour){0}, &e), 0);
  view_put(v, &c, 5, 7);
  view_free(v);
  struct image i = {50, 30, malloc(3 * 50 * 30)};
  for (int k = 0; k < 50 * 30; k++)
    memcpy(i.rgb + 3 * k, c.rgba + 4 * k, 3);
  canvas_free(&c);
  return i;
}

static const struct colour red = {200, 0, 0}, green = {0, 200, 0};

/* What is in front hides what is behind, in either order; a surface at an angle t to the line of sight has the light 1/2 + 1/2
 * sin t. */
TEST(views_of_triangles)
{
  double front[3][3] = {{-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}}, /* left of x + y = 0 */
      behind[3][3] = {{-2, -1, 0}, {2, -1, 0}, {0, 3, 0}}, steep[3][3] = {{1, 0.2, 0}, {1.8, 0.2, 0.6}, {1, 1, 0}};
  for (int order = 0; order < 2; order++) {
    struct view v;
    begin_view(&v);
    view_triangle(&v, order ? front : behind, order ? red : green);
    view_triangle(&v, order ? behind : front, order ? green : red);
    view_triangle(&v, steep, green);
    struct image i = end_view(&v);
    ck_assert(same(pixel(&i, 5 + 15, 7 + 12), red));                       /* -0.5, -0.2 */
    ck_assert(same(pixel(&i, 5 + 25, 7 + 12), green));                     /* 0.5, -0.2 */
    ck_assert(same(pixel(&i, 5 + 32, 7 + 5), (struct colour){0, 180, 0})); /* sin t = 0.8 */
    ck_assert(same(pixel(&i, 5 + 2, 7 + 2), (struct colour){255, 255, 255}));
    ck_assert(same(pixel(&i, 2, 2), (struct colour){0}));
    free(i.rgb);
  }
}

/* Squares of side 1: 10 pixels wide across the line of sight, 6 if turned by arccos 0.6; without a normal as the first. */
TEST(views_of_squares)
{
  static const struct {
    double normal[3];
    int wide;
  } squares[] = {{{0, 0, 3}, 10}, {{0.8, 0, 0.6}, 6}, {{0, 0, 0}, 10}};
  for (size_t k = 0; k < sizeof squares / sizeof *squares; k++) {
    struct view v;
    int wide = 0;
    begin_view(&v);
    view_square(&v, (const double[]){0, 0, 0}, squares[k].normal, 1, red);
    struct image i = end_view(&v);
    for (int x = 0; x < 40; x++)
      wide += !same(pixel(&i, 5 + x, 7 + 10), (struct colour){255, 255, 255});
    ck_assert_int_eq(wide, squares[k].wide);
    free(i.rgb);
  }
}

/* A rod along x is as wide as it should be, has its full colour in the middle, and hides what is behind its axis. */
TEST(views_of_rods)
{
  double rod[2][3] = {{-1, 0, 1}, {1, 0, 1}}, behind[2][3] = {{0, -1, 0}, {0, 1, 0}};
  struct view v;
  int wide = 0, tall = 0;
  begin_view(&v);
  view_rod(&v, rod, 6, red);
  view_rod(&v, behind, 2, green);
  struct image i = end_view(&v);
  for (int y = 0; y < 20; y++) {
    wide += !same(pixel(&i, 5 + 15, 7 + y), (struct colour){255, 255, 255});
    tall += pixel(&i, 5 + 20, 7 + y).g > 100 && pixel(&i, 5 + 20, 7 + y).r < 50;
  }
  ck_assert_int_eq(wide, 6);
  ck_assert_int_ge(tall, 12); /* the other one, above and below */
  ck_assert_int_le(tall, 16);
  ck_assert_int_gt(pixel(&i, 5 + 15, 7 + 9).r, 195);
  ck_assert_int_lt(pixel(&i, 5 + 15, 7 + 7).r, pixel(&i, 5 + 15, 7 + 9).r);
  ck_assert_int_gt(pixel(&i, 5 + 20, 7 + 9).r, 150);
  free(i.rgb);
}

/* Voxels of 5 pixels seen along -z, x from 10 pixels on, y upwards. */
static struct image voxels_seen(const unsigned char value[64], bool cut, float density)
{
  struct voxels x = {.grid = {4, 4, 4}, .value = value, .stone = {214, 208, 198}, .cut = cut};
  struct view v;
  x.colour[0] = red;
  x.density[0] = density;
  canvas_style.clear = true; /* not the ground of the view, but that of the picture is seen through it */
  begin_view(&v);
  canvas_style.clear = false;
  v.scale = 5;
  v.centre[0] = v.centre[1] = v.centre[2] = 2;
  view_voxels(&v, &x);
  return end_view(&v);
}

/* Four voxels of glass let exp(-4 density) of the black ground through. */
TEST(voxels_of_fluid)
{
  static const unsigned char value[64] = {0};
  struct image i = voxels_seen(value, false, 0.2F);
  const double share = 1 - exp(-0.8);
  ck_assert_int_le(abs(pixel(&i, 5 + 20, 7 + 10).r - (int)lround(200 * share)), 2);
  ck_assert(same(pixel(&i, 5 + 8, 7 + 10), (struct colour){0}));
  free(i.rgb);
}

/* The light comes from the upper left, so that the cut out eighth at the lower left is in the shadow of the wall above it, but
 * not where it is far from it. 0.6 + 0.4 cos of the stone is its brightness at the angle of the light, 0.72 of that in
 * the shadow. */
TEST(voxels_of_solid)
{
  static unsigned char value[64];
  const double lit = 0.6 + 0.4 / sqrt(0.35 * 0.35 + 0.55 * 0.55 + 1);
  memset(value, VOXELS_SOLID, sizeof value);
  struct image i = voxels_seen(value, true, 0);
  ck_assert_int_le(abs(pixel(&i, 5 + 25, 7 + 5).r - (int)lround(214 * lit)), 1);         /* the face in front */
  ck_assert_int_le(abs(pixel(&i, 5 + 12, 7 + 18).r - (int)lround(214 * lit)), 1);        /* the cut, in the light */
  ck_assert_int_le(abs(pixel(&i, 5 + 18, 7 + 11).r - (int)lround(214 * lit * 0.72)), 1); /* and in the shadow */
  free(i.rgb);
}

/* A post on a floor, with the light from the upper left, throws its shadow to the lower right. */
TEST(shadow_of_a_post)
{
  static unsigned char value[64];
  for (int k = 0; k < 64; k++)
    value[k] = k < 16 || k % 16 == 2 + 4 * 2 ? VOXELS_SOLID : 0;
  struct image i = voxels_seen(value, true, 0);
  ck_assert_int_lt(pixel(&i, 5 + 27, 7 + 12).r, 160); /* the voxel right of the post and in front of it, 0.72 of 200 */
  ck_assert_int_gt(pixel(&i, 5 + 17, 7 + 12).r, 190); /* left of it */
  ck_assert_int_gt(pixel(&i, 5 + 27, 7 + 2).r, 190);  /* behind it */
  free(i.rgb);
}

/* From -y (0 degrees) x runs to the right, from +x (90) y does: the half there is light. */
TEST(views_from_angles)
{
  for (int axis = 0; axis < 2; axis++) {
    unsigned char value[64];
    for (int k = 0; k < 64; k++)
      value[k] = (k >> 2 * axis & 3) > 1 ? VOXELS_COLOURS - 1 : 0;
    struct voxel_view b = {
        .voxels = {.grid = {4, 4, 4}, .value = value}, .bar = bar_of(0, 1, false), .even = true, .azimuth = 90 * axis};
    FILE *file = tmpfile();
    ck_assert_int_eq(voxel_view_write(&b, file, &e), 0);
    struct image i = read_back(file);
    ck_assert_double_gt(lightness(pixel(&i, LEFT + 420, TOP + 280)), lightness(pixel(&i, LEFT + 140, TOP + 280)) + 30);
    free(i.rgb);
  }
}

/* The upper half is light: from above the middle is, from below it is not. */
TEST(views_from_above_and_below)
{
  unsigned char value[64];
  double light[2];
  for (int k = 0; k < 64; k++)
    value[k] = k >= 32 ? VOXELS_COLOURS - 1 : 0;
  for (int below = 0; below < 2; below++) {
    struct voxel_view b = {.voxels = {.grid = {4, 4, 4}, .value = value},
                           .bar = bar_of(0, 1, false),
                           .even = true,
                           .height = below ? -90 : 90};
    FILE *file = tmpfile();
    ck_assert_int_eq(voxel_view_write(&b, file, &e), 0);
    struct image i = read_back(file);
    light[below] = lightness(pixel(&i, LEFT + 280, TOP + 280));
    free(i.rgb);
  }
  ck_assert_double_gt(light[0], light[1] + 30);
}

/* Solid in greys is not one of them: its channels differ by 100 in full light, less in the shadow. */
TEST(stone_among_greys)
{
  unsigned char value[64];
  memset(value, VOXELS_SOLID, sizeof value);
  for (int grey = 0; grey < 2; grey++) {
    struct voxel_view b = {
        .voxels = {.grid = {4, 4, 4}, .value = value, .cut = true}, .bar = bar_of(0, 1, false), .even = true};
    if (grey)
      b.bar.map = colour_grey;
    FILE *file = tmpfile();
    ck_assert_int_eq(voxel_view_write(&b, file, &e), 0);
    struct image i = read_back(file);
    const struct colour seen = pixel(&i, LEFT + 420, TOP + 280);
    ck_assert_int_eq(seen.r - seen.b > 50, grey);
    free(i.rgb);
  }
}

TEST(a_full_disk_is_reported)
{
  FILE *full = fopen("/dev/full", "w");
  if (!full)
    return;
  struct picture p = {
      .width = 4, .height = 2, .value = small, .from_zero = true, .label = "speed", .unit = "m/s", .place = "z = 0"};
  int status = picture_write(&p, full, &e);
  ck_assert(status == TILE_FAILED || fflush(full) != 0);
  fclose(full);
}

int main(void)
{
  return run_tests("picture", 0, CK_FORK_GETENV);
}
