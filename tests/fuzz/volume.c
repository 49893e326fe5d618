/* SPDX-License-Identifier: BSD-3-Clause */
/* A volume with a header: the first byte chooses the format, the file follows. */
#include "source_read.h"
#include "volume_file.h"

static volume_header *const headers[] = {metaimage_header, nrrd_header, nifti_header, npy_header,
                                         vtk_header,       mrc_header,  amira_header, vgi_header,
                                         xtek_header,      pcr_header,  txm_header};
enum { HEADERS = sizeof headers / sizeof *headers };

static void try_channel(volume_header *header, const char *path, int channel)
{
  struct source s;
  struct tile_error e;
  int code = source_volume(&s, header, "volume", path, &(struct image_choice){.channel = channel}, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    fuzz_read_source(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  const char *path = length ? fuzz_file(data + 1, length - 1) : NULL;
  for (int channel = -1; path && channel <= 1; channel++)
    try_channel(headers[*data % HEADERS], path, channel);
  return 0;
}
