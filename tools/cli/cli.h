/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that every program shares: options, input and output files, reports, progress.
 * Exit codes: 0 done, 1 failed, 2 usage, 3 input rejected, 4 diverged, 5 not converged.
 * Messages are one line: "tessera-tile: TEXT". */
#ifndef CLI_H
#define CLI_H

#include "memory.h"
#include "tile_stream.h"

enum { EXIT_COULD_NOT = 1, EXIT_USAGE = 2, EXIT_REJECTED = 3, EXIT_DIVERGED = 4, EXIT_UNCONVERGED = 5 };

/* ---- options: one table gives the parser, --help and OPTIONS of the man page: cli.c, rules.c, help.c, values.c,
 * quantity.c, message.c ---------------------------------- */

/* Parses value (NULL for a flag) into *to; one line in *e on failure. */
typedef int cli_parser(void *to, const char *value, struct tile_error *e);

struct cli_option {
  const char *name;     /* long name without dashes */
  char letter;          /* short name or 0 */
  const char *argument; /* NULL: a flag; else its name in --help: "FILE", "X,Y,Z". "[=WORD]" may be left out,
                         * "[A|B]" too, and then the next word is taken if it is A or B; completion offers the words
                         * of "A|B"; "NAME=FACE..." may be given several times, which for other options is a usage error */
  const char *help;     /* one or two sentences, wrapped by --help */
  cli_parser *parse;    /* NULL: no option, but one of the rows below */
  void *to;
};
/* A heading of --help above the options that follow. */
#define CLI_GROUP(heading)                \
  {                                       \
    "group", 0, NULL, heading, NULL, NULL \
  }
/* A kind of input, as "surface", "a surface", to which the rules below it apply: see struct cli_program. */
#define CLI_INPUT(kind, words)       \
  {                                  \
    kind, 0, NULL, words, NULL, NULL \
  }
/* Rules of the option above: with which others it goes. cli_start refuses what they exclude, as "--every WHY: give
 * --checkpoint FILE" and "--beats WHY: leave out --steps". `others` are names of options and kinds of input with spaces
 * between; NAME=PATTERN: with such a value (fnmatch(3)) only. One rule is enough for a pair. What goes with few others
 * lists these, so that no new option is forgotten. rules.c; --help=pairs prints all pairs, and tests/cli/options.sh tries them. */
#define CLI_NEEDS(others, why) /* one of them, too */ \
  {                                                   \
    "needs", 0, others, why, NULL, NULL               \
  }
#define CLI_EXCLUDES(others, why)          \
  {                                        \
    "excludes", 0, others, why, NULL, NULL \
  }
#define CLI_GOES_WITH(others, why) /* and with no other option of this program */ \
  {                                                                               \
    "goes with", 0, others, why, NULL, NULL                                       \
  }

struct cli_program {
  const char *name;                 /* "tessera-tile" */
  const char *summary;              /* one sentence */
  const char *usage;                /* "[OPTION]... [FILE]" */
  const char *epilogue;             /* printed last by --help; may be NULL */
  const struct cli_option *options; /* ends with a zeroed entry */
  /* Which of the CLI_INPUT rows the operands are; NULL: none. May call cli_given. NULL: there are no such rows. */
  const char *(*input)(char *const *operands, int count);
};

extern bool cli_quiet, cli_no_progress; /* --quiet, --no-progress: in every program */

/* Parses argv. --help and --version (standard output, exit 0) and every usage error (one line that names the option,
 * exit 2; also of options that do not go together) end the program. Returns the index in argv of the first operand
 * (operands are permuted to the end). Also ignores SIGPIPE and SIGXFSZ, so that a reader that stops early (no message,
 * exit 1) and a limit of file size are write errors like others. --help prints the program's options and then the
 * common ones. */
int cli_start(const struct cli_program *program, int argc, char **argv);
/* Was this option of the program (its long name) given? Not for parsers, which run one after another. */
bool cli_given(const char *name);
/* For a program without operands: if its input would be a terminal, prints the usage on stderr and exits with 2. */
void cli_need_input(int operands);
/* For a program with at most one operand, a file: returns its path, NULL if there is none. */
const char *cli_one_input(int argc, char **argv, int first);
void cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Prints e->text, discards unfinished outputs, exits with e->code. */
void cli_die(const struct tile_error *e) __attribute__((noreturn));
/* Calls cli_die if code is not 0. */
void check_or_exit(int code, const struct tile_error *e);
void cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2))); /* even with --quiet */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));  /* to stderr, not with --quiet */

