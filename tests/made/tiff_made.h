/* Small TIFF files of every kind, with known values. */
#ifndef TIFF_MADE_H
#define TIFF_MADE_H

#include <stdbool.h>
#include <stdint.h>

struct tiff_made {
  const char *mode;                 /* of TIFFOpen: "wl", "wb", "wl8" ... */
  char kind;                        /* 'u', 'i', 'f' */
  int bits, compression, predictor; /* G3 has options in its place */
  bool tiled, white;
  int nx, ny, pages, rows; /* rows of a strip; 0: one strip */
  int begin;               /* z of the first page, for series */
  int channels;            /* 0: one */
  bool planar;
  const char *description; /* of the first page; may be NULL */
};

/* The value at x, y, z; exact in every type of that kind and width. Channel c has the values of slice z + 7c. */
double tiff_made_value(const struct tiff_made *t, int x, int y, int z);
/* Ends the program when the file cannot be written. */
void tiff_make(const char *path, const struct tiff_made *t);

#endif
