/* SPDX-License-Identifier: BSD-3-Clause */
/* The filters on grey levels that act in the order of the command line, each any number of times: one row of a table
 * each. The last result is rounded to the type of the stored values. */
#ifndef FILTER_LIST_H
#define FILTER_LIST_H

#include "filter.h"

enum { FILTER_NUMBERS = 3, FILTERS_MOST = 32 };

struct filter_choice;
struct filter_kind {
  const char *name;   /* of its option */
  const char *expect; /* for messages: what its argument is */
  int least;          /* how many numbers must be given */
  struct filter_number {
    double low, high; /* both included */
    bool whole;
  } number[FILTER_NUMBERS]; /* high 0: no such number */
  int reach;                /* of these numbers this many make the radius that must fit into the image */
  bool ranks;               /* its result has values of the image only */
  struct filter_strength {  /* a number that is found from the noise of the image unless it is given */
    const char *name;       /* NULL: there is none */
    int number;
    double by_noise; /* its value, in units of the noise */
  } strength;
  int (*apply)(struct source *s, const struct filter_choice *c, struct tile_error *e);
};
enum {
  FILTER_KIND_MEDIAN,
  FILTER_KIND_GAUSSIAN,
  FILTER_KIND_UNSHARP,
  FILTER_KIND_BILATERAL,
  FILTER_KIND_NLM,
  FILTER_KIND_ANISOTROPIC,
  FILTER_KIND_FLATTEN,
  FILTER_KIND_RINGS,
  FILTER_KINDS
};
extern const struct filter_kind filter_kinds[FILTER_KINDS];

struct filter_choice {
  const struct filter_kind *kind;
  double number[FILTER_NUMBERS];
  int count;        /* of them are given; the others are 0 */
  const char *text; /* as given; "": nothing */
  int device;       /* of nlm_choice; set when it is applied */
  double noise;     /* result: of the image before this filter, where its strength was found from it; 0: not so */
};
struct filter_list {
  int count, device; /* of nlm_choice */
  struct filter_choice item[FILTERS_MOST];
  struct filter_seen *seen; /* count + 1: the image before and after each, for a picture; NULL: not wanted */
};

/* Adds a filter with its argument, which must stay; NULL: none is given. */
int filter_list_add(struct filter_list *l, const struct filter_kind *kind, const char *text, struct tile_error *e);
/* Applies them to the source. TILE_USAGE: one does not fit the image; TILE_REJECTED: there is no noise to take off. */
int filter_list_apply(struct filter_list *l, struct source *s, struct tile_error *e);

#endif