/* For a program that runs as several processes, all of which do the same. */
extern struct cli_company {
  bool follows;          /* another process leads and prints: this one prints only its own errors */
  int neighbours;        /* processes on this machine, this one included, which share its memory; 0: it is alone */
  void (*end)(int code); /* ends the other processes after an error; NULL: there are none. An error without text is that
                          * of another process: this one waits until that one ends it */
} cli_company;

/* Parsers; the comment is the type of the target. cli_quantity accepts a number with its unit: "5um", "1e-6m2/s". */
cli_parser cli_flag;     /* bool */
cli_parser cli_text;     /* const char * */
cli_parser cli_count;    /* int64_t > 0 */
cli_parser cli_threads;  /* int64_t > 0, and as many threads can be started */
cli_parser cli_real;     /* double, finite */
cli_parser cli_positive; /* double > 0 */
cli_parser cli_reals3;   /* double[3]: X,Y,Z */
cli_parser cli_ints3;    /* int64_t[3] */
cli_parser cli_axis;     /* int 0, 1, 2: x, y, z */
cli_parser cli_axes;     /* unsigned: "xz" or "x,z" -> bits 1, 4; "none" -> 0 */
/* The nearest of several names to a word, if it is near enough: tried one after another. A word of less than three letters
 * is near to nothing but itself. */
struct cli_nearest {
  const char *word;
  size_t length;    /* of the word */
  const char *name; /* NULL: none is near */
  size_t distance;
};
void cli_nearest_try(struct cli_nearest *n, const char *name);
/* "; did you mean --tau?", or "": before is "--". */
enum { CLI_HINT = 128 };
const char *cli_nearest_hint(char text[CLI_HINT], const struct cli_nearest *n, const char *before);
/* For parsers of integers between `least` and `most`. */
int cli_whole(int64_t *to, const char *value, int64_t least, int64_t most, struct tile_error *e);
/* For parsers of words: sets *to to the index of value among `count` names. */
int cli_word(int *to, const char *value, const char *const *names, int count, struct tile_error *e);
cli_parser cli_list;     /* struct cli_values: every use adds one */
cli_parser cli_quantity; /* struct cli_quantity */
cli_parser cli_bytes;    /* int64_t > 0: "80GB" (10^9), "512MiB" (2^20) */
/* In the table of every program that loads a volume or a domain: sets libtile's memory limit; the default is the memory
 * of the machine. */
cli_parser cli_max_memory;
#define CLI_MAX_MEMORY                                                                                          \
  {                                                                                                             \
    "max-memory", 0, "SIZE",                                                                                    \
        "Fail, and say how much is needed, rather than hold more than SIZE, such as 8GB. Default: all memory.", \
        cli_max_memory, NULL                                                                                    \
  }

/* In the table of every program that writes a tile file. */
extern bool cli_no_history;
#define CLI_NO_HISTORY                                                                                              \
  {                                                                                                                 \
    "no-history", 0, NULL, "Write no history: neither this command nor those before it.", cli_flag, &cli_no_history \
  }
/* Every such program calls this before it writes: adds its line, with the digest of its input unless NULL, or removes
 * the whole history with --no-history. */
int cli_add_history(struct tile_header *h, const char *name, int argc, char *const *argv, const char *digest,
                    struct tile_error *e);

/* Every cli_warn is kept. Before it writes a file, each such program adds them to the history, in place of those that it
 * added before; with --no-history nothing. */
int cli_add_warnings(struct tile_header *h, struct tile_error *e);
/* The warnings so far, one after the other; NULL: that was the last. */
const char *cli_warning(size_t index);

struct cli_values {
  size_t count;
  const char **value;
};

/* A number and its unit in SI base exponents; bare numbers are lattice units. */
struct cli_quantity {
  double value; /* SI when physical */
  bool physical, given;
  signed char metre, second, kilogram; /* exponents: Pa = -1,-2,1 */
  const char *text;                    /* as given, for messages */
};
bool cli_is_quantity(const char *word);
/* A point: X,Y,Z in voxels or, as three lengths such as 12mm,3mm,40mm, in the coordinates of the file that the domain was
 * made from, in m; frame_find makes voxels of both. */
