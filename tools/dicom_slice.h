/* What the header of a DICOM file says, as tessera-read-dicom hands it over. */
#ifndef DICOM_SLICE_H
#define DICOM_SLICE_H

#include <stdbool.h>
#include <stdint.h>

struct dicom_slice {
  char series[72];           /* SeriesInstanceUID */
  char photometric[20];
  int64_t nx, ny;
  char kind;                 /* of the pixels: 'u' or 'i', and 8, 16 or 32 bits */
  int bits;
  double slope, intercept;   /* of this slice; 1 and 0 if not stated */
  bool placed;               /* position, row and column are stated, and pixels are spaced */
  double position[3];        /* centre of the first pixel, mm */
  double row[3], column[3];  /* directions of x and y */
  double spacing[2];         /* mm along x, y */
};

/* Requests, see worker.h. */
enum { DICOM_HEADER = 'h', DICOM_PIXELS = 'p' };

#endif
