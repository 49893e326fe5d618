/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks whether the names of a series look like a complete stack in the right order. */
#ifndef SERIES_H
#define SERIES_H

#include "memory.h"

/* Index of the first name whose number does not follow the previous one by the same step as elsewhere: a slice is
 * missing, or a shell has sorted scan10 before scan2. 0: none. Only names that differ in nothing but their last number
 * are compared. */
int series_break(char *const *paths, int count);
/* TILE_REJECTED, with the name, if one does not fit the others: they differ in numbers only, and it in other
 * characters. */
int series_stray(char *const *paths, int count, struct tile_error *e);

#endif
