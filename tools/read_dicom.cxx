// tessera-read-dicom: one DICOM file through GDCM, for source_dicom.c. Debian's GDCM ends the program on damaged files.
#include "dicom_slice.h"
#include "worker.h"

#include <gdcmAttribute.h>
#include <gdcmImageReader.h>
#include <gdcmStringFilter.h>
#include <gdcmTrace.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <set>
#include <string>

static int reject(const char *path, const char *why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", path, why);
}

// ---- the values of elements, as text ----

struct header {
  gdcm::StringFilter filter;
  const gdcm::DataSet &set;
  explicit header(const gdcm::File &file) : set(file.GetDataSet()) { filter.SetFile(file); }

  std::string text(uint16_t group, uint16_t element)
  {
    const gdcm::Tag tag(group, element);
    if (!set.FindDataElement(tag) || set.GetDataElement(tag).IsEmpty())
      return "";
    std::string value = filter.ToString(tag);
    value.erase(value.find_last_not_of(std::string(" \0", 2)) + 1);
    return value;
  }

  // How many numbers there are, separated by backslashes; -1: something else.
  int numbers(uint16_t group, uint16_t element, int most, double *to)
  {
    const std::string value = text(group, element);
    const char *at = value.c_str();
    int count = 0;
    while (*at && count < most) {
      char *end;
      to[count++] = std::strtod(at, &end);
      end += std::strspn(end, " ");
      if (end == at || !std::isfinite(to[count - 1]) || (*end && *end != '\\'))
        return -1;
      at = end + (*end == '\\');
    }
    return *at ? -1 : count;
  }

  double number(uint16_t group, uint16_t element, double otherwise)
  {
    double value;
    return numbers(group, element, 1, &value) == 1 ? value : otherwise;
  }
};

static void copy(char *to, size_t size, const std::string &from)
{
  std::snprintf(to, size, "%s", from.c_str());
  for (; *to; to++)
    if (*to < ' ' || *to > '~')
      *to = '?';
}

static int take_pixels(struct dicom_slice *s, const char *path, header &h, struct tile_error *e)
{
  const double columns = h.number(0x0028, 0x0011, 0), rows = h.number(0x0028, 0x0010, 0),
               bits = h.number(0x0028, 0x0100, 0);
  copy(s->photometric, sizeof s->photometric, h.text(0x0028, 0x0004));
  if (!(columns >= 1 && columns <= 65535 && rows >= 1 && rows <= 65535))
    return reject(path, "is no image: leave it out", e);
  if (h.number(0x0028, 0x0008, 1) > 1)
    return reject(path, "holds several frames: convert it to one file a slice, or to NIfTI or NRRD", e);
  if (h.number(0x0028, 0x0002, 1) != 1 || std::strncmp(s->photometric, "MONOCHROME", 10))
    return tile_fail(e, TILE_REJECTED, "%s: is %s, not grey levels: convert it", path, s->photometric);
  s->nx = static_cast<int64_t>(columns);
  s->ny = static_cast<int64_t>(rows);
  s->kind = h.number(0x0028, 0x0103, 0) == 1 ? 'i' : 'u';
  s->bits = bits == 8 || bits == 16 || bits == 32 ? static_cast<int>(bits) : 0;
  return s->bits ? TILE_OK : tile_fail(e, TILE_REJECTED, "%s: has %g bits a pixel: convert it to 8, 16 or 32", path,
                                       bits);
}

static int take_place(struct dicom_slice *s, const char *path, header &h, struct tile_error *e)
{
  double spacing[2], cosines[6];
  s->placed = h.numbers(0x0020, 0x0032, 3, s->position) == 3 && h.numbers(0x0020, 0x0037, 6, cosines) == 6 &&
              h.numbers(0x0028, 0x0030, 2, spacing) == 2 && spacing[0] > 0 && spacing[1] > 0;
  for (int i = 0; i < 3 && s->placed; i++) {
    s->row[i] = cosines[i];
    s->column[i] = cosines[3 + i];
  }
  s->spacing[0] = s->placed ? spacing[1] : 0; // from column to column
  s->spacing[1] = s->placed ? spacing[0] : 0;
  s->intercept = h.number(0x0028, 0x1052, 0);
  s->slope = h.number(0x0028, 0x1053, 1);
  return s->slope != 0 ? TILE_OK : reject(path, "its RescaleSlope is 0", e);
}

static int unreadable(const char *path, struct tile_error *e)
{
  FILE *in = std::fopen(path, "rb");
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path, std::strerror(errno));
  std::fclose(in);
  return reject(path, "cannot be read as DICOM: is it cut off?", e);
}

