/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides from its value whether a voxel is fluid: --threshold, --fluid and --hysteresis. rule_parse and others fill a
 * struct rule; rule_apply applies it to the values of a slice. */
#ifndef CLASSIFY_H
#define CLASSIFY_H

#include "memory.h"
#include "voxel_loops.h"

struct rule {
  enum {
    RULE_BELOW,
    RULE_ABOVE,
    RULE_EQUAL,
    RULE_CLASS
  } kind;     /* value < T, value >= T, value in `equal`; classes that `equal` numbers,
                                                                 which are still to become one of the others */
  bool solid; /* only RULE_EQUAL: values in `equal` are solid, all others fluid */
  bool nans;  /* values may be NaN, and then have the class `nan` */
  unsigned char nan;
  long double threshold;
  long double low, high; /* of --hysteresis, instead of the threshold */
  size_t count;
  struct rule_range {
    long double low, high; /* both included */
  } * equal;               /* allocated; the caller frees it */
};

/* Like strtod, but integers are exact up to 2^64. */
long double rule_number(const char *text, char **end);

/* rule_parse: "below", "above", "equal=V[-W][,V[-W]...]" or "class=N[,N...]"; rule_parse_solid: only the last form. */
int rule_parse(struct rule *r, const char *text, struct tile_error *e);
int rule_parse_solid(struct rule *r, const char *text, struct tile_error *e);
/* Parses "solid" or "fluid". */
int rule_parse_nan(struct rule *r, const char *text, struct tile_error *e);
/* Rounds the values in `equal` to those that an image of this type ("f32") holds: 0.7 is met by the number nearest to it. */
void rule_store(struct rule *r, const char *type);
/* Sets TILE_FLUID or TILE_SOLID for each value, in the type in memory. */
void rule_apply(const struct rule *r, const struct voxel_loops *loops, const void *values, size_t count,
                unsigned char *to);
/* Parses "LO,HI", LO < HI. */
int rule_parse_hysteresis(struct rule *r, const char *text, struct tile_error *e);
/* Sets HYSTERESIS_STRONG if the value is fluid by both thresholds, low and high, _WEAK if only by one, otherwise
 * _NO. */
void rule_levels(const struct rule *r, const struct voxel_loops *loops, const void *values, size_t count,
                 unsigned char *to);

#endif
