/* Where voxels come from: a TIFF series, a raw volume, a shape. One slice at a
 * time, in z order, so that memory does not grow with the number of slices. */
#ifndef SOURCE_H
#define SOURCE_H

#include "pose.h"
#include "own.h"
#include "voxel_type.h"

/* Where the wall lies between two voxels, of a source that knows it by itself: one of `cut` and `slice`. */
struct source_walls {
  /* Of a shape. Of the way from a fluid voxel `from` to a neighbour, or a part of it: does `to` lie in the solid, and at
   * which part of the way, 0 to 1, does the solid begin? */
  bool (*cut)(const void *of, const double from[3], const double to[3], double *q);
  int (*prepare)(void *of, struct tile_error *e); /* before the first call */
  unsigned beyond; /* axes (bit a) along which also where the neighbour lies beyond the faces of the grid */
  double begin[3]; /* added to the coordinates in the grid */
  /* Of a surface. The cut links of the fluid voxels of slice z, sorted by voxel and link; several threads may ask at once.
   * *wall: free(). */
  int (*slice)(const void *of, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e);
  const struct tile_surfaces *surfaces; /* openings from the corner of voxel 0,0,0 */
  void *of;
};

/* Values of one slice are delivered as doubles (every supported type fits). */
struct source {
  int64_t grid[3];
  double dx;         /* voxel size in m if the input states it; 0: it does not, or voxels are not cubes */
  double spacing[3]; /* what the input states along x, y and z; 0: nothing */
  double shape[3];   /* the sides relative to that along x, where no unit is stated and they differ; 0: not stated */
  char dx_note[96];  /* where it is stated, or why it is not known; "": not mentioned */
  bool classified;   /* shapes: values are already TILE_SOLID, TILE_FLUID */
  bool nans;         /* some values may be NaN; else these are rejected */
  bool means;        /* values are means of stored ones: not whole numbers */
  const char *type;  /* "u8", "f32" ...: for the report */
  const char *photometric; /* as the file states it; NULL: not stated */
  char warning[512];       /* what is odd about the input, but does not change what is read; "": nothing */
  const char *data;        /* another file that is read, as a header names it; NULL: none */
  struct pose pose;        /* with the sides `spacing` */
  /* Reads slice z into values[nx*ny]; z increases by 1 from call to call, but
   * may be set back to 0 to read again when rereadable. */
  int (*read)(struct source *s, int64_t z, double *values, struct tile_error *e);
  /* The same without a conversion, as values of type `held`: by as many threads at once as there are lanes, each with
   * its own (0 ... lanes - 1). NULL: there is only read. */
  int (*read_typed)(struct source *s, int lane, int64_t z, void *values, struct tile_error *e);
  const struct voxel_type *memory_type; /* see voxel_type_in_memory */
  int lanes;
  void (*close)(struct source *s);
  struct source_walls walls;
  bool rereadable;
  bool forward; /* every step back reads again from the beginning */
  void *state;
};

/* Of every source: one that has no take is taken by read, as doubles, in one lane. */
int source_read_typed(struct source *s, int lane, int64_t z, void *values, struct tile_error *e);
const struct voxel_type *source_memory_type(const struct source *s);
int source_lanes(const struct source *s);

/* channel: the one to read, from 0; -1: there must be only one. */
int source_tiff(struct source *s, char *const *paths, int count, int channel, struct tile_error *e);
/* What becomes z of TIFF stacks whose description counts their pages as channels ('c') or times ('t'); 'z', the default:
 * neither. Before the first is opened. */
void source_slices_from(char axis);
/* PNG files, one slice each; paths and channel as for source_tiff. */
int source_png(struct source *s, char *const *paths, int count, int channel, struct tile_error *e);
/* Which part of an image is read, and what its file leaves open. */
struct image_choice {
  int channel;       /* as for source_tiff */
  const char *array; /* of several in a file; NULL: there must be only one */
  const char *unit;  /* of lengths in a file that names none; NULL: mm, by convention */
};
/* A volume by its kind, else a series of PNG, DICOM or TIFF files; paths as for source_tiff. */
int source_image(struct source *s, char *const *paths, int count, const struct image_choice *choice,
                 struct tile_error *e);
/* description: NX,NY,NZ,TYPE[,be][,skip=BYTES]; path NULL or "-": standard input. */
int source_raw(struct source *s, const char *path, const char *description, struct tile_error *e);
/* A voxel stream in a file, which is read again for every step back. */
int source_voxels(struct source *s, const char *path, struct tile_error *e);
/* description: NAME[:k=v,...]; see tessera-voxelize(1). */
int source_shape(struct source *s, const char *description, const int64_t size[3], struct tile_error *e);

#endif
