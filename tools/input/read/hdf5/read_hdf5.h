/* Parts of tessera-read-hdf5. */
#ifndef READ_HDF5_H
#define READ_HDF5_H

#include "chunks.h"
#include "hdf5_read.h"
#include "worker.h"

#include <hdf5.h>

/* How chunks are stored, if they need not be left to HDF5. */
struct hdf5_chunk {
  size_t bytes; /* 0: leave them to HDF5 */
  bool packed, shuffled, swap;
};

/* The open data set. */
struct hdf5_set {
  char *path, *wanted; /* of the request */
  char *name;          /* of the data set */
  hid_t file, set, space, type;
  int rank;
  struct chunk_slab slab;
  struct hdf5_chunk chunk;
};

/* read_hdf5_error.c: names may contain any bytes, and messages are one line. */
void hdf5_clean(char *text);
/* "PATH: TEXT", rejected, or for a lack of memory failed if HDF5 says so. */
int hdf5_reject(const char *path, struct tile_error *e, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* read_hdf5_find.c: sets s->name; `wanted`: as in hdf5_read.h. */
int hdf5_find(struct hdf5_set *s, const char *wanted, struct tile_error *e);
/* Whether values of this type can be read; *type: theirs in memory. The caller closes it. */
bool hdf5_type(hid_t stored, hid_t *type, char *kind);

/* read_hdf5_check.c: what would give other values than the file means; sets the chunks. */
int hdf5_check(struct hdf5_set *s, struct hdf5_volume *to, struct tile_error *e);

/* read_hdf5_virtual.c: every source must be there; adds the bytes that they store. */
int hdf5_check_virtual(const struct hdf5_set *s, hid_t list, hsize_t *stored, struct tile_error *e);

/* read_hdf5_side.c: the voxel size, from attributes. */
void hdf5_side(const struct hdf5_set *s, struct hdf5_volume *to);

/* read_hdf5_chunks.c: complete: every chunk was written. */
void hdf5_plan_chunks(struct hdf5_set *s, bool complete);
/* Fills the slab; false: HDF5 must. */
bool hdf5_read_chunks(struct hdf5_set *s);

/* read_hdf5_slab.c: */
void hdf5_plan(struct hdf5_set *s);
int hdf5_slice(struct hdf5_set *s, uint64_t z, unsigned char *to, size_t bytes, struct tile_error *e);

#endif
