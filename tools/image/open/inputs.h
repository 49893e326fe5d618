/* The files that operands name: files as they are, folders and patterns for the files in them. */
#ifndef INPUTS_H
#define INPUTS_H

#include "own.h"

struct inputs {
  char **path; /* allocated, as is each */
  int count;
};

/* A folder stands for its TIFF files (.tif, .tiff in either case, not hidden; with them .companion.ome) or, without one,
 * its PNG files (.png) or, without one, its DICOM files; a pattern (*, ?, [) that names no file for those that match, both
 * in natural order; natural: all of them are sorted so. TILE_FAILED for what cannot be read or matches nothing,
 * TILE_REJECTED for a folder without an image. Free the inputs also after an error. */
int inputs_find(struct inputs *in, char *const *operands, int count, bool natural, struct tile_error *e);
/* The operands as they are. */
int inputs_keep(struct inputs *in, char *const *operands, int count, struct tile_error *e);
void inputs_free(struct inputs *in);

/* A regular file that is DICOM by its first bytes or its name (.dcm). dicom_name.c */
bool dicom_is(const char *path);

/* Numbers within names compare by value: page2 before page10. */
int natural_compare(const char *a, const char *b);

#endif
