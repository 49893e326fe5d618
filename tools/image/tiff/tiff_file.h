/* TIFF files through libtiff: opened with limits, messages of libtiff collected. */
#ifndef TIFF_FILE_H
#define TIFF_FILE_H

#include "own.h"
#include "voxel_type.h"

#include <tiffio.h>

struct tiff_file {
  TIFF *tiff;
  const char *path; /* the caller's */
  int64_t bytes;    /* size of the file */
  int64_t page;     /* the page libtiff stands at, counted from 0 */
};

/* Stands at the first page. A path that cannot be opened is TILE_FAILED; a file that is not a TIFF is TILE_REJECTED. */
int tiff_file_open(struct tiff_file *f, const char *path, struct tile_error *e);
void tiff_file_close(struct tiff_file *f);
/* Steps to the next page; *end when there is none. */
int tiff_file_next(struct tiff_file *f, bool *end, struct tile_error *e);
/* To a page that has been stood at before, where TIFFCurrentDirOffset was `offset`. */
int tiff_file_seek(struct tiff_file *f, int64_t page, uint64_t offset, struct tile_error *e);
/* Before a step of libtiff: forgets what it said of those before, and errno. Errors always count. Warnings do not while
 * directories are read, as those of tags that libtiff does not know; of values that are decoded they do. */
void tiff_file_begin(void);
void tiff_file_begin_values(void);
/* Libtiff has reported nothing since then: a codec that meets damage may go on and call it a success. */
bool tiff_file_content(void);
/* "PATH: page 3: TEXT (libtiff's first message)", TILE_REJECTED; when memory was short or the disk
 * failed that is what it says instead, TILE_FAILED. */
int tiff_file_reject(const struct tiff_file *f, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the file could fill so many bytes of rows of nx voxels: as it stands without compression, else within what
 * the densest codec makes of an empty picture. Nothing is allocated that is not plausible. */
bool tiff_file_plausible(const struct tiff_file *f, uint64_t bytes, int64_t nx);

/* What must be the same in all pages of a stack. */
struct tiff_page {
  int64_t nx, ny;
  const struct voxel_type *type;
  const char *photometric; /* "MinIsBlack", "RGB" ... */
  bool grey;               /* it states no more than which end is white */
  int channels, channel;   /* values per voxel, and which of them is read */
  bool planar;             /* channels are stored in planes, not interleaved */
};
/* channel -1: there must be only one. TILE_REJECTED, or TILE_USAGE for a channel that is not there. */
int tiff_page_describe(const struct tiff_file *f, int channel, struct tiff_page *p, struct tile_error *e);
/* Both may be of one stack: grey levels are taken as stored, whichever end is white. */
bool tiff_page_equal(const struct tiff_page *a, const struct tiff_page *b);
/* Bytes of a decoded row of so many voxels. */
int64_t tiff_page_row(const struct tiff_page *p, int64_t width);
/* The channel's values of a decoded row, as they are held. */
void tiff_page_to_memory(const struct tiff_page *p, const unsigned char *row, int64_t width, void *values);
/* A decoded row is nothing but such values. */
bool tiff_page_is_plain(const struct tiff_page *p);
/* nx*ny values of the type in which p->type is held. */
int tiff_page_read(const struct tiff_file *f, const struct tiff_page *p, void *values, struct tile_error *e);

#endif
