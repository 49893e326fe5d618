/* SPDX-License-Identifier: BSD-3-Clause */
/* What readers of meshes call: vertices, triangles, names, and what is wrong. */
#include "mesh.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int mesh_reject(const struct mesh_file *f, struct tile_error *e, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return f->line ? tile_fail(e, TILE_REJECTED, "%s: line %llu: %s", f->path, (unsigned long long)f->line, text)
                 : tile_fail(e, TILE_REJECTED, "%s: %s", f->path, text);
}

void mesh_warn(struct mesh *m, const struct mesh_file *f, const char *format, ...)
{
  const int length = snprintf(m->warning, sizeof m->warning, "%.100s: ", f->path);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(m->warning + length, sizeof m->warning - (size_t)length, format, arguments);
  va_end(arguments);
}

int mesh_vertex(struct mesh *m, const struct mesh_file *f, const double at[3], bool shared, uint32_t *index,
                struct tile_error *e)
{
  double point[3];
  for (int a = 0; a < 3; a++) {
    if (!isfinite(at[a]))
      return mesh_reject(f, e, "a vertex has the coordinate %g", at[a]);
    point[a] = at[a] + 0.0; /* makes -0 equal to 0 */
  }
  m->weld.bytes = sizeof point;
  return (shared ? weld_point : weld_append)(&m->weld, point, index, e);
}

int mesh_reserve(uint32_t (**triangle)[3], unsigned char **surface, size_t *room, size_t need, struct tile_error *e)
{
  const char *what = "the triangles of a surface";
  size_t corners = *room;
  if (need > UINT32_MAX / 3)
    return tile_fail_memory(e, need * sizeof **triangle, what);
  return tile_reserve(triangle, &corners, need, sizeof **triangle, what, e) ||
                 tile_reserve(surface, room, need, 1, what, e)
             ? e->code
             : TILE_OK;
}

int mesh_triangle(struct mesh *m, const uint32_t corner[3], struct tile_error *e)
{
  if (mesh_reserve(&m->triangle, &m->surface, &m->room, m->triangles + 1, e))
    return e->code;
  memcpy(m->triangle[m->triangles], corner, sizeof *m->triangle);
  m->surface[m->triangles++] = (unsigned char)m->now;
  return TILE_OK;
}

int mesh_corner(struct mesh *m, struct mesh_polygon *p, uint32_t index, struct tile_error *e)
{
  const uint32_t corner[3] = {p->first, p->last, index};
  const int code = p->corners >= 2 ? mesh_triangle(m, corner, e) : TILE_OK;
  if (!p->corners++)
    p->first = index;
  p->last = index;
  return code;
}

/* ---- names ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", more[] = "0123456789_-";

bool mesh_name_valid(const char *name)
{
  size_t length = strlen(name), good = 0;
  while (good < length && (strchr(letters, name[good]) || (good && strchr(more, name[good]))))
    good++;
  return length && length < 32 && good == length;
}

static void clean(char to[32], const char *name)
{
  snprintf(to, 32, "%s%.30s", *name && strchr(letters, *name) ? "" : "s", name);
  for (; *to; to++)
    if (!strchr(letters, *to) && !strchr(more, *to))
      *to = '_';
}

int mesh_name(struct mesh *m, const char *name, struct tile_error *e)
{
  char text[32];
  clean(text, *name ? name : "surface");
  for (m->now = 1; m->now <= m->names; m->now++)
    if (!strcmp(m->name[m->now - 1], text))
      return TILE_OK;
  m->many = m->many || m->names == MESH_NAMES;
  if (m->many)
    m->now = 0;
  if (m->many)
    return TILE_OK;
  if (tile_reserve(&m->name, NULL, (size_t)m->names + 1, sizeof *m->name, "names of surfaces", e))
    return e->code;
  memcpy(m->name[m->names++], text, sizeof text);
  return TILE_OK;
}
