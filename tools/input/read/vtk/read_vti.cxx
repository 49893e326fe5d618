// SPDX-License-Identifier: BSD-3-Clause
// tessera-read-vti: reads one VTK image file through VTK, for vti_header.c; a few slices at a time if the file allows
// it.
#include "read_vti.h"

#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkMatrix3x3.h>
#include <vtkStringArray.h>

#include <cstdio>

// ---- the header ----

static const struct {
  int type;
  char kind;
  int bits;
} types[] = {
    {VTK_CHAR, 'i', 8},
    {VTK_SIGNED_CHAR, 'i', 8},
    {VTK_UNSIGNED_CHAR, 'u', 8},
    {VTK_SHORT, 'i', 16},
    {VTK_INT, 'i', 32},
    {VTK_UNSIGNED_SHORT, 'u', 16},
    {VTK_UNSIGNED_INT, 'u', 32},
    {VTK_FLOAT, 'f', 32},
    {VTK_DOUBLE, 'f', 64},
    {VTK_LONG, 'i', 8 * sizeof(long)},
    {VTK_UNSIGNED_LONG, 'u', 8 * sizeof(long)},
    {VTK_LONG_LONG, 'i', 64},
    {VTK_UNSIGNED_LONG_LONG, 'u', 64},
    {VTK_ID_TYPE, 'i', 8 * sizeof(vtkIdType)},
};

static void get_type(struct vti_image *to, int type)
{
  for (const auto &t : types)
    if (t.type == type) {
      to->kind = t.kind;
      to->bits = t.bits;
    }
}

static void get_units(struct vti_image *to, vtkFieldData *fields)
{
  vtkStringArray *units = vtkStringArray::SafeDownCast(fields->GetAbstractArray("units"));
  if (units && units->GetNumberOfValues() == 1)
    std::snprintf(to->units, sizeof to->units, "%s", units->GetValue(0).c_str());
}

// Point values are at the points, cell values half a cell further.
static void get_pose(struct vti_image *to, const image &i)
{
  vtkImageData *output = i.reader->GetOutput();
  for (int a = 0; a < 3; a++) {
    to->spacing[a] = output->GetSpacing()[a];
    to->centre[a] = output->GetOrigin()[a];
  }
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < 3; k++) {
      to->step[a][k] = output->GetDirectionMatrix()->GetElement(k, a);
      to->centre[k] += to->step[a][k] * to->spacing[a] * (i.whole[2 * a] + (i.between(a) ? 0.5 : 0.0));
    }
}

static int read_header(const std::string &path, const std::string &wanted, struct vti_image *to, struct tile_error *e)
{
  if (open_image(path, wanted, e))
    return e->code;
  image &i = *open_already();
  vtkDataArray *values = i.values();
  get_type(to, values->GetDataType());
  if (!to->bits)
    return reject(path,
                  "values of type " + std::string(values->GetDataTypeAsString()) +
                      " cannot be read: save it as "
                      "integers of 8 to 64 bits or as real numbers",
                  e);
  to->components = values->GetNumberOfComponents();
  to->arrays = i.arrays;
  std::snprintf(to->array, sizeof to->array, "%s", i.array.c_str());
  for (int a = 0; a < 3; a++)
    to->grid[a] = i.size(a);
  get_pose(to, i);
  get_units(to, i.reader->GetOutput()->GetFieldData());
  return TILE_OK;
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  const std::string wanted = worker_with(path);
  if (what == VTI_HEADER)
    return read_header(path, wanted, static_cast<struct vti_image *>(to), e);
  const image *i = open_already();
  const int code = i && i->path == path && i->wanted == wanted ? TILE_OK : open_image(path, wanted, e);
  return code ? code : read_slice(static_cast<int64_t>(number), to, bytes, e);
}

int main()
{
  return serve(answer);
}
