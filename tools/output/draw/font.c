/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "font.h"

#if HAVE_FREETYPE

#include "label.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H
#include FT_OUTLINE_H

#define NAME "DejaVuSans.ttf"
static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts",
                                      "/usr/share/fonts/TTF", "/usr/share/fonts/dejavu", "/usr/local/share/fonts"};

static FT_Face face;
static bool memory_short;

/* ---- memory: FreeType goes on without some of it, and letters would then lie elsewhere ---- */

static void *noted(void *block)
{
  memory_short = memory_short || !block;
  return block;
}

static void *allocate(FT_Memory memory, long size)
{
  (void)memory;
  return noted(malloc((size_t)size));
}

static void *reallocate(FT_Memory memory, long old, long size, void *block)
{
  (void)memory, (void)old;
  return noted(realloc(block, (size_t)size));
}

static void release(FT_Memory memory, void *block)
{
  (void)memory;
  free(block);
}

static bool open_library(FT_Library *library)
{
  static struct FT_MemoryRec_ memory = {NULL, allocate, release, reallocate};
  if (FT_New_Library(&memory, library))
    return false;
  FT_Add_Default_Modules(*library);
  return true;
}

bool font_lacks_memory(void)
{
  return memory_short;
}

/* ---- the font --------------------------------------------------------------------- */

static bool open_face(FT_Library library, const char *folder, const char *within)
{
  char path[PATH_MAX];
  return (size_t)snprintf(path, sizeof path, "%s%s/%s", folder, within, NAME) < sizeof path &&
         !FT_New_Face(library, path, 0, &face);
}

static bool open_beside(FT_Library library)
{
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  char *slash = strrchr(path, '/');
  if (!slash)
    return false;
  *slash = 0;
  return open_face(library, path, "/../fonts");
}

bool font_there(void)
{
  static bool tried;
  FT_Library library;
  if (tried || face)
    return face;
  tried = true;
  if (!open_library(&library))
    return false;
  bool found = open_beside(library);
  for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++)
    found = open_face(library, folders[i], "");
  if (!found)
    FT_Done_Library(library);
  return found;
}

/* ---- text ------------------------------------------------------------------------- */

/* The pen, in 64ths of a pixel, and the letter before it. */
struct pen {
  FT_Pos at;
  FT_UInt before;
};

static void set_size(double size)
{
  FT_Set_Char_Size(face, 0, (FT_F26Dot6)(64 * size + 0.5), 72, 72);
}

/* Loads a letter as an outline, and moves the pen to its place. */
static bool load(struct pen *pen, uint32_t letter)
{
  FT_Vector nearer = {0, 0};
  const FT_UInt glyph = FT_Get_Char_Index(face, letter);
  if (pen->before && glyph)
    FT_Get_Kerning(face, pen->before, glyph, FT_KERNING_UNFITTED, &nearer);
  pen->at += nearer.x;
  pen->before = glyph;
  return !FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
}

/* Advances are in 65536ths of a pixel. */
static void advance(struct pen *pen)
{
  pen->at += (face->glyph->linearHoriAdvance + 512) >> 10;
}

double font_width(double size, const char *text)
{
  struct pen pen = {0, 0};
  set_size(size);
  for (uint32_t letter; (letter = label_letter(&text));)
    if (load(&pen, letter))
      advance(&pen);
  return (double)pen.at / 64;
}

void font_draw(double size, int64_t x, int64_t y, const char *text,
               void (*put)(void *self, int64_t x, int64_t y, unsigned char share), void *self)
{
  struct pen pen = {0, 0};
  set_size(size);
  for (uint32_t letter; (letter = label_letter(&text));) {
    if (!load(&pen, letter))
      continue;
    FT_GlyphSlot slot = face->glyph;
    FT_Outline_Translate(&slot->outline, pen.at & 63, 0);
    if (!FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL))
      for (unsigned row = 0; row < slot->bitmap.rows; row++)
        for (unsigned column = 0; column < slot->bitmap.width; column++)
          put(self, x + (pen.at >> 6) + slot->bitmap_left + column, y - slot->bitmap_top + row,
              slot->bitmap.buffer[(int)row * slot->bitmap.pitch + (int)column]);
    advance(&pen);
  }
}

#else

bool font_lacks_memory(void)
{
  return false;
}

bool font_there(void)
{
  return false;
}

double font_width(double size, const char *text)
{
  (void)size, (void)text;
  return 0;
}

void font_draw(double size, int64_t x, int64_t y, const char *text,
               void (*put)(void *self, int64_t x, int64_t y, unsigned char share), void *self)
{
  (void)size, (void)x, (void)y, (void)text, (void)put, (void)self;
}

#endif
