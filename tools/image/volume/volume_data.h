/* Inside volume_data.c: the ways in which values can be written in a file. */
#ifndef VOLUME_DATA_H
#define VOLUME_DATA_H

#include "volume_file.h"

struct volume_data {
  FILE *in;
  const char *name, *said_by;  /* for messages: the file; as in struct volume_file, never NULL */
  uint64_t begin, skip, bytes; /* as in struct volume_file; bytes: of all values */
  uint64_t tail;               /* bytes that may follow the values and mean nothing; UINT64_MAX: anything */
  int64_t grid[3];
  const struct voxel_type *type;
  const struct volume_coding *coding;
  void *state; /* of the coding; zeroed */
};

struct volume_coding {
  size_t state; /* bytes */
  bool forward; /* every step back begins again */
  /* file: its bytes. */
  int (*open)(struct volume_data *d, uint64_t file, struct tile_error *e);
  int (*read)(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e);
  void (*close)(struct volume_data *d);
};

/* Whether a file of so many bytes holds them and nothing else, as they are. */
int volume_data_fit(const struct volume_data *d, uint64_t file, struct tile_error *e);
/* Bytes of the values as they stand in the file; by several threads at once. */
int volume_data_plain(const struct volume_data *d, uint64_t at, char *to, size_t bytes, struct tile_error *e);
/* "... found FOUND" bytes of values. */
int volume_data_reject(const struct volume_data *d, uint64_t found, struct tile_error *e);

#endif
