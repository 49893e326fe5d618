/* Volumes in one file, or in a header and a file of values: MetaImage, NRRD, NIfTI. The header is read whole, the values
 * one slice at a time. */
#ifndef VOLUME_FILE_H
#define VOLUME_FILE_H

#include "place.h"
#include "own.h"
#include "voxel_type.h"

/* Compressed by zlib or gzip; numbers in text. */
extern const struct volume_coding volume_packed, volume_text;

struct volume_file {
  const char *path;              /* the caller's; for messages */
  int64_t grid[3];
  const struct voxel_type *type;
  int channels;                  /* numbers a voxel, beside each other */
  int64_t volumes;               /* such volumes, of times or components, behind each other */
  bool swap;                     /* big-endian */
  double slope, intercept;       /* a value is slope * stored + intercept; slope 0: as stored */
  /* where the values are */
  char *data;                    /* file, allocated; NULL: path itself */
  const struct volume_coding *coding; /* of what is from `begin` on; NULL: values as they are */
  uint64_t begin;                /* bytes before them in the file */
  uint64_t skip;                 /* and in what it decodes to */
  bool last;                     /* they are the last bytes of the file, whatever is before */
  struct worker *worker;         /* allocated: it is asked for them, slice by slice, instead; NULL: none */
  char request;                  /* with this */
  /* what is stated of the size and place of a voxel */
  double side[3];                /* m; 0: nothing */
  char note[96];                 /* who states it, or why it is not known; "": nobody */
  struct place place;
};

/* Each reads the header of a file. TILE_FAILED: it cannot be opened; TILE_REJECTED: it cannot be read as such, or is
 * something that only another program can turn into a volume. The caller frees v->data and
 * ends and frees v->worker, also after an error. */
typedef int volume_header(struct volume_file *v, const char *path, struct tile_error *e);
volume_header metaimage_header, nrrd_header, nifti_header, vti_header;

struct source;
/* format: for the report; channel: -1: there must be no choice. */
int source_volume(struct source *s, volume_header *header, const char *format, const char *path, int channel,
                  struct tile_error *e);

/* "PATH: TEXT", TILE_REJECTED. */
int volume_reject(const struct volume_file *v, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Bytes of all values; 0: there is no such size. */
uint64_t volume_bytes(const struct volume_file *v);
/* Sides in a unit of the file ("": mm, by convention). Returns the unit in m; when it is not known 0, and sides that are
 * equal are then taken for not stated. format: for the note. */
double volume_sides(struct volume_file *v, const double side[3], const char *unit, const char *format);
/* Another file as a header names it: beside the header unless the name begins with a slash. NULL: no memory. */
char *volume_beside(const char *path, const char *name);

/* ---- the values ---- */

struct volume_data;
/* Rejects what is too short (or, if it has no coding, too long) for the header. *d is NULL after an error. */
int volume_data_open(struct volume_data **d, const struct volume_file *v, struct tile_error *e);
/* The bytes `at` ... of all values, as stored. A file with a coding is read again from its beginning for every step
 * back; one without may be read by several threads at once. */
int volume_data_read(struct volume_data *d, uint64_t at, void *to, size_t bytes, struct tile_error *e);
void volume_data_close(struct volume_data *d);

#endif
