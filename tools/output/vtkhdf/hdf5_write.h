/* SPDX-License-Identifier: BSD-3-Clause */
/* What tessera-write-hdf5 is asked for: an HDF5 file, made piece by piece. */
#ifndef HDF5_WRITE_H
#define HDF5_WRITE_H

#include <stdint.h>

enum { HDF5_RANK = 5, HDF5_SETS = 256 };

/* An attribute or a data set. Groups are made where they are missing. */
struct hdf5_item {
  char name[160];     /* "/VTKHDF/PointData/velocity": the data set, or the group that has the attribute */
  char attribute[32]; /* "": a data set */
  char kind;          /* type of the values: 'f', 'i', 'u' or, for text, 't' */
  int bytes, rank;    /* of a value, or of the whole text; rank 0: one value */
  uint64_t size[HDF5_RANK];
};

/* Requests, see worker.h, each with data: the name of the file, which is there and is replaced; an attribute, and its
 * values; data set `number`; the next values of it, of any length; nothing, and then the file is complete. */
enum { HDF5_BEGIN = 'b', HDF5_ATTRIBUTE = 'a', HDF5_SET = 'd', HDF5_VALUES = 'v', HDF5_END = 'e' };

#endif
