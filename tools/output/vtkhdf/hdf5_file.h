/* SPDX-License-Identifier: BSD-3-Clause */
/* An HDF5 file in the making, by tessera-write-hdf5. */
#ifndef HDF5_FILE_H
#define HDF5_FILE_H

#include "hdf5_write.h"
#include "worker.h"

/* Once something has failed, *e tells it, and nothing more is written. */
struct hdf5_file {
  struct worker worker;
  const char *path; /* for messages */
  uint64_t sets;
  struct tile_error *e;
};

void hdf5_file_begin(struct hdf5_file *h, const char *path, const char *made, struct tile_error *e);
/* An attribute of a group: text; whole numbers or numbers, of which there are `count` (0: one, no array). */
void hdf5_file_text(struct hdf5_file *h, const char *group, const char *name, const char *text);
void hdf5_file_whole(struct hdf5_file *h, const char *group, const char *name, const int64_t *value, size_t count);
void hdf5_file_real(struct hdf5_file *h, const char *group, const char *name, const double *value, size_t count);
/* Begins a data set, in a group, and returns its number. */
uint64_t hdf5_file_set(struct hdf5_file *h, const char *group, const char *name, char kind, size_t bytes, int rank,
                       const uint64_t *size);
/* The next values of a data set. */
void hdf5_file_put(struct hdf5_file *h, uint64_t set, const void *values, size_t bytes);
/* A data set of one dimension, with its values. */
void hdf5_file_list(struct hdf5_file *h, const char *group, const char *name, const int64_t *value, size_t count);
/* Ends, also after a failure. Returns the code of *e. */
int hdf5_file_end(struct hdf5_file *h);

#endif
