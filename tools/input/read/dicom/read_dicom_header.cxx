// SPDX-License-Identifier: BSD-3-Clause
// Reads the header of one frame.
#include "read_dicom.h"

#include <gdcmStringFilter.h>

#include <cmath>
#include <cstdio>
#include <cstring>

static double number(const dicom_input &f, uint16_t group, uint16_t element, double otherwise)
{
  gdcm::StringFilter filter;
  const gdcm::Tag tag(group, element);
  const gdcm::DataSet &set = f.reader.GetFile().GetDataSet();
  if (!set.FindDataElement(tag) || set.GetDataElement(tag).IsEmpty())
    return otherwise;
  filter.SetFile(f.reader.GetFile());
  std::string text = filter.ToString(tag);
  text.erase(text.find_last_not_of(std::string(" \0", 2)) + 1);
  double value;
  return dicom_numbers(text, 1, &value) == 1 ? value : otherwise;
}

static void copy(char *to, size_t size, const std::string &from)
{
  std::snprintf(to, size, "%s", from.c_str());
  for (; *to; to++)
    if (*to < ' ' || *to > '~')
      *to = '?';
}

static int get_bits(struct dicom_slice *s, const dicom_input &f, struct tile_error *e)
{
  const double bits = number(f, 0x0028, 0x0100, 0), used = number(f, 0x0028, 0x0101, bits),
               high = number(f, 0x0028, 0x0102, used - 1);
  s->kind = number(f, 0x0028, 0x0103, 0) == 1 ? 'i' : 'u';
  s->bits = bits == 8 || bits == 16 || bits == 32 ? static_cast<int>(bits) : 0;
  s->used = used >= 1 && used <= bits && used == std::floor(used) ? static_cast<int>(used) : 0;
  if (!s->bits)
    return tile_fail(e, TILE_REJECTED, "%s: has %g bits per pixel: convert it to 8, 16 or 32", f.path.c_str(), bits);
  return s->used && high == used - 1 ? TILE_OK
                                     : dicom_reject(f.path,
                                                    "its pixels do not begin at the lowest bit (BitsStored, "
                                                    "HighBit): convert it",
                                                    e);
}

// A value whose sign is not that of the pixels is one of them in the other reading.
static double as_stored(const struct dicom_slice &s, double value)
{
  const double all = std::ldexp(1, s.bits);
  return s.kind == 'i' && value >= all / 2 ? value - all : s.kind == 'u' && value < 0 ? value + all : value;
}

// PixelPaddingValue, and the other end of its range.
static void get_padding(struct dicom_slice *s, const dicom_input &f)
{
  const double one = number(f, 0x0028, 0x0120, INFINITY), other = number(f, 0x0028, 0x0121, one);
  s->padded = std::isfinite(one) && std::isfinite(other);
  const double low = s->padded ? as_stored(*s, one) : 0, high = s->padded ? as_stored(*s, other) : 0;
  s->padding[0] = std::fmin(low, high);
  s->padding[1] = std::fmax(low, high);
}

// There must be as many bytes as the frames need; after a single frame there may be some more, without meaning.
static int check_bytes(const dicom_input &f, int64_t frames, uint64_t bytes, struct tile_error *e)
{
  const uint64_t needed = static_cast<uint64_t>(frames) * bytes;
  if (!f.plain() || (frames == 1 ? f.bytes < 2 * needed : f.bytes == needed + needed % 2))
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "%s: has %u bytes of pixels, but %lld frame%s %llu: it is damaged", f.path.c_str(),
                   f.bytes, static_cast<long long>(frames), frames > 1 ? "s are" : " is",
                   static_cast<unsigned long long>(needed));
}

// It must be possible to read one of several frames without the others, and a file of this length must be able to
// contain them.
static int get_frames(struct dicom_slice *s, const dicom_input &f, struct tile_error *e)
{
  const double frames = number(f, 0x0028, 0x0008, 1);
  const uint64_t bytes = static_cast<uint64_t>(s->nx * s->ny * s->bits / 8);
  s->frames = 1;
  if (!(frames > 1))
    return check_bytes(f, 1, bytes, e);
  if (!f.plain() && !f.syntax().IsEncapsulated())
    return dicom_reject(f.path,
                        "has several frames and is big-endian or deflated: convert it to another transfer syntax", e);
  if (frames != std::floor(frames) || frames > 0x1p40 || f.length < f.pixels ||
      static_cast<uint64_t>(frames) > (f.length - f.pixels) / (f.plain() ? bytes : 8))
    return tile_fail(e, TILE_REJECTED, "%s: does not contain the %g frames that its header states: is it cut off?",
                     f.path.c_str(), frames);
  s->frames = static_cast<int64_t>(frames);
  return check_bytes(f, s->frames, bytes, e);
}

static int get_pixels(struct dicom_slice *s, const dicom_input &f, struct tile_error *e)
{
  const double columns = number(f, 0x0028, 0x0011, 0), rows = number(f, 0x0028, 0x0010, 0);
  copy(s->photometric, sizeof s->photometric, dicom_text(f.reader.GetFile().GetDataSet(), 0x0028, 0x0004));
  if (!(columns >= 1 && columns <= 65535 && rows >= 1 && rows <= 65535))
    return dicom_reject(f.path, "is not an image: leave it out", e);
  if (!*s->photometric)
    return dicom_reject(f.path,
                        "does not say what its numbers mean (PhotometricInterpretation): if they are grey levels, set "
                        "it to MONOCHROME2",
                        e);
  if (number(f, 0x0028, 0x0002, 1) != 1 || std::strncmp(s->photometric, "MONOCHROME", 10))
    return tile_fail(e, TILE_REJECTED, "%s: is %s, not grey levels: convert it", f.path.c_str(), s->photometric);
  s->nx = static_cast<int64_t>(columns);
  s->ny = static_cast<int64_t>(rows);
  if (get_bits(s, f, e) || get_frames(s, f, e))
    return e->code;
  get_padding(s, f);
  return TILE_OK;
}

static bool is_segmentation(const dicom_input &f)
{
  return dicom_text(f.reader.GetFile().GetDataSet(), 0x0008, 0x0016) == "1.2.840.10008.5.1.4.1.1.66.4";
}

// GDCM ends the program when it is asked for the image of a dose file.
static bool is_dose(const dicom_input &f)
{
  return dicom_text(f.reader.GetFile().GetDataSet(), 0x0008, 0x0016) == "1.2.840.10008.5.1.4.1.1.481.2" &&
         (!f.plain() || number(f, 0x0028, 0x0008, 1) > 1);
}

int dicom_read_header(const dicom_input &f, uint64_t frame, struct dicom_slice *s, struct tile_error *e)
{
  if (is_dose(f))
    return dicom_reject(f.path, "is an RT dose, not an image of grey levels: convert it to NIfTI or NRRD to read it",
                        e);
  if (is_segmentation(f))
    return dicom_reject(
        f.path,
        "is a DICOM segmentation (SEG), whose frames are parts of slices, one for each segment: convert "
        "it to NIfTI or NRRD, for example with segimage2itkimage (dcmqi) or 3D Slicer",
        e);
  copy(s->series, sizeof s->series, dicom_text(f.reader.GetFile().GetDataSet(), 0x0020, 0x000e));
  const int code = get_pixels(s, f, e);
  return code ? code : dicom_get_pose(s, f, frame, e);
}
