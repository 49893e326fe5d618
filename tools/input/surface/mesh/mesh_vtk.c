/* SPDX-License-Identifier: BSD-3-Clause */
/* VTK's polygons and cells; only VTK can read all variants of its files. */
#include "mesh.h"
#include "mesh_read.h"
#include "worker.h"
#include "regular.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const struct worker reader = {.program = "tessera-read-mesh",
                                     .library = "built without VTK: cannot read .vtp, .vtu and polygons in .vtk; build "
                                                "with it (Debian: libvtk9-dev), or convert the surface to STL or PLY"};

union part {
  double point[MESH_PART][3];
  uint32_t corner[MESH_PART][3];
};

static int use_points(struct mesh *m, struct mesh_file *f, const union part *p, size_t count, struct tile_error *e)
{
  uint32_t index;
  int code = TILE_OK;
  for (size_t i = 0; i < count && !code; i++)
    code = mesh_vertex(m, f, p->point[i], false, &index, e);
  return code;
}

static int use_triangles(struct mesh *m, struct mesh_file *f, const union part *p, size_t count, struct tile_error *e)
{
  int code = TILE_OK;
  (void)f;
  for (size_t i = 0; i < count && !code; i++)
    code = mesh_triangle(m, p->corner[i], e);
  return code;
}

static const struct kind {
  char what;
  size_t bytes; /* bytes of each item */
  int (*use)(struct mesh *m, struct mesh_file *f, const union part *p, size_t count, struct tile_error *e);
} points = {MESH_POINTS, 3 * sizeof(double), use_points},
  triangles = {MESH_TRIANGLES, 3 * sizeof(uint32_t), use_triangles};

/* Reads part by part, so that memory is allocated only for data that arrive. */
static int get(struct mesh *m, struct mesh_file *f, struct worker *w, const struct kind *k, uint64_t all,
               struct tile_error *e)
{
  union part *p = tile_alloc(1, sizeof *p);
  int code = p ? TILE_OK : tile_fail_memory(e, sizeof *p, "a part of a surface");
  for (uint64_t begin = 0; begin < all && !code; begin += MESH_PART) {
    const size_t count = all - begin < MESH_PART ? (size_t)(all - begin) : MESH_PART;
    code = worker_ask(w, k->what, f->path, begin / MESH_PART, p, count * k->bytes, e);
    if (!code)
      code = k->use(m, f, p, count, e);
  }
  free(p);
  return code;
}

int mesh_read_vtk(struct mesh *m, struct mesh_file *f, struct tile_error *e)
{
  struct worker w = reader;
  struct mesh_counts n;
  int code = worker_ask(&w, MESH_COUNTS, f->path, 0, &n, sizeof n, e);
  if (!code)
    code = get(m, f, &w, &points, n.points, e);
  if (!code)
    code = get(m, f, &w, &triangles, n.triangles, e);
  worker_end(&w);
  return code;
}

bool mesh_is_polygons(const char *path)
{
  static const char *const sets[] = {"DATASET POLYDATA", "DATASET UNSTRUCTURED_GRID"};
  char line[256] = "";
  struct tile_error e;
  FILE *in = tile_read_regular(path, &e);
  for (int i = 0; in && i < 8 && strncasecmp(line, "DATASET", 7) != 0; i++)
    if (!fgets(line, sizeof line, in))
      break;
  if (in)
    fclose(in);
  return !strncasecmp(line, sets[0], strlen(sets[0])) || !strncasecmp(line, sets[1], strlen(sets[1]));
}
