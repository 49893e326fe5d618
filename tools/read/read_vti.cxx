// tessera-read-vti: one VTK image file through VTK, for vti_header.c, a few slices at a time where the file allows.
#include "vti_read.h"
#include "worker.h"

#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataArraySelection.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkMatrix3x3.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkStringArray.h>
#include <vtkXMLImageDataReader.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>

static const size_t slab_bytes = 32 << 20;

static int reject(const std::string &path, const std::string &why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", path.c_str(), why.c_str());
}

// ---- VTK does not throw: it tells observers ----

// "ERROR: In file, line 1\nvtkXMLImageDataReader (0x1): what it is about\n"
static std::string message_of(const char *said)
{
  std::string text = said ? said : "";
  const size_t object = text.find("): ");
  if (object != std::string::npos)
    text = text.substr(object + 3);
  text = text.substr(0, text.find('\n'));
  return text.substr(0, 160);
}

static std::string first_message;
static bool failed;

static void note_error(vtkObject *, unsigned long, void *, void *said)
{
  if (!failed)
    first_message = message_of(static_cast<const char *>(said));
  failed = true;
}

static bool has_failed(vtkXMLImageDataReader *reader)
{
  return failed || reader->GetErrorCode() != vtkErrorCode::NoError;
}

static int reject_message(const std::string &path, struct tile_error *e)
{
  return reject(path, "VTK cannot read it: " + (first_message.empty() ? "it is damaged or cut off" : first_message), e);
}

// ---- the file that is open ----

struct image {
  std::string path, wanted; // an array; "": the only one
  std::string array;        // the one that is read
  int arrays = 0;           // of how many
  vtkNew<vtkXMLImageDataReader> reader;
  vtkNew<vtkCallbackCommand> observer;
  int whole[6];           // extent of points
  bool cells;             // values belong to cells: one less along each axis
  int begin = 0, end = 0; // slices that are held

  image(const std::string &name, const std::string &array_wanted) : path(name), wanted(array_wanted)
  {
    observer->SetCallback(note_error);
    reader->AddObserver(vtkCommand::ErrorEvent, observer);
    reader->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, observer);
    reader->SetFileName(name.c_str());
    failed = false;
    first_message.clear();
  }

  vtkDataArray *values()
  {
    vtkImageData *output = reader->GetOutput();
    vtkDataSetAttributes *all = cells ? static_cast<vtkDataSetAttributes *>(output->GetCellData())
                                      : static_cast<vtkDataSetAttributes *>(output->GetPointData());
    return all->GetNumberOfArrays() ? all->GetArray(0) : nullptr;
  }

  int64_t size(int axis) const
  {
    return static_cast<int64_t>(whole[2 * axis + 1]) - whole[2 * axis] + (cells ? 0 : 1);
  }
};

static image *opened;

// VTK takes a file whose end is missing for whole. *length: of the file.
static int check_end(const std::string &path, long *length, struct tile_error *e)
{
  char end[64];
  FILE *in = std::fopen(path.c_str(), "rb");
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path.c_str(), std::strerror(errno));
  std::fseek(in, 0, SEEK_END);
  *length = std::ftell(in);
  const long tail = std::min(*length, static_cast<long>(sizeof end));
  std::fseek(in, -tail, SEEK_END);
  const size_t got = std::fread(end, 1, static_cast<size_t>(tail), in);
  std::fclose(in);
  return memmem(end, got, "</VTKFile>", 10) ? TILE_OK : reject(path, "is not a VTK image, or is cut off", e);
}

// ---- which array ----

static std::string active_scalars(image &i, int association)
{
  vtkInformation *of = vtkDataObject::GetActiveFieldInformation(i.reader->GetOutputInformation(0), association,
                                                                vtkDataSetAttributes::SCALARS);
  const char *name = of ? of->Get(vtkDataObject::FIELD_NAME()) : nullptr;
  return name ? name : "";
}

// Points come first.
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

// That of the name; else the only one of the points or, without one, of the cells; else the active scalars. "": no such.
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

static int choose_array(image &i, struct tile_error *e)
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

// ---- slices ----

// The slices [begin, end) into the output.
static int update(image &i, int begin, int end, struct tile_error *e)
{
  int extent[6];
  std::copy(i.whole, i.whole + 6, extent);
  extent[4] = i.whole[4] + begin;
  extent[5] = i.whole[4] + end - (i.cells ? 0 : 1);
  i.begin = i.end = 0;
  i.reader->vtkAlgorithm::UpdateExtent(extent); // the reader has a member of this name
  if (has_failed(i.reader))
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
  i.end = got[5] - i.whole[4] + (i.cells ? 0 : 1);
  return TILE_OK;
}

