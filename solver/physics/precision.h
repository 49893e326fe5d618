/* Numbers as they are stored, for all that does not know their type when it is compiled. */
#ifndef PRECISION_H
#define PRECISION_H

#include "physics.h"

#include <stddef.h>

size_t lbm_value_bytes_of(enum lbm_precision p);
/* How density and velocity are stored beside such populations: never in 16 bits, which are too few for them. */
enum lbm_precision lbm_fields_precision(enum lbm_precision p);
/* `count` values from the one numbered `first` on. */
void lbm_load(enum lbm_precision p, double *to, const void *values, size_t first, size_t count);
void lbm_store(enum lbm_precision p, void *values, size_t first, const double *from, size_t count);
void lbm_add(enum lbm_precision p, void *values, size_t first, const double *by, size_t count);
/* Of the values numbered first + at[0], first + at[1] ...; no two of which are the same. */
void lbm_load_at(enum lbm_precision p, double *to, const void *values, size_t first, const ptrdiff_t *at, size_t count);
void lbm_add_at(enum lbm_precision p, void *values, size_t first, const ptrdiff_t *at, const double *by, size_t count);

#endif
