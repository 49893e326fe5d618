/* SPDX-License-Identifier: BSD-3-Clause */
// Inside tessera-read-dicom: a file with one frame or several. dicom_open reads the header of the file,
// dicom_read_header and dicom_read_pixels read one frame. Functions return e->code.
#ifndef READ_DICOM_H
#define READ_DICOM_H

#include "dicom_slice.h"
#include "worker.h" // declarations of C linkage

#include <gdcmReader.h>

#include <string>
#include <vector>

// read_dicom_file.cxx: a file whose header has been read.
struct dicom_input {
  std::string path;
  gdcm::Reader reader;             // everything but the pixels
  uint64_t length = 0, pixels = 0; // bytes of the file; offset of the pixel data
  uint32_t bytes = 0;              // of the pixel data, as stated
  struct fragment {
    uint64_t at, bytes;
  };
  std::vector<fragment> fragments; // of compressed frames; found when first needed
  std::vector<size_t> first;       // index of each frame's first fragment, and the end

  bool plain() const; // whether pixels are neither compressed nor byte-swapped
  const gdcm::TransferSyntax &syntax() const
  {
    return reader.GetFile().GetHeader().GetDataSetTransferSyntax();
  }
};

int dicom_open(dicom_input *f, const std::string &path, struct tile_error *e);
// Fails with "PATH: WHY" and TILE_REJECTED.
int dicom_reject(const std::string &path, const char *why, struct tile_error *e);

// The text of an element; "" if it is missing or empty.
std::string dicom_text(const gdcm::DataSet &set, uint16_t group, uint16_t element);
// Reads at most `most` numbers separated by backslashes; returns how many, -1 if the text is something else.
int dicom_numbers(const std::string &text, int most, double *to);

// read_dicom_header.cxx
int dicom_read_header(const dicom_input &f, uint64_t frame, struct dicom_slice *s, struct tile_error *e);
// read_dicom_place.cxx: whether the frame is one of several slices, its position and the scale of its values.
int dicom_get_pose(struct dicom_slice *s, const dicom_input &f, uint64_t frame, struct tile_error *e);
// read_dicom_pixels.cxx: reads nx*ny pixels; bits that are not used are cleared.
int dicom_read_pixels(dicom_input *f, uint64_t frame, void *to, size_t bytes, struct tile_error *e);
// read_dicom_frame.cxx: reads the pixels of one of several frames, or uncompressed ones, as stored.
int dicom_get_frame(dicom_input *f, const struct dicom_slice &s, uint64_t frame, void *to, size_t bytes,
                    struct tile_error *e);

// read_dicom_memory.cxx: limits a single allocation to what the file, or so many bytes of pixels, could fill.
void dicom_limit_memory(const char *path, size_t bytes);
// Whether memory ran out below that limit: GDCM then calls an intact file damaged.
bool dicom_short_of_memory();

#endif
