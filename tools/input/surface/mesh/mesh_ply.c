/* SPDX-License-Identifier: BSD-3-Clause */
/* PLY: ASCII, or binary in either byte order. Reads the elements vertex (x, y, z), face and tristrips
 * (vertex_indices), and skips the others. */
#include "ply.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double value_of(const struct ply_type *t, const unsigned char *byte)
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

static int read_binary(const struct ply *p, struct mesh_file *f, const struct ply_type *t, double *value,
                       struct tile_error *e)
{
  unsigned char byte[8];
  for (int i = 0; i < t->bytes; i++) {
    int c = getc_unlocked(f->in);
    if (c == EOF)
      return mesh_reject(f, e, "ends before all that its header states: it is not complete");
    byte[p->format == 'b' ? t->bytes - 1 - i : i] = (unsigned char)c;
  }
  if (value)
    *value = value_of(t, byte);
  return TILE_OK;
}

/* Values that are not used are read to NULL: in text they need not be numbers, such as a normal of -1.#IND. */
static int read_value(const struct ply *p, struct mesh_file *f, const struct ply_type *t, double *value,
                      struct tile_error *e)
{
  if (p->format != 'a')
    return read_binary(p, f, t, value, e);
  if (!mesh_token(f))
    return mesh_reject(f, e, "the file ends before all that its header states: it is not complete");
  return !value || mesh_is_number(f, value) ? TILE_OK : mesh_reject(f, e, "'%.40s' is not a number", f->token);
}

/* The triangles of a strip share sides and face alike, so that every other one has its corners in opposite order; -1
 * begins a new strip. */
static int read_strip(struct mesh *m, struct mesh_file *f, struct mesh_polygon *strip, double value,
                      struct tile_error *e)
{
  if (value == -1 || value == UINT32_MAX) {
    *strip = (struct mesh_polygon){0};
    return TILE_OK;
  }
  if (!(value >= 0 && value < UINT32_MAX && value == floor(value)))
    return mesh_reject(f, e, "a strip has the vertex %.17g", value);
  const uint32_t index = (uint32_t)value;
  const bool odd = strip->corners % 2;
  const uint32_t corner[3] = {odd ? strip->last : strip->first, odd ? strip->first : strip->last, index};
  const int code = strip->corners >= 2 ? mesh_triangle(m, corner, e) : TILE_OK;
  *strip = (struct mesh_polygon){strip->corners + 1, strip->last, index};
  return code;
}

static int read_corner(struct mesh *m, struct mesh_file *f, struct mesh_polygon *polygon, double value,
                       struct tile_error *e)
{
  if (!(value >= 0 && value < UINT32_MAX && value == floor(value)))
    return mesh_reject(f, e, "a face has the vertex %.17g", value);
  return mesh_corner(m, polygon, (uint32_t)value, e);
}

static int read_list(struct mesh *m, const struct ply *p, struct mesh_file *f, const struct ply_property *property,
                     struct tile_error *e)
{
  static int (*const read[])(struct mesh *, struct mesh_file *, struct mesh_polygon *, double,
                             struct tile_error *) = {[3] = read_corner, [4] = read_strip};
  struct mesh_polygon polygon = {0};
  double count, value;
  if (read_value(p, f, property->count, &count, e))
    return e->code;
  if (!(count >= 0 && count <= UINT32_MAX && count == floor(count)))
    return mesh_reject(f, e, "a list has %g values", count);
  for (double i = 0; i < count; i++)
    if (read_value(p, f, property->type, property->role >= 3 ? &value : NULL, e) ||
        (property->role >= 3 && read[property->role](m, f, &polygon, value, e)))
      return e->code;
  return property->role != 3 || count >= 3 ? TILE_OK : mesh_reject(f, e, "a face has %g vertices", count);
}

static int read_item(struct mesh *m, const struct ply *p, struct mesh_file *f, const struct ply_element *one,
                     struct tile_error *e)
{
  double at[3] = {0};
  uint32_t index;
  for (int i = 0; i < one->properties; i++) {
    const struct ply_property *property = &one->property[i];
    double *to = property->role >= 0 && property->role < 3 ? &at[property->role] : NULL;
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
  int code = ply_header(p, f, e);
  if (!code && p->format != 'a')
    f->line = 0;
  for (int i = 0; i < p->elements && !code; i++)
    for (uint64_t k = 0; k < p->element[i].items && p->element[i].properties && !code; k++)
      code = read_item(m, p, f, &p->element[i], e);
  free(p);
  return code;
}
