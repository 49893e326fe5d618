/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves of --set: a value as a function of time, as a file has it. Errors end the program with one line. */
#ifndef CURVE_H
#define CURVE_H

#include "cli.h"

struct lbm_wave;

/* The points of a period, in the units of the file. */
struct curve {
  int points;
  double *time, *value;
  struct cli_quantity unit[2];   /* 1 of the unit of time and value; not given: the file and --set name none */
  char name[2][CLI_COLUMN_TEXT]; /* their texts */
};

/* Reads a file, once for all calls. exponents: those of the values that are expected. unit: words of --set that name units,
 * `units` of them. Release with curve_free. Exit status 2: a bracket holds no unit. 3: it is not two columns of numbers, a
 * time is not later than the one before, a value is missing, a column has two units. */
void curve_read(struct curve *c, const char *set, const char *path, const int exponents[3], char *const *unit,
                int units);
void curve_free(struct curve *c);
bool curve_is_unit(const char *word);
/* Of the smooth curve that the solver makes of the points. */
double curve_mean(const struct curve *c);
/* The same of points in time steps. */
double curve_mean_of(const struct lbm_wave *points);

/* ---- for the files that read it ------------------------------------------------------- */

enum { CURVE_POINTS = 20000 }; /* at most: the header of results holds them */

/* What is read, line by line. */
struct curve_reading {
  struct curve *to;
  bool index;        /* by the head there may be a column with an index in front */
  double last_index; /* NaN: there is none */
  double counted;    /* points, as the first line says; 0: it does not */
  const char *set, *path;
  const int *exponents; /* of metre, second and kilogram in the values */
  long line;            /* 0: none */
  int room;
  char unknown[CLI_COLUMN_TEXT]; /* text that may be a unit, but is none that is known */
};
void curve_refuse(const struct curve_reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
void curve_add(struct curve_reading *r, double time, double value);
/* The numbers of a line, between blanks, commas and semicolons; the first `most` of them. *other: there is something
 * else. */
int curve_numbers(const char *text, double *value, int most, bool *other);

/* curve_text.c: the file as UTF-8, with blanks in place of quotes and of all that looks like a blank. */
char *curve_text(const char *set, const char *path);
/* The next call reads each file again. */
void curve_forget(void);
/* Takes the next line off; NULL: there is none. */
char *curve_next_line(char **rest);

/* curve_units.c: units that words of --set, comments, and the heads of columns name. */
void curve_name_unit(struct curve_reading *r, const char *word);
void curve_units_of_comment(struct curve_reading *r, const char *text);
void curve_units_of_header(struct curve_reading *r, const char *text);
/* Ends the program where a text that may be a unit was met, and not all units are known. */
void curve_need_units(const struct curve_reading *r);

/* curve_fourier.c: the coefficients of svMultiPhysics, turned into points. False: the text is something else. */
bool curve_of_coefficients(struct curve_reading *r, const char *text);

#endif
