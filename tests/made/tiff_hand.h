/* TIFF files that libtiff does not write, byte by byte: directory, description, picture, and any bytes behind it. */
#ifndef TIFF_HAND_H
#define TIFF_HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tiff_hand {
  bool big_endian;
  int bits, format, compression, predictor; /* 0: omitted */
  int nx, ny;
  int rows;                /* per strip; 0: ny */
  const char *description; /* may be NULL */
  double resolution;       /* pixels per unit, along both axes; 0: omitted */
  int resolution_unit;     /* 0: omitted */
  const void *picture;     /* bytes for the file */
  size_t bytes;
  int64_t whole; /* length of the file, with a hole at its end; 0: no hole */
};

/* Returns the offset of the picture. Ends the program when the file cannot be written. */
int64_t tiff_by_hand(const char *path, const struct tiff_hand *h);

#endif