// Stops before the value of the pixels.
static int read_header(gdcm::Reader &reader, struct dicom_slice *s, const char *path, struct tile_error *e)
{
  const gdcm::Tag pixels(0x7fe0, 0x0010);
  if (!reader.ReadUpToTag(pixels, std::set<gdcm::Tag>{pixels}))
    return unreadable(path, e);
  header h(reader.GetFile());
  copy(s->series, sizeof s->series, h.text(0x0020, 0x000e));
  const int code = take_pixels(s, path, h, e);
  return code ? code : take_place(s, path, h, e);
}

// ---- pixels ----

// GDCM fills up what is cut off. What is packed ends with a delimiter, and little may follow.
static bool is_whole(const char *path, size_t position, bool packed, size_t bytes)
{
  static const unsigned char delimiter[8] = { 0xfe, 0xff, 0xdd, 0xe0 };
  unsigned char end[4096];
  FILE *in = std::fopen(path, "rb");
  if (!in || std::fseek(in, 0, SEEK_END))
    return in && std::fclose(in) && false;
  const size_t length = static_cast<size_t>(std::ftell(in)), tail = length < sizeof end ? length : sizeof end;
  std::fseek(in, -static_cast<long>(tail), SEEK_END);
  const bool ended = std::fread(end, 1, tail, in) == tail && memmem(end, tail, delimiter, sizeof delimiter);
  std::fclose(in);
  return packed ? ended : length >= position + bytes;
}

// Leaves the header in *s.
static int check_whole(const char *path, struct dicom_slice *s, size_t bytes, struct tile_error *e)
{
  std::ifstream in(path, std::ios::binary);
  gdcm::Reader reader;
  reader.SetStream(in);
  if (read_header(reader, s, path, e))
    return e->code;
  in.clear();
  const gdcm::TransferSyntax &syntax = reader.GetFile().GetHeader().GetDataSetTransferSyntax();
  const bool deflated = syntax == gdcm::TransferSyntax::DeflatedExplicitVRLittleEndian;
  return deflated || is_whole(path, static_cast<size_t>(in.tellg()), syntax.IsEncapsulated(), bytes)
             ? TILE_OK : reject(path, "is cut off within its pixels", e);
}

static bool alike(const gdcm::Image &image, const struct dicom_slice &s, size_t bytes)
{
  const gdcm::PixelFormat &format = image.GetPixelFormat();
  return image.GetDimension(0) == static_cast<unsigned>(s.nx) && image.GetDimension(1) == static_cast<unsigned>(s.ny) &&
         image.GetBufferLength() == bytes && format.GetBitsAllocated() == s.bits &&
         (format.GetPixelRepresentation() == 1) == (s.kind == 'i');
}

static int read_pixels(const char *path, void *to, size_t bytes, struct tile_error *e)
{
  gdcm::ImageReader reader;
  struct dicom_slice slice = dicom_slice();
  if (check_whole(path, &slice, bytes, e))
    return e->code;
  reader.SetFileName(path);
  if (!reader.Read())
    return reject(path, "its pixels cannot be read: it is damaged, or packed in an unknown way", e);
  if (!alike(reader.GetImage(), slice, bytes) || !reader.GetImage().GetBuffer(static_cast<char *>(to)))
    return reject(path, "its pixels are not what its header says: it is damaged", e);
  return TILE_OK;
}

static int attempt(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  (void)number;
  try {
    gdcm::Reader reader;
    reader.SetFileName(path);
    return what == DICOM_PIXELS ? read_pixels(path, to, bytes, e)
                                : read_header(reader, static_cast<struct dicom_slice *>(to), path, e);
  } catch (const std::bad_alloc &) {
    return tile_fail_memory(e, bytes, path);
  } catch (const std::exception &) {
    return reject(path, "cannot be read as DICOM: it is damaged", e);
  }
}

// Libraries that run out of memory may call the file damaged.
static bool short_of_memory;

static void note_memory()
{
  short_of_memory = true;
  throw std::bad_alloc();
}

static int answer(char what, const char *path, uint64_t number, void *to, size_t bytes, struct tile_error *e)
{
  short_of_memory = false;
  const int code = attempt(what, path, number, to, bytes, e);
  return code && short_of_memory ? tile_fail(e, TILE_FAILED, "%s: out of memory", path) : code;
}

int main()
{
  std::set_new_handler(note_memory);
  gdcm::Trace::DebugOff();
  gdcm::Trace::WarningOff();
  gdcm::Trace::ErrorOff();
  return worker_serve(answer);
}
