/* SPDX-License-Identifier: BSD-3-Clause */
/* The reports and files of tessera-probe, one source file each. Functions that print write to a struct probe_report in
 * the requested form. */
#ifndef PROBE_H
#define PROBE_H

#include "cli.h"
#include "fields.h"
#include "permeability.h"
#include "plot.h"
#include "probe_field.h"
#include "table.h"

enum probe_form { PROBE_TEXT, PROBE_CSV, PROBE_JSON };

struct probe_report {
  FILE *out;
  enum probe_form form;
  struct json json;
  bool begun;        /* something was printed before: text and CSV are separated by an empty line */
  struct plot *plot; /* charts of lines and fluxes; NULL: none */
};
/* Most rows of a table, because a few numbers in a file or an option must not cause gigabytes of text. */
#define PROBE_ROWS_LIMIT (1 << 20)

/* Begins a section: an empty line if there is something above it, and a title in text. */
void probe_section(struct probe_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "label   1e-06 lattice = 3e-09 m/s"; without the physical value if that is unknown. */
void probe_quantity(struct probe_report *r, const char *label, double value, const struct lbm_units *u,
                    enum lbm_quantity q);
void probe_table(const struct table *t, struct probe_report *r, const char *key);

struct probe_point {
  const char *text; /* as given */
  struct cli_place place;
};
struct probe_line {
  const char *text;
  struct cli_place from, to;
  int64_t points;
};
/* Parse one value of --point or --line. */
int probe_parse_point(struct probe_point *p, const char *text, struct tile_error *e);
int probe_parse_line(struct probe_line *l, const char *text, struct tile_error *e);
/* TILE_USAGE where fields_find says so. */
int probe_points(const struct fields *f, const struct cli_values *points, struct probe_report *r, struct tile_error *e);
int probe_lines(const struct fields *f, const struct cli_values *lines, struct probe_report *r, struct tile_error *e);

int probe_flux(const struct fields *f, int axis, struct probe_report *r, struct tile_error *e);

/* Values of the whole field, computed in one loop. */
struct probe_total {
  int64_t nodes, nonsolid;
  double speed[3], density[3]; /* least; mean over the non-solid nodes; largest */
  double velocity[3];          /* superficial: mean over the whole box, with 0 in solid */
  int along;         /* the axis of the drive, else that of the largest mean velocity; -1: no flow along any */
  double tortuosity; /* hydraulic: sum of |u| / |sum of u along that axis|; NaN without one */
};
struct probe_total probe_total_of(const struct fields *f);

/* What the header states about the run; NaN and NULL if unknown. */
struct probe_run {
  double step, tau, viscosity; /* lattice units */
  const char *converged;       /* "yes", "no" */
};
struct probe_run probe_run_of(const struct fields *f);
/* TILE_REJECTED if a key of the run has an impossible value, which would appear in a report. */
int probe_check_run(const struct fields *f, struct tile_error *e);
/* Prints viscosity, tau, the Mach number of the largest speed, and whether the run converged. */
void probe_run_text(const struct fields *f, double speed, struct probe_report *r);
void probe_run_json(const struct fields *f, double speed, struct json *j);

/* The range of each named value. */
void probe_values(const struct fields *f, struct probe_report *r);
int probe_summary(const struct fields *f, struct probe_report *r, struct tile_error *e);
/* viscosity (m2/s; 0: that of the file) and density (kg/m3) of the fluid whose hydraulic conductivity is reported. */
int probe_permeability(const struct fields *f, double viscosity, double density, struct probe_report *r,
                       struct tile_error *e);

/* What a picture has besides. */
struct probe_look {
  const char *title; /* NULL: none */
  bool contours;
};
struct probe_slice {
  int axis;
  int64_t index; /* -1: the middle */
};
/* TILE_USAGE if the slice is outside the grid. */
int probe_png(const struct fields *f, struct probe_slice slice, const struct probe_field *field,
              const struct probe_look *look, FILE *out, struct tile_error *e);
/* A view in three dimensions. */
struct probe_view {
  bool solid;    /* shown, cut open; else the flow alone */
  double eye[2]; /* see voxel_view.h */
};
int probe_voxels(const struct fields *f, const struct probe_view *view, const struct probe_field *field,
                 const struct probe_look *look, FILE *out, struct tile_error *e);
/* How arrays are written. */
struct probe_file {
  bool single; /* float, else double */
  bool packed; /* compressed; the file must be seekable */
};
int probe_vti(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e);
/* path: for messages; made: the file that is written, which exists. */
int probe_vtkhdf(const struct fields *f, const struct probe_file *how, const char *path, const char *made,
                 struct tile_error *e);
/* name: one of PROBE_ARRAY_NAMES. Prints its unit. */
int probe_npy(const struct fields *f, const char *name, const struct probe_file *how, FILE *out, struct tile_error *e);

#endif
