/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of vtk_header.c: the state while the lines of a legacy VTK file are read. */
#ifndef VTK_FILE_H
#define VTK_FILE_H

#include "volume_file.h"

enum { VTK_LONGEST = 512, VTK_NAMES = 200 }; /* characters of a line, and of a list of names */

struct vtk {
  struct volume_file *v;
  FILE *in;
  char line[VTK_LONGEST], word[4][80]; /* the first words of the line; word[0] is in lower case */
  int words;
  bool binary, image; /* image: DATASET STRUCTURED_POINTS was read */
  int64_t points[3];
  double spacing[3], origin[3];
  int of;         /* what the next arrays belong to: 0 nothing, 1 points, 2 cells */
  int64_t tuples; /* in each of these arrays */
  /* arrays found */
  char names[VTK_NAMES], chosen[80];
  int count, scalars; /* of all arrays; of those declared as SCALARS */
  bool cells, found;  /* the selected array belongs to cells; an array is selected */
};

/* Reads the next line that is not empty; words is 0 at the end of the file. */
int vtk_next_line(struct vtk *k, struct tile_error *e);
/* Evaluates the line, and the values that follow it. */
int vtk_get_line(struct vtk *k, struct tile_error *e);

/* Fails with the reason in errno. */
int vtk_fail_reading(const struct vtk *k, struct tile_error *e);
/* Lists the array of `tuples` tuples of `channels` numbers that begins here, selects it if it is the right one, and
 * skips its values. */
int vtk_get_array(struct vtk *k, const char *name, const char *type_name, int64_t channels, int64_t tuples,
                  bool scalars, struct tile_error *e);
/* Skips values that do not belong to voxels. */
int vtk_skip_array(struct vtk *k, const char *type_name, int64_t count, struct tile_error *e);

#endif
