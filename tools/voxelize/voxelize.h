/* The parts of tessera-voxelize: what was asked for, and what is said of the voxels. */
#ifndef VOXELIZE_H
#define VOXELIZE_H

#include "cli.h"
#include "pass.h"
#include "window.h"

struct threshold {
  bool given, otsu;
  long double value;
};

struct voxelize_options {
  const char *output, *raw, *shape, *mask, *preview, *export;
  int64_t size[3];
  struct voxel_sides {
    int count; /* 1: of all three; 0: not asked for */
    bool equal;
    struct cli_quantity side[3];
  } voxel;
  struct cli_quantity resample;
  struct threshold threshold;
  bool labels, json, walls;
  bool cap, repair;
  struct cli_values names; /* of surfaces */
  bool fluid_given, solid_given;
  struct rule rule;
  bool hysteresis;
  struct window window;
  struct image_choice image; /* channel -1: not asked for */
  bool sort_given, natural;
  char slices_from; /* 0: not asked for */
  unsigned flip;
  int64_t bin, median;
  int mirror;
  struct pads pads;
};
extern struct voxelize_options asked;
extern const struct cli_program voxelize_program;

/* voxelize_check.c: usage errors end the program: of options and operands that exclude each other, before anything is
 * read ... */
void check_asked(char *const *operands, int count);
/* ... of outputs that would replace an input (the files are known), and what a header names besides. */
void check_outputs(char *const *paths, int count);
void check_data(const struct source *s);

/* voxelize_surface.c: the only operand is a file of triangles. */
bool asked_surface(char *const *operands, int count);
void check_surface(void); /* usage errors end the program */
int open_surface(struct source *s, const char *path, struct tile_error *e);
int crop_surface(struct source *s, struct tile_error *e); /* --crop */
void report_surface(const struct source *s);              /* nothing of other sources */

/* The header of the stream; voxels that are not cubes are TILE_REJECTED. voxelize_report.c */
int make_header(struct tile_header *h, const struct source *s, int argc, char *const *argv, struct tile_error *e);
/* --labels, on standard output. voxelize_labels.c */
int report_labels(const struct pass *p, struct tile_error *e);
/* After pass_write. */
void report(const struct pass *p);

#endif
