/* The passes of tessera-voxelize over its source: a histogram, what hysteresis must
 * know beforehand, then the voxels. */
#ifndef PASS_H
#define PASS_H

#include "classify.h"
#include "export.h"
#include "hysteresis.h"
#include "pad.h"
#include "preview.h"
#include "slices.h"

struct pass {
  /* set by the caller, whose they stay */
  struct source *source; /* after its filters */
  struct source *mask;   /* of the same size; NULL: none */
  struct rule rule;      /* not used when the source is classified */
  bool hysteresis;       /* rule.low, rule.high in place of rule.threshold */
  int mirror;            /* the axis that is doubled; -1: none */
  struct pads pads;
  struct preview *preview; /* NULL: none */
  struct export *export;   /* NULL: none; open */
  bool note_input;         /* write the digest of the values */
  bool walls;              /* and where walls cut links; reads the source once more */
  /* what came of it */
  int64_t mirrored[3], size[3]; /* after --mirror; of the output */
  double low, high;             /* after pass_write: least and greatest value */
  double porosity;
  int64_t cut;     /* links whose wall distance was written */
  int few;         /* with walls of grey levels: how many values there are, at most 16; 0: more */
  int64_t counted; /* after pass_mask: voxels that count; 0 without a mask */
  /* buffers of one slice; with mirror z the whole volume at one bit a voxel */
  double *values, *inside;
  unsigned char *doubled, *padded, *bits;
  struct slices slices;
  struct hysteresis *sets;
  struct tile_bits kept;
  int64_t fluid;
};

/* After the caller's part is set. */
int pass_begin(struct pass *p, struct tile_error *e);
/* Sets rule.threshold. Reads the source once; it must be rereadable. */
int pass_otsu(struct pass *p, struct tile_error *e);
/* What --hysteresis joins across slices; also reads the source once. */
int pass_hysteresis(struct pass *p, struct tile_error *e);
/* With a mask, which it reads once: how many voxels of the output lie inside; layers of fluid that are added count. */
int pass_mask(struct pass *p, struct tile_error *e);
/* Writes the voxel stream; h gets `grid`. out NULL: only looks, for the preview. */
int pass_write(struct pass *p, FILE *out, struct tile_header *h, struct tile_error *e);
void pass_end(struct pass *p);

#endif
