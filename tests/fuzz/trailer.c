/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a valid file: the input is the record of the trailer (with corrected checksums if the first byte is even)
 * and all that follows. */
#include <config.h>

#include "target.h"

#include "stream.h"

#include <stdlib.h>
#include <string.h>

static int write_voxels(FILE *out, struct tile_header *h, struct tile_error *e)
{
  static const unsigned char bits[2] = {5, 5};
  struct tile_voxels_writer *w = NULL;
  int code = tile_header_set(h, e, "grid", "3 2 1");
  if (!code)
    code = tile_voxels_create(&w, out, h, e);
  if (!code)
    code = tile_voxels_put(w, bits, e);
  if (!code)
    code = tile_voxels_finish(w, e);
  tile_voxels_discard(w);
  return code;
}

/* A small file up to its trailer. */
static size_t make_beginning(char **data)
{
  size_t length = 0;
  struct tile_header h = {0};
  struct tile_error e;
  FILE *out = open_memstream(data, &length);
  if (!out || write_voxels(out, &h, &e))
    abort();
  fclose(out);
  tile_header_free(&h);
  return (size_t)((char *)memmem(*data, length, "TAIL", 4) - *data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  static char *beginning;
  static size_t begin;
  if (!begin)
    begin = make_beginning(&beginning);
  if (!length)
    return 0;
  unsigned char *file = malloc(begin + length - 1);
  if (!file)
    return 0;
  memcpy(file, beginning, begin);
  memcpy(file + begin, data + 1, length - 1);
  if (data[0] % 2 == 0)
    fuzz_seal(file, begin + length - 1, false);
  fuzz_whole_stream(file, begin + length - 1);
  free(file);
  return 0;
}
