/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of tessera-write-hdf5. */
#ifndef WRITE_HDF5_H
#define WRITE_HDF5_H

#include "hdf5_write.h"
#include "worker.h"

#include <hdf5.h>

/* A data set that gets its values in order. Chunks are whole in all dimensions after one, and a single layer in those before
 * it: so each is a stretch of the values. */
struct hdf5_out {
  hid_t set, type;
  struct hdf5_item item;
  hsize_t chunk[HDF5_RANK];
  int axis;               /* the one along which chunks end */
  uint64_t row;           /* bytes of one layer along it */
  uint64_t parts, number; /* chunks along it; those written */
  bool packed;            /* else the values are written at once, in the end */
  uint64_t left;          /* bytes that are still to come */
  unsigned char *room;    /* of several chunks */
  size_t size;            /* of a chunk in it */
  int full;               /* chunks in it that are complete */
  size_t filled;          /* bytes of the next one */
};

/* write_hdf5_type.c: the caller closes them; < 0: there is none. */
hid_t hdf5_type_of(const struct hdf5_item *i);
hid_t hdf5_space_of(const struct hdf5_item *i);
/* "PATH: cannot be written: WHY", by what HDF5 says. */
int hdf5_fail(const char *path, struct tile_error *e);

/* write_hdf5_set.c: */
int hdf5_out_begin(struct hdf5_out *o, hid_t file, const struct hdf5_item *item, const char *path,
                   struct tile_error *e);
int hdf5_out_put(struct hdf5_out *o, const void *values, size_t bytes, const char *path, struct tile_error *e);
void hdf5_out_end(struct hdf5_out *o);

#endif
