// SPDX-License-Identifier: BSD-3-Clause
// check_vtp_vtk FILE POINTS SHEAR: reads a .vtp of tests/cli/probe/probe-walls.sh back with VTK: each point a vertex, and the mean
// size of the shear, weighted by area.
#include <vtkAbstractArray.h>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkXMLPolyDataReader.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

static void require(bool good, const char *what)
{
  if (good)
    return;
  std::fprintf(stderr, "check_vtp_vtk: %s\n", what);
  std::exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
  require(argc == 4, "usage");
  const vtkIdType points = std::atol(argv[2]);
  const double want = std::atof(argv[3]);
  vtkNew<vtkXMLPolyDataReader> reader;
  reader->SetFileName(argv[1]);
  reader->Update();
  vtkPolyData *wall = reader->GetOutput();
  require(wall->GetNumberOfPoints() == points && wall->GetNumberOfVerts() == points, "points");
  require(wall->GetNumberOfCells() == points, "cells");
  vtkDataArray *shear = wall->GetPointData()->GetArray("wall_shear");
  vtkDataArray *area = wall->GetPointData()->GetArray("area");
  vtkDataArray *normal = wall->GetPointData()->GetArray("normal");
  require(shear && shear->GetNumberOfComponents() == 3, "wall_shear");
  require(normal && normal->GetNumberOfComponents() == 3, "normal");
  require(area && area->GetNumberOfComponents() == 1, "area");
  require(wall->GetPointData()->GetArray("pressure"), "pressure");
  require(vtkStringArray::SafeDownCast(wall->GetFieldData()->GetAbstractArray("units")), "units");
  double sum = 0, all = 0;
  for (vtkIdType i = 0; i < points; i++) {
    require(wall->GetCell(i)->GetPointId(0) == i, "vertices");
    const double *t = shear->GetTuple3(i);
    sum += area->GetComponent(i, 0) * std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    all += area->GetComponent(i, 0);
  }
  require(std::fabs(sum / all - want) <= 1e-6 * want, "value of wall_shear");
}
