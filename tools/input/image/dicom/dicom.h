/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads DICOM files through GDCM (in tessera-read-dicom): their frames are the slices of one volume. source_dicom opens
 * them; the other functions are its parts. */
#ifndef DICOM_H
#define DICOM_H

#include "source.h"
#include "voxel_type.h"
#include "worker.h"

#include "dicom_slice.h"

/* A frame of a file, which usually has only one. */
struct dicom_frame {
  struct dicom_slice is;
  const char *path; /* owned by the caller */
  int64_t number;
  const struct voxel_type *type;
};

/* dicom_ask.c: reads everything but the pixels. TILE_REJECTED: not an image of grey levels. */
int dicom_read_slice(struct worker *w, struct dicom_frame *f, const char *path, int64_t number, struct tile_error *e);
/* Reads nx*ny pixels as stored, row by row. */
int dicom_read_pixels(struct worker *w, const struct dicom_frame *f, void *to, size_t bytes, struct tile_error *e);
#define DICOM_WORKER                                                                                             \
  {                                                                                                              \
    .program = "tessera-read-dicom", .library = "built without GDCM: cannot read DICOM; build with it (Debian: " \
                                                "libgdcm-dev), or convert the series to NIfTI or NRRD"           \
  }

/* dicom_series.c: sorts slices along their common normal; *step: their distance in mm. TILE_REJECTED unless all are of
 * one series, size and type, at equal steps along the normal. For a single slice the step is the width of a pixel.
 * Stacked frames keep their order, and may have no step (0). If each position occurs equally often in a single file,
 * as with several times, only the frames of number `channel` remain, in the order of the file. */
int dicom_sort(struct dicom_frame *frames, int *count, int channel, double *step, struct tile_error *e);
void dicom_normal(const struct dicom_slice *s, double normal[3]);

/* source_dicom.c: paths in any order; channel: as for source_tiff. */
int source_dicom(struct source *s, char *const *paths, int count, int channel, struct tile_error *e);

#endif
