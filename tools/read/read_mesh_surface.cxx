// Triangles of polygons, and of what bounds a volume.
#include "read_mesh.h"

#include <vtkCellArray.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkGenericCell.h>
#include <vtkNew.h>
#include <vtkTriangleFilter.h>
#include <vtkUnstructuredGrid.h>

#include <limits>

static bool is_solid(vtkUnstructuredGrid *all, vtkIdType cell)
{
  static const vtkNew<vtkGenericCell> one;
  one->SetCellType(all->GetCellType(cell));
  return one->GetCellDimension() == 3;
}

static void copy_cell(vtkUnstructuredGrid *to, vtkUnstructuredGrid *from, vtkIdType cell, vtkIdList *ids)
{
  if (from->GetCellType(cell) == VTK_POLYHEDRON)
    from->GetFaceStream(cell, ids);
  else
    from->GetCellPoints(cell, ids);
  to->InsertNextCell(from->GetCellType(cell), ids);
}

// Beside cells of a volume only their faces count: polygons mark what lies within it, or the same faces again.
static vtkSmartPointer<vtkUnstructuredGrid> solid_of(vtkUnstructuredGrid *all)
{
  vtkNew<vtkUnstructuredGrid> solid;
  vtkNew<vtkIdList> ids;
  vtkIdType count = 0;
  for (vtkIdType i = 0; i < all->GetNumberOfCells(); i++)
    count += is_solid(all, i);
  if (count == 0 || count == all->GetNumberOfCells())
    return all;
  solid->SetPoints(all->GetPoints());
  solid->Allocate(count);
  for (vtkIdType i = 0; i < all->GetNumberOfCells(); i++)
    if (is_solid(all, i))
      copy_cell(solid, all, i, ids);
  return solid;
}

static vtkSmartPointer<vtkPolyData> outer(vtkUnstructuredGrid *all)
{
  vtkNew<vtkDataSetSurfaceFilter> filter;
  watch(filter);
  filter->SetInputData(solid_of(all));
  filter->Update();
  return filter->GetOutput();
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

int get_triangles(struct triangles *to, vtkDataSet *all, struct tile_error *e)
{
  vtkPolyData *mesh = vtkPolyData::SafeDownCast(all);
  const vtkSmartPointer<vtkPolyData> polygons =
      mesh ? vtkSmartPointer<vtkPolyData>(mesh) : outer(vtkUnstructuredGrid::SafeDownCast(all));
  if (!has_failed(0))
    to->of = cut(polygons);
  if (has_failed(0))
    return reject_message(to->path, e);
  if (to->of->GetNumberOfPoints() >= std::numeric_limits<uint32_t>::max())
    return reject(to->path, "has too many points", e);
  collect(to);
  return TILE_OK;
}
