/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the segmented image for other programs (--export), one byte per voxel: 1 is fluid, 0 solid. The ending of the
 * name selects the format. Call export_open, export_slice for each slice, export_close, and export_free in any case. */
#ifndef EXPORT_H
#define EXPORT_H

#include "cli.h"
#include "frame.h"

#define EXPORT_ENDINGS ".tif, .tiff, .nrrd, .mha, .npy or .raw"

struct export
{
  const struct export_format *format; /* by the ending of the name */
  struct cli_output output;
  int64_t grid[3], z; /* size in voxels; slices written so far */
  bool reals;         /* the values are floats, in place of bytes: 4 each */
  struct frame frame;
  unsigned char *slice; /* bytes of the slice being written */
  uint64_t at, begin;   /* TIFF: offset of the next page; bytes before the first */
  bool big;             /* TIFF: BigTIFF */
  const char *what;     /* the values are */
};

/* TILE_USAGE if the name has none of EXPORT_ENDINGS. */
int export_check(const char *path, struct tile_error *e);
cli_parser export_parse; /* const char *, such a path */
int export_open(struct export *x, const char *path, const int64_t grid[3], const struct tile_header *h,
                struct tile_error *e);
/* Writes the next of grid[2] slices: rows at one bit per voxel, `row` bytes apart. */
int export_slice(struct export *x, const void *bits, size_t row, struct tile_error *e);
/* The same for values of another meaning, floats: `what` they are stands in the file where its format has a place. */
int export_open_reals(struct export *x, const char *path, const int64_t grid[3], const struct tile_header *h,
                      const char *what, struct tile_error *e);
int export_reals(struct export *x, const float *values, struct tile_error *e);
/* Completes the file and gives it its final name. */
int export_close(struct export *x, struct tile_error *e);
void export_free(struct export *x);

/* ---- between export.c, export_write.c and export_tiff.c ---- */
/* Reports what errno says of the last write. Returns TILE_FAILED. */
int export_failed(const struct export *x, struct tile_error *e);
int export_write(struct export *x, const void *data, size_t length, struct tile_error *e);
int export_tiff_head(struct export *x, struct tile_error *e);
int export_tiff_page(struct export *x, struct tile_error *e);

#endif
