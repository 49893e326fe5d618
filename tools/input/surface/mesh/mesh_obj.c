/* SPDX-License-Identifier: BSD-3-Clause */
/* OBJ: reads the lines v (vertices), f (polygons), o and g (names), and skips all others. */
#include "mesh.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int read_vertex(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  double at[3];
  uint32_t index;
  for (int a = 0; a < 3; a++)
    if (!mesh_token_here(f) || !mesh_is_number(f, &at[a]))
      return mesh_reject(f, e, "a vertex needs three numbers%s%.40s", *f->token ? ", not " : "", f->token);
  return mesh_vertex(m, f, at, false, &index, e);
}

/* "7", "7/1", "7//3", "7/1/3"; "-1" counts back from the last vertex. */
static bool parse_corner(const struct mesh *m, const char *text, uint32_t *index)
{
  char *end;
  errno = 0;
  const long long number = strtoll(text, &end, 10), from = (long long)m->weld.count;
  const bool good = end != text && (!*end || *end == '/') && !errno;
  const long long place = number < 0 ? from + number : number - 1;
  *index = (uint32_t)place;
  return good && number != 0 && place >= 0 && place < UINT32_MAX;
}

static int read_face(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  struct mesh_polygon p = {0};
  while (mesh_token_here(f) && *f->token != '#') { /* a comment ends the line */
    uint32_t index;
    if (!parse_corner(m, f->token, &index))
      return mesh_reject(f, e, "'%.40s' is not a vertex of a face", f->token);
    if (mesh_corner(m, &p, index, e))
      return e->code;
  }
  return p.corners >= 3 ? TILE_OK : mesh_reject(f, e, "a face has %d vertices", (int)p.corners);
}

static int read_name(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  char name[64];
  mesh_rest(f, name, sizeof name);
  return mesh_name(m, name, e);
}

static const struct {
  const char *word;
  mesh_reader *read;
} lines[] = {{"v", read_vertex}, {"f", read_face}, {"o", read_name}, {"g", read_name}};

static int read_line(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (!strcmp(f->token, lines[i].word))
      return lines[i].read(m, f, e);
  return TILE_OK;
}

int mesh_read_obj(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  char rest[2];
  int code = TILE_OK;
  mesh_text(f);
  while (!code && mesh_token(f)) {
    code = read_line(m, f, e);
    if (!code)
      mesh_rest(f, rest, sizeof rest); /* skips colours and weights of vertices, too */
  }
  return code;
}
