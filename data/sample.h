/* SPDX-License-Identifier: BSD-3-Clause */
/* The sample scan in memory, and the kinds of files it can be written as. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "memory.h"

#define SAMPLE_VOXEL_UM 5 /* side of a voxel, micrometres */

struct sample {
  int64_t size;        /* voxels along each axis */
  unsigned char *grey; /* dark pores, bright grains */
  const double *pores; /* share of pore in each voxel */
};

/* Writes into a folder that exists; ends the program when it cannot. */
typedef void sample_writer(const char *folder, const struct sample *s);
sample_writer sample_slices; /* scan0000.tif ...: one slice each */
sample_writer sample_imagej; /* imagej.tif: a stack with its voxel size, as ImageJ saves it */
sample_writer sample_ome;    /* scan.ome.tif: every second slice, with the size of its oblong voxels */
sample_writer sample_labels; /* labels.tif: 0 pore, 1 grain, 2 what lies between */
sample_writer sample_raw;    /* scan.raw: u16, little-endian */
sample_writer sample_dicom;  /* slice0000.dcm ...: a CT series */

void sample_die(const char *what, const char *why);

#endif
