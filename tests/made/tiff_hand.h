/* TIFF files that libtiff does not write, byte by byte: directory, description, picture, and anything behind it. */
#ifndef TIFF_HAND_H
#define TIFF_HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tiff_hand {
  bool big_endian;
  int bits, format, compression, predictor; /* 0: left out */
  int nx, ny;
  int rows;                /* a strip; 0: ny */
  const char *description; /* may be NULL */
  double resolution;       /* pixels a unit, both ways; 0: left out */
  int resolution_unit;     /* 0: left out */
  const void *picture;     /* as it goes into the file */
  size_t bytes;
  int64_t whole; /* the file is made so long, with a hole at its end; 0: as it is */
};

/* Returns where the picture begins. Ends the program when it cannot be written. */
int64_t tiff_by_hand(const char *path, const struct tiff_hand *h);

#endif
