/* Inside vtk_header.c: a legacy VTK file while its lines are read. */
#ifndef VTK_FILE_H
#define VTK_FILE_H

#include "volume_file.h"

enum { VTK_LONGEST = 512, VTK_NAMES = 200 }; /* characters of a line, and of a list */

struct vtk {
  struct volume_file *v;
  FILE *in;
  char line[VTK_LONGEST], word[4][80]; /* the first words of the line, the very first in lower case */
  int words;
  bool binary, image; /* DATASET STRUCTURED_POINTS was there */
  int64_t points[3];
  double spacing[3], origin[3];
  int of;         /* what arrays belong to now: 0 nothing, 1 points, 2 cells */
  int64_t tuples; /* of such an array */
  /* arrays found */
  char names[VTK_NAMES], chosen[80];
  int count, scalars; /* all; those that are declared as SCALARS */
  bool cells, found;  /* the chosen one's */
};

/* The next that is not empty; without words at the end of the file. */
int vtk_next_line(struct vtk *k, struct tile_error *e);
/* What the line says, and the values that follow it. */
int vtk_get_line(struct vtk *k, struct tile_error *e);

/* errno says why. */
int vtk_fail_reading(const struct vtk *k, struct tile_error *e);
/* The array that begins here, of so many tuples of so many numbers: noted, and chosen if it is the one; then its values are
 * behind. */
int vtk_get_array(struct vtk *k, const char *name, const char *type_name, int64_t channels, int64_t tuples,
                  bool scalars, struct tile_error *e);
/* Values that belong to no voxels. */
int vtk_skip_array(struct vtk *k, const char *type_name, int64_t count, struct tile_error *e);

#endif
