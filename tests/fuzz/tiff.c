/* SPDX-License-Identifier: BSD-3-Clause */
/* A TIFF file, read through libtiff and by our own code. */
#include "source_read.h"

static void try_channel(char *path, int channel, int series)
{
  struct source s;
  struct tile_error e;
  int code = source_tiff_series(&s, &path, 1, channel, series, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    fuzz_read_source(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  char *path = (char *)fuzz_file(data, length);
  for (int channel = -1; path && channel <= 1; channel++)
    try_channel(path, channel, 0);
  for (int series = 1; path && series <= 2; series++)
    try_channel(path, -1, series);
  return 0;
}
