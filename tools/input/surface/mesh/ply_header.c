/* SPDX-License-Identifier: BSD-3-Clause */
#include "ply.h"

#include <stdlib.h>
#include <string.h>

static const struct ply_type types[] = {
    {"char", "int8", 'i', 1}, {"uchar", "uint8", 'u', 1}, {"short", "int16", 'i', 2},   {"ushort", "uint16", 'u', 2},
    {"int", "int32", 'i', 4}, {"uint", "uint32", 'u', 4}, {"float", "float32", 'f', 4}, {"double", "float64", 'f', 8},
};

static const struct ply_type *find_type(const char *name)
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
  if (p->elements == PLY_ELEMENTS)
    return mesh_reject(f, e, "has more than %d kinds of elements", PLY_ELEMENTS);
  struct ply_element *one = &p->element[p->elements++];
  *one = (struct ply_element){0};
  mesh_token_here(f);
  one->vertex = !strcmp(f->token, "vertex");
  one->face = !strcmp(f->token, "face");
  one->strips = !strcmp(f->token, "tristrips");
  mesh_token_here(f);
  one->items = strtoull(f->token, &end, 10);
  return *f->token >= '0' && *f->token <= '9' && !*end
             ? TILE_OK
             : mesh_reject(f, e, "'%.40s' is not a number of elements", f->token);
}

static int role_of(const struct ply_element *one, const struct ply_property *p, const char *name)
{
  if (one->vertex && !p->count && strlen(name) == 1 && *name >= 'x' && *name <= 'z')
    return *name - 'x';
  const bool corners = p->count && (!strcmp(name, "vertex_indices") || !strcmp(name, "vertex_index"));
  return corners && one->face ? 3 : corners && one->strips ? 4 : -1;
}

static int read_property(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  struct ply_element *one = p->elements ? &p->element[p->elements - 1] : NULL;
  if (!one || one->properties == PLY_PROPERTIES)
    return mesh_reject(f, e, one ? "has more than 64 properties" : "a property comes before all elements");
  struct ply_property *added = &one->property[one->properties++];
  *added = (struct ply_property){0};
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

/* Reads exactly to the end of the line "end_header", because the values follow immediately. */
static int read_header(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  char rest[2];
  mesh_text(f);
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

static unsigned roles_of(const struct ply_element *one)
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
    faces = faces || roles_of(&p->element[i]) == 1u << 3 || roles_of(&p->element[i]) == 1u << 4;
  }
  return vertices && faces
             ? TILE_OK
             : mesh_reject(f, e, "its header states no %s",
                           vertices ? "faces or tristrips with vertex_indices" : "vertices with x, y and z");
}

int ply_header(struct ply *p, struct mesh_file *f, struct tile_error *e)
{
  return read_header(p, f, e) ? e->code : check_header(p, f, e);
}
