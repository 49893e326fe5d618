/* SPDX-License-Identifier: BSD-3-Clause */
#include "glyphs.h"

#include "label.h"

#include <string.h>

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

/* The character of this font for one of a label. */
static char plain_of(uint32_t letter)
{
  static const char raised[] = "0123456789";
  if (letter == 0xb5 || letter == 0x3bc)
    return 'u';
  if (letter == 0xb2 || letter == 0xb3 || letter == 0xb9)
    return letter == 0xb9 ? '1' : (char)('2' + (int)(letter - 0xb2));
  if (letter == 0x207b)
    return '-';
  if (letter >= 0x2070 && letter <= 0x2079)
    return raised[letter - 0x2070];
  return letter < 0x80 ? (char)letter : ' ';
}

/* Rows by which raised digits are higher. */
static int64_t raised_by(uint32_t letter)
{
  return letter == 0xb2 || letter == 0xb3 || letter == 0xb9 || (letter >= 0x2070 && letter <= 0x207b) ? 3 : 0;
}

static int64_t dot_of(double unit)
{
  return unit < 0.75 ? 1 : (int64_t)(DOT * unit + 0.5);
}

int64_t glyphs_width(double unit, const char *text)
{
  int64_t count = 0;
  while (label_letter(&text))
    count++;
  return count ? (count * STEP - 1) * dot_of(unit) : 0;
}

static void draw_glyph(struct canvas *c, int64_t x, int64_t y, int64_t dot, const char *const row[HIGH], size_t place,
                       struct colour ink)
{
  for (int j = 0; j < HIGH; j++)
    for (int i = 0; i < WIDE; i++)
      if (row[j][place * STEP + (size_t)i] == '#')
        canvas_rectangle(c, x + i * dot, y + j * dot, dot, dot, ink);
}

void glyphs_draw(struct canvas *c, int64_t x, int64_t y, double unit, const char *text, struct colour ink)
{
  const int64_t dot = dot_of(unit);
  for (uint32_t letter; (letter = label_letter(&text)); x += STEP * dot)
    for (size_t block = 0; block < sizeof font / sizeof *font; block++) {
      const char *at = strchr(font[block].glyphs, plain_of(letter));
      if (at && *at)
        draw_glyph(c, x, y - raised_by(letter) * dot, dot, font[block].row, (size_t)(at - font[block].glyphs), ink);
    }
}
