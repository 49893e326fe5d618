/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads one PNG file through libpng: png_page_describe its header, png_page_read its pixels. */
#ifndef PNG_PAGE_H
#define PNG_PAGE_H

#include "memory.h"
#include "voxel_type.h"

struct png_page {
  int64_t nx, ny;
  const struct voxel_type *type; /* u1, u2, u4, u8 or u16 */
  const char *colours;           /* "grey", "palette", "RGB" ... */
  int channels;                  /* values per pixel */
  bool grey;                     /* they are grey levels, one value per pixel */
};

/* Whether it is a regular file that is PNG by its first bytes. */
bool png_is(const char *path);
/* Reads the header. TILE_FAILED: the file cannot be opened; TILE_REJECTED: it is damaged. */
int png_page_describe(const char *path, struct png_page *p, struct tile_error *e);
/* Reads nx*ny values of a channel, in their type in memory; the file must not have changed since it was described. */
int png_page_read(const char *path, const struct png_page *p, int channel, void *values, struct tile_error *e);

#endif