struct cli_place {
  double at[3];
  bool physical;
};
cli_parser cli_place; /* struct cli_place */
/* For messages about unknown units. */
#define CLI_UNITS "m, s, g, Pa, N, L, cc, min, h, Hz, bpm, mmHg, cmH2O, bar, dyn, P, such as um, m2/s, mL/s"
/* Whether q is physical and has these exponents: cli_is(&q, 2, -1, 0) is a kinematic viscosity. */
bool cli_is(const struct cli_quantity *q, int metre, int second, int kilogram);
/* For example cli_length(&q, "--voxel"): a physical length in m, or a message and exit 2. */
double cli_length(const struct cli_quantity *q, const char *option);
/* Kinematic viscosity in m2/s, from a kinematic or a dynamic one (density in kg/m3), or a message and exit 2. */
double cli_viscosity(const struct cli_quantity *q, double density, const char *option);
double cli_density(const struct cli_quantity *q, const char *option); /* kg/m3, or exit 2 */

/* ---- column.c: the unit of a column of a table, as its head has it ----
 * In brackets [], () or {}, behind a slash, "in", a comma, a blank or an underscore, or in camel case: "Q [mL/s]", "Q/(mL/s)",
 * "flow in mL/s", "flow_ml_s", "FLOW_ML_S", "flowMlS". */
enum cli_column_state {
  CLI_COLUMN_NONE,
  CLI_COLUMN_MAYBE, /* a text that may be a unit, and is none that is known, or may be two */
  CLI_COLUMN_UNIT,
  CLI_COLUMN_WRONG, /* a text in square brackets that is no unit */
  CLI_COLUMN_BARE   /* a unit is all of it, which may be the name of a column, too: P, s */
};
enum { CLI_COLUMN_TEXT = 40 };
struct cli_column {
  enum cli_column_state state;
  struct cli_quantity unit; /* one of it */
  char text[CLI_COLUMN_TEXT];
};
/* wanted: the exponents of metre, second and kilogram of values; another unit counts only where it can be nothing else.
 * first: the column has the times. */
void cli_column_read(struct cli_column *c, const char *head, const int wanted[3], bool first);
/* One of a unit; with blanks, too: "mL / s", "ml s^-1". */
bool cli_column_unit(struct cli_quantity *q, const char *word);

extern const char *const cli_axis_names[3]; /* "x", "y", "z" */
/* Length in metres, printed with a suitable prefix: "5 um". */
char *cli_length_text(char text[TILE_REAL_TEXT], double metres);
/* "22.2, 36.6, 60 mm": the unit fits the largest component, and one below 1e-9 of it is 0. */
enum { CLI_LENGTHS_TEXT = 3 * TILE_REAL_TEXT };
char *cli_lengths_text(char text[CLI_LENGTHS_TEXT], const double metres[3]);

/* ---- input and output files ------------------------------- output.c --- */

/* "-" or NULL: standard input. The caller closes it with fclose (standard input, too). */
FILE *cli_open_input(const char *path, struct tile_error *e);
const char *cli_input_name(const char *path); /* for messages */
/* The file is written under a temporary name and renamed by cli_commit. NULL or "-": standard output, which is refused
 * (exit 2, naming -o) if the output is binary and it is a terminal. Unfinished outputs are removed when the program
 * exits in any way, SIGHUP, SIGINT and SIGTERM included. A program may install its own handlers before or after; they
 * must then call cli_discard_outputs, which is safe in a handler. */
struct cli_output {
  FILE *file;
  char *path, *beside; /* name of the file, and of the temporary file; NULL for standard output */
  bool joined;         /* another process opened the file and renames it */
};
int cli_open_output(struct cli_output *o, const char *path, bool binary, struct tile_error *e);
/* Opens for update the file that another process opened with this `path` and `beside`; that process renames it. */
int cli_join_output(struct cli_output *o, const char *path, const char *beside, struct tile_error *e);
/* If path is a symbolic link, the file that it leads to, even if that does not exist yet: outputs go there, and the
 * link stays; else path. The caller frees it. NULL: errno has the reason. */
char *cli_destination(const char *path);
/* Flushes, fsyncs, closes, renames; reports late write errors ("rock.tile: No space left on device"). */
int cli_commit(struct cli_output *o, struct tile_error *e);
/* The two halves of cli_commit: cli_complete does everything that may take long, in any thread; then, in the main
 * thread, cli_forget releases `o`, whose file the signal handlers would remove until then. */
int cli_complete(struct cli_output *o, struct tile_error *e);
void cli_forget(struct cli_output *o);
/* Adds the name of the file to an error of libtile, which does not know where it writes. Returns e->code. */
int cli_name_output(const struct cli_output *o, struct tile_error *e);
void cli_discard_outputs(void);
/* Whether the output goes to standard output: NULL, "-", or a name of the pipe that it is, such as /dev/stdout. */
bool cli_to_stdout(const char *output);
/* Whether writing `output` would replace the file that `input` (NULL or "-": standard input; FILE:NAME) reads, or change the
 * folder that it is. */
