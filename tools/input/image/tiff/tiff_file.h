/* SPDX-License-Identifier: BSD-3-Clause */
/* TIFF files through libtiff: checks sizes before memory is allocated, and turns libtiff's messages into errors. Call
 * tiff_file_open, then tiff_page_describe and tiff_page_read for each page, with tiff_file_next between them. */
#ifndef TIFF_FILE_H
#define TIFF_FILE_H

#include "memory.h"
#include "voxel_type.h"

#include <tiffio.h>

struct tiff_file {
  TIFF *tiff;
  const char *path; /* owned by the caller */
  int64_t bytes;    /* size of the file */
  int64_t page;     /* current page of libtiff, from 0 */
};

/* Opens the file at its first page. TILE_FAILED: it cannot be opened; TILE_REJECTED: it is not a TIFF. */
int tiff_file_open(struct tiff_file *f, const char *path, struct tile_error *e);
void tiff_file_close(struct tiff_file *f);
/* Goes to the next page; *end if there is none. */
int tiff_file_next(struct tiff_file *f, bool *end, struct tile_error *e);
/* Where the strip with this index is in the file, also one that libtiff does not count; UINT64_MAX: nowhere. */
uint64_t tiff_file_strip(const struct tiff_file *f, uint64_t index);
/* Goes to a page that was read before, where TIFFCurrentDirOffset was `offset`. */
int tiff_file_seek(struct tiff_file *f, int64_t page, uint64_t offset, struct tile_error *e);
/* Call one of these before a libtiff call: they forget earlier messages and errno. Errors are always kept. Warnings are
 * kept only while values are decoded: those of directories are mostly about tags that libtiff does not know. */
void tiff_file_begin(void);
void tiff_file_begin_values(void);
/* Whether libtiff has reported nothing since then: after damage a codec may continue and return success. */
bool tiff_file_content(void);
/* Fails with TILE_REJECTED: "PATH: page 3: TEXT (libtiff's first message)"; if memory or the disk was the cause, with
 * TILE_FAILED and that reason. */
int tiff_file_reject(const struct tiff_file *f, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the file could contain so many bytes of rows of nx voxels: as it is without compression, otherwise at the
 * highest ratio of any codec. Check this before memory is allocated. */
bool tiff_file_plausible(const struct tiff_file *f, uint64_t bytes, int64_t nx);

/* The properties that all pages of a stack must share. */
struct tiff_page {
  int64_t nx, ny;
  int64_t nz; /* slices in one page, as SGI's programs write them; usually 1 */
  const struct voxel_type *type;
  const char *photometric; /* "MinIsBlack", "RGB" ... */
  bool grey;               /* it states only which end is white */
  int channels, channel;   /* values per voxel, and which of them is read */
  bool planar;             /* channels are in separate planes, not interleaved */
  bool compressed;         /* need not be the same for all pages */
};
/* channel -1: there must be only one. TILE_REJECTED, or TILE_USAGE if the channel does not exist. */
int tiff_page_describe(const struct tiff_file *f, int channel, struct tiff_page *p, struct tile_error *e);
/* Whether both may belong to one stack: grey levels are read as stored, whichever end is white. */
bool tiff_page_equal(const struct tiff_page *a, const struct tiff_page *b);
/* Bytes of a decoded row of `width` voxels. */
int64_t tiff_page_row(const struct tiff_page *p, int64_t width);
/* Converts the channel's values of a decoded row to their type in memory. */
void tiff_page_to_memory(const struct tiff_page *p, const unsigned char *row, int64_t width, void *values);
/* Whether a decoded row is exactly these values. */
bool tiff_page_is_plain(const struct tiff_page *p);
/* Reads nx*ny values of a slice, in their type in memory. A page of several slices must be in tiles. */
int tiff_page_read(const struct tiff_file *f, const struct tiff_page *p, int64_t slice, void *values,
                   struct tile_error *e);

#endif
