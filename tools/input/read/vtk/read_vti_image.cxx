// SPDX-License-Identifier: BSD-3-Clause
// The open file and its slices.
#include "read_vti.h"

#include <vtkCellData.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkPointData.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include <algorithm>
#include <cstring>

static image *opened;

image *open_already()
{
  return opened;
}

image::image(const std::string &name, const std::string &array_wanted) : path(name), wanted(array_wanted)
{
  watch(reader);
  reader->SetFileName(name.c_str());
}

vtkDataArray *image::values()
{
  vtkImageData *output = reader->GetOutput();
  vtkDataSetAttributes *all = cells ? static_cast<vtkDataSetAttributes *>(output->GetCellData())
                                    : static_cast<vtkDataSetAttributes *>(output->GetPointData());
  return all->GetNumberOfArrays() ? all->GetArray(0) : nullptr;
}

// ---- slices ----

// Reads the slices [begin, end) into the output.
static int update(image &i, int begin, int end, struct tile_error *e)
{
  int extent[6];
  std::copy(i.whole, i.whole + 6, extent);
  extent[4] = i.whole[4] + begin;
  extent[5] = i.whole[4] + end - (i.between(2) ? 0 : 1);
  i.begin = i.end = 0;
  i.reader->vtkAlgorithm::UpdateExtent(extent); // the reader has a member of this name
  if (has_failed(i.reader->GetErrorCode()))
    return reject_message(i.path, e);
  int got[6];
  i.reader->GetOutput()->GetExtent(got);
  vtkDataArray *values = i.values();
  const int64_t points = i.size(0) * i.size(1) * (end - begin);
  if (!values || got[4] > extent[4] || got[5] < extent[5])
    return reject(i.path, "VTK cannot read its values: it is damaged or cut off", e);
  if (std::equal(got, got + 6, extent) ? values->GetNumberOfTuples() != points : values->GetNumberOfTuples() < points)
    return reject(i.path, "holds fewer values than its size says", e);
  i.begin = got[4] - i.whole[4];
  i.end = got[5] - i.whole[4] + (i.between(2) ? 0 : 1);
  return TILE_OK;
}

// Values per voxel of the selected array, as the file claims.
static double components_of(const image &i)
{
  vtkInformationVector *all = i.reader->GetOutputInformation(0)->Get(i.cells ? vtkDataObject::CELL_DATA_VECTOR()
                                                                             : vtkDataObject::POINT_DATA_VECTOR());
  int most = 1;
  for (int a = 0; all && a < all->GetNumberOfInformationObjects(); a++)
    most = std::max(most, all->GetInformationObject(a)->Get(vtkDataObject::FIELD_NUMBER_OF_COMPONENTS()));
  return most;
}

// A file of this length must be able to contain the image, however it is compressed, before anything is allocated.
static int check_size(const image &i, long length, struct tile_error *e)
{
  double voxels = 1;
  for (int a = 0; a < 3; a++)
    voxels *= static_cast<double>(std::max<int64_t>(i.size(a), 0));
  const double most = 1e4 * static_cast<double>(length);
  if (!(voxels >= 1 && voxels <= most))
    return reject(i.path, "its size (WholeExtent) is impossible", e);
  return voxels * components_of(i) <= most ? TILE_OK : reject(i.path, "its NumberOfComponents is impossible", e);
}

int open_image(const std::string &path, const std::string &wanted, struct tile_error *e)
{
  long length = 0;
  delete opened;
  opened = nullptr;
  if (check_end(path, &length, e))
    return e->code;
  opened = new image(path, wanted);
  opened->reader->UpdateInformation();
  if (has_failed(opened->reader->GetErrorCode()))
    return reject_message(path, e);
  if (choose_array(*opened, e))
    return e->code;
  opened->reader->GetOutputInformation(0)->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), opened->whole);
  return check_size(*opened, length, e) ? e->code : update(*opened, 0, 1, e);
}

int read_slice(int64_t z, void *to, size_t bytes, struct tile_error *e)
{
  image &i = *opened;
  if (z < i.begin || z >= i.end) {
    const int64_t most = std::max<int64_t>(1, static_cast<int64_t>(slab_bytes / bytes));
    const int code = update(i, static_cast<int>(z), static_cast<int>(std::min(z + most, i.size(2))), e);
    if (code)
      return code;
  }
  vtkDataArray *values = i.values();
  const int64_t tuples = i.size(0) * i.size(1), first = (z - i.begin) * tuples;
  const size_t tuple = static_cast<size_t>(values->GetNumberOfComponents() * values->GetDataTypeSize());
  if (static_cast<size_t>(tuples) * tuple != bytes || values->GetNumberOfTuples() < first + tuples)
    return reject(i.path, "holds fewer values than its size says", e);
  std::memcpy(to, values->GetVoidPointer(first * values->GetNumberOfComponents()), bytes);
  return TILE_OK;
}
