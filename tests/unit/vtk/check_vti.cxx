// SPDX-License-Identifier: BSD-3-Clause
// check_vti_vtk FILE SPACING UNIT: reads a .vti of tests/fixtures/programs/make_flow.c back with VTK. UNIT: m/s of a
// lattice velocity.
#include <vtkAbstractArray.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>
#include <vtkXMLImageDataReader.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

static void require(bool good, const char *what)
{
  if (good)
    return;
  std::fprintf(stderr, "check_vti_vtk: %s\n", what);
  std::exit(EXIT_FAILURE);
}

// The slit of make_flow: 6 x 10 x 9, solid at y = 0 and 9.
static double uz(int y)
{
  return y == 0 || y == 9 ? 0 : 3e-5 * (y - 0.5) * (8.5 - y);
}

int main(int argc, char **argv)
{
  require(argc == 4, "usage");
  double spacing = std::atof(argv[2]), unit = std::atof(argv[3]);
  vtkNew<vtkXMLImageDataReader> reader;
  reader->SetFileName(argv[1]);
  reader->Update();
  vtkImageData *image = reader->GetOutput();
  int *size = image->GetDimensions();
  require(size[0] == 6 && size[1] == 10 && size[2] == 9, "dimensions");
  require(std::fabs(image->GetSpacing()[1] - spacing) <= 1e-12 * spacing, "spacing");

  vtkDataArray *velocity = image->GetPointData()->GetArray("velocity");
  vtkDataArray *pressure = image->GetPointData()->GetArray("pressure");
  vtkDataArray *solid = image->GetPointData()->GetArray("solid");
  require(velocity && velocity->GetNumberOfComponents() == 3, "velocity");
  require(pressure && pressure->GetNumberOfComponents() == 1, "pressure");
  require(solid && solid->GetDataType() == VTK_UNSIGNED_CHAR, "solid");
  require(vtkStringArray::SafeDownCast(image->GetFieldData()->GetAbstractArray("units")), "units");
  for (vtkIdType i = 0; i < 540; i++) {
    int y = static_cast<int>(i / 6 % 10);
    require(solid->GetComponent(i, 0) == (y == 0 || y == 9), "value of solid");
    require(std::fabs(velocity->GetComponent(i, 2) - uz(y) * unit) <= 1e-6 * uz(y) * unit, "value of velocity");
    require(velocity->GetComponent(i, 0) == 0 && pressure->GetComponent(i, 0) == 0, "zeros");
  }
}
