/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of tessera-voxelize: its options, their checks, and its reports. */
#ifndef VOXELIZE_H
#define VOXELIZE_H

#include "cli.h"
#include "filter_list.h"
#include "segmentation.h"
#include "surface.h"
#include "window.h"

struct threshold {
  bool given, otsu, edges;
  long double value;
};

/* --segment: a way to find the classes. */
struct segment {
  enum { SEGMENT_NO, SEGMENT_OTSU, SEGMENT_LOCAL, SEGMENT_WATERSHED } way;
  int64_t classes;              /* of Otsu */
  int64_t radius;               /* of the local threshold */
  struct local_threshold local; /* range 0: half the span of all values */
};

struct voxelize_options {
  int operands; /* argv[operands] is the first one */
  const char *output, *raw, *shape, *mask_output, *preview, *export, *confidence;
  struct cli_values mask;
  int64_t size[3];
  struct voxel_sides {
    int count; /* 1: the same for all three; 0: no --voxel */
    bool equal;
    struct cli_quantity side[3];
  } voxel;
  struct cli_quantity resample;
  struct threshold threshold;
  struct segment segment;
  bool labels, json, walls, band;
  bool cap, repair, open;
  bool oblique;                   /* openings end where the surface ends */
  struct surface_ends caps, ends; /* of --cap and --open */
  struct surface_extensions extend;
  struct cli_values names; /* of surfaces */
  struct rule rule;
  bool hysteresis;
  int64_t clean;
  struct window window;
  struct image_choice image; /* channel -1: no --channel */
  bool natural;
  char slices_from; /* 0: no such option */
  unsigned flip;
  int64_t bin;
  struct filter_list filters;
  unsigned mirror;
  struct pads pads;
};
extern const struct cli_program voxelize_program;
/* Parses the command line; usage errors end the program. Called once: the caller frees rule.equal. */
struct voxelize_options voxelize_read_options(int argc, char **argv);
/* Is the only operand a file of triangles? */
bool asked_surface(char *const *operands, int count);

/* voxelize_check.c: exits with a usage error. check_asked: what the rules of the table cannot say, before anything is
 * read. */
void check_asked(const struct voxelize_options *o, char *const *operands, int count);
/* Outputs that would replace an input, when the files are known; check_data: also a file that only a header names. */
void check_outputs(const struct voxelize_options *o, char *const *paths, int count, const char *what);
void check_data(const struct voxelize_options *o, const struct source *s);

/* --labels without labels to keep: a report. */
bool voxelize_reports_labels(const struct voxelize_options *o);
int voxelize_fluid_classes(const struct voxelize_options *o); /* how many --fluid class= lists; 0: it is not given */
void check_surface(const struct voxelize_options *o);         /* voxelize_surface.c: exits with a usage error */
int open_surface(const struct voxelize_options *o, struct source *s, const char *path, struct tile_error *e);
int crop_surface(const struct voxelize_options *o, struct source *s, struct tile_error *e); /* --crop */
/* They print nothing for other sources. */
void report_surface(const struct source *s);
void json_surface(const struct segmentation *p); /* of a surface, on standard output */
void warn_surface(const struct source *s);

/* voxelize_report.c: makes the header of the stream; TILE_REJECTED if voxels are not cubes. */
int make_header(const struct voxelize_options *o, struct tile_header *h, const struct source *s, int argc,
                char *const *argv, struct tile_error *e);
/* Voxel size and position alone; of the image itself, without layers. */
int make_place(const struct voxelize_options *o, struct tile_header *h, const struct source *s, struct tile_error *e);
int make_frame(struct tile_header *h, const struct source *s, struct tile_error *e);
/* voxelize_band.c: whether the edges are looked at; options that have no band; the line of the report, and the report of
 * --json. */
bool voxelize_needs_band(const struct voxelize_options *o);
void check_band(const struct voxelize_options *o);
void report_band(const struct segmentation *p);
void json_band(const struct voxelize_options *o, const struct segmentation *p);
/* voxelize_labels.c: prints the report of --labels on standard output. */
int report_labels(const struct voxelize_options *o, const struct segmentation *p, struct tile_error *e);
/* Call it after segmentation_write. */
/* Prints the warnings of what was found in the voxels, and adds all warnings to the file. */
int warn_of_voxels(const struct segmentation *p, struct tile_voxels_writer *voxels, struct tile_error *e);
void report(const struct voxelize_options *o, const struct segmentation *p);

#endif
