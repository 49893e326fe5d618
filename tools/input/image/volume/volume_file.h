/* SPDX-License-Identifier: BSD-3-Clause */
/* Volumes in one file, or in a header and a file of values: MetaImage, NRRD, NIfTI and others. A function NAME_header
 * reads the whole header, volume_data_read a slice of the values; source_volume makes a source of both. */
#ifndef VOLUME_FILE_H
#define VOLUME_FILE_H

#include "pose.h"
#include "memory.h"
#include "voxel_type.h"

/* Encodings: zlib or gzip; Zstandard; runs of bytes; numbers in text; x slowest (for one volume with one value per
 * voxel). */
extern const struct volume_coding volume_zlib, volume_zstd, volume_rle, volume_text, volume_columns;

/* A reader of slices, which counts on over the volumes. */
struct volume_slices {
  int (*read)(void *of, int64_t slice, void *to, struct tile_error *e);
  /* Other voxels need not be read. NULL: they cost nothing. */
  void (*window)(void *of, const int64_t begin[3], const int64_t end[3]);
  void (*close)(void *of);
  void *of;
};

struct volume_file {
  const char *path;         /* owned by the caller; for messages */
  const char *array, *unit; /* as in struct image_choice */
  /* properties stated by the header */
  int64_t grid[3];
  const struct voxel_type *type;
  int channels;            /* values per voxel, stored together */
  int64_t volumes;         /* number of volumes (times or components), one after another */
  bool swap;               /* big-endian */
  bool fractions;          /* text holds 0 ... 1 for the bytes 0 ... 255 */
  double slope, intercept; /* value = slope * stored + intercept; slope 0: as stored */
  double missing[2];       /* stored values that mean: no image here */
  int missings;
  /* position of the values */
  char *data;                         /* name of their file, allocated; NULL: path itself */
  const struct volume_coding *coding; /* encoding from `begin` on; NULL: not encoded */
  uint64_t begin;                     /* offset in the file */
  uint64_t skip;                      /* offset in the decoded bytes */
  bool more;                          /* any bytes may follow them */
  bool last;                          /* they are the last bytes of the file, whatever precedes them */
  const char *said_by;                /* for messages: --raw, whose size must be exact; NULL: the header */
  struct worker *worker;              /* allocated; returns the slices, instead of a file; NULL: none */
  char request;                       /* kind of request to the worker */
  char windows[3];                    /* those that restrict it along x, y and z, see hdf5_read.h; 0: none */
  struct volume_slices slices;        /* returns the slices, instead of a file; read NULL: none */
  bool named;                         /* the file has named arrays, of which v->array is read */
  char array_note[96];                /* "array NAME of 3"; "": a single array, or without name */
  /* size and position of a voxel */
  double side[3];    /* m; 0: not stated */
  double shape[3];   /* as in struct source */
  char warning[512]; /* as in struct source */
  char note[96];     /* where the size is stated, or why it is unknown; "": nothing to report */
  bool assumed;      /* the unit is not stated by the file */
  struct pose pose;
};

/* Reads the header of the file v->path; *v is zeroed except for path, array and unit. TILE_FAILED: the file cannot be
 * opened; TILE_REJECTED: its header cannot be read, or only other programs can make a volume of it. The caller frees
 * v->data, closes v->slices, and ends and frees v->worker, also after an error. */
typedef int volume_header(struct volume_file *v, struct tile_error *e);
volume_header metaimage_header, nrrd_header, nifti_header, npy_header, mrc_header, vti_header, vtk_header, hdf5_header,
    zarr_header, amira_header, vgi_header, xtek_header, pcr_header, txm_header;
/* The name of the data set in FILE.h5:NAME or FOLDER.zarr:NAME, within the text; NULL: it is no such text. */
const char *volume_name_in(const char *path);
/* Takes such a name off v->path; v->array is the name. */
int volume_split(struct volume_file *v, struct tile_error *e);
/* Whether it is the folder of an array or group of Zarr, or named like one. */
bool zarr_is(const char *path);

struct source;
struct image_choice;
/* format: its name for the report. */
int source_volume(struct source *s, volume_header *header, const char *format, const char *path,
                  const struct image_choice *choice, struct tile_error *e);

/* Fails with TILE_REJECTED and "PATH: TEXT". */
int volume_reject(const struct volume_file *v, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds "PATH: TEXT" to the warnings. */
void volume_warn(struct volume_file *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a stored value that means that there is no image, as v->type holds it; NaN means it anyway, but then is no error. */
void volume_missing(struct volume_file *v, double value);
/* Bytes of all values; 0: the size is not possible. */
uint64_t volume_bytes(const struct volume_file *v);
/* Sets the sides of a voxel, given in a unit of the file; if that is "" or unknown, v->unit applies, and to "" without it
 * mm. NULL: no unit, of which mm is not to be assumed. Returns the unit in m, or 0 if there is none: then sets
 * the shape if sides differ. format: its name for the note. */
double volume_sides(struct volume_file *v, const double side[3], const char *unit, const char *format);
/* Notes for the report which of several arrays is read; of 0: it is a data set, whose name is always told. */
void volume_array(struct volume_file *v, const char *name, int64_t of);
/* The path of another file that a header names: in the header's folder unless the name begins with a slash. Allocated;
 * NULL: no memory. */
char *volume_beside(const char *path, const char *name);

/* ---- the values ---- */

/* Whether every step back reads again from the beginning. */
bool volume_coding_forward(const struct volume_coding *c);
struct volume_data;
/* Rejects files that are too short or too long for the header; a few bytes after the values, less than a row, are
 * ignored. *d is NULL after an error. */
int volume_data_open(struct volume_data **d, const struct volume_file *v, struct tile_error *e);
/* Reads `bytes` bytes from offset `at` of all values, as stored. Without encoding, several threads may call it at the
 * same time; with one, every step back may read again from the beginning. */
int volume_data_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e);
void volume_data_close(struct volume_data *d);

#endif
