// SPDX-License-Identifier: BSD-3-Clause
// tessera-read-mesh: reads the triangles of a file of polygons or cells through VTK, for mesh_vtk.c.
#include "read_mesh.h"

#include <algorithm>
#include <cstring>
#include <limits>

static triangles *opened;

static int open_triangles(const std::string &path, struct tile_error *e)
{
  delete opened;
  opened = nullptr;
  if (check_claims(path, e))
    return e->code;
  const pieces p = open_mesh(path, e);
  if (!p.all || check_cells(path, p.all, e))
    return e->code;
  opened = new triangles;
  opened->path = path;
  return get_triangles(opened, p, e);
}

static int get_counts(struct mesh_counts *to, size_t bytes, struct tile_error *e)
{
  to->points = static_cast<uint64_t>(opened->of->GetNumberOfPoints());
  to->triangles = opened->corner.size() / 3;
  return bytes == sizeof *to ? TILE_OK : reject(opened->path, "was asked for amiss", e);
}

static void put_points(double *to, size_t begin, size_t count)
{
  for (size_t i = 0; i < count; i++)
    opened->of->GetPoint(static_cast<vtkIdType>(begin + i), to + 3 * i);
}

static int get_part(char what, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  const bool points = what == MESH_POINTS;
  const size_t each = points ? 3 * sizeof(double) : 3 * sizeof(uint32_t), count = bytes / each,
               all = points ? static_cast<size_t>(opened->of->GetNumberOfPoints()) : opened->corner.size() / 3;
  if (number > all / MESH_PART || count > all - number * MESH_PART)
    return reject(opened->path, "has changed", e);
  const size_t begin = number * MESH_PART;
  if (points)
    put_points(static_cast<double *>(to), begin, count);
  else
    std::memcpy(to, opened->corner.data() + 3 * begin, bytes);
  return TILE_OK;
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  const bool again = what != MESH_COUNTS && opened && opened->path == path;
  const int code = again ? TILE_OK : open_triangles(path, e);
  if (code)
    return code;
  return what == MESH_COUNTS ? get_counts(static_cast<struct mesh_counts *>(to), bytes, e)
                             : get_part(what, number, to, bytes, e);
}

int main()
{
  return serve(answer);
}
