/* The parts of tessera-voxelize: what was asked for, and what is said of the voxels. */
#ifndef VOXELIZE_H
#define VOXELIZE_H

#include "cli.h"
#include "voxelize_pass.h"
#include "window.h"

struct threshold {
  bool given, otsu;
  long double value;
};

struct voxelize_options {
  const char *output, *raw, *shape, *mask, *preview;
  int64_t size[3];
  struct cli_quantity voxel, resample;
  struct threshold threshold;
  bool fluid_given;
  struct rule rule;
  bool hysteresis;
  struct window window;
  struct image_choice image; /* channel -1: not asked for */
  bool sort_given, natural;
  unsigned flip;
  int64_t bin, median;
  int mirror;
  struct pads pads;
};
extern struct voxelize_options asked;
extern const struct cli_program voxelize_program;

/* Usage errors end the program: of options and operands that exclude each other, before anything is read ... */
void check_asked(char *const *operands, int count);
/* ... of outputs that would replace an input (the files are known), and what a header names besides. */
void check_outputs(char *const *paths, int count);
void check_data(const struct source *s);

/* What the header of the stream says; voxels that are no cubes are TILE_REJECTED. voxelize_report.c */
int make_header(struct tile_header *h, const struct source *s, int argc, char *const *argv, struct tile_error *e);
/* After pass_write. */
void report(const struct pass *p);

#endif
