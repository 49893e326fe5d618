/* PLY: ASCII, or binary in either order of bytes. Of its elements vertex (x, y, z) and face (vertex_indices); the others
 * are passed over. */
#include "mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 16, PROPERTIES = 64 };

static const struct type {
  const char *name, *other;
  char kind; /* u, i, f */
  int bytes;
} types[] = {
    {"char", "int8", 'i', 1}, {"uchar", "uint8", 'u', 1}, {"short", "int16", 'i', 2},   {"ushort", "uint16", 'u', 2},
    {"int", "int32", 'i', 4}, {"uint", "uint32", 'u', 4}, {"float", "float32", 'f', 4}, {"double", "float64", 'f', 8},
};

struct property {
  const struct type *type, *count; /* count NULL: no list */
  int role;                        /* 0, 1, 2: x, y, z; 3: corners of a face; -1: passed over */
};

struct element {
  uint64_t items;
  bool vertex, face;
  int properties;
  struct property property[PROPERTIES];
};

struct ply {
  char format; /* a, l, b: ASCII, little-endian, big-endian */
  int elements;
  struct element element[ELEMENTS];
};

/* ---- the header ---- */

static const struct type *find_type(const char *name)
{
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(types[i].name, name) || !strcmp(types[i].other, name))
      return &types[i];
  return NULL;
}

static int read_format(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  mesh_token_here(f);
  for (int i = 0; i < 3; i++)
    if (!strcmp(f->token, names[i]))
      p->format = "alb"[i];
  return p->format ? TILE_OK : mesh_reject(f, e, "format '%.40s' is not known", f->token);
}

static int read_element(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  char *end;
  if (p->elements == ELEMENTS)
    return mesh_reject(f, e, "has more than %d kinds of elements", ELEMENTS);
  struct element *one = &p->element[p->elements++];
  *one = (struct element){0};
  mesh_token_here(f);
  one->vertex = !strcmp(f->token, "vertex");
  one->face = !strcmp(f->token, "face");
  mesh_token_here(f);
  one->items = strtoull(f->token, &end, 10);
  return *f->token >= '0' && *f->token <= '9' && !*end
             ? TILE_OK
             : mesh_reject(f, e, "'%.40s' is not a number of elements", f->token);
}

static int role_of(const struct element *one, const struct property *p, const char *name)
{
  if (one->vertex && !p->count && strlen(name) == 1 && *name >= 'x' && *name <= 'z')
    return *name - 'x';
  return one->face && p->count && (!strcmp(name, "vertex_indices") || !strcmp(name, "vertex_index")) ? 3 : -1;
}

static int read_property(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  struct element *one = p->elements ? &p->element[p->elements - 1] : NULL;
  if (!one || one->properties == PROPERTIES)
    return mesh_reject(f, e, one ? "has more than 64 properties" : "a property comes before all elements");
  struct property *added = &one->property[one->properties++];
  *added = (struct property){0};
  mesh_token_here(f);
  const bool list = !strcmp(f->token, "list");
  if (list && mesh_token_here(f))
    added->count = find_type(f->token);
  if (list)
    mesh_token_here(f);
  added->type = find_type(f->token);
  if (!added->type || (list && (!added->count || added->count->kind == 'f')))
    return mesh_reject(f, e, "'%.40s' is no type that a property can have here", f->token);
  mesh_token_here(f);
  added->role = role_of(one, added, f->token);
  return TILE_OK;
}

static const struct {
  const char *word;
  int (*read)(struct ply *p, struct mesh_file *f, struct tile_error *e);
} lines[] = {{"format", read_format}, {"element", read_element}, {"property", read_property}};

/* Up to the end of the line "end_header": values follow at once. */
static int read_header(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  char rest[2];
  f->line = 1;
  if (!mesh_token(f) || strcmp(f->token, "ply"))
    return mesh_reject(f, e, "is not PLY: it does not begin with 'ply'");
  for (;;) {
    mesh_rest(f, rest, sizeof rest);
    if (!mesh_token(f))
      return mesh_reject(f, e, "the file ends within its header");
    if (!strcmp(f->token, "end_header"))
      break;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
      if (!strcmp(f->token, lines[i].word) && lines[i].read(p, f, e))
        return e->code;
  }
  mesh_rest(f, rest, sizeof rest);
  return p->format ? TILE_OK : mesh_reject(f, e, "its header states no format");
}

static unsigned roles_of(const struct element *one)
{
  unsigned roles = 0;
  for (int i = 0; i < one->properties; i++)
    roles |= one->property[i].role >= 0 ? 1u << one->property[i].role : 0;
  return roles;
}

