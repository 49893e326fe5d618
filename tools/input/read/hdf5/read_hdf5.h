/* SPDX-License-Identifier: BSD-3-Clause */
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
  char passed[80];     /* as in hdf5_read.h */
  hid_t file, set, space, type;
  int rank, axis[3];                             /* axis: of z, y and x; z -1: one slice of two dimensions */
  uint64_t size[H5S_MAX_RANK], at[H5S_MAX_RANK]; /* of all dimensions; of the volume along the others */
  int64_t volumes, volume;                       /* how many there are along these, and which it is */
  struct chunk_slab slab;
  struct hdf5_chunk chunk;
};

/* read_hdf5_error.c: names may contain any bytes, and messages are one line. */
void hdf5_clean(char *text);
/* Keeps what HDF5 says of the last error, for hdf5_reject, after it goes on, and whether memory was short; forgets it
 * before another file. */
bool hdf5_note(void);
bool hdf5_is_newer(void);
void hdf5_forget(void);
/* "PATH: TEXT", rejected; or, as HDF5 says, a lack of memory or a file that is being written (failed), or data of a newer
 * version. */
int hdf5_reject(const char *path, struct tile_error *e, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* read_hdf5_find.c: sets s->name; `wanted`: as in hdf5_read.h. */
int hdf5_find(struct hdf5_set *s, const char *wanted, struct tile_error *e);
/* Whether values of this type can be read; *type: theirs in memory. The caller closes it. */
bool hdf5_type(hid_t stored, hid_t *type, char *kind);

/* read_hdf5_names.c: the names of all axes, by ilastik's axistags, labels or scales of dimensions (h5py, netCDF), or the
 * axes of NeXus. */
enum { HDF5_AXES = 8 };
bool hdf5_names(const struct hdf5_set *s, char name[HDF5_AXES][CHUNK_NAME]);
/* Opens the data set of the positions along a dimension, which the caller closes with H5Oclose; -1: there is none. */
hid_t hdf5_scale(const struct hdf5_set *s, int dimension);

/* read_hdf5_axes.c: the sizes of all dimensions; returns how many. */
int hdf5_sizes(hid_t space, uint64_t size[H5S_MAX_RANK]);
/* Sets the axes and the volumes along others. false: there is no volume. warning: as for chunk_axes. */
bool hdf5_axes(struct hdf5_set *s, char warning[CHUNK_WARNING]);

/* read_hdf5_check.c: what would give other values than the file means; sets the chunks. */
int hdf5_check(struct hdf5_set *s, struct hdf5_volume *to, struct tile_error *e);

/* read_hdf5_virtual.c: every source must be there, and each place be filled by one; adds the bytes that they store. */
int hdf5_check_virtual(const struct hdf5_set *s, hid_t list, hsize_t *stored, struct hdf5_volume *to,
                       struct tile_error *e);

/* read_hdf5_attribute.c */
enum { HDF5_TEXT = 64, HDF5_TEXTS = 8 };
/* Opens an object of a file or, unless its name begins with a slash, of a group, "": itself. The caller closes it with
 * H5Oclose. -1: it is not there. */
hid_t hdf5_open(hid_t from, const char *name);
/* Values of an attribute; count 0: it is not there. */
struct hdf5_attribute {
  hid_t id, space, type;
  size_t count;
};
struct hdf5_attribute hdf5_attribute_open(hid_t of, const char *name);
void hdf5_attribute_close(struct hdf5_attribute *a);
/* An attribute of exactly `count` numbers. */
bool hdf5_numbers(hid_t of, const char *name, int count, double *value);
/* Texts of an attribute; returns how many, 0: there are none, or too many. */
int hdf5_texts(hid_t of, const char *name, int most, char to[][HDF5_TEXT]);
/* Numbers of a data set; 0: there are none, or too many. */
int64_t hdf5_values(hid_t set, int64_t most, double *value);

/* A text of an attribute, to its end or cut; "": there is none. */
void hdf5_text(hid_t of, const char *name, char *to, size_t size);
/* What values mean by the conventions CF. */
void hdf5_meaning(hid_t of, struct hdf5_volume *to);
/* The name with a slash before it; above(): that of its group, "" for the root. */
void hdf5_whole_name(const struct hdf5_set *s, char name[1024]);
bool hdf5_above(char name[1024]);

/* read_hdf5_side.c: the voxel size, where it is stated. */
void hdf5_side(const struct hdf5_set *s, struct hdf5_volume *to);
/* Imaris fills data sets up to whole chunks: the size that it states of the image counts. */
void hdf5_unpad(struct hdf5_set *s);

/* read_hdf5_chunks.c: adds the chunks of a data set, of which `stored` bytes are stored, to those counted so far, and
 * refuses impossible ones, and those that do not fit into memory. */
int hdf5_count_chunks(const struct hdf5_set *s, hid_t set, hsize_t stored, struct hdf5_volume *to,
                      struct tile_error *e);
/* complete: every chunk was written. */
void hdf5_plan_chunks(struct hdf5_set *s, bool complete);
/* Fills the slab; false: HDF5 must. */
bool hdf5_read_chunks(struct hdf5_set *s);

/* read_hdf5_slab.c: */
void hdf5_plan(struct hdf5_set *s);
int hdf5_slice(struct hdf5_set *s, uint64_t slice, unsigned char *to, size_t bytes, struct tile_error *e);

#endif
