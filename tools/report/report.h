/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-report: a page about domains, flows and reports. Each FILE is read, described and released, one after the other:
 * its main numbers go into the struct report_source, its curves and warnings into lists, its pictures and its history into
 * pieces of the page. When all are read, the sections of the page are written from these (report_page.c). */
#ifndef REPORT_H
#define REPORT_H

#include "cli.h"
#include "html.h"
#include "probe_walls.h"
#include "tile_measure.h"

enum { REPORT_FILES = 8 };          /* FILEs, columns of tables, and shares of the size of the page */
enum { REPORT_PICTURES = 2000000 }; /* bytes of PNG files, for which slices leave room */

/* ---- what a number means: report_terms.c ---------------------------------- */

/* The main numbers, in the order of the page. */
enum report_quantity {
  QUANTITY_PERMEABILITY,
  QUANTITY_BAND,
  QUANTITY_INSIDE,
  QUANTITY_SAMPLE,
  QUANTITY_PRINCIPAL,
  QUANTITY_INERTIA,
  QUANTITY_DIFFUSIVITY,
  QUANTITY_TORTUOSITY_FACTOR,
  QUANTITY_FORMATION,
  QUANTITY_TAWSS,
  QUANTITY_TAWSS_MOST,
  QUANTITY_OSI,
  QUANTITY_SHEAR,
  QUANTITY_RESIDENCE,
  QUANTITY_INFLOW,
  QUANTITY_RADIUS,
  QUANTITY_MEDIAN_RADIUS,
  QUANTITY_CRITICAL,
  QUANTITY_PORES,
  QUANTITY_THROATS,
  QUANTITY_COORDINATION,
  QUANTITY_PORE_RADIUS,
  QUANTITY_THROAT_RADIUS,
  QUANTITY_POROSITY, /* from here on equal numbers do not show that two files are about one sample */
  QUANTITY_SURFACE,
  QUANTITY_VOLUME,
  REPORT_QUANTITIES
};
extern const char *const report_quantities[REPORT_QUANTITIES]; /* names, which are terms */

/* What a name means, in words; NULL: it is no term. */
const char *report_meaning(const char *name);
/* Writes a name, which shows its meaning when it is pointed at, and adds it to the definitions of the page. */
void report_term(FILE *out, const char *name);
/* The definitions of all terms that were written. */
struct report;
bool report_definitions(const struct report *r, FILE *out);

/* ---- the main numbers: report_results.c ------------------------------------ */

enum { REPORT_RESULTS = 40, REPORT_DIGESTS = 8, REPORT_PART = 40, REPORT_MEASURE = 128 };
struct report_result {
  enum report_quantity of;
  char part[REPORT_PART]; /* such as "along z"; "": the only one */
  double plain;           /* on this grid: two files of one flow agree in it */
  struct cli_result is;   /* with its interval, where that is known */
  char unit[16];          /* as "m2", "voxel2", "" */
};
/* One FILE. */
struct report_source {
  const char *name;
  char digest[REPORT_DIGESTS][33]; /* of itself and of what it was made from; "": no more */
  uint64_t geometry;               /* 0: not known */
  int results;
  struct report_result result[REPORT_RESULTS];
  int column; /* of the results; those of one sample share it; -1: none */
};
void report_digest(struct report_source *s, const char *digest);
/* Adds a number to the source that is read now; not finite: nothing. */
void report_result(struct report *r, enum report_quantity of, const char *part, double value, double error,
                   const char *unit);
/* The same, of a number that on this grid is `plain`, with the interval in which it lies. */
void report_interval(struct report *r, enum report_quantity of, const char *part, double plain,
                     const struct cli_result *is, const char *unit);
/* "0.163 ± 0.011 m² (6.7 %)", "2.05 (1.92 to 2.21)"; without an interval the plain number. */
char *report_measure(char text[REPORT_MEASURE], double plain, const struct cli_result *is, const char *unit);
/* "along z" */
char *report_along(char text[REPORT_PART], const char *axis);
/* Parts of numbers of a core beside those of its box. */
#define REPORT_INSIDE "inside the mask"
#define REPORT_BOX "of the box"
/* Gives sources of one sample, whose numbers do not contradict each other, a column together. Call it when all are read. */
void report_columns_make(struct report *r);
/* What a column is called: the name of the sample, or of its first FILE. */
const char *report_column_name(const struct report *r, int column);
bool report_results(const struct report *r, FILE *out);
/* Permeabilities that have an error, in a chart; false: there are none. */
bool report_intervals(const struct report *r, FILE *out);

/* ---- what to know: report_known.c ------------------------------------------- */

