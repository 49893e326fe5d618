/* tessera-report: a page about domains and flows. Each file is read, described and released, one after the other: its
 * numbers go into the columns of a table, its figures into `body`, its history into `origin`. Reports of tessera-run are
 * columns of a table of their own; pictures come before the files. */
#ifndef REPORT_H
#define REPORT_H

#include "cli.h"
#include "html.h"
#include "probe_walls.h"

enum { REPORT_FILES = 8 }; /* columns of the table, and shares of the size of the page */

/* The rows of the table, in their order; names in report_summary.c. */
enum report_row {
  ROW_GRID,
  ROW_VOXEL,
  ROW_SIZE,
  ROW_POROSITY,
  ROW_SURFACE,
  ROW_CHORD,
  ROW_COMPONENTS,
  ROW_PERCOLATES,
  ROW_RADIUS,
  ROW_DIFFUSIVITY,
  ROW_PERMEABILITY,
  ROW_INSIDE,
  ROW_SAMPLE,
  ROW_VELOCITY,
  ROW_SPEED,
  ROW_REYNOLDS,
  ROW_MACH,
  ROW_TORTUOSITY,
  ROW_VISCOSITY,
  ROW_METHOD,
  ROW_BEATS,
  ROW_STEPS,
  ROW_CONVERGED,
  ROW_REMAINING,
  REPORT_ROWS
};
enum { REPORT_CELL = 160 };

enum { REPORT_PICTURES = 2000000 }; /* bytes of PNG files, for which slices leave room */

/* A report of tessera-run --json. */
enum { REPORT_RUN_ROWS = 17, REPORT_RUN_CELL = 320, REPORT_RUN_AXES = 3 };
struct report_run {
  const char *name;
  char cell[REPORT_RUN_ROWS][REPORT_RUN_CELL]; /* "": not known */
  int intervals;                               /* permeabilities with an error, of --refine: */
  struct {
    const char *axis;
    double k, error;
    bool si; /* m2, else voxel2 */
  } interval[REPORT_RUN_AXES];
};

struct report {
  int files, runs;
  struct report_run run[REPORT_FILES];
  const char *path[REPORT_FILES];
  char cell[REPORT_ROWS][REPORT_FILES][REPORT_CELL]; /* "": not known */
  size_t picture_bytes;
  int warnings;
  size_t repeated; /* warnings in the histories of the files so far, each with its command: */
  char **repeat;
  FILE *warning, *body, *origin; /* pieces of the page */
  char *warning_text, *body_text, *origin_text;
  size_t warning_size, body_size, origin_size;
  bool failed;  /* a piece could not be kept in memory */
  char *curves; /* those of a beat that were drawn last, as in the header; owned */
  int number;   /* of names in the page that must be unique */
};

/* What is shown of the nodes. */
struct report_field {
  char name[40], unit[40];
  double factor; /* of values in files */
  int place;     /* of enum FIELD_...; REPORT_SPEED, REPORT_PRESSURE: */
  bool from_zero;
  double least, most, low, high; /* of all nodes; the ends of the colours, beyond which lie few nodes */
  int64_t nodes;                 /* that have a value */
};
enum { REPORT_SPEED = FIELDS, REPORT_PRESSURE, REPORT_FIELDS = 4 };

/* The file that is described now. */
struct report_file {
  struct report *report;
  int index;
  const char *name;
  struct fields f;
  struct probe_walls walls;
  bool repeats; /* the geometry is that of a file before */
  struct tile_bits bits;
  struct tile_texture texture;
  struct tile_measure measure;
  struct probe_total total; /* of a flow */
  bool driven;              /* along one axis: */
  struct lbm_drive drive;
  double flux_spread; /* of the layers, relative */
  int fields;
  struct report_field field[REPORT_FIELDS];
};

double report_value(const struct report_field *field, const double value[FIELDS]);
/* Chooses what is shown, and finds ranges. */
int report_fields_make(struct report_file *r, struct tile_error *e);

/* Of a vessel: it has openings away from the faces of the grid. */
bool report_has_openings(const struct report_file *r);
void report_warn_of(struct report *r, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Not where the history has a warning that contains `like`; NULL: always. */
void report_warn(struct report_file *r, const char *like, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Calls use() for each warning in the history that still holds, with the line of its command, until it returns not 0. */
typedef int report_use_warning(struct report_file *r, const char *command, const char *text, void *with);
int report_each_warning(struct report_file *r, report_use_warning *use, void *with);
/* What the programs that made the file warned of: the last command of each. A warning of a command that a file before has,
 * too, is left out. */
int report_warnings_before(struct report_file *r, struct tile_error *e);
/* The text of a line of the history that is a warning; NULL: it is a command. */
const char *report_history_warning(const char *line);
/* Fills the cells of the file. */
int report_summary(struct report_file *r, struct tile_error *e);
int report_warnings(struct report_file *r, struct tile_error *e);
void report_table(const struct report *r, FILE *out);

/* Reads a report of tessera-run --json, and adds it to the runs and its warnings to the others. `name` is kept.
 * TILE_REJECTED: it is none. */
int report_run_add(struct report *r, FILE *in, const char *name, struct tile_error *e);
/* Reads a PNG and writes it into the body. TILE_REJECTED: it is none, or too large beside the pictures before. */
int report_picture_add(struct report *r, FILE *in, const char *name, struct tile_error *e);
/* Nothing without runs. */
void report_runs(const struct report *r, FILE *out);

/* Sections of the body; they write nothing where the file has no data for them. */
int report_slices(struct report_file *r, struct tile_error *e);
int report_histograms(struct report_file *r, struct tile_error *e);
int report_geometry(struct report_file *r, struct tile_error *e);
int report_flow(struct report_file *r, struct tile_error *e);
int report_beat(struct report_file *r, struct tile_error *e);
/* False: it is no flow over beats. */
bool report_beat_warnings(struct report_file *r);
/* "3; change of pressure 0.2 %, ...; periodic"; "": it is none. */
void report_beat_summary(char *text, size_t size, const struct lbm_parameters *p);
int report_walls(struct report_file *r, struct tile_error *e);

/* report_page.css and report_page.js, line by line; the last is NULL. */
extern const char *const report_style[], *const report_script[];

#endif
