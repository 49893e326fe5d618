/* DICOM: files through GDCM (in tessera-read-dicom), and their frames as the slices of one volume. */
#ifndef DICOM_H
#define DICOM_H

#include "source.h"
#include "voxel_type.h"
#include "worker.h"

#include "dicom_slice.h"

/* A frame of a file: usually the only one. */
struct dicom_frame {
  struct dicom_slice is;
  const char *path; /* the caller's */
  int64_t number;
  const struct voxel_type *type;
};

/* Everything but the pixels. TILE_REJECTED: not an image of grey levels. dicom_ask.c */
int dicom_read_slice(struct worker *w, struct dicom_frame *f, const char *path, int64_t number, struct tile_error *e);
/* nx*ny pixels as stored, row by row. */
int dicom_read_pixels(struct worker *w, const struct dicom_frame *f, void *to, size_t bytes, struct tile_error *e);
#define DICOM_WORKER                                                                                             \
  {                                                                                                              \
    .program = "tessera-read-dicom", .library = "built without GDCM: cannot read DICOM; build with it (Debian: " \
                                                "libgdcm-dev), or convert the series to NIfTI or NRRD"           \
  }

/* Sorts slices along their common normal; *step: from one to the next, mm. TILE_REJECTED unless all are of one series,
 * of one size and type, at equal steps along the normal. Of one slice the step is the width of a pixel; those that are
 * stacked stay as they are, and may have none (0). dicom_series.c */
int dicom_sort(struct dicom_frame *frames, int count, double *step, struct tile_error *e);
void dicom_normal(const struct dicom_slice *s, double normal[3]);

/* In any order. source_dicom.c */
int source_dicom(struct source *s, char *const *paths, int count, struct tile_error *e);

#endif
