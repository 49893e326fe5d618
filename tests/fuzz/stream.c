/* SPDX-License-Identifier: BSD-3-Clause */
/* A tile file, unchanged. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  fuzz_whole_stream(data, length);
  return 0;
}