bool cli_same_file(const char *input, const char *output);
/* Whether both name one file, which need not exist yet; NULL: no output. */
bool cli_same_output(const char *a, const char *b);
/* A file that an option names. */
struct cli_format {
  const char *name; /* "PNG" */
  const char *ends; /* ".tiff|.tif": how names of such files end; the first one is told */
};
extern const struct cli_format cli_tile_format, cli_table_format, cli_png_format;
struct cli_file {
  const char *option, *path;       /* path NULL: not given */
  const struct cli_format *format; /* NULL: its name does not matter, or says what is written */
};
/* Usage errors: an output would replace the input; two outputs are one file; a name ends as those of another format do, such
 * as q.jpg for PNG. */
void cli_check_input(const char *input, const struct cli_file *files, size_t count);
void cli_check_outputs(const struct cli_file *files, size_t count);
/* Is this output, which may be NULL: none, standard output? */
bool cli_to_standard(const char *path);
/* Can cli_open_output write to path? It leaves nothing behind. */
int cli_try_output(const char *path, struct tile_error *e);
/* Ends the program if one of the files cannot be written, before there is work to lose. */
void cli_try_outputs(const struct cli_file *files, size_t count);
/* The file of --plot: its name tells whether it is SVG or PNG; NULL: no output. */
void cli_need_plot_name(const char *path);
/* In capitals, too; the name has something before the ending. */
bool cli_ends_in(const char *path, const char *end);

/* ---- reports ---------------------------------------------- report.c --- */

