/* SPDX-License-Identifier: BSD-3-Clause */
/* A tile file whose checksums are corrected first, so that the reader parses what they protect. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  unsigned char *copy = malloc(length ? length : 1);
  if (!copy)
    return 0;
  memcpy(copy, data, length);
  fuzz_seal(copy, length, true);
  fuzz_whole_stream(copy, length);
  free(copy);
  return 0;
}
