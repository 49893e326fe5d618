// SPDX-License-Identifier: BSD-3-Clause
// Reads the pixels of a frame; a single frame that is not uncompressed is decoded here.
#include "read_dicom.h"

#include <gdcmImageReader.h>

#include <cstdio>
#include <cstring>
#include <type_traits>

// GDCM fills up pixel data that are cut off. Compressed data end with a delimiter, and little may follow it.
static bool is_whole(const dicom_input &f, size_t bytes)
{
  static const unsigned char delimiter[8] = {0xfe, 0xff, 0xdd, 0xe0};
  unsigned char end[4096];
  if (f.syntax() == gdcm::TransferSyntax::DeflatedExplicitVRLittleEndian)
    return true;
  if (!f.syntax().IsEncapsulated())
    return f.length >= f.pixels + bytes;
  const size_t tail = f.length < sizeof end ? f.length : sizeof end;
  FILE *in = std::fopen(f.path.c_str(), "rb");
  const bool ended = in && std::fseek(in, -static_cast<long>(tail), SEEK_END) == 0 &&
                     std::fread(end, 1, tail, in) == tail && memmem(end, tail, delimiter, sizeof delimiter);
  if (in)
    std::fclose(in);
  return ended;
}

static bool alike(const gdcm::Image &image, const struct dicom_slice &s, size_t bytes)
{
  const gdcm::PixelFormat &format = image.GetPixelFormat();
  return image.GetDimension(0) == static_cast<unsigned>(s.nx) && image.GetDimension(1) == static_cast<unsigned>(s.ny) &&
         image.GetBufferLength() == bytes && format.GetBitsAllocated() == s.bits &&
         (format.GetPixelRepresentation() == 1) == (s.kind == 'i');
}

static int read_image(const dicom_input &f, const struct dicom_slice &s, void *to, size_t bytes, struct tile_error *e)
{
  gdcm::ImageReader reader;
  if (!is_whole(f, bytes))
    return dicom_reject(f.path, "is cut off within its pixels", e);
  reader.SetFileName(f.path.c_str());
  if (!reader.Read())
    return dicom_reject(f.path, "its pixels cannot be read: it is damaged, or compressed in an unknown way", e);
  if (!alike(reader.GetImage(), s, bytes) || !reader.GetImage().GetBuffer(static_cast<char *>(to)))
    return dicom_reject(f.path, "its pixels do not match its header: it is damaged", e);
  return TILE_OK;
}

// Bits that are not used may have any value.
template <class type> static void extend(void *values, size_t bytes, int unused)
{
  type *v = static_cast<type *>(values);
  for (size_t i = 0; i < bytes / sizeof(type); i++)
    v[i] = static_cast<type>(static_cast<type>(static_cast<std::make_unsigned_t<type>>(v[i]) << unused) >> unused);
}

static void clear_unused(const struct dicom_slice &s, void *values, size_t bytes)
{
  const bool sign = s.kind == 'i';
  if (s.used < s.bits)
    (s.bits == 8    ? sign ? extend<int8_t> : extend<uint8_t>
        : s.bits == 16 ? sign ? extend<int16_t> : extend<uint16_t>
        : sign ? extend<int32_t>
                    : extend<uint32_t>)(values, bytes, s.bits - s.used);
}

int dicom_read_pixels(dicom_input *f, uint64_t frame, void *to, size_t bytes, struct tile_error *e)
{
  struct dicom_slice s = dicom_slice();
  int code = dicom_read_header(*f, frame, &s, e);
  if (!code && (static_cast<uint64_t>(s.nx * s.ny * s.bits / 8) != bytes || frame >= static_cast<uint64_t>(s.frames)))
    code = dicom_reject(f->path, "has changed while it was read", e);
  if (!code)
    code = s.frames > 1 || f->plain() ? dicom_get_frame(f, s, frame, to, bytes, e) : read_image(*f, s, to, bytes, e);
  if (!code)
    clear_unused(s, to, bytes);
  return code;
}
