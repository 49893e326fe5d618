/* SPDX-License-Identifier: BSD-3-Clause */
/* amira_header(): volumes of Amira and Avizo (.am): text, in which the values follow behind "@1". */
#include "text_header.h"

#include "regular.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { LONGEST = 1 << 20, WORD = 64 };

static const struct {
  const char *name;
  char kind;
  int bits;
} types[] = {
    {"byte", 'u', 8},   {"sbyte", 'i', 8}, {"short", 'i', 16},  {"ushort", 'u', 16}, {"int", 'i', 32},
    {"int32", 'i', 32}, {"uint", 'u', 32}, {"uint32", 'u', 32}, {"float", 'f', 32},  {"double", 'f', 64},
};

static const struct {
  const char *name;
  const struct volume_coding *coding;
} codings[] = {{"HxZip", &volume_zlib}, {"HxByteRLE", &volume_rle}};

/* ---- the text ---- */

/* Reads the text up to the values; bytes that are no text become '?'. Returns its length; 0: it does not end. */
static uint64_t read_text(FILE *in, char *text)
{
  const size_t got = fread(text, 1, LONGEST, in);
  text[got] = 0;
  for (size_t i = 0; i + 4 < got; i++) {
    size_t after = i + 3;
    if (text[i] == 0 || (iscntrl((unsigned char)text[i]) && !strchr("\n\r\t", text[i])))
      text[i] = '?';
    if (text[i] != '\n' || strncmp(text + i + 1, "@1", 2))
      continue;
    while (text[after] == ' ' || text[after] == '\r')
      after++;
    if (text[after] == '\n') {
      text[i + 1] = 0;
      return after + 1;
    }
  }
  return 0;
}

static int open_text(const struct volume_file *v, char **text, uint64_t *bytes, struct tile_error *e)
{
  *text = tile_alloc(LONGEST + 1, 1);
  if (!*text)
    return tile_fail_memory(e, LONGEST, "a header");
  FILE *in = tile_read_regular(v->path, e);
  if (!in)
    return e->code;
  *bytes = read_text(in, *text);
  fclose(in);
  return strncmp(*text, "# AmiraMesh", 11) && strncmp(*text, "# Avizo", 7)
             ? volume_reject(v, e, "cannot be read: it does not begin with # AmiraMesh")
         : *bytes ? TILE_OK
                  : volume_reject(v, e, "has no values behind a line @1: it is damaged or cut off");
}

/* What follows this word at the beginning of a line, from `from` on; NULL: there is no such line. */
static const char *line_of(const char *from, const char *word)
{
  const size_t length = strlen(word);
  for (const char *at = from; at; at = strchr(at, '\n')) {
    at += strspn(at, " \t\r\n");
    if (strncmp(at, word, length) == 0 && (!at[length] || strchr(" \t{\"", at[length])))
      return at + length;
  }
  return NULL;
}

/* ---- the values ---- */

static int take_codec(struct volume_file *v, const char *name, struct tile_error *e)
{
  for (size_t i = 0; i < sizeof codings / sizeof *codings; i++)
    if (strcmp(codings[i].name, name) == 0) {
      v->coding = codings[i].coding;
      v->more = true;
      return TILE_OK;
    }
  return volume_reject(v, e, "its values are packed by %.40s, which is not read: save it without, or as HxZip", name);
}

static int take_type(struct volume_file *v, const char *type, struct tile_error *e)
{
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i].name, type) == 0)
      v->type = voxel_type_of(types[i].kind, types[i].bits);
  return v->type ? TILE_OK
                 : volume_reject(v, e, "its values of type %.40s cannot be read: save bytes, integers or real numbers",
                                 type);
}

