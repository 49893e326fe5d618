// SPDX-License-Identifier: BSD-3-Clause
// Reads one frame without the others: uncompressed, or from its fragments.
#include "read_dicom.h"

#include <gdcmFragment.h>
#include <gdcmImage.h>
#include <gdcmSequenceOfFragments.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

typedef std::unique_ptr<FILE, int (*)(FILE *)> stream;

static bool read_at(FILE *in, uint64_t at, void *to, size_t bytes)
{
  return fseeko(in, static_cast<off_t>(at), SEEK_SET) == 0 && std::fread(to, 1, bytes, in) == bytes;
}

static int cut_off(const dicom_input &f, struct tile_error *e)
{
  return dicom_reject(f.path, "is cut off within its pixels", e);
}

// ---- fragments ----

enum class item { none, fragment, end };

static item item_at(FILE *in, const dicom_input &f, uint64_t at, uint32_t *bytes)
{
  uint16_t tag[2];
  if (!read_at(in, at, tag, sizeof tag) || std::fread(bytes, sizeof *bytes, 1, in) != 1 || tag[0] != 0xfffe)
    return item::none;
  return tag[1] == 0xe0dd ? item::end : tag[1] == 0xe000 && *bytes <= f.length - at - 8 ? item::fragment : item::none;
}

// Finds all fragments; a table of the frames' offsets precedes them, which may be empty.
static int find_fragments(dicom_input *f, FILE *in, std::vector<uint32_t> *table, struct tile_error *e)
{
  uint32_t bytes;
  uint64_t at = f->pixels;
  if (item_at(in, *f, at, &bytes) != item::fragment)
    return cut_off(*f, e);
  table->resize(bytes / 4);
  if (std::fread(table->data(), 4, table->size(), in) != table->size())
    return cut_off(*f, e);
  item found = item::none;
  for (at += 8 + bytes; (found = item_at(in, *f, at, &bytes)) == item::fragment; at += 8 + static_cast<uint64_t>(bytes))
    f->fragments.push_back({at, bytes});
  return found == item::end ? TILE_OK : cut_off(*f, e);
}

static bool find_frames(dicom_input *f, const std::vector<uint32_t> &table)
{
  size_t at = 0;
  for (const uint32_t offset : table) {
    while (at < f->fragments.size() && f->fragments[at].at - f->fragments[0].at < offset)
      at++;
    if (at == f->fragments.size() || f->fragments[at].at - f->fragments[0].at != offset)
      return false;
    f->first.push_back(at++);
  }
  return f->first[0] == 0;
}

static int index_frames(dicom_input *f, FILE *in, size_t frames, struct tile_error *e)
{
  std::vector<uint32_t> table;
  f->fragments.clear();
  f->first.clear();
  if (find_fragments(f, in, &table, e))
    return e->code;
  if (f->fragments.size() == frames)
    for (size_t i = 0; i < frames; i++)
      f->first.push_back(i);
  else if (table.size() != frames || !find_frames(f, table))
    f->first.clear();
  f->first.push_back(f->fragments.size());
  if (f->first.size() == frames + 1)
    return TILE_OK;
  f->first.clear();
  return dicom_reject(f->path,
                      "does not state where its frames begin (BasicOffsetTable): convert it to another transfer "
                      "syntax",
                      e);
}

// ---- one frame ----

static int unpack(const dicom_input &f, const struct dicom_slice &s, const gdcm::SequenceOfFragments &packed, void *to,
                  size_t bytes, struct tile_error *e)
{
  gdcm::DataElement pixels(gdcm::Tag(0x7fe0, 0x0010));
  gdcm::Image image;
  pixels.SetValue(packed);
  image.SetNumberOfDimensions(2);
  image.SetDimension(0, static_cast<unsigned>(s.nx));
  image.SetDimension(1, static_cast<unsigned>(s.ny));
  image.SetPixelFormat(gdcm::PixelFormat(1, static_cast<uint16_t>(s.bits), static_cast<uint16_t>(s.used),
                                         static_cast<uint16_t>(s.used - 1), s.kind == 'i'));
  image.SetPhotometricInterpretation(gdcm::PhotometricInterpretation::MONOCHROME2);
  image.SetTransferSyntax(f.syntax());
  image.SetDataElement(pixels);
  if (image.GetBufferLength() != bytes || !image.GetBuffer(static_cast<char *>(to)))
    return dicom_reject(f.path, "its pixels cannot be read: it is damaged, or compressed in an unknown way", e);
  return image.GetPixelFormat().GetBitsAllocated() == s.bits && image.GetDimension(0) == static_cast<unsigned>(s.nx) &&
                 image.GetDimension(1) == static_cast<unsigned>(s.ny)
             ? TILE_OK
             : dicom_reject(f.path, "its pixels do not match its header: it is damaged", e);
}

static int get_packed(dicom_input *f, FILE *in, const struct dicom_slice &s, uint64_t frame, void *to, size_t bytes,
                      struct tile_error *e)
{
  gdcm::SmartPointer<gdcm::SequenceOfFragments> packed = new gdcm::SequenceOfFragments;
  if (f->first.empty() && index_frames(f, in, static_cast<size_t>(s.frames), e))
    return e->code;
  for (size_t i = f->first[frame]; i < f->first[frame + 1]; i++) {
    std::vector<char> held(f->fragments[i].bytes);
    gdcm::Fragment fragment;
    if (!read_at(in, f->fragments[i].at + 8, held.data(), held.size()))
      return cut_off(*f, e);
    fragment.SetByteValue(held.data(), static_cast<uint32_t>(held.size()));
    packed->AddFragment(fragment);
  }
  return unpack(*f, s, *packed, to, bytes, e);
}

int dicom_get_frame(dicom_input *f, const struct dicom_slice &s, uint64_t frame, void *to, size_t bytes,
                    struct tile_error *e)
{
  const stream in(std::fopen(f->path.c_str(), "rb"), std::fclose);
  if (!in)
    return tile_fail(e, TILE_FAILED, "%s: %s", f->path.c_str(), std::strerror(errno));
  if (f->syntax().IsEncapsulated())
    return get_packed(f, in.get(), s, frame, to, bytes, e);
  return f->bytes / bytes > frame && read_at(in.get(), f->pixels + frame * bytes, to, bytes) ? TILE_OK : cut_off(*f, e);
}
