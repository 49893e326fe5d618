/* How libtiff reads a file: by few calls. A directory is read in dozens of small adjacent pieces, and
 * strips that are not compressed would be cut into pieces of 8 KiB ("c" in the mode: they are not). */
#ifndef TIFF_IO_H
#define TIFF_IO_H

#include <stdint.h>
#include <tiffio.h>

enum { TIFF_IO_NEAR = 4096 };

struct tiff_io {
  int file;
  uint64_t bytes, at;   /* of the file; where libtiff stands */
  uint64_t begin, have; /* what `near` holds of the file */
  unsigned char near[TIFF_IO_NEAR];
};

/* Opens the file for reading; it is closed with the TIFF, or here after an error: NULL. */
TIFF *tiff_io_open(int file, const char *path, int64_t bytes);

#endif
