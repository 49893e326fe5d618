/* SPDX-License-Identifier: BSD-3-Clause */
/* An HDF5 file, read as tessera-read-hdf5 does. Its first byte says whether a part is read first. What HDF5 itself does
 * with a damaged file is left to the helper program, which may crash; here its own errors are found. */
#include <config.h>

#include "target.h"

#include <stdlib.h>
#include <unistd.h>

#define main read_hdf5_main
#include "../../tools/input/read/hdf5/read_hdf5.c"
#undef main

enum { VOXELS_MOST = 1 << 18 };

static int ask(char what, const char *path, uint64_t number, void *to, size_t bytes)
{
  struct tile_error e = {0};
  const int code = answer(what, path, number, to, bytes, &e);
  if (code)
    fuzz_check_error(code, &e);
  return code;
}

static void read_slices(const char *path, const struct hdf5_volume *v)
{
  const size_t slice = (size_t)(v->grid[0] * v->grid[1] * v->bits / 8);
  unsigned char *values = malloc(slice);
  for (int64_t z = 0; values && z < v->grid[2] * v->volumes; z++)
    ask(HDF5_SLICE, path, (uint64_t)z, values, slice);
  free(values);
}

static bool is_small(const struct hdf5_volume *v)
{
  int64_t voxels;
  return !__builtin_mul_overflow(v->grid[0], v->grid[1], &voxels) &&
         !__builtin_mul_overflow(voxels, v->grid[2], &voxels) && !__builtin_mul_overflow(voxels, v->volumes, &voxels) &&
         voxels <= VOXELS_MOST;
}

static char path[64]; /* with no name behind it */

static void remove_file(void)
{
  unlink(path);
}

/* HDF5 wants a file that has a path of its own. */
static bool put_file(const uint8_t *data, size_t length)
{
  static int file = -1;
  const char *temporary = getenv("TMPDIR");
  if (file < 0) {
    snprintf(path, sizeof path - 1, "%.40s/fuzz-hdf5.XXXXXX", temporary && strlen(temporary) < 40 ? temporary : "/tmp");
    file = mkstemp(path);
    atexit(remove_file);
  }
  return file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, data, length, 0) == (ssize_t)length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  struct hdf5_volume v = {0};
  unsigned char done;
  if (!length || !put_file(data + 1, length - 1))
    return 0;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  tile_limit_memory((size_t)64 << 20);
  if (ask(HDF5_HEADER, path, 0, &v, sizeof v) == TILE_OK && is_small(&v)) {
    for (int a = 0; *data % 2 && a < 3; a++)
      ask((char)(HDF5_WINDOW_X + a), path, (uint64_t)(v.grid[a] / 2) << 32 | (uint64_t)v.grid[a], &done, 1);
    read_slices(path, &v);
  }
  close_set(&opened);
  return 0;
}
