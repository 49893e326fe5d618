/* SPDX-License-Identifier: BSD-3-Clause */
/* STL, binary and ASCII. Many binary files begin with "solid", so the size of the file decides. Where the file of
 * another program breaks a rule but is clear, it is read, with a warning if something was guessed. */
#include "mesh.h"

#include <string.h>
#include <strings.h>

enum { HEAD = 80, COUNT = 4, FACET = 50 }; /* bytes; a facet has 12 floats (normal, corners) and 2 more bytes */

static uint32_t little_endian(const unsigned char *byte)
{
  return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static int read_facet(struct mesh *m, const struct mesh_file *f, const unsigned char *facet, struct tile_error *e)
{
  uint32_t corner[3];
  for (int k = 0; k < 3; k++) {
    double at[3];
    for (int a = 0; a < 3; a++) {
      const uint32_t bits = little_endian(facet + 12 + 12 * k + 4 * a);
      float real;
      memcpy(&real, &bits, sizeof real);
      at[a] = (double)real;
    }
    if (mesh_vertex(m, f, at, true, &corner[k], e))
      return e->code;
  }
  return mesh_triangle(m, corner, e);
}

static int read_binary(struct mesh *m, struct mesh_file *f, uint64_t count, struct tile_error *e)
{
  unsigned char facet[FACET];
  for (uint64_t i = 0; i < count; i++) {
    if (fread(facet, FACET, 1, f->in) != 1)
      return mesh_reject(f, e, "ends within triangle %llu of %llu", (unsigned long long)i, (unsigned long long)count);
    if (read_facet(m, f, facet, e))
      return e->code;
  }
  return TILE_OK;
}

/* ---- text ---- */

/* Comments are no part of the format, but some programs write them, or the end-of-file character of DOS. */
static bool is_comment(const char *word)
{
  return strchr("#;!\x1a", *word) || !strncmp(word, "//", 2);
}

/* Reads the next word that is no comment; "end solid" is the one word "endsolid", as are other ends. */
static bool next_word(struct mesh_file *f)
{
  bool found;
  char rest[2];
  while ((found = mesh_token(f)) && is_comment(f->token))
    mesh_rest(f, rest, sizeof rest);
  if (found && mesh_word_is(f, "end")) {
    mesh_token_here(f);
    memmove(f->token + 3, f->token, sizeof f->token - 4);
    memcpy(f->token, "end", 3);
  }
  return found;
}

/* Reads these words, on any lines. */
static int need_words(struct mesh_file *f, const char *const *word, struct tile_error *e)
{
  for (; *word; word++)
    if (!next_word(f) || !mesh_word_is(f, *word))
      return mesh_reject(f, e,
                         *f->token ? "'%s' is expected in place of '%.40s'" : "'%s' is expected where the file ends",
                         *word, f->token);
  return TILE_OK;
}

static int read_numbers(struct mesh_file *f, double value[3], struct tile_error *e)
{
  for (int a = 0; a < 3; a++)
    if (!mesh_token(f) || !mesh_is_number(f, &value[a]))
      return mesh_reject(f, e, *f->token ? "'%.40s' is not a number" : "%sthe file ends where a number is expected",
                         f->token);
  return TILE_OK;
}

/* Skips a normal, even if its components are no numbers, such as nan and -1.#IND: the order of the corners determines
 * it. */
static int skip_normal(struct mesh_file *f, struct tile_error *e)
{
  static const char *const normal[] = {"normal", NULL}, *const outer[] = {"outer", NULL};
  if (need_words(f, normal, e))
    return e->code;
  for (int a = 0; a < 3; a++)
    if (!mesh_token(f) || mesh_word_is(f, "outer"))
      return *f->token ? TILE_OK : mesh_reject(f, e, "the file ends where a number is expected");
  return need_words(f, outer, e);
}

/* After the word "facet". */
static int read_text_facet(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  static const char *const loop[] = {"loop", NULL}, *const vertex[] = {"vertex", NULL},
                           *const end[] = {"endloop", "endfacet", NULL};
  double at[3];
  uint32_t corner[3];
  if (skip_normal(f, e) || need_words(f, loop, e))
    return e->code;
  for (int k = 0; k < 3; k++)
    if (need_words(f, vertex, e) || read_numbers(f, at, e) || mesh_vertex(m, f, at, true, &corner[k], e))
      return e->code;
  return need_words(f, end, e) ? e->code : mesh_triangle(m, corner, e);
}

/* After the word "solid": the rest of that line is its name. */
static int read_solid(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  char name[64];
  mesh_rest(f, name, sizeof name);
  int code = mesh_name(m, name, e);
  while (!code) {
    if (!next_word(f))
      return mesh_reject(f, e, "the file ends without 'endsolid': it is not complete");
    if (mesh_word_is(f, "endsolid"))
      break;
    code = mesh_word_is(f, "facet") ? read_text_facet(m, f, e)
                                    : mesh_reject(f, e, "'facet' is expected in place of '%.40s'", f->token);
  }
  if (!code)
    mesh_rest(f, name, sizeof name);
  return code;
}

static int reject_kind(struct mesh_file *f, struct tile_error *e)
{
  f->line = 0;
  return mesh_reject(f, e, "is not STL: %llu bytes", (unsigned long long)f->size);
}

/* Skips lines, such as comments, before the first "solid", but no facets. */
static int find_solid(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  char rest[2];
  unsigned long long skipped = 0;
  mesh_text(f);
  while (mesh_token(f) && !mesh_word_is(f, "solid")) {
    if (mesh_word_is(f, "facet"))
      return mesh_reject(f, e, "'solid' is expected in place of 'facet'");
    mesh_rest(f, rest, sizeof rest);
    skipped++;
  }
  if (!*f->token)
    return reject_kind(f, e);
  if (skipped)
    mesh_warn(m, f, "%llu line%s before 'solid' %s not read", skipped, skipped == 1 ? "" : "s",
              skipped == 1 ? "is" : "are");
  return TILE_OK;
}

static int read_text(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  int code = find_solid(m, f, e);
  if (!code)
    code = read_solid(m, f, e);
  while (!code && next_word(f))
    code = mesh_word_is(f, "solid") ? read_solid(m, f, e)
                                    : mesh_reject(f, e, "'solid' is expected in place of '%.40s'", f->token);
  return code;
}

/* In the first bytes of a binary file there are some that never occur in text. */
static bool is_text(const unsigned char *head, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (head[i] < '\t' || head[i] == 0xff)
      return false;
  return true;
}

/* ---- both ---- */

/* The size of the file is not that of the stated number of triangles. Programs that write to a pipe leave this number 0
 * or -1, and some append data of their own. */
static int read_misfit(struct mesh *m, struct mesh_file *f, uint64_t stated, struct tile_error *e)
{
  const uint64_t body = f->size - HEAD - COUNT, count = body / FACET;
  if ((stated == 0 || stated == UINT32_MAX) && body % FACET == 0) {
    mesh_warn(m, f, "states %llu triangles, but its size is that of %llu, which are read", (unsigned long long)stated,
              (unsigned long long)count);
    return read_binary(m, f, count, e);
  }
  if (stated == 0 || stated > count)
    return mesh_reject(f, e, "states %llu triangles, which are %llu bytes of binary STL, but has %llu",
                       (unsigned long long)stated, (unsigned long long)(HEAD + COUNT + FACET * stated),
                       (unsigned long long)f->size);
  mesh_warn(m, f, "the %llu bytes behind the %llu triangles that it states are not read",
            (unsigned long long)(body - FACET * stated), (unsigned long long)stated);
  return read_binary(m, f, stated, e);
}

int mesh_read_stl(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  unsigned char head[HEAD + COUNT] = {0};
  const size_t length = fread(head, 1, sizeof head, f->in);
  const bool whole = length == sizeof head;
  const uint64_t count = little_endian(head + HEAD);
  if (whole && f->size == sizeof head + FACET * count)
    return read_binary(m, f, count, e);
  if (is_text(head, length))
    return read_text(m, f, e);
  return whole ? read_misfit(m, f, count, e) : reject_kind(f, e);
}
