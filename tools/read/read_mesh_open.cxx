// The file, by the reader of its kind.
#include "read_mesh.h"

#include <vtkDataArraySelection.h>
#include <vtkUnstructuredGrid.h>
#include <vtkUnstructuredGridReader.h>
#include <vtkNew.h>
#include <vtkPolyDataReader.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <strings.h>

// Values of points and cells are left in the file.
template <class reader> static vtkSmartPointer<vtkDataSet> read_xml(const std::string &path, struct tile_error *e)
{
  vtkNew<reader> in;
  long length;
  if (check_end(path, &length, e))
    return nullptr;
  watch(in);
  in->SetFileName(path.c_str());
  in->UpdateInformation();
  in->GetPointDataArraySelection()->DisableAllArrays();
  in->GetCellDataArraySelection()->DisableAllArrays();
  if (!has_failed(in->GetErrorCode()))
    in->Update();
  if (!has_failed(in->GetErrorCode()))
    return in->GetOutput();
  reject_message(path, e);
  return nullptr;
}

// The reader of its kind itself: others do not say of what they make use that it failed.
template <class reader> static vtkSmartPointer<vtkDataSet> read_legacy(const std::string &path, struct tile_error *e)
{
  vtkNew<reader> in;
  watch(in);
  in->SetFileName(path.c_str());
  in->Update();
  if (!has_failed(in->GetErrorCode()))
    return in->GetOutput();
  reject_message(path, e);
  return nullptr;
}

static const struct {
  const char *ending;
  vtkSmartPointer<vtkDataSet> (*read)(const std::string &path, struct tile_error *e);
} kinds[] = {{".vtp", read_xml<vtkXMLPolyDataReader>}, {".vtu", read_xml<vtkXMLUnstructuredGridReader>}};

vtkSmartPointer<vtkDataSet> open_mesh(const std::string &path, struct tile_error *e)
{
  for (const auto &k : kinds)
    if (path.size() > 4 && strcasecmp(path.c_str() + path.size() - 4, k.ending) == 0)
      return k.read(path, e);
  vtkNew<vtkPolyDataReader> legacy;
  legacy->SetFileName(path.c_str());
  return (legacy->IsFilePolyData() ? read_legacy<vtkPolyDataReader> : read_legacy<vtkUnstructuredGridReader>)(path, e);
}
