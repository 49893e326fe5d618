/* SPDX-License-Identifier: BSD-3-Clause */
/* The segmentation of tessera-voxelize: a struct segmentation reads the source several times, for the histogram, for
 * hysteresis, and for the voxels. Call segmentation_begin, then what the options need, then segmentation_write, and free it at the
 * end. */
#ifndef SEGMENTATION_H
#define SEGMENTATION_H

#include "classify.h"
#include "band.h"
#include "export.h"
#include "hysteresis.h"
#include "multi_otsu.h"
#include "pad.h"
#include "preview.h"
#include "slices.h"
#include "watershed.h"
#include "tile_voxels.h"

struct segmentation {
  /* input, owned by the caller */
  struct source *source; /* after all filters */
  struct source *mask;   /* of the same size; NULL: none */
  struct rule rule;      /* not used if the source is classified */
  bool hysteresis;       /* use rule.low, rule.high instead of rule.threshold */
  bool watershed;        /* markers beyond rule.low, rule.high (NaN: the means of Otsu's classes) */
  int64_t clean;         /* sets of fewer voxels change their class; 0: none */
  int classes;           /* with RULE_CLASS, or as many by Otsu's method; 0: none */
  unsigned mirror;       /* axes that are doubled, as bits: 1 is x */
  struct pads pads;
  struct preview *preview;   /* NULL: none */
  struct export *export;     /* open; NULL: none */
  struct export *confidence; /* open, of reals, for the grid of the source; NULL: none */
  /* Called when the results below are known and the file can still take warnings; voxels NULL: none are written. May be
   * NULL. */
  int (*before_end)(const struct segmentation *p, struct tile_voxels_writer *voxels, struct tile_error *e);
  bool note_input; /* write the digest of the values */
  bool walls;      /* write where walls cut links; reads the source once more */
  bool labels;     /* write the values that rule.equal lists as classes, 255 at most */
  /* results */
  int64_t mirrored[3], size[3]; /* after --mirror; of the output */
  double low, high;             /* after segmentation_write: range of the values */
  double porosity;
  double limit[MULTI_OTSU_MOST], share[MULTI_OTSU_MOST]; /* of `classes`: between them; of the voxels */
  int64_t cut;                                           /* links whose wall distance was written */
  int few;                    /* with walls of grey levels: number of different values, at most 16; 0: more */
  struct band band;           /* after segmentation_band */
  struct histogram_ends ends; /* of the histogram, where they move a threshold between classes; share 0: they do not */
  int64_t counted;            /* after segmentation_mask: voxels inside; 0 without a mask */
  /* buffers of one slice; for mirror z the whole volume at one bit per voxel */
  double *values, *inside, label[255]; /* label: the value of class 1 ... */
  int label_count;
  unsigned char *again, *doubled, *padded, *bits, *plain; /* again: a slice of `kept`; plain: of one bit, with labels */
  struct slices slices;
  struct hysteresis *sets;
  struct part { /* the sets of a class that are large enough */
    struct hysteresis *sets;
    bool known;
    int64_t all, voxels; /* of the class; in the others */
  } islands, holes;
  struct watershed *flooded;
  unsigned char *basin; /* a slice of it, or of holes */
  float *distance;      /* a slice for `confidence` */
  struct tile_bits kept;
  int64_t fluid;
};

/* Call it after the input is set. */
int segmentation_begin(struct segmentation *p, struct tile_error *e);
/* Sets rule.threshold. Reads the source, which must be rereadable. */
int segmentation_otsu(struct segmentation *p, struct tile_error *e);
/* Finds the band of thresholds; reads the source twice. TILE_REJECTED: there are no two classes, or no edges. */
int segmentation_band(struct segmentation *p, struct tile_error *e);
/* Sets limit and share, and from the numbers of its classes the rule. */
int segmentation_classes(struct segmentation *p, struct tile_error *e);
/* Whether --fluid class= lists this class. */
bool segmentation_is_fluid(const struct segmentation *p, int class);
/* Finds the sets of voxels that --hysteresis connects across slices; reads the source, too. */
int segmentation_hysteresis(struct segmentation *p, struct tile_error *e);
/* Floods the voxels between the markers; reads the source three times. TILE_REJECTED: a class has no marker. */
int segmentation_watershed(struct segmentation *p, struct tile_error *e);
/* Finds the islands of fluid, and then the holes in the fluid, of fewer than p->clean voxels, face to face; reads the
 * source twice. */
int segmentation_clean(struct segmentation *p, struct tile_error *e);
/* With a mask, which it reads: counts the voxels of the output that are inside; added layers of fluid are included. out not
 * NULL: it also writes them as a voxel stream, and sets the key `grid` of h. */
int segmentation_mask(struct segmentation *p, FILE *out, struct tile_header *h, struct tile_error *e);
/* Of the voxels inside the mask, if there is one. */
double segmentation_porosity_inside(const struct segmentation *p);
/* Writes the voxel stream and sets the key `grid` of h. out NULL: writes nothing, only the preview is made. */
int segmentation_write(struct segmentation *p, FILE *out, struct tile_header *h, struct tile_error *e);
void segmentation_end(struct segmentation *p);

#endif
