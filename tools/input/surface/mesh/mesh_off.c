/* SPDX-License-Identifier: BSD-3-Clause */
/* OFF, as text: the numbers of vertices, faces and edges, then a line for each vertex and for each face. What a line has
 * behind its coordinates or corners, such as normals and colours, is skipped, and so are faces of one or two corners. */
#include "mesh.h"

#include <math.h>
#include <string.h>

/* The next word that is no comment. */
static bool next_word(struct mesh_file *f)
{
  char rest[2];
  bool found;
  while ((found = mesh_token(f)) && *f->token == '#')
    mesh_rest(f, rest, sizeof rest);
  return found;
}

static int read_number(struct mesh_file *f, bool here, double *value, struct tile_error *e)
{
  if ((here ? mesh_token_here(f) : next_word(f)) && mesh_is_number(f, value))
    return TILE_OK;
  return mesh_reject(f, e, *f->token ? "'%.40s' is not a number" : "%sa number is missing", f->token);
}

static int read_whole(struct mesh_file *f, bool here, uint32_t *value, struct tile_error *e)
{
  double real;
  if (read_number(f, here, &real, e))
    return e->code;
  if (!(real >= 0 && real < UINT32_MAX && floor(real) == real))
    return mesh_reject(f, e, "'%.40s' is not a number of vertices, faces or corners", f->token);
  *value = (uint32_t)real;
  return TILE_OK;
}

/* OFF, or COFF and NOFF, whose lines of vertices are longer; 4OFF and nOFF have other coordinates. */
static int read_head(struct mesh_file *f, uint32_t count[3], struct tile_error *e)
{
  const size_t length = next_word(f) ? strlen(f->token) : 0;
  if (length < 3 || strcmp(f->token + length - 3, "OFF") != 0)
    return mesh_reject(f, e, "'OFF' is expected at its beginning");
  if (strpbrk(f->token, "4n"))
    return mesh_reject(f, e, "%.40s has coordinates of more than three dimensions", f->token);
  for (int i = 0; i < 3; i++)
    if (read_whole(f, false, &count[i], e))
      return !i && mesh_word_is(f, "BINARY") ? mesh_reject(f, e, "is binary OFF: save it as text") : e->code;
  return TILE_OK;
}

static int read_vertex(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  double at[3];
  uint32_t index;
  for (int a = 0; a < 3; a++)
    if (read_number(f, a > 0, &at[a], e))
      return e->code;
  return mesh_vertex(m, f, at, false, &index, e);
}

static int read_face(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  struct mesh_polygon p = {0};
  uint32_t corners, index;
  if (read_whole(f, false, &corners, e))
    return e->code;
  for (uint32_t i = 0; i < corners; i++)
    if (read_whole(f, true, &index, e) || mesh_corner(m, &p, index, e))
      return e->code;
  return TILE_OK;
}

int mesh_read_off(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  uint32_t count[3];
  char rest[2];
  mesh_text(f);
  int code = read_head(f, count, e);
  for (uint64_t i = 0; i < (uint64_t)count[0] + count[1] && !code; i++) {
    code = (i < count[0] ? read_vertex : read_face)(m, f, e);
    if (!code)
      mesh_rest(f, rest, sizeof rest);
  }
  return code;
}
