// Inside tessera-read-dicom: a file of one image or of many, its frames.
#ifndef READ_DICOM_H
#define READ_DICOM_H

#include "dicom_slice.h"
#include "worker.h" // tile.h, of C linkage

#include <gdcmReader.h>

#include <string>
#include <vector>

// A file whose header is known. read_dicom_file.cxx
struct dicom_input {
  std::string path;
  gdcm::Reader reader;             // all but the pixels
  uint64_t length = 0, pixels = 0; // of the file; where the value of the pixels begins
  uint32_t bytes = 0;              // of that value, as stated
  struct fragment {
    uint64_t at, bytes;
  };
  std::vector<fragment> fragments; // of packed frames, once they are needed
  std::vector<size_t> first;       // of these each frame's, and behind the last

  bool plain() const; // neither packed nor swapped
  const gdcm::TransferSyntax &syntax() const
  {
    return reader.GetFile().GetHeader().GetDataSetTransferSyntax();
  }
};

int dicom_open(dicom_input *f, const std::string &path, struct tile_error *e);
// "PATH: WHY", TILE_REJECTED.
int dicom_reject(const std::string &path, const char *why, struct tile_error *e);

// The text of an element; "": it is not there, or empty.
std::string dicom_text(const gdcm::DataSet &set, uint16_t group, uint16_t element);
// How many numbers there are, separated by backslashes; -1: something else.
int dicom_numbers(const std::string &text, int most, double *to);

// read_dicom_header.cxx
int dicom_read_header(const dicom_input &f, uint64_t frame, struct dicom_slice *s, struct tile_error *e);
// Whether it is one of several slices, where it lies, and its scale. read_dicom_place.cxx
int dicom_get_pose(struct dicom_slice *s, const dicom_input &f, uint64_t frame, struct tile_error *e);
// nx*ny pixels, without bits that are not used. read_dicom_pixels.cxx
int dicom_read_pixels(dicom_input *f, uint64_t frame, void *to, size_t bytes, struct tile_error *e);
// Those of one of several frames, or of plain ones, as stored. read_dicom_frame.cxx
int dicom_get_frame(dicom_input *f, const struct dicom_slice &s, uint64_t frame, void *to, size_t bytes,
                    struct tile_error *e);

// Nothing is allocated at once that neither the file nor so many bytes of pixels could fill. read_dicom_memory.cxx
void dicom_limit_memory(const char *path, size_t bytes);
// Memory was refused since, and not for that: what GDCM then says of the file is not so.
bool dicom_short_of_memory();

#endif
