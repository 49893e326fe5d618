/* What the header of a DICOM file says of one of its frames, as tessera-read-dicom hands it over. */
#ifndef DICOM_SLICE_H
#define DICOM_SLICE_H

#include <stdint.h>

/* From one program to another: of numbers alone, which any bytes are. */
struct dicom_slice {
  char series[72]; /* SeriesInstanceUID */
  char photometric[20];
  int64_t nx, ny;
  char kind;                /* of the pixels: 'u' or 'i', and 8, 16 or 32 bits */
  int bits, used;           /* the lowest of them hold the value */
  double slope, intercept;  /* of this slice; 1 and 0 if not stated */
  uint8_t placed;           /* or 0: position, row and column are stated, and pixels are spaced */
  double position[3];       /* centre of the first pixel, mm */
  double row[3], column[3]; /* directions of x and y */
  double spacing[2];        /* mm along x, y */
  int64_t frames;           /* of the file */
  uint8_t stacked; /* or 0: several, of which it does not say where they lie: not placed, slices in their order ... */
  double step;     /* ... so far apart (mm); 0: not stated */
};

/* Requests, see worker.h; their number is that of the frame, from 0. */
enum { DICOM_HEADER = 'h', DICOM_PIXELS = 'p' };

#endif
