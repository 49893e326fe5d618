#include "canvas.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

/* libpng's own limit of either side is 10^6; it also keeps the product small. */
int canvas_check(int64_t width, int64_t height, struct tile_error *e)
{
  if (width < 1 || height < 1 || width > 1000000 || height > 1000000)
    return tile_fail(e, TILE_FAILED, "a picture of %lld x %lld pixels is not possible (limit 1000000)",
                     (long long)width, (long long)height);
  return 0;
}

int canvas_make(struct canvas *c, int64_t width, int64_t height, struct colour ground, struct tile_error *e)
{
  if (canvas_check(width, height, e))
    return e->code;
  *c = (struct canvas){width, height, tile_alloc((size_t)(width * height), 3)};
  if (!c->rgb)
    return tile_fail_memory(e, (size_t)(width * height) * 3, "the picture");
  canvas_rectangle(c, 0, 0, width, height, ground);
  return 0;
}

void canvas_free(struct canvas *c)
{
  free(c->rgb);
  *c = (struct canvas){0};
}

static int64_t within(int64_t x, int64_t end)
{
  return x < 0 ? 0 : x > end ? end : x;
}

void canvas_rectangle(struct canvas *c, int64_t x, int64_t y, int64_t width, int64_t height, struct colour ink)
{
  int64_t right = within(x + width, c->width), bottom = within(y + height, c->height);
  for (int64_t row = within(y, c->height); row < bottom; row++)
    for (int64_t column = within(x, c->width); column < right; column++)
      memcpy(c->rgb + 3 * (row * c->width + column), &ink, 3);
}

/* A glyph is 5 wide and 9 high, its last two rows for descenders; one blank column separates glyphs. */
enum { WIDE = 5, HIGH = 9, STEP = WIDE + 1, DOT = 2 };

