// SPDX-License-Identifier: BSD-3-Clause
// Reads the file with VTK's reader for its kind.
#include "read_mesh.h"

#include <vtkDataArraySelection.h>
#include <vtkDataSetAttributes.h>
#include <vtkNew.h>
#include <vtkPolyDataReader.h>
#include <vtkUnstructuredGrid.h>
#include <vtkUnstructuredGridReader.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <strings.h>

// The number of points of each of several pieces; called before the file is read.
static std::vector<vtkIdType> sizes_of(vtkXMLUnstructuredDataReader *in)
{
  std::vector<vtkIdType> sizes;
  const int pieces = static_cast<int>(in->GetNumberOfPieces());
  for (int i = 0; i < pieces && pieces > 1; i++) {
    in->SetupUpdateExtent(i, pieces, 0);
    sizes.push_back(in->GetNumberOfPoints());
  }
  return sizes;
}

// Values at points and cells are not read, except those that mark copies of cells.
template <class reader> static pieces read_xml(const std::string &path, struct tile_error *e)
{
  vtkNew<reader> in;
  pieces read;
  long length;
  if (check_end(path, &length, e))
    return {};
  watch(in);
  in->SetFileName(path.c_str());
  in->UpdateInformation();
  in->GetPointDataArraySelection()->DisableAllArrays();
  in->GetCellDataArraySelection()->DisableAllArrays();
  if (in->GetCellDataArraySelection()->ArrayExists(vtkDataSetAttributes::GhostArrayName()))
    in->GetCellDataArraySelection()->EnableArray(vtkDataSetAttributes::GhostArrayName());
  if (!has_failed(in->GetErrorCode())) {
    read.points = sizes_of(in);
    in->Update();
  }
  if (has_failed(in->GetErrorCode())) {
    reject_message(path, e);
    return {};
  }
  read.all = in->GetOutput();
  return read;
}

// Uses the reader of each kind itself: VTK's generic reader does not report failures of the readers that it uses.
template <class reader> static pieces read_legacy(const std::string &path, struct tile_error *e)
{
  vtkNew<reader> in;
  watch(in);
  in->SetFileName(path.c_str());
  in->Update();
  if (!has_failed(in->GetErrorCode()))
    return {in->GetOutput(), {}};
  reject_message(path, e);
  return {};
}

static const struct {
  const char *ending;
  pieces (*read)(const std::string &path, struct tile_error *e);
} kinds[] = {{".vtp", read_xml<vtkXMLPolyDataReader>}, {".vtu", read_xml<vtkXMLUnstructuredGridReader>}};

pieces open_mesh(const std::string &path, struct tile_error *e)
{
  for (const auto &k : kinds)
    if (path.size() > 4 && strcasecmp(path.c_str() + path.size() - 4, k.ending) == 0)
      return k.read(path, e);
  vtkNew<vtkPolyDataReader> legacy;
  legacy->SetFileName(path.c_str());
  return (legacy->IsFilePolyData() ? read_legacy<vtkPolyDataReader> : read_legacy<vtkUnstructuredGridReader>)(path, e);
}
