/* SPDX-License-Identifier: BSD-3-Clause */
/* A source of voxels: a TIFF series, a raw volume, a shape. It is read one slice at a time in z order, so that memory
 * does not grow with the number of slices. A function source_NAME fills a struct source; the caller uses its members
 * and calls close. */
#ifndef SOURCE_H
#define SOURCE_H

#include "pose.h"
#include "memory.h"
#include "voxel_type.h"

struct tile_surfaces;
struct tile_wall_at;

/* Position of the wall between two voxels, for sources that know it exactly. Either `cut` or `slice` is set. */
struct source_walls {
  /* Of a shape. `from` is a fluid voxel, `to` its neighbour or a point on the way to it. Returns whether `to` is in the
   * solid, and in *q the fraction of the way, 0 to 1, at which the solid begins. */
  bool (*cut)(const void *of, const double from[3], const double to[3], double *q);
  int (*prepare)(void *of, struct tile_error *e); /* called before the first `cut` */
  unsigned beyond;                                /* axes (bit a) along which neighbours outside the grid count, too */
  double begin[3];                                /* added to coordinates in the grid */
  /* Of a surface. Gets the cut links of the fluid voxels of slice z, sorted by voxel and link; several threads may call
   * it at the same time. The caller frees *wall. */
  int (*slice)(const void *of, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e);
  const struct tile_surfaces *surfaces; /* openings; coordinates from the corner of voxel 0,0,0 */
  void *of;
};

/* A stack of slices; the values are doubles, which can hold every supported type. */
struct source {
  int64_t grid[3];
  double dx;               /* voxel size in m; 0: not stated, or voxels are not cubes */
  double spacing[3];       /* stated sizes along x, y and z in m; 0: not stated */
  double shape[3];         /* sides relative to that along x, if they differ and no unit is stated; 0: not stated */
  char dx_note[96];        /* where dx is stated, or why it is unknown; "": nothing to report */
  bool classified;         /* shapes: values are already TILE_SOLID, TILE_FLUID */
  bool padded;             /* NaN are voxels where there is no image, as the file says; they are not rejected */
  char padding[64];        /* the stored values that say so */
  bool nans;               /* some values may be NaN; otherwise NaN is rejected */
  bool means;              /* values are means of stored ones, so not integers */
  const char *type;        /* "u8", "f32" ...: for the report */
  const char *photometric; /* as in the file; NULL: not stated */
  char warning[512];       /* an oddity of the input that does not change the values; "": none */
  const char *data;        /* another file that the header names and that is read; NULL: none */
  struct pose pose;        /* with the sides `spacing` */
  /* Voxel i along an axis is at first + i * step of the whole image, in its voxels; step 0: it is the whole image. */
  double first[3], step[3];
  /* Reads slice z into values[nx*ny]. z increases by 1 from call to call; if rereadable, it may be set back to 0. */
  int (*read)(struct source *s, int64_t z, double *values, struct tile_error *e);
  /* Reads values of type memory_type, without conversion. As many threads as there are lanes may call it at the same
   * time, each with its own lane (0 ... lanes - 1). NULL: use read. */
  int (*read_typed)(struct source *s, int lane, int64_t z, void *values, struct tile_error *e);
  const struct voxel_type *memory_type; /* see voxel_type_in_memory */
  int lanes;
  /* Tells that values outside this window will not be used; those read may then be 0. NULL: reads all. */
  int (*restrict_to)(struct source *s, const int64_t begin[3], const int64_t end[3], struct tile_error *e);
  void (*close)(struct source *s);
  struct source_walls walls;
  bool rereadable;
  bool forward; /* a step back reads again from the beginning */
  bool slow;    /* a slice is decoded or computed whenever it is read, which takes longer than to copy it */
  void *state;
};

/* channel: the one to read, from 0; -1: there must be only one. */
int source_tiff(struct source *s, char *const *paths, int count, int channel, struct tile_error *e);
/* Of files with several series of pages: 1 is the first; 0: there must be only one. */
int source_tiff_series(struct source *s, char *const *paths, int count, int channel, int series, struct tile_error *e);
/* Which pages are the slices of a TIFF stack whose description numbers them as channels ('c') or times ('t'); default
 * 'z': neither. Call it before the first stack is opened. */
void source_slices_from(char axis);
/* PNG files, one slice each; paths and channel as for source_tiff. */
int source_pictures(struct source *s, char *const *paths, int count, int channel, struct tile_error *e);
/* Selects a part of an image, and supplements the header. */
struct image_choice {
  int channel;            /* as for source_tiff */
  int series;             /* as for source_tiff_series */
  const char *array;      /* name of one of several arrays; NULL: there must be only one */
  const char *unit;       /* of lengths, if the file names none, which is required; NULL: mm, by convention */
  const char *usual_unit; /* instead of mm, also if the file names one or states no lengths */
};
/* A volume, recognized by its kind, or a series of PNG, DICOM or TIFF files; paths as for source_tiff. */
int source_image(struct source *s, char *const *paths, int count, const struct image_choice *choice,
                 struct tile_error *e);
/* description: NX,NY,NZ,TYPE[,be][,skip=BYTES]; path NULL or "-": standard input. */
int source_raw(struct source *s, const char *path, const char *description, struct tile_error *e);
/* A voxel stream in a file; every step back reads it again from the beginning. */
int source_voxels(struct source *s, const char *path, struct tile_error *e);
/* description: NAME[:k=v,...]; see tessera-voxelize(1). */
int source_shape(struct source *s, const char *description, const int64_t size[3], struct tile_error *e);

#endif
