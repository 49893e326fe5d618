/* Which values are fluid: --threshold and --fluid. */
#ifndef CLASSIFY_H
#define CLASSIFY_H

#include "own.h"
#include "voxel_loops.h"

struct rule {
  enum { RULE_BELOW, RULE_ABOVE, RULE_EQUAL } kind; /* value < T, value >= T, value among equal */
  bool solid; /* of RULE_EQUAL: what is among equal is solid, and all else fluid */
  bool nans;  /* values may be no numbers; they are of this class: */
  unsigned char nan;
  long double threshold;
  long double low, high; /* of --hysteresis, in place of the threshold */
  size_t count;
  struct rule_range {
    long double low, high; /* both included */
  } * equal;               /* free() */
};

/* As strtod, but whole numbers are exact up to 2^64. */
long double rule_number(const char *text, char **end);

/* "below", "above" or "equal=V[-W][,V[-W]...]"; of what is solid the last alone. */
int rule_parse(struct rule *r, const char *text, struct tile_error *e);
int rule_parse_solid(struct rule *r, const char *text, struct tile_error *e);
/* "solid" or "fluid". */
int rule_parse_nan(struct rule *r, const char *text, struct tile_error *e);
/* TILE_FLUID or TILE_SOLID for each value of a held type. */
void rule_apply(const struct rule *r, const struct voxel_loops *loops, const void *values, size_t count,
                unsigned char *to);
/* "LO,HI", LO < HI. */
int rule_parse_hysteresis(struct rule *r, const char *text, struct tile_error *e);
/* HYSTERESIS_STRONG, _WEAK or _NO: fluid beyond both of low and high, beyond the first only, or neither. */
void rule_levels(const struct rule *r, const struct voxel_loops *loops, const void *values, size_t count,
                 unsigned char *to);

#endif
