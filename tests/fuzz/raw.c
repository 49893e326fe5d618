/* SPDX-License-Identifier: BSD-3-Clause */
/* The description of a raw volume on the first line, then its bytes. */
#include <config.h>

#include "source_read.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct source s;
  struct tile_error e;
  const uint8_t *end = memchr(data, '\n', length);
  const size_t line = end ? (size_t)(end - data) : length;
  char *description = strndup((const char *)data, line);
  const char *path = fuzz_file(data + line + (end != NULL), length - line - (end != NULL));
  if (!path || !description) {
    free(description);
    return 0;
  }
  int code = source_raw(&s, path, description, &e);
  if (code)
    fuzz_check_error(code, &e);
  else
    fuzz_read_source(&s);
  free(description);
  return 0;
}
