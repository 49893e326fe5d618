/* SPDX-License-Identifier: BSD-3-Clause */
/* PNG files, by libpng, as slices. */
#ifndef PICTURE_PAGE_H
#define PICTURE_PAGE_H

#include "memory.h"
#include "voxel_type.h"

struct picture_page {
  int64_t nx, ny;
  const struct voxel_type *type; /* u1, u2, u4, u8 or u16 */
  const char *colours;           /* "grey", "palette", "RGB" ... */
  int channels;                  /* values per pixel */
  bool grey;                     /* they are grey levels, one value per pixel */
};

/* Whether it is a regular file of this kind by its first bytes. */
bool picture_is(const char *path);
/* Reads the header. TILE_FAILED: the file cannot be opened; TILE_REJECTED: it is damaged. */
int picture_describe(const char *path, struct picture_page *p, struct tile_error *e);
/* Reads nx*ny values of a channel, in their type in memory; the file must not have changed since it was described. */
int picture_read(const char *path, const struct picture_page *p, int channel, void *values, struct tile_error *e);

#endif
