/* The passes of tessera-voxelize over its source: a histogram, then the voxels. */
#ifndef VOXELIZE_PASS_H
#define VOXELIZE_PASS_H

#include "classify.h"
#include "source.h"
#include "window.h"

struct pass {
  struct source *source; /* the caller's */
  struct window window;
  struct rule rule;      /* not used when the source is classified */
  int64_t size[3];       /* of the output: cropped and mirrored */
  double low, high;      /* after pass_write: least and greatest value of the window */
  double porosity;
  /* buffers of one slice, and with --mirror z the whole window at one bit a voxel */
  int64_t cut[3];
  double *values;
  unsigned char *classes, *mirrored;
  struct tile_bits kept;
};

/* window and rule are copied; the caller frees rule.equal. */
int pass_begin(struct pass *p, struct source *s, const struct window *w, const struct rule *r, struct tile_error *e);
/* Sets rule.threshold. Reads the source once; it must be rereadable. */
int pass_otsu(struct pass *p, struct tile_error *e);
/* Writes the voxel stream; h gets `grid`. */
int pass_write(struct pass *p, FILE *out, struct tile_header *h, struct tile_error *e);
void pass_end(struct pass *p);

#endif
