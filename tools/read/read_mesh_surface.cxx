// Triangles of polygons, and of what bounds a volume.
#include "read_mesh.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkGenericCell.h>
#include <vtkIdTypeArray.h>
#include <vtkNew.h>
#include <vtkTriangleFilter.h>
#include <vtkUnstructuredGrid.h>

#include <limits>

static int dimension_of(vtkDataSet *all, vtkIdType cell)
{
  static vtkNew<vtkGenericCell> one;
  one->SetCellType(all->GetCellType(cell));
  return one->GetCellDimension();
}

static bool is_volume(vtkDataSet *all)
{
  for (vtkIdType i = 0; i < all->GetNumberOfCells(); i++)
    if (dimension_of(all, i) == 3)
      return true;
  return false;
}

static vtkSmartPointer<vtkPolyData> outer(vtkDataSet *all)
{
  vtkNew<vtkDataSetSurfaceFilter> filter;
  watch(filter);
  filter->SetInputData(all);
  filter->PassThroughCellIdsOn();
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

// Beside cells of a volume only their faces count: others mark what lies within it, or the same faces again.
static void collect(struct triangles *to, vtkDataSet *all)
{
  vtkDataArray *from = to->of->GetCellData()->GetArray("vtkOriginalCellIds");
  const bool volume = from && is_volume(all);
  vtkIdType count, triangle = 0;
  const vtkIdType *corner;
  vtkCellArray *polys = to->of->GetPolys();
  for (polys->InitTraversal(); polys->GetNextCell(count, corner); triangle++)
    if (count == 3 && (!volume || dimension_of(all, static_cast<vtkIdType>(from->GetComponent(triangle, 0))) == 3))
      for (int k = 0; k < 3; k++)
        to->corner.push_back(static_cast<uint32_t>(corner[k]));
}

int get_triangles(struct triangles *to, vtkDataSet *all, struct tile_error *e)
{
  vtkPolyData *mesh = vtkPolyData::SafeDownCast(all);
  const vtkSmartPointer<vtkPolyData> polygons = mesh ? vtkSmartPointer<vtkPolyData>(mesh) : outer(all);
  if (!has_failed(0))
    to->of = cut(polygons);
  if (has_failed(0))
    return reject_message(to->path, e);
  if (to->of->GetNumberOfPoints() >= std::numeric_limits<uint32_t>::max())
    return reject(to->path, "has too many points", e);
  collect(to, all);
  return TILE_OK;
}
