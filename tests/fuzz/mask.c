/* A voxel stream as a mask; its checksums are corrected first. The first byte chooses an image of the same size, with
 * more slices, or with wider rows. */
#include <config.h>

#include "mask.h"
#include "source_read.h"

#include <stdlib.h>
#include <string.h>

/* The size that the stream states; false: it has no size, or one that takes too long. */
static bool find_grid(const char *path, int64_t grid[3])
{
  struct source s;
  struct tile_error e;
  int code = source_voxels(&s, path, &e);
  if (code) {
    fuzz_check_error(code, &e);
    return false;
  }
  memcpy(grid, s.grid, sizeof s.grid);
  const bool small = fuzz_is_small(&s);
  s.close(&s);
  return small;
}

static void check_values(const double *values, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    if (values[i] != 0 && values[i] != 1)
      abort();
}

/* Reads forwards, then the first slice once more: a mask of many slices starts again, one of a single slice keeps
 * it. */
static void read_mask(struct source *s)
{
  struct tile_error e;
  const int64_t slice = s->grid[0] * s->grid[1];
  double *values = malloc((size_t)slice * sizeof *values), *first = malloc((size_t)slice * sizeof *first);
  int code = values && first ? s->read(s, 0, first, &e) : TILE_OK;
  for (int64_t z = 1; !code && values && first && z < s->grid[2]; z++) {
    code = s->read(s, z, values, &e);
    if (!code)
      check_values(values, slice);
  }
  if (code)
    fuzz_check_error(code, &e);
  else if (values && first && (s->read(s, 0, values, &e) || memcmp(values, first, (size_t)slice * sizeof *first)))
    abort();
  free(values);
  free(first);
}

static void try_mask(const char *path, const int64_t grid[3])
{
  struct source s;
  struct tile_error e;
  const struct source image = {.grid = {grid[0], grid[1], grid[2]}};
  char *copy = strdup(path);
  int code = copy ? mask_open(&s, copy, &image, &(struct mask_choice){0}, &e) : TILE_OK;
  if (code)
    fuzz_check_error(code, &e);
  else if (copy) {
    if (memcmp(s.grid, grid, sizeof s.grid))
      abort();
    read_mask(&s);
    s.close(&s);
  }
  free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  static const char magic[] = "TESSERA ";
  int64_t grid[3];
  if (length <= sizeof magic || memcmp(data + 1, magic, strlen(magic)))
    return 0; /* other targets read the other kinds of masks */
  unsigned char *copy = malloc(length - 1);
  if (!copy)
    return 0;
  memcpy(copy, data + 1, length - 1);
  fuzz_seal(copy, length - 1, true);
  tile_limit_memory((size_t)64 << 20);
  const char *path = fuzz_file(copy, length - 1);
  if (path && find_grid(path, grid)) {
    grid[2] += *data % 3 == 1 ? 2 : 0;
    grid[0] += *data % 3 == 2;
    try_mask(path, grid);
  }
  free(copy);
  return 0;
}
