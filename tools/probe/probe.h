/* The answers tessera-probe gives, one source file each. */
#ifndef PROBE_H
#define PROBE_H

#include "cli.h"
#include "fields.h"
#include "permeability.h"
#include "table.h"

enum probe_form { PROBE_TEXT, PROBE_CSV, PROBE_JSON };

struct probe_report {
  FILE *out;
  enum probe_form form;
  struct json json;
  bool begun; /* something stands above: text and CSV are separated by an empty line */
};
/* Rows of a table: a few numbers in a file or an option are not to make gigabytes of text. */
#define PROBE_ROWS_LIMIT (1 << 20)

/* A title in text, a separating line in CSV. */
void probe_section(struct probe_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "label   1e-06 lattice = 3e-09 m/s"; without the physical part where it is unknown. */
void probe_quantity(struct probe_report *r, const char *label, double value, const struct lbm_units *u,
                    enum lbm_quantity q);
void probe_table(const struct table *t, struct probe_report *r, const char *key);

struct probe_point {
  const char *text; /* as given */
  double at[3];
};
struct probe_line {
  const char *text;
  double from[3], to[3];
  int64_t points;
};
/* Parse one use of --point, --line. */
int probe_parse_point(struct probe_point *p, const char *text, struct tile_error *e);
int probe_parse_line(struct probe_line *l, const char *text, struct tile_error *e);
/* TILE_USAGE when one lies outside the grid. */
int probe_points(const struct fields *f, const struct cli_values *points, struct probe_report *r, struct tile_error *e);
int probe_lines(const struct fields *f, const struct cli_values *lines, struct probe_report *r, struct tile_error *e);

int probe_flux(const struct fields *f, int axis, struct probe_report *r, struct tile_error *e);

/* Whole-field values, one pass. */
struct probe_total {
  int64_t nodes, nonsolid;
  double speed[3], density[3]; /* least, mean over the non-solid nodes, largest */
  double velocity[3];          /* superficial: mean over the whole box, solid as zero */
};
struct probe_total probe_total_of(const struct fields *f);

/* What the header says of the run; NaN and NULL where it does not. */
struct probe_run {
  double step, tau, viscosity; /* lattice */
  const char *converged;       /* "yes", "no" */
};
struct probe_run probe_run_of(const struct fields *f);
/* TILE_REJECTED when a key of the run holds what none can: it would stand in a report. */
int probe_check_run(const struct fields *f, struct tile_error *e);
/* Viscosity, tau, Mach number of the largest speed, converged. */
void probe_run_text(const struct fields *f, double speed, struct probe_report *r);
void probe_run_json(const struct fields *f, double speed, struct json *j);

int probe_summary(const struct fields *f, struct probe_report *r, struct tile_error *e);
/* viscosity (m2/s; 0: that of the file) and density (kg/m3) of the fluid for which hydraulic conductivity is told. */
int probe_permeability(const struct fields *f, double viscosity, double density, struct probe_report *r,
                       struct tile_error *e);

/* One thing that a result can show: tables, pictures and VTK files take theirs from these rows. */
enum {
  PROBE_IN_TABLES = 1,
  PROBE_IN_PICTURES = 2,
  PROBE_IN_VOLUMES = 4,
  PROBE_OF_WALLS = 8 /* volumes that have it */
};
struct probe_field {
  const char *name;
  enum lbm_quantity quantity;
  int components; /* 1 but for volumes, at most 3 */
  void (*of)(double *to, const double value[FIELDS]);
  unsigned shown;                /* where */
  bool signed_values, from_zero; /* how pictures colour it */
};
#define PROBE_FIELDS 8
extern const struct probe_field probe_fields[PROBE_FIELDS];
/* The first behind `after` (NULL: of all) that is shown there; NULL: no more. */
const struct probe_field *probe_field_next(const struct probe_field *after, unsigned shown);
/* Of those shown there; NULL: none. */
const struct probe_field *probe_field_named(const char *name, unsigned shown);
#define PROBE_FIELD_NAMES "speed, pressure, ux, uy, uz or wall_shear"

struct probe_slice {
  int axis;
  int64_t index; /* -1: the middle */
};
/* TILE_USAGE when the slice lies outside the grid. */
int probe_png(const struct fields *f, struct probe_slice slice, const struct probe_field *field, FILE *out,
              struct tile_error *e);
/* How arrays are written. */
struct probe_file {
  bool single; /* float, else double */
  bool packed; /* the file can be sought in */
};
int probe_vti(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e);
/* name: one of PROBE_ARRAY_NAMES; says its unit. */
int probe_npy(const struct fields *f, const char *name, const struct probe_file *how, FILE *out, struct tile_error *e);

#endif
