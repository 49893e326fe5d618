/* SPDX-License-Identifier: BSD-3-Clause */
/* Lets libtiff read a file in few calls. Otherwise it would read a directory in dozens of small adjacent pieces, and
 * cut uncompressed strips into pieces of 8 KiB ("c" in the mode prevents that). */
#ifndef TIFF_IO_H
#define TIFF_IO_H

#include <stdint.h>
#include <tiffio.h>

enum { TIFF_IO_NEAR = 4096 };

struct tiff_io {
  int file;
  uint64_t bytes, at;   /* size of the file; libtiff's position */
  uint64_t begin, have; /* part of the file that is in `near` */
  unsigned char near[TIFF_IO_NEAR];
};

/* Opens the file for reading. It is closed with the TIFF, or here after an error, which returns NULL. */
TIFF *tiff_io_open(int file, const char *path, int64_t bytes);

#endif
