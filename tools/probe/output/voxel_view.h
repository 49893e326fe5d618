/* SPDX-License-Identifier: BSD-3-Clause */
/* A picture of a block of voxels in three dimensions, with a bar of its colours, one of length, and its axes. */
#ifndef VOXEL_VIEW_H
#define VOXEL_VIEW_H

#include "bar.h"
#include "voxels.h"

struct voxel_view {
  struct voxels voxels; /* without colours and densities */
  struct bar bar;
  bool even;              /* all values are as dense; else those near zero are clear */
  double azimuth, height; /* of the eye, in degrees: around z from -y towards x, and above the plane across z */
  double dx;              /* of a voxel in m; 0: unknown */
  char label[LABEL_TEXT];
  const char *title; /* NULL: none */
};
/* The number of the colour of a value, for voxels.value. */
unsigned char voxel_view_value(const struct bar *b, double value);
/* As PNG. */
int voxel_view_write(struct voxel_view *b, FILE *out, struct tile_error *e);

#endif
