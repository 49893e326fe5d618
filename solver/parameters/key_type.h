/* What a header key of a run may hold: how it is read and written. */
#ifndef KEY_TYPE_H
#define KEY_TYPE_H

#include "parameters.h"

struct lbm_key_row;

struct lbm_key_type {
  int (*read)(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e);
  /* Nothing: the key is left out. */
  void (*write)(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d);
};

struct lbm_key_row {
  const char *name;
  const struct lbm_key_type *type;
  size_t at;               /* in struct lbm_parameters */
  double above;            /* lbm_key_above */
  const char *const *word; /* lbm_key_word: `words` of them */
  int words;
  bool (*present)(const struct lbm_parameters *p); /* is it written? NULL: always */
  bool last;                                       /* written anew, behind what is there */
  bool result;                                     /* for those who read the file: checked, but a run finds it anew */
};

/* Plain values: key_type.c. */
extern const struct lbm_key_type lbm_key_step;      /* int64_t */
extern const struct lbm_key_type lbm_key_word;      /* an enumerator or int, by its word; below 0 is left out */
extern const struct lbm_key_type lbm_key_yes;       /* bool */
extern const struct lbm_key_type lbm_key_real;      /* double */
extern const struct lbm_key_type lbm_key_above;     /* double above a bound; what is not is left out */
extern const struct lbm_key_type lbm_key_viscosity; /* double; written of tau */
extern const struct lbm_key_type lbm_key_vector;    /* double[3]; zero is left out */
/* Those of a file of their own. */
extern const struct lbm_key_type lbm_key_conditions; /* struct lbm_condition *, one per patch */
extern const struct lbm_key_type lbm_key_stored;     /* enum lbm_precision, as it is stored */
extern const struct lbm_key_type lbm_key_arithmetic; /* the same, after that */
extern const struct lbm_key_type lbm_key_series;
extern const struct lbm_key_type lbm_key_relaxation;

/* More steps than any run takes, with room to add some. */
#define LBM_STEP_LIMIT (INT64_C(1) << 60)

/* TILE_REJECTED: the key holds `text`. */
int lbm_key_wrong(struct tile_error *e, const struct lbm_key_row *k, const char *text);
/* `count` numbers with a space or comma between them. */
int lbm_key_reals(double *value, int count, const char *text, const struct lbm_key_row *k, struct tile_error *e);
void lbm_key_print_reals(FILE *out, const double *value, int count, char between);

#endif
