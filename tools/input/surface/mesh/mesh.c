/* SPDX-License-Identifier: BSD-3-Clause */
#include "mesh.h"

#include "regular.h"

#include <errno.h>
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

static int reject_scene(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  (void)m;
  return mesh_reject(f, e,
                     "is a scene of parts (glTF, 3MF, COLLADA, FBX), of which triangles are read from none: save it as "
                     "STL, PLY or OBJ");
}

static int reject_solid(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  (void)m;
  return mesh_reject(f, e,
                     "is a CAD model (STEP, IGES), whose faces are curved: save it as triangles, in STL, PLY or OBJ");
}

static const struct {
  const char *ending;
  mesh_reader *read;
  bool (*is)(const char *path); /* checks the content as well as the ending of the name; NULL: the ending is enough */
} kinds[] = {{".stl", mesh_read_stl, NULL}, {".ply", mesh_read_ply, NULL}, {".obj", mesh_read_obj, NULL},
             {".vtp", mesh_read_vtk, NULL}, {".vtu", mesh_read_vtk, NULL}, {".vtk", mesh_read_vtk, mesh_is_polygons},
             {".vtm", reject_parts, NULL},  {".vtmb", reject_parts, NULL}, {".pvtp", reject_parts, NULL},
             {".pvtu", reject_parts, NULL}, {".off", mesh_read_off, NULL}, {".glb", reject_scene, NULL},
             {".gltf", reject_scene, NULL}, {".3mf", reject_scene, NULL},  {".dae", reject_scene, NULL},
             {".fbx", reject_scene, NULL},  {".step", reject_solid, NULL}, {".stp", reject_solid, NULL},
             {".iges", reject_solid, NULL}, {".igs", reject_solid, NULL}};

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
  if (fstat(fileno(f->in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", f->path, strerror(errno));
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
  *m = (struct mesh){0};
  struct mesh_file f = {.path = path, .in = tile_read_regular(path, e)};
  if (!f.in)
    return e->code;
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
