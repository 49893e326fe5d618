/* SPDX-License-Identifier: BSD-3-Clause */
/* Raw volumes of scanners: a text of "KEY = VALUE" beside the file of values says what this holds. */
#include "text_header.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* The keys of a format; names as in text_header_get. */
struct scanner {
  const char *name;
  const char *size[3]; /* along x, y and z; [1] NULL: [0] has all three */
  const char *type, *bits;
  const char *file; /* names the file of values; it, or the header's own name, may have the ending `values` */
  const char *values;
  const char *skip;
  const char *side[3]; /* as size */
  const char *unit;    /* key of the unit; NULL: mm */
  bool last;           /* of several lines with a key the last counts: [representation] comes before [file1] */
};
static const struct scanner vgi = {.name = "VGStudio",
                                   .size = {"Size"},
                                   .type = "Datatype",
                                   .bits = "BitsPerElement",
                                   .file = "Name",
                                   .values = ".vol",
                                   .skip = "SkipHeader|HeaderSize",
                                   .side = {"resolution"},
                                   .unit = "unit",
                                   .last = true};
static const struct scanner xtek = {.name = "Nikon",
                                    .size = {"VoxelsX", "VoxelsY", "VoxelsZ"},
                                    .type = "Datatype",
                                    .bits = "BitsPerElement",
                                    .file = "Name",
                                    .values = ".vol",
                                    .side = {"VoxelSizeX", "VoxelSizeY", "VoxelSizeZ"}};
static const struct scanner pcr = {.name = "phoenix",
                                   .size = {"Volume_SizeX", "Volume_SizeY", "Volume_SizeZ"},
                                   .type = "Format",
                                   .file = "VOL_File",
                                   .values = ".vol",
                                   .side = {"VoxelSizeRec"}};

/* The words of VGStudio, whose bits stand apart, and the numbers of phoenix. */
static const struct {
  const char *stated;
  char kind;
  int bits; /* 0: stated apart, or known by the length of the file */
} types[] = {
    {"float", 'f', 0},
    {"unsigned integer", 'u', 0},
    {"signed integer", 'i', 0},
    {"integer", 'i', 0},
    {"1", 'u', 8},
    {"5", 'u', 16},
    {"10", 'f', 32},
};

static const char *stated(const struct text_header *h, const struct scanner *s, const char *names)
{
  for (int i = h->count; s->last && i-- > 0;)
    if (text_header_get(&(struct text_header){.field = h->field + i, .count = 1}, names))
      return h->field[i].value;
  return text_header_get(h, names);
}

/* ---- the file of values ---- */

/* Names may have a folder of the computer of the scanner. */
static const char *last_part(const char *name)
{
  for (const char *at = name; *at; at++)
    if ((*at == '/' || *at == '\\') && at[1])
      name = at + 1;
  return name;
}

static uint64_t length_of(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
}

/* Beside the header: NAME, or NAME with the ending of values. Allocated; NULL: no memory. */
static char *beside(const struct volume_file *v, const char *name, size_t length, const char *ending)
{
  char both[4096];
  snprintf(both, sizeof both, "%.*s%s", (int)(length < 4000 ? length : 4000), name, ending);
  return volume_beside(v->path, both);
}

static int find_values(struct volume_file *v, const struct text_header *h, const struct scanner *s,
                       struct tile_error *e)
{
  const char *slash = strrchr(v->path, '/'), *own = slash ? slash + 1 : v->path, *dot = strrchr(own, '.');
  const char *named = s->file ? stated(h, s, s->file) : NULL, *name = named ? last_part(named) : "";
  const struct {
    const char *name;
    size_t length;
    const char *ending;
  } tried[] = {{name, strlen(name), ""},
               {name, strlen(name), s->values},
               {own, dot ? (size_t)(dot - own) : strlen(own), s->values}};
  for (size_t i = *name ? 0 : 2; i < 3; i++) {
    free(v->data);
    v->data = beside(v, tried[i].name, tried[i].length, tried[i].ending);
    if (!v->data)
      return tile_fail_memory(e, 4096, "a name");
    if (length_of(v->data))
      return TILE_OK;
  }
  return volume_reject(v, e, "its file of values, %.80s, is not beside it", *name ? name : last_part(v->data));
}

static int check_single(const struct volume_file *v, const struct text_header *h, const struct scanner *s,
                        struct tile_error *e)
{
  int files = 0;
  for (int i = 0; s->skip && i < h->count; i++)
    files += strcasecmp(h->field[i].key, s->file) == 0;
  return files <= 1 ? TILE_OK : volume_reject(v, e, "its values are in %d files: save them as one", files);
}

