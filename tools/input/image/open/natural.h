/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of slices, in which numbers count as numbers: page2 is before page10, 9.5 before 10, and -2 before -1. Whether
 * '-' is a sign or a separator, and '.' the point of a fraction or a separator, depends on the other names. */
#ifndef NATURAL_H
#define NATURAL_H

#include "memory.h"

struct natural {
  char *path;               /* owned by the caller */
  const char *base;         /* the name without folders */
  uint64_t signs, decimals; /* of the runs of digits in base: which have a sign, and which are decimals of another */
};

/* Allocates one for each path; the caller frees *names. */
int natural_read(struct natural **names, char *const *paths, int count, struct tile_error *e);
/* Only of names that were read together. */
int natural_compare(const struct natural *a, const struct natural *b);
int natural_sort(char **paths, int count, struct tile_error *e);

/* A number in a name: sign, digits, decimals. */
struct natural_number {
  bool negative;
  const char *begin, *end; /* with sign and decimals */
  const char *whole, *decimals;
  size_t digits, places;
};
/* The first number of the base name that begins at `from` or later; false if there is none. */
bool natural_next(const struct natural *n, const char *from, struct natural_number *number);
/* The base name with # in place of each number, the last # for all from there on if it is long; a TIFF ends in .tif. */
enum { NATURAL_PATTERN = 256 };
void natural_pattern(const struct natural *n, char pattern[NATURAL_PATTERN]);

#endif