/* JSON on a stream; numbers that are not finite become null. key is NULL inside arrays. */
struct json {
  FILE *out;
  int depth;
  bool comma[16];
};
/* The object that is a whole report, with the version of the program; json_close ends it. */
struct json json_begin(FILE *out);
void json_open(struct json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);                 /* '}' or ']' */
void json_real(struct json *j, const char *key, double value);
void json_both(struct json *j, const char *key, const double value[2]); /* a list; null: one is not finite */
void json_int(struct json *j, const char *key, int64_t value);
void json_ints(struct json *j, const char *key, const int64_t *value, int count); /* a list */
void json_bool(struct json *j, const char *key, bool value);
void json_text(struct json *j, const char *key, const char *value); /* NULL: null; what is no UTF-8 is U+FFFD */
void json_warnings(struct json *j); /* the member "warnings" of an open object: a list of text */
/* Members that are null; the list ends with NULL. */
void json_nulls(struct json *j, const char *const *keys);
/* Bytes of the character of UTF-8 at text, which is not at its end; 0: there is none. */
int cli_utf8_bytes(const char *text);
#define CLI_NO_UTF8 "\357\277\275" /* U+FFFD, in place of a byte that is no UTF-8 */
/* A number of a report with `digits` significant digits, or decimals; "-" if it is not finite. */
#define REPORT_REAL 64
char *report_real(char text[REPORT_REAL], int digits, double value);
char *report_fixed(char text[REPORT_REAL], int decimals, double value);
/* A vector or tensor as reports print it: what is below 1e-9 of the largest component is rounding, and 0. */
void report_trim(double *to, const double *from, int count);
void report_trim_below(double part, double *to, const double *from, int count); /* below this part of it */
/* One aligned line "  label            text" of a report. */
void report_line(FILE *out, const char *label, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- permeability ------------------------------------------- darcy.c --- */

#define CLI_GRAVITY 9.80665 /* m/s2, the standard value */

/* A value that is NaN is unknown. */
struct cli_permeability {
  double voxel2, m2, darcy;
  double viscosity; /* kinematic, m2/s: hydraulic conductivity is k g / viscosity, in m/s */
  double creeping;  /* limit of creeping flow: a pressure gradient in Pa/m */
};
double cli_conductivity(const struct cli_permeability *k);
/* "1.35 darcy", "13.5 mD": whichever is easier to read. */
char *cli_darcy_text(char text[TILE_REAL_TEXT], double darcy);
/* Prints the hydraulic conductivity and the gradient up to which the flow is creeping, where they are known. */
void report_conductivity(FILE *out, const struct cli_permeability *k);
/* Writes the members of an object that is open. */
void json_permeability(struct json *j, const struct cli_permeability *k);

/* ---- results ---------------------------------------------- result.c --- */

/* A result and the interval in which it lies: one object from the run to its file, JSON, the page, Python and tables. */
enum { CLI_RESULT_PARTS = 4 };
struct cli_result {
  double value, low, high;       /* low, high NaN: there is no interval */
  char unit[8];                  /* "m2", "voxel2"; "1": none */
  double part[CLI_RESULT_PARTS]; /* of the error, relative: levels, walls, convergence, flux; NaN: not known */
};
struct cli_result cli_result_about(double value, double error, const char *unit);
struct cli_result cli_result_times(const struct cli_result *r, double factor, const char *unit);
/* over / r, whose ends change places. */
struct cli_result cli_result_under(double over, const struct cli_result *r, const char *unit);
/* In m2 where the side of a voxel is known, which is 0 otherwise. */
struct cli_result cli_result_in_m2(const struct cli_result *voxel2, double dx);
bool cli_has_interval(const struct cli_result *r);
/* "1.36e-12 +- 0.04e-12"; "2.05 (1.92 to 2.21)" where the ends are not equally far. */
enum { CLI_RESULT_TEXT = 96 };
char *cli_result_text(char text[CLI_RESULT_TEXT], const struct cli_result *r);
/* Writes the members value, low, high and unit of an object that is open; the same as an object, or null. */
void json_result(struct json *j, const struct cli_result *r);
void json_interval(struct json *j, const char *key, const struct cli_result *r);
/* Keys of a header with a result for each axis: tessera-tile(5). */
#define CLI_PERMEABILITY_KEY "permeability-result"
#define CLI_DIFFUSION_KEY "diffusion-result"
#define CLI_TORTUOSITY_KEY "tortuosity-result"
/* Adds the result of an axis to those of others. */
int cli_result_set(struct tile_header *h, const char *key, int axis, const struct cli_result *r, struct tile_error *e);
/* False: the key has none. Without an interval the unit is "". */
bool cli_result_get(const struct tile_header *h, const char *key, int axis, struct cli_result *r);

/* ---- forces ------------------------------------------------ force.c --- */

/* The force on the walls of one name, in lattice units; newton, newton_metre: the lattice units in SI, NaN: unknown. */
struct cli_force {
  const char *name;
  double force[3], torque[3], about[3]; /* torque about a point in voxels */
  double newton, newton_metre;
  int64_t links;
};
void report_force(FILE *out, const struct cli_force *f);
/* Writes the member "forces" of an open object: a list, or null if count is 0. */
void json_forces(struct json *j, const struct cli_force *f, size_t count);

/* ---- flux --------------------------------------------------- flux.c --- */

/* The flux into the domain through one patch, in lattice units. */
struct cli_flux {
  const char *patch;
  double flux;
  int64_t links;
};
/* The fluxes through all patches. */
struct cli_fluxes {
  struct cli_flux *of;
  size_t count;
  struct cli_flux walls; /* flux through interpolated walls */
  double inflow, gain;   /* sums of the positive fluxes; of all fluxes, walls included */
  double unit;           /* lattice unit in m3/s; NaN: unknown */
};
void report_fluxes(FILE *out, const struct cli_fluxes *f);
/* Writes the member "patch_flux" of an open object; null if f is NULL. */
void json_fluxes(struct json *j, const struct cli_fluxes *f);

/* ---- progress --------------------------------------------- progress.c - */

/* A bar with rate and remaining time on standard error, redrawn at most ten times a second. If that is no terminal, or
 * one without escape sequences (TERM=dumb), or with --progress=log, lines are printed from time to time instead; with
 * --progress=json one object a line, from the beginning of the program on. --quiet and --no-progress disable all. */
struct cli_progress {
  const char *what, *unit, *counts; /* counts: the unit of done and total */
  double total, scale;              /* the rate shown is done*scale per second, in `unit`; total 0: unknown */
  double begun, drawn, done;
  bool on, log;
  double due, every; /* of lines: time of the next one, and the interval */
  /* Both may be NULL. Before it is drawn: corrects the total. When a line is due: writes the text that replaces `what`. */
  void (*estimate)(struct cli_progress *p, double done);
  void (*so_far)(struct cli_progress *p, double done, char *text, size_t size);
  void *self;
};
void cli_progress_begin(struct cli_progress *p, const char *what, double total, const char *counts, double scale,
                        const char *unit);
void cli_progress_at(struct cli_progress *p, double done);
/* An object for what has no course, such as writing, where objects are asked for. */
void cli_progress_stage(const char *what);
/* A phase of what has no course, on the bar or as an object, with the seconds until all is done (negative: not known). */
void cli_progress_phase(const char *what, const char *phase, double left);
/* Is there a bar, or are there objects? */
bool cli_progress_shown(void);
void cli_progress_end(struct cli_progress *p);

#endif
