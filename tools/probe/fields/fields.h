/* SPDX-License-Identifier: BSD-3-Clause */
/* The fields of a result in memory: density - 1 and velocity of every non-solid node, and shear on the walls next to
 * it, in lattice units, and its named values (tessera-tile(5), VALS). Call fields_read, then sample or visit the nodes,
 * then fields_free. */
#ifndef FIELDS_H
#define FIELDS_H

#include "cli.h"
#include "precision.h"
#include "node_values.h"
#include "probe_field.h"
#include "tile_layers.h"
#include "units.h"

enum {
  FIELD_DENSITY = LBM_FIELD_DENSITY, /* minus 1 */
  FIELD_UX = LBM_FIELD_VELOCITY,
  FIELD_UY,
  FIELD_UZ,
  FIELD_SHEAR,                    /* on walls; 0 elsewhere, and if it was not computed */
  FIELD_VALUES = FIELD_SHEAR + 3, /* as many as fields.values.count, in their units; NaN: none */
  FIELDS = FIELD_VALUES + TILE_VALUES_LIMIT
};
enum { PROBE_FIELDS = PROBE_FLOW_FIELDS + TILE_VALUES_LIMIT }; /* rows of a file, at most */

struct fields {
  const char *name; /* for messages; owned by the caller */
  char digest[33];  /* of the file, 32 hexadecimal digits */
  struct tile_domain domain;
  bool flow; /* else the file is a domain, which has named values only */
  struct tile_block block;
  struct node_values values;
  struct probe_field named[TILE_VALUES_LIMIT]; /* rows of these values */
  struct tile_lookup lookup;
  enum lbm_precision precision; /* of the values */
  struct lbm_units units;       /* 0 if the header has no value */
  double taken;                 /* off all densities, and added to those of nodes: 3 times a pressure */
  double *shear;                /* three values per node in the order of the block; NULL: not computed */
};

/* Reads the whole stream. TILE_REJECTED if it is neither a result nor a domain with named values. */
int fields_read(struct fields *f, FILE *in, const char *name, struct tile_error *e);
/* Reads other arrays of the file, too, at most FIELDS_ALSO. `also` is called when geometry, precision and units are
 * known; it sets the arrays and their count. */
enum { FIELDS_ALSO = 2 };
typedef int fields_also(void *self, const struct fields *f, const struct tile_input *in, struct tile_array *array,
                        size_t *count, struct tile_error *e);
int fields_read_also(struct fields *f, FILE *in, const char *name, fields_also *also, void *self, struct tile_error *e);
/* The same, and a domain without values is read, too. */
int fields_read_any(struct fields *f, FILE *in, const char *name, fields_also *also, void *self, struct tile_error *e);
void fields_free(struct fields *f);

/* Index of a node in the block. */
size_t fields_place(const struct fields *f, size_t tile, int node);
/* Values of a node inside the grid; for a solid node zeros, and returns false. */
bool fields_node(const struct fields *f, const int64_t at[3], double value[FIELDS]);

/* The links of a node that marks cut, as bits: those that leave through openings inside the grid, or those of all marks. */
unsigned fields_cut_links(const struct fields *f, const int64_t at[3], bool openings);

/* Whether a point is in the domain: -0.5 ... N - 0.5 along each axis; nodes have integer coordinates. */
bool fields_inside(const struct fields *f, const double at[3]);
/* A point of an option in voxels. TILE_USAGE, with the option and its value: it is not in the domain, or in lengths, and the
 * size of voxels is not known. */
int fields_find(double at[3], const struct fields *f, const struct cli_place *place, const char *option,
                const char *text, struct tile_error *e);
/* Interpolates trilinearly between the eight nodes around the point. If one of them is solid or outside the grid, the
 * nearest node is used; if that is solid: zeros, and returns false. */
bool fields_sample(const struct fields *f, const double at[3], double value[FIELDS]);

typedef void fields_visitor(void *self, const int64_t at[3], const double value[FIELDS]);
/* Visits every non-solid node, tile by tile. */
void fields_visit(const struct fields *f, fields_visitor *visit, void *self);
/* Visits those of one slice perpendicular to an axis. */
void fields_visit_slice(const struct fields *f, int axis, int64_t slice, fields_visitor *visit, void *self);

/* Slices across an axis, which can be visited one by one. */
struct fields_slices {
  const struct fields *fields;
  struct tile_layers layers;
};
int fields_slices_make(struct fields_slices *s, const struct fields *f, int axis, struct tile_error *e);
void fields_slices_free(struct fields_slices *s);
void fields_slice_visit(const struct fields_slices *s, int64_t slice, fields_visitor *visit, void *self);

#endif