static const struct {
  const char *glyphs;
  const char *row[HIGH];
} font[] = {
    {"0123456789.-",
     {" ###    #    ###   ###     #  #####  ###  #####  ###   ###             ",
      "#   #  ##   #   # #   #   ##  #     #         # #   # #   #            ",
      "#   #   #       #     #  # #  ####  #        #  #   # #   #            ",
      "#   #   #      #    ##  #  #      # ####     #   ###   ####       #####",
      "#   #   #     #       # #####     # #   #   #   #   #     #            ",
      "#   #   #    #    #   #    #  #   # #   #   #   #   #     #   ##       ",
      " ###   ###  #####  ###     #   ###   ###    #    ###   ###    ##       ",
      "                                                                       ",
      "                                                                       "}},
    {"+=/()acdeilm",
     {"                #    #   #                    #         #    ##        ",
      "  #             #   #     #                   #               #        ",
      "  #   #####    #   #       #   ###   ####  ####  ###   ##     #   ## # ",
      "#####         #    #       #      # #     #   # #   #   #     #   # # #",
      "  #   #####  #     #       #   #### #     #   # #####   #     #   # # #",
      "  #         #       #     #   #   # #     #   # #       #     #   # # #",
      "            #        #   #     ####  ####  ####  ###   ###   ###  # # #",
      "                                                                       ",
      "                                                                       "}},
    {"noprstuvxyzP",
     {"                               #                                  #### ",
      "                               #                                  #   #",
      "####   ###  ####  # ##   #### ####  #   # #   # #   # #   # ##### #   #",
      "#   # #   # #   # ##    #      #    #   # #   #  # #  #   #    #  #### ",
      "#   # #   # #   # #      ###   #    #   # #   #   #   #   #   #   #    ",
      "#   # #   # #   # #         #  #  # #   #  # #   # #  #   #  #    #    ",
      "#   #  ###  ####  #     ####    ##   ####   #   #   #  #### ##### #    ",
      "            #                                             #            ",
      "            #                                          ###             "}},
    {"bfgkq",
     {"#       ##        #          ", "#      #          #          ", "####  ####   #### #   #  ####",
      "#   #  #    #   # #  #  #   #", "#   #  #    #   # ###   #   #", "#   #  #    #   # #  #  #   #",
      "####   #     #### #   #  ####", "                #           #", "             ###            #"}},
    {"wh_",
     {"      #          ", "      #          ", "#   # # ##        ", "# # # ##  #       ", "# # # #   #       ",
      "# # # #   #       ", " # #  #   #       ", "            ##### ", "                  "}},
    {",:^*%j",
     {"              #         ##  #    # ", "             # #  # # # ## #       ",
      "       ##   #   #  ###     #    ## ", "       ##         #####   #      # ",
      "                   ###   #       # ", " ##    ##         # # #  # ##    # ",
      " ##    ##               #  ##    # ", "  #                           #  # ",
      " #                             ##  "}},
    {"ABCDEFGHIJKL",
     {" ###  ####   ###  ####  ##### #####  ###  #   #  ###    ### #   # #    ",
      "#   # #   # #   # #   # #     #     #   # #   #   #      #  #  #  #    ",
      "#   # #   # #     #   # #     #     #     #   #   #      #  # #   #    ",
      "##### ####  #     #   # ####  ####  # ### #####   #      #  ##    #    ",
      "#   # #   # #     #   # #     #     #   # #   #   #      #  # #   #    ",
      "#   # #   # #   # #   # #     #     #   # #   #   #   #  #  #  #  #    ",
      "#   # ####   ###  ####  ##### #      #### #   #  ###   ##   #   # #####",
      "                                                                       ",
      "                                                                       "}},
    {"MNOQRSTUVWXYZ",
     {"#   # #   #  ###   ###  ####   #### ##### #   # #   # #   # #   # #   # #####",
      "## ## ##  # #   # #   # #   # #       #   #   # #   # #   # #   # #   #     #",
      "# # # # # # #   # #   # #   # #       #   #   # #   # #   #  # #   # #     # ",
      "# # # #  ## #   # #   # ####   ###    #   #   # #   # # # #   #     #     #  ",
      "#   # #   # #   # # # # # #       #   #   #   # #   # # # #  # #    #    #   ",
      "#   # #   # #   # #  #  #  #      #   #   #   #  # #  ## ## #   #   #   #    ",
      "#   # #   #  ###   ## # #   # ####    #    ###    #   #   # #   #   #   #####",
      "                                                                             ",
      "                                                                             "}},
};

int64_t canvas_text_width(const char *text)
{
  return (int64_t)strlen(text) * STEP * DOT - (*text ? DOT : 0);
}

static void draw_glyph(struct canvas *c, int64_t x, int64_t y, const char *const row[HIGH], size_t place,
                       struct colour ink)
{
  for (int j = 0; j < HIGH; j++)
    for (int i = 0; i < WIDE; i++)
      if (row[j][place * STEP + (size_t)i] == '#')
        canvas_rectangle(c, x + i * DOT, y + j * DOT, DOT, DOT, ink);
}

void canvas_text(struct canvas *c, int64_t x, int64_t y, const char *text, struct colour ink)
{
  for (; *text; text++, x += STEP * DOT)
    for (size_t block = 0; block < sizeof font / sizeof *font; block++) {
      const char *at = strchr(font[block].glyphs, *text);
      if (at)
        draw_glyph(c, x, y, font[block].row, (size_t)(at - font[block].glyphs), ink);
    }
}

int canvas_write(const struct canvas *c, FILE *out, struct tile_error *e)
{
  png_image image = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)c->width,
                     .height = (png_uint_32)c->height,
                     .format = PNG_FORMAT_RGB};
  if (!png_image_write_to_stdio(&image, out, 0, c->rgb, 0, NULL))
    return tile_fail(e, TILE_FAILED, "cannot write the picture: %s", image.message);
  return 0;
}
