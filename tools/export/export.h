/* --export: the segmented image as others read it, a byte a voxel: 1 is fluid, 0 solid. One slice at a time. */
#ifndef EXPORT_H
#define EXPORT_H

#include "cli.h"
#include "frame.h"

#define EXPORT_ENDINGS ".tif, .tiff, .nrrd, .mha, .npy or .raw"

struct export
{
  const struct export_format *format; /* by the ending of the name */
  struct cli_output output;
  int64_t grid[3], z; /* slices written */
  struct frame frame;
  unsigned char *slice; /* that is written */
  uint64_t at, begin;   /* TIFF: where the next page lies; bytes before the first */
  bool big;             /* TIFF: BigTIFF */
};

/* Whether the name has an ending of these; TILE_USAGE. */
int export_check(const char *path, struct tile_error *e);
int export_open(struct export *x, const char *path, const int64_t grid[3], const struct tile_header *h,
                struct tile_error *e);
/* The next of grid[2] slices: rows at one bit a voxel, `row` bytes from one to the next. */
int export_slice(struct export *x, const void *bits, size_t row, struct tile_error *e);
/* The file is there under its name. */
int export_close(struct export *x, struct tile_error *e);
void export_free(struct export *x);

/* ---- between export.c and export_tiff.c ---- */
int export_write(struct export *x, const void *data, size_t length, struct tile_error *e);
int export_tiff_head(struct export *x, struct tile_error *e);
int export_tiff_page(struct export *x, struct tile_error *e);

#endif