/* ---- size and type ---- */

static int take_size(struct volume_file *v, const struct text_header *h, const struct scanner *s, struct tile_error *e)
{
  const bool together = !s->size[1];
  for (int a = 0; a < (together ? 1 : 3); a++) {
    const char *text = stated(h, s, s->size[a]);
    if (!text || !text_sizes(text, together ? 3 : 1, v->grid + a))
      return volume_reject(v, e, "its header has no %s that can be read", s->size[a]);
  }
  v->channels = 1;
  v->volumes = 1;
  return TILE_OK;
}

/* Where the bits are not stated, they are those of the file, which must then hold nothing else. */
static int take_type(struct volume_file *v, const struct text_header *h, const struct scanner *s, struct tile_error *e)
{
  const char *text = stated(h, s, s->type), *said = s->bits ? stated(h, s, s->bits) : NULL;
  const double voxels = (double)v->grid[0] * (double)v->grid[1] * (double)v->grid[2];
  const double inside = (double)(length_of(v->data) - v->begin) * 8 / voxels;
  char kind = 0;
  int64_t bits = 0;
  if (said && (!text_sizes(said, 1, &bits) || bits > 64))
    return volume_reject(v, e, "has values of %.40s bits, which cannot be read", said);
  for (size_t i = 0; text && i < sizeof types / sizeof *types; i++)
    if (strcasecmp(text, types[i].stated) == 0) {
      kind = types[i].kind;
      bits = types[i].bits ? types[i].bits : bits;
    }
  if (text && !kind)
    return volume_reject(v, e, "its %s %.40s is not known: use --raw NX,NY,NZ,TYPE", s->type, text);
  const bool guessed = !text || !bits;
  if (!bits)
    bits = inside == 8 || inside == 16 || inside == 32 ? (int)inside : 32;
  v->type = voxel_type_of(kind ? kind : bits == 32 ? 'f' : 'u', (int)bits);
  if (!v->type || bits < 8)
    return volume_reject(v, e, "has values of %.40s bits, which cannot be read", said ? said : "unknown");
  if (guessed)
    volume_warn(v, "its header does not say what the values are: %s is taken, by the length of %s", v->type->name,
                last_part(v->data));
  return TILE_OK;
}

static int take_skip(struct volume_file *v, const struct text_header *h, const struct scanner *s, struct tile_error *e)
{
  const char *skip = s->skip ? stated(h, s, s->skip) : NULL;
  double bytes = 0;
  if (skip && (!text_reals(skip, 1, &bytes) || bytes < 0 || bytes > 0x1p53 || bytes > (double)length_of(v->data)))
    return volume_reject(v, e, "%.40s bytes before its values are impossible", skip);
  v->begin = (uint64_t)bytes;
  return TILE_OK;
}

/* ---- the size of a voxel ---- */

/* One number is that of all sides. */
static bool get_sides(const struct text_header *h, const struct scanner *s, double side[3])
{
  const char *first = stated(h, s, s->side[0]);
  if (!first)
    return false;
  if (!s->side[1] && text_reals(first, 3, side))
    return true;
  if (!text_reals(first, 1, side))
    return false;
  for (int a = 1; a < 3; a++) {
    const char *other = s->side[a] ? stated(h, s, s->side[a]) : NULL;
    side[a] = side[0];
    if (other && !text_reals(other, 1, side + a))
      return false;
  }
  return true;
}

static void take_sides(struct volume_file *v, const struct text_header *h, const struct scanner *s)
{
  double side[3];
  const char *unit = s->unit ? stated(h, s, s->unit) : "mm";
  if (get_sides(h, s, side))
    volume_sides(v, side, unit ? unit : "", s->name);
}

static int read_header(struct volume_file *v, const struct scanner *s, struct tile_error *e)
{
  static const struct text_style style = {.separator = '=', .whole = true};
  struct text_header h;
  int code = text_header_read(&h, v, &style, e);
  if (!code && !(code = check_single(v, &h, s, e)) && !(code = take_size(v, &h, s, e)) &&
      !(code = find_values(v, &h, s, e)) && !(code = take_skip(v, &h, s, e)))
    code = take_type(v, &h, s, e);
  if (!code)
    take_sides(v, &h, s);
  text_header_free(&h);
  return code;
}

int vgi_header(struct volume_file *v, struct tile_error *e)
{
  return read_header(v, &vgi, e);
}

int xtek_header(struct volume_file *v, struct tile_error *e)
{
  return read_header(v, &xtek, e);
}

int pcr_header(struct volume_file *v, struct tile_error *e)
{
  return read_header(v, &pcr, e);
}