// Numbers a voxel of the array that is read, as the file claims.
static double components_of(const image &i)
{
  vtkInformationVector *all = i.reader->GetOutputInformation(0)->Get(i.cells ? vtkDataObject::CELL_DATA_VECTOR()
                                                                             : vtkDataObject::POINT_DATA_VECTOR());
  int most = 1;
  for (int a = 0; all && a < all->GetNumberOfInformationObjects(); a++)
    most = std::max(most, all->GetInformationObject(a)->Get(vtkDataObject::FIELD_NUMBER_OF_COMPONENTS()));
  return most;
}

// Nothing is allocated that a file of this length could not fill, however it is packed.
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

static int open_image(const std::string &path, const std::string &wanted, struct tile_error *e)
{
  long length = 0;
  delete opened;
  opened = nullptr;
  if (check_end(path, &length, e))
    return e->code;
  opened = new image(path, wanted);
  opened->reader->UpdateInformation();
  if (has_failed(opened->reader))
    return reject_message(path, e);
  if (choose_array(*opened, e))
    return e->code;
  opened->reader->GetOutputInformation(0)->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), opened->whole);
  return check_size(*opened, length, e) ? e->code : update(*opened, 0, 1, e);
}

static int read_slice(const std::string &path, int64_t z, void *to, size_t bytes, struct tile_error *e)
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
    return reject(path, "holds fewer values than its size says", e);
  std::memcpy(to, values->GetVoidPointer(first * values->GetNumberOfComponents()), bytes);
  return TILE_OK;
}

// ---- the header ----

static void get_type(struct vti_image *to, int type)
{
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

// Values of points lie at them; those of cells half a cell further.
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
      to->centre[k] += to->step[a][k] * to->spacing[a] * (i.whole[2 * a] + (i.cells ? 0.5 : 0.0));
    }
}

static int read_header(const std::string &path, const std::string &wanted, struct vti_image *to, struct tile_error *e)
{
  if (open_image(path, wanted, e))
    return e->code;
  vtkDataArray *values = opened->values();
  get_type(to, values->GetDataType());
  if (!to->bits)
    return reject(path,
                  "values of type " + std::string(values->GetDataTypeAsString()) +
                      " cannot be read: save it as "
                      "integers of 8 to 64 bits or as real numbers",
                  e);
  to->components = values->GetNumberOfComponents();
  to->arrays = opened->arrays;
  std::snprintf(to->array, sizeof to->array, "%s", opened->array.c_str());
  for (int a = 0; a < 3; a++)
    to->grid[a] = opened->size(a);
  get_pose(to, *opened);
  get_units(to, opened->reader->GetOutput()->GetFieldData());
  return TILE_OK;
}

static int attempt(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  try {
    const std::string wanted = worker_with(path);
    if (what == VTI_HEADER)
      return read_header(path, wanted, static_cast<struct vti_image *>(to), e);
    const int code = opened && opened->path == path && opened->wanted == wanted ? TILE_OK : open_image(path, wanted, e);
    return code ? code : read_slice(path, static_cast<int64_t>(number), to, bytes, e);
  } catch (const std::bad_alloc &) {
    return tile_fail_memory(e, bytes, path);
  } catch (const std::exception &) {
    return reject(path, "VTK cannot read it: it is damaged", e);
  }
}

// Libraries that run out of memory may call the file damaged.
static bool short_of_memory;

static void note_memory()
{
  short_of_memory = true;
  throw std::bad_alloc();
}

// What is refused to malloc only errno tells; a vast size in a damaged file is refused, too.
static bool is_refused(size_t bytes)
{
  void *room = errno == ENOMEM ? std::malloc(2 * slab_bytes + bytes) : nullptr;
  const bool refused = errno == ENOMEM && !room;
  std::free(room);
  return refused;
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  short_of_memory = false;
  errno = 0;
  const int code = attempt(what, path, number, to, bytes, e);
  short_of_memory = short_of_memory || (code && is_refused(bytes));
  return code && short_of_memory ? tile_fail(e, TILE_FAILED, "%s: out of memory", path) : code;
}

int main()
{
  std::set_new_handler(note_memory);
  return worker_serve(answer);
}
