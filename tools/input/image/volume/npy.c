/* SPDX-License-Identifier: BSD-3-Clause */
/* npy_header(): arrays as numpy.save writes them, versions 1 to 3. Format: numpy.org, numpy.lib.format. */
#include "volume_file.h"

#include "chunks.h"
#include "regular.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 16, BEGIN = 12, AXES = 8 }; /* bytes of the text; most bytes before it */

struct npy {
  char *text; /* a Python dictionary: {'descr': '<u2', 'fortran_order': False, 'shape': (40, 30, 20), } */
  char type[16];
  bool fortran;
  int axes;
  uint64_t size[AXES];
};

/* ---- the file ---- */

static int read_text(struct volume_file *v, FILE *in, struct npy *n, struct tile_error *e)
{
  unsigned char b[BEGIN] = {0};
  const size_t got = fread(b, 1, BEGIN, in), before = b[6] == 1 ? 10 : BEGIN;
  if (got < 10 || memcmp(b, "\x93NUMPY", 6))
    return volume_reject(v, e, "is not a NumPy array, or is cut off");
  if (b[6] < 1 || b[6] > 3)
    return volume_reject(v, e, "is a NumPy array of version %d, which is unknown: save it with another NumPy", b[6]);
  const size_t length =
      b[6] == 1 ? b[8] + 256u * b[9] : b[8] + 256u * b[9] + 65536u * b[10] + (size_t)b[11] * 16777216u;
  if (length >= LONGEST)
    return volume_reject(v, e, "its header of %zu bytes is not that of an array of numbers", length);
  n->text = tile_alloc(length + 1, 1);
  if (!n->text)
    return tile_fail_memory(e, length + 1, "a header");
  v->begin = before + length;
  return fseeko(in, (off_t)before, SEEK_SET) || fread(n->text, 1, length, in) != length
             ? volume_reject(v, e, "is cut off within its header")
             : TILE_OK;
}

static int read_header(struct volume_file *v, struct npy *n, struct tile_error *e)
{
  FILE *in = tile_read_regular(v->path, e);
  if (!in)
    return e->code;
  errno = 0;
  int code = read_text(v, in, n, e);
  if (code == TILE_REJECTED && ferror(in))
    code = tile_fail(e, TILE_FAILED, "%s: %s", v->path, strerror(errno));
  fclose(in);
  return code;
}

/* ---- the dictionary ---- */

static const char *skip_space(const char *at)
{
  return at + strspn(at, " \t\r\n");
}

/* NULL: the key is missing. */
static const char *value_of(const char *text, const char *key)
{
  const char *at = strstr(text, key);
  at = at ? skip_space(at + strlen(key)) : NULL;
  return at && *at == ':' ? skip_space(at + 1) : NULL;
}

static bool parse_type(struct npy *n, const char *at)
{
  const size_t length = at && *at == '\'' ? strcspn(at + 1, "'") : 0;
  if (!length || length >= sizeof n->type)
    return false;
  memcpy(n->type, at + 1, length);
  return true;
}

static bool parse_order(struct npy *n, const char *at)
{
  n->fortran = at && strncmp(at, "True", 4) == 0;
  return n->fortran || (at && strncmp(at, "False", 5) == 0);
}

/* (40, 30, 20): Python 2 writes 40L. */
static bool parse_shape(struct npy *n, const char *at)
{
  if (!at || *at++ != '(')
    return false;
  for (at = skip_space(at); *at != ')' && n->axes < AXES; n->axes++) {
    char *end;
    errno = 0;
    n->size[n->axes] = strtoull(at, &end, 10);
    if (end == at || errno || !isdigit((unsigned char)*at))
      return false;
    at = skip_space(end + (*end == 'L'));
    if (*at == ',')
      at = skip_space(at + 1);
    else if (*at != ')')
      return false;
  }
  return *at == ')';
}

/* ---- evaluation ---- */

static const struct {
  const char *name;
  char kind;
  int bits;
} types[] = {
    {"b1", 'u', 8},  {"u1", 'u', 8},  {"u2", 'u', 16}, {"u4", 'u', 32}, {"u8", 'u', 64}, {"i1", 'i', 8},
    {"i2", 'i', 16}, {"i4", 'i', 32}, {"i8", 'i', 64}, {"f2", 'f', 16}, {"f4", 'f', 32}, {"f8", 'f', 64},
};

/* "<u2": byte order, then type. */
static int get_type(struct volume_file *v, const struct npy *n, struct tile_error *e)
{
  for (size_t i = 0; strchr("<>|=", *n->type) && i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i].name, n->type + 1) == 0)
      v->type = voxel_type_of(types[i].kind, types[i].bits);
  v->swap = *n->type == '>';
  return v->type ? TILE_OK
                 : volume_reject(v, e,
                                 "numbers of type %s cannot be read: save it as integers or real numbers, as with "
                                 "a.astype('f4')",
                                 *n->type ? n->type : "unknown");
}

/* The last axis is x in either order of storage. Those of size 1 do not change where values lie. */
static int get_size(struct volume_file *v, struct npy *n, struct tile_error *e)
{
  int axis[3];
  char warning[CHUNK_WARNING];
  const int axes = chunk_axes(axis, NULL, n->size, n->axes, warning);
  if (axes < 2 || (axes > 3 && n->fortran))
    return volume_reject(v, e,
                         "has %d axes%s: save a volume of three (z, y, x) or a slice of two, as with a[0] or "
                         "a.squeeze()",
                         axes, n->fortran ? " in Fortran order" : "");
  if (*warning)
    volume_warn(v, "%s", warning);
  for (int k = 0; k < 3; k++)
    v->grid[2 - k] = axis[k] < 0 ? 1 : (int64_t)n->size[axis[k]];
  v->channels = 1;
  v->volumes = chunk_volumes(axis, n->size, n->axes);
  v->coding = n->fortran ? &volume_columns : NULL;
  return TILE_OK;
}

static int take(struct volume_file *v, struct npy *n, struct tile_error *e)
{
  if (!parse_type(n, value_of(n->text, "'descr'")) || !parse_order(n, value_of(n->text, "'fortran_order'")) ||
      !parse_shape(n, value_of(n->text, "'shape'")))
    return volume_reject(v, e, "is not an array of plain numbers: save it as one of integers or real numbers");
  int code = get_type(v, n, e);
  return code ? code : get_size(v, n, e);
}

int npy_header(struct volume_file *v, struct tile_error *e)
{
  struct npy n = {0};
  int code = read_header(v, &n, e);
  if (!code)
    code = take(v, &n, e);
  free(n.text);
  return code;
}
