/* SPDX-License-Identifier: BSD-3-Clause */
/* The header of one frame of a DICOM file, as tessera-read-dicom sends it. */
#ifndef DICOM_SLICE_H
#define DICOM_SLICE_H

#include <stdint.h>

/* Sent from one program to another: it has no pointers, so that any bytes can be received. */
struct dicom_slice {
  char series[72]; /* SeriesInstanceUID */
  char photometric[20];
  int64_t nx, ny;
  char kind;                /* type of the pixels: 'u' or 'i', and 8, 16 or 32 bits */
  int bits, used;           /* bits of a pixel; how many of them, from the lowest, hold the value */
  double slope, intercept;  /* of this frame; 1 and 0 if not stated */
  uint8_t placed;           /* 1: position, row, column and spacing are stated; otherwise 0 */
  double position[3];       /* centre of the first pixel, mm */
  double row[3], column[3]; /* directions of x and y */
  double spacing[2];        /* mm along x, y */
  int64_t frames;           /* in the file */
  uint8_t stacked;          /* 1: one of several frames without a position: slices in the order of the file */
  double step;              /* of such frames: their distance in mm; 0: not stated */
  uint8_t padded;           /* 1: stored values padding[0] ... padding[1] stand where there is no image */
  double padding[2];
};

/* Requests, see worker.h; their number is the frame, from 0. */
enum { DICOM_HEADER = 'h', DICOM_PIXELS = 'p' };

#endif
