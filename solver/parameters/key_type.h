/* SPDX-License-Identifier: BSD-3-Clause */
/* The types of the header keys of a run: how a value is read and written. */
#ifndef KEY_TYPE_H
#define KEY_TYPE_H

#include "parameters.h"

struct lbm_key_row;

struct lbm_key_type {
  /* Reads the value of a key that is present. Error TILE_REJECTED: the key holds an unacceptable value. */
  int (*read)(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e);
  /* Writes the value. If nothing is written, the key is left out. */
  void (*write)(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d);
};

struct lbm_key_row {
  const char *name;
  const struct lbm_key_type *type;
  size_t at;               /* offset in struct lbm_parameters */
  double above;            /* the bound of lbm_key_above */
  const char *const *word; /* the `words` words of lbm_key_word */
  int words;
  bool (*present)(const struct lbm_parameters *p); /* is the key written? NULL: always */
  bool result; /* meant for readers of the file: a run checks the key, but does not use it */
};

/* Plain values, in key_type.c. */
extern const struct lbm_key_type lbm_key_step;      /* int64_t */
extern const struct lbm_key_type lbm_key_word;      /* enumerator or int, by its word; a negative value is left out */
extern const struct lbm_key_type lbm_key_yes;       /* bool */
extern const struct lbm_key_type lbm_key_real;      /* double */
extern const struct lbm_key_type lbm_key_above;     /* double; a value that is not above the bound is left out */
extern const struct lbm_key_type lbm_key_viscosity; /* double, written from tau */
extern const struct lbm_key_type lbm_key_vector;    /* double[3]; the zero vector is left out */
/* Types with a file of their own. */
extern const struct lbm_key_type lbm_key_conditions; /* struct lbm_condition *, one condition per patch */
extern const struct lbm_key_type lbm_key_waves, lbm_key_outlets, lbm_key_outlet_states; /* struct lbm_course * */
extern const struct lbm_key_type lbm_key_stored;     /* enum lbm_precision, by the precision that is stored */
extern const struct lbm_key_type lbm_key_arithmetic; /* the same member, read after lbm_key_stored */
extern const struct lbm_key_type lbm_key_series;
extern const struct lbm_key_type lbm_key_openings;
extern const struct lbm_key_type lbm_key_relaxation;
extern const struct lbm_key_type lbm_key_cycles;
extern const struct lbm_key_type lbm_key_blood;                                          /* struct lbm_blood */
extern const struct lbm_key_type lbm_key_eddies;                                         /* double */
extern const struct lbm_key_type lbm_key_beat, lbm_key_beat_curves, lbm_key_beat_before; /* struct lbm_beat_record */

/* This is more than the number of time steps of any run, and leaves room for additions. */
#define LBM_STEP_LIMIT (INT64_C(1) << 60)

/* Sets error TILE_REJECTED, which says that the key holds `text`, and returns it. */
int lbm_key_wrong(struct tile_error *e, const struct lbm_key_row *k, const char *text);
/* Reads `count` numbers with a space or a comma between them. Error TILE_REJECTED: the text is something else. */
int lbm_key_reals(double *value, int count, const char *text, const struct lbm_key_row *k, struct tile_error *e);
/* Prints numbers; in place of one that is not finite, and that no reader would take, a byte 0, which is then found. */
void lbm_key_print_reals(FILE *out, const double *value, int count, char between);

#endif
