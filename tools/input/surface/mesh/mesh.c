#include "mesh.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Files that only refer to blocks or pieces in other files are rejected. */
static int reject_parts(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  (void)m;
  return mesh_reject(
      f, e,
      "names the files of its blocks or pieces: merge them, as with the filter Merge Blocks of ParaView, and "
      "save one .vtp or .vtu");
}

static const struct {
  const char *ending;
  mesh_reader *read;
  bool (*is)(const char *path); /* checks the content as well as the ending of the name; NULL: the ending is enough */
} kinds[] = {{".stl", mesh_read_stl, NULL}, {".ply", mesh_read_ply, NULL}, {".obj", mesh_read_obj, NULL},
             {".vtp", mesh_read_vtk, NULL}, {".vtu", mesh_read_vtk, NULL}, {".vtk", mesh_read_vtk, mesh_is_polygons},
             {".vtm", reject_parts, NULL},  {".vtmb", reject_parts, NULL}, {".pvtp", reject_parts, NULL},
             {".pvtu", reject_parts, NULL}};

static mesh_reader *reader_of(const char *path)
{
  const size_t length = strlen(path);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const size_t end = strlen(kinds[i].ending);
    if (length > end && strcasecmp(path + length - end, kinds[i].ending) == 0 && (!kinds[i].is || kinds[i].is(path)))
      return kinds[i].read;
  }
  return NULL;
}

bool mesh_is(const char *path)
{
  return reader_of(path) != NULL;
}

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

static int grow(struct mesh *m, struct tile_error *e)
{
  const size_t room = m->room ? m->room + m->room / 2 : 64;
  void *corners = room < UINT32_MAX ? tile_grow(m->triangle, room, sizeof *m->triangle) : NULL;
  if (corners)
    m->triangle = corners;
  void *surface = corners ? tile_grow(m->surface, room, 1) : NULL;
  if (!surface)
    return tile_fail_memory(e, room * (sizeof *m->triangle + 1), "the triangles of a surface");
  m->surface = surface;
  m->room = room;
  return TILE_OK;
}

int mesh_triangle(struct mesh *m, const uint32_t corner[3], struct tile_error *e)
{
  if (m->triangles == m->room && grow(m, e))
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
  void *grown = m->many ? m->name : tile_grow(m->name, (size_t)m->names + 1, sizeof *m->name);
  if (!grown)
    return tile_fail_memory(e, sizeof *m->name, "names of surfaces");
  m->name = grown;
  if (!m->many)
    memcpy(m->name[m->names++], text, sizeof text);
  return TILE_OK;
}

/* A single name has no meaning, and if there are too many, none is kept. */
static void settle_names(struct mesh *m)
{
  bool used[MESH_NAMES + 1] = {false};
  int count = 0;
  for (size_t i = 0; i < m->triangles; i++)
    used[m->surface[i]] = true;
  for (int i = 0; i <= MESH_NAMES; i++)
    count += used[i];
  if (!m->many && count > 1)
    return;
  free(m->surface);
  m->surface = NULL;
  m->names = 0;
}

/* ---- the whole mesh ---- */

static int check_indices(const struct mesh *m, const struct mesh_file *f, struct tile_error *e)
{
  for (size_t i = 0; i < m->triangles; i++)
    for (int k = 0; k < 3; k++)
      if (m->triangle[i][k] >= m->vertices)
        return mesh_reject(f, e, "a triangle has the vertex %lu of %zu", (unsigned long)m->triangle[i][k] + 1,
                           m->vertices);
  return m->triangles ? TILE_OK : mesh_reject(f, e, "contains no triangle");
}

static int read_open(struct mesh *m, mesh_reader *read, struct mesh_file *f, struct tile_error *e)
{
  struct stat status;
  if (fstat(fileno(f->in), &status) || !S_ISREG(status.st_mode))
    return tile_fail(e, TILE_FAILED, "%s: is not a regular file", f->path);
  f->size = (uint64_t)status.st_size;
  int code = read(m, f, e);
  if (ferror(f->in))
    code = tile_fail(e, TILE_FAILED, "%s: %s", f->path, strerror(errno));
  f->line = 0;
  m->vertices = m->weld.count;
  m->vertex = weld_take(&m->weld);
  return code ? code : check_indices(m, f, e);
}

int mesh_read(struct mesh *m, const char *path, struct tile_error *e)
{
  mesh_reader *read = reader_of(path);
  return mesh_read_as(m, read ? read : mesh_read_stl, path, e);
}

int mesh_read_as(struct mesh *m, mesh_reader *read, const char *path, struct tile_error *e)
{
  struct stat status;
  *m = (struct mesh){0};
  const bool pipe = !stat(path, &status) && !S_ISREG(status.st_mode); /* opening a pipe might wait */
  struct mesh_file f = {.path = path, .in = pipe ? NULL : fopen(path, "rb")};
  if (!f.in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path, pipe ? "is not a regular file" : strerror(errno));
  int code = read_open(m, read, &f, e);
  fclose(f.in);
  if (code)
    mesh_free(m);
  else
    settle_names(m);
  return code;
}

void mesh_free(struct mesh *m)
{
  weld_free(&m->weld);
  free(m->vertex);
  free(m->triangle);
  free(m->surface);
  free(m->name);
  *m = (struct mesh){0};
}
