// SPDX-License-Identifier: BSD-3-Clause
// The header of a DICOM file, and the text of its elements.
#include "read_dicom.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

int dicom_reject(const std::string &path, const char *why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", path.c_str(), why);
}

// Stops before the pixel data.
int dicom_open(dicom_input *f, const std::string &path, struct tile_error *e)
{
  const gdcm::Tag pixels(0x7fe0, 0x0010);
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", path.c_str(), std::strerror(errno));
  f->path = path;
  f->reader.SetStream(in);
  if (!f->reader.ReadUpToTag(pixels, std::set<gdcm::Tag>{pixels}))
    return dicom_reject(path, "cannot be read as DICOM: is it cut off?", e);
  in.clear();
  f->pixels = static_cast<uint64_t>(in.tellg());
  in.seekg(-static_cast<std::streamoff>(sizeof f->bytes), std::ios::cur);
  in.read(reinterpret_cast<char *>(&f->bytes), sizeof f->bytes);
  in.seekg(0, std::ios::end);
  f->length = static_cast<uint64_t>(in.tellg());
  return TILE_OK;
}

bool dicom_input::plain() const
{
  return syntax() == gdcm::TransferSyntax::ImplicitVRLittleEndian ||
         syntax() == gdcm::TransferSyntax::ExplicitVRLittleEndian;
}

std::string dicom_text(const gdcm::DataSet &set, uint16_t group, uint16_t element)
{
  const gdcm::Tag tag(group, element);
  const gdcm::ByteValue *value = set.FindDataElement(tag) ? set.GetDataElement(tag).GetByteValue() : nullptr;
  std::string text = value ? std::string(value->GetPointer(), value->GetLength()) : "";
  text.erase(text.find_last_not_of(std::string(" \0", 2)) + 1);
  return text;
}

int dicom_numbers(const std::string &text, int most, double *to)
{
  const char *at = text.c_str();
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
