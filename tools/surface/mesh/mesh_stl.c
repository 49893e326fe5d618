/* STL, binary and ASCII. Many binary files begin with "solid", so the size of the file decides. */
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

/* Reads these words, on any lines. */
static int need_words(struct mesh_file *f, const char *const *word, struct tile_error *e)
{
  for (; *word; word++)
    if (!mesh_token(f) || !mesh_word_is(f, *word))
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

/* After the word "facet". The normal is skipped: the order of the corners determines it. */
static int read_text_facet(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  static const char *const normal[] = {"normal", NULL}, *const loop[] = {"outer", "loop", NULL},
                           *const vertex[] = {"vertex", NULL}, *const end[] = {"endloop", "endfacet", NULL};
  double at[3];
  uint32_t corner[3];
  if (need_words(f, normal, e) || read_numbers(f, at, e) || need_words(f, loop, e))
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
    if (!mesh_token(f))
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

static int read_text(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  int code = TILE_OK;
  rewind(f->in);
  f->line = 1;
  while (!code && mesh_token(f))
    code = mesh_word_is(f, "solid") ? read_solid(m, f, e)
                                    : mesh_reject(f, e, "'solid' is expected in place of '%.40s'", f->token);
  return code;
}

/* After the name in a binary file there are bytes that never occur in text. */
static bool is_text(const unsigned char *head, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (head[i] < '\t')
      return false;
  return true;
}

int mesh_read_stl(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  unsigned char head[HEAD + COUNT] = {0};
  const size_t length = fread(head, 1, sizeof head, f->in);
  const bool whole = length == sizeof head;
  const uint64_t count = little_endian(head + HEAD);
  if (whole && f->size == sizeof head + FACET * count)
    return read_binary(m, f, count, e);
  if (length > 5 && strncasecmp((const char *)head, "solid", 5) == 0 && is_text(head, length))
    return read_text(m, f, e);
  return whole ? mesh_reject(f, e, "states %llu triangles, which are %llu bytes of binary STL, but has %llu",
                             (unsigned long long)count, (unsigned long long)(sizeof head + FACET * count),
                             (unsigned long long)f->size)
               : mesh_reject(f, e, "is not STL: %llu bytes", (unsigned long long)f->size);
}
