// SPDX-License-Identifier: BSD-3-Clause
// Makes triangles of polygons, and of the outer faces of a volume.
#include "read_mesh.h"

#include <vtkCellArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkGenericCell.h>
#include <vtkNew.h>
#include <vtkTriangleFilter.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <limits>

static bool is_solid(vtkUnstructuredGrid *all, vtkIdType cell)
{
  static const vtkNew<vtkGenericCell> one;
  one->SetCellType(all->GetCellType(cell));
  return one->GetCellDimension() == 3;
}

// `stands`: see join_points.
static void replace(vtkIdList *ids, vtkIdType at, const std::vector<vtkIdType> &stands)
{
  ids->SetId(at, stands[static_cast<size_t>(ids->GetId(at))]);
}

// A stream of faces: their number, then for each face the number of its points and the points.
static void replace_faces(vtkIdList *stream, const std::vector<vtkIdType> &stands)
{
  for (vtkIdType at = 1, end; at < stream->GetNumberOfIds(); at = end)
    for (end = at + 1 + stream->GetId(at), at++; at < end && at < stream->GetNumberOfIds(); at++)
      replace(stream, at, stands);
}

static void copy_cell(vtkUnstructuredGrid *to, vtkUnstructuredGrid *from, vtkIdType cell, vtkIdList *ids,
                      const std::vector<vtkIdType> &stands)
{
  const bool faces = from->GetCellType(cell) == VTK_POLYHEDRON;
  if (faces)
    from->GetFaceStream(cell, ids);
  else
    from->GetCellPoints(cell, ids);
  if (faces && !stands.empty())
    replace_faces(ids, stands);
  for (vtkIdType i = 0; i < ids->GetNumberOfIds() && !faces && !stands.empty(); i++)
    replace(ids, i, stands);
  to->InsertNextCell(from->GetCellType(cell), ids);
}

static bool is_ghost(vtkUnstructuredGrid *all, vtkIdType cell)
{
  vtkUnsignedCharArray *ghosts = all->GetCellGhostArray();
  return ghosts && cell < ghosts->GetNumberOfTuples() && ghosts->GetValue(cell) & vtkDataSetAttributes::DUPLICATECELL;
}

// If there are volume cells, only their faces count: polygons lie inside the volume, or repeat its faces.
static vtkSmartPointer<vtkUnstructuredGrid> wanted_of(vtkUnstructuredGrid *all, const std::vector<vtkIdType> &stands)
{
  vtkNew<vtkUnstructuredGrid> wanted;
  vtkNew<vtkIdList> ids;
  vtkIdType solid = 0, ghosts = 0;
  for (vtkIdType i = 0; i < all->GetNumberOfCells(); i++) {
    solid += is_solid(all, i);
    ghosts += is_ghost(all, i);
  }
  if ((solid == 0 || solid == all->GetNumberOfCells()) && ghosts == 0 && stands.empty())
    return all;
  wanted->SetPoints(all->GetPoints());
  wanted->Allocate(all->GetNumberOfCells());
  for (vtkIdType i = 0; i < all->GetNumberOfCells(); i++)
    if ((solid == 0 || is_solid(all, i)) && !is_ghost(all, i))
      copy_cell(wanted, all, i, ids, stands);
  return wanted;
}

static vtkSmartPointer<vtkPolyData> outer(vtkUnstructuredGrid *all, const std::vector<vtkIdType> &stands)
{
  vtkNew<vtkDataSetSurfaceFilter> filter;
  watch(filter);
  filter->SetInputData(wanted_of(all, stands));
  filter->Update();
  return filter->GetOutput();
}

static vtkSmartPointer<vtkPolyData> polygons_of(const pieces &p)
{
  vtkPolyData *mesh = vtkPolyData::SafeDownCast(p.all);
  if (!mesh)
    return outer(vtkUnstructuredGrid::SafeDownCast(p.all), join_points(p));
  mesh->RemoveGhostCells();
  return mesh;
}

static vtkSmartPointer<vtkPolyData> cut(vtkPolyData *polygons)
{
  vtkNew<vtkTriangleFilter> filter;
  watch(filter);
  filter->SetInputData(polygons);
  filter->PassVertsOff();
  filter->PassLinesOff();
  filter->Update();
  return filter->GetOutput();
}

static void collect(struct triangles *to)
{
  vtkIdType count;
  const vtkIdType *corner;
  vtkCellArray *polys = to->of->GetPolys();
  for (polys->InitTraversal(); polys->GetNextCell(count, corner);)
    for (int k = 0; k < 3 && count == 3; k++)
      to->corner.push_back(static_cast<uint32_t>(corner[k]));
}

int get_triangles(struct triangles *to, const pieces &p, struct tile_error *e)
{
  const vtkSmartPointer<vtkPolyData> polygons = polygons_of(p);
  if (!has_failed(0))
    to->of = cut(polygons);
  if (has_failed(0))
    return reject_message(to->path, e);
  if (to->of->GetNumberOfPoints() >= std::numeric_limits<uint32_t>::max())
    return reject(to->path, "has too many points", e);
  collect(to);
  return TILE_OK;
}
