/* SPDX-License-Identifier: BSD-3-Clause */
/* A file as a mask. Of a voxel stream the checksums are corrected first, and the first byte chooses an image of the same
 * size, with more slices, or with wider rows. Of another volume it changes what the image states: where the mask lies, or
 * other axes, directions, sizes and places; or the image states less. */
#include <config.h>

#include "mask.h"
#include "source_read.h"

#include <stdlib.h>
#include <string.h>

/* The size that the stream states; false: it has no size, or one that takes too long. */
static bool find_image(const char *path, bool stream, struct source *image)
{
  struct source s;
  struct tile_error e;
  const struct image_choice how = {.channel = -1};
  int code = stream ? source_voxels(&s, path, &e) : source_image(&s, (char *[]){(char *)(uintptr_t)path}, 1, &how, &e);
  if (code) {
    fuzz_check_error(code, &e);
    return false;
  }
  *image = (struct source){.pose = s.pose};
  memcpy(image->grid, s.grid, sizeof s.grid);
  memcpy(image->spacing, s.spacing, sizeof s.spacing);
  const bool small = fuzz_is_small(&s);
  s.close(&s);
  return small;
}

/* Exchanges two axes, turns one round, or changes a size or a place. */
static void change_image(struct source *image, unsigned char how)
{
  struct pose *p = &image->pose;
  const int a = how >> 3 & 1, b = a + 1;
  if (how & 1) {
    const struct source was = *image;
    image->grid[a] = was.grid[b];
    image->grid[b] = was.grid[a];
    image->spacing[a] = was.spacing[b];
    image->spacing[b] = was.spacing[a];
    memcpy(p->axis[a], was.pose.axis[b], sizeof p->axis[a]);
    memcpy(p->axis[b], was.pose.axis[a], sizeof p->axis[b]);
  }
  for (int i = 0; i < 3 && how & 2; i++) {
    p->origin[i] += p->axis[a][i] * image->spacing[a] * (double)(image->grid[a] - 1);
    p->axis[a][i] *= -1;
  }
  image->spacing[a] *= how & 4 ? 2 : 1;
  p->origin[b] += how & 16 ? 1e-3 : 0;
  p->placed = p->placed && !(how & 32);
  p->oriented = p->oriented && !(how & 64);
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

static void try_mask(const char *path, const struct source *image, bool by_number)
{
  struct source s;
  struct tile_error e;
  char *copy = strdup(path);
  int code = copy ? mask_open(&s, &copy, 1, image, &(struct mask_choice){.by_number = by_number}, &e) : TILE_OK;
  if (code)
    fuzz_check_error(code, &e);
  else if (copy) {
    if (memcmp(s.grid, image->grid, sizeof s.grid))
      abort();
    read_mask(&s);
    s.close(&s);
  }
  free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  static const char magic[] = "TESSERA ";
  struct source image;
  if (length <= sizeof magic)
    return 0;
  const bool stream = !memcmp(data + 1, magic, strlen(magic));
  unsigned char *copy = malloc(length - 1);
  if (!copy)
    return 0;
  memcpy(copy, data + 1, length - 1);
  if (stream)
    fuzz_seal(copy, length - 1, true);
  tile_limit_memory((size_t)64 << 20);
  const char *path = fuzz_file(copy, length - 1);
  if (path && find_image(path, stream, &image)) {
    image.grid[2] += stream && *data % 3 == 1 ? 2 : 0;
    image.grid[0] += stream && *data % 3 == 2;
    if (!stream)
      change_image(&image, *data);
    try_mask(path, &image, *data & 128);
  }
  free(copy);
  return 0;
}
