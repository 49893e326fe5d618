// SPDX-License-Identifier: BSD-3-Clause
// The position of a frame: from the elements of its file, or from the functional groups of enhanced files (part 3,
// C.7.6.16).
#include "read_dicom.h"

#include <gdcmSequenceOfItems.h>

#include <cmath>
#include <cstring>

typedef gdcm::SmartPointer<gdcm::SequenceOfItems> items;

static items items_of(const gdcm::DataSet &set, uint16_t group, uint16_t element)
{
  const gdcm::Tag tag(group, element);
  return set.FindDataElement(tag) ? set.GetDataElement(tag).GetValueAsSQ() : items();
}

static size_t count(const items &some)
{
  return some ? some->GetNumberOfItems() : 0;
}

// Values for one frame have priority over values for all frames, and these over values of the file.
struct groups {
  const gdcm::DataSet &file;
  items frames, shared;
  uint64_t frame;

  groups(const gdcm::DataSet &set, uint64_t number)
      : file(set), frames(items_of(set, 0x5200, 0x9230)), shared(items_of(set, 0x5200, 0x9229)), frame(number)
  {
  }

  static std::string within(const items &all, uint64_t at, uint16_t group, uint16_t sequence, uint16_t in,
                            uint16_t element)
  {
    if (at >= count(all))
      return "";
    const items macro = items_of(all->GetItem(at + 1).GetNestedDataSet(), group, sequence);
    return count(macro) ? dicom_text(macro->GetItem(1).GetNestedDataSet(), in, element) : "";
  }

  std::string text(uint16_t group, uint16_t sequence, uint16_t in, uint16_t element) const
  {
    std::string found = within(frames, frame, group, sequence, in, element);
    if (found.empty())
      found = within(shared, 0, group, sequence, in, element);
    return found.empty() ? dicom_text(file, in, element) : found;
  }
};

static double number(const std::string &text, double otherwise)
{
  double value;
  return dicom_numbers(text, 1, &value) == 1 ? value : otherwise;
}

static int get_scale(struct dicom_slice *s, const dicom_input &f, const groups &g, struct tile_error *e)
{
  s->intercept = number(g.text(0x0028, 0x9145, 0x0028, 0x1052), 0);
  s->slope = number(g.text(0x0028, 0x9145, 0x0028, 0x1053), 1);
  return s->slope != 0 ? TILE_OK : dicom_reject(f.path, "its RescaleSlope is 0", e);
}

// Frames without any position are slices in their order, unless something else numbers them: pages, labels, the
// locations of slices or their numbers.
static int get_stack(struct dicom_slice *s, const dicom_input &f, struct tile_error *e)
{
  static const char *const slices[] = {"\x18\0\x01\x20", "\x18\0\x02\x20", "\x18\0\x05\x20", "\x54\0\x80\0"};
  const gdcm::DataSet &set = f.reader.GetFile().GetDataSet();
  const gdcm::Tag pointer(0x0028, 0x0009);
  const gdcm::ByteValue *by = set.FindDataElement(pointer) ? set.GetDataElement(pointer).GetByteValue() : nullptr;
  bool known = !by || by->GetLength() == 0;
  for (const char *slice : slices)
    known = known || (by->GetLength() == 4 && std::memcmp(by->GetPointer(), slice, 4) == 0);
  if (!known || !dicom_text(set, 0x0018, 0x1063).empty() || !dicom_text(set, 0x0018, 0x1065).empty())
    return dicom_reject(f.path,
                        "its frames are not slices but times or angles (FrameIncrementPointer): convert "
                        "the part that is a volume to NIfTI or NRRD",
                        e);
  s->stacked = true;
  s->step = std::fabs(number(dicom_text(set, 0x0018, 0x0088), 0));
  return TILE_OK;
}

int dicom_get_pose(struct dicom_slice *s, const dicom_input &f, uint64_t frame, struct tile_error *e)
{
  const groups g(f.reader.GetFile().GetDataSet(), frame);
  double spacing[2] = {0, 0}, cosines[6];
  if (count(g.frames) && count(g.frames) != static_cast<uint64_t>(s->frames))
    return dicom_reject(f.path, "does not describe each of its frames: it is damaged", e);
  const bool spaced =
      dicom_numbers(g.text(0x0028, 0x9110, 0x0028, 0x0030), 2, spacing) == 2 && spacing[0] > 0 && spacing[1] > 0;
  s->placed = spaced && dicom_numbers(g.text(0x0020, 0x9113, 0x0020, 0x0032), 3, s->position) == 3 &&
              dicom_numbers(g.text(0x0020, 0x9116, 0x0020, 0x0037), 6, cosines) == 6;
  for (int i = 0; i < 3 && s->placed; i++) {
    s->row[i] = cosines[i];
    s->column[i] = cosines[3 + i];
  }
  const int code = s->frames > 1 && !count(g.frames) ? get_stack(s, f, e) : TILE_OK;
  s->placed = s->placed && !s->stacked;
  s->spacing[0] = spaced && (s->placed || s->stacked) ? spacing[1] : 0; // between columns
  s->spacing[1] = spaced && (s->placed || s->stacked) ? spacing[0] : 0;
  return code ? code : get_scale(s, f, g, e);
}