struct report_warning {
  char *text;
  char program[40]; /* that warned; "": the page does */
  int names;
  const char *name[REPORT_FILES];
};
/* A warning that is there already is not repeated: it gets another name. */
void report_warn_add(struct report *r, const char *name, const char *program, const char *text);
void report_warn_of(struct report *r, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool report_known(const struct report *r, FILE *out);

/* ---- curves: report_curves.c -------------------------------------------------- */

/* A chart of a source; those of the same title and units are drawn in one, when all are read. */
struct report_chart {
  bool drawn;
  const char *name; /* of the source */
  int source;
  char text[6][120]; /* owned copies of what `chart` points to */
  char part[HTML_CURVES][48];
  double *value; /* owned */
  struct html_chart chart;
};
int report_chart(struct report *r, const struct html_chart *chart, struct tile_error *e);
bool report_curves(const struct report *r, FILE *out);

/* ---- methods: report_method.c, report_methods.c; the paragraph: report_paragraph.c ---------------- */

/* Of the paragraph, in its order. */
enum report_stage {
  STAGE_PROGRAM,
  STAGE_IMAGE,
  STAGE_GEOMETRY,
  STAGE_FLOW,
  STAGE_END,
  STAGE_RESULT,
  STAGE_ERROR,
  STAGE_DIFFUSION,
  STAGE_PORES,
  STAGES
};
struct report_sentence {
  enum report_stage stage;
  char *text;       /* without a full stop, with keys of publications such as [@qian1992,guo2002] */
  unsigned sources; /* bits: of which it is said */
};
/* What files and reports both say. */
#define REPORT_DIFFUSION \
  "The effective diffusivity follows from Laplace's equation in the pores, solved with finite volumes"
#define REPORT_DIFFUSION_ERROR "Its error was estimated from a second computation at half the resolution"
#define REPORT_PERMEABILITY_ERROR \
  "The error of the permeability was estimated from a second computation at half the resolution"
#define REPORT_THICKNESS \
  "The radius of the pores at a point is that of the largest ball inside them that covers it [@hildebrand1997]"
/* Adds a sentence, unless it is there. */
void report_method(struct report *r, enum report_stage stage, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct report_file;
/* Adds those about a domain or a flow. */
int report_methods_of(struct report_file *r, struct tile_error *e);
bool report_methods(const struct report *r, FILE *out);

/* ---- all numbers -------------------------------------------------------------- */

/* The rows of the table, in their order; names in report_numbers.c. */
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

/* A report of tessera-run --json. */
enum { REPORT_RUN_ROWS = 17, REPORT_RUN_CELL = 320 };
struct report_run {
  const char *name;
  char cell[REPORT_RUN_ROWS][REPORT_RUN_CELL]; /* "": not known */
};

/* ---- the page ------------------------------------------------------------------ */

struct report_text {
  FILE *to;
  char *text;
  size_t size;
};
enum report_piece { PIECE_PICTURES, PIECE_CURVES, PIECE_ORIGIN, REPORT_PIECES };

struct report {
  const char *title, *author, *date; /* NULL: not given */
  struct cli_values sample;          /* of the page, or names of the columns */
  int sources, columns, now;         /* now: the source that is read */
  struct report_source source[REPORT_FILES];
  int files, runs;
  struct report_run run[REPORT_FILES];
  const char *run_row[REPORT_RUN_ROWS]; /* names of its cells; set with the first */
  FILE *in[REPORT_FILES];               /* domains and flows, open until they are described */
  int source_of[REPORT_FILES];
  const char *path[REPORT_FILES];
  struct tile_header earlier[REPORT_FILES];          /* of the files so far */
  char cell[REPORT_ROWS][REPORT_FILES][REPORT_CELL]; /* "": not known */
  size_t picture_bytes;
  size_t warnings, charts, sentences;
  struct report_warning *warning;
  struct report_chart **chart;
  struct report_sentence *sentence;
  struct report_text piece[REPORT_PIECES];
  bool failed;  /* a part could not be kept in memory */
  char *curves; /* those of a beat that were drawn last, as in the header; owned */
  int number;   /* of names in the page that must be unique */
};
/* Opens the pieces; closes them, when all files are read; releases what was collected. */
int report_begin(struct report *r, struct tile_error *e);
void report_close(struct report *r);
void report_free(struct report *r);
/* The page, from its first line to its last. */
/* A failure is one of memory. */
int report_page(const struct report *r, FILE *out, struct tile_error *e);

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
/* "TAWSS" of tawss, "Speed" of speed. */
char *report_name(char text[REPORT_PART], const char *name);

/* Of a vessel: it has openings away from the faces of the grid. */
bool report_has_openings(const struct report_file *r);
/* Not where the history has a warning that contains `like`; NULL: always. */
void report_warn(struct report_file *r, const char *like, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The warnings of the programs that made the file: those that still hold, of the last command of each. */
void report_warnings_before(struct report_file *r);
/* The text of a line of the history that is a warning; NULL: it is a command. */
const char *report_history_warning(const char *line);
/* Begins what the provenance says of a FILE; digest "": not known. */
void report_origin_begin(struct report *r, const char *name, const char *what, const char *digest);
int report_origin(struct report_file *r, struct tile_error *e);
/* Fills the cells of the file, and adds its main numbers. */
int report_summary(struct report_file *r, struct tile_error *e);
/* A bound of the relative change that remains of the mean flow and of the flow through openings that were watched, by the
 * samples in the file; infinity: not known. */
double report_remaining(const struct report_file *r, const struct lbm_parameters *p);
int report_warnings(struct report_file *r, struct tile_error *e);
/* Tables with a column for each file, and for each report of a run; false: there are none. */
bool report_numbers(const struct report *r, FILE *out);

/* Reads a report of --json, and adds what it says. `name` is kept. TILE_REJECTED: it is none of tessera-run, tessera-stats,
 * tessera-probe or data/band. */
int report_json_add(struct report *r, FILE *in, const char *name, struct tile_error *e);
/* Reads a PNG and writes it into the pictures. TILE_REJECTED: it is none, or too large beside the pictures before. */
int report_picture_add(struct report *r, FILE *in, const char *name, struct tile_error *e);

/* Parts of the pictures and curves; they write nothing where the file has no data for them. */
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
