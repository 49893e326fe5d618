/* SPDX-License-Identifier: BSD-3-Clause */
/* A volume of an HDF5 file, as tessera-read-hdf5 sends it. */
#ifndef HDF5_READ_H
#define HDF5_READ_H

#include <stdint.h>

struct hdf5_volume {
  int64_t grid[3], volumes; /* along other axes, one after another */
  char kind;                /* type of the values: 'u', 'i' or 'f', and their bits */
  int bits;
  char name[80];           /* of the data set, shortened */
  double side[3];          /* of a voxel along x, y and z; 0: not stated */
  char unit[16];           /* of the sides */
  char side_note[32];      /* where they are stated */
  double slope, intercept; /* value = slope * stored + intercept; slope 0: as stored */
  double missing[2];       /* stored values that mean: no image here */
  int missings;
  char warning[256];        /* what is to be told of the axes; "": nothing */
  char passed[80];          /* a data set of a newer version of the format that was passed over; "": none */
  uint64_t chunks, written; /* how many there are, and how many of them hold values */
};

/* Requests, see worker.h: the header; slice `number`, counted on over the volumes; and the window that matters along x, y
 * and z of the slices that follow: `number` is begin << 32 | end, and the answer one byte. Other voxels are 0, and their
 * chunks are not read. The text of the request is the name of a data set, or of a group that contains only one volume;
 * "": the file must contain only one. */
enum { HDF5_HEADER = 'h', HDF5_SLICE = 's', HDF5_WINDOW_X = 'x', HDF5_WINDOW_Y = 'y', HDF5_WINDOW_Z = 'z' };

#endif
