/* SPDX-License-Identifier: BSD-3-Clause */
/* Access to stored values for code that does not know their type at compile time. */
#ifndef PRECISION_H
#define PRECISION_H

#include "physics.h"

#include <stddef.h>

/* Bytes of a stored value: 8, 4 or 2. */
size_t lbm_value_bytes_of(enum lbm_precision p);
/* The precision in which density and velocity are stored: that of the populations, but never 16 bits, which are too
 * few. */
enum lbm_precision lbm_fields_precision(enum lbm_precision p);
/* Load, store, or add to, the values first ... first + count - 1 of the array `values` of precision p. A sum is
 * computed in double and rounded once. */
void lbm_load(enum lbm_precision p, double *to, const void *values, size_t first, size_t count);
void lbm_store(enum lbm_precision p, void *values, size_t first, const double *from, size_t count);
void lbm_add(enum lbm_precision p, void *values, size_t first, const double *by, size_t count);
/* The same for the values first + at[0] ... first + at[count - 1], which must be different ones in lbm_add_at. */
void lbm_load_at(enum lbm_precision p, double *to, const void *values, size_t first, const ptrdiff_t *at, size_t count);
void lbm_add_at(enum lbm_precision p, void *values, size_t first, const ptrdiff_t *at, const double *by, size_t count);

#endif
