/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the input files: an operand is a file, or a folder or pattern that stands for files. Call inputs_find, and
 * inputs_free also after an error. */
#ifndef INPUTS_H
#define INPUTS_H

#include "memory.h"

struct inputs {
  char **path; /* allocated, as is each string */
  int count;
  size_t room;
};

/* A folder stands for its TIFF files (.tif, .tiff in either case, not hidden; also .companion.ome); without any, for
 * its PNG files (.png), or else its DICOM files; that of a Zarr array or group is a volume itself. A
 * pattern (*, ?, [) that names no file stands for those that match. Both are sorted in natural order; natural: so are
 * all files together. TILE_FAILED if an operand cannot be read or
 * matches nothing, TILE_REJECTED for a folder without images. */
int inputs_find(struct inputs *in, char *const *operands, int count, bool natural, struct tile_error *e);
/* Takes the operands as they are. */
int inputs_keep(struct inputs *in, char *const *operands, int count, struct tile_error *e);
void inputs_free(struct inputs *in);

/* dicom_name.c: whether it is a regular file that is DICOM by its first bytes or its name (.dcm). */
bool dicom_is(const char *path);

struct source;
/* skyscan_log.c: takes the voxel size of slices that state none from the log of Bruker (SkyScan) beside the first. */
void skyscan_log(struct source *s, const char *path);

#endif
