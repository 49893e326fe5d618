/* Volumes in one file, or in a header and a file of values: MetaImage, NRRD, NIfTI. The header is read whole, the values
 * one slice at a time. */
#ifndef VOLUME_FILE_H
#define VOLUME_FILE_H

#include "pose.h"
#include "own.h"
#include "voxel_type.h"

/* Compressed by zlib or gzip, or by Zstandard; numbers in text; x slowest (of one volume of one value per voxel). */
extern const struct volume_coding volume_zlib, volume_zstd, volume_text, volume_columns;
/* Of a file that is compressed as a whole, by its first bytes; NULL: it is not. */
const struct volume_coding *volume_coding_of(const char *path);

struct volume_file {
  const char *path;         /* the caller's; for messages */
  const char *array, *unit; /* as in struct image_choice */
  /* what the header says */
  int64_t grid[3];
  const struct voxel_type *type;
  int channels;            /* numbers a voxel, beside each other */
  int64_t volumes;         /* such volumes, of times or components, behind each other */
  bool swap;               /* big-endian */
  double slope, intercept; /* a value is slope * stored + intercept; slope 0: as stored */
  /* where the values are */
  char *data;                         /* file, allocated; NULL: path itself */
  const struct volume_coding *coding; /* of what is from `begin` on; NULL: values as they are */
  uint64_t begin;                     /* bytes before them in the file */
  uint64_t skip;                      /* and in what it decodes to */
  bool more;                          /* anything may follow them */
  bool last;                          /* they are the last bytes of the file, whatever is before */
  const char *said_by;                /* for messages: --raw, which is to be exact; NULL: its header */
  struct worker *worker;              /* allocated: it is asked for them, slice by slice, instead; NULL: none */
  char request;                       /* with this */
  bool named;                         /* what it holds are arrays with names, of which v->array is taken */
  char array_note[96];                /* "array NAME of 3"; "": there is one, or none has a name */
  /* what is stated of the size and place of a voxel */
  double side[3]; /* m; 0: nothing */
  char note[96];  /* who states it, or why it is not known; "": nobody */
  bool assumed;   /* the unit is none of the file's */
  struct pose pose;
};

/* Each reads the header of the file v->path, of v that is else zeroed but for what is chosen. TILE_FAILED: it cannot be
 * opened; TILE_REJECTED: it cannot be read as such, or is something that only another program can turn into a volume. The
 * caller frees v->data and ends and frees v->worker, also after an error. */
typedef int volume_header(struct volume_file *v, struct tile_error *e);
volume_header metaimage_header, nrrd_header, nifti_header, npy_header, vti_header, vtk_header;

struct source;
struct image_choice;
/* format: for the report. */
int source_volume(struct source *s, volume_header *header, const char *format, const char *path,
                  const struct image_choice *choice, struct tile_error *e);

/* "PATH: TEXT", TILE_REJECTED. */
int volume_reject(const struct volume_file *v, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Bytes of all values; 0: there is no such size. */
uint64_t volume_bytes(const struct volume_file *v);
/* Sides in a unit of the file; "", or one that is not known: in v->unit. Returns the unit in m; when there is none 0, and
 * sides that are equal are then taken for not stated. format: for the note. */
double volume_sides(struct volume_file *v, const double side[3], const char *unit, const char *format);
/* The one of several that is read, for the report. */
void volume_array(struct volume_file *v, const char *name, int64_t of);
/* Another file as a header names it: beside the header unless the name begins with a slash. NULL: no memory. */
char *volume_beside(const char *path, const char *name);

/* ---- the values ---- */

/* Every step back reads again from the beginning. */
bool volume_coding_forward(const struct volume_coding *c);
struct volume_data;
/* Rejects what is too short or too long for the header; a few bytes behind the values, less than a row, are passed over. *d is NULL after an error. */
int volume_data_open(struct volume_data **d, const struct volume_file *v, struct tile_error *e);
/* The bytes `at` ... of all values, as stored. A file with a coding is read again from its beginning for every step
 * back; one without may be read by several threads at once. */
int volume_data_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e);
void volume_data_close(struct volume_data *d);

#endif
