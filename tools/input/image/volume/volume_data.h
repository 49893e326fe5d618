/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of volume_data.c: the ways in which a file can encode values. */
#ifndef VOLUME_DATA_H
#define VOLUME_DATA_H

#include "volume_file.h"

struct volume_data {
  FILE *in;
  const char *name, *said_by;  /* for messages: the file; as in struct volume_file, but never NULL */
  uint64_t begin, skip, bytes; /* as in struct volume_file; bytes: of all values */
  uint64_t tail;               /* bytes without meaning that may follow the values; UINT64_MAX: any number */
  int64_t grid[3];
  const struct voxel_type *type;
  bool fractions; /* as in struct volume_file */
  const struct volume_coding *coding;
  void *state; /* of the coding; zeroed */
};

struct volume_coding {
  size_t state; /* bytes of the state */
  bool forward; /* a step back reads again from the beginning */
  /* file: size of the file in bytes. */
  int (*open)(struct volume_data *d, uint64_t file, struct tile_error *e);
  int (*read)(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e);
  void (*close)(struct volume_data *d);
};

/* Checks that a file of so many bytes contains exactly the unencoded values. */
int volume_data_fit(const struct volume_data *d, uint64_t file, struct tile_error *e);
/* Reads bytes of the values as stored; several threads may call it at the same time. */
int volume_data_plain(const struct volume_data *d, uint64_t at, char *to, size_t bytes, struct tile_error *e);
/* Fails because there are `found` bytes of values. */
int volume_data_reject(const struct volume_data *d, uint64_t found, struct tile_error *e);

#endif
