/* SPDX-License-Identifier: BSD-3-Clause */
/* A PNG file as one slice; the first byte chooses the channel; 255: none. */
#include "source_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct source s;
  struct tile_error e;
  const char *path = length ? fuzz_file(data + 1, length - 1) : NULL;
  if (!path)
    return 0;
  char *const paths[] = {(char *)path};
  int code = source_pictures(&s, paths, 1, *data == 255 ? -1 : *data, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    fuzz_read_source(&s);
  return 0;
}
