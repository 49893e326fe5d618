// SPDX-License-Identifier: BSD-3-Clause
// Selects the array that is read.
#include "read_vti.h"

#include <vtkDataArraySelection.h>
#include <vtkDataObject.h>
#include <vtkDataSetAttributes.h>
#include <vtkInformation.h>

static std::string active_scalars(image &i, int association)
{
  vtkInformation *of = vtkDataObject::GetActiveFieldInformation(i.reader->GetOutputInformation(0), association,
                                                                vtkDataSetAttributes::SCALARS);
  const char *name = of ? of->Get(vtkDataObject::FIELD_NAME()) : nullptr;
  return name ? name : "";
}

// Index 0: arrays of points; 1: arrays of cells.
struct arrays {
  vtkDataArraySelection *of[2];
  int count[2];

  explicit arrays(image &i) : of{i.reader->GetPointDataArraySelection(), i.reader->GetCellDataArraySelection()}
  {
    for (int k = 0; k < 2; k++)
      count[k] = of[k]->GetNumberOfArrays();
  }

  bool has(int kind, const std::string &name) const
  {
    return !name.empty() && of[kind]->ArrayExists(name.c_str());
  }

  std::string names() const
  {
    std::string text;
    for (int a = 0; a < count[0] + count[1] && a < 8; a++)
      text += (a ? ", " : "") + std::string(a < count[0] ? of[0]->GetArrayName(a) : of[1]->GetArrayName(a - count[0]));
    return text + (count[0] + count[1] > 8 ? " ..." : "");
  }

  void read(int kind, const std::string &name)
  {
    of[0]->DisableAllArrays();
    of[1]->DisableAllArrays();
    of[kind]->EnableArray(name.c_str());
  }
};

// The array of that name; without a name the only one of the points or, if there is none, of the cells; otherwise the
// active scalars. "" if there is none.
static std::string find_array(image &i, const arrays &a)
{
  const int associations[] = {vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataObject::FIELD_ASSOCIATION_CELLS};
  i.cells = a.count[0] == 0;
  if (i.wanted.empty() && a.count[i.cells] == 1)
    return a.of[i.cells]->GetArrayName(0);
  for (int k = 0; k < 2; k++) {
    const std::string name = i.wanted.empty() ? active_scalars(i, associations[k]) : i.wanted;
    i.cells = k == 1;
    if (a.has(k, name))
      return name;
  }
  return "";
}

int choose_array(image &i, struct tile_error *e)
{
  arrays a(i);
  i.arrays = a.count[0] + a.count[1];
  if (!i.arrays)
    return reject(i.path, "contains no values", e);
  i.array = find_array(i, a);
  if (i.array.empty() && i.wanted.empty())
    return reject(i.path, "contains several arrays (" + a.names() + "): say which to read, with --array NAME", e);
  if (i.array.empty())
    return tile_fail(e, TILE_USAGE, "%s: --array %s: there is %s", i.path.c_str(), i.wanted.c_str(), a.names().c_str());
  a.read(i.cells, i.array);
  return TILE_OK;
}