/* "{ float[3] Data } @1(HxZip,1234)", with or without "=". */
static int take_lattice(struct volume_file *v, const char *line, struct tile_error *e)
{
  char type[WORD], name[WORD], codec[WORD] = "";
  int channels = 1, number = 0, length = 0;
  if (sscanf(line, " { %63[a-z0-9]%n", type, &length) != 1)
    return volume_reject(v, e, "what its Lattice holds cannot be read");
  line += length;
  if (sscanf(line, "[%d]%n", &channels, &length) == 1)
    line += length;
  if (sscanf(line, " %63[^ }] } %*[=] @%d(%63[A-Za-z0-9]", name, &number, codec) < 2 &&
      sscanf(line, " %63[^ }] } @%d(%63[A-Za-z0-9]", name, &number, codec) < 2)
    return volume_reject(v, e, "what its Lattice holds cannot be read");
  if (number != 1)
    return volume_reject(v, e, "its first values are not those of its Lattice: save this alone");
  if (channels < 1 || channels > UINT16_MAX)
    return volume_reject(v, e, "%d values per voxel are impossible", channels);
  v->channels = channels;
  return take_type(v, type, e) || (*codec && take_codec(v, codec, e)) ? e->code : TILE_OK;
}

static int take_values(struct volume_file *v, const char *text, struct tile_error *e)
{
  const char *line = line_of(text, "Lattice");
  if (!line)
    return volume_reject(v, e, "its Lattice holds nothing");
  if (line_of(line, "Lattice"))
    return volume_reject(v, e, "its Lattice holds several fields: save one of them alone");
  if (take_lattice(v, line, e))
    return e->code;
  const size_t first = strcspn(text, "\n");
  const char *ascii = strstr(text, "ASCII"), *little = strstr(text, "LITTLE-ENDIAN");
  v->swap = !little || little > text + first;
  if (!ascii || ascii > text + first)
    return TILE_OK;
  if (v->coding)
    return volume_reject(v, e, "its values are packed text");
  v->coding = &volume_text;
  v->swap = false;
  return TILE_OK;
}

/* ---- size and position ---- */

static int take_size(struct volume_file *v, const char *text, struct tile_error *e)
{
  long long n[3];
  const char *line = line_of(text, "define");
  while (line && strncmp(line + strspn(line, " \t"), "Lattice", 7))
    line = line_of(line, "define");
  if (!line)
    return volume_reject(v, e, "defines no Lattice: it is no volume");
  if (sscanf(line, " Lattice %lld %lld %lld", &n[0], &n[1], &n[2]) != 3 || n[0] < 1 || n[1] < 1 || n[2] < 1)
    return volume_reject(v, e, "its Lattice has no three sizes");
  for (int a = 0; a < 3; a++)
    v->grid[a] = n[a];
  v->volumes = 1;
  return TILE_OK;
}

/* The box runs through the centres of the first and the last voxels. */
static void take_sides(struct volume_file *v, const char *text)
{
  double box[6], side[3];
  char unit[WORD] = "";
  const char *line = line_of(text, "BoundingBox"), *named = line_of(text, "Coordinates"),
             *units = line_of(text, "Units");
  if (!line || sscanf(line, "%lf %lf %lf %lf %lf %lf", box, box + 1, box + 2, box + 3, box + 4, box + 5) != 6)
    return;
  for (int a = 0; a < 3; a++)
    side[a] = v->grid[a] > 1 ? (box[2 * a + 1] - box[2 * a]) / (double)(v->grid[a] - 1) : 0;
  for (int a = 0; a < 3; a++)
    side[a] = v->grid[a] > 1 ? side[a] : side[a ? 0 : 1];
  if (named)
    sscanf(named, " \"%63[^\"\n]\"", unit);
  else if (units) /* all in one line */
    sscanf(units, " { Coordinates \"%63[^\"\n]\"", unit);
  if (*unit || side[0] != 1 || side[1] != 1 || side[2] != 1) /* 1 is what is not set */
    volume_sides(v, side, unit, "Amira");
}

static int take(struct volume_file *v, const char *text, struct tile_error *e)
{
  char type[WORD] = "uniform";
  const char *line = line_of(text, "CoordType");
  if (line)
    sscanf(line, " \"%63[^\"\n]\"", type);
  if (strcmp(type, "uniform"))
    return volume_reject(v, e, "its voxels are not of one size (CoordType %.40s): resample it", type);
  if (take_size(v, text, e) || take_values(v, text, e))
    return e->code;
  take_sides(v, text);
  return TILE_OK;
}

int amira_header(struct volume_file *v, struct tile_error *e)
{
  char *text;
  int code = open_text(v, &text, &v->begin, e);
  if (!code)
    code = take(v, text, e);
  free(text);
  return code;
}