static int check_header(const struct ply *p, const struct mesh_file *f, struct tile_error *e)
{
  bool vertices = false, faces = false;
  for (int i = 0; i < p->elements; i++) {
    vertices = vertices || (p->element[i].vertex && roles_of(&p->element[i]) == 7);
    faces = faces || (p->element[i].face && roles_of(&p->element[i]) == 8);
  }
  return vertices && faces ? TILE_OK
                           : mesh_reject(f, e, "its header states no %s",
                                         vertices ? "faces with vertex_indices" : "vertices with x, y and z");
}

/* ---- values ---- */

static double value_of(const struct type *t, const unsigned char *byte)
{
  uint64_t bits = 0;
  float narrow;
  double real;
  for (int i = t->bytes - 1; i >= 0; i--)
    bits = bits << 8 | byte[i];
  const uint32_t low = (uint32_t)bits;
  memcpy(&narrow, &low, sizeof narrow);
  memcpy(&real, &bits, sizeof real);
  if (t->kind == 'f')
    return t->bytes == 4 ? (double)narrow : real;
  const int shift = 64 - 8 * t->bytes;
  return t->kind == 'u' ? (double)bits : (double)((int64_t)(bits << shift) >> shift);
}

static int read_binary(const struct ply *p, struct mesh_file *f, const struct type *t, double *value,
                       struct tile_error *e)
{
  unsigned char byte[8];
  for (int i = 0; i < t->bytes; i++) {
    int c = getc_unlocked(f->in);
    if (c == EOF)
      return mesh_reject(f, e, "ends before all that its header states: it is not complete");
    byte[p->format == 'b' ? t->bytes - 1 - i : i] = (unsigned char)c;
  }
  *value = value_of(t, byte);
  return TILE_OK;
}

static int read_value(const struct ply *p, struct mesh_file *f, const struct type *t, double *value,
                      struct tile_error *e)
{
  if (p->format != 'a')
    return read_binary(p, f, t, value, e);
  if (!mesh_token(f))
    return mesh_reject(f, e, "the file ends before all that its header states: it is not complete");
  return mesh_is_number(f, value) ? TILE_OK : mesh_reject(f, e, "'%.40s' is not a number", f->token);
}

static int read_corner(struct mesh *m, struct mesh_file *f, struct mesh_polygon *polygon, double value,
                       struct tile_error *e)
{
  if (!(value >= 0 && value < UINT32_MAX && value == floor(value)))
    return mesh_reject(f, e, "a face has the vertex %.17g", value);
  return mesh_corner(m, polygon, (uint32_t)value, e);
}

static int read_list(struct mesh *m, const struct ply *p, struct mesh_file *f, const struct property *property,
                     struct tile_error *e)
{
  struct mesh_polygon polygon = {0};
  double count, value;
  if (read_value(p, f, property->count, &count, e))
    return e->code;
  if (!(count >= 0 && count <= UINT32_MAX && count == floor(count)))
    return mesh_reject(f, e, "a list has %g values", count);
  for (double i = 0; i < count; i++)
    if (read_value(p, f, property->type, &value, e) || (property->role == 3 && read_corner(m, f, &polygon, value, e)))
      return e->code;
  return property->role != 3 || count >= 3 ? TILE_OK : mesh_reject(f, e, "a face has %g vertices", count);
}

static int read_item(struct mesh *m, const struct ply *p, struct mesh_file *f, const struct element *one,
                     struct tile_error *e)
{
  double at[3] = {0}, ignored;
  uint32_t index;
  for (int i = 0; i < one->properties; i++) {
    const struct property *property = &one->property[i];
    double *to = property->role >= 0 && property->role < 3 ? &at[property->role] : &ignored;
    if (property->count ? read_list(m, p, f, property, e) : read_value(p, f, property->type, to, e))
      return e->code;
  }
  return one->vertex ? mesh_vertex(m, f, at, false, &index, e) : TILE_OK;
}

int mesh_read_ply(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  struct ply *p = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the header of a PLY file");
  int code = read_header(p, f, e);
  if (!code)
    code = check_header(p, f, e);
  if (!code && p->format != 'a')
    f->line = 0;
  for (int i = 0; i < p->elements && !code; i++)
    for (uint64_t k = 0; k < p->element[i].items && p->element[i].properties && !code; k++)
      code = read_item(m, p, f, &p->element[i], e);
  free(p);
  return code;
}
