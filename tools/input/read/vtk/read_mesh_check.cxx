// SPDX-License-Identifier: BSD-3-Clause
// Checks of damaged files, because VTK does not make them.
#include "read_mesh.h"

#include <vtkCellArray.h>
#include <vtkGenericCell.h>
#include <vtkNew.h>
#include <vtkUnstructuredGrid.h>
#include <vtkVersionMacros.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

// ---- claims ----

// Words that precede a number of points, cells or values: first those of XML, then those of legacy files, at the start
// of a line.
static const char *const words[] = {
    "NumberOfPoints=\"", "NumberOfCells=\"",  "NumberOfVerts=\"",      "NumberOfLines=\"", "NumberOfStrips=\"",
    "NumberOfPolys=\"",  "NumberOfTuples=\"", "NumberOfComponents=\"", "\nPOINTS ",        "\nCELLS ",
    "\nCELL_TYPES ",     "\nPOLYGONS ",       "\nVERTICES ",           "\nLINES ",         "\nTRIANGLE_STRIPS ",
    "\nPOINT_DATA ",     "\nCELL_DATA ",
};
static const size_t longest = 24;

static bool is_impossible(const char *at, size_t length, double most)
{
  for (const char *word : words) {
    const size_t known = std::strlen(word);
    if (length > known && std::memcmp(at, word, known) == 0) {
      const double claim = std::strtod(at + known, nullptr); // the text ends with a zero
      return !(claim >= 0 && claim <= most);
    }
  }
  return false;
}

// Older versions leave out, in silence, the faces of polyhedra as newer ones write them.
static bool is_newer(const char *at, size_t length)
{
  static const char faces[] = "Name=\"face_connectivity\"";
  const bool old = VTK_MAJOR_VERSION < 9 || (VTK_MAJOR_VERSION == 9 && VTK_MINOR_VERSION < 4);
  return old && length >= sizeof faces - 1 && std::memcmp(at, faces, sizeof faces - 1) == 0;
}

// What is wrong; NULL: nothing.
static const char *search(const char *text, size_t length, double most)
{
  for (const char *at = text; at < text + length; at++) {
    const size_t rest = length - static_cast<size_t>(at - text);
    if ((*at == 'N' || *at == '\n') && is_impossible(at, rest, most))
      return "claims more points, cells or values than it can hold: it is damaged";
    if (*at == 'N' && is_newer(at, rest))
      return "has polyhedra as VTK 9.4 and newer write them, and the VTK " VTK_VERSION " of this program cannot read "
             "their faces: save its surface as .vtp, for example with Extract Surface of ParaView";
  }
  return nullptr;
}

// Reads the file in blocks that overlap, so that no word is cut.
int check_claims(const std::string &path, struct tile_error *e)
{
  const size_t overlap = 2 * longest;
  std::vector<char> text((1 << 20) + overlap + 1);
  FILE *in = std::fopen(path.c_str(), "rb");
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path.c_str(), std::strerror(errno));
  std::fseek(in, 0, SEEK_END);
  const double most = 1e4 * static_cast<double>(std::ftell(in));
  std::rewind(in);
  const char *bad = nullptr;
  size_t kept = 0;
  for (size_t got; !bad && (got = std::fread(text.data() + kept, 1, text.size() - 1 - kept, in)) > 0;) {
    const size_t length = kept + got;
    text[length] = 0;
    kept = std::min(overlap, length);
    bad = search(text.data(), length, most);
    std::memmove(text.data(), text.data() + length - kept, kept);
  }
  const bool failed = std::ferror(in);
  std::fclose(in);
  if (failed)
    return tile_fail(e, TILE_FAILED, "%s: could not be read", path.c_str());
  return bad ? reject(path, bad, e) : TILE_OK;
}

// ---- cells ----

static bool has_range(vtkCellArray *cells, vtkIdType points)
{
  if (!cells->IsValid())
    return false;
  const vtkIdType count = cells->GetNumberOfConnectivityIds();
  vtkDataArray *ids = cells->GetConnectivityArray();
  for (vtkIdType i = 0; i < count; i++)
    if (!(ids->GetComponent(i, 0) >= 0 && ids->GetComponent(i, 0) < static_cast<double>(points)))
      return false;
  return true;
}

// How many points the type needs; 0: any number.
static vtkIdType points_of(int type)
{
  static std::map<int, vtkIdType> known;
  const auto found = known.find(type);
  if (found != known.end())
    return found->second;
  vtkNew<vtkGenericCell> cell;
  cell->SetCellType(type);
  return known[type] = cell->GetNumberOfPoints();
}

static bool has_points(vtkUnstructuredGrid *grid)
{
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); i++)
    if (grid->GetCells()->GetCellSize(i) < points_of(grid->GetCellType(i)))
      return false;
  return true;
}

static bool are_good(vtkUnstructuredGrid *grid)
{
  if (grid->GetNumberOfCells() == 0)
    return true;
  return grid->GetCells() && grid->GetCells()->GetNumberOfCells() == grid->GetNumberOfCells() &&
         has_range(grid->GetCells(), grid->GetNumberOfPoints()) && has_points(grid);
}

static bool are_good(vtkPolyData *mesh)
{
  const vtkIdType points = mesh->GetNumberOfPoints();
  return has_range(mesh->GetVerts(), points) && has_range(mesh->GetLines(), points) &&
         has_range(mesh->GetPolys(), points) && has_range(mesh->GetStrips(), points);
}

int check_cells(const std::string &path, vtkDataSet *all, struct tile_error *e)
{
  vtkUnstructuredGrid *grid = vtkUnstructuredGrid::SafeDownCast(all);
  vtkPolyData *mesh = vtkPolyData::SafeDownCast(all);
  if (!grid && !mesh)
    return reject(path, std::string("is a ") + all->GetClassName() + ", neither polygons nor an unstructured grid", e);
  return (grid ? are_good(grid) : are_good(mesh))
             ? TILE_OK
             : reject(path, "a cell has points that are not there: it is damaged", e);
}
