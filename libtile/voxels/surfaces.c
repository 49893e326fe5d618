/* SPDX-License-Identifier: BSD-3-Clause */
/* The header keys `surfaces`, names of surfaces, and `openings`, those that are no walls (K8, K9). */
#include "stream.h"
#include "surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tile_surfaces_free(struct tile_surfaces *s)
{
  free(s->name);
  free(s->opening);
  *s = (struct tile_surfaces){0};
}

static int find(const struct tile_surfaces *s, const char *name)
{
  for (int i = 0; i < s->count; i++)
    if (!strcmp(s->name[i], name))
      return i;
  return -1;
}

typedef int add_word(struct tile_surfaces *s, const struct tile_header *h, char *word, struct tile_error *e);

static int add_name(struct tile_surfaces *s, const struct tile_header *h, char *word, struct tile_error *e)
{
  if (!tile_name_valid(word) || find(s, word) >= 0)
    return tile_keys_reject("surfaces", h, "names of at most 31 letters, digits, _ and -, each once", e);
  if (s->count == TILE_SURFACES_LIMIT)
    return tile_keys_reject("surfaces", h, "at most 255", e);
  if (tile_reserve(&s->name, NULL, (size_t)s->count + 1, sizeof *s->name, "surfaces", e))
    return e->code;
  strcpy(s->name[s->count++], word);
  return TILE_OK;
}

enum { LEAST = 7, MOST = 8 }; /* numbers of an opening */

/* Reads seven or eight finite numbers separated by commas; one that is missing stays. */
static bool read_numbers(char *text, double value[MOST])
{
  struct tile_error e;
  int found = 0;
  for (char *word; (word = strsep(&text, ",")); found++) {
    struct tile_key one = {"number", word};
    struct tile_header alone = {.count = 1, .keys = &one};
    if (found == MOST || tile_header_get_real(&alone, "number", &value[found], &e))
      return false;
  }
  return found == LEAST || found == MOST;
}

/* Reads NAME=nx,ny,nz,cx,cy,cz,area[,behind]. Normals of single precision have length 1 within the tolerance. */
static bool read_opening(const struct tile_surfaces *s, char *word, struct tile_opening *o)
{
  double v[MOST] = {0};
  const char *name = strsep(&word, "=");
  o->surface = find(s, name);
  if (o->surface < 0 || !word || !read_numbers(word, v))
    return false;
  memcpy(o->normal, v, sizeof o->normal);
  memcpy(o->centre, v + 3, sizeof o->centre);
  o->area = v[6];
  o->behind = v[7];
  return fabs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1) <= 1e-6 && o->area > 0 && o->behind >= 0;
}

static int add_opening(struct tile_surfaces *s, const struct tile_header *h, char *word, struct tile_error *e)
{
  struct tile_opening o;
  if (!read_opening(s, word, &o))
    return tile_keys_reject(
        "openings", h,
        "NAME=NX,NY,NZ,CX,CY,CZ,AREA or NAME=...,AREA,BEHIND, a surface, a unit vector, a place, an "
        "area, a length",
        e);
  for (int i = 0; i < s->openings; i++)
    if (s->opening[i].surface == o.surface)
      return tile_keys_reject("openings", h, "every surface once", e);
  if (tile_reserve(&s->opening, NULL, (size_t)s->openings + 1, sizeof *s->opening, "openings", e))
    return e->code;
  s->opening[s->openings++] = o;
  return TILE_OK;
}

static int read_words(struct tile_surfaces *s, const struct tile_header *h, const char *key, add_word *add,
                      struct tile_error *e)
{
  const char *text = tile_header_get(h, key);
  char *copy = text ? strdup(text) : NULL, *rest = copy, *word;
  if (!copy)
    return text ? tile_fail_memory(e, 0, "the header") : TILE_OK;
  int code = TILE_OK;
  while (!code && (word = strsep(&rest, " ")))
    code = add(s, h, word, e);
  free(copy);
  return code;
}

int tile_surfaces_read(struct tile_surfaces *s, const struct tile_header *h, struct tile_error *e)
{
  *s = (struct tile_surfaces){0};
  if (!read_words(s, h, "surfaces", add_name, e) && !read_words(s, h, "openings", add_opening, e))
    return TILE_OK;
  tile_surfaces_free(s);
  return e->code;
}

/* ---- writing ---- */

static void print_names(FILE *out, const struct tile_surfaces *s)
{
  for (int i = 0; i < s->count; i++)
    fprintf(out, "%s%s", i ? " " : "", s->name[i]);
}

static void print_openings(FILE *out, const struct tile_surfaces *s)
{
  char text[TILE_REAL_TEXT];
  for (int i = 0; i < s->openings; i++) {
    const struct tile_opening *o = &s->opening[i];
    fprintf(out, "%s%s=", i ? " " : "", s->name[o->surface]);
    for (int a = 0; a < 3; a++)
      fprintf(out, "%s,", tile_real_text(text, o->normal[a]));
    for (int a = 0; a < 3; a++)
      fprintf(out, "%s,", tile_real_text(text, o->centre[a]));
    fputs(tile_real_text(text, o->area), out);
    if (o->behind > 0)
      fprintf(out, ",%s", tile_real_text(text, o->behind));
  }
}

static int set_key(struct tile_header *h, const char *key, const struct tile_surfaces *s,
                   void (*print)(FILE *out, const struct tile_surfaces *s), struct tile_error *e)
{
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (out)
    print(out, s);
  int code = tile_text_end(out, &text) ? tile_header_set(h, e, key, "%s", text) : tile_fail_memory(e, 0, "the header");
  if (!code && !*text)
    tile_header_drop(h, key);
  free(text);
  return code;
}

int tile_surfaces_set(const struct tile_surfaces *s, struct tile_header *h, struct tile_error *e)
{
  return set_key(h, "surfaces", s, print_names, e) ? e->code : set_key(h, "openings", s, print_openings, e);
}
